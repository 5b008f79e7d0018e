//! The code of a `GraphModule`, identical to what torch's code generation writes.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::listing::Listing;
use super::{forward, text};
use crate::python::bytecode;
use crate::rules::library::Library;

/// The text of a graph's code, its globals, the node of each line, and the function.
type Written<'py> = (String, Bound<'py, PyDict>, Bound<'py, PyDict>, Bound<'py, PyAny>);

/// Writes the code of a graph as it stands now. `None` for a graph out of the ordinary, which torch must write.
///
/// - words: what the Python side says of torch (`alternator.backend.graph_module.Words`).
#[pyfunction]
pub fn write_code<'py>(graph: &Bound<'py, PyAny>, words: &Bound<'py, PyAny>) -> PyResult<Option<Written<'py>>> {
    let python = graph.py();
    let Some(listing) = Listing::read(graph, words)? else { return Ok(None) };
    let Some(text) = text::write(&listing)? else { return Ok(None) };
    let lines = PyDict::new(python);
    for (line, node) in &text.lines {
        lines.set_item(line, node)?;
    }
    let own = listing.globals.copy()?;
    let file = words.getattr("file")?.call1((&text.source, &own, graph))?;
    own.set_item("__builtins__", crate::python::import(python, "builtins")?.getattr("__dict__")?)?;
    let pack = Library::get(python)?.pack();
    let code = forward::assemble(&listing, pack, &file, &words.getattr("like")?)?;
    let function = bytecode::function(&code, own.as_any())?;
    let annotations = PyDict::new(python);
    for node in &listing.nodes {
        if let Some((class, _)) = &node.annotation {
            annotations.set_item(&node.parameter, class)?;
        }
    }
    function.setattr("__annotations__", annotations)?;
    Ok(Some((text.source, listing.globals, lines, function)))
}

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(write_code, module)?)
}
