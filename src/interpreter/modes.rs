//! Modes (grad mode, autocast, …) and regions of the graph.

use ahash::AHashMap;
use indexmap::IndexMap;

use crate::graph::{Argument, NodeId};
use crate::python::Object;
use crate::tables::ModeName;
use crate::values::Value;

/// The modes that a trace has read or set.
#[derive(Default)]
pub struct Modes {
    known: AHashMap<ModeName, Mode>,
    /// Settings that the program sets, by the functions that tell them.
    settings: IndexMap<Object, Mode>,
    /// Functions by which nodes of the graph set them.
    pub setters: Vec<Object>,
    /// What they were before each change since the mark.
    trail: Vec<Change>,
    /// How many changes there were.
    changes: usize,
    /// Regions of the graph that are open, outermost first.
    pub regions: Vec<Region>,
    /// Calls that put back, at the graph's end, what it has set outside of regions: each setter and its arguments.
    pub put_back: Vec<(Object, Vec<Argument>)>,
}

/// What a mode or a setting was before a change.
enum Change {
    Mode(ModeName, Option<Mode>),
    Setting(Object, Option<Mode>),
}

/// One mode: its current value, its value at entry, and what sets it.
#[derive(Debug, Clone, Copy)]
pub struct Mode {
    pub now: Value,
    pub entry: Value,
    pub setter: Option<Value>,
}

/// A region that the graph has entered and not left yet.
#[derive(Debug, Clone, Copy)]
pub struct Region {
    pub owner: Value,
    /// The node that entered it, which the one that leaves it takes.
    pub entered: NodeId,
    pub closer: Object,
}

pub struct Mark {
    regions: Vec<Region>,
    put_back: usize,
}

impl Modes {
    pub fn get(&self, name: ModeName) -> Option<Mode> {
        self.known.get(&name).copied()
    }

    pub fn set(&mut self, name: ModeName, mode: Mode) {
        self.trail.push(Change::Mode(name, self.known.insert(name, mode)));
        self.changes += 1;
    }

    /// Gives a mode that is known another value.
    pub fn change(&mut self, name: ModeName, now: Value, setter: Option<Value>) {
        if let Some(old) = self.get(name) {
            self.set(name, Mode { now, setter: setter.or(old.setter), ..old });
        }
    }

    /// A setting that the program has set, by its getter.
    pub fn setting(&self, getter: Object) -> Option<Mode> {
        self.settings.get(&getter).copied()
    }

    pub fn set_setting(&mut self, getter: Object, mode: Mode) {
        self.trail.push(Change::Setting(getter, self.settings.insert(getter, mode)));
        self.changes += 1;
    }

    /// The settings that the program has set, if they are not all as they were at entry.
    pub fn changed_settings(&self) -> impl Iterator<Item = &Mode> {
        let differ = self.settings.values().any(|mode| mode.now != mode.entry);
        self.settings.values().filter(move |_| differ)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Mode> {
        self.known.values().chain(self.settings.values())
    }

    /// Whether a mode differs from its value at the frame's entry.
    pub fn differ(&self) -> bool {
        self.iter().any(|mode| mode.now != mode.entry)
    }

    /// How many changes there were, first reads among them.
    pub fn changes(&self) -> usize {
        self.changes
    }

    /// Begins a new stretch that [`roll_back`](Modes::roll_back) can undo.
    pub fn mark(&mut self) -> Mark {
        self.trail.clear();
        Mark { regions: self.regions.clone(), put_back: self.put_back.len() }
    }

    pub fn roll_back(&mut self, mark: Mark) {
        for change in self.trail.drain(..).rev() {
            match change {
                Change::Mode(name, Some(mode)) => drop(self.known.insert(name, mode)),
                Change::Mode(name, None) => drop(self.known.remove(&name)),
                Change::Setting(getter, Some(mode)) => drop(self.settings.insert(getter, mode)),
                Change::Setting(getter, None) => drop(self.settings.swap_remove(&getter)),
            }
        }
        self.regions = mark.regions;
        self.put_back.truncate(mark.put_back);
    }
}
