//! Dicts read without running user code: lookup by known hash, entries, version.

use std::os::raw::c_int;

use ahash::AHashMap;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::layout::{LAYOUT, OrderLayout};
use super::memory::{field, object_field};
use super::{Object, read};

unsafe extern "C" {
    fn _PyDict_SetItem_KnownHash(
        dict: *mut ffi::PyObject,
        key: *mut ffi::PyObject,
        value: *mut ffi::PyObject,
        hash: ffi::Py_hash_t,
    ) -> c_int;
}

/// Sets an item of a dict without asking the key for its hash.
#[pyfunction]
pub(super) fn set_item_of_hash(
    target: &Bound<'_, PyDict>,
    key: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    hash: isize,
) -> PyResult<()> {
    // SAFETY: three live objects, of which the first is a dict.
    match unsafe { _PyDict_SetItem_KnownHash(target.as_ptr(), key.as_ptr(), value.as_ptr(), hash) } {
        0 => Ok(()),
        _ => Err(PyErr::fetch(target.py())),
    }
}

/// What a lookup without user code can say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lookup {
    Missing,
    Found {
        /// The entry's index, a hint for [`Object::dict_entry`]: it stays while the keys are not resized.
        index: u32,
        value: Object,
    },
    /// A key of the same hash would have to be compared by a `__eq__` that may be the user's.
    Unclear,
}

/// Where a table has a key, whether a value stands there or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    At(usize),
    Nowhere,
    /// As [`Lookup::Unclear`].
    Unclear,
}

/// One entry of a dict's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    pub key: Object,
    pub value: Object,
}

impl Object {
    pub fn is_dict(self) -> bool {
        // SAFETY: reads the class's flags.
        unsafe { ffi::PyDict_Check(self.as_ptr()) != 0 }
    }

    /// The number of items of a dict or dict subclass, as C code sees it; 0 for any other object.
    pub fn dict_len(self) -> usize {
        // SAFETY: it is a dict.
        if self.is_dict() { unsafe { (*self.dict_struct()).ma_used as usize } } else { 0 }
    }

    /// The items in the order in which iteration gives them; empty for an object that is no dict.
    pub fn dict_entries(self) -> Vec<Entry> {
        let mut entries = Vec::with_capacity(self.dict_len());
        if !self.is_dict() {
            return entries;
        }
        let (mut position, mut key, mut value) = (0, std::ptr::null_mut(), std::ptr::null_mut());
        // SAFETY: a live dict that nobody changes meanwhile; what it yields is borrowed from it.
        unsafe {
            while ffi::PyDict_Next(self.as_ptr(), &mut position, &mut key, &mut value) != 0 {
                if let (Some(key), Some(value)) = (Object::from_pointer(key), Object::from_pointer(value)) {
                    entries.push(Entry { key, value });
                }
            }
        }
        if read::orders_apart(self) {
            let order: AHashMap<Object, usize> = read::dict_keys(self).zip(0..).collect();
            entries.sort_by_key(|entry| order.get(&entry.key).copied());
        }
        entries
    }

    /// The hashes under which the table of a dict has its keys, in the dict's order. None of a table for texts alone, whose
    /// hashes are their own: attributes may stand in another order than in the table that instances share.
    pub fn dict_hashes(self) -> impl Iterator<Item = isize> {
        // SAFETY: a live dict whose keys nobody changes meanwhile.
        let keys = self.is_dict().then(|| unsafe { Keys::of_dict(self) }).filter(|keys| keys.is_general());
        // SAFETY: as above.
        let used = keys.map_or(0, |keys| unsafe { field::<isize>(keys.keys, LAYOUT.keys.nentries) });
        (0..used as usize).filter_map(move |index| {
            let keys = keys?;
            // SAFETY: as above; the index is within the entries in use.
            unsafe {
                keys.value_at(index)?;
                keys.key_at(index).map(|key| keys.hash_at(index, key))
            }
        })
    }

    /// Whether the keys of a dict are all exact `str`.
    #[inline]
    pub(super) fn has_text_keys(self) -> bool {
        // SAFETY: a live dict whose keys nobody changes meanwhile.
        self.is_dict() && unsafe { !Keys::of_dict(self).is_general() }
    }

    /// Looks a key of known hash up in a dict or dict subclass (past any `__getitem__`, `__missing__`).
    pub fn dict_find(self, key: Object, hash: isize) -> Lookup {
        if !self.is_dict() {
            return Lookup::Missing;
        }
        // SAFETY: a live dict whose keys nobody changes meanwhile.
        unsafe { Keys::of_dict(self).find(key, hash) }
    }

    /// Which entry of its table a dict has for a key of known hash.
    pub(super) fn dict_place(self, key: Object, hash: isize) -> Place {
        // SAFETY: a live dict whose keys nobody changes meanwhile.
        if self.is_dict() { unsafe { Keys::of_dict(self).place(key, hash) } } else { Place::Nowhere }
    }

    /// Where it is counted how many entries the table of a dict has.
    ///
    /// # Safety
    /// It is a dict.
    pub(super) unsafe fn dict_keys_count(self) -> *const u64 {
        // SAFETY: as the caller promises.
        unsafe { Keys::of_dict(self).keys.add(LAYOUT.keys.nentries).cast() }
    }

    /// The value under a key whose hash runs no user code (`str`, numbers, classes, …). A key that only
    /// user code could compare counts as absent.
    pub fn dict_get(self, key: Object) -> Option<Object> {
        match self.dict_find(key, key.plain_hash()?) {
            Lookup::Found { value, .. } => Some(value),
            Lookup::Missing | Lookup::Unclear => None,
        }
    }

    /// The value under a text key.
    pub fn dict_get_str(self, key: &str) -> Option<Object> {
        let key = super::Owned::str(key).ok()?;
        self.dict_get(key.object())
    }

    /// The entry at an index that [`Lookup::Found`] gave before: cheap, but it may have become another key's.
    #[inline]
    pub fn dict_entry(self, index: u32) -> Option<Entry> {
        // SAFETY: a live dict; `entry` checks the index.
        if self.is_dict() { unsafe { Keys::of_dict(self).entry(index as usize) } } else { None }
    }

    fn dict_struct(self) -> *mut ffi::PyDictObject {
        self.as_ptr().cast()
    }
}

/// The keys of a dict or of a class's instances, and values where they stand apart.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    keys: *const u8,
    /// Null unless the table is split.
    values: *const u8,
}

impl Keys {
    /// # Safety
    /// `dict` is a live dict, unchanged while the result is used.
    #[inline]
    unsafe fn of_dict(dict: Object) -> Keys {
        // SAFETY: as the caller promises.
        unsafe {
            let dict = dict.dict_struct();
            Keys { keys: (*dict).ma_keys.cast(), values: (*dict).ma_values.cast() }
        }
    }

    /// # Safety
    /// `keys` is a class's shared keys, `values` an instance's values; neither changes while the result is used.
    pub(super) unsafe fn of_instance(keys: *const u8, values: *const u8) -> Keys {
        Keys { keys, values }
    }

    /// # Safety
    /// The table is alive and unchanged.
    pub(super) unsafe fn find(self, key: Object, hash: isize) -> Lookup {
        // SAFETY: as the caller promises; `place` gives the index of an entry.
        unsafe {
            match self.place(key, hash) {
                Place::At(index) => match self.value_at(index) {
                    Some(value) => Lookup::Found { index: index as u32, value },
                    None => Lookup::Missing,
                },
                Place::Nowhere => Lookup::Missing,
                Place::Unclear => Lookup::Unclear,
            }
        }
    }

    /// # Safety
    /// As [`Keys::find`].
    unsafe fn place(self, key: Object, hash: isize) -> Place {
        // SAFETY: the walk is CPython's own (`lookdict` in Objects/dictobject.c): indices within the mask, entries
        // that the indices name.
        unsafe {
            let layout = &LAYOUT.keys;
            let log2_size: u8 = field(self.keys, layout.log2_size);
            let mask = (1usize << log2_size) - 1;
            let mut perturb = hash as usize;
            let mut slot = perturb & mask;
            loop {
                let index = self.index_at(slot, log2_size);
                if index == -1 {
                    return Place::Nowhere;
                }
                if index >= 0 {
                    match self.compare(index as usize, key, hash) {
                        Some(true) => return Place::At(index as usize),
                        Some(false) => {}
                        None => return Place::Unclear,
                    }
                }
                perturb >>= 5;
                slot = slot.wrapping_mul(5).wrapping_add(perturb).wrapping_add(1) & mask;
            }
        }
    }

    /// # Safety
    /// As [`Keys::find`].
    #[inline]
    pub(super) unsafe fn entry(self, index: usize) -> Option<Entry> {
        // SAFETY: the index is within the entries in use.
        unsafe {
            let used: isize = field(self.keys, LAYOUT.keys.nentries);
            if index >= used as usize {
                return None;
            }
            Some(Entry { key: self.key_at(index)?, value: self.value_at(index)? })
        }
    }

    /// The items of a split table in the order in which they were set.
    ///
    /// # Safety
    /// As [`Keys::find`]; the table is split.
    pub(super) unsafe fn split_entries(self) -> Vec<Entry> {
        // SAFETY: the order array names `count` entries.
        unsafe {
            let order = |i: usize| -> (usize, usize) {
                match LAYOUT.values.order {
                    OrderLayout::Before => {
                        (*self.values.sub(2) as usize, if i == 0 { 0 } else { *self.values.sub(2 + i) as usize })
                    }
                    OrderLayout::Behind { count, capacity } => {
                        let capacity = *self.values.add(capacity) as usize;
                        let order = self.values.add(LAYOUT.values.first + capacity * size_of::<usize>());
                        (*self.values.add(count) as usize, if i == 0 { 0 } else { *order.add(i - 1) as usize })
                    }
                }
            };
            let (count, _) = order(0);
            (1..=count).filter_map(|i| self.entry(order(i).1)).collect()
        }
    }

    /// # Safety
    /// `slot` is within the table.
    #[inline]
    unsafe fn index_at(self, slot: usize, log2_size: u8) -> i64 {
        // SAFETY: the width of an index follows from the table's size.
        unsafe {
            let indices = self.keys.add(LAYOUT.keys.indices);
            match log2_size {
                0..8 => i64::from(indices.cast::<i8>().add(slot).read()),
                8..16 => i64::from(indices.cast::<i16>().add(slot).read()),
                16..32 => i64::from(indices.cast::<i32>().add(slot).read()),
                _ => indices.cast::<i64>().add(slot).read(),
            }
        }
    }

    /// Whether the entry has this key; `None` where only a `__eq__` could tell.
    ///
    /// # Safety
    /// `index` names an entry.
    unsafe fn compare(self, index: usize, key: Object, hash: isize) -> Option<bool> {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(other) = self.key_at(index) else { return Some(false) };
            if other == key {
                return Some(true);
            }
            if self.hash_at(index, other) != hash { Some(false) } else { key.plain_equal(other) }
        }
    }

    /// The hash under which the table has a key.
    ///
    /// # Safety
    /// `index` names an entry, which has this key.
    unsafe fn hash_at(self, index: usize, key: Object) -> isize {
        // SAFETY: an entry of a general table begins with the hash. A `str` key of another one has its hash cached.
        unsafe {
            match self.is_general() {
                true => self.entries().add(index * self.stride()).cast::<isize>().read(),
                false => ffi::PyObject_Hash(key.as_ptr()),
            }
        }
    }

    /// # Safety
    /// `index` names an entry.
    #[inline]
    unsafe fn key_at(self, index: usize) -> Option<Object> {
        let offset = if self.is_general() { size_of::<isize>() } else { 0 };
        // SAFETY: an entry is `{hash, key, value}` in a general table, else `{key, value}`.
        unsafe { object_field(self.entries(), index * self.stride() + offset) }
    }

    /// # Safety
    /// `index` names an entry.
    #[inline]
    unsafe fn value_at(self, index: usize) -> Option<Object> {
        // SAFETY: as above; a split table has a value slot for every entry.
        unsafe {
            if !self.values.is_null() {
                return object_field(self.values, LAYOUT.values.first + index * size_of::<usize>());
            }
            object_field(self.entries(), (index + 1) * self.stride() - size_of::<usize>())
        }
    }

    #[inline]
    fn is_general(self) -> bool {
        // SAFETY: the keys are alive. `DICT_KEYS_GENERAL` is 0.
        unsafe { field::<u8>(self.keys, LAYOUT.keys.kind) == 0 }
    }

    #[inline]
    fn stride(self) -> usize {
        if self.is_general() { 3 * size_of::<usize>() } else { 2 * size_of::<usize>() }
    }

    #[inline]
    fn entries(self) -> *const u8 {
        // SAFETY: the keys are alive; the byte after `log2_size` is the logarithm of the hash table's size in bytes.
        unsafe {
            let log2_index_bytes: u8 = field(self.keys, LAYOUT.keys.log2_size + 1);
            self.keys.add(LAYOUT.keys.indices + (1usize << log2_index_bytes))
        }
    }
}
