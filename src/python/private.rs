//! Functions that CPython exports and pyo3 does not declare.

use std::ffi::c_int;

use pyo3::ffi::{Py_hash_t, Py_ssize_t, PyObject, PyThreadState, PyTypeObject};

use super::frame::RawFrame;

unsafe extern "C" {
    pub static mut PyInstanceMethod_Type: PyTypeObject;
    pub fn PyInstanceMethod_Function(method: *mut PyObject) -> *mut PyObject;
    pub fn _PyEval_EvalFrameDefault(thread: *mut PyThreadState, frame: *mut RawFrame, throw: c_int) -> *mut PyObject;
    pub fn _PyType_Lookup(class: *mut PyTypeObject, name: *mut PyObject) -> *mut PyObject;
    pub fn _PyObject_GetDictPtr(object: *mut PyObject) -> *mut *mut PyObject;
    pub fn _PySet_NextEntry(
        set: *mut PyObject,
        position: *mut Py_ssize_t,
        key: *mut *mut PyObject,
        hash: *mut Py_hash_t,
    ) -> c_int;
    pub static mut PyMethod_Type: PyTypeObject;
    pub fn PyMethod_New(function: *mut PyObject, receiver: *mut PyObject) -> *mut PyObject;
    pub fn PyMethod_Function(method: *mut PyObject) -> *mut PyObject;
    pub fn PyMethod_Self(method: *mut PyObject) -> *mut PyObject;
    pub fn PyCode_GetCode(code: *mut PyObject) -> *mut PyObject;
}
