//! Alternator's engine: interprets the bytecode of Python frames symbolically, by compiled rules, and hands the tensor
//! operations to a backend. `docs/architecture.md` follows a frame through it.

use pyo3::prelude::*;

/// A trace takes a tenth less time than with glibc's. Unoptimised engines keep that one, whose allocations valgrind sees.
#[cfg(not(debug_assertions))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

// Each uses only those above it: tests/source.rs.

pub mod tables;

pub mod python;

pub mod sources;

pub mod shapes;

pub mod values;

pub mod bytecode;

pub mod rules;

pub mod report;

pub mod guards;

pub mod graph;

pub mod codegen;

pub mod interpreter;

pub mod world;

pub mod inference;

pub mod microops;

pub mod fx;

pub mod effects;

pub mod compile;

/// `alternator._engine`. What it shares between threads it touches with the GIL held.
#[pyo3::pymodule(gil_used = true)]
fn _engine(module: &Bound<'_, PyModule>) -> PyResult<()> {
    python::module::add_to(module)?;
    guards::probe::add_to(module)?;
    module.add_function(wrap_pyfunction!(report::counters::counters_dict, module)?)?;
    module.add_function(wrap_pyfunction!(report::counters::rules_reached, module)?)?;
    module.add_function(wrap_pyfunction!(rules::frames::capture_every_frame, module)?)?;
    module.add_function(wrap_pyfunction!(report::counters::log_enabled, module)?)?;
    module.add_function(wrap_pyfunction!(report::counters::log, module)?)?;
    module.add_function(wrap_pyfunction!(report::counters::set_torch_topics, module)?)?;
    // What tests alone want is in no release.
    #[cfg(debug_assertions)]
    {
        codegen::debug::add_to(module)?;
        module.add_function(wrap_pyfunction!(guards::examine::examine_entries, module)?)?;
        module.add_function(wrap_pyfunction!(interpreter::forced::note_positions, module)?)?;
        module.add_function(wrap_pyfunction!(interpreter::forced::break_before, module)?)?;
    }
    fx::written::add_to(module)?;
    inference::probe::add_to(module)?;
    compile::add_to(module)
}
