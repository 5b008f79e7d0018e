//! Values made once from an imported module, and kept for ever.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use pyo3::prelude::*;

use super::Object;
use super::region::Off;

type Make<T> = fn(Python<'_>, &Bound<'_, PyAny>) -> PyResult<T>;

/// Made of torch at the first use after its import; `None` before that.
pub(super) struct OfTorch<T> {
    made: OnceLock<T>,
    make: Make<T>,
    failed: AtomicU8,
}

/// How often it is tried. What the thread is just doing (a level of functorch, hooks on saved tensors) may be in the way.
const TRIES: u8 = 8;

impl<T> OfTorch<T> {
    pub(super) const fn new(make: Make<T>) -> OfTorch<T> {
        OfTorch { made: OnceLock::new(), make, failed: AtomicU8::new(0) }
    }

    #[inline]
    pub(super) fn get(&self) -> Option<&T> {
        match self.made.get() {
            Some(made) => Some(made),
            None => self.first(),
        }
    }

    #[cold]
    fn first(&self) -> Option<&T> {
        if self.failed.load(Ordering::Relaxed) >= TRIES {
            return None;
        }
        // A hook that comes here would otherwise be asked about the frames below as well, and come here again.
        let _off = Off::new();
        attached(|py| {
            let torch = loaded(py, "torch")?;
            // Torch's Python code may run, and come here again: the first that is made counts.
            match without_modes(py, &torch, || (self.make)(py, &torch)) {
                Ok(made) => Some(self.made.get_or_init(|| made)),
                Err(_) => {
                    self.failed.fetch_add(1, Ordering::Relaxed);
                    None
                }
            }
        })
    }
}

/// Runs with no mode of the program's active, and in no level of functorch: a mode would hear of operators that the program
/// did not call, or change what they give, and in a level all new tensors are wrappers.
fn without_modes<T>(py: Python<'_>, torch: &Bound<'_, PyAny>, f: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let dispatch = super::import(py, "torch.utils._python_dispatch")?;
    let levels = super::import(py, "torch._functorch.pyfunctorch")?;
    let contexts = [
        torch.getattr("_C")?.call_method0("DisableTorchFunction")?,
        dispatch.call_method0("_disable_current_modes")?,
        levels.call_method0("temporarily_clear_interpreter_stack")?,
    ];
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
