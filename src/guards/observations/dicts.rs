//! Observations of dicts: their keys, and whether one key is there.

use ahash::AHashSet;

use super::{Observation, Stability};
use crate::guards::Fact;
use crate::python::{InstanceDict, Interest, Lookup, Object, Words, read, same_value};

/// All keys in the order of iteration.
pub struct KeysOf;

impl Observation for KeysOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        read::is_dict(object).then(|| Fact::Keys(read::dict_keys(object).collect()))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let Fact::Keys(known) = fact else { return false };
        read::is_dict(object)
            && read::length(object) == Some(known.len() as i64)
            && read::dict_keys(object).zip(known).all(|(now, known)| same_value(now, *known))
    }

    fn interest(&self, _: Option<Object>) -> Option<Interest> {
        Some(Interest::in_keys())
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Contents
    }
}

/// The keys of an ordered dict, whose order may change without its version tag. If the dict was written past its own
/// methods, its order and its items may disagree.
pub struct OrderedKeysOf;

impl Observation for OrderedKeysOf {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let ordered: AHashSet<Object> = read::dict_keys(object).collect();
        let items = object.dict_entries();
        let agree = items.len() == ordered.len() && items.iter().all(|item| ordered.contains(&item.key));
        if agree { KeysOf.observe(object, parameter) } else { None }
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        let agree = matches!(fact, Fact::Keys(known) if read::length(object) == i64::try_from(known.len()).ok());
        agree && KeysOf.holds(object, parameter, fact)
    }

    fn note(&self, object: Object, parameter: Option<Object>, words: &mut Words) -> bool {
        // No keys, and one key, have no order.
        read::length(object).is_some_and(|length| length < 2) && KeysOf.note(object, parameter, words)
    }
}

/// All items of a set, in the order in which iterating gives them.
pub struct ItemsOfSet;

impl Observation for ItemsOfSet {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.is_set().then(|| Fact::Keys(read::set_entries(object).map(|(item, _)| item).collect()))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let Fact::Keys(known) = fact else { return false };
        if !object.is_set() {
            return false;
        }
        let mut now = read::set_entries(object);
        known.iter().all(|known| now.next().is_some_and(|(item, _)| same_value(item, *known))) && now.next().is_none()
    }
}

/// The hashes under which a dict has its keys.
pub struct HashesInDict;

impl Observation for HashesInDict {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        read::is_dict(object).then(|| Fact::Hashes(object.dict_hashes().collect()))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let Fact::Hashes(known) = fact else { return false };
        read::is_dict(object) && object.dict_hashes().eq(known.iter().copied())
    }

    fn interest(&self, _: Option<Object>) -> Option<Interest> {
        Some(Interest::in_keys())
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Contents
    }
}

/// The hashes under which a set has its items.
pub struct HashesInSet;

impl Observation for HashesInSet {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.is_set().then(|| Fact::Hashes(read::set_entries(object).map(|(_, hash)| hash).collect()))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let Fact::Hashes(known) = fact else { return false };
        object.is_set() && read::set_entries(object).map(|(_, hash)| hash).eq(known.iter().copied())
    }
}

/// Whether a copy of a set gets its table as it is.
pub struct TableCopied;

impl Observation for TableCopied {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.is_set().then(|| Fact::Bool(read::table_is_copied(object)))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }
}

/// The place of the item that `pop` takes out of a set, in the order of iteration.
pub struct PoppedNext;

impl Observation for PoppedNext {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.is_set().then(|| Fact::Int(read::popped_next(object)))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }
}

/// Whether a dict has the key.
pub struct DictContains;

impl Observation for DictContains {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        if !read::is_dict(object) {
            return None;
        }
        let key = read::Key::new(parameter?);
        let contained = read::dict_item(object, &key).is_some();
        // Whether a key of the same hash is equal may be up to Python code.
        let unclear = || key.hash().is_some_and(|hash| object.dict_find(key.object, hash) == Lookup::Unclear);
        if !contained && unclear() { None } else { Some(Fact::Bool(contained)) }
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn interest(&self, parameter: Option<Object>) -> Option<Interest> {
        parameter.map(Interest::in_item)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Contents
    }
}

/// Whether an instance has a field for its dict, and no dict in it.
pub struct LacksDict;

impl Observation for LacksDict {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::Bool(read::has_no_dict_yet(object)))
    }

    #[inline]
    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        *fact == Fact::Bool(read::has_no_dict_yet(object))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_instance_dict_slot(object)
    }
}

/// Whether an instance has the attribute in its own `__dict__`; without a `__dict__` it has none.
pub struct InstanceContains;

impl Observation for InstanceContains {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let name = parameter?;
        let contains = object.words_without_attributes().is_none()
            && match object.peek_instance_dict() {
                InstanceDict::None | InstanceDict::Empty => false,
                InstanceDict::Dict(dict) => read::dict_item(dict, &read::Key::new(name)).is_some(),
                InstanceDict::Values(values) => values.find(name).is_some(),
            };
        Some(Fact::Bool(contains))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }

    fn note(&self, object: Object, parameter: Option<Object>, words: &mut Words) -> bool {
        match object.peek_instance_dict() {
            _ if words.note_no_attributes(object) => true,
            InstanceDict::Dict(dict) => words.note_instance_dict(object) && DictContains.note(dict, parameter, words),
            // Whether there is one is up to the class.
            InstanceDict::None => {
                words.note_class(object);
                true
            }
            InstanceDict::Empty | InstanceDict::Values(_) => false,
        }
    }
}
