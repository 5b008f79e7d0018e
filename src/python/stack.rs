//! The remaining stack of the current thread.

use std::cell::Cell;

/// Reserve for what runs between two checks, and for a backend's own calls.
const RESERVE: usize = 512 << 10;

thread_local! {
    /// Where the stack ends, and how much of it is kept free.
    static END: Cell<Option<(usize, usize)>> = const { Cell::new(None) };
}

/// Whether so much of the stack is used that nothing should be nested deeper.
#[inline]
pub fn is_short() -> bool {
    let here = 0u8;
    let (end, reserve) = END.with(|end| {
        let known = end.get().unwrap_or_else(find);
        end.set(Some(known));
        known
    });
    (&raw const here as usize) < end.saturating_add(reserve)
}

/// The lowest address of the stack, and how much of it to keep free. Of a small stack that is a quarter.
#[cfg(target_os = "linux")]
fn find() -> (usize, usize) {
    let (mut lowest, mut size) = (std::ptr::null_mut(), 0);
    // SAFETY: the attributes are filled in for this thread, read and destroyed.
    unsafe {
        let mut attributes: libc::pthread_attr_t = std::mem::zeroed();
        if libc::pthread_getattr_np(libc::pthread_self(), &raw mut attributes) != 0 {
            return (0, 0);
        }
        libc::pthread_attr_getstack(&raw const attributes, &raw mut lowest, &raw mut size);
        libc::pthread_attr_destroy(&raw mut attributes);
    }
    (lowest as usize, RESERVE.min(size / 4))
}

#[cfg(target_os = "macos")]
fn find() -> (usize, usize) {
    // SAFETY: both ask about this thread alone.
    let (highest, size) = unsafe {
        let thread = libc::pthread_self();
        (libc::pthread_get_stackaddr_np(thread) as usize, libc::pthread_get_stacksize_np(thread))
    };
    (highest - size, RESERVE.min(size / 4))
}

/// Elsewhere the number of nested calls is the only limit.
#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn find() -> (usize, usize) {
    (0, 0)
}
