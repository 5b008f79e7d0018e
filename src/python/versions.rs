//! Version counters of tensors, which torch increments at each write.

use pyo3::prelude::*;

use super::of_torch::OfTorch;
use super::{Object, symbols, tensor};
use crate::tables::TorchSymbol;

/// `at::TensorBase::_version() const`: a tensor is the pointer to its implementation.
type Version = unsafe extern "C" fn(*const *const u8) -> i64;

struct Reader {
    version: Version,
    /// The dispatch key that every tensor has whose writes are counted.
    counted: u64,
}

static READER: OfTorch<Reader> = OfTorch::new(Reader::find);

impl Reader {
    fn find(_: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Reader> {
        let unknown = || pyo3::exceptions::PyRuntimeError::new_err("torch tells versions in some other way");
        let version = symbols::find(TorchSymbol::Version).ok_or_else(unknown)?;
        let c = torch.getattr("_C")?;
        let key = c.getattr("DispatchKey")?.getattr("ADInplaceOrView")?;
        let counted = c.call_method1("DispatchKeySet", (key,))?.call_method0("raw_repr")?.extract()?;
        let reader = Reader { version, counted };
        let probe = torch.getattr("zeros")?.call1((1,))?;
        for expected in 0..2 {
            if reader.read(Object::from_bound(&probe)) != Some(expected) {
                return Err(unknown());
            }
            probe.call_method0("zero_")?;
        }
        Ok(reader)
    }

    fn read(&self, object: Object) -> Option<i64> {
        let view = tensor::view(object)?;
        if view.keys() & self.counted == 0 {
            return None;
        }
        // SAFETY: torch's own method of a tensor that counts writes, which the key tells; its object holds the pointer.
        Some(unsafe { (self.version)(object.as_ptr().byte_add(tensor::IMPLEMENTATION).cast()) })
    }
}

/// The versions of tensors; None if one of them has none (an array, or what was made in inference mode).
#[pyfunction]
fn versions(tensors: Vec<Bound<'_, PyAny>>) -> PyResult<Option<Vec<i64>>> {
    let reader = READER.get();
    let of = |tensor: &Bound<'_, PyAny>| match reader.and_then(|reader| reader.read(Object::from_bound(tensor))) {
        Some(version) => Some(version),
        None => tensor.getattr("_version").and_then(|version| version.extract()).ok(),
    };
    Ok(tensors.iter().map(of).collect())
}

pub(super) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(versions, module)?)
}
