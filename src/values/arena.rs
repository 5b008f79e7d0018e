//! All values of one trace, with undo back to the last mark.

use std::cell::{Cell, RefCell};

use ahash::AHashMap;

use super::{State, Tracked, Value};
use crate::python::Object;
use crate::sources::SourceId;

/// The largest contents that are saved for undo: copying more takes longer than tracing again.
const MOST_SAVED: usize = 512;

pub struct Arena {
    all: Vec<Tracked>,
    /// Old contents of values changed since the checkpoint.
    trail: Vec<(Value, Tracked)>,
    /// Whether a container too large to be saved was changed since then, so that rolling back is impossible.
    pub unsaved: bool,
    stamp: u32,
    by_source: AHashMap<SourceId, Value>,
    by_object: AHashMap<Object, Value>,
    constants: AHashMap<Object, Value>,
    /// Keys added to the three maps since the checkpoint.
    added: Vec<Added>,
    /// Existing objects that the trace changed, in the order of their first change.
    pub dirty: Vec<Value>,
    /// For each of them the step of the root frame, as far as it was noted.
    pub dirty_steps: Vec<u64>,
    /// While a body is traced that must not change what is around it: the number of its first value, else 0. Older values and
    /// existing objects must not be written to.
    pub sealed: u32,
    /// Whether one was written to.
    pub sealed_written: bool,
    /// Whether, meanwhile, an existing object was read that the trace has changed.
    pub changed_read: Cell<bool>,
    /// Counts the changes of values.
    clock: u32,
    /// Of pieces of code that are followed now, each within the one before.
    reads: Vec<Reads>,
}

/// What a piece of traced code reads of the values that were there before it.
struct Reads {
    /// By value, and in the order of the first read.
    seen: Vec<Cell<bool>>,
    order: RefCell<Vec<Value>>,
    /// `__dict__`s that objects of the trace got because the code asked for them.
    dicts: RefCell<Vec<Value>>,
    /// Whether the code changed values, or depends on more than the values that are noted here.
    spoiled: Cell<bool>,
}

impl Reads {
    fn note(&self, value: Value) {
        if let Some(seen) = self.seen.get(value.0 as usize)
            && !seen.replace(true)
        {
            self.order.borrow_mut().push(value);
        }
    }

    fn note_change(&self, value: Value) {
        self.spoiled.set(self.spoiled.get() || self.is_old(value));
    }

    fn is_old(&self, value: Value) -> bool {
        (value.0 as usize) < self.seen.len()
    }
}

enum Added {
    Source(SourceId),
    Object(Object),
    Constant(Object),
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Mark {
    values: usize,
    dirty: usize,
}

impl Arena {
    /// `none` is the class of the null value.
    pub fn new(none: Object) -> Arena {
        let mut all = Vec::with_capacity(1024);
        all.push(Tracked::new(none, State::Null));
        Arena {
            all,
            trail: Vec::new(),
            unsaved: false,
            stamp: 1,
            by_source: AHashMap::new(),
            by_object: AHashMap::new(),
            constants: AHashMap::new(),
            added: Vec::new(),
            dirty: Vec::new(),
            dirty_steps: Vec::new(),
            sealed: 0,
            sealed_written: false,
            changed_read: Cell::new(false),
            clock: 0,
            reads: Vec::new(),
        }
    }

    pub fn add(&mut self, mut tracked: Tracked) -> Value {
        tracked.stamp = self.stamp;
        self.all.push(tracked);
        Value(self.all.len() as u32 - 1)
    }

    /// The value behind forwards.
    pub fn resolve(&self, mut value: Value) -> Value {
        while let State::Forward(to) = self.all[value.0 as usize].state {
            value = to;
        }
        value
    }

    /// The object of a value that may be gone with a trace that was rolled back.
    pub fn object_at(&self, value: Value) -> Option<Object> {
        self.all.get(value.0 as usize).and_then(|tracked| tracked.object)
    }

    pub fn get(&self, value: Value) -> &Tracked {
        let value = self.resolve(value);
        let tracked = &self.all[value.0 as usize];
        if tracked.dirty && self.sealed > 0 {
            self.changed_read.set(true);
        }
        if let Some(reads) = self.reads.last() {
            reads.note(value);
        }
        tracked
    }

    /// Notes from now on which of the present values are read, until [`take_reads`](Arena::take_reads).
    pub fn note_reads(&mut self) {
        let seen = vec![Cell::new(false); self.all.len()];
        self.reads.push(Reads { seen, order: RefCell::default(), dicts: RefCell::default(), spoiled: Cell::new(false) });
    }

    /// The values that were read since [`note_reads`](Arena::note_reads). `None` if one of them was changed meanwhile,
    /// but for what the trace learns of an existing object, or if an existing object was.
    pub fn take_reads(&mut self) -> Option<Vec<Value>> {
        let reads = self.reads.pop()?;
        let order = reads.order.into_inner();
        // The code around it has read them, too.
        if let Some(around) = self.reads.last() {
            order.iter().for_each(|value| around.note(*value));
        }
        let is_written = |dict: &Value| self.all[dict.0 as usize].changed > 0;
        let spoiled = reads.spoiled.get() || reads.dicts.borrow().iter().any(is_written);
        (!spoiled).then_some(order)
    }

    /// The code that runs now depends on more than the values that it reads, so a call of it cannot be repeated.
    pub fn spoil_reads(&self) {
        self.reads.iter().for_each(|reads| reads.spoiled.set(true));
    }

    /// A time after all changes so far.
    pub fn clock(&self) -> u32 {
        self.clock
    }

    /// Whether a value is as it was at that time.
    pub fn is_unchanged(&self, value: Value, since: u32) -> bool {
        self.all[self.resolve(value).0 as usize].changed <= since
    }

    /// For a change of the trace's *knowledge* of a value; saved for undo.
    pub fn edit(&mut self, value: Value) -> &mut Tracked {
        let value = self.resolve(value);
        let tracked = &mut self.all[value.0 as usize];
        if tracked.stamp != self.stamp {
            match tracked.state.part_count() > MOST_SAVED {
                true => self.unsaved = true,
                false => self.trail.push((value, tracked.clone())),
            }
            tracked.stamp = self.stamp;
        }
        self.clock += 1;
        tracked.changed = self.clock;
        if tracked.object.is_none() {
            self.reads.iter().for_each(|reads| reads.note_change(value));
        }
        tracked
    }

    /// Remembers the dict of an object that had none at hand: that is no change of it.
    pub fn give_dict(&mut self, value: Value, dict: Value) {
        let value = self.resolve(value);
        let before = self.all[value.0 as usize].changed;
        let reads = std::mem::take(&mut self.reads);
        self.edit(value).dict = Some(dict);
        self.all[value.0 as usize].changed = before;
        self.reads = reads;
        for reads in self.reads.iter().filter(|reads| reads.is_old(value)) {
            reads.dicts.borrow_mut().push(dict);
        }
    }

    /// For a change of the *object*: an existing one becomes dirty.
    pub fn write(&mut self, value: Value) -> &mut Tracked {
        let value = self.resolve(value);
        let existed = self.all[value.0 as usize].object.is_some();
        self.sealed_written |= self.sealed > 0 && (existed || value.0 < self.sealed);
        if existed {
            self.spoil_reads();
        }
        let fresh = {
            let tracked = self.edit(value);
            let fresh = tracked.object.is_some() && !tracked.dirty;
            tracked.dirty |= fresh;
            fresh
        };
        if fresh {
            self.dirty.push(value);
        }
        &mut self.all[value.0 as usize]
    }

    /// What was changed since the checkpoint, and existing objects that were changed at any time.
    pub fn changed(&self) -> impl Iterator<Item = Value> {
        self.trail.iter().map(|(value, _)| *value).chain(self.dirty.iter().copied())
    }

    /// Notes at which step objects were changed first.
    pub fn note_dirty(&mut self, step: u64) {
        self.dirty_steps.resize(self.dirty.len(), step);
    }

    /// The tracked existing objects of a class.
    pub fn existing(&self, class: Object) -> impl Iterator<Item = &Tracked> {
        self.all.iter().filter(move |tracked| tracked.class == class && tracked.object.is_some())
    }

    /// What values refer to.
    pub fn parts(&self) -> impl Iterator<Item = Value> {
        self.spoil_reads();
        self.all.iter().flat_map(|tracked| tracked.dict.into_iter().chain(tracked.state.parts()))
    }

    pub fn lookup_source(&self, source: SourceId) -> Option<Value> {
        self.by_source.get(&source).copied()
    }

    pub fn remember_source(&mut self, source: SourceId, value: Value) {
        if self.by_source.insert(source, value).is_none() {
            self.added.push(Added::Source(source));
        }
    }

    pub fn lookup_object(&self, object: Object) -> Option<Value> {
        self.by_object.get(&object).copied()
    }

    pub fn remember_object(&mut self, object: Object, value: Value) {
        if self.by_object.insert(object, value).is_none() {
            self.added.push(Added::Object(object));
        }
    }

    /// The one value of a constant object that has no source.
    pub fn constant(&mut self, object: Object) -> Value {
        if let Some(value) = self.constants.get(&object) {
            return *value;
        }
        let value = self.add(Tracked::existing(object, object.class(), None, State::Constant));
        self.constants.insert(object, value);
        self.added.push(Added::Constant(object));
        value
    }

    /// Begins a new stretch that [`roll_back`](Arena::roll_back) can undo.
    pub fn mark(&mut self) -> Mark {
        self.unsaved = false;
        self.trail.clear();
        self.added.clear();
        self.stamp += 1;
        Mark { values: self.all.len(), dirty: self.dirty.len() }
    }

    /// Undoes everything since the checkpoint that `mark` stands for (the last one).
    pub fn roll_back(&mut self, mark: Mark) {
        while let Some((value, old)) = self.trail.pop() {
            self.all[value.0 as usize] = old;
        }
        self.all.truncate(mark.values);
        self.dirty.truncate(mark.dirty);
        self.dirty_steps.truncate(mark.dirty);
        self.sealed = 0;
        self.reads.clear();
        for added in self.added.drain(..) {
            match added {
                Added::Source(source) => drop(self.by_source.remove(&source)),
                Added::Object(object) => drop(self.by_object.remove(&object)),
                Added::Constant(object) => drop(self.constants.remove(&object)),
            }
        }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }
}
