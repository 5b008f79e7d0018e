//! Symbols of shared libraries that the process has loaded already.

use std::ffi::{CStr, CString, c_char, c_int, c_void};

use crate::tables::{SYMBOLS, TorchSymbol};

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

const RTLD_NOW: c_int = 2;
#[cfg(target_os = "macos")]
const RTLD_NOLOAD: c_int = 0x10;
#[cfg(not(target_os = "macos"))]
const RTLD_NOLOAD: c_int = 4;

/// Where something of torch's is; of a thread-local variable, that of the calling thread.
pub fn address(symbol: TorchSymbol) -> Option<*mut c_void> {
    let row = SYMBOLS.iter().find(|row| row.name == symbol)?;
    let [library, name] = [row.library, row.symbol].map(CString::new);
    let (library, name) = (library.ok()?, name.ok()?);
    // SAFETY: loads nothing: the library is either there or not. Its handle is kept for ever.
    unsafe {
        let handle = dlopen(library.as_ptr(), RTLD_NOW | RTLD_NOLOAD);
        if handle.is_null() {
            return None;
        }
        let address = dlsym(handle, name.as_ptr());
        (!address.is_null()).then_some(address)
    }
}

/// A function from any globally visible library, the interpreter included. As with [`find`], the caller knows its type.
pub fn of_process<F: Copy>(name: &CStr) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    // SAFETY: without a name, `dlopen` gives the process itself; what is not found is null.
    unsafe {
        let address = dlsym(dlopen(std::ptr::null(), RTLD_NOW), name.as_ptr());
        (!address.is_null()).then(|| std::mem::transmute_copy::<*mut c_void, F>(&address))
    }
}

/// A function of torch's, as a function pointer type `F`. Its name is mangled, so that it fixes the arguments; the
/// result is for the caller to check against a known answer.
pub fn find<F: Copy>(symbol: TorchSymbol) -> Option<F> {
    const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
    let address = address(symbol)?;
    // SAFETY: a function pointer has the size of an address and is not null.
    Some(unsafe { std::mem::transmute_copy::<*mut c_void, F>(&address) })
}
