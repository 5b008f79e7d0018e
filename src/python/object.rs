//! A borrowed pointer to a Python object, and what can be read of any object without running user code.
//!
//! The invariant of the whole folder, on which its `unsafe` blocks rest: **whoever holds an [`Object`] holds
//! it while something keeps the Python object alive, and uses it with the GIL held.** The functions of
//! `Object` are safe to call under that invariant, and [`Object::as_ptr`], by which all of them go, checks what can be
//! checked of it in debug builds. Unless their comment says otherwise they run no Python code: they read memory, or call
//! C functions of CPython that do no more than that.
//!
//! Who keeps an object alive beyond a call:
//!
//! | objects of | are kept by |
//! | --- | --- |
//! | a trace: values, sources, facts, the graph | its [`Keeper`](super::Keeper) |
//! | the rules: roles, paths, callees, names | the library's keeper, for ever |
//! | decoded code: names, constants, variables | the code object; a trace keeps that, tables forget it at its end |
//! | a class that something was found out about | nothing: a [`WeakTable`](super::WeakTable) forgets it at its end |
//! | guards: facts, keys, parameters, held roots | a [`GuardKeeper`](super::GuardKeeper), or nobody but the program: at their end the entry is retired, and not read any more |
//! | the slots of a guard program | what the check went through; good until Python code runs |
//! | words and watched dicts of a settled program | the words before them, which are compared first |
//! | compiled code and its constants | the cache entry |
//! | torch's classes, dtypes, devices | a reference that is never given back |

use std::fmt;
use std::ptr::NonNull;

use pyo3::ffi;
use pyo3::prelude::*;

use super::Owned;

/// A pointer to a Python object that somebody else keeps alive: the trace's keeper while tracing, the
/// cache entry afterwards. Equality is identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(transparent)]
pub struct Object(NonNull<ffi::PyObject>);

impl Object {
    /// Calls it with the items of a tuple.
    pub fn call(self, arguments: Object) -> PyResult<Owned> {
        // SAFETY: two objects; what comes back is a new reference, or null with an exception set.
        unsafe { Owned::from_result(ffi::PyObject_CallObject(self.as_ptr(), arguments.as_ptr())) }
    }

    /// Calls it with arguments, a tuple, the last of which have these names, a tuple.
    pub fn call_named(self, arguments: Object, names: Object) -> PyResult<Owned> {
        let pointers: Vec<_> = arguments.items().iter().map(|argument| argument.as_ptr()).collect();
        let positional = pointers.len().saturating_sub(names.sequence_len().unwrap_or(0));
        // SAFETY: the tuples keep their items; what comes back is a new reference, or null with an exception set.
        unsafe { Owned::from_result(ffi::PyObject_Vectorcall(self.as_ptr(), pointers.as_ptr(), positional, names.as_ptr())) }
    }

    /// # Safety
    /// `pointer` is null or a live object that outlives every use of the result.
    pub unsafe fn from_pointer(pointer: *mut ffi::PyObject) -> Option<Object> {
        NonNull::new(pointer).map(Object)
    }

    /// Borrows; the caller keeps the object alive elsewhere.
    pub fn from_bound(object: &Bound<'_, PyAny>) -> Object {
        // SAFETY: a `Bound` is never null; the invariant of this module makes its holder keep it alive.
        unsafe { Object(NonNull::new_unchecked(object.as_ptr())) }
    }

    #[inline]
    pub fn as_ptr(self) -> *mut ffi::PyObject {
        #[cfg(debug_assertions)]
        self.check();
        self.0.as_ptr()
    }

    /// Checks the module's invariant as far as possible: a freed object whose memory is not reused has no references.
    #[cfg(debug_assertions)]
    fn check(self) {
        assert!(super::gil::is_held(), "an object is used without the GIL");
        // SAFETY: by the invariant a live object, which is what this is to find out.
        let count = unsafe { ffi::Py_REFCNT(self.0.as_ptr()) };
        assert!(count > 0, "an object is used after its end");
    }

    /// The address alone, which may be that of an object that is gone.
    pub fn address(self) -> usize {
        self.0.as_ptr().addr()
    }

    /// Whether nothing refers to it any more, while weak references are told of its end.
    pub fn is_ending(self) -> bool {
        // SAFETY: its memory is there until they have been told.
        unsafe { ffi::Py_REFCNT(self.0.as_ptr()) == 0 }
    }

    /// A counted reference for pyo3's interfaces.
    pub fn bound(self, python: Python<'_>) -> Bound<'_, PyAny> {
        // SAFETY: the object is alive.
        unsafe { Bound::from_borrowed_ptr(python, self.as_ptr()) }
    }

    // ------------------------------------------------------------ class

    /// `type(self)`: the class in the object's header, not `__class__`.
    #[inline]
    pub fn class(self) -> Object {
        // SAFETY: every live object has a class, which lives as long as it.
        unsafe { Object(NonNull::new_unchecked(ffi::Py_TYPE(self.as_ptr()).cast())) }
    }

    /// Whether the class is exactly this one.
    #[inline]
    pub fn is_exact(self, class: Object) -> bool {
        self.class() == class
    }

    /// Whether the class is this one or inherits from it by MRO; no `__instancecheck__`.
    pub fn is_instance(self, class: Object) -> bool {
        self.class().is_subclass(class)
    }

    /// Whether this class is that one or inherits from it by MRO; no `__subclasscheck__`. False unless both
    /// are classes.
    pub fn is_subclass(self, class: Object) -> bool {
        // SAFETY: both were checked to be classes, whose MRO is a tuple.
        self.is_class() && class.is_class() && unsafe { ffi::PyType_IsSubtype(self.as_ptr().cast(), class.as_ptr().cast()) != 0 }
    }

    pub fn is_none(self) -> bool {
        // SAFETY: the address of a static.
        self.as_ptr() == unsafe { ffi::Py_None() }
    }

    // ------------------------------------------------------------ text for messages

    /// A short `repr` for messages, without running Python code: constants as Python prints them, anything
    /// else as its type and name.
    pub fn short_repr(self) -> String {
        if self.is_plain_constant() && self.is_written_by_c() {
            // `repr` of these constants is C code of CPython alone.
            match Python::attach(|python| self.bound(python).repr().map(|text| text.to_string())) {
                Ok(text) => return text,
                Err(error) => super::interruption::hold(error),
            }
        }
        let kind = self.class().qualified_class_name();
        if self.is_class() {
            return format!("<class '{}'>", self.qualified_class_name());
        }
        match self.own_name() {
            Some(name) => format!("<{kind} {name}>"),
            None => format!("<{kind} object>"),
        }
    }

    /// Whether `repr` of this plain constant runs no Python code. From 3.12 on that of an int of many digits does (`_pylong`).
    fn is_written_by_c(self) -> bool {
        if self.is_exact_tuple() {
            return self.items().into_iter().all(Object::is_written_by_c);
        }
        !self.is_huge_int()
    }

    /// The text of a `str` object; empty for any other. Lone surrogates are escaped.
    pub fn text(self) -> String {
        if let Some(text) = self.as_str() {
            return text.to_owned();
        }
        if !self.is_str() {
            return String::new();
        }
        // SAFETY: a `str` is encoded by C code; "backslashreplace" is built in.
        let bytes = unsafe {
            let bytes = ffi::PyUnicode_AsEncodedString(self.as_ptr(), c"utf-8".as_ptr(), c"backslashreplace".as_ptr());
            if bytes.is_null() {
                ffi::PyErr_Clear();
            }
            super::Owned::from_new(bytes)
        };
        bytes.and_then(|b| b.object().as_bytes().map(|b| String::from_utf8_lossy(b).into_owned())).unwrap_or_default()
    }

    /// The `__name__` of a descriptor, function, class or module; its short repr for any other.
    pub fn name_text(self) -> String {
        self.own_name().unwrap_or_else(|| self.short_repr())
    }

    fn own_name(self) -> Option<String> {
        if self.is_class() {
            return Some(self.class_name());
        }
        if let Some(function) = self.as_function() {
            return Some(function.qualname().text());
        }
        if let Some(method) = self.as_method() {
            return method.function().own_name();
        }
        self.c_name().or_else(|| self.module_name())
    }
}

impl fmt::Debug for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.short_repr())
    }
}
