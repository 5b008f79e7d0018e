//! Words of memory with their expected values, and watched dicts: together they prove that objects are unchanged.
//!
//! An observation that depends on some words alone (the class of an object, the version tag of a dict, the fields of a
//! tensor) has the same answer while none of them changes. Comparing them is one loop without dependent loads. Watched
//! dicts cost nothing.
//!
//! A word that holds an object's address proves only that *an* object is there: the noted one may have been freed and
//! its address reused. An unchanged dict proves more: its items are the same objects.

use ahash::AHashSet;
use pyo3::ffi;

use super::Object;
use super::dict::Place;
use super::dict_watch::{self, DictWatch, Interest};
use super::layout::{InstanceLayout, LAYOUT, OrderLayout};
use super::memory::{field, prefetch};
use super::read::{self, FunctionPart};
use super::tensor::Gradient;

const WORD: usize = size_of::<u64>();

/// How many groups of four words ahead of their comparison words are fetched from memory. A model has a thousand parameters,
/// and without this most of a hit's time is spent waiting for them.
const AHEAD: usize = 24;

/// Where a word is, and what it is expected to be.
type Word = (*const u64, u64);

pub struct Words {
    list: Vec<Word>,
    /// Tensors that torch is asked for more than their words tell.
    gradients: Vec<Gradient>,
    seen: AHashSet<*const u64>,
    dicts: DictWatch,
    /// Of which it was noted that they are an instance's.
    instance_dicts: AHashSet<Object>,
    /// For whom something is noted just now, and for whom words and gradients were.
    place: u32,
    word_places: Vec<u32>,
    gradient_places: Vec<u32>,
}

/// Whether the items of a dict are the same objects while it is unchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Items {
    Same,
    /// They stand at the same addresses.
    AtSameAddresses,
}

impl Words {
    /// `places` is how many dicts are watched at most.
    pub fn new(places: usize) -> Words {
        Words {
            list: Vec::new(),
            gradients: Vec::new(),
            seen: AHashSet::new(),
            dicts: DictWatch::new(places),
            instance_dicts: AHashSet::new(),
            place: 0,
            word_places: Vec::new(),
            gradient_places: Vec::new(),
        }
    }

    /// Forgets the words. Dicts are watched on, for whom they are noted again.
    pub fn begin(&mut self) {
        self.list.clear();
        self.gradients.clear();
        self.seen.clear();
        self.instance_dicts.clear();
        self.word_places.clear();
        self.gradient_places.clear();
        self.dicts.begin();
    }

    /// What is noted from now on is for this place.
    pub fn begin_place(&mut self, place: u32) {
        self.place = place;
    }

    /// Whether a dict has been watched for the place, and has not changed, since it was last noted.
    #[inline]
    pub fn is_unchanged(&self, place: u32, dict: Object) -> bool {
        self.dicts.is_unchanged(place, dict)
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
            self.word_places.push(self.place);
        }
    }

    pub fn note_gradient(&mut self, gradient: Gradient) {
        self.gradients.push(gradient);
        self.gradient_places.push(self.place);
    }

    /// Whether all words are as they were noted, and all dicts.
    ///
    /// # Safety
    /// What the roots of the noted objects are was checked, as was promised to [`note`](Words::note).
    #[inline]
    pub unsafe fn hold(&self) -> bool {
        // SAFETY: each word is read once all before it were found unchanged.
        let is_unchanged = |(address, value): &Word| unsafe { address.read_unaligned() } == *value;
        let (fours, rest) = self.list.as_chunks::<4>();
        let are_unchanged = |(i, four): (usize, &[Word; 4])| {
            if let Some(later) = fours.get(i + AHEAD) {
                prefetch(later[0].0.cast());
                prefetch(later[2].0.cast());
            }
            four.iter().all(is_unchanged)
        };
        !self.dicts.has_changed()
            && fours.iter().enumerate().all(are_unchanged)
            && rest.iter().all(is_unchanged)
            && self.gradients.iter().all(Gradient::holds)
    }

    /// For which places something has changed, as far as that is known.
    ///
    /// # Safety
    /// As for [`hold`](Words::hold).
    pub unsafe fn changed(&self) -> Vec<u32> {
        if self.dicts.has_changed() {
            return self.dicts.changed_places();
        }
        // SAFETY: as in `hold`.
        let word = self.list.iter().position(|(address, value)| unsafe { address.read_unaligned() } != *value);
        if let Some(at) = word {
            return vec![self.word_places[at]];
        }
        let changed = self.gradients.iter().zip(&self.gradient_places).find(|(gradient, _)| !gradient.holds());
        changed.map(|(_, place)| *place).into_iter().collect()
    }
}

// What follows notes objects that are alive; whoever leads to them was noted before. That is the ground of each
// `unsafe` block, beside what the block says itself.
impl Words {
    /// The class of an object.
    pub fn note_class(&mut self, object: Object) {
        // SAFETY: every object has a class.
        unsafe { self.note((&raw const (*object.as_ptr()).ob_type).cast()) }
    }

    /// What all names mean in a class. False if it has no version tag.
    pub fn note_class_tag(&mut self, class: Object) -> bool {
        if read::class_tag(class) == 0 {
            return false;
        }
        self.note_class(class);
        let class: *const ffi::PyTypeObject = class.as_ptr().cast();
        // SAFETY: a class; the tag is followed by a pointer, so that a word may be read there.
        unsafe {
            if LAYOUT.tags.class_flag.is_some() {
                self.note((&raw const (*class).tp_flags).cast());
            }
            self.note((&raw const (*class).tp_version_tag).cast());
        }
        true
    }

    /// Which dict an instance has, where its class says that it is. False if its attributes are kept elsewhere.
    pub fn note_instance_dict(&mut self, object: Object) -> bool {
        let Some((slot, dict)) = read::instance_dict_slot(object).zip(read::instance_dict(object)) else { return false };
        // SAFETY: the slot is the object's.
        unsafe {
            if *slot != dict.as_ptr() {
                return false;
            }
            self.note_class(object);
            self.note(slot.cast());
        }
        self.instance_dicts.insert(dict);
        true
    }

    /// That an instance has no dict yet, where its class says that it is.
    pub fn note_instance_dict_slot(&mut self, object: Object) -> bool {
        let Some(slot) = read::instance_dict_slot(object) else { return false };
        self.note_class(object);
        // SAFETY: the slot is the object's.
        unsafe { self.note(slot.cast()) };
        true
    }

    /// That an instance has no attributes of its own. False if it has some.
    pub fn note_no_attributes(&mut self, object: Object) -> bool {
        let Some(words) = object.words_without_attributes() else { return false };
        self.note_class(object);
        // SAFETY: the words are the object's, each readable while those before it are as they are.
        words.into_iter().flatten().for_each(|word| unsafe { self.note(word) });
        true
    }

    /// The parts of a dict that are of interest. `None` if nothing tells of their changes.
    pub fn note_dict(&mut self, dict: Object, interest: &Interest) -> Option<Items> {
        if !read::is_dict(dict) {
            return None;
        }
        let unreported = inline_values(dict).filter(|_| !dict_watch::reports_inline_values());
        if let Some(values) = unreported {
            // The dict's end is told of, and with it that of the instance whose values these are.
            if !self.dicts.watch(self.place, dict, None) {
                return None;
            }
            self.note_values(dict, values, interest);
            return Some(Items::AtSameAddresses);
        }
        if self.dicts.watch(self.place, dict, Some(interest)) {
            return Some(Items::Same);
        }
        // SAFETY: the word is the dict's.
        unsafe { self.note(read::dict_tag_place(dict)?) };
        Some(Items::Same)
    }

    /// The values of an instance that a dict shares: those of interest, and which there are.
    fn note_values(&mut self, dict: Object, values: *const u8, interest: &Interest) {
        let OrderLayout::Behind { capacity, .. } = LAYOUT.values.order else { return };
        let first = LAYOUT.values.first;
        // SAFETY: the values are the dict's as long as it is the dict of the instance behind which they stand, which
        // that instance's pointer to it told, or it points to them itself, and their first word, of numbers, is the
        // same. They end with their order, a byte for each, in whole words.
        unsafe {
            if !self.instance_dicts.contains(&dict) {
                self.note((&raw const (*dict.as_ptr().cast::<ffi::PyDictObject>()).ma_values).cast());
            }
            self.note(values.cast());
            let capacity = usize::from(field::<u8>(values, capacity));
            let value = |n: usize| values.add(first + n * WORD).cast();
            let of_dict = self.place;
            for (key, of) in &interest.items {
                self.place = of.unwrap_or(of_dict);
                match key.hash().map(|hash| dict.dict_place(key.object, hash)) {
                    Some(Place::At(index)) => self.note(value(index)),
                    // A key that no instance of the class has is not among the keys that all of them share.
                    Some(Place::Nowhere) => self.note(dict.dict_keys_count()),
                    Some(Place::Unclear) | None => (0..capacity).for_each(|n| self.note(value(n))),
                }
            }
            self.place = of_dict;
            if interest.keys {
                (0..capacity.div_ceil(WORD)).for_each(|n| self.note(value(capacity).add(n)));
            }
        }
    }

    /// The number of items of a dict, list or tuple. False for other objects.
    pub fn note_length(&mut self, object: Object) -> bool {
        if read::is_dict(object) {
            return self.note_dict(object, &Interest::in_keys()).is_some();
        }
        let sequence = read::is_list(object) || read::is_tuple(object);
        if sequence {
            self.note_class(object);
            // SAFETY: the flags say that it is one of variable size.
            unsafe { self.note((&raw const (*object.as_ptr().cast::<ffi::PyVarObject>()).ob_size).cast()) }
        }
        sequence
    }

    /// The n-th item of a list or tuple. False for other objects.
    pub fn note_item(&mut self, sequence: Object, index: usize) -> bool {
        if index >= usize::try_from(read::length(sequence).unwrap_or(0)).unwrap_or(0) {
            return false;
        }
        // SAFETY: the flags say which it is; the index is below its size, and a list that keeps size and block keeps
        // the block's items.
        unsafe {
            if read::is_list(sequence) {
                let list: *const ffi::PyListObject = sequence.as_ptr().cast();
                self.note_length(sequence);
                self.note((&raw const (*list).ob_item).cast());
                self.note((*list).ob_item.add(index).cast());
                return true;
            }
            if read::is_tuple(sequence) {
                let tuple: *const ffi::PyTupleObject = sequence.as_ptr().cast();
                self.note_length(sequence);
                self.note((&raw const (*tuple).ob_item).cast::<u64>().add(index));
                return true;
            }
        }
        false
    }

    /// What an object has in the field of a member descriptor. False if it keeps no object there.
    pub fn note_slot(&mut self, object: Object, descriptor: Object) -> bool {
        let Some((place, _)) = read::slot_place(object, descriptor) else { return false };
        self.note_class(object);
        // SAFETY: a field of the object's, whose class has it there.
        unsafe { self.note(place.cast()) }
        true
    }

    /// What a cell holds. False if it is none.
    pub fn note_cell(&mut self, cell: Object) -> bool {
        if read::is_cell(cell) {
            self.note_class(cell);
            // SAFETY: a cell.
            unsafe { self.note((&raw const (*cell.as_ptr().cast::<ffi::PyCellObject>()).ob_ref).cast()) }
        }
        read::is_cell(cell)
    }

    /// A part of a Python function. False if it is none.
    pub fn note_function_part(&mut self, function: Object, part: FunctionPart) -> bool {
        // SAFETY: checked to be a function.
        unsafe {
            if ffi::PyFunction_Check(function.as_ptr()) == 0 {
                return false;
            }
            self.note_class(function);
            let function: *const ffi::PyFunctionObject = function.as_ptr().cast();
            let at = match part {
                FunctionPart::Code => &raw const (*function).func_code,
                FunctionPart::Globals => &raw const (*function).func_globals,
                FunctionPart::Defaults => &raw const (*function).func_defaults,
                FunctionPart::KeywordDefaults => &raw const (*function).func_kwdefaults,
                FunctionPart::Closure => &raw const (*function).func_closure,
            };
            self.note(at.cast());
        }
        true
    }
}

/// The values that a dict shares with an instance which keeps them inline.
pub(super) fn inline_values(dict: Object) -> Option<*const u8> {
    let InstanceLayout::Inline { embedded, .. } = LAYOUT.instance else { return None };
    // SAFETY: a dict, whose values are null or have a header.
    unsafe {
        let values: *const u8 = (*dict.as_ptr().cast::<ffi::PyDictObject>()).ma_values.cast();
        (!values.is_null() && field::<u8>(values, embedded) != 0).then_some(values)
    }
}
