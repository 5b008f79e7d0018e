//! Reading tensors natively, without linking torch.
//!
//! The layout of `TensorImpl` is not public. So the offsets are found at first use by searching probe tensors for known
//! values, and checked on further tensors against Python's answers. If anything disagrees, and for tensors whose
//! metadata is virtual (sparse, nested, functorch wrappers, subclasses with their own dispatch), Python is asked
//! instead, which is slower and right.

mod gradient;
mod names;
mod pattern;
mod probe;

use std::sync::Mutex;

use pyo3::ffi;

use self::gradient::GradientLayout;
pub use self::names::{
    device_name, dispatch_keys_text, dtype_number, dtype_object, is_made_in_inference_mode, lazy_bits, object_text,
};
pub use self::pattern::{ANY, Gradient, Pattern, PatternHead, agrees, following, matches_pattern};
use super::of_torch::{OfTorch, attached, bound};
use super::{Object, TensorFact, read};

/// Where the fields are, in bytes from the start of `TensorImpl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Offsets {
    /// The number of dimensions, followed by up to five sizes and five strides, or by a pointer to them.
    sizes: usize,
    /// `ScalarType` number in 16 bits, followed by device type and device index in 8 bits each.
    dtype: usize,
    keys: usize,
}

/// A tensor's `PyObject` is followed by the pointer to its `TensorImpl`.
pub(super) const IMPLEMENTATION: usize = 16;
const INLINE_DIMENSIONS: usize = 5;
/// The CPU's number in c10/core/DeviceType.h.
const CPU: i8 = 0;
/// How much of a `TensorImpl` is searched.
pub(super) const SEARCHED: usize = 208;

type RequiresGrad = unsafe extern "C" fn(*const u8) -> bool;

struct Native {
    offsets: Offsets,
    requires_grad: RequiresGrad,
    /// `None` where only torch's method tells of it.
    gradients: Option<GradientLayout>,
    /// Dispatch keys of tensors whose metadata is not in these fields.
    virtual_keys: u64,
}

struct Reader {
    /// `torch._C.TensorBase`.
    base: Object,
    native: Option<Native>,
    /// Python's dtype objects by number, filled on demand.
    dtypes: Mutex<Vec<Option<Object>>>,
}

// SAFETY: the objects are kept for ever and used with the interpreter attached.
unsafe impl Send for Reader {}
// SAFETY: as above.
unsafe impl Sync for Reader {}

/// `None` until torch is imported, or if its basic classes were not found.
#[inline]
fn reader() -> Option<&'static Reader> {
    static READER: OfTorch<Reader> = OfTorch::new(Reader::new);
    READER.get()
}

/// Whether the object is a tensor (of any class).
#[inline]
pub fn is_tensor(object: Object) -> bool {
    reader().is_some_and(|reader| is_instance(object, reader.base))
}

/// Whether it is a tensor of a class that has no `__del__` of its own.
#[inline]
pub fn has_no_finaliser(object: Object) -> bool {
    // SAFETY: a live object and a class.
    let finaliser = |class: *mut ffi::PyTypeObject| unsafe { (*class).tp_finalize.map(|finaliser| finaliser as usize) };
    // SAFETY: a live object.
    let class = unsafe { ffi::Py_TYPE(object.as_ptr()) };
    reader().is_some_and(|reader| is_instance(object, reader.base) && finaliser(class) == finaliser(reader.base.as_ptr().cast()))
}

#[inline]
fn is_instance(object: Object, class: Object) -> bool {
    // SAFETY: a live object and a class.
    unsafe { ffi::PyObject_TypeCheck(object.as_ptr(), class.as_ptr().cast()) != 0 }
}

/// Everything a tensor guard compares; `None` if the object is no tensor.
pub fn fact(object: Object) -> Option<TensorFact> {
    let reader = reader()?;
    if !is_instance(object, reader.base) {
        return None;
    }
    if let Some(view) = reader.view(object) {
        let (sizes, strides) = view.sizes_and_strides();
        return Some(TensorFact {
            class: read::class_of(object),
            dispatch_keys: view.keys(),
            dtype: view.dtype(),
            device_type: view.device().0,
            device_index: view.device().1,
            requires_grad: view.requires_grad(),
            sizes: sizes.iter().map(|n| Some(*n)).collect(),
            strides: strides.iter().map(|n| Some(*n)).collect(),
            follows: Box::default(),
            has_strides: true,
        });
    }
    attached(|py| reader.ask(&bound(py, object)).ok())
}

/// Whether the metadata of such a tensor is virtual, so that Python has to be asked.
pub fn asks(fact: &TensorFact) -> bool {
    reader().is_some_and(|reader| reader.asks(fact.dispatch_keys))
}

/// Whether class and dispatch keys are those of the fact.
pub fn is_of_kind(object: Object, fact: &TensorFact) -> bool {
    read::class_of(object) == fact.class && reader().is_some_and(|reader| reader.is_of_kind(object, fact.dispatch_keys))
}

/// `tensor.size(dimension)`, if it can be read from memory.
#[inline]
pub fn size(object: Object, dimension: usize) -> Option<i64> {
    view(object)?.sizes_and_strides().0.get(dimension).copied()
}

/// `tensor.stride(dimension)`, if it can be read from memory.
#[inline]
pub fn stride(object: Object, dimension: usize) -> Option<i64> {
    view(object)?.sizes_and_strides().1.get(dimension).copied()
}

/// Whether tensors are read natively, for reports and tests.
pub fn is_native() -> bool {
    reader().is_some_and(|reader| reader.native.is_some())
}

// ---------------------------------------------------------------- the fields of one tensor

/// A tensor whose fields can be read.
#[derive(Clone, Copy)]
pub(super) struct View {
    native: &'static Native,
    pub(super) implementation: *const u8,
}

/// The fields of an object, if it is a tensor and has them.
#[inline]
pub(super) fn view(object: Object) -> Option<View> {
    let reader = reader()?;
    if is_instance(object, reader.base) { reader.view(object) } else { None }
}

impl Reader {
    #[inline]
    fn view(&'static self, object: Object) -> Option<View> {
        self.any_view(object)?.real()
    }

    /// The fields of a tensor, perhaps of one that keeps only some of what is said of it there.
    #[inline]
    fn any_view(&'static self, object: Object) -> Option<View> {
        // SAFETY: the object is a tensor: every caller has checked its class.
        Some(View { native: self.native.as_ref()?, implementation: unsafe { *object.as_ptr().byte_add(IMPLEMENTATION).cast() } })
    }

    /// Whether Python has to be asked about tensors with these dispatch keys.
    fn asks(&self, keys: u64) -> bool {
        self.native.as_ref().is_none_or(|native| keys & native.virtual_keys != 0)
    }

    /// Whether a tensor has these dispatch keys, of which Python has to be asked the rest.
    #[cold]
    fn is_of_kind(&'static self, object: Object, keys: u64) -> bool {
        // Without a reader nothing but Python tells, which is asked in any case.
        is_instance(object, self.base)
            && self.any_view(object).is_none_or(|view| !view.implementation.is_null() && view.keys() == keys)
    }
}

impl View {
    /// Another tensor, by its implementation.
    pub(super) fn other(self, implementation: *const u8) -> Option<View> {
        View { implementation, ..self }.real()
    }

    #[inline]
    fn real(self) -> Option<View> {
        (!self.implementation.is_null() && self.keys() & self.native.virtual_keys == 0).then_some(self)
    }

    #[inline]
    pub(super) fn read<T: Copy>(self, offset: usize) -> T {
        // SAFETY: the offsets were found inside the struct and checked against Python's answers.
        unsafe { self.implementation.add(offset).cast::<T>().read_unaligned() }
    }

    #[inline]
    pub(super) fn keys(self) -> u64 {
        self.read(self.native.offsets.keys)
    }

    #[inline]
    pub(super) fn dtype(self) -> i8 {
        self.read::<u16>(self.native.offsets.dtype) as i8
    }

    pub(super) fn is_on_cpu(self) -> bool {
        self.device().0 == CPU
    }

    #[inline]
    fn device(self) -> (i8, i8) {
        (self.read(self.native.offsets.dtype + 2), self.read(self.native.offsets.dtype + 3))
    }

    #[inline]
    pub(super) fn sizes_and_strides(self) -> (&'static [i64], &'static [i64]) {
        let offset = self.native.offsets.sizes;
        let dimensions: usize = self.read(offset);
        // SAFETY: as `read`. Up to five dimensions are inline, five sizes before five strides; more are in
        // one block of sizes and strides. The tensor keeps them while its guard is checked, which is as long
        // as the slices are used.
        unsafe {
            let inline = self.implementation.add(offset + 8).cast::<i64>();
            let (sizes, strides) = if dimensions <= INLINE_DIMENSIONS {
                (inline, inline.add(INLINE_DIMENSIONS))
            } else {
                let block: *const i64 = *inline.cast();
                (block, block.add(dimensions))
            };
            (std::slice::from_raw_parts(sizes, dimensions), std::slice::from_raw_parts(strides, dimensions))
        }
    }

    #[inline]
    fn requires_grad(self) -> bool {
        // SAFETY: torch's own method of this struct, checked at first use.
        unsafe { (self.native.requires_grad)(self.implementation) }
    }
}
