//! Reads NumPy arrays natively for guards, without linking NumPy.
//!
//! The fields read here are those of NumPy's stable C interface (`PyArrayObject_fields`, and the head of
//! `PyArray_Descr`), which NumPy 1 and 2 share.

use std::ffi::{CStr, c_char, c_int};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use pyo3::ffi;
use pyo3::types::PyAnyMethods;

use super::ArrayFact;
use super::of_torch::attached;
use super::{Object, read};

#[repr(C)]
struct Array {
    head: ffi::PyObject,
    data: *mut c_char,
    dimensions: c_int,
    sizes: *const isize,
    strides: *const isize,
    base: *mut ffi::PyObject,
    dtype: *const DType,
    flags: c_int,
}

#[repr(C)]
struct DType {
    head: ffi::PyObject,
    scalar: *mut ffi::PyTypeObject,
    kind: c_char,
    letter: c_char,
    byte_order: c_char,
    former_flags: c_char,
    number: c_int,
}

/// Laid out in C's order, in Fortran's, aligned, and writeable.
const FLAGS: c_int = 0x1 | 0x2 | 0x100 | 0x400;

const CLASS: &CStr = c"numpy.ndarray";

/// `numpy.ndarray`, once an array was seen. It is a static object of NumPy and never freed.
static KNOWN: AtomicPtr<ffi::PyObject> = AtomicPtr::new(ptr::null_mut());

/// Everything that a guard on an array compares; `None` if the object is none, or of a subclass.
pub fn fact(object: Object) -> Option<ArrayFact> {
    let array = fields(object)?;
    Some(ArrayFact {
        class: read::class_of(object),
        dtype: dtype(array),
        flags: array.flags & FLAGS,
        sizes: sizes(array).iter().map(|size| Some(*size as i64)).collect(),
        strides: strides(array).iter().map(|stride| Some(*stride as i64)).collect(),
        follows: Box::default(),
    })
}

/// Whether an array is what the fact says.
#[inline]
pub fn matches(object: Object, fact: &ArrayFact) -> bool {
    let same = |found: &[isize], expected: &[Option<i64>]| {
        found.len() == expected.len()
            && found.iter().zip(expected).all(|(found, expected)| expected.is_none_or(|it| it == *found as i64))
    };
    fields(object).is_some_and(|array| {
        dtype(array) == fact.dtype
            && array.flags & FLAGS == fact.flags
            && same(sizes(array), &fact.sizes)
            && same(strides(array), &fact.strides)
            && follow(sizes(array), strides(array), &fact.follows)
    })
}

/// Whether each stride that is the product of another dimension's size and stride still is.
fn follow(sizes: &[isize], strides: &[isize], follows: &[Option<u8>]) -> bool {
    strides.iter().zip(follows).all(|(stride, over)| {
        let over = over.map(usize::from);
        over.is_none_or(|over| sizes.get(over).zip(strides.get(over)).is_some_and(|(n, inner)| n.wrapping_mul(*inner) == *stride))
    })
}

/// The range of addresses of an array's elements; empty without elements.
pub fn extent(object: Object) -> Option<(i64, i64)> {
    let array = fields(object)?;
    let width: i64 = attached(|python| object.bound(python).getattr("itemsize").ok()?.extract().ok())?;
    if sizes(array).contains(&0) {
        return Some((0, 0));
    }
    let reaches = sizes(array).iter().zip(strides(array)).map(|(size, stride)| (size - 1) as i64 * *stride as i64);
    let (start, end) = reaches.fold((0, 0), |(low, high), reach| (low + reach.min(0), high + reach.max(0)));
    let data = array.data as i64;
    Some((data + start, data + end + width))
}

/// One of the array's sizes.
pub fn size(object: Object, dimension: usize) -> Option<i64> {
    sizes(fields(object)?).get(dimension).map(|size| *size as i64)
}

#[inline]
fn fields(object: Object) -> Option<&'static Array> {
    let class = read::class_of(object);
    if class.as_ptr() != KNOWN.load(Ordering::Relaxed) && !is_array_class(class) {
        return None;
    }
    // SAFETY: an object of exactly NumPy's class of arrays begins with these fields. The reference is used
    // up before anything else runs.
    Some(unsafe { &*object.as_ptr().cast::<Array>() })
}

#[cold]
fn is_array_class(class: Object) -> bool {
    if read::is_heap_class(class) {
        return false;
    }
    // SAFETY: a class has a name, which for one that is static lives as long as it does.
    let name = unsafe { CStr::from_ptr((*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_name) };
    let found = name == CLASS;
    if found {
        KNOWN.store(class.as_ptr(), Ordering::Relaxed);
    }
    found
}

fn dtype(array: &Array) -> (i32, u8) {
    // SAFETY: an array has an element type for as long as it lives.
    let dtype = unsafe { &*array.dtype };
    (dtype.number, dtype.byte_order as u8)
}

fn sizes(array: &Array) -> &[isize] {
    slice(array.sizes, array.dimensions)
}

fn strides(array: &Array) -> &[isize] {
    slice(array.strides, array.dimensions)
}

fn slice<'a>(start: *const isize, length: c_int) -> &'a [isize] {
    if length <= 0 || start.is_null() {
        return &[];
    }
    // SAFETY: an array keeps as many sizes, and as many strides, as it has dimensions.
    unsafe { std::slice::from_raw_parts(start, length as usize) }
}
