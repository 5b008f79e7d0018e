//! What a dict has under a key and in which order, read without `__hash__` and `__eq__` of Python.

use pyo3::ffi;

use super::{borrowed, class_of, has_feature, is_dict, is_heap_class, length, sequence_item, set_entries};
use crate::python::Object;
use crate::python::constant::DEEPEST_CONSTANT;
use crate::python::dict::Lookup;
use crate::python::layout::LAYOUT;

unsafe extern "C" {
    fn _PyDict_GetItem_KnownHash(dict: *mut ffi::PyObject, key: *mut ffi::PyObject, hash: ffi::Py_hash_t) -> *mut ffi::PyObject;
    static mut PyODict_Type: ffi::PyTypeObject;
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
