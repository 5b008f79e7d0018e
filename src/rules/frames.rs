//! Which frames may be captured as root frames, and which are worth a compilation.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;

use super::library::Library;
use crate::python::{Capture, Code, FrameView, Object, file_of_loaded, is_listed_file, read};
use crate::tables::{FILES, FileProperty, Role, SKIPPED_METHODS, SKIPPED_TREES};

/// After this many objects without an answer, a frame counts as worth a compilation.
const MOST_LOOKED_AT: usize = 256;

/// Whether every frame counts as worth a compilation.
static EVERY_FRAME: AtomicBool = AtomicBool::new(false);

/// For tests: captures frames below the user's call even if they could compute nothing for a graph.
#[pyfunction]
pub fn capture_every_frame(on: bool) {
    EVERY_FRAME.store(on, Ordering::Relaxed);
}

/// Whether a frame of this code is a candidate: the user's code is, the skipped libraries of
/// `rules/graph/files.yaml` are not, and below the functions in `skipped_trees.yaml` and `skipped_methods.yaml` nothing is.
pub fn may_capture(code: Code) -> Capture {
    let file = code.filename().text();
    if is_skipped_tree(code, &file) {
        Capture::TreeLeftAlone
    } else if is_in_skipped_file(&file) {
        Capture::LeftAlone
    } else {
        Capture::Candidate
    }
}

/// Whether code is the program's own.
pub fn is_of_program(code: Code) -> bool {
    may_capture(code) == Capture::Candidate
}

/// Whether a class attribute is a function of a skipped library, whose code has no effects that a program sees.
pub fn is_of_library(attribute: Object) -> bool {
    attribute.as_function().is_some_and(|function| !is_of_program(function.code()))
}

/// Whether a file is one of this package, whose code is traced in the place of C code.
pub fn is_in_place_of_native(file: &str) -> bool {
    file_of_loaded("alternator")
        .and_then(|own| own.strip_suffix("__init__.py").map(|folder| file.starts_with(folder)))
        .unwrap_or(false)
}

/// Whether code is none of this package's.
pub fn is_of_others(code: Code) -> bool {
    !is_in_place_of_native(&code.filename().text())
}

fn is_in_skipped_file(file: &str) -> bool {
    if file.starts_with('<') && !file.starts_with("<ipython") && !file.starts_with("<stdin") && !file.starts_with("<string") {
        return true;
    }
    is_listed_file(file, FileProperty::Skipped)
}

/// Whether a line of this code is part of the stack that a node of a graph comes from (`rules/graph/files.yaml`).
pub fn is_shown(code: Code) -> bool {
    !is_listed_file(&code.filename().text(), FileProperty::Unshown)
}

fn is_skipped_tree(code: Code, file: &str) -> bool {
    let name = code.qualname().text();
    let is_frozen = |module: &str| file.strip_prefix("<frozen ").and_then(|file| file.strip_suffix('>')) == Some(module);
    let is_listed = |module: &str| is_frozen(module) || file_of_loaded(module).is_some_and(|listed| listed == file);
    let method = name.rsplit_once('.').map(|(_, method)| method);
    SKIPPED_METHODS.iter().any(|row| method == Some(row.name))
        || SKIPPED_TREES.iter().any(|row| row.function == name && is_listed(row.module))
}

/// Whether a frame below the user's call could compute anything for a graph: something of it holds a tensor, or its
/// code names a module of tensor functions.
pub fn is_worth_compiling(frame: &FrameView) -> bool {
    if EVERY_FRAME.load(Ordering::Relaxed) {
        return true;
    }
    Python::attach(|python| {
        Library::get(python).map_or(true, |library| names_computing_module(&library, frame) || holds_tensor(&library, frame))
    })
}

fn names_computing_module(library: &Library, frame: &FrameView) -> bool {
    let Some(globals) = frame.globals() else { return false };
    frame
        .code()
        .names()
        .items()
        .into_iter()
        .any(|name| globals.dict_get(name).filter(|found| found.is_exact(library.role(Role::Module))).is_some_and(is_computing))
}

/// Whether a module, or a package around it, is one that computes by `rules/graph/files.yaml`.
fn is_computing(module: Object) -> bool {
    let Some(name) = module.instance_dict().and_then(|names| names.dict_get_str("__name__")) else { return false };
    let package = name.as_str().and_then(|name| name.split('.').next());
    FILES.iter().any(|row| row.properties.contains(&FileProperty::Computing) && Some(row.module) == package)
}

/// Looks through the arguments and closed-over variables, the containers among them, and one level into instances.
fn holds_tensor(library: &Library, frame: &FrameView) -> bool {
    let computing = library.computing_classes();
    let is_tensor = |object: Object| computing.iter().any(|class| object.is_instance(*class));
    let cells = frame.function().and_then(Object::as_function).and_then(|function| function.closure());
    let cells = cells.map(Object::items).unwrap_or_default();
    let mut open: Vec<Object> = frame.variables().flatten().collect();
    open.extend(cells.into_iter().filter_map(read::cell_contents));
    let mut seen = HashSet::new();
    while let Some(object) = open.pop() {
        if is_tensor(object) || object.is_class() && computing.iter().any(|class| object.is_subclass(*class)) {
            return true;
        }
        if object.is_plain_constant() || !seen.insert(object) {
            continue;
        }
        if seen.len() > MOST_LOOKED_AT {
            return true;
        }
        open.extend(object.items());
        open.extend(object.dict_entries().into_iter().map(|entry| entry.value));
        if object.class().is_python_class() && object.instance_entries().into_iter().any(|entry| is_tensor(entry.value)) {
            return true;
        }
    }
    false
}
