//! torch's state of the process and the thread: grad mode, autocast, default dtype and the like.
//!
//! Read by torch's own exported C++ functions where they are found and agree with Python at first use,
//! a nanosecond or two each; else by torch's Python functions.

use std::cell::{Cell, RefCell};
use std::ffi::c_void;

use pyo3::prelude::*;

use super::gil::UnderGil;
use super::of_torch::{OfTorch, attached, bound, forever, loaded};
use super::region::Off;
use super::{Object, Owned, read, same_value, symbols};
use crate::tables::TorchSymbol;

/// A snapshot. Two are equal if a trace made under one may run under the other.
#[derive(Debug, Clone, PartialEq)]
pub struct TorchState {
    pub grad_mode: bool,
    pub inference_mode: bool,
    /// These and further flags of autograd as torch packs them; 0 where Python was asked.
    pub autograd_flags: u8,
    /// Dispatch keys that the thread includes and excludes: autocast, functorch, Python modes and more.
    pub local_keys: [u64; 2],
    /// torch's number of the default dtype.
    pub default_dtype: i8,
    pub deterministic: bool,
    pub deterministic_warn_only: bool,
    /// 0: `__torch_function__` is asked, 1: not of subclasses, 2: not at all.
    pub function_disabled: u8,
    /// The classes of the active torch-function modes, outermost first.
    pub modes: Box<[Object]>,
    /// `torch.utils._device.CURRENT_DEVICE`: None or a `torch.device`.
    pub default_device: Option<Object>,
    /// One bit for each of [`AUTOCAST_DEVICES`].
    pub autocast_enabled: u32,
    pub autocast_dtypes: [i8; AUTOCAST_DEVICES.len()],
    pub autocast_cache: bool,
    /// Whether hooks on saved tensors are set, and whether they may be.
    pub saved_tensor_hooks: bool,
    pub saved_tensor_hooks_allowed: bool,
    /// The innermost functorch level; 0 outside.
    pub functorch_level: i64,
    pub threads: i32,
}

/// The device types that autocast knows, by number, as in `at::autocast::_AUTOCAST_SUPPORTED_DEVICES`.
pub const AUTOCAST_DEVICES: [i8; 10] = [0, 1, 8, 9, 12, 13, 15, 18, 19, 20];

impl TorchState {
    /// The state of this thread; `None` while torch is not imported.
    pub fn now() -> Option<TorchState> {
        let reader = reader()?;
        match &reader.native {
            Some(native) => reader.read_natively(native),
            None => attached(|py| reader.ask(py).ok()),
        }
    }
}

/// The n-th torch-function mode that is on in this thread, outermost first.
pub fn function_mode(index: usize) -> Option<Object> {
    let reader = reader()?;
    attached(|py| {
        let c = bound(py, reader.c);
        let count: usize = c.call_method0("_len_torch_function_stack").ok()?.extract().ok()?;
        if index >= count {
            return None;
        }
        let mode = c.call_method1("_get_function_stack_at", (index,)).ok()?;
        // SAFETY: torch's stack keeps the mode, and is this thread's.
        unsafe { Object::from_pointer(mode.as_ptr()) }
    })
}

/// For the length of a compilation, which touches tensors that the program's modes must not hear of: modes may be put aside,
/// and are put back at its end.
pub struct ModesAside {
    /// Those of the compilation that this one runs in.
    outer: Vec<Owned>,
}

impl ModesAside {
    pub fn begin() -> ModesAside {
        ModesAside { outer: ASIDE.take() }
    }
}

impl Drop for ModesAside {
    fn drop(&mut self) {
        put_modes_back();
        ASIDE.replace(std::mem::take(&mut self.outer));
    }
}

/// Takes this many torch-function modes off the stack, the innermost ones.
pub fn put_modes_aside(count: usize) -> PyResult<()> {
    let Some(reader) = reader() else { return Ok(()) };
    Python::attach(|py| {
        for _ in 0..count {
            let mode = bound(py, reader.c).call_method0("_pop_torch_function_stack")?;
            ASIDE.with_borrow_mut(|aside| aside.push(Owned::from_bound(mode)));
        }
        Ok(())
    })
}

pub fn put_modes_back() {
    let aside = ASIDE.take();
    let Some(reader) = reader().filter(|_| !aside.is_empty()) else { return };
    Python::attach(|py| {
        for mode in aside.iter().rev() {
            if let Err(error) = bound(py, reader.c).call_method1("_push_on_torch_function_stack", (mode.object().bound(py),)) {
                error.write_unraisable(py, None);
            }
        }
    });
}

/// Whether the state is still this, as far as memory tells.
#[inline]
pub fn holds(known: &TorchState) -> bool {
    reader().is_some_and(|reader| reader.native.as_ref().is_none_or(|native| reader.holds_natively(native, known)))
}

/// Whether torch has to be asked for the rest.
pub fn asks(known: &TorchState) -> bool {
    reader()
        .and_then(|reader| reader.native.as_ref())
        .is_none_or(|native| !known.modes.is_empty() || native.may_be_in_functorch(known.local_keys))
}

/// Whether the rest is still so.
pub fn ask(known: &TorchState) -> bool {
    let Some(reader) = reader() else { return false };
    let _off = Off::new();
    attached(|py| match &reader.native {
        Some(native) => {
            reader.modes(py, known.modes.len() as i64).is_ok_and(|now| now == known.modes)
                && reader.functorch_level(native, known.local_keys) == known.functorch_level
        }
        None => reader.ask(py).is_ok_and(|now| now.same(known)),
    })
}

impl TorchState {
    fn same(&self, known: &TorchState) -> bool {
        self == known
            || TorchState { default_device: known.default_device, ..self.clone() } == *known
                && same_device(self.default_device, known.default_device)
    }
}

fn same_device(now: Option<Object>, known: Option<Object>) -> bool {
    match (now, known) {
        (Some(now), Some(known)) => same_value(now, known),
        (now, known) => now == known,
    }
}

/// Keeps torch from asking any `__torch_function__` of this thread for as long as it lives.
pub struct WithoutOverrides {
    /// Where torch keeps that, and what was there.
    switch: Option<(*mut u8, u8)>,
}

impl WithoutOverrides {
    #[expect(clippy::new_without_default, reason = "making one has an effect")]
    pub fn new() -> WithoutOverrides {
        const NONE_ARE_ASKED: u8 = 2;
        let native = reader().and_then(|reader| reader.native.as_ref());
        let switch = native.map(|native| thread(native).function.cast_mut().cast::<u8>());
        // SAFETY: the state of this thread's overrides, of one byte, as was checked at first use.
        WithoutOverrides { switch: switch.map(|switch| unsafe { (switch, switch.replace(NONE_ARE_ASKED)) }) }
    }
}

impl Drop for WithoutOverrides {
    fn drop(&mut self) {
        if let Some((switch, before)) = self.switch {
            // SAFETY: as in `new`.
            unsafe { switch.write(before) };
        }
    }
}

/// Whether the thread is in a dispatch mode, which sees every operation of torch.
pub fn has_dispatch_mode(py: Python<'_>) -> bool {
    // The hook asks this, of what is run here as well.
    let _off = Off::new();
    let Some(torch) = loaded(py, "torch._C") else { return false };
    let count = torch.call_method0("_len_torch_dispatch_stack").and_then(|count| count.extract::<usize>());
    count.is_ok_and(|count| count > 0) || is_kept_out_of_modes(py)
}

/// Whether a handler of a dispatch mode is at work, and a setting keeps compilation out of those.
fn is_kept_out_of_modes(py: Python<'_>) -> bool {
    let asked = || super::import(py, "alternator.configuration")?.call_method0("is_kept_out_of_modes")?.extract::<bool>();
    asked().unwrap_or(false)
}

/// Whether the state is read natively, for reports and tests.
pub fn is_native() -> bool {
    reader().is_some_and(|reader| reader.native.is_some())
}

// ---------------------------------------------------------------- readers

type Bool = unsafe extern "C" fn() -> bool;
type Int8 = unsafe extern "C" fn() -> i8;
type OfDevice<T> = unsafe extern "C" fn(i8) -> T;
type OfContext = unsafe extern "C" fn(*const c_void) -> bool;

struct Native {
    autograd_state: unsafe extern "C" fn() -> *const u8,
    function_state: unsafe extern "C" fn() -> *const [usize; 3],
    saved_tensor_hooks: unsafe extern "C" fn() -> *const [usize; 15],
    default_dtype: Int8,
    context: *const c_void,
    deterministic: OfContext,
    deterministic_warn_only: OfContext,
    autocast_enabled: OfDevice<bool>,
    autocast_dtype: OfDevice<i8>,
    autocast_cache: Bool,
    threads: unsafe extern "C" fn() -> i32,
    /// The dispatch keys that a thread includes while it is in a level of functorch.
    functorch_keys: u64,
}

struct Reader {
    native: Option<Native>,
    /// `torch.utils._device.__dict__` and the name of the default device in it.
    device_module: Option<(Object, read::Key)>,
    c: Object,
}

// SAFETY: the objects are kept for ever and used with the interpreter attached; the context is a singleton.
unsafe impl Send for Reader {}
// SAFETY: as above.
unsafe impl Sync for Reader {}

#[inline]
fn reader() -> Option<&'static Reader> {
    static READER: OfTorch<Reader> = OfTorch::new(Reader::new);
    READER.get()
}

/// Where torch keeps the thread's state. A thread-local variable stays where it is as long as its thread.
#[derive(Clone, Copy)]
struct Thread {
    local_keys: *const [u64; 2],
    /// `c10::AutogradState`; its flags are one byte.
    autograd: *const u8,
    /// `at::impl::PythonTorchFunctionTLS`: the disabled state, then begin and end of the stack of modes.
    function: *const [usize; 3],
    /// `at::impl::SavedTensorDefaultHooksTLS`: a stack on a deque of ten words, empty if its first and its last
    /// position (the third and the seventh word) are one; then text and flag of why there may be no hooks.
    saved: *const [usize; 15],
}

/// In `AutogradState`, behind an optional object; grad mode is the lowest bit, inference mode the next.
const AUTOGRAD_FLAGS: usize = 24;

thread_local! {
    /// The program's torch-function modes that are put aside, innermost first.
    static ASIDE: RefCell<Vec<Owned>> = const { RefCell::new(Vec::new()) };
    static THREAD: Cell<Option<Thread>> = const { Cell::new(None) };
}

#[inline]
fn thread(native: &Native) -> Thread {
    THREAD.get().unwrap_or_else(|| find_thread(native))
}

#[cold]
fn find_thread(native: &Native) -> Thread {
    static UNKNOWN: [u64; 2] = [0; 2];
    let keys = symbols::address(TorchSymbol::LocalKeys).map_or(&raw const UNKNOWN, |address| address.cast_const().cast());
    // SAFETY: torch's own functions, which lend the variables of the calling thread.
    let thread = unsafe {
        Thread {
            local_keys: keys,
            autograd: (native.autograd_state)(),
            function: (native.function_state)(),
            saved: (native.saved_tensor_hooks)(),
        }
    };
    THREAD.set(Some(thread));
    thread
}

// SAFETY of every read below: the addresses are those of this thread's variables, and what is read of them
// was checked against torch's answers at first use.
impl Thread {
    #[inline]
    fn local_keys(self) -> [u64; 2] {
        unsafe { *self.local_keys }
    }

    #[inline]
    fn autograd_flags(self) -> u8 {
        unsafe { *self.autograd.add(AUTOGRAD_FLAGS) }
    }

    #[inline]
    fn function_disabled(self) -> u8 {
        unsafe { (*self.function)[0] as u8 }
    }

    #[inline]
    fn function_modes(self) -> usize {
        const SHARED_POINTER: usize = 16;
        unsafe { ((*self.function)[2] - (*self.function)[1]) / SHARED_POINTER }
    }

    #[inline]
    fn has_saved_tensor_hooks(self) -> bool {
        unsafe { (*self.saved)[2] != (*self.saved)[6] }
    }

    #[inline]
    fn allows_saved_tensor_hooks(self) -> bool {
        unsafe { (*self.saved)[14] as u8 == 0 }
    }
}

/// The dispatch keys that tell of a level of functorch, as a thread keeps them.
fn functorch_keys(torch: &Bound<'_, PyAny>) -> PyResult<u64> {
    let c = torch.getattr("_C")?;
    let key = |name: &str| -> PyResult<u64> {
        let key = c.getattr("DispatchKey")?.getattr(name)?;
        c.call_method1("DispatchKeySet", (key,))?.call_method0("raw_repr")?.extract()
    };
    Ok(key("FuncTorchDynamicLayerFrontMode")? | key("FuncTorchDynamicLayerBackMode")?)
}

impl Native {
    /// Whether a thread with these keys may be in a level of functorch: then it includes functorch's own. (A key that
    /// every thread includes would stand as a zero; these are none.)
    #[inline]
    fn may_be_in_functorch(&self, local_keys: [u64; 2]) -> bool {
        local_keys[0] & self.functorch_keys != 0
    }

    fn find(functorch_keys: u64) -> Option<Native> {
        symbols::address(TorchSymbol::LocalKeys)?;
        let context: unsafe extern "C" fn() -> *const c_void = symbols::find(TorchSymbol::Context)?;
        Some(Native {
            autograd_state: symbols::find(TorchSymbol::AutogradState)?,
            function_state: symbols::find(TorchSymbol::FunctionState)?,
            default_dtype: symbols::find(TorchSymbol::DefaultDtype)?,
            // SAFETY: lends torch's one context.
            context: unsafe { context() },
            deterministic: symbols::find(TorchSymbol::Deterministic)?,
            deterministic_warn_only: symbols::find(TorchSymbol::DeterministicWarnOnly)?,
            autocast_enabled: symbols::find(TorchSymbol::AutocastEnabled)?,
            autocast_dtype: symbols::find(TorchSymbol::AutocastDtype)?,
            autocast_cache: symbols::find(TorchSymbol::AutocastCache)?,
            saved_tensor_hooks: symbols::find(TorchSymbol::SavedTensorHooks)?,
            threads: symbols::find(TorchSymbol::Threads)?,
            functorch_keys,
        })
    }
}

// SAFETY of every call below: torch's own functions without preconditions, for the calling thread; the
// context is the one that they are methods of; each device type is one that autocast knows.
impl Reader {
    fn read_natively(&self, native: &Native) -> Option<TorchState> {
        let thread = thread(native);
        let autocast = |i: usize| unsafe { (native.autocast_enabled)(AUTOCAST_DEVICES[i]) };
        let modes = match thread.function_modes() {
            0 => Box::default(),
            n => attached(|py| self.modes(py, n as i64).ok())?,
        };
        Some(TorchState {
            grad_mode: thread.autograd_flags() & 1 != 0,
            inference_mode: thread.autograd_flags() & 2 != 0,
            autograd_flags: thread.autograd_flags(),
            local_keys: thread.local_keys(),
            default_dtype: unsafe { (native.default_dtype)() },
            deterministic: unsafe { (native.deterministic)(native.context) },
            deterministic_warn_only: unsafe { (native.deterministic_warn_only)(native.context) },
            function_disabled: thread.function_disabled(),
            modes,
            default_device: self.lasting_device(),
            autocast_enabled: (0..AUTOCAST_DEVICES.len()).map(|i| u32::from(autocast(i)) << i).sum(),
            autocast_dtypes: AUTOCAST_DEVICES.map(|device| unsafe { (native.autocast_dtype)(device) }),
            autocast_cache: unsafe { (native.autocast_cache)() },
            saved_tensor_hooks: thread.has_saved_tensor_hooks(),
            saved_tensor_hooks_allowed: thread.allows_saved_tensor_hooks(),
            functorch_level: self.functorch_level(native, thread.local_keys()),
            threads: unsafe { (native.threads)() },
        })
    }

    /// As comparing with [`Reader::read_natively`], without making anything, but for what [`ask`] asks.
    #[inline]
    fn holds_natively(&self, native: &Native, known: &TorchState) -> bool {
        let thread = thread(native);
        // The thread's keys say whether autocast is on, and for which devices, and whether functorch is.
        thread.local_keys() == known.local_keys
            && thread.autograd_flags() == known.autograd_flags
            && thread.function_disabled() == known.function_disabled
            && thread.function_modes() == known.modes.len()
            && thread.has_saved_tensor_hooks() == known.saved_tensor_hooks
            && thread.allows_saved_tensor_hooks() == known.saved_tensor_hooks_allowed
            && unsafe { (native.default_dtype)() == known.default_dtype }
            && unsafe { (native.deterministic)(native.context) == known.deterministic }
            && unsafe { (native.deterministic_warn_only)(native.context) == known.deterministic_warn_only }
            && unsafe { (native.threads)() == known.threads }
            && same_device(self.default_device(), known.default_device)
            && self.same_autocast(native, known)
    }

    /// The dtypes that autocast uses, of the devices at hand and of those for which it is on.
    #[inline]
    fn same_autocast(&self, native: &Native, known: &TorchState) -> bool {
        const ALWAYS: u32 = 0b11;
        let asked = known.autocast_enabled | ALWAYS;
        (0..AUTOCAST_DEVICES.len())
            .filter(|i| asked >> i & 1 == 1)
            .all(|i| unsafe { (native.autocast_dtype)(AUTOCAST_DEVICES[i]) == known.autocast_dtypes[i] })
            && (known.autocast_enabled == 0 || unsafe { (native.autocast_cache)() } == known.autocast_cache)
    }

    /// The innermost functorch level.
    fn functorch_level(&self, native: &Native, local_keys: [u64; 2]) -> i64 {
        if !native.may_be_in_functorch(local_keys) {
            return 0;
        }
        attached(|py| {
            let level = bound(py, self.c).getattr("_functorch").and_then(|f| f.call_method0("maybe_current_level"));
            level.and_then(|level| level.extract::<Option<i64>>()).ok().flatten().unwrap_or(0)
        })
    }

    #[inline]
    fn default_device(&self) -> Option<Object> {
        let (module, name) = self.device_module.as_ref()?;
        read::dict_item(*module, name)
    }

    /// The default device as an object that stays: the program's own goes when another is set.
    #[cold]
    fn lasting_device(&self) -> Option<Object> {
        static DEVICES: UnderGil<RefCell<Vec<Object>>> = UnderGil::new(RefCell::new(Vec::new()));
        let now = self.default_device()?;
        let mut devices = DEVICES.get().borrow_mut();
        if let Some(known) = devices.iter().find(|known| same_device(Some(now), Some(**known))) {
            return Some(*known);
        }
        let lasting = attached(|py| forever(bound(py, now).clone()));
        devices.push(lasting);
        Some(lasting)
    }

    fn modes(&self, py: Python<'_>, count: i64) -> PyResult<Box<[Object]>> {
        let c = bound(py, self.c);
        (0..count)
            .map(|i| {
                let mode = c.call_method1("_get_function_stack_at", (i,))?;
                // SAFETY: the mode is on torch's stack, which keeps it and so its class.
                Ok(read::class_of(unsafe { Object::from_pointer(mode.as_ptr()) }.expect("never null")))
            })
            .collect()
    }

    fn new(py: Python<'_>, torch: &Bound<'_, PyAny>) -> PyResult<Reader> {
        let c = torch.getattr("_C")?;
        // Not loaded before somebody asks for a default device: then it would be too late to look there.
        let device_module = crate::python::import(py, "torch.utils._device").ok().and_then(|module| {
            let name = forever(pyo3::types::PyString::intern(py, "CURRENT_DEVICE").into_any());
            Some((forever(module.getattr("__dict__").ok()?), read::Key::new(name)))
        });
        let mut reader = Reader { native: None, device_module, c: forever(c) };
        if let Some(native) = Native::find(functorch_keys(torch)?)
            && reader.agrees(py, torch, &native)?
        {
            reader.native = Some(native);
        }
        Ok(reader)
    }

    /// Compares native reading with Python's answers as the state is, and under contexts that change it.
    fn agrees(&self, py: Python<'_>, torch: &Bound<'_, PyAny>, native: &Native) -> PyResult<bool> {
        let comparable = |state: TorchState| TorchState { local_keys: [0; 2], autograd_flags: 0, ..state };
        let same = || -> PyResult<bool> {
            let asked = self.ask(py)?;
            Ok(self.read_natively(native).is_some_and(|found| comparable(found).same(&comparable(asked))))
        };
        let names = pyo3::types::PyDict::new(py);
        names.set_item("torch", torch)?;
        let contexts = py.eval(
            c"[torch.no_grad, torch.enable_grad, torch.inference_mode, torch._C.DisableTorchFunction,
               torch._C.DisableTorchFunctionSubclass, torch.overrides.BaseTorchFunctionMode,
               lambda: torch.autograd.graph.saved_tensors_hooks(id, id),
               lambda: torch.autograd.graph.disable_saved_tensors_hooks('probing'),
               torch._functorch.eager_transforms.grad_increment_nesting]",
            Some(&names),
            None,
        )?;
        let mut agrees = same()?;
        for context in contexts.try_iter()? {
            let context = context?.call0()?;
            // Hooks on saved tensors cannot be forbidden where there are some.
            if context.call_method0("__enter__").is_err() {
                continue;
            }
            let inside = same();
            context.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
            agrees &= inside?;
        }
        Ok(agrees)
    }

    /// What Python says.
    fn ask(&self, py: Python<'_>) -> PyResult<TorchState> {
        let c = bound(py, self.c);
        let yes = |name: &str| -> PyResult<bool> { c.call_method0(name)?.extract() };
        let dtype = |dtype: Bound<'_, PyAny>| {
            // SAFETY: dtype objects live for ever.
            let dtype = unsafe { Object::from_pointer(dtype.as_ptr()) };
            dtype.and_then(super::tensor::dtype_number).unwrap_or(-1)
        };
        let autograd = c.getattr("_autograd")?;
        let level = c.getattr("_functorch")?.call_method0("maybe_current_level")?;
        let mut state = TorchState {
            grad_mode: yes("is_grad_enabled")?,
            inference_mode: yes("is_inference_mode_enabled")?,
            autograd_flags: 0,
            local_keys: [0; 2],
            default_dtype: dtype(crate::python::import(py, "torch")?.call_method0("get_default_dtype")?),
            deterministic: yes("_get_deterministic_algorithms")?,
            deterministic_warn_only: yes("_get_deterministic_algorithms_warn_only")?,
            function_disabled: match (yes("_is_torch_function_enabled")?, yes("_is_torch_function_all_disabled")?) {
                (true, _) => 0,
                (false, false) => 1,
                (false, true) => 2,
            },
            modes: self.modes(py, c.call_method0("_len_torch_function_stack")?.extract()?)?,
            default_device: self.lasting_device(),
            autocast_enabled: 0,
            autocast_dtypes: [0; AUTOCAST_DEVICES.len()],
            autocast_cache: yes("is_autocast_cache_enabled")?,
            saved_tensor_hooks: !autograd.call_method1("_top_saved_tensors_default_hooks", (true,))?.is_none(),
            saved_tensor_hooks_allowed: autograd.call_method0("_saved_tensors_hooks_is_enabled")?.extract()?,
            functorch_level: level.extract::<Option<i64>>()?.unwrap_or(0),
            threads: c.call_method0("get_num_threads")?.extract()?,
        };
        for (i, device) in AUTOCAST_DEVICES.into_iter().enumerate() {
            let name = super::tensor::device_name(device);
            state.autocast_enabled |= u32::from(c.call_method1("is_autocast_enabled", (name,))?.extract::<bool>()?) << i;
            state.autocast_dtypes[i] = dtype(c.call_method1("get_autocast_dtype", (name,))?);
        }
        Ok(state)
    }
}
