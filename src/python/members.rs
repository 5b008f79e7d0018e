//! Member descriptors for C fields without one in CPython, such as the container and position of iterators.

use std::ffi::{CString, c_int};

use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::tables::{FieldKind, MEMBERS, Member};

/// A member descriptor for each row of `rules/values/members.yaml`, by name.
#[pyfunction]
fn members(python: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(python);
    for member in MEMBERS.iter() {
        found.set_item(member.name, descriptor(python, member)?)?;
    }
    Ok(found)
}

fn descriptor<'py>(python: Python<'py>, member: &Member) -> PyResult<Bound<'py, PyAny>> {
    let unknown = || PyImportError::new_err(format!("{} is no class", member.class));
    let (module, name) = member.class.rsplit_once('.').ok_or_else(unknown)?;
    let class = super::import(python, module)?.getattr(name)?.cast_into::<PyType>().map_err(|_| unknown())?;
    #[allow(deprecated)]
    let type_code: c_int = match member.holds {
        FieldKind::Object => ffi::structmember::T_OBJECT,
        FieldKind::Number => ffi::structmember::T_PYSSIZET,
        FieldKind::Flag => ffi::structmember::T_INT,
    };
    let definition = ffi::PyMemberDef {
        name: CString::new(member.name)?.into_raw(),
        type_code,
        offset: member.offset as ffi::Py_ssize_t,
        flags: 0,
        doc: std::ptr::null(),
    };
    // SAFETY: a static type, whose objects have such a field there; descriptor, definition and name live as long as the process.
    unsafe {
        let made = ffi::PyDescr_NewMember(class.as_type_ptr(), Box::into_raw(Box::new(definition)));
        Bound::from_owned_ptr_or_err(python, made)
    }
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(members, module)?)
}
