//! Questions about classes. Each answer is guarded, unless the class is immutable.

use super::*;
use crate::guards::observations::{self, Observation as _};
use crate::rules::frames::is_of_library;
use crate::tables::guard_rules;

/// The result of a class lookup.
#[derive(Debug, Clone, Copy)]
pub enum Meaning {
    Nothing,
    /// An object from before the trace.
    Found(Object),
    /// A value that the trace has stored, or reads where the class keeps it: no descriptor, as
    /// [`Trace::may_store_on_class`] and [`Trace::changing_attribute`] ensure.
    Value(Value),
}

impl Trace<'_> {
    /// The result of a lookup along the MRO at the beginning of the trace. Guarded once per class and name.
    pub fn type_attribute(&mut self, class: Object, name: Object) -> Option<Object> {
        if let Some(found) = self.classes.attributes.get(&(class, name)) {
            return *found;
        }
        let found = if self.classes.traced.contains_key(&class) {
            // A class that ends with the trace needs no guards; its bases do.
            self.class_mro(class).into_iter().find_map(|base| self.own_attribute(base, name))
        } else {
            let found = class.type_lookup(name);
            self.note_class_answer(guard_rules::TYPE_LOOKUP, class, name, found);
            found
        };
        self.classes.attributes.insert((class, name), found);
        found
    }

    pub fn type_attribute_named(&mut self, class: Object, name: &'static str) -> Flow<Option<Object>> {
        let name = self.library.name(name)?;
        Ok(self.type_attribute(class, name))
    }

    /// Whether C code that gets an instance of a class may run code of the program: a special method in Python.
    pub fn runs_own_code(&mut self, class: Object) -> Flow<bool> {
        if self.library.is_immutable_class(class) {
            return Ok(false);
        }
        let names = self.library.special_methods(class.is_subclass(self.role(Role::Type)))?;
        if self.classes.traced.contains_key(&class) {
            let found: Vec<Object> = names.items().into_iter().filter_map(|name| self.type_attribute(class, name)).collect();
            return Ok(found.into_iter().any(|attribute| !attribute.is_native_attribute() && !is_of_library(attribute)));
        }
        let guard = guard_rules::SPECIAL_METHODS;
        self.keeper.keep(class);
        let source = self.sources.intern(SourceKind::Held(class));
        let found = match self.guards.fact(source, guard, Some(names)) {
            Some(Fact::Keys(found)) => found.clone(),
            _ => {
                let Some(Fact::Keys(found)) = observations::WrittenAttributes.observe(class, Some(names)) else {
                    return Ok(true);
                };
                self.guards.push(source, guard, Some(names), Fact::Keys(found.clone()));
                found
            }
        };
        Ok(found.iter().any(|attribute| !is_of_library(*attribute)))
    }

    /// An attribute in the class's own dict.
    pub fn own_attribute(&mut self, class: Object, name: Object) -> Option<Object> {
        let found = class.class_dict().and_then(|dict| dict.dict_get(name));
        self.note_class_answer(guard_rules::OWN_ATTRIBUTE, class, name, found);
        found
    }

    fn note_class_answer(&mut self, rule: u16, class: Object, name: Object, found: Option<Object>) {
        self.keeper.keep(class);
        self.keeper.keep(name);
        if let Some(found) = found {
            self.keeper.keep(found);
        }
        if !self.library.is_immutable_class(class) && !self.classes.traced.contains_key(&class) {
            let source = self.sources.intern(SourceKind::Held(class));
            self.guards.push(source, rule, Some(name), found.map_or(Fact::None, Fact::Identity));
        }
    }

    /// The present result of a class lookup, in the MRO or in the part of it after a given class.
    pub fn class_meaning(&mut self, class: Object, name: Object, after: Option<Object>) -> Flow<Meaning> {
        if after.is_none() && !self.classes.written && !self.has_changed(class, name)? {
            return Ok(self.type_attribute(class, name).map_or(Meaning::Nothing, Meaning::Found));
        }
        let mut mro = self.class_mro(class);
        if let Some(after) = after {
            let position = mro.iter().position(|base| *base == after);
            mro = position.map_or(Vec::new(), |index| mro.split_off(index + 1));
        }
        for base in mro {
            if let Some(value) = self.written_in(base, name)? {
                return Ok(Meaning::Value(value));
            }
            if let Some(value) = self.changing_attribute(base, name)? {
                return Ok(Meaning::Value(value));
            }
            if let Some(found) = self.own_attribute(base, name) {
                return Ok(Meaning::Found(found));
            }
        }
        Ok(Meaning::Nothing)
    }

    /// Whether the object that a class has under a name was another one in an earlier compilation, and is no descriptor.
    fn has_changed(&mut self, class: Object, name: Object) -> Flow<bool> {
        if self.classes.attributes.contains_key(&(class, name)) {
            return Ok(false);
        }
        let Some((owner, _)) = class.type_lookup_owner(name) else { return Ok(false) };
        self.changes_in(owner, name)
    }

    /// The same of an object in the class's own dict.
    fn changes_in(&mut self, class: Object, name: Object) -> Flow<bool> {
        let Some(found) = class.class_dict().and_then(|dict| dict.dict_get(name)) else { return Ok(false) };
        if found.descriptor_kind() != (false, false)
            || self.library.is_immutable_class(class)
            || self.classes.traced.contains_key(&class)
        {
            return Ok(false);
        }
        let source = format!("{}.{}", class.qualified_class_name(), name.text());
        Ok(self.history.object_changes(&source, found.as_ptr() as usize))
    }

    /// The value in the class's own dict, read by a source of its own and not known by its identity, if it changes from
    /// call to call.
    fn changing_attribute(&mut self, class: Object, name: Object) -> Flow<Option<Value>> {
        if !self.changes_in(class, name)? {
            return Ok(None);
        }
        let class = self.held(class);
        let Some(dict) = self.dict_of(class)? else { return Ok(None) };
        let Some(value) = self.map_get_name(dict, name)? else { return Ok(None) };
        let tracked = self.arena.get(value);
        if let (Some(source), Some(object)) = (tracked.source, tracked.object) {
            self.history.expect_change(&self.sources.display(source).to_string(), object);
        }
        // Its class tells whether it is a descriptor.
        self.force(value).map(Some)
    }

    /// The value that the trace stored in the class's own dict.
    pub(super) fn written_in(&self, class: Object, name: Object) -> Flow<Option<Value>> {
        let dict = class.class_dict().filter(|_| self.classes.written).and_then(|dict| self.arena.lookup_object(dict));
        let (Some(dict), Some(hash)) = (dict, name.plain_hash()) else { return Ok(None) };
        let entry = self.map(dict)?.entries.get(&crate::values::Key::Object { object: name, hash });
        Ok(entry.filter(|entry| entry.written).map(|entry| entry.value))
    }

    /// The MRO of a class.
    pub fn class_mro(&mut self, class: Object) -> Vec<Object> {
        self.fix_bases(class);
        class.mro().map(|mro| mro.items()).unwrap_or_default()
    }

    /// Guards the MRO of a class.
    pub fn fix_bases(&mut self, class: Object) {
        if self.library.is_immutable_class(class) || !self.classes.fixed.insert(class) {
            return;
        }
        let mro = class.mro().map(|mro| mro.items()).unwrap_or_default();
        if self.classes.traced.contains_key(&class) {
            return mro.into_iter().skip(1).for_each(|base| self.fix_bases(base));
        }
        self.keeper.keep(class);
        let source = self.sources.intern(SourceKind::Held(class));
        self.guards.push(source, guard_rules::CLASS_MRO, None, Fact::Keys(mro.into()));
    }

    /// Whether a class is another one or inherits from it, guarded.
    pub fn derives(&mut self, class: Object, base: Object) -> bool {
        if class == base {
            return true;
        }
        self.fix_bases(class);
        class.is_subclass(base)
    }

    /// Whether a class has abstract methods, so that `object` makes no instances of it.
    pub fn fix_abstract(&mut self, class: Object) -> Flow<bool> {
        let name = self.library.name("__abstractmethods__")?;
        self.own_attribute(class, name);
        Ok(class.is_abstract())
    }

    /// Guards the class of an object.
    pub fn fix_class(&mut self, object: Object, source: SourceId) {
        let class = object.class();
        if !read::is_class_of_instances_fixed(class) {
            self.keeper.keep(class);
            self.guards.push(source, guard_rules::TYPE_MATCH, None, Fact::Identity(class));
        }
    }

    /// Whether a class attribute has `__get__`, and `__set__` or `__delete__`.
    pub fn descriptor_kind(&mut self, descriptor: Object) -> Flow<(bool, bool)> {
        let class = descriptor.class();
        if self.library.is_immutable_class(class) {
            return Ok(descriptor.descriptor_kind());
        }
        self.keeper.keep(descriptor);
        let source = self.sources.intern(SourceKind::Held(descriptor));
        self.fix_class(descriptor, source);
        let gets = self.type_attribute_named(class, "__get__")?.is_some();
        let sets = self.type_attribute_named(class, "__set__")?.is_some();
        let deletes = self.type_attribute_named(class, "__delete__")?.is_some();
        Ok((gets, sets || deletes))
    }

    /// Whether objects of the class hash and compare by identity, as `object` does.
    pub fn class_hashes_by_identity(&mut self, class: Object) -> Flow<bool> {
        let hash = self.type_attribute_named(class, "__hash__")?;
        Ok(hash.is_some() && hash == self.type_attribute_named(self.role(Role::Object), "__hash__")?)
    }

    /// Guards how an object hashes and compares, and the items of a tuple likewise.
    pub fn fix_hash(&mut self, object: Object) -> Flow<()> {
        if object.is_plain_constant() {
            return Ok(());
        }
        for name in ["__hash__", "__eq__"] {
            self.type_attribute_named(object.class(), name)?;
        }
        let parts = if object.is_tuple() { object.items() } else { object.set_items().unwrap_or_default() };
        for part in parts.into_iter().chain(read::referent(object)) {
            self.nested(|trace| trace.fix_hash(part))?;
        }
        Ok(())
    }
}
