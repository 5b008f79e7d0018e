//! The two callables that Python sees: [`CompiledFunction`](make_compiled) and [`Disabled`](make_disabled).
//!
//! Both are vectorcall objects over one struct: they set what the hook does on this thread, call the function, and
//! put it back.

use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::offset_of;
use std::ptr;

use pyo3::exceptions::PyTypeError;
use pyo3::ffi::{self, PyMemberDef, PyMethodDef, PyMethodDefPointer, PyObject, visitproc};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::class_spec::{self, END_OF_MEMBERS, offset_member, slot};
use super::gil::UnderGil;
use super::region::{self, ContextId, Off, Subject};
use super::{Object, Owned, Result, fetch_error, owner};

#[repr(C)]
struct Callable {
    base: PyObject,
    vectorcall: Option<ffi::vectorcallfunc>,
    function: *mut PyObject,
    /// Kept alive: the context object, and the owner of its entries.
    context_object: *mut PyObject,
    entries: *mut PyObject,
    dict: *mut PyObject,
    weak_references: *mut PyObject,
    context: ContextId,
    subject: Subject,
}

struct Classes {
    compiled: Cell<*mut ffi::PyTypeObject>,
    disabled: Cell<*mut ffi::PyTypeObject>,
}

static CLASSES: UnderGil<Classes> =
    UnderGil::new(Classes { compiled: Cell::new(ptr::null_mut()), disabled: Cell::new(ptr::null_mut()) });

/// Makes the two classes and puts them into the module.
pub(super) fn add_classes(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let python = module.py();
    let compiled = make_class(
        c"alternator._engine.CompiledFunction",
        c"CompiledFunction(function, context_id, context=None, of=None)\n--\n\nCalls `function` with its frames compiled \
          under a context.\n\nBinds like a function when it is found on a class, which is `of`; `__wrapped__` is the function.",
        new_compiled,
        Some(bind),
    )?;
    let disabled = make_class(
        c"alternator._engine.Disabled",
        c"Disabled(function, name=None)\n--\n\nCalls `function` with every frame below it left alone.",
        new_disabled,
        None,
    )?;
    let classes = CLASSES.get();
    classes.compiled.set(compiled);
    classes.disabled.set(disabled);
    for class in [compiled, disabled] {
        // SAFETY: a class that lives as long as the process.
        let class = unsafe { Bound::from_borrowed_ptr(python, class.cast()) };
        module.add(class.getattr("__name__")?.cast_into::<PyString>()?, class)?;
    }
    Ok(())
}

/// `CompiledFunction(function, context_id, context, of)`.
pub fn make_compiled(function: Object, context: ContextId, context_object: Option<Object>, of: Option<Object>) -> Result<Owned> {
    let entries = owner::of_context(context)?;
    let (plain, receiver) = match function.as_method() {
        Some(method) => (method.function(), Some(method.receiver().class())),
        None => (function, None),
    };
    if let Some(plain) = plain.as_function() {
        super::cache::ask_for(plain.code())?;
    }
    // Functions made by one `def` differ in what they close over, and each has a limit of its own.
    let closure = plain.as_function().and_then(|function| function.closure()).map(|_| plain);
    let callable = allocate(CLASSES.get().compiled.get(), function, call_compiled)?;
    // SAFETY: `allocate` gave an object of this struct; it takes counted references.
    unsafe {
        let raw = callable.as_ptr().cast::<Callable>();
        (*raw).context = context;
        (*raw).subject = of.or(receiver).or(closure).map_or(Subject::NONE, Subject::of);
        (*raw).entries = entries.into_ptr();
        (*raw).context_object = context_object.map_or(ptr::null_mut(), |object| Owned::new(object).into_ptr());
    }
    Ok(callable)
}

/// `Disabled(function, name)`.
pub fn make_disabled(function: Object) -> Result<Owned> {
    allocate(CLASSES.get().disabled.get(), function, call_disabled)
}

// ---------------------------------------------------------------- calls

unsafe extern "C" fn call_compiled(
    callable: *mut PyObject,
    arguments: *const *mut PyObject,
    count: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: the caller holds the callable, which holds its function, through the call.
    unsafe {
        let raw = callable.cast::<Callable>();
        let token = region::enter((*raw).context);
        region::expect_outermost((*raw).subject);
        let result = ffi::PyObject_Vectorcall((*raw).function, arguments, count, keywords);
        region::leave(token);
        result
    }
}

unsafe extern "C" fn call_disabled(
    callable: *mut PyObject,
    arguments: *const *mut PyObject,
    count: usize,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        let _off = Off::new();
        ffi::PyObject_Vectorcall((*callable.cast::<Callable>()).function, arguments, count, keywords)
    }
}

unsafe extern "C" fn bind(callable: *mut PyObject, instance: *mut PyObject, _class: *mut PyObject) -> *mut PyObject {
    // SAFETY: live objects; found on the class itself there is no instance to bind.
    unsafe {
        if instance.is_null() || instance == ffi::Py_None() {
            return ffi::Py_NewRef(callable);
        }
        super::private::PyMethod_New(callable, instance)
    }
}

// ---------------------------------------------------------------- construction

fn class_part(object: Option<Object>) -> Result<Option<Object>> {
    if object.is_some_and(|object| !object.is_class()) {
        return Err(PyTypeError::new_err("'of' must be a class or None"));
    }
    Ok(object)
}

unsafe extern "C" fn new_compiled(
    _class: *mut ffi::PyTypeObject,
    arguments: *mut PyObject,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: CPython calls `tp_new` with a tuple, and a dict or null.
    unsafe {
        construct(arguments, keywords, &["function", "context_id", "context", "of"], |python, parts| {
            let context = parts[1].as_ref().ok_or_else(|| PyTypeError::new_err("missing argument 'context_id'"))?;
            let given = |part: usize| parts[part].as_ref().filter(|object| !object.is_none()).map(Object::from_bound);
            let callable =
                make_compiled(callable_part(parts)?, context.extract::<ContextId>()?, given(2), class_part(given(3))?)?;
            describe(python, &callable)?;
            Ok(callable)
        })
    }
}

unsafe extern "C" fn new_disabled(
    _class: *mut ffi::PyTypeObject,
    arguments: *mut PyObject,
    keywords: *mut PyObject,
) -> *mut PyObject {
    // SAFETY: as above.
    unsafe {
        construct(arguments, keywords, &["function", "name"], |python, parts| {
            let callable = make_disabled(callable_part(parts)?)?;
            describe(python, &callable)?;
            if let Some(name) = parts[1].as_ref().filter(|name| !name.is_none()) {
                let callable = callable.object().bound(python);
                callable.setattr("__name__", name)?;
                callable.setattr("__qualname__", name)?;
            }
            Ok(callable)
        })
    }
}

/// Sorts positional and keyword arguments into `names`, and runs `make` on them.
unsafe fn construct(
    arguments: *mut PyObject,
    keywords: *mut PyObject,
    names: &[&str],
    make: impl FnOnce(Python<'_>, &[Option<Bound<'_, PyAny>>]) -> PyResult<Owned>,
) -> *mut PyObject {
    Python::attach(|python| {
        let made = (|| {
            // SAFETY: as the caller promises.
            let arguments = unsafe { Bound::from_borrowed_ptr(python, arguments) }.cast_into::<PyTuple>()?;
            // SAFETY: as the caller promises.
            let keywords = unsafe { Bound::from_borrowed_ptr_or_opt(python, keywords) };
            if arguments.len() > names.len() {
                return Err(PyTypeError::new_err(format!("at most {} arguments were expected", names.len())));
            }
            let mut parts: Vec<Option<Bound<'_, PyAny>>> = arguments.iter().map(Some).collect();
            parts.resize(names.len(), None);
            if let Some(keywords) = keywords {
                for (key, value) in keywords.cast_into::<PyDict>()?.iter() {
                    let key = key.extract::<String>()?;
                    match names.iter().position(|name| *name == key) {
                        Some(i) if parts[i].is_none() => parts[i] = Some(value),
                        Some(_) => return Err(PyTypeError::new_err(format!("argument '{key}' is given twice"))),
                        None => return Err(PyTypeError::new_err(format!("there is no argument '{key}'"))),
                    }
                }
            }
            make(python, &parts)
        })();
        match made {
            Ok(made) => made.into_ptr(),
            Err(error) => {
                error.restore(python);
                ptr::null_mut()
            }
        }
    })
}

fn callable_part(parts: &[Option<Bound<'_, PyAny>>]) -> PyResult<Object> {
    let function = parts[0].as_ref().ok_or_else(|| PyTypeError::new_err("missing argument 'function'"))?;
    if !function.is_callable() {
        return Err(PyTypeError::new_err(format!("{} is not callable", function.repr()?)));
    }
    Ok(Object::from_bound(function))
}

/// Gives the callable name, documentation and attributes of what it wraps, as `functools.update_wrapper` does.
fn describe(python: Python<'_>, callable: &Owned) -> PyResult<()> {
    // SAFETY: `allocate` made it.
    let function = unsafe { Bound::from_borrowed_ptr(python, (*callable.as_ptr().cast::<Callable>()).function) };
    let callable = callable.object().bound(python);
    let attributes = callable.getattr("__dict__")?.cast_into::<PyDict>()?;
    for name in super::import(python, "functools")?.getattr("WRAPPER_ASSIGNMENTS")?.try_iter()? {
        let name = name?.cast_into::<PyString>()?;
        if let Some(value) = function.getattr_opt(&name)? {
            attributes.set_item(name, value)?;
        }
    }
    // The attributes of an instance with `__call__` are its state, not descriptions of the call.
    let describes = Object::from_bound(&function);
    let describes = describes.as_method().map_or(describes, |method| method.function());
    if describes.as_function().is_some()
        && let Ok(own) = function.getattr("__dict__")
    {
        attributes.update(own.cast::<pyo3::types::PyMapping>()?)?;
    }
    attributes.set_item("__wrapped__", function)
}

fn allocate(class: *mut ffi::PyTypeObject, function: Object, call: ffi::vectorcallfunc) -> Result<Owned> {
    if class.is_null() {
        return Err(PyTypeError::new_err("the engine's module is not initialised"));
    }
    // SAFETY: the class's allocator gives a zeroed object of our struct.
    unsafe {
        let callable = ffi::PyType_GenericAlloc(class, 0);
        if callable.is_null() {
            return Err(fetch_error());
        }
        let raw = callable.cast::<Callable>();
        (*raw).vectorcall = Some(call);
        (*raw).function = Owned::new(function).into_ptr();
        Owned::from_result(callable)
    }
}

// ---------------------------------------------------------------- the classes

static MEMBERS: UnderGil<[PyMemberDef; 4]> = UnderGil::new([
    offset_member(c"__vectorcalloffset__", offset_of!(Callable, vectorcall)),
    offset_member(c"__dictoffset__", offset_of!(Callable, dict)),
    offset_member(c"__weaklistoffset__", offset_of!(Callable, weak_references)),
    END_OF_MEMBERS,
]);

static METHODS: UnderGil<[PyMethodDef; 4]> = UnderGil::new([
    method(c"__copy__", itself, ffi::METH_NOARGS),
    method(c"__deepcopy__", itself, ffi::METH_O),
    method(c"__reduce__", qualified_name, ffi::METH_NOARGS),
    PyMethodDef::zeroed(),
]);

const DICT: ffi::PyGetSetDef = ffi::PyGetSetDef {
    name: c"__dict__".as_ptr(),
    get: Some(ffi::PyObject_GenericGetDict),
    set: Some(ffi::PyObject_GenericSetDict),
    doc: ptr::null(),
    closure: ptr::null_mut(),
};

const END_OF_GETSET: ffi::PyGetSetDef =
    ffi::PyGetSetDef { name: ptr::null(), get: None, set: None, doc: ptr::null(), closure: ptr::null_mut() };

static GETSET: UnderGil<[ffi::PyGetSetDef; 2]> = UnderGil::new([DICT, END_OF_GETSET]);

/// A compiled function is a function for `isinstance` and `inspect`, with the parts of the one that it calls.
static FUNCTION_GETSET: UnderGil<[ffi::PyGetSetDef; 9]> = UnderGil::new([
    DICT,
    part(c"__class__"),
    part(c"__code__"),
    part(c"__globals__"),
    part(c"__defaults__"),
    part(c"__kwdefaults__"),
    part(c"__closure__"),
    // Decorators copy them, but not from CPython 3.14 on, where a function makes them when they are first asked for.
    ffi::PyGetSetDef { get: Some(annotations), set: Some(set_annotations), ..part(c"__annotations__") },
    END_OF_GETSET,
]);

const fn part(name: &'static std::ffi::CStr) -> ffi::PyGetSetDef {
    let closure = name.as_ptr().cast_mut().cast();
    ffi::PyGetSetDef { name: name.as_ptr(), get: Some(part_of_function), set: None, doc: ptr::null(), closure }
}

/// The attribute of the plain function under a compiled one, by the name that the getter was made with.
unsafe extern "C" fn part_of_function(callable: *mut PyObject, name: *mut c_void) -> *mut PyObject {
    // SAFETY: a living callable, and a static C string.
    unsafe {
        let function = Object::from_pointer((*callable.cast::<Callable>()).function);
        let plain = function.map(|function| function.as_method().map_or(function, |method| method.function()));
        let Some(plain) = plain else { return ffi::Py_NewRef(ffi::Py_None()) };
        ffi::PyObject_GetAttrString(plain.as_ptr(), name.cast_const().cast())
    }
}

/// Those in the callable's `__dict__`, or else the function's.
unsafe extern "C" fn annotations(callable: *mut PyObject, name: *mut c_void) -> *mut PyObject {
    // SAFETY: a living callable, which has a dict, and a static C string.
    unsafe {
        let dict = ffi::PyObject_GenericGetDict(callable, ptr::null_mut());
        if dict.is_null() {
            return ptr::null_mut();
        }
        let own = ffi::PyDict_GetItemString(dict, name.cast_const().cast());
        ffi::Py_XINCREF(own);
        ffi::Py_DECREF(dict);
        if own.is_null() { part_of_function(callable, name) } else { own }
    }
}

unsafe extern "C" fn set_annotations(callable: *mut PyObject, value: *mut PyObject, name: *mut c_void) -> c_int {
    // SAFETY: as above; `value` is null if the attribute is to be deleted.
    unsafe {
        let dict = ffi::PyObject_GenericGetDict(callable, ptr::null_mut());
        if dict.is_null() {
            return -1;
        }
        let done = match value.is_null() {
            true => ffi::PyDict_DelItemString(dict, name.cast_const().cast()),
            false => ffi::PyDict_SetItemString(dict, name.cast_const().cast(), value),
        };
        ffi::Py_DECREF(dict);
        done
    }
}

const fn method(name: &'static std::ffi::CStr, function: ffi::PyCFunction, flags: c_int) -> PyMethodDef {
    PyMethodDef {
        ml_name: name.as_ptr(),
        ml_meth: PyMethodDefPointer { PyCFunction: function },
        ml_flags: flags,
        ml_doc: ptr::null(),
    }
}

fn make_class(
    name: &'static std::ffi::CStr,
    doc: &'static std::ffi::CStr,
    new: ffi::newfunc,
    bind: Option<ffi::descrgetfunc>,
) -> Result<*mut ffi::PyTypeObject> {
    let mut flags = ffi::Py_TPFLAGS_DEFAULT | ffi::Py_TPFLAGS_HAVE_GC | ffi::Py_TPFLAGS_HAVE_VECTORCALL;
    let mut slots = vec![
        slot(ffi::Py_tp_new, new as *mut c_void),
        slot(ffi::Py_tp_call, ffi::PyVectorcall_Call as *const () as *mut c_void),
        slot(ffi::Py_tp_doc, doc.as_ptr().cast_mut().cast()),
        slot(ffi::Py_tp_repr, repr as *mut c_void),
        slot(ffi::Py_tp_traverse, traverse as *mut c_void),
        slot(ffi::Py_tp_clear, clear as *mut c_void),
        slot(ffi::Py_tp_dealloc, dealloc as *mut c_void),
        slot(ffi::Py_tp_members, ptr::from_ref(MEMBERS.get()).cast_mut().cast()),
        slot(ffi::Py_tp_methods, ptr::from_ref(METHODS.get()).cast_mut().cast()),
    ];
    let getset: *const ffi::PyGetSetDef = match bind {
        Some(_) => ptr::from_ref(FUNCTION_GETSET.get()).cast(),
        None => ptr::from_ref(GETSET.get()).cast(),
    };
    slots.push(slot(ffi::Py_tp_getset, getset.cast_mut().cast()));
    if let Some(bind) = bind {
        // `instance.name(…)` may call it with the instance in front instead of binding first.
        flags |= ffi::Py_TPFLAGS_METHOD_DESCRIPTOR;
        slots.push(slot(ffi::Py_tp_descr_get, bind as *mut c_void));
    }
    class_spec::make(name, size_of::<Callable>(), flags, &mut slots)
}

unsafe extern "C" fn repr(callable: *mut PyObject) -> *mut PyObject {
    Python::attach(|python| {
        // SAFETY: a living callable.
        let callable = unsafe { Bound::from_borrowed_ptr(python, callable) };
        let class = Object::from_bound(&callable).class().class_name();
        let name = callable.getattr("__qualname__").and_then(|name| name.extract::<String>());
        let name = name.unwrap_or_else(|_| "?".to_owned());
        let text = format!("<{class} {name} at {:p}>", callable.as_ptr());
        match Owned::str(&text) {
            Ok(text) => text.into_ptr(),
            Err(error) => {
                error.restore(python);
                ptr::null_mut()
            }
        }
    })
}

/// Copied and deep-copied, a function is itself.
unsafe extern "C" fn itself(callable: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object.
    unsafe { ffi::Py_NewRef(callable) }
}

/// Pickled, a function is its name.
unsafe extern "C" fn qualified_name(callable: *mut PyObject, _: *mut PyObject) -> *mut PyObject {
    // SAFETY: a living object and a C string.
    unsafe { ffi::PyObject_GetAttrString(callable, c"__qualname__".as_ptr()) }
}

unsafe extern "C" fn traverse(callable: *mut PyObject, visit: visitproc, argument: *mut c_void) -> c_int {
    // SAFETY: CPython's collector calls with a living callable.
    unsafe {
        let raw = callable.cast::<Callable>();
        let class: *mut PyObject = ffi::Py_TYPE(callable).cast();
        for object in [class, (*raw).function, (*raw).context_object, (*raw).entries, (*raw).dict] {
            if !object.is_null() {
                let stopped = visit(object, argument);
                if stopped != 0 {
                    return stopped;
                }
            }
        }
        0
    }
}

unsafe extern "C" fn clear(callable: *mut PyObject) -> c_int {
    // SAFETY: a living callable that is part of a dead cycle. A call of it from a destructor would find no function,
    // so None stands in its place.
    unsafe {
        let raw = callable.cast::<Callable>();
        let function = ptr::replace(&raw mut (*raw).function, ffi::Py_NewRef(ffi::Py_None()));
        let rest = [
            function,
            ptr::replace(&raw mut (*raw).context_object, ptr::null_mut()),
            ptr::replace(&raw mut (*raw).entries, ptr::null_mut()),
            ptr::replace(&raw mut (*raw).dict, ptr::null_mut()),
        ];
        rest.into_iter().for_each(|object| ffi::Py_XDECREF(object));
    }
    0
}

unsafe extern "C" fn dealloc(callable: *mut PyObject) {
    // SAFETY: the last reference is gone; each field is a counted reference or null.
    unsafe {
        ffi::PyObject_GC_UnTrack(callable.cast());
        let raw = callable.cast::<Callable>();
        if !(*raw).weak_references.is_null() {
            ffi::PyObject_ClearWeakRefs(callable);
        }
        for object in [(*raw).function, (*raw).context_object, (*raw).entries, (*raw).dict] {
            ffi::Py_XDECREF(object);
        }
        class_spec::free(callable);
    }
}
