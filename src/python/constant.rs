//! Reads values of builtin types (numbers, texts, sequences, sets), and their hash and equality without user code.

use std::sync::OnceLock;

use pyo3::ffi;

use super::{Object, clear_error, private, read};

/// How deep tuples, frozensets and weak references may nest in what is taken for a constant: as deep as it may be walked
/// with the stack that a thread has. What nests deeper is looked at item by item, or breaks the graph.
pub const DEEPEST_CONSTANT: usize = 200;

/// Addresses of C functions that hash tuples of a subclass as tuples are hashed.
static TUPLE_HASHES: OnceLock<Box<[usize]>> = OnceLock::new();

/// Declares the C subclasses of tuple that hash as tuples do.
pub fn set_classes_of_tuples(classes: impl Iterator<Item = Object>) {
    // SAFETY: reads a field of classes, which are alive.
    let hash = |class: Object| unsafe { (*class.as_ptr().cast::<ffi::PyTypeObject>()).tp_hash.map(|hash| hash as usize) };
    TUPLE_HASHES.get_or_init(|| classes.filter_map(hash).collect());
}

/// Whether a C function hashes tuples as `tuple.__hash__` does.
fn is_tuple_hash(function: usize) -> bool {
    // SAFETY: reads a field of a static.
    let own = unsafe { ffi::PyTuple_Type.tp_hash.map(|hash| hash as usize) };
    own == Some(function) || TUPLE_HASHES.get().is_some_and(|known| known.contains(&function))
}

impl Object {
    /// Whether two slot wrappers do the same, for tuples.
    pub fn is_same_for_tuples(self, other: Object) -> bool {
        let (function, known) = (self.c_function(), other.c_function());
        self == other || function.is_some() && function == known || [function, known].iter().all(|f| f.is_some_and(is_tuple_hash))
    }

    /// Whether this is an exact int, float, complex, bool, str, bytes, None, Ellipsis, or an exact tuple of such.
    pub fn is_plain_constant(self) -> bool {
        self.is_plain_within(DEEPEST_CONSTANT)
    }

    fn is_plain_within(self, depth: usize) -> bool {
        let holds_plain = |depth| self.items().into_iter().all(|item| item.is_plain_within(depth));
        self.is_plain_scalar() || self.is_exact_tuple() && depth.checked_sub(1).is_some_and(holds_plain)
    }

    /// The same without tuples.
    pub fn is_plain_scalar(self) -> bool {
        // SAFETY: addresses of statics, and reads of the object's class.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            class == &raw mut ffi::PyUnicode_Type
                || class == &raw mut ffi::PyLong_Type
                || class == &raw mut ffi::PyBool_Type
                || class == &raw mut ffi::PyFloat_Type
                || class == &raw mut ffi::PyBytes_Type
                || class == &raw mut ffi::PyComplex_Type
                || self.as_ptr() == ffi::Py_None()
                || self.as_ptr() == ffi::Py_Ellipsis()
        }
    }

    // ------------------------------------------------------------ scalars

    /// Whether this is an int, a bool or an instance of a subclass.
    pub fn is_int(self) -> bool {
        // SAFETY: reads the class's flags.
        unsafe { ffi::PyLong_Check(self.as_ptr()) != 0 }
    }

    /// Whether this is an int that is too large for a float: one of more than 300 digits.
    pub fn is_huge_int(self) -> bool {
        if !self.is_int() || self.as_int().is_some() {
            return false;
        }
        // SAFETY: an int; the error is taken back.
        unsafe {
            let huge = ffi::PyLong_AsDouble(self.as_ptr()) == -1.0 && !ffi::PyErr_Occurred().is_null();
            ffi::PyErr_Clear();
            huge
        }
    }

    /// The value of an int (or bool, or subclass), if it fits.
    pub fn as_int(self) -> Option<i64> {
        if !self.is_int() {
            return None;
        }
        let mut overflow = 0;
        // SAFETY: an int is converted without calling any method of it.
        let value = unsafe { ffi::PyLong_AsLongLongAndOverflow(self.as_ptr(), &mut overflow) };
        (overflow == 0).then_some(value)
    }

    /// The value of a float or float subclass.
    pub fn as_float(self) -> Option<f64> {
        // SAFETY: the class's flags are read, then the value field.
        unsafe { (ffi::PyFloat_Check(self.as_ptr()) != 0).then(|| ffi::PyFloat_AS_DOUBLE(self.as_ptr())) }
    }

    /// The value of a complex number, or of an instance of a subclass, as its real and its imaginary part.
    pub fn as_complex(self) -> Option<(f64, f64)> {
        // SAFETY: the class is looked at, then the parts are read without calling any method.
        unsafe {
            (ffi::PyComplex_Check(self.as_ptr()) != 0)
                .then(|| (ffi::PyComplex_RealAsDouble(self.as_ptr()), ffi::PyComplex_ImagAsDouble(self.as_ptr())))
        }
    }

    pub fn as_bool(self) -> Option<bool> {
        // SAFETY: addresses of statics.
        unsafe {
            if self.as_ptr() == ffi::Py_True() {
                Some(true)
            } else if self.as_ptr() == ffi::Py_False() {
                Some(false)
            } else {
                None
            }
        }
    }

    /// Whether this is a str or an instance of a subclass.
    pub fn is_str(self) -> bool {
        // SAFETY: reads the class's flags.
        unsafe { ffi::PyUnicode_Check(self.as_ptr()) != 0 }
    }

    /// The text of a str or str subclass; `None` also where lone surrogates keep it from being UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        if !self.is_str() {
            return None;
        }
        let mut length = 0;
        // SAFETY: the UTF-8 form is cached in the object and lives as long as it.
        unsafe {
            let start = ffi::PyUnicode_AsUTF8AndSize(self.as_ptr(), &mut length);
            if start.is_null() {
                clear_error();
                return None;
            }
            Some(std::str::from_utf8_unchecked(std::slice::from_raw_parts(start.cast(), length as usize)))
        }
    }

    /// The content of a bytes object.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        // SAFETY: the content stands in the object and lives as long as it.
        unsafe {
            if ffi::PyBytes_Check(self.as_ptr()) == 0 {
                return None;
            }
            let start = ffi::PyBytes_AS_STRING(self.as_ptr()).cast::<u8>();
            Some(std::slice::from_raw_parts(start, ffi::Py_SIZE(self.as_ptr()) as usize))
        }
    }

    // ------------------------------------------------------------ sequences and sets

    pub fn is_tuple(self) -> bool {
        // SAFETY: reads the class's flags.
        unsafe { ffi::PyTuple_Check(self.as_ptr()) != 0 }
    }

    pub fn is_exact_tuple(self) -> bool {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyTuple_CheckExact(self.as_ptr()) != 0 }
    }

    pub fn is_list(self) -> bool {
        // SAFETY: reads the class's flags.
        unsafe { ffi::PyList_Check(self.as_ptr()) != 0 }
    }

    /// The number of items of a tuple, list or subclass, as C code sees it.
    #[inline]
    pub fn sequence_len(self) -> Option<usize> {
        // SAFETY: both structs begin as a variable-sized object, whose size is the number of items.
        (self.is_tuple() || self.is_list()).then(|| unsafe { ffi::Py_SIZE(self.as_ptr()) as usize })
    }

    /// The n-th item of a tuple, list or subclass, past any `__getitem__`.
    #[inline]
    pub fn item(self, index: usize) -> Option<Object> {
        if index >= self.sequence_len()? {
            return None;
        }
        // SAFETY: the index is within the items.
        unsafe {
            Object::from_pointer(if self.is_tuple() {
                ffi::PyTuple_GET_ITEM(self.as_ptr(), index as isize)
            } else {
                ffi::PyList_GET_ITEM(self.as_ptr(), index as isize)
            })
        }
    }

    /// The items of a tuple, list or subclass; empty for any other object.
    pub fn items(self) -> Vec<Object> {
        (0..self.sequence_len().unwrap_or(0)).filter_map(|i| self.item(i)).collect()
    }

    pub fn is_set(self) -> bool {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyAnySet_Check(self.as_ptr()) != 0 }
    }

    /// The items of a set, frozenset or subclass in the order of iteration; `None` for any other object.
    pub fn set_items(self) -> Option<Vec<Object>> {
        if !self.is_set() {
            return None;
        }
        let mut items = Vec::new();
        let (mut position, mut key, mut hash) = (0, std::ptr::null_mut(), 0);
        // SAFETY: a live set that nobody changes meanwhile; its keys are borrowed from it.
        unsafe {
            while private::_PySet_NextEntry(self.as_ptr(), &mut position, &mut key, &mut hash) != 0 {
                items.extend(Object::from_pointer(key));
            }
        }
        Some(items)
    }

    /// Start, stop and step of a slice.
    pub fn slice_parts(self) -> Option<(Object, Object, Object)> {
        // SAFETY: an exact slice has three object fields, none null.
        unsafe {
            if ffi::PySlice_Check(self.as_ptr()) == 0 {
                return None;
            }
            let slice = self.as_ptr().cast::<ffi::PySliceObject>();
            Some((
                Object::from_pointer((*slice).start)?,
                Object::from_pointer((*slice).stop)?,
                Object::from_pointer((*slice).step)?,
            ))
        }
    }

    // ------------------------------------------------------------ hash and equality

    /// The hash, if computing it runs no user code: of constants, of instances that inherit a constant's hash and
    /// equality, and of objects hashed by identity.
    pub fn plain_hash(self) -> Option<isize> {
        self.plain_hash_within(DEEPEST_CONSTANT)
    }

    fn plain_hash_within(self, depth: usize) -> Option<isize> {
        let depth = depth.checked_sub(1)?;
        // SAFETY: the hash function that runs is CPython's own, for its own types or for identity.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            let by_identity = ffi::PyBaseObject_Type.tp_hash.map(|f| f as usize);
            let items_hash =
                || self.behaves_as_tuple() && self.items().into_iter().all(|item| item.plain_hash_within(depth).is_some());
            let referent_hashes =
                || self.behaves_as_reference() && read::referent(self).is_none_or(|one| one.plain_hash_within(depth).is_some());
            let plain = self.is_plain_within(depth) || self.behaves_as_scalar() || items_hash() || referent_hashes();
            if !plain && (*class).tp_hash.map(|f| f as usize) != by_identity {
                return None;
            }
            let hash = ffi::PyObject_Hash(self.as_ptr());
            if hash == -1 {
                clear_error();
                return None;
            }
            Some(hash)
        }
    }

    /// `self == other`, if that runs no user code: for identical objects, constants, and objects compared by identity.
    pub fn plain_equal(self, other: Object) -> Option<bool> {
        if self == other {
            return Some(true);
        }
        if self.compares_plainly() && other.compares_plainly() {
            // SAFETY: both are live objects, whose comparison is C code that knows nobody else's.
            let equal = unsafe { ffi::PyObject_RichCompareBool(self.as_ptr(), other.as_ptr(), ffi::Py_EQ) };
            if equal < 0 {
                clear_error();
            }
            return (equal >= 0).then_some(equal == 1);
        }
        None
    }

    /// Whether its `==` runs C code alone: a constant, an object of a C class that refers to nothing (a device), one
    /// that compares by identity, or a tuple or frozenset of such.
    pub fn compares_plainly(self) -> bool {
        self.compares_plainly_within(DEEPEST_CONSTANT)
    }

    fn compares_plainly_within(self, depth: usize) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        if let Some(items) = self.is_exact_frozenset().then(|| self.set_items()).flatten() {
            return items.into_iter().all(|item| item.compares_plainly_within(depth));
        }
        if self.behaves_as_tuple() {
            return self.items().into_iter().all(|item| item.compares_plainly_within(depth));
        }
        if self.behaves_as_reference() {
            return read::referent(self).is_none_or(|referent| referent.compares_plainly_within(depth));
        }
        let refers_to_nothing = !self.class().is_python_class() && !self.holds_references();
        let is_value = super::same::is_value(self);
        self.is_plain_within(depth) || self.behaves_as_scalar() || refers_to_nothing || is_value || self.compares_by_identity()
    }

    /// Whether its class has the hash and the comparison of str, bytes or a number, which C code computes.
    fn behaves_as_scalar(self) -> bool {
        // SAFETY: addresses of statics.
        unsafe {
            self.behaves_as(&raw const ffi::PyUnicode_Type)
                || self.behaves_as(&raw const ffi::PyLong_Type)
                || self.behaves_as(&raw const ffi::PyFloat_Type)
                || self.behaves_as(&raw const ffi::PyBytes_Type)
                || self.behaves_as(&raw const ffi::PyComplex_Type)
        }
    }

    /// Whether its class has the hash and the comparison of tuples, which ask the items alone.
    pub fn behaves_as_tuple(self) -> bool {
        // SAFETY: reads fields of the object's class, and of a static.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            (*class).tp_hash.is_some_and(|hash| is_tuple_hash(hash as usize))
                && (*class).tp_richcompare.map(|f| f as usize) == ffi::PyTuple_Type.tp_richcompare.map(|f| f as usize)
        }
    }

    /// Whether its class has the hash and the comparison of weak references, which ask what they refer to.
    fn behaves_as_reference(self) -> bool {
        // SAFETY: address of a static.
        unsafe { self.behaves_as(&raw const ffi::_PyWeakref_RefType) }
    }

    /// # Safety
    /// `base` is a class.
    unsafe fn behaves_as(self, base: *const ffi::PyTypeObject) -> bool {
        // SAFETY: reads fields of the object's class.
        unsafe {
            let class = ffi::Py_TYPE(self.as_ptr());
            (*class).tp_hash.map(|f| f as usize) == (*base).tp_hash.map(|f| f as usize)
                && (*class).tp_richcompare.map(|f| f as usize) == (*base).tp_richcompare.map(|f| f as usize)
        }
    }

    /// Whether its class takes part in garbage collection, as those do that refer to any objects.
    pub(super) fn holds_references(self) -> bool {
        // SAFETY: reads the flags of a class.
        unsafe { ffi::PyType_HasFeature(ffi::Py_TYPE(self.as_ptr()), ffi::Py_TPFLAGS_HAVE_GC) != 0 }
    }

    fn is_exact_frozenset(self) -> bool {
        // SAFETY: reads the object's class.
        unsafe { ffi::PyFrozenSet_CheckExact(self.as_ptr()) != 0 }
    }

    /// Whether `==` of this object is identity: its class inherits `object`'s comparison.
    pub(super) fn compares_by_identity(self) -> bool {
        // SAFETY: reads fields of classes.
        unsafe {
            let base = ffi::PyBaseObject_Type.tp_richcompare.map(|f| f as usize);
            let own = (*ffi::Py_TYPE(self.as_ptr())).tp_richcompare.map(|f| f as usize);
            own == base || own.is_none() || self.is_exact_type_object()
        }
    }

    fn is_exact_type_object(self) -> bool {
        // SAFETY: address of a static.
        unsafe { ffi::Py_TYPE(self.as_ptr()) == &raw mut ffi::PyType_Type }
    }
}
