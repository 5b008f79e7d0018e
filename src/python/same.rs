//! Whether two constants are the same: no program can tell them apart except by identity. `==` is weaker: it equates
//! `1`, `True` and `1.0`, `0.0` and `-0.0`, ranges of the same numbers with different ends, and decimals with different
//! trailing zeros.

use std::sync::OnceLock;

use pyo3::ffi;

use super::constant::DEEPEST_CONSTANT;
use super::{Object, read};

/// Classes whose equal objects are the same; for tuple classes, objects whose items are the same.
static EQUAL_IS_SAME: OnceLock<Box<[usize]>> = OnceLock::new();

/// Declares the immutable C classes whose `==` compares everything that a program can see.
pub fn set_classes_of_values(classes: impl Iterator<Item = Object>) {
    EQUAL_IS_SAME.get_or_init(|| classes.map(|class| class.as_ptr().addr()).collect());
}

/// Whether its class is declared so: its `==` is C code that knows nobody else's.
pub fn is_value(object: Object) -> bool {
    matches!(kind(object), Kind::Equality)
}

/// The first part of a range object, the same since CPython 3.2.
#[repr(C)]
struct Range {
    head: ffi::PyObject,
    ends: [*mut ffi::PyObject; 3],
}

/// How to compare constants of a builtin class.
enum Kind {
    /// By identity.
    Itself,
    Float,
    Complex,
    Equality,
    Tuple,
    /// By its items in the order of iteration, which the program can see.
    FrozenSet,
    /// Start, stop and step, of whatever class.
    Slice,
    Range,
}

fn kind(object: Object) -> Kind {
    let class = read::class_of(object).as_ptr().cast::<ffi::PyTypeObject>();
    let is = |known: *mut ffi::PyTypeObject| class == known;
    match () {
        () if is(&raw mut ffi::PyUnicode_Type) || is(&raw mut ffi::PyLong_Type) => Kind::Equality,
        () if is(&raw mut ffi::PyBytes_Type) || is(&raw mut ffi::PyBool_Type) => Kind::Equality,
        () if is(&raw mut ffi::PyFloat_Type) => Kind::Float,
        () if is(&raw mut ffi::PyTuple_Type) => Kind::Tuple,
        () if is(&raw mut ffi::PyComplex_Type) => Kind::Complex,
        () if is(&raw mut ffi::PyFrozenSet_Type) => Kind::FrozenSet,
        () if is(&raw mut ffi::PySlice_Type) => Kind::Slice,
        () if is(&raw mut ffi::PyRange_Type) => Kind::Range,
        () if EQUAL_IS_SAME.get().is_some_and(|classes| classes.contains(&class.addr())) => {
            if read::is_tuple(object) {
                Kind::Tuple
            } else {
                Kind::Equality
            }
        }
        () => Kind::Itself,
    }
}

/// Whether two objects are the same constant. For unknown classes, whether they are one object.
pub fn same_value(left: Object, right: Object) -> bool {
    same_within(left, right, DEEPEST_CONSTANT)
}

fn same_within(left: Object, right: Object, depth: usize) -> bool {
    if left == right {
        return true;
    }
    if read::class_of(left) != read::class_of(right) {
        return false;
    }
    let Some(depth) = depth.checked_sub(1) else { return false };
    let same = |(x, y)| same_within(x, y, depth);
    let (a, b) = (left.as_ptr(), right.as_ptr());
    // SAFETY: both are of the class that belongs to the kind, exactly; what is compared by `==` is C code's.
    unsafe {
        match kind(left) {
            Kind::Itself => false,
            Kind::Float => ffi::PyFloat_AS_DOUBLE(a).to_bits() == ffi::PyFloat_AS_DOUBLE(b).to_bits(),
            Kind::Complex => {
                let (x, y) = (ffi::PyComplex_AsCComplex(a), ffi::PyComplex_AsCComplex(b));
                x.real.to_bits() == y.real.to_bits() && x.imag.to_bits() == y.imag.to_bits()
            }
            Kind::Equality => match ffi::PyObject_RichCompareBool(a, b, ffi::Py_EQ) {
                -1 => {
                    ffi::PyErr_Clear();
                    false
                }
                equal => equal == 1,
            },
            Kind::Tuple => {
                let items = |object| (0..).map_while(move |i| read::sequence_item(object, i));
                read::length(left) == read::length(right) && items(left).zip(items(right)).all(same)
            }
            Kind::FrozenSet => {
                let items = |set| read::set_entries(set).map(|(item, _)| item);
                read::length(left) == read::length(right) && items(left).zip(items(right)).all(same)
            }
            Kind::Slice | Kind::Range => {
                let pairs = ends(left).into_iter().zip(ends(right));
                pairs.into_iter().all(|(x, y)| x.zip(y).is_some_and(same))
            }
        }
    }
}

/// Whether [`same_value`] is decisive for an object: it is an immutable C object, and so is everything that it holds.
pub fn is_constant(object: Object) -> bool {
    is_constant_within(object, DEEPEST_CONSTANT)
}

fn is_constant_within(object: Object, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is_constant = |object| is_constant_within(object, depth);
    match kind(object) {
        Kind::Float | Kind::Complex | Kind::Equality => true,
        Kind::Tuple => (0..).map_while(|i| read::sequence_item(object, i)).all(is_constant),
        Kind::FrozenSet => read::set_entries(object).all(|(item, _)| is_constant(item)),
        Kind::Slice | Kind::Range => ends(object).into_iter().all(|end| end.is_some_and(is_constant)),
        // None, a dtype: there is one of each. None has a hash of its own since CPython 3.12.
        Kind::Itself => {
            object == read::none()
                || read::class_of(object).is_immutable() && object.compares_by_identity() && !object.holds_references()
        }
    }
}

/// Start, stop and step of a slice or range.
fn ends(object: Object) -> [Option<Object>; 3] {
    // SAFETY: an exact slice has three object fields, none null; any other object that is asked is a range.
    unsafe {
        if ffi::PySlice_Check(object.as_ptr()) != 0 {
            let slice = object.as_ptr().cast::<ffi::PySliceObject>();
            return [(*slice).start, (*slice).stop, (*slice).step].map(|end| Object::from_pointer(end));
        }
        (*object.as_ptr().cast::<Range>()).ends.map(|end| Object::from_pointer(end))
    }
}
