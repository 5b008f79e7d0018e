//! The items of a set, and what `setobject.c` does next with its table.

use std::os::raw::c_int;

use pyo3::ffi;

use super::borrowed;
use crate::python::Object;

unsafe extern "C" {
    fn _PySet_NextEntry(
        set: *mut ffi::PyObject,
        position: *mut ffi::Py_ssize_t,
        key: *mut *mut ffi::PyObject,
        hash: *mut ffi::Py_hash_t,
    ) -> c_int;
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
