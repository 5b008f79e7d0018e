//! Values made once from an imported module, and kept for ever.

use std::sync::OnceLock;

use pyo3::prelude::*;

use super::Object;
use super::region::Off;

type Make<T> = fn(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>;

/// Made of torch at the first use after its import; `None` before that, and for good where it could not be made.
pub(super) struct OfTorch<T> {
    made: OnceLock<Option<T>>,
    make: Make<T>,
}

impl<T> OfTorch<T> {
    pub(super) const fn new(make: Make<T>) -> OfTorch<T> {
        OfTorch { made: OnceLock::new(), make }
    }

    #[inline]
    pub(super) fn get(&self) -> Option<&T> {
        match self.made.get() {
            Some(made) => made.as_ref(),
            None => self.first(),
        }
    }

    #[cold]
    fn first(&self) -> Option<&T> {
        // A hook that comes here would otherwise be asked about the frames below as well, and come here again.
        let _off = Off::new();
        attached(|py| {
            let torch = loaded(py, "torch")?;
            // Torch's Python code may run, and come here again: the first that is made counts.
            let made = without_modes(py, &torch, || (self.make)(py, &torch));
            self.made.get_or_init(|| made.ok()).as_ref()
        })
    }
}

/// Runs with no mode of the program's active: a mode would hear of operators that the program did not call, or change
/// what they give.
fn without_modes<T>(py: Python<'_>, torch: &Bound<'_, PyAny>, f: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let dispatch = super::import(py, "torch.utils._python_dispatch")?;
    let contexts = [torch.getattr("_C")?.call_method0("DisableTorchFunction")?, dispatch.call_method0("_disable_current_modes")?];
    let mut entered = Vec::new();
    let mut enter = || contexts.iter().try_for_each(|context| context.call_method0("__enter__").map(|_| entered.push(context)));
    let result = enter().and_then(|()| f());
    for context in entered.into_iter().rev() {
        context.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
    }
    result
}

/// Runs with the interpreter, which the calling thread holds already.
pub(super) fn attached<T>(f: impl FnOnce(Python<'_>) -> T) -> T {
    Python::attach(f)
}

/// A module that is already imported.
pub(super) fn loaded<'py>(py: Python<'py>, name: &str) -> Option<Bound<'py, PyAny>> {
    super::import::loaded(py, name).ok()?
}

pub(super) fn forever(object: Bound<'_, PyAny>) -> Object {
    // SAFETY: the reference is given to nobody, so that the object lives for ever.
    unsafe { Object::from_pointer(object.into_ptr()).expect("a Bound is never null") }
}

pub(super) fn bound<'py>(py: Python<'py>, object: Object) -> Bound<'py, PyAny> {
    // SAFETY: a live object, by the contract of `Object`.
    unsafe { Bound::from_borrowed_ptr(py, object.as_ptr()) }
}
