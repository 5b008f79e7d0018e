//! Reads one step from a live object (an item, an attribute, a cell), without Python code and errors, for guards.
//!
//! Every function takes live objects and returns objects that these keep alive. The GIL is held throughout. Where C
//! code may allocate, garbage collection is held off.

use std::os::raw::c_int;

use pyo3::ffi;

use super::collector::uncollected;
use super::constant::DEEPEST_CONSTANT;
use super::dict::Lookup;
use super::layout::LAYOUT;
use super::memory::prefetch;
use super::{Object, Owned, item_classes, tensor, torch_state};

unsafe extern "C" {
    fn _PyDict_GetItem_KnownHash(dict: *mut ffi::PyObject, key: *mut ffi::PyObject, hash: ffi::Py_hash_t) -> *mut ffi::PyObject;
    fn _PyType_Lookup(class: *mut ffi::PyTypeObject, name: *mut ffi::PyObject) -> *mut ffi::PyObject;
    fn _PySet_NextEntry(
        set: *mut ffi::PyObject,
        position: *mut ffi::Py_ssize_t,
        key: *mut *mut ffi::PyObject,
        hash: *mut ffi::Py_hash_t,
    ) -> c_int;
    fn PyMethod_Function(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
    fn PyMethod_Self(method: *mut ffi::PyObject) -> *mut ffi::PyObject;
    static mut PyMethod_Type: ffi::PyTypeObject;
    static mut PyODict_Type: ffi::PyTypeObject;
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

/// A key of a dict or set with what it takes to find it without running `__hash__`.
#[derive(Debug, Clone, Copy)]
pub struct Key {
    pub object: Object,
    /// `None` for keys whose hash may run Python code: they are found by identity.
    hash: Option<ffi::Py_hash_t>,
}

impl Key {
    pub fn new(object: Object) -> Key {
        Key { object, hash: native_hash(object) }
    }

    pub fn hash(&self) -> Option<ffi::Py_hash_t> {
        self.hash
    }
}

/// The hash of an object, if C code alone computes it.
fn native_hash(object: Object) -> Option<ffi::Py_hash_t> {
    native_hash_within(object, DEEPEST_CONSTANT)
}

fn native_hash_within(object: Object, depth: usize) -> Option<ffi::Py_hash_t> {
    let depth = depth.checked_sub(1)?;
    if let Some(hash) = object.plain_hash() {
        return Some(hash);
    }
    // SAFETY: address of a static, and reads of a live object's class.
    let knows_itself = unsafe {
        !has_feature(object, ffi::Py_TPFLAGS_HAVE_GC)
            || ffi::PyCFunction_Check(object.as_ptr()) != 0
            || ffi::PyFrozenSet_CheckExact(object.as_ptr()) != 0
                && set_entries(object).all(|(item, _)| native_hash_within(item, depth).is_some())
    };
    let items = || (0..length(object).unwrap_or(0)).filter_map(|i| sequence_item(object, i as usize));
    let is_native = !is_heap_class(class_of(object)) && knows_itself
        || object.behaves_as_tuple() && items().all(|item| native_hash_within(item, depth).is_some());
    // SAFETY: a live object, whose hash is C code; an error (no hash) is cleared.
    unsafe {
        let hash = if is_native { ffi::PyObject_Hash(object.as_ptr()) } else { -1 };
        if hash == -1 {
            ffi::PyErr_Clear();
        }
        (hash != -1).then_some(hash)
    }
}

/// Whether a [`Key`] of this object finds all equal keys: equality is C code, or identity.
pub fn finds_equals(object: Object) -> bool {
    native_hash(object).is_some() || is_heap_class(class_of(object)) && object.compares_by_identity()
}

/// The value under a key of a dict (or subclass), past any `__getitem__` of it.
#[inline]
pub fn dict_item(dict: Object, key: &Key) -> Option<Object> {
    if !is_dict(dict) {
        return None;
    }
    let Some(hash) = key.hash else {
        return dict_entries(dict).find(|(k, _)| *k == key.object).map(|(_, value)| value);
    };
    if !dict.has_text_keys() {
        // A key of the same hash may have an `__eq__` of its own, which CPython would ask.
        return match dict.dict_find(key.object, hash) {
            Lookup::Found { value, .. } => Some(value),
            Lookup::Missing | Lookup::Unclear => None,
        };
    }
    // SAFETY: a dict and a live key with its hash. A text of the same hash is compared with the key by C code; an error
    // leaves null and is cleared.
    unsafe {
        let value = _PyDict_GetItem_KnownHash(dict.as_ptr(), key.object.as_ptr(), hash);
        if value.is_null() && !ffi::PyErr_Occurred().is_null() {
            ffi::PyErr_Clear();
        }
        borrowed(value)
    }
}

/// The version tag of a dict: unique to this dict in this state of its keys and values. 0 where the
/// interpreter keeps none that can be trusted.
#[inline]
pub fn dict_tag(dict: Object) -> u64 {
    // SAFETY: the field of a live dict. The low bits are those of watchers on 3.12: a change of them alone makes the
    // tag differ, which costs a look and no more.
    dict_tag_place(dict).map_or(0, |tag| unsafe { tag.read() })
}

/// Where a dict has its version tag.
#[inline]
pub fn dict_tag_place(dict: Object) -> Option<*const u64> {
    let offset = LAYOUT.dict.version_tag.filter(|_| LAYOUT.tags.dicts && is_dict(dict))?;
    // SAFETY: within the dict.
    Some(unsafe { dict.as_ptr().cast::<u8>().add(offset).cast::<u64>() })
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

/// Keys and values in the order of the hash table (which is that of insertion for a plain dict).
pub fn dict_entries(dict: Object) -> impl Iterator<Item = (Object, Object)> {
    let mut position = 0;
    std::iter::from_fn(move || {
        let (mut key, mut value) = (std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: PyDict_Next refuses anything but a dict; nothing changes the dict meanwhile, because
        // no Python code runs between two steps of a guard or an observation.
        let found = unsafe { ffi::PyDict_Next(dict.as_ptr(), &mut position, &mut key, &mut value) };
        if found == 0 {
            return None;
        }
        Some((borrowed(key)?, borrowed(value)?))
    })
}

/// The first part of `PyODictObject`, and of its nodes, which gives the order; the same since CPython 3.5.
#[repr(C)]
struct OrderedDict {
    dict: ffi::PyDictObject,
    first: *mut OrderedNode,
}

#[repr(C)]
struct OrderedNode {
    key: *mut ffi::PyObject,
    hash: ffi::Py_hash_t,
    next: *mut OrderedNode,
}

/// The value in a dict that has only one.
pub fn sole_value(dict: Object) -> Option<Object> {
    let mut entries = is_dict(dict).then(|| dict_entries(dict))?;
    entries.next().map(|(_, value)| value).filter(|_| entries.next().is_none())
}

/// The keys in the order in which iteration gives them.
pub fn dict_keys(dict: Object) -> impl Iterator<Item = Object> {
    let ordered = orders_apart(dict);
    let mut node: *mut OrderedNode = match ordered {
        // SAFETY: as above.
        true => unsafe { (*dict.as_ptr().cast::<OrderedDict>()).first },
        false => std::ptr::null_mut(),
    };
    let mut entries = (!ordered && is_dict(dict)).then(|| dict_entries(dict));
    std::iter::from_fn(move || match &mut entries {
        Some(entries) => entries.next().map(|(key, _)| key),
        None if node.is_null() => None,
        None => {
            // SAFETY: the nodes of an ordered dict are alive as long as it does not change.
            let current = unsafe { &*node };
            node = current.next;
            borrowed(current.key)
        }
    })
}

/// Whether iteration order can change without the version tag changing.
pub fn orders_apart(dict: Object) -> bool {
    // SAFETY: a live object and a class that lives for ever.
    unsafe { ffi::PyObject_TypeCheck(dict.as_ptr(), &raw mut PyODict_Type) != 0 }
}

/// The items of a set or frozenset with their hashes.
pub fn set_entries(set: Object) -> impl Iterator<Item = (Object, ffi::Py_hash_t)> {
    // SAFETY: a live object.
    let valid = unsafe { ffi::PyAnySet_Check(set.as_ptr()) != 0 };
    let mut position = 0;
    std::iter::from_fn(move || {
        let (mut key, mut hash) = (std::ptr::null_mut(), 0);
        // SAFETY: a set, which nothing changes meanwhile.
        if !valid || unsafe { _PySet_NextEntry(set.as_ptr(), &mut position, &mut key, &mut hash) } == 0 {
            return None;
        }
        borrowed(key).map(|key| (key, hash))
    })
}

/// Whether a copy of a set gets its table as it is (`set_merge` in Objects/setobject.c).
pub fn table_is_copied(set: Object) -> bool {
    let table = set_table(set);
    let mut size = SMALLEST_TABLE;
    if table.used * 5 >= (SMALLEST_TABLE - 1) * 3 {
        while size <= table.used * 2 {
            size *= 2;
        }
    }
    table.mask + 1 == size && table.fill == table.used
}

/// The place of the item that `pop` takes out of a set, in the order of iteration; 0 for an empty set.
pub fn popped_next(set: Object) -> i64 {
    let table = set_table(set);
    let (mut position, mut place) = (0, 0);
    let (mut key, mut hash) = (std::ptr::null_mut(), 0);
    // SAFETY: a set, which nothing changes meanwhile. After each entry the position is the next one in the table.
    while unsafe { _PySet_NextEntry(set.as_ptr(), &mut position, &mut key, &mut hash) } != 0 {
        if position > table.finger & table.mask {
            return place;
        }
        place += 1;
    }
    0
}

const SMALLEST_TABLE: isize = ffi::PySet_MINSIZE as isize;

/// Of an object that is a set.
fn set_table(set: Object) -> &'static ffi::PySetObject {
    debug_assert!(set.is_set());
    // SAFETY: a live set, whose fields the caller reads at once.
    unsafe { &*set.as_ptr().cast::<ffi::PySetObject>() }
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
