//! Reads one step from a live object (an item, an attribute, a cell), without Python code and errors, for guards.
//!
//! Every function takes live objects and returns objects that these keep alive. The GIL is held throughout. Where C
//! code may allocate, garbage collection is held off.

use std::os::raw::c_int;

use pyo3::ffi;

mod dicts;
mod sets;

pub use dicts::{Key, dict_entries, dict_item, dict_keys, dict_tag, dict_tag_place, finds_equals, orders_apart, sole_value};
pub use sets::{popped_next, set_entries, table_is_copied};

use super::collector::uncollected;
use super::layout::LAYOUT;
use super::memory::prefetch;
use super::{Object, Owned, item_classes, tensor, torch_state};

unsafe extern "C" {
    fn _PyType_Lookup(class: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject;
    fn PyMethod_Function(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
    fn PyMethod_Self(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
    static mut PyMethod_Type: ffi::PyTypeObject;
}

/// A borrowed result of a C function that never raises, or whose error the caller clears or ignores.
#[inline]
fn borrowed(pointer: *mut ffi::PyObject) -> Option<Object> {
    // SAFETY: by this module's contract the object that was read keeps the result alive.
    unsafe { Object::from_pointer(pointer) }
}

#[inline]
fn class_pointer(object: Object) -> *mut ffi::PyTypeObject {
    // SAFETY: a live object.
    unsafe { ffi::Py_TYPE(object.as_ptr()) }
}

/// The exact class, `ob_type`.
#[inline]
pub fn class_of(object: Object) -> Object {
    borrowed(class_pointer(object).cast()).expect("every object has a class")
}

/// Whether an object has this flag of `tp_flags` set in its class.
#[inline]
fn has_feature(object: Object, flag: std::os::raw::c_ulong) -> bool {
    // SAFETY: a live object's class is alive.
    unsafe { ffi::PyType_HasFeature(class_pointer(object), flag) != 0 }
}

pub fn is_class(object: Object) -> bool {
    has_feature(object, ffi::Py_TPFLAGS_TYPE_SUBCLASS)
}

pub fn is_list(object: Object) -> bool {
    has_feature(object, ffi::Py_TPFLAGS_LIST_SUBCLASS)
}

pub fn is_tuple(object: Object) -> bool {
    has_feature(object, ffi::Py_TPFLAGS_TUPLE_SUBCLASS)
}

pub fn is_dict(object: Object) -> bool {
    has_feature(object, ffi::Py_TPFLAGS_DICT_SUBCLASS)
}

/// Whether the class was made at run time (by a `class` statement): its instances may change class and
/// its slots may run Python code. `class` is a class.
pub fn is_heap_class(class: Object) -> bool {
    // SAFETY: callers pass classes alone.
    unsafe { ffi::PyType_HasFeature(class.as_ptr().cast(), ffi::Py_TPFLAGS_HEAPTYPE) != 0 }
}

/// Whether `x.__class__ = Other` is impossible for objects of exactly this class. It is possible between mutable
/// classes, and between classes of modules. `class` is a class.
pub fn is_class_of_instances_fixed(class: Object) -> bool {
    // SAFETY: callers pass classes alone.
    unsafe {
        ffi::PyType_HasFeature(class.as_ptr().cast(), ffi::Py_TPFLAGS_IMMUTABLETYPE) != 0
            && ffi::PyType_IsSubtype(class.as_ptr().cast(), &raw mut ffi::PyModule_Type) == 0
    }
}

/// Whether instances of this class are tuples. `class` is a class.
pub fn is_tuple_class(class: Object) -> bool {
    // SAFETY: callers pass classes alone.
    unsafe { ffi::PyType_HasFeature(class.as_ptr().cast(), ffi::Py_TPFLAGS_TUPLE_SUBCLASS) != 0 }
}

/// Whether instances of this class are tuples or lists. `class` is a class.
pub fn is_sequence_class(class: Object) -> bool {
    // SAFETY: callers pass classes alone.
    is_tuple_class(class) || unsafe { ffi::PyType_HasFeature(class.as_ptr().cast(), ffi::Py_TPFLAGS_LIST_SUBCLASS) != 0 }
}

/// Whether instances of this class are dicts. `class` is a class.
pub fn is_dict_class(class: Object) -> bool {
    // SAFETY: callers pass classes alone.
    unsafe { ffi::PyType_HasFeature(class.as_ptr().cast(), ffi::Py_TPFLAGS_DICT_SUBCLASS) != 0 }
}

/// The number of items of a builtin container or a subclass, read from memory; for other C classes the result of their
/// C `len`.
#[inline]
pub fn length(object: Object) -> Option<i64> {
    let pointer = object.as_ptr();
    // SAFETY: each struct is read only behind the flag or check that says the object has it.
    unsafe {
        if has_feature(object, ffi::Py_TPFLAGS_LIST_SUBCLASS | ffi::Py_TPFLAGS_TUPLE_SUBCLASS) {
            return Some(ffi::Py_SIZE(pointer) as i64);
        }
        if has_feature(object, ffi::Py_TPFLAGS_DICT_SUBCLASS) {
            return Some((*pointer.cast::<ffi::PyDictObject>()).ma_used as i64);
        }
        if has_feature(object, ffi::Py_TPFLAGS_UNICODE_SUBCLASS) {
            return Some(ffi::PyUnicode_GetLength(pointer) as i64);
        }
        if ffi::PyAnySet_Check(pointer) != 0 {
            return Some(ffi::PySet_Size(pointer) as i64);
        }
        if class_of(object).is_python_class() {
            return item_classes::length(object);
        }
        uncollected(|| {
            let length = ffi::PyObject_Size(pointer);
            if length < 0 {
                ffi::PyErr_Clear();
                return None;
            }
            Some(length as i64)
        })
    }
}

/// The n-th item of a list or tuple (or subclass), or of a container of [`item_classes`].
#[inline]
pub fn sequence_item(object: Object, index: usize) -> Option<Object> {
    let pointer = object.as_ptr();
    // SAFETY: the flag says which struct it is; the index is compared with its size.
    unsafe {
        if has_feature(object, ffi::Py_TPFLAGS_LIST_SUBCLASS) {
            if index >= ffi::Py_SIZE(pointer) as usize {
                return None;
            }
            return borrowed(ffi::PyList_GET_ITEM(pointer, index as isize));
        }
        if has_feature(object, ffi::Py_TPFLAGS_TUPLE_SUBCLASS) && index < ffi::Py_SIZE(pointer) as usize {
            return borrowed(ffi::PyTuple_GET_ITEM(pointer, index as isize));
        }
    }
    item_classes::item(object, index)
}

/// `Py_TPFLAGS_MANAGED_DICT`: CPython manages the dict of instances.
const MANAGED: std::os::raw::c_ulong = 1 << 4;

/// Where an instance has the pointer to its dict, in the object itself; `None` if it keeps none there.
#[inline]
pub fn instance_dict_slot(object: Object) -> Option<*const *mut ffi::PyObject> {
    if is_class(object) {
        return None;
    }
    let class = class_pointer(object);
    // SAFETY: the flags and the offset of the class say where an instance keeps its dict.
    unsafe {
        if ffi::PyType_HasFeature(class, MANAGED) != 0 {
            return Some(object.as_ptr().cast::<*mut ffi::PyObject>().sub(3));
        }
        ((*class).tp_dictoffset > 0).then(|| object.as_ptr().byte_add((*class).tp_dictoffset as usize).cast_const().cast())
    }
}

/// Whether an instance has a field for its dict, and no dict in it so far.
#[inline]
pub fn has_no_dict_yet(object: Object) -> bool {
    // SAFETY: the flags and the offset of the class say that the slot is the object's.
    unsafe {
        ffi::PyType_HasFeature(class_pointer(object), MANAGED) == 0
            && instance_dict_slot(object).is_some_and(|slot| (*slot).is_null())
    }
}

/// Prefetches the header of this object, which may be freed.
#[inline]
pub fn expect_soon(object: Option<Object>) {
    if let Some(object) = object {
        prefetch(std::ptr::without_provenance(object.address()));
    }
}

/// The `__dict__` of an instance (or module, class-like object with a dict slot), made if it is not
/// there yet; `None` for objects without one. A class's own dict is found as well.
#[inline]
pub fn instance_dict(object: Object) -> Option<Object> {
    if is_class(object) {
        return object.class_dict();
    }
    if let Some(slot) = instance_dict_slot(object) {
        // SAFETY: the slot is the object's. An odd word (3.12) points to inline values instead.
        let dict = unsafe { *slot };
        if !dict.is_null() && dict.addr() & 1 == 0 {
            return borrowed(dict);
        }
    }
    made_dict(object)
}

/// The dict of an instance that keeps its attributes inline so far. CPython makes it and keeps it.
#[cold]
fn made_dict(object: Object) -> Option<Object> {
    // SAFETY: a live object; the reference given back is one of at least two, the other is the instance's.
    unsafe {
        if (*class_pointer(object)).tp_dictoffset == 0 {
            return None;
        }
        let dict = uncollected(|| ffi::PyObject_GenericGetDict(object.as_ptr(), std::ptr::null_mut()));
        if dict.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        ffi::Py_DECREF(dict);
        borrowed(dict)
    }
}

/// What the class attribute lookup (the MRO, not the instance) finds; `None` if it finds nothing.
/// `class` is a class.
pub fn class_lookup(class: Object, name: Object) -> Option<Object> {
    // SAFETY: callers pass a class and a name; the class keeps what is found. No error is left behind.
    unsafe { borrowed(_PyType_Lookup(class.as_ptr().cast(), name.as_ptr())) }
}

/// What a class itself has under a name. `class` is a class.
pub fn own_attribute(class: Object, name: Object) -> Option<Object> {
    class.class_dict().and_then(|dict| dict.dict_get(name))
}

/// Makes CPython assign a version tag to a class without one, by looking a name up.
#[cold]
fn give_class_tag(class: Object) {
    // SAFETY: callers pass classes alone; those without this flag are not made by Python code, and have tags.
    unsafe {
        if is_heap_class(class)
            && let Some(name) = borrowed((*class.as_ptr().cast::<ffi::PyHeapTypeObject>()).ht_name)
        {
            class_lookup(class, name);
        }
    }
}

/// The version tag of a class: unique to the state of its whole MRO; 0 if it has none just now, or is no class.
#[inline]
pub fn class_tag(class: Object) -> u64 {
    if !is_class(class) {
        return 0;
    }
    let class: *mut ffi::PyTypeObject = class.as_ptr().cast();
    // SAFETY: a class.
    unsafe {
        let valid = LAYOUT.tags.class_flag.is_none_or(|flag| ffi::PyType_HasFeature(class, flag) != 0);
        if valid { u64::from((*class).tp_version_tag) } else { 0 }
    }
}

/// As [`class_tag`], assigning one if needed.
pub fn new_class_tag(class: Object) -> u64 {
    if class_tag(class) == 0 && is_class(class) {
        give_class_tag(class);
    }
    class_tag(class)
}

/// What a cell holds, if it holds anything.
#[inline]
pub fn cell_contents(cell: Object) -> Option<Object> {
    // SAFETY: checked to be a cell.
    unsafe {
        if class_pointer(cell) != &raw mut ffi::PyCell_Type {
            return None;
        }
        borrowed((*cell.as_ptr().cast::<ffi::PyCellObject>()).ob_ref)
    }
}

pub fn is_cell(object: Object) -> bool {
    class_pointer(object) == &raw mut ffi::PyCell_Type
}

/// A part of a Python function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionPart {
    Code,
    Globals,
    Defaults,
    KeywordDefaults,
    Closure,
}

#[inline]
pub fn function_part(function: Object, part: FunctionPart) -> Option<Object> {
    let pointer = function.as_ptr();
    // SAFETY: checked to be a function, whose parts these accessors lend.
    unsafe {
        if ffi::PyFunction_Check(pointer) == 0 {
            return None;
        }
        borrowed(match part {
            FunctionPart::Code => ffi::PyFunction_GetCode(pointer),
            FunctionPart::Globals => ffi::PyFunction_GetGlobals(pointer),
            FunctionPart::Defaults => ffi::PyFunction_GetDefaults(pointer),
            FunctionPart::KeywordDefaults => ffi::PyFunction_GetKwDefaults(pointer),
            FunctionPart::Closure => ffi::PyFunction_GetClosure(pointer),
        })
    }
}

/// `__func__` and `__self__` of a bound method.
pub fn method_function(method: Object) -> Option<Object> {
    // SAFETY: checked to be a bound method, which keeps its function alive.
    unsafe {
        if class_pointer(method) != &raw mut PyMethod_Type {
            return None;
        }
        borrowed(PyMethod_Function(method.as_ptr()))
    }
}

/// What a method is bound to, be it Python's or C's.
pub fn receiver(method: Object) -> Option<Object> {
    // SAFETY: checked to be a bound method, which keeps its receiver alive.
    unsafe {
        if class_pointer(method) != &raw mut PyMethod_Type {
            return method.builtin_self();
        }
        borrowed(PyMethod_Self(method.as_ptr()))
    }
}

/// What a weak reference refers to, while it is alive.
pub fn referent(reference: Object) -> Option<Object> {
    // SAFETY: checked to be a weak reference; of a live object it gives a new reference.
    unsafe {
        if ffi::PyWeakref_Check(reference.as_ptr()) == 0 {
            return None;
        }
        let mut target = std::ptr::null_mut();
        ffi::compat::PyWeakref_GetRef(reference.as_ptr(), &raw mut target);
        lent(target)
    }
}

/// The value of an attribute by the C base's lookup, ignoring overrides in Python. Calls descriptors of C types, so it
/// is for attributes that rules declare harmless. The object must hold the value, because the new reference is
/// released.
pub fn attribute(object: Object, name: Object) -> Option<Object> {
    let class = class_of(object);
    if class.is_python_class() && class_lookup(class, name).is_some_and(|found| !is_read_by_c(found)) {
        return None;
    }
    // A tensor would ask the `__torch_function__` of its class.
    let _plain = tensor::is_tensor(object).then(torch_state::WithoutOverrides::new);
    // SAFETY: a new reference; an error is cleared.
    unsafe { uncollected(|| lent(new_attribute(object, name))) }
}

/// Whether reading a class attribute runs no Python code: it is a C descriptor, or no descriptor at all.
fn is_read_by_c(found: Object) -> bool {
    let class = class_pointer(found);
    // SAFETY: a live object's class, and addresses of statics.
    unsafe {
        class == &raw mut ffi::PyGetSetDescr_Type || class == &raw mut ffi::PyMemberDescr_Type || (*class).tp_descr_get.is_none()
    }
}

/// The value of an attribute, which may run Python code. A new reference.
pub fn asked_attribute(object: &Owned, name: Object) -> Option<Owned> {
    // SAFETY: a new reference, or null with the error set, which is cleared.
    unsafe {
        let found = Owned::from_new(new_attribute(object.object(), name));
        if found.is_none() {
            ffi::PyErr_Clear();
        }
        found
    }
}

/// A new reference, or null with the error set.
pub fn new_attribute(object: Object, name: Object) -> *mut ffi::PyObject {
    // SAFETY: live objects, the second a text. A class in C, whose slot reads instances of subclasses too.
    unsafe {
        let mut class = ffi::Py_TYPE(object.as_ptr());
        while !(*class).tp_base.is_null() && Object::from_pointer(class.cast()).is_some_and(Object::is_python_class) {
            class = (*class).tp_base;
        }
        let read = (*class).tp_getattro.unwrap_or(ffi::PyObject_GenericGetAttr);
        read(object.as_ptr(), name.as_ptr())
    }
}

/// The address of the field of a member descriptor, if the field holds an object, and the object that stands for an
/// empty field.
#[inline]
pub fn slot_place(object: Object, descriptor: Object) -> Option<(*const *mut ffi::PyObject, Option<Object>)> {
    #[allow(deprecated)]
    const NONE_IF_EMPTY: c_int = ffi::structmember::T_OBJECT;
    // SAFETY: the class of the descriptor tells its struct; the field is the object's, which is of the class described.
    unsafe {
        if class_pointer(descriptor) != &raw mut ffi::PyMemberDescr_Type {
            return None;
        }
        let descriptor = descriptor.as_ptr().cast::<ffi::PyMemberDescrObject>();
        let member = (*descriptor).d_member;
        let empty = match (*member).type_code {
            NONE_IF_EMPTY => Some(none()),
            ffi::structmember::T_OBJECT_EX => None,
            _ => return None,
        };
        if ffi::PyObject_TypeCheck(object.as_ptr(), (*descriptor).d_common.d_type) == 0 {
            return None;
        }
        Some((object.as_ptr().byte_offset((*member).offset).cast_const().cast(), empty))
    }
}

/// Whether nothing is stored in the place that a member descriptor describes, so that reading it raises.
pub fn slot_is_empty(object: Object, descriptor: Object) -> bool {
    // SAFETY: a field of the object's, which is null where nothing was stored.
    slot_place(object, descriptor).is_some_and(|(place, empty)| empty.is_none() && unsafe { (*place).is_null() })
}

/// The value of a slot of a C class by its descriptor. As with [`attribute`], the object must keep it.
pub fn slot(object: Object, descriptor: Object) -> Option<Object> {
    if let Some((place, empty)) = slot_place(object, descriptor) {
        // SAFETY: a field of the object's, which is null where nothing was stored.
        return borrowed(unsafe { *place }).or(empty);
    }
    let class = class_pointer(descriptor);
    // SAFETY: `tp_descr_get` of a descriptor takes the object and its class; member and getset
    // descriptors are C code and check that the object is theirs.
    unsafe {
        let get = (*class).tp_descr_get?;
        uncollected(|| lent(get(descriptor.as_ptr(), object.as_ptr(), class_pointer(object).cast())))
    }
}

/// Releases a new reference to an object that somebody else holds too.
///
/// # Safety
/// `pointer` is a new reference, or null with the error set.
unsafe fn lent(pointer: *mut ffi::PyObject) -> Option<Object> {
    // SAFETY: as the caller promises; an object with no other reference is dropped and reported as absent.
    unsafe {
        if pointer.is_null() {
            ffi::PyErr_Clear();
            return None;
        }
        let shared = ffi::Py_REFCNT(pointer) > 1;
        ffi::Py_DECREF(pointer);
        if shared { borrowed(pointer) } else { None }
    }
}

/// A Python int as a machine integer; `None` for other classes (`bool` counts as an int) and huge values.
#[inline]
pub fn integer(object: Object) -> Option<i64> {
    let mut overflow = 0;
    // SAFETY: the flag says that it is an int, so that no `__index__` is asked.
    unsafe {
        if !has_feature(object, ffi::Py_TPFLAGS_LONG_SUBCLASS) {
            return None;
        }
        let value = ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &mut overflow);
        (overflow == 0).then_some(value)
    }
}

/// The same of an int of no other class.
#[inline]
pub fn exact_integer(object: Object) -> Option<i64> {
    // SAFETY: a live object.
    if unsafe { ffi::PyLong_CheckExact(object.as_ptr()) } != 0 { integer(object) } else { None }
}

/// `None`, as the object of observations that ignore it.
pub fn none() -> Object {
    // SAFETY: the address of a static.
    borrowed(unsafe { ffi::Py_None() }).expect("None exists")
}
