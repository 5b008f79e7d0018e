//! Whether the program can see an object end: by a finaliser, or a weak reference with a callback.

use std::ffi::{c_int, c_void};

use ahash::AHashMap;
use pyo3::ffi::{self, PyObject};

use super::memory::field;
use super::{Object, read, tensor, weak_table};

/// At most this many objects are visited; beyond that the answer is that the program can see it.
const MOST: usize = 100_000;

/// Objects that would end, and the references left to those that lose some.
struct Going<'a> {
    left: AHashMap<Object, isize>,
    open: Vec<Object>,
    ours: &'a dyn Fn(Object) -> usize,
}

/// Whether the program can see that a reference to each of these objects is released, and each that the `emptied`
/// containers hold. An object without other references ends, and with it whatever it alone holds. `ours` tells how many
/// references the engine holds for the moment. Tensors are ignored. With `watched`, the end of any object is seen.
pub fn are_seen(
    given_back: impl Iterator<Item = Object> + Clone,
    emptied: impl Iterator<Item = Object> + Clone,
    watched: bool,
    ours: &dyn Fn(Object) -> usize,
) -> bool {
    let many = given_back.clone().count() as isize;
    let stays = |object| is_quiet_leaf(object) || references(object, ours) > many;
    if emptied.clone().next().is_none() && given_back.clone().all(stays) {
        return false;
    }
    let mut going = Going { left: AHashMap::new(), open: Vec::new(), ours };
    given_back.for_each(|object| going.lose(object));
    emptied.for_each(|container| going.lose_items(container));
    let mut seen = 0;
    while let Some(object) = going.open.pop() {
        seen += 1;
        if watched || seen > MOST || shows(object) {
            return true;
        }
        if !is_quiet_leaf(object) {
            going.lose_contents(object);
        }
    }
    false
}

impl Going<'_> {
    fn lose(&mut self, object: Object) {
        let ours = self.ours;
        let left = self.left.entry(object).or_insert_with(|| references(object, ours));
        *left -= 1;
        if *left == 0 {
            self.open.push(object);
        }
    }

    /// What a dict or set holds, and not what it is beside that.
    fn lose_items(&mut self, container: Object) {
        for (key, value) in read::dict_entries(container) {
            self.lose(key);
            self.lose(value);
        }
        read::set_entries(container).for_each(|(item, _)| self.lose(item));
    }

    fn lose_contents(&mut self, object: Object) {
        // SAFETY: a live object of a class with the collector's functions; the visitor is given what it expects.
        unsafe {
            let class = ffi::Py_TYPE(object.as_ptr());
            if ffi::PyObject_IS_GC(object.as_ptr()) != 0
                && let Some(traverse) = (*class).tp_traverse
            {
                traverse(object.as_ptr(), lose, std::ptr::from_mut(self).cast());
            }
        }
    }
}

unsafe extern "C" fn lose(object: *mut PyObject, going: *mut c_void) -> c_int {
    // SAFETY: `lose_contents` passes itself, and the collector's functions visit live objects.
    let (object, going) = unsafe { (Object::from_pointer(object), &mut *going.cast::<Going>()) };
    if let Some(object) = object {
        going.lose(object);
    }
    0
}

fn references(object: Object, ours: &dyn Fn(Object) -> usize) -> isize {
    // SAFETY: a live object.
    let all = unsafe { ffi::Py_REFCNT(object.as_ptr()) };
    all as isize - ours(object) as isize
}

/// Whether a cache entry that knows an object by identity would put off an end that the program can see: it has a finaliser,
/// and no weak reference can tell the entry of it.
pub fn would_be_kept(object: Object) -> bool {
    // SAFETY: a live object, whose class is too.
    let is_told_of = unsafe { (*ffi::Py_TYPE(object.as_ptr())).tp_weaklistoffset != 0 };
    !is_told_of && !object.is_class() && shows(object)
}

/// Whether the program cannot see the end of an object, whatever it holds.
pub fn is_quiet(object: Object) -> bool {
    is_quiet_leaf(object) || object.is_plain_constant()
}

/// Whether an object may hold others, which may end with it: false for one that holds scalars alone.
pub fn may_hold_others(object: Object) -> bool {
    let attributes = read::instance_dict(object).and_then(read::length).unwrap_or(0);
    let is_sequence = (read::is_list(object) || read::is_tuple(object)) && !object.class().is_python_class();
    let keeps_scalars = is_quiet(object) || is_sequence && object.items().into_iter().all(Object::is_plain_scalar);
    attributes > 0 || !keeps_scalars
}

/// The same for an object whose contents are not visited.
fn is_quiet_leaf(object: Object) -> bool {
    object.is_plain_scalar() || tensor::has_no_finaliser(object) || object.is_class() || object.is_module()
}

/// Whether its destruction runs code: of the program, or of a C class with effects (a generator's `finally`, an open
/// file's warning).
fn shows(object: Object) -> bool {
    // SAFETY: a live object; the class's offset tells where its weak references begin.
    unsafe {
        let class = ffi::Py_TYPE(object.as_ptr());
        if (*class).tp_finalize.is_some() || (*class).tp_del.is_some() {
            return !tensor::has_no_finaliser(object);
        }
        let offset = (*class).tp_weaklistoffset;
        if offset == 0 || object.is_class() {
            return false;
        }
        let mut reference: *mut ffi::PyWeakReference = field(object.as_ptr().cast::<u8>().offset(offset), 0);
        while !reference.is_null() {
            let callback = (*reference).wr_callback;
            if !callback.is_null() && !weak_table::is_callback(callback) {
                return true;
            }
            reference = (*reference).wr_next;
        }
        false
    }
}
