//! Numbers and bits of tensors, as torch names them.

use pyo3::prelude::*;

use super::probe::{named_dtypes, not_understood};
use super::reader;
use crate::python::Object;
use crate::python::of_torch::{OfTorch, attached, bound, loaded};

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
