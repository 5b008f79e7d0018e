//! Words of memory by which an unchanged object is told: where a guard looked, and what it saw there.
//!
//! A question whose answer depends on some words alone (the version tag of a dict, the class of an object, the
//! fields of a tensor) is answered as before while none of them changed. Comparing them reads each once, in a
//! row, and depends on nothing that is read before.

use ahash::AHashSet;

use super::tensor::Gradient;

#[derive(Default)]
pub struct Words {
    list: Vec<(*const u64, u64)>,
    /// Tensors that torch is asked for more than their words tell.
    gradients: Vec<Gradient>,
    seen: AHashSet<*const u64>,
}

impl Words {
    pub fn clear(&mut self) {
        self.list.clear();
        self.gradients.clear();
        self.seen.clear();
    }

    /// Takes note of a word as it is now. Words of an object come after those that tell that it is still there.
    ///
    /// # Safety
    /// The word can be read now, and later as long as every word noted before it, and every condition under
    /// which [`hold`](Words::hold) is called, is as it is now.
    pub unsafe fn note(&mut self, address: *const u64) {
        if self.seen.insert(address) {
            // SAFETY: as the caller promises.
            self.list.push((address, unsafe { address.read_unaligned() }));
        }
    }

    pub fn note_gradient(&mut self, gradient: Gradient) {
        self.gradients.push(gradient);
    }

    /// Whether all words are as they were noted.
    ///
    /// # Safety
    /// What the roots of the noted objects are was checked, as was promised to [`note`](Words::note).
    #[inline]
    pub unsafe fn hold(&self) -> bool {
        // SAFETY: each word is read once all before it were found unchanged.
        self.list.iter().all(|(address, value)| unsafe { address.read_unaligned() } == *value)
            && self.gradients.iter().all(Gradient::holds)
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}
