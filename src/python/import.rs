//! Imports for the engine itself. CPython's C import functions look `__import__` up in the globals of the running
//! frame, which belong to the user.

use std::cell::{OnceCell, RefCell};
use std::ffi::CString;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTypeInfo, ffi};

use super::gil::UnderGil;
use super::{Object, read};
use crate::tables::{FILES, FileProperty};

/// By row of `rules/graph/files.yaml`: the folder (or file) of the module, once it is loaded.
static FOLDERS: UnderGil<RefCell<Vec<Option<String>>>> = UnderGil::new(RefCell::new(Vec::new()));

/// The modules that are to last (`rules/graph/files.yaml`), by name, as far as they have been met.
static LASTING: UnderGil<OnceCell<Py<PyDict>>> = UnderGil::new(OnceCell::new());

/// Notes which lasting modules are loaded, and puts those back that a program has dropped, as one does that puts an older
/// state of `sys.modules` back. A second copy would have functions that no rule knows, and libraries in C that end the
/// process when they are initialised again.
pub fn keep_lasting_modules(python: Python<'_>) -> PyResult<()> {
    let Some(loaded) = loaded_modules() else { return Ok(()) };
    let lasting = LASTING.get().get_or_init(|| PyDict::new(python).unbind()).bind(python);
    let kept = Object::from_bound(lasting);
    for entry in kept.dict_entries() {
        if loaded.dict_get(entry.key).is_none() {
            loaded.bound(python).set_item(entry.key.bound(python), entry.value.bound(python))?;
        }
    }
    let packages: Vec<_> =
        FILES.iter().filter(|row| row.properties.contains(&FileProperty::Lasting)).map(|row| row.module).collect();
    let lasts = |name: &str| packages.contains(&name.split_once('.').map_or(name, |(package, _)| package));
    for entry in loaded.dict_entries() {
        let is_new = entry.key.as_str().is_some_and(lasts) && kept.dict_get(entry.key).is_none();
        // Of a module whose import may yet fail nothing is to last.
        if is_new && entry.value != read::none() && is_whole(python, entry.value) {
            lasting.set_item(entry.key.bound(python), entry.value.bound(python))?;
        }
    }
    Ok(())
}

/// The module of this name, imported if needed. Deferrable if another thread is importing it: the module in `sys.modules`
/// may be half initialised.
pub fn import<'py>(python: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let text = CString::new(name)?;
    // SAFETY: the name is a C string; without globals the import is absolute and asks nobody else. Of a dotted name
    // the package is given, which is let go of.
    unsafe {
        let package =
            ffi::PyImport_ImportModuleLevel(text.as_ptr(), std::ptr::null_mut(), std::ptr::null_mut(), std::ptr::null_mut(), 0);
        drop(Bound::from_owned_ptr_or_err(python, package)?);
    }
    loaded(python, name)?.ok_or_else(|| PyErr::from_type(pyo3::exceptions::PyImportError::type_object(python), name.to_owned()))
}

/// The dict of the modules that are loaded, in which `import` looks: `sys.modules`, unless the program has put another
/// in its place.
pub fn loaded_modules() -> Option<Object> {
    // SAFETY: the interpreter keeps the dict.
    unsafe { Object::from_pointer(ffi::PyImport_GetModuleDict()) }
}

/// The object of this dotted name: an attribute of a module.
pub fn named<'py>(python: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
    match path.rsplit_once('.') {
        Some((module, name)) => import(python, module)?.getattr(name),
        None => import(python, path),
    }
}

/// The loaded module of this name, and whether its import has finished. Never waits for another thread.
pub fn at_hand<'py>(python: Python<'py>, name: &str) -> Option<(Bound<'py, PyAny>, bool)> {
    let module = loaded_modules()?.dict_get_str(name)?;
    Some((module.bound(python).clone(), is_whole(python, module)))
}

/// Whether the import of a module has finished.
fn is_whole(python: Python<'_>, module: Object) -> bool {
    let specification = module.module_dict().and_then(|names| names.dict_get_str("__spec__"));
    let imported_now = specification.and_then(|found| found.bound(python).getattr("_initializing").ok()?.extract::<bool>().ok());
    !imported_now.unwrap_or(false)
}

/// The module of this name, if it is loaded.
pub fn loaded<'py>(python: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    let name = pyo3::types::PyString::new(python, name);
    // SAFETY: gives a new reference, or null, with or without an error.
    let module = unsafe { Bound::from_owned_ptr_or_opt(python, ffi::PyImport_GetModule(name.as_ptr())) };
    match PyErr::take(python) {
        Some(error) => Err(error),
        None => Ok(module),
    }
}

/// The file of a loaded module, read without running its `__getattr__`.
pub fn file_of_loaded(name: &str) -> Option<String> {
    // SAFETY: the interpreter keeps the dict of all modules.
    let modules = unsafe { Object::from_pointer(ffi::PyImport_GetModuleDict()) }?;
    let names = modules.dict_get_str(name)?.module_dict()?;
    let file = names.dict_get_str("__file__")?;
    file.is_str().then(|| file.text())
}

/// Whether a file is one of the modules, or in one of the packages, of which `rules/graph/files.yaml` says this.
pub fn is_listed_file(file: &str, property: FileProperty) -> bool {
    let mut folders = FOLDERS.get().borrow_mut();
    folders.resize(FILES.iter().len(), None);
    let rows = FILES.iter().zip(folders.iter_mut()).filter(|(row, _)| row.properties.contains(&property));
    rows.into_iter().any(|(row, folder)| {
        // A module may be loaded at any time.
        if folder.is_none() {
            *folder = file_of_loaded(row.module).map(|file| file.strip_suffix("__init__.py").map(str::to_owned).unwrap_or(file));
        }
        folder.as_ref().is_some_and(|folder| file.starts_with(folder.as_str()))
    })
}
