//! Recognising an existing object by the build rules.

use super::*;
use crate::tables::{BUILDS, guard_rules};

impl Trace<'_> {
    /// Runs the build rule that fits a lazy value and makes the value what the rule says.
    pub(super) fn build(&mut self, value: Value) -> Flow<Value> {
        let tracked = self.arena.get(value);
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else {
            return Err(Stop::Abandon("a lazy value without an object".into()));
        };
        if let Some(known) = self.arena.lookup_object(object) {
            return self.alias(value, known, source);
        }
        if self.sources.is_too_deep(source) {
            return Err(Stop::graph_break("an object that is nested too deep to trace"));
        }
        self.library.meet_new_modules()?;
        let rules = self.library.builds(object.class());
        for index in rules.iter() {
            let rule = &BUILDS[*index as usize];
            let before = self.guards.len();
            let result = self.run_rule(rule.rule, &[Slot::Source(source)])?;
            if let Slot::Value(built) = result {
                debug_assert_eq!(self.arena.resolve(built), self.arena.resolve(value));
                // The rule was chosen by the object's class, so the class is guarded.
                if !self.guards.fixes_class(before, source) {
                    self.fix_class(object, source);
                }
                if !rule.exact {
                    self.fix_bases(object.class());
                }
                return Ok(self.arena.resolve(built));
            }
        }
        Err(Stop::graph_break(format!("no rule recognises an object of type {}", object.class().qualified_class_name())))
    }

    /// Reads a list that was only appended to so far.
    pub(super) fn read_list(&mut self, value: Value) -> Flow<Value> {
        let tracked = self.arena.get(value);
        let (State::Grown(added), Some(object), Some(source)) = (&tracked.state, tracked.object, tracked.source) else {
            return Err(Stop::Abandon("a list from outside without an object".into()));
        };
        let added = added.clone();
        let guard = guard_rules::SEQUENCE_LENGTH;
        self.observe_object(guard, object, source, None)?;
        let mut items = self.items_at(object, source);
        items.extend(added);
        self.arena.edit(value).state = State::Items(items);
        Ok(value)
    }

    /// The items of a list or tuple from outside.
    pub fn items_at(&mut self, sequence: Object, source: SourceId) -> Vec<Value> {
        let items = sequence.items().into_iter().enumerate();
        let lazy = |(index, item)| {
            let source = self.sources.intern(SourceKind::Item(source, index as u32));
            self.lazy(item, source)
        };
        items.map(lazy).collect()
    }

    /// A second source of a tracked object: guards that both lead to one object.
    fn alias(&mut self, value: Value, known: Value, source: SourceId) -> Flow<Value> {
        let known = self.arena.resolve(known);
        self.arena.edit(value).state = State::Forward(known);
        let first = self.arena.get(known).source;
        if let Some(first) = first
            && first != source
        {
            self.guards.push_duplicate(first, source);
        }
        Ok(known)
    }

    /// Turns a lazy value into a tracked one; only build rules' externs call it.
    pub fn become_state(&mut self, source: SourceId, state: State, shared: bool) -> Flow<Value> {
        let value = self.arena.lookup_source(source).ok_or_else(|| Stop::Abandon("built a source that was never read".into()))?;
        let object = self.arena.get(value).object;
        self.arena.edit(value).state = state;
        if let (true, Some(object)) = (shared, object) {
            self.arena.remember_object(object, value);
        }
        Ok(value)
    }
}
