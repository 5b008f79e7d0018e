//! Reading tensors natively, without linking torch.
//!
//! The layout of `TensorImpl` is not public. So the offsets are found at first use by searching probe tensors for known
//! values, and checked on further tensors against Python's answers. If anything disagrees, and for tensors whose
//! metadata is virtual (sparse, nested, functorch wrappers, subclasses with their own dispatch), Python is asked
//! instead, which is slower and right.

use std::sync::{Mutex, PoisonError};

use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::TensorFact;
use super::gradient::GradientLayout;
use super::of_torch::{OfTorch, attached, bound, forever, loaded};
use super::symbols;
use super::{Object, Words, read};
use crate::tables::TorchSymbol;

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

/// A wildcard in a [`Pattern`].
pub const ANY: i64 = i64::MIN;

/// A stride in a [`Pattern`] that is the product of a dimension's size and stride.
pub fn following(dimension: u8) -> i64 {
    ANY + 1 + i64::from(dimension)
}

/// A tensor fact in a flat form for fast comparison.
pub struct Pattern<'a> {
    pub head: &'a PatternHead,
    pub sizes: &'a [i64],
    pub strides: &'a [i64],
}

impl Pattern<'_> {
    /// Notes the fields of a tensor that just matched; false if they do not suffice.
    pub fn note(&self, object: Object, words: &mut Words) -> bool {
        let exact = |dims: &[i64]| dims.iter().all(|n| *n >= 0);
        let view = reader().and_then(|reader| reader.view(object));
        let Some(view) = view.filter(|_| exact(self.sizes) && exact(self.strides)) else { return false };
        let offsets = &view.native.offsets;
        let (sizes, strides) = view.sizes_and_strides();
        if sizes.len() > INLINE_DIMENSIONS {
            return false;
        }
        // The dtype's word takes in the device, and flags behind it that hardly change.
        let dims = [1, 1 + INLINE_DIMENSIONS].map(|first| (first..first + strides.len()).map(|n| offsets.sizes + 8 * n));
        let fields = [offsets.keys, offsets.dtype, offsets.sizes].into_iter().chain(dims.into_iter().flatten());
        words.note_class(object);
        // SAFETY: a tensor, which keeps its implementation alive, and that, its metadata.
        unsafe {
            words.note(object.as_ptr().byte_add(IMPLEMENTATION).cast());
            fields.for_each(|offset| words.note(view.implementation.add(offset).cast()));
            match view.native.gradients.as_ref().and_then(|layout| layout.words(view.implementation)) {
                Some(gradient) => gradient.into_iter().for_each(|word| words.note(word)),
                None => words.note_gradient(Gradient { view, requires_grad: self.head.requires_grad }),
            }
        }
        true
    }
}

/// A check of `requires_grad` by torch's own method.
pub struct Gradient {
    view: View,
    requires_grad: bool,
}

impl Gradient {
    #[inline]
    pub fn holds(&self) -> bool {
        self.view.requires_grad() == self.requires_grad
    }
}

pub struct PatternHead {
    class: Object,
    dispatch_keys: u64,
    dtype: i8,
    device: (i8, i8),
    requires_grad: bool,
}

impl PatternHead {
    pub fn of(fact: &TensorFact) -> PatternHead {
        PatternHead {
            class: fact.class,
            dispatch_keys: fact.dispatch_keys,
            dtype: fact.dtype,
            device: (fact.device_type, fact.device_index),
            requires_grad: fact.requires_grad,
        }
    }
}

/// Whether a tensor matches a pattern, as far as memory tells.
#[inline]
pub fn matches_pattern(object: Object, pattern: &Pattern<'_>) -> bool {
    let head = pattern.head;
    if read::class_of(object) != head.class {
        return false;
    }
    let Some(reader) = reader() else { return false };
    let Some(view) = reader.view(object) else { return reader.is_of_kind(object, head.dispatch_keys) };
    if view.keys() != head.dispatch_keys || view.dtype() != head.dtype || view.device() != head.device {
        return false;
    }
    let (sizes, strides) = view.sizes_and_strides();
    matches(sizes, pattern.sizes) && strides_match(sizes, strides, pattern.strides) && view.requires_grad() == head.requires_grad
}

/// Whether the metadata of such a tensor is virtual, so that Python has to be asked.
pub fn asks(fact: &TensorFact) -> bool {
    reader().is_some_and(|reader| reader.asks(fact.dispatch_keys))
}

/// Whether class and dispatch keys are those of the fact.
pub fn is_of_kind(object: Object, fact: &TensorFact) -> bool {
    read::class_of(object) == fact.class && reader().is_some_and(|reader| reader.is_of_kind(object, fact.dispatch_keys))
}

#[inline]
fn matches(found: &[i64], expected: &[i64]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(found, expected)| found == expected || *expected == ANY)
}

#[inline]
fn strides_match(sizes: &[i64], strides: &[i64], expected: &[i64]) -> bool {
    strides.len() == expected.len()
        && strides.iter().zip(expected).all(|(found, expected)| found == expected || follows(sizes, strides, *found, *expected))
}

/// Whether a stride matches a pattern that is no number.
fn follows(sizes: &[i64], strides: &[i64], stride: i64, expected: i64) -> bool {
    if expected == ANY {
        return true;
    }
    let over = usize::try_from(expected.wrapping_sub(following(0))).ok().filter(|over| *over <= usize::from(u8::MAX));
    over.and_then(|over| Some(sizes.get(over)?.wrapping_mul(*strides.get(over)?))) == Some(stride)
}

/// Whether a tensor's present fact agrees with the guarded one.
pub fn agrees(now: &TensorFact, fact: &TensorFact) -> bool {
    let sizes = numbers(&now.sizes);
    let expected = |at: usize, stride: &Option<i64>| {
        stride.unwrap_or_else(|| fact.follows.get(at).copied().flatten().map_or(ANY, following))
    };
    let strides: Vec<i64> = fact.strides.iter().enumerate().map(|(at, stride)| expected(at, stride)).collect();
    now.class == fact.class
        && now.dispatch_keys == fact.dispatch_keys
        && now.dtype == fact.dtype
        && (now.device_type, now.device_index) == (fact.device_type, fact.device_index)
        && now.requires_grad == fact.requires_grad
        && now.has_strides == fact.has_strides
        && matches(&sizes, &numbers(&fact.sizes))
        && strides_match(&sizes, &numbers(&now.strides), &strides)
}

/// Sizes as Python gave them; those that it could not give as an int match only what matches anything.
fn numbers(dims: &[Option<i64>]) -> Vec<i64> {
    dims.iter().map(|n| n.unwrap_or(ANY)).collect()
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

/// Python's `torch.dtype` object of a number.
pub fn dtype_object(number: i8) -> Option<Object> {
    let reader = reader()?;
    let index = usize::try_from(number).ok()?;
    if let Some(known) = reader.known_dtype(index) {
        return Some(known);
    }
    attached(|py| {
        for dtype in named_dtypes(&loaded(py, "torch")?).ok()? {
            if reader.number_of(&dtype) == Some(index) {
                break;
            }
        }
        reader.known_dtype(index)
    })
}

/// The number of a `torch.dtype` object.
pub fn dtype_number(dtype: Object) -> Option<i8> {
    let number = attached(|py| reader()?.number_of(&bound(py, dtype)))?;
    i8::try_from(number).ok()
}

/// `cpu`, `cuda`, … by torch's number of the device type, as in `c10/core/DeviceType.h`.
pub fn device_name(device_type: i8) -> &'static str {
    const NAMES: [&str; 21] = [
        "cpu",
        "cuda",
        "mkldnn",
        "opengl",
        "opencl",
        "ideep",
        "hip",
        "fpga",
        "maia",
        "xla",
        "vulkan",
        "metal",
        "xpu",
        "mps",
        "meta",
        "hpu",
        "ve",
        "lazy",
        "ipu",
        "mtia",
        "privateuseone",
    ];
    usize::try_from(device_type).ok().and_then(|i| NAMES.get(i)).copied().unwrap_or("unknown")
}

/// A dispatch key set as torch prints it: `DispatchKeySet(CPU, …)`.
pub fn dispatch_keys_text(raw: u64) -> String {
    let ask = |py: Python<'_>| -> PyResult<String> {
        let torch = loaded(py, "torch").ok_or_else(|| not_understood("torch is not imported"))?;
        Ok(torch.getattr("_C")?.getattr("DispatchKeySet")?.call_method1("from_raw_repr", (raw,))?.str()?.to_string())
    };
    attached(ask).unwrap_or_else(|_| format!("DispatchKeySet({raw:#x})"))
}

/// Whether a dispatch key set has the conjugate bit, and the negative bit.
pub fn lazy_bits(dispatch_keys: u64) -> (bool, bool) {
    static KEYS: OfTorch<[u64; 2]> = OfTorch::new(|_, torch| {
        let c = torch.getattr("_C")?;
        let key = |name: &str| -> PyResult<u64> {
            c.call_method1("DispatchKeySet", (c.getattr("DispatchKey")?.getattr(name)?,))?.call_method0("raw_repr")?.extract()
        };
        Ok([key("Conjugate")?, key("Negative")?])
    });
    KEYS.get().map_or((false, false), |[conjugate, negative]| (dispatch_keys & conjugate != 0, dispatch_keys & negative != 0))
}

/// Whether a tensor with this dispatch key set was made in inference mode: then it lacks the key for writes and views.
pub fn is_made_in_inference_mode(dispatch_keys: u64) -> bool {
    static KEY: OfTorch<u64> = OfTorch::new(|_, torch| {
        let c = torch.getattr("_C")?;
        let key = c.getattr("DispatchKey")?.getattr("ADInplaceOrView")?;
        c.call_method1("DispatchKeySet", (key,))?.call_method0("raw_repr")?.extract()
    });
    KEY.get().is_some_and(|key| dispatch_keys & key == 0)
}

/// The `repr` of an object of torch's own: a dtype, a device.
pub fn object_text(object: Object) -> String {
    attached(|py| object.bound(py).repr().map(|text| text.to_string())).unwrap_or_else(|_| object.short_repr())
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

// ---------------------------------------------------------------- finding the fields

fn not_understood(what: &str) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(what.to_owned())
}

impl Reader {
    fn new(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Reader> {
        let base = forever(torch.getattr("_C")?.getattr("TensorBase")?);
        let mut reader = Reader { base, native: None, dtypes: Mutex::default() };
        if let Some(native) = Native::find(py, torch)? {
            reader.native = Some(native);
            if !reader.agrees(py, torch)? {
                reader.native = None;
            }
        }
        if reader.native.is_none() {
            let named = named_dtypes(torch)?.into_iter().map(|dtype| Some(forever(dtype))).collect();
            *reader.dtypes.lock().unwrap_or_else(PoisonError::into_inner) = named;
        }
        Ok(reader)
    }

    fn known_dtype(&self, number: usize) -> Option<Object> {
        *self.dtypes.lock().unwrap_or_else(PoisonError::into_inner).get(number)?
    }

    /// The number of a dtype, which its object holds. (An empty tensor would tell too, but making one of an exotic
    /// dtype may warn.)
    fn number_of(&self, dtype: &Bound<'_, PyAny>) -> Option<usize> {
        let object = Object::from_bound(dtype);
        let known = |dtypes: &[Option<Object>]| dtypes.iter().position(|known| *known == Some(object));
        if let Some(number) = known(&self.dtypes.lock().unwrap_or_else(PoisonError::into_inner)) {
            return Some(number);
        }
        self.native.as_ref()?;
        let class = loaded(dtype.py(), "torch")?.getattr("dtype").ok()?;
        if !dtype.is_exact_instance(&class) {
            return None;
        }
        let number = number_in(dtype);
        let mut dtypes = self.dtypes.lock().unwrap_or_else(PoisonError::into_inner);
        if dtypes.len() <= number {
            dtypes.resize(number + 1, None);
        }
        dtypes[number] = Some(forever(dtype.clone()));
        Some(number)
    }

    /// What Python says of a tensor. Dtypes are numbered by torch if its numbers are known, else by us.
    fn ask(&self, tensor: &Bound<'_, PyAny>) -> PyResult<TensorFact> {
        let py = tensor.py();
        let torch = crate::python::import(py, "torch")?;
        let c = torch.getattr("_C")?;
        // A subclass must not be told of this: its `__torch_function__` is user code.
        let quiet = c.getattr("DisableTorchFunction")?.call0()?;
        quiet.call_method0("__enter__")?;
        let asked = self.ask_quietly(tensor, &c);
        quiet.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
        asked
    }

    fn ask_quietly(&self, tensor: &Bound<'_, PyAny>, c: &Bound<'_, PyAny>) -> PyResult<TensorFact> {
        let dims = |name: &str| -> PyResult<Box<[Option<i64>]>> {
            let values = tensor.call_method0(name)?;
            let values = values.try_iter()?.map(|n| Ok(n?.extract::<i64>().ok())).collect::<PyResult<Vec<_>>>()?;
            Ok(values.into())
        };
        let dtype = tensor.getattr("dtype")?;
        let position = self.number_of(&dtype);
        let device = tensor.getattr("device")?;
        let kind: String = device.getattr("type")?.extract()?;
        let (sizes, strides) = (dims("size"), dims("stride"));
        let plain = sizes.is_ok() && strides.is_ok();
        Ok(TensorFact {
            class: class_of(tensor),
            dispatch_keys: c.call_method1("_dispatch_keys", (tensor,))?.call_method0("raw_repr")?.extract()?,
            dtype: position.map_or(-1, |i| i as i8),
            device_type: (0..21).find(|i| device_name(*i) == kind).unwrap_or(-1),
            device_index: device.getattr("index")?.extract::<Option<i8>>()?.unwrap_or(-1),
            requires_grad: tensor.getattr("requires_grad")?.extract()?,
            sizes: sizes.unwrap_or_default(),
            // Sparse tensors have strides to show, and no memory that these lead through; nested ones of torch's own
            // show some as well.
            has_strides: plain && !tensor.getattr("is_sparse")?.is_truthy()?,
            strides: strides.unwrap_or_default(),
            follows: Box::default(),
        })
    }

    /// Compares native reading with Python's answers on tensors of many kinds.
    fn agrees(&self, py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Some(native) = &self.native else { return Ok(false) };
        let names = PyDict::new(py);
        names.set_item("torch", torch)?;
        let probes = py.eval(
            c"[torch.empty(()), torch.empty(0, 7), torch.empty(2, 3, 4, 5, 6, 7, dtype=torch.int64),
               torch.empty(9, 2, dtype=torch.bfloat16).t(), torch.empty(4, 4, device='meta'),
               torch.empty(3, requires_grad=True), torch.empty(3, requires_grad=True).view(1, 3),
               torch.nn.Parameter(torch.empty(5)), torch.nn.Parameter(torch.empty(5), requires_grad=False),
               torch.empty(2, 2, dtype=torch.complex64), torch.empty(6)[1:4:2].detach(),
               torch.empty(1, 2, 3, 4, 5)]",
            Some(&names),
            None,
        )?;
        for probe in probes.try_iter()? {
            let probe = probe?;
            let expected = self.ask(&probe)?;
            // SAFETY: a tensor, by its making.
            let implementation = unsafe { *probe.as_ptr().byte_add(IMPLEMENTATION).cast::<*const u8>() };
            // SAFETY: the view is dropped before `native` is.
            let native: &'static Native = unsafe { &*std::ptr::from_ref(native) };
            let view = View { native, implementation };
            let (sizes, strides) = view.sizes_and_strides();
            let same = view.keys() & native.virtual_keys == 0
                && view.keys() == expected.dispatch_keys
                && view.dtype() == expected.dtype
                && view.device() == (expected.device_type, expected.device_index)
                && matches(sizes, &numbers(&expected.sizes))
                && matches(strides, &numbers(&expected.strides))
                && view.requires_grad() == expected.requires_grad;
            if !same {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn class_of(object: &Bound<'_, PyAny>) -> Object {
    // SAFETY: a live object, whose class it keeps alive.
    let object = unsafe { Object::from_pointer(object.as_ptr()).expect("a Bound is never null") };
    read::class_of(object)
}

fn named_dtypes<'py>(torch: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let class = torch.getattr("dtype")?;
    let mut found: Vec<Bound<'py, PyAny>> = Vec::new();
    for value in torch.getattr("__dict__")?.call_method0("values")?.try_iter()? {
        let value = value?;
        if value.is_instance(&class)? && !found.iter().any(|known| known.is(&value)) {
            found.push(value);
        }
    }
    Ok(found)
}

/// Where a dtype object keeps its number: behind its header (`torch/csrc/Dtype.h`).
const DTYPE_NUMBER: usize = 16;

fn number_in(dtype: &Bound<'_, PyAny>) -> usize {
    // SAFETY: an object of torch's dtype class, which is longer than this offset; `Native::find` has seen two of them.
    usize::from(unsafe { *dtype.as_ptr().byte_add(DTYPE_NUMBER).cast::<u8>() })
}

/// How much of a `TensorImpl` is searched.
pub(super) const SEARCHED: usize = 208;

impl Native {
    fn find(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Option<Native>> {
        let Some(requires_grad) = symbols::find::<RequiresGrad>(TorchSymbol::RequiresGrad) else {
            return Ok(None);
        };
        let c = torch.getattr("_C")?;
        let empty = torch.getattr("empty")?;
        let with_dtype = |name: &str| -> PyResult<Bound<'_, PyDict>> {
            let keywords = PyDict::new(py);
            keywords.set_item("dtype", torch.getattr(name)?)?;
            Ok(keywords)
        };
        // Two tensors that differ in nothing but the dtype, and one on another device.
        let first = empty.call(((2, 3, 5),), Some(&with_dtype("float64")?))?;
        let second = empty.call(((2, 3, 5),), Some(&with_dtype("int16")?))?;
        let meta = with_dtype("float64")?;
        meta.set_item("device", "meta")?;
        let meta = empty.call(((2, 3, 5),), Some(&meta))?;
        let implementation = |tensor: &Bound<'_, PyAny>| -> PyResult<Option<*const u8>> {
            // SAFETY: a tensor object is longer than this offset.
            let word = unsafe { *tensor.as_ptr().byte_add(IMPLEMENTATION).cast::<usize>() };
            Ok((word == tensor.getattr("_cdata")?.extract::<usize>()?).then_some(word as *const u8))
        };
        let (Some(a), Some(b), Some(m)) = (implementation(&first)?, implementation(&second)?, implementation(&meta)?) else {
            return Ok(None);
        };
        let word = |from: *const u8, offset: usize| -> u64 {
            // SAFETY: callers stay below `SEARCHED`, which every TensorImpl exceeds.
            unsafe { from.add(offset).cast::<u64>().read_unaligned() }
        };
        let half = |from: *const u8, offset: usize| word(from, offset) as u16;
        let keys = |tensor: &Bound<'_, PyAny>| -> PyResult<u64> {
            c.call_method1("_dispatch_keys", (tensor,))?.call_method0("raw_repr")?.extract()
        };
        let (keys_a, keys_m) = (keys(&first)?, keys(&meta)?);
        let words = || (16..SEARCHED).step_by(8);
        let sizes = words().find(|o| {
            let expected = [3, 2, 3, 5];
            let strides = [15, 5, 1];
            *o + 8 * 11 < SEARCHED
                && expected.iter().enumerate().all(|(i, n)| word(a, o + 8 * i) == *n)
                && strides.iter().enumerate().all(|(i, n)| word(a, o + 8 * (1 + INLINE_DIMENSIONS + i)) == *n)
        });
        let keys = words().find(|o| word(a, *o) == keys_a && word(m, *o) == keys_m && keys_a != keys_m);
        // float64 is 7 and int16 is 2 in c10/core/ScalarType.h; the CPU is device 0 without an index.
        let dtype = (16..SEARCHED - 8)
            .step_by(2)
            .find(|o| half(a, *o) == 7 && half(b, *o) == 2 && half(m, *o) == 7 && half(a, *o + 2) == 0xff00);
        let (Some(sizes), Some(dtype), Some(keys)) = (sizes, dtype, keys) else { return Ok(None) };
        if number_in(&torch.getattr("float64")?) != 7 || number_in(&torch.getattr("int16")?) != 2 {
            return Ok(None);
        }
        let mut virtual_keys = 0;
        for name in [
            "SparseCPU",
            "SparseCsrCPU",
            "NestedTensorCPU",
            "Python",
            "FuncTorchBatched",
            "FuncTorchGradWrapper",
            "Functionalize",
            "BatchedNestedTensor",
            "Batched",
        ] {
            let Ok(key) = c.getattr("DispatchKey")?.getattr(name) else { continue };
            virtual_keys |= c.call_method1("DispatchKeySet", (key,))?.call_method0("raw_repr")?.extract::<u64>()?;
        }
        Ok(Some(Native {
            offsets: Offsets { sizes, dtype, keys },
            requires_grad,
            gradients: GradientLayout::find(torch)?,
            virtual_keys: virtual_keys & !(keys_a | keys_m),
        }))
    }
}
