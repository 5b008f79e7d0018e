//! Typed reads at offsets of the layout tables.

use super::Object;

/// Reads a field.
///
/// # Safety
/// `base + offset` is where a live C struct keeps a `T`.
#[inline(always)]
pub unsafe fn field<T: Copy>(base: *const u8, offset: usize) -> T {
    // SAFETY: as the caller promises; fields of C structs are aligned.
    unsafe { base.add(offset).cast::<T>().read() }
}

/// Reads a field that holds an object or null.
///
/// # Safety
/// As [`field`]; the object outlives every use of the result.
#[inline(always)]
pub unsafe fn object_field(base: *const u8, offset: usize) -> Option<Object> {
    // SAFETY: as the caller promises.
    unsafe { Object::from_pointer(field(base, offset)) }
}

/// Writes a field.
///
/// # Safety
/// As [`field`], and nobody else reads or writes it now.
#[inline(always)]
pub unsafe fn set_field<T>(base: *mut u8, offset: usize, value: T) {
    // SAFETY: as the caller promises.
    unsafe { base.add(offset).cast::<T>().write(value) }
}

/// Has a line of memory fetched, which is wanted soon.
#[inline(always)]
pub fn prefetch(address: *const u8) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, which is harmless for any address.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
