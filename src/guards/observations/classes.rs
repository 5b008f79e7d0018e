//! Observations of classes. While the version tag of a class is the same, neither the class nor a base of it has
//! changed.

use super::{Asking, Observation, Stability};
use crate::guards::Fact;
use crate::python::{Object, Owned, Words, read};

/// What the lookup of a name in a class and its bases finds: an object by identity, or nothing.
pub struct ClassAttribute;

/// What a class itself has under a name.
pub struct OwnAttribute;

/// The MRO of a class.
pub struct MroOf;

/// What a class and its bases define in Python under some names (a tuple): objects by identity, in the order of the
/// names.
pub struct WrittenAttributes;

/// The classes in a list that a function in C makes of one, the parameter.
pub struct ListedBy;

/// Whether a name in a class is a descriptor.
pub struct AttributeBinds;

fn found(object: Option<Object>) -> Fact {
    object.map_or(Fact::None, Fact::Identity)
}

fn is_found(object: Option<Object>, fact: &Fact) -> bool {
    match (object, fact) {
        (None, Fact::None) => true,
        (Some(found), Fact::Identity(known)) => found == *known,
        _ => false,
    }
}

impl Observation for ListedBy {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let listed = parameter?.call(Owned::tuple(&[object]).ok()?.object()).ok()?;
        Some(Fact::Keys(listed.object().items().into()))
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for ListedBy {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), parameter).filter(|now| now == fact)
    }
}

impl Observation for ClassAttribute {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        read::is_class(object).then_some(())?;
        Some(found(read::class_lookup(object, parameter?)))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        parameter.is_some_and(|name| read::is_class(object) && is_found(read::class_lookup(object, name), fact))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class_tag(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Class
    }
}

impl Observation for OwnAttribute {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        read::is_class(object).then_some(())?;
        Some(found(read::own_attribute(object, parameter?)))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        parameter.is_some_and(|name| read::is_class(object) && is_found(read::own_attribute(object, name), fact))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class_tag(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Class
    }
}

impl Observation for MroOf {
    fn observe(&self, object: Object, _: Option<Object>) -> Option<Fact> {
        object.mro().map(|mro| Fact::Keys(mro.items().into()))
    }

    fn holds(&self, object: Object, _: Option<Object>, fact: &Fact) -> bool {
        let (Some(mro), Fact::Keys(known)) = (object.mro(), fact) else { return false };
        mro.sequence_len() == Some(known.len()) && (0..).zip(known).all(|(at, base)| mro.item(at) == Some(*base))
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class_tag(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Class
    }
}

impl WrittenAttributes {
    fn found(class: Object, names: Object) -> impl Iterator<Item = Object> {
        let names = (0..).map_while(move |at| read::sequence_item(names, at));
        names.filter_map(move |name| read::class_lookup(class, name)).filter(|found| !found.is_native_attribute())
    }
}

impl Observation for WrittenAttributes {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let names = parameter?;
        read::is_class(object).then(|| Fact::Keys(WrittenAttributes::found(object, names).collect()))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        let (Some(names), Fact::Keys(known)) = (parameter, fact) else { return false };
        read::is_class(object) && WrittenAttributes::found(object, names).eq(known.iter().copied())
    }

    fn note(&self, object: Object, _: Option<Object>, words: &mut Words) -> bool {
        words.note_class_tag(object)
    }

    fn stability(&self, _: &Fact) -> Stability {
        Stability::Class
    }
}

impl Observation for AttributeBinds {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        read::is_class(object).then_some(())?;
        let binds = read::class_lookup(object, parameter?).is_some_and(|found| {
            let (gets, sets) = found.descriptor_kind();
            gets || sets
        });
        Some(Fact::Bool(binds))
    }

    fn holds(&self, object: Object, parameter: Option<Object>, fact: &Fact) -> bool {
        self.observe(object, parameter).as_ref() == Some(fact)
    }
}
