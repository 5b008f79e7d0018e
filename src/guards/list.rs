//! The guards of one trace, in the order of observation.

use ahash::AHashMap;

use super::{Fact, Memory, Relation};
use crate::guards::observations::OBSERVATIONS;
use crate::python::Object;
use crate::sources::{SourceId, SourceSet, Sources};
use crate::tables::{GUARDS, guard_rules};

/// One assumption: a fact about the object at a source.
#[derive(Debug, Clone)]
pub struct Guard {
    pub source: SourceId,
    /// Index into [`GUARDS`].
    pub rule: u16,
    /// The key or name that a parameterised observation asks for.
    pub parameter: Option<Object>,
    pub fact: Fact,
}

type Question = (SourceId, u16, Option<Object>);

/// The guards of one trace: each question is asked once, and the trace can be rolled back to a mark.
#[derive(Debug, Default, Clone)]
pub struct Guards {
    list: Vec<Item>,
    asked: AHashMap<Question, u32>,
    /// Existing objects that the program compared by identity and found to be different.
    pub distinguished: indexmap::IndexSet<SourceId, ahash::RandomState>,
}

/// How many guards there were.
#[derive(Debug, Clone, Copy)]
pub struct Mark {
    items: usize,
    distinguished: usize,
}

#[derive(Debug, Clone)]
pub enum Item {
    Guard(Guard),
    Relation(Relation),
}

impl Guards {
    /// Adds a guard, unless the same was asked of the same source before: then the first answer stays,
    /// because nothing that a trace reads changes while it runs.
    pub fn push(&mut self, source: SourceId, rule: u16, parameter: Option<Object>, fact: Fact) {
        let at = self.list.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(entry) = self.asked.entry((source, rule, parameter)) {
            entry.insert(at);
            self.list.push(Item::Guard(Guard { source, rule, parameter, fact }));
        }
    }

    /// Gives a guard another fact: a tensor's, once some of its sizes are dynamic.
    pub fn replace(&mut self, source: SourceId, rule: u16, parameter: Option<Object>, fact: Fact) {
        match self.asked.get(&(source, rule, parameter)) {
            Some(at) => self.list[*at as usize] = Item::Guard(Guard { source, rule, parameter, fact }),
            None => self.push(source, rule, parameter, fact),
        }
    }

    /// What a guard of this rule on this source says already.
    pub fn fact(&self, source: SourceId, rule: u16, parameter: Option<Object>) -> Option<&Fact> {
        match &self.list[*self.asked.get(&(source, rule, parameter))? as usize] {
            Item::Guard(guard) => Some(&guard.fact),
            Item::Relation(_) => None,
        }
    }

    /// The sources that guards are on, and those on the way to them.
    pub fn looked_at(&self, sources: &Sources) -> SourceSet {
        let mut found = SourceSet::of(sources);
        for guard in self.iter() {
            let mut next = Some(guard.source);
            while let Some(source) = next.filter(|source| found.insert(*source)) {
                next = sources.parent(source);
            }
        }
        found
    }

    /// Two sources lead to one object.
    pub fn push_duplicate(&mut self, first: SourceId, second: SourceId) {
        self.list.push(Item::Relation(Relation::Same(first, second)));
    }

    /// No two of these sources lead to one object (the inputs of a graph).
    pub fn push_distinct(&mut self, sources: Vec<SourceId>) {
        if sources.len() > 1 {
            self.list.push(Item::Relation(Relation::Distinct(sources.into())));
        }
    }

    /// The tensors share memory as they did when the graph, which writes into some of them, was compiled.
    pub fn push_memory(&mut self, memory: Memory) {
        self.list.push(Item::Relation(Relation::Memory(memory)));
    }

    /// The program releases the objects at these sources, and what is in containers, and cannot see their end.
    pub fn push_released(&mut self, sources: Vec<SourceId>, emptied: Vec<SourceId>, watched: bool) {
        if !sources.is_empty() || !emptied.is_empty() {
            self.list.push(Item::Relation(Relation::Released { sources: sources.into(), emptied: emptied.into(), watched }));
        }
    }

    /// Whether the dict at `source` has the key.
    pub fn push_contains(&mut self, source: SourceId, key: Object, contained: bool) {
        self.push(source, guard_rules::DICT_CONTAINS, Some(key), Fact::Bool(contained));
    }

    /// All keys of the dict at `source`, in order. False if no guard can compare them.
    pub fn push_keys(&mut self, source: SourceId, dict: Object) -> bool {
        let rule = if crate::python::read::orders_apart(dict) { guard_rules::ORDERED_KEYS } else { guard_rules::DICT_KEYS };
        let Some(fact) = OBSERVATIONS[GUARDS[rule as usize].observation as usize].observe(dict, None) else { return false };
        self.push(source, rule, None, fact);
        true
    }

    /// Whether a guard after the first `length` holds of objects of one class alone at the source.
    pub fn fixes_class(&self, length: usize, source: SourceId) -> bool {
        self.list[length.min(self.list.len())..].iter().any(|item| match item {
            Item::Guard(guard) => {
                guard.source == source
                    && OBSERVATIONS[GUARDS[guard.rule as usize].observation as usize].class(&guard.fact).is_some()
            }
            Item::Relation(_) => false,
        })
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn mark(&self) -> Mark {
        Mark { items: self.list.len(), distinguished: self.distinguished.len() }
    }

    /// Forgets all guards since the mark.
    pub fn roll_back(&mut self, mark: Mark) {
        for item in self.list.drain(mark.items.min(self.list.len())..) {
            if let Item::Guard(guard) = item {
                self.asked.remove(&(guard.source, guard.rule, guard.parameter));
            }
        }
        self.distinguished.truncate(mark.distinguished);
    }

    pub fn iter(&self) -> impl Iterator<Item = &Guard> {
        self.iter_from(0)
    }

    /// Guards and relations, in order.
    pub fn items(&self) -> &[Item] {
        &self.list
    }

    /// Those after the first `length` guards and relations.
    pub fn iter_from(&self, length: usize) -> impl Iterator<Item = &Guard> {
        self.list.iter().skip(length).filter_map(|item| match item {
            Item::Guard(guard) => Some(guard),
            Item::Relation(_) => None,
        })
    }

    pub fn relations(&self) -> impl Iterator<Item = &Relation> {
        self.list.iter().filter_map(|item| match item {
            Item::Guard(_) => None,
            Item::Relation(relation) => Some(relation),
        })
    }

    /// Drops whatever is said of a source that the predicate refuses.
    pub fn retain_sources(&mut self, mut keep: impl FnMut(SourceId) -> bool) {
        self.list.retain(|item| match item {
            Item::Relation(Relation::Same(first, second)) => keep(*first) && keep(*second),
            _ => true,
        });
        self.retain(|guard| keep(guard.source));
    }

    /// The guards of a finished trace that the predicate keeps: no question is asked of them any more.
    pub fn finished(mut self, mut keep: impl FnMut(&Guard) -> bool) -> Guards {
        self.asked = AHashMap::new();
        self.list.retain(|item| match item {
            Item::Guard(guard) => keep(guard),
            Item::Relation(_) => true,
        });
        self
    }

    /// Drops the guards that the predicate refuses.
    pub fn retain(&mut self, mut keep: impl FnMut(&Guard) -> bool) {
        let before = self.list.len();
        self.list.retain(|item| match item {
            Item::Guard(guard) => keep(guard),
            Item::Relation(_) => true,
        });
        if self.list.len() == before {
            return;
        }
        self.asked.clear();
        for (at, item) in (0..).zip(&self.list) {
            if let Item::Guard(guard) = item {
                self.asked.insert((guard.source, guard.rule, guard.parameter), at);
            }
        }
    }
}
