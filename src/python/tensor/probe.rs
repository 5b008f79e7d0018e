//! Finds the fields of `TensorImpl` by searching tensors whose values are known, and asks Python where they are not found.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::gradient::GradientLayout;
use super::names::device_name;
use super::pattern::{matches, numbers};
use super::{IMPLEMENTATION, INLINE_DIMENSIONS, Native, Offsets, Reader, RequiresGrad, SEARCHED, View};
use crate::python::of_torch::{forever, loaded};
use crate::python::{Object, TensorFact, read, symbols};
use crate::tables::TorchSymbol;

pub(super) fn not_understood(what: &str) -> PyErr {
    pyo3::exceptions::PyRuntimeError::new_err(what.to_owned())
}

impl Reader {
    pub(super) fn new(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Reader> {
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

    pub(super) fn known_dtype(&self, number: usize) -> Option<Object> {
        *self.dtypes.lock().unwrap_or_else(PoisonError::into_inner).get(number)?
    }

    /// The number of a dtype, which its object holds. (An empty tensor would tell too, but making one of an exotic
    /// dtype may warn.)
    pub(super) fn number_of(&self, dtype: &Bound<'_, PyAny>) -> Option<usize> {
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
    pub(super) fn ask(&self, tensor: &Bound<'_, PyAny>) -> PyResult<TensorFact> {
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
            // Sparse tensors, and those of oneDNN, have strides to show, and no memory that these lead through; nested ones
            // of torch's own show some as well.
            has_strides: plain && !tensor.getattr("is_sparse")?.is_truthy()? && !tensor.getattr("is_mkldnn")?.is_truthy()?,
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

pub(super) fn named_dtypes<'py>(torch: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyAny>>> {
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
            "MkldnnCPU",
            "NestedTensorCPU",
            "Python",
            "FuncTorchBatched",
            "FuncTorchGradWrapper",
            "Functionalize",
            "BatchedNestedTensor",
            "Batched",
        ] {
            let Ok(key) = c.call_method1("_parse_dispatch_key", (name,)) else { continue };
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
