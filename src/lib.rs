//! Alternator's engine: takes Python frames, interprets their bytecode symbolically by compiled
//! rules, and hands the tensor operations to a backend.

pub mod codegen;
pub mod effects;
pub mod generated;
pub mod graph;
pub mod guards;
pub mod interpreter;
pub mod microops;
pub mod python;
pub mod rules;
pub mod shapes;
pub mod values;
pub mod world;

/// `alternator._engine`.
#[pyo3::pymodule]
fn _engine(module: &pyo3::Bound<'_, pyo3::types::PyModule>) -> pyo3::PyResult<()> {
    python::module::add_to(module)?;
    guards::probe::add_to(module)
}
