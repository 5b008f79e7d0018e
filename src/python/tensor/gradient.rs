//! Where tensors keep whether they require a gradient.
//!
//! A tensor's implementation points to autograd's metadata, if there is any: a flag that is set for leaves, and for other
//! tensors the function that made them. A view's, of another C++ class, also depends on its base, which only torch's method
//! tells. The offsets are found by changing probe tensors in place: the padding of two metadata is not the same.

use pyo3::prelude::*;

use super::{IMPLEMENTATION, SEARCHED};

/// How much of autograd's metadata is searched, in bytes; `AutogradMeta` is longer.
const SEARCHED_METADATA: usize = 144;

/// Where C++ objects say of which class they are.
const CLASS: usize = 0;

/// In bytes from the start of the implementation, and of the metadata.
pub(super) struct GradientLayout {
    metadata: usize,
    /// The first word of metadata that is no view's: its C++ class.
    class: u64,
    /// The word that has the flag, and the flag in it.
    flags: usize,
    flag: u64,
    function: usize,
}

impl GradientLayout {
    /// The words that tell whether a tensor requires a gradient, by its implementation: the pointer to the metadata, and
    /// words of that. `None` if only torch's method tells.
    pub(super) fn words(&self, implementation: *const u8) -> Option<Vec<*const u64>> {
        let metadata = word(implementation, self.metadata) as *const u8;
        let offsets: &[usize] = if metadata.is_null() {
            &[]
        } else if word(metadata, self.flags) & self.flag != 0 {
            &[self.flags]
        } else if word(metadata, CLASS) == self.class {
            &[CLASS, self.flags, self.function]
        } else {
            return None;
        };
        let of_metadata = offsets.iter().map(|offset| metadata.wrapping_add(*offset));
        Some(std::iter::once(implementation.wrapping_add(self.metadata)).chain(of_metadata).map(<*const u8>::cast).collect())
    }

    /// `None` if the fields are not where they are expected.
    pub(super) fn find(torch: &Bound<'_, PyAny>) -> PyResult<Option<GradientLayout>> {
        // Neither what the program has set nor its modes have a part in this.
        let contexts = [
            torch.getattr("_C")?.getattr("DisableTorchFunction")?.call0()?,
            torch.getattr("inference_mode")?.call1((false,))?,
            torch.getattr("enable_grad")?.call0()?,
        ];
        let mut found = Ok(None);
        let mut entered = 0;
        for context in &contexts {
            if let Err(error) = context.call_method0("__enter__") {
                found = Err(error);
                break;
            }
            entered += 1;
        }
        if entered == contexts.len() {
            found = search(torch);
        }
        for context in contexts[..entered].iter().rev() {
            context.call_method1("__exit__", (torch.py().None(), torch.py().None(), torch.py().None()))?;
        }
        found
    }
}

fn search(torch: &Bound<'_, PyAny>) -> PyResult<Option<GradientLayout>> {
    let leaf = torch.getattr("empty")?.call1((3,))?;
    let before = snapshot(implementation(&leaf), SEARCHED);
    leaf.call_method1("requires_grad_", (true,))?;
    let after = snapshot(implementation(&leaf), SEARCHED);
    let Some(metadata) = sole(&before, &after, |before, after| before == 0 && after != 0) else { return Ok(None) };
    let of = |tensor: &Bound<'_, PyAny>| {
        let metadata = word(implementation(tensor), metadata) as *const u8;
        if metadata.is_null() { Vec::new() } else { snapshot(metadata, SEARCHED_METADATA) }
    };
    let set = of(&leaf);
    leaf.call_method1("requires_grad_", (false,))?;
    let unset = of(&leaf);
    let Some(flags) = sole(&unset, &set, |unset, set| unset != set) else { return Ok(None) };
    let flag = unset[flags / 8] ^ set[flags / 8];
    leaf.call_method1("requires_grad_", (true,))?;
    let made = leaf.call_method0("clone")?;
    let before = of(&made);
    made.call_method0("detach_")?;
    let Some(function) = sole(&before, &of(&made), |before, after| before != 0 && after == 0) else { return Ok(None) };
    let view = of(&leaf.call_method1("view", (1, 3))?);
    let class = unset[CLASS];
    let told = flag.count_ones() == 1 && unset[flags / 8] & flag == 0 && before[CLASS] == class && view[CLASS] != class;
    Ok(told.then_some(GradientLayout { metadata, class, flags, flag, function }))
}

/// A word of a live struct that reaches beyond it.
fn word(base: *const u8, offset: usize) -> u64 {
    // SAFETY: callers pass a tensor's implementation or autograd's metadata, which are longer than what is searched.
    unsafe { base.add(offset).cast::<u64>().read() }
}

fn snapshot(base: *const u8, length: usize) -> Vec<u64> {
    (0..length).step_by(8).map(|offset| word(base, offset)).collect()
}

/// The offset of the only word that changed in a certain way.
fn sole(before: &[u64], after: &[u64], changed: impl Fn(u64, u64) -> bool) -> Option<usize> {
    let mut found = (0..).zip(before.iter().zip(after)).filter(|(_, (before, after))| changed(**before, **after));
    let (at, _): (usize, _) = found.next()?;
    found.next().is_none().then_some(8 * at)
}

fn implementation(tensor: &Bound<'_, PyAny>) -> *const u8 {
    // SAFETY: a tensor, by its making.
    unsafe { *tensor.as_ptr().byte_add(IMPLEMENTATION).cast() }
}
