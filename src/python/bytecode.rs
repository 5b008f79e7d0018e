//! Code objects: reading their parts, making new ones, and what an instruction does to the stack.

use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

use super::Object;

/// The parts of a code object other than its instructions and tables.
#[derive(Debug, Clone, Copy)]
pub struct Header {
    pub name: Object,
    pub qualified_name: Object,
    pub file: Object,
    pub argument_count: u32,
    pub positional_only: u32,
    pub keyword_only: u32,
    pub flags: u32,
    pub first_line: i32,
}

/// The parts of a code object. Objects are borrowed.
#[derive(Debug)]
pub struct Parts<Bytes> {
    pub header: Header,
    /// As compiled: without specialised or instrumented forms.
    pub instructions: Bytes,
    pub exception_table: Bytes,
    pub location_table: Bytes,
    pub constants: Vec<Object>,
    pub names: Vec<Object>,
    pub locals: Vec<Object>,
    pub cells: Vec<Object>,
    pub free: Vec<Object>,
    pub stack_size: u32,
}

/// Those of one that exists: they live as long as it does.
pub type RawCode<'py> = Parts<Bound<'py, PyBytes>>;

/// Those of one to be made.
pub type NewCode = Parts<Vec<u8>>;

/// Takes a code object apart.
pub fn read<'py>(code: &Bound<'py, PyAny>) -> PyResult<RawCode<'py>> {
    let py = code.py();
    let bytes = |name| Ok::<_, PyErr>(code.getattr(name)?.cast_into::<PyBytes>()?);
    let objects = |name| {
        let tuple = code.getattr(name)?.cast_into::<PyTuple>()?;
        Ok::<_, PyErr>(tuple.iter_borrowed().map(|item| Object::from_bound(&item)).collect::<Vec<_>>())
    };
    let object = |name| Ok::<_, PyErr>(Object::from_bound(&code.getattr(name)?));
    let count = |name| code.getattr(name)?.extract::<u32>();
    Ok(RawCode {
        header: Header {
            name: object(intern!(py, "co_name"))?,
            qualified_name: object(intern!(py, "co_qualname"))?,
            file: object(intern!(py, "co_filename"))?,
            argument_count: count(intern!(py, "co_argcount"))?,
            positional_only: count(intern!(py, "co_posonlyargcount"))?,
            keyword_only: count(intern!(py, "co_kwonlyargcount"))?,
            flags: count(intern!(py, "co_flags"))?,
            first_line: code.getattr(intern!(py, "co_firstlineno"))?.extract()?,
        },
        instructions: bytes(intern!(py, "co_code"))?,
        exception_table: bytes(intern!(py, "co_exceptiontable"))?,
        location_table: bytes(intern!(py, "co_linetable"))?,
        constants: objects(intern!(py, "co_consts"))?,
        names: objects(intern!(py, "co_names"))?,
        locals: objects(intern!(py, "co_varnames"))?,
        cells: objects(intern!(py, "co_cellvars"))?,
        free: objects(intern!(py, "co_freevars"))?,
        stack_size: count(intern!(py, "co_stacksize"))?,
    })
}

/// Makes a code object of the same type as `like`.
pub fn build<'py>(like: &Bound<'py, PyAny>, parts: &NewCode) -> PyResult<Bound<'py, PyAny>> {
    let py = like.py();
    let header = &parts.header;
    let tuple = |objects: &[Object]| PyTuple::new(py, objects.iter().map(|o| o.bound(py)));
    let arguments: [Bound<'py, PyAny>; 18] = [
        header.argument_count.into_pyobject(py)?.into_any(),
        header.positional_only.into_pyobject(py)?.into_any(),
        header.keyword_only.into_pyobject(py)?.into_any(),
        parts.locals.len().into_pyobject(py)?.into_any(),
        parts.stack_size.into_pyobject(py)?.into_any(),
        header.flags.into_pyobject(py)?.into_any(),
        PyBytes::new(py, &parts.instructions).into_any(),
        tuple(&parts.constants)?.into_any(),
        tuple(&parts.names)?.into_any(),
        tuple(&parts.locals)?.into_any(),
        header.file.bound(py),
        header.name.bound(py),
        header.qualified_name.bound(py),
        header.first_line.into_pyobject(py)?.into_any(),
        PyBytes::new(py, &parts.location_table).into_any(),
        PyBytes::new(py, &parts.exception_table).into_any(),
        tuple(&parts.free)?.into_any(),
        tuple(&parts.cells)?.into_any(),
    ];
    let code = like.get_type().call1(PyTuple::new(py, arguments)?)?;
    put_back(&code, &parts.constants)?;
    Ok(code)
}

/// CPython interns constants of a new code object that look like names. Puts the program's own str objects back, whose
/// identity the program can see.
fn put_back(code: &Bound<'_, PyAny>, constants: &[Object]) -> PyResult<()> {
    let tuple = code.getattr(intern!(code.py(), "co_consts"))?.cast_into::<PyTuple>()?;
    for (index, constant) in constants.iter().enumerate() {
        if Object::from_bound(&tuple.get_item(index)?) != *constant {
            let constant = constant.bound(code.py()).into_ptr();
            // SAFETY: the tuple has as many items as there are constants. It belongs to a code object that nobody has
            // seen yet, so that nobody holds one of its items without a reference; the old one is let go of last.
            unsafe {
                let old = ffi::PyTuple_GET_ITEM(tuple.as_ptr(), index as ffi::Py_ssize_t);
                ffi::PyTuple_SET_ITEM(tuple.as_ptr(), index as ffi::Py_ssize_t, constant);
                ffi::Py_DECREF(old);
            }
        }
    }
    Ok(())
}

/// A function of `code`, without defaults or closure.
pub fn function<'py>(code: &Bound<'py, PyAny>, globals: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    // SAFETY: both are live; the call returns a new reference or null with an exception set, also
    // when `code` is no code object or `globals` no dict only if they are checked first, as here.
    unsafe {
        if ffi::PyCode_Check(code.as_ptr()) == 0 || ffi::PyDict_Check(globals.as_ptr()) == 0 {
            return Err(pyo3::exceptions::PyTypeError::new_err("a function is made of a code object and a dict"));
        }
        Bound::from_owned_ptr_or_err(code.py(), ffi::PyFunction_New(code.as_ptr(), globals.as_ptr()))
    }
}

/// How much deeper an instruction leaves the stack, as the running interpreter's compiler reckons it.
/// `None` for an opcode that it does not know.
pub fn stack_effect(opcode: u8, oparg: u32, jumps: bool) -> Option<i32> {
    // SAFETY: a pure function of three numbers.
    let effect = unsafe { ffi::PyCompile_OpcodeStackEffectWithJump(opcode.into(), oparg as i32, jumps.into()) };
    // PY_INVALID_STACK_EFFECT.
    (effect != i32::MAX).then_some(effect)
}
