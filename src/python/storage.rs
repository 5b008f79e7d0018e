//! Storages of tensors: address, offset, and the base of a view.
//!
//! As with a tensor's other fields, the offsets are found in probe tensors, and checked on others.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::of_torch::{OfTorch, attached};
use super::tensor::{self, View};
use super::{Object, Words, array, symbols};
use crate::tables::TorchSymbol;

/// Offset, sizes and strides of a tensor in its storage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    first: i64,
    sizes: Box<[i64]>,
    strides: Box<[i64]>,
    dtype: i8,
}

struct Reader {
    /// In bytes from the start of a tensor's implementation: its storage, and its first element's place there.
    storage: usize,
    first: usize,
    is_view: IsView,
    base_of: BaseOf,
    numbers: Option<NumberReader>,
}

/// How the int in a tensor is read.
struct NumberReader {
    /// In bytes from the start of a storage's implementation: the address of its memory.
    memory: usize,
    dtype: i8,
}

/// Methods of torch's class, which holds nothing but the pointer to its implementation.
type IsView = unsafe extern "C" fn(*const *const u8) -> bool;
type BaseOf = unsafe extern "C" fn(*const *const u8) -> *const *const u8;

#[inline]
fn reader() -> Option<&'static Reader> {
    static READER: OfTorch<Reader> = OfTorch::new(Reader::new);
    READER.get()
}

/// Whether storages can be read at all.
pub fn is_native() -> bool {
    reader().is_some()
}

/// The storage number of all arrays: their places are absolute addresses.
const ARRAYS: usize = 1;

/// The address of a tensor's storage; `None` if it has none of its own (sparse tensors, wrappers).
#[inline]
pub fn storage(object: Object) -> Option<usize> {
    match tensor::view(object) {
        Some(view) => Some(view.read(reader()?.storage)),
        None => array::extent(object).map(|_| ARRAYS),
    }
}

/// The range of bytes in its storage that a tensor spans; for an array, of addresses.
pub fn extent(object: Object) -> Option<(i64, i64)> {
    place(object).map(|place| place.extent()).or_else(|| array::extent(object))
}

/// Notes the words that determine a tensor's storage. Those that lead to the tensor were noted before.
pub fn note_storage(object: Object, words: &mut Words) -> Option<()> {
    let (reader, view) = (reader()?, tensor::view(object)?);
    words.note_class(object);
    // SAFETY: a tensor's pointer to its implementation, and a field of that.
    unsafe {
        words.note(object.as_ptr().byte_add(tensor::IMPLEMENTATION).cast());
        words.note(view.implementation.add(reader.storage).cast());
    }
    Some(())
}

/// Where in its storage a tensor is.
pub fn place(object: Object) -> Option<Place> {
    Some(reader()?.place(tensor::view(object)?))
}

/// `tensor.storage_offset()`, if it can be read from memory.
#[inline]
pub fn storage_offset(object: Object) -> Option<i64> {
    Some(tensor::view(object)?.read(reader()?.first))
}

/// `tensor.item()` of a tensor without dimensions whose dtype is `int64`, if it can be read from memory.
pub fn number(object: Object) -> Option<i64> {
    let (reader, view) = (reader()?, tensor::view(object)?);
    let numbers = reader.numbers.as_ref()?;
    if view.dtype() != numbers.dtype || !view.is_on_cpu() || !view.sizes_and_strides().0.is_empty() {
        return None;
    }
    let storage: *const u8 = view.read(reader.storage);
    if storage.is_null() {
        return None;
    }
    // SAFETY: the offset was found inside of the struct and checked against Python's answers.
    let memory: *const i64 = unsafe { *storage.add(numbers.memory).cast() };
    // SAFETY: a storage on the CPU that has memory has that of its tensors' elements.
    (!memory.is_null()).then(|| unsafe { memory.offset(view.read(reader.first)).read_unaligned() })
}

/// Identifies the tensor and, for a view, its base, by the addresses of their `TensorImpl`s.
pub fn identity(object: Object) -> Option<(usize, Option<usize>)> {
    let (reader, view) = (reader()?, tensor::view(object)?);
    Some((view.implementation as usize, reader.base(view).map(|base| base as usize)))
}

/// The place of a view's base.
pub fn base_place(object: Object) -> Option<Place> {
    let (reader, view) = (reader()?, tensor::view(object)?);
    Some(reader.place(view.other(reader.base(view)?)?))
}

impl Place {
    /// The bytes of the storage from the first element to the end of the last; none are between if there is no element.
    fn extent(&self) -> (i64, i64) {
        if self.sizes.contains(&0) {
            return (0, 0);
        }
        let reach: i64 = self.sizes.iter().zip(&self.strides).map(|(size, stride)| (size - 1) * stride).sum();
        let width = self.element_size().unwrap_or(MOST_BYTES);
        (self.first * width, (self.first + reach + 1) * width)
    }

    fn element_size(&self) -> Option<i64> {
        let dtype = tensor::dtype_object(self.dtype)?;
        attached(|py| dtype.bound(py).getattr("itemsize").ok()?.extract().ok())
    }
}

/// No element is larger.
const MOST_BYTES: i64 = 16;

impl Reader {
    fn place(&self, view: View) -> Place {
        let (sizes, strides) = view.sizes_and_strides();
        Place { first: view.read(self.first), sizes: sizes.into(), strides: strides.into(), dtype: view.dtype() }
    }

    fn base(&self, view: View) -> Option<*const u8> {
        // SAFETY: a tensor by reference is a pointer to where the pointer to its implementation is; only a view has a base.
        unsafe { (self.is_view)(&raw const view.implementation).then(|| *(self.base_of)(&raw const view.implementation)) }
    }

    fn new(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Reader> {
        Reader::find(py, torch)?.ok_or_else(|| pyo3::exceptions::PyRuntimeError::new_err("storages cannot be read"))
    }

    fn find(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Option<Reader>> {
        let is_view = symbols::find::<IsView>(TorchSymbol::IsView);
        let base_of = symbols::find::<BaseOf>(TorchSymbol::Base);
        let (Some(is_view), Some(base_of)) = (is_view, base_of) else { return Ok(None) };
        let names = PyDict::new(py);
        names.set_item("torch", torch)?;
        // Two views, whose bases their second halves are, and a tensor of its own.
        let probes = py.eval(
            c"[(t, t.untyped_storage()._cdata, t.storage_offset(), t._base._cdata if t._is_view() else 0) for t in (
                torch.empty(4096)[1237:], torch.empty(4096, dtype=torch.int16).view(64, 64)[21:, 33:], torch.empty(7))]",
            Some(&names),
            None,
        )?;
        let probes: Vec<(Bound<'_, PyAny>, usize, usize, usize)> = probes.extract()?;
        let views: Option<Vec<View>> = probes.iter().map(|probe| tensor::view(Object::from_bound(&probe.0))).collect();
        let Some(views) = views else { return Ok(None) };
        let all = || views.iter().zip(&probes);
        let offsets = || (16..tensor::SEARCHED).step_by(8);
        let storage = offsets().find(|offset| all().all(|(view, probe)| view.read::<usize>(*offset) == probe.1));
        let first = offsets().find(|offset| all().all(|(view, probe)| view.read::<usize>(*offset) == probe.2));
        let (Some(storage), Some(first)) = (storage, first) else { return Ok(None) };
        let numbers = NumberReader::find(py, &names, storage)?;
        let reader = Reader { storage, first, is_view, base_of, numbers };
        let agrees = all().all(|(view, probe)| reader.base(*view).map_or(0, |base| base as usize) == probe.3);
        Ok(agrees.then_some(reader))
    }
}

/// How much of a storage's implementation is searched.
const STORAGE_SEARCHED: usize = 64;

impl NumberReader {
    /// `storage` is the offset of the storage in a tensor.
    fn find(py: Python<'_>, names: &Bound<'_, PyDict>, storage: usize) -> PyResult<Option<NumberReader>> {
        // The memory of the second is another object's, which its storage points to as well.
        let probes = py.eval(
            c"[(t, t.untyped_storage().data_ptr()) for t in (
                torch.zeros((), dtype=torch.int64), torch.frombuffer(bytearray(64), dtype=torch.int64), torch.empty(7))]",
            Some(names),
            None,
        )?;
        let probes: Vec<(Bound<'_, PyAny>, usize)> = probes.extract()?;
        let views: Option<Vec<View>> = probes.iter().map(|probe| tensor::view(Object::from_bound(&probe.0))).collect();
        let Some(views) = views else { return Ok(None) };
        let is_there = |offset: usize| {
            views.iter().zip(&probes).all(|(view, (_, memory))| {
                let implementation: *const u8 = view.read(storage);
                // SAFETY: a live storage, whose struct is larger than what is searched of it.
                unsafe { *implementation.add(offset).cast::<usize>() == *memory }
            })
        };
        let memory = (8..STORAGE_SEARCHED).step_by(8).find(|offset| is_there(*offset));
        Ok(memory.map(|memory| NumberReader { memory, dtype: views[0].dtype() }))
    }
}
