//! Tensors whose fields are to stay as they are, packed.
//!
//! A model has a thousand parameters, and the time of a hit goes into fetching them from memory. So what is read beside
//! them is small: most parameters have the fields of some others, and share a pattern with these.

use ahash::AHashMap;

use super::gradient::GradientWords;
use super::memory::{field, prefetch};
use super::tensor::IMPLEMENTATION;
use super::{Object, read};

/// How many tensors ahead their parts are fetched from memory.
const AHEAD: usize = 10;

#[derive(Default)]
pub(super) struct TensorWords {
    list: Vec<Noted>,
    patterns: Vec<Pattern>,
    known: AHashMap<Pattern, u32>,
}

struct Noted {
    object: Object,
    implementation: *const u8,
    /// Autograd's; null if there is none.
    metadata: *const u8,
    pattern: u32,
    place: u32,
}

/// Words by their offsets.
type Fields = Box<[(u32, u64)]>;

#[derive(Clone, PartialEq, Eq, Hash)]
struct Pattern {
    class: Object,
    /// Of the implementation.
    fields: Fields,
    /// Where the implementation points to autograd's metadata, and words of that. `None` if torch is asked.
    gradient: Option<(u32, Fields)>,
}

impl TensorWords {
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.patterns.clear();
        self.known.clear();
    }

    /// Takes note of a tensor as it is now.
    ///
    /// # Safety
    /// The object is a tensor with this implementation, and the fields are there. Whenever the words are compared, there
    /// is an object at the tensor's address.
    pub(super) unsafe fn note(
        &mut self,
        place: u32,
        object: Object,
        implementation: *const u8,
        fields: impl Iterator<Item = usize>,
        gradient: Option<GradientWords>,
    ) {
        // SAFETY: as the caller promises.
        let fields =
            fields.map(|offset| (offset as u32, unsafe { implementation.add(offset).cast::<u64>().read_unaligned() })).collect();
        let metadata = gradient.as_ref().map_or(std::ptr::null(), |gradient| gradient.metadata);
        let of_metadata =
            |of: GradientWords| (of.at as u32, of.words.into_iter().map(|(at, value)| (at as u32, value)).collect());
        let pattern = Pattern { class: read::class_of(object), fields, gradient: gradient.map(of_metadata) };
        let patterns = &mut self.patterns;
        let pattern = *self.known.entry(pattern).or_insert_with_key(|pattern| {
            patterns.push(pattern.clone());
            patterns.len() as u32 - 1
        });
        self.list.push(Noted { object, implementation, metadata, pattern, place });
    }

    /// Whether all tensors are as they were noted.
    ///
    /// # Safety
    /// As was promised to [`note`](TensorWords::note).
    #[inline]
    pub(super) unsafe fn hold(&self) -> bool {
        // SAFETY: as the caller promises.
        self.list.iter().enumerate().all(|(i, noted)| {
            if let Some(next) = self.list.get(i + AHEAD) {
                next.prefetch();
            }
            unsafe { self.is_unchanged(noted) }
        })
    }

    /// For which place a tensor has changed.
    ///
    /// # Safety
    /// As for [`hold`](TensorWords::hold).
    pub(super) unsafe fn changed(&self) -> Option<u32> {
        // SAFETY: as the caller promises.
        self.list.iter().find(|noted| unsafe { !self.is_unchanged(noted) }).map(|noted| noted.place)
    }

    #[inline(always)]
    unsafe fn is_unchanged(&self, noted: &Noted) -> bool {
        let pattern = &self.patterns[noted.pattern as usize];
        // SAFETY: an object of a tensor's class has an implementation, which it keeps alive; and that, its metadata.
        unsafe {
            read::class_of(noted.object) == pattern.class
                && field::<*const u8>(noted.object.as_ptr().cast(), IMPLEMENTATION) == noted.implementation
                && are(noted.implementation, &pattern.fields)
                && pattern.gradient.as_ref().is_none_or(|(at, words)| {
                    field::<*const u8>(noted.implementation, *at as usize) == noted.metadata && are(noted.metadata, words)
                })
        }
    }
}

impl Noted {
    /// The parts of the tensor, all of which are in three lines of its implementation from the start.
    #[inline(always)]
    fn prefetch(&self) {
        read::expect_soon(Some(self.object));
        prefetch(self.implementation);
        prefetch(self.implementation.wrapping_add(64));
        prefetch(self.implementation.wrapping_add(128));
        prefetch(self.metadata.wrapping_add(128));
    }
}

/// Whether all words are as they were noted. One branch for all of them: most often they are.
///
/// # Safety
/// The words can be read.
#[inline(always)]
unsafe fn are(base: *const u8, words: &[(u32, u64)]) -> bool {
    // SAFETY: as the caller promises. The dtype's word is not aligned.
    let difference = |(offset, value): &(u32, u64)| unsafe { base.add(*offset as usize).cast::<u64>().read_unaligned() } ^ value;
    words.iter().map(difference).fold(0, |all, one| all | one) == 0
}
