//! The part of a program that is the same from call to call, as words of memory and watched dicts.
//!
//! At most calls the modules of a model, and everything they hold, are the same objects in the same state. Once the
//! program has held, the instructions about them are replaced by [`Words`]: watched dicts or their version tags,
//! objects' classes, tensors' fields. While none of these changes, every answer is the same and every object is where
//! it was. The other instructions (changing arguments, torch's state) run each time, and so do those whose words keep
//! changing.

use std::cell::{Cell, RefCell};

use super::program::{Between, Failure, GuardProgram, Inputs, Instruction, NodeId, Step};
use crate::guards::observations::Stability;
use crate::python::{Interest, Items, Object, Words, read, storage};

/// Programs with fewer instructions gain nothing.
const WORTH: usize = 24;
/// How many calls without a change make up for one with a change.
const MISS_COST: u32 = 4;
/// Above this balance words are not used for the next [`BACKOFF`] calls.
const MISS_LIMIT: u32 = 24;
const BACKOFF: u32 = 1000;
/// A word that changed this often within few calls is not noted any more.
const UNSTABLE_AFTER: u8 = 2;

/// A node through which the frame leads to settled objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Root {
    No,
    /// A different object at each call, which may hold the same objects.
    Through,
    /// The same object at most calls.
    Compared,
}

pub(super) struct Settled {
    /// By node; empty if there is nothing to settle.
    roots: Box<[Root]>,
    known: RefCell<Known>,
    /// Whether the known state is about the objects in the program's slots now.
    usable: Cell<bool>,
    /// Grows with calls that found a change, and shrinks with those that found none.
    misses: Cell<u32>,
    /// The number of calls for which words are not used.
    backoff: Cell<u32>,
}

/// What is known of a node's object while nothing changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Unknown,
    /// Found anew at each call, because other nodes need it.
    Through,
    /// An object at the same address, which may be another one.
    SameAddress,
    Same,
}

/// What the last full run was reduced to. Places are numbers of nodes, then of checks.
struct Known {
    /// A new number for each time that something was learnt.
    number: u64,
    /// Parents first, with the object that it has to be.
    roots: Vec<(NodeId, Option<Object>)>,
    words: Words,
    /// The instructions that still run, in the order of the program.
    rest: Vec<Instruction>,
    /// How many of them come first: those about the arguments in which calls differ most.
    ahead: usize,
    /// By node.
    states: Box<[State]>,
    /// By place: how often it changed.
    changes: Box<[u8]>,
}

impl Settled {
    /// `roots` tells of each node whether it is one. `instructions` and `checks` are how many there are.
    pub(super) fn new(roots: Vec<Root>, instructions: usize, checks: usize) -> Settled {
        let (nodes, places) = if instructions >= WORTH { (roots.len(), roots.len() + checks) } else { (0, 0) };
        Settled {
            roots: if nodes == 0 { Box::default() } else { roots.into() },
            known: RefCell::new(Known {
                number: 0,
                roots: Vec::new(),
                words: Words::new(places),
                rest: Vec::new(),
                ahead: 0,
                states: vec![State::Unknown; nodes].into(),
                changes: vec![0; places].into(),
            }),
            usable: Cell::new(false),
            misses: Cell::new(0),
            backoff: Cell::new(0),
        }
    }

    /// Something other than a run has filled the program's slots.
    pub(super) fn forget(&self) {
        self.usable.set(false);
    }

    /// Whether a dict that was read for a node is known to be unchanged since.
    pub(super) fn is_unchanged(&self, node: NodeId, dict: Object) -> bool {
        self.known.try_borrow().is_ok_and(|known| known.words.is_unchanged(node, dict))
    }

    /// Runs the main instructions that are not settled. Returns the number of the settled state: under one number
    /// (except 0) all settled nodes have the same addresses.
    #[inline]
    pub(super) fn run(&self, program: &GuardProgram, inputs: &impl Inputs) -> Result<u64, Failure> {
        if self.roots.is_empty() {
            return program.run(&program.main, inputs).map(|()| 0);
        }
        if self.usable.get()
            && let Ok(known) = self.known.try_borrow()
        {
            let (ahead, rest) = known.rest.split_at(known.ahead);
            program.run(ahead, inputs)?;
            if known.holds(program, inputs) {
                self.misses.set(self.misses.get().saturating_sub(1));
                program.run(rest, inputs).inspect_err(|failure| program.note_failure(failure))?;
                return Ok(known.number);
            }
        }
        self.run_in_full(program, inputs)
    }

    #[cold]
    #[inline(never)]
    fn run_in_full(&self, program: &GuardProgram, inputs: &impl Inputs) -> Result<u64, Failure> {
        if self.usable.replace(false) {
            if let Ok(mut known) = self.known.try_borrow_mut() {
                known.count_changes(program, self.misses.get() > 0);
            }
            self.misses.set(self.misses.get() + MISS_COST);
        }
        program.run(&program.main, inputs).inspect_err(|failure| program.note_failure(failure))?;
        if self.backoff.get() > 0 {
            self.backoff.set(self.backoff.get() - 1);
        } else if self.misses.get() >= MISS_LIMIT {
            self.misses.set(0);
            self.backoff.set(BACKOFF);
        } else if let Ok(mut known) = self.known.try_borrow_mut() {
            known.learn(&self.roots, program);
            self.usable.set(true);
            return Ok(known.number);
        }
        Ok(0)
    }
}

impl Known {
    #[inline]
    fn holds(&self, program: &GuardProgram, inputs: &impl Inputs) -> bool {
        let same = self.roots.iter().all(|(node, known)| {
            let found = program.step(program.nodes[*node as usize].step, inputs);
            program.found[*node as usize].object.set(found);
            found.is_some() && (known.is_none() || found == *known)
        });
        // SAFETY: the roots are the same objects, what the program holds is alive, and the words of other objects
        // come after those of the objects that lead to them.
        same && unsafe { self.words.hold() }
    }

    /// Counts the changes of each place. One that changes after a long time starts at 1 again.
    fn count_changes(&mut self, program: &GuardProgram, again: bool) {
        let other = |(node, known): &&(NodeId, Option<Object>)| {
            let found = program.object(*node);
            found.is_none() || known.is_some() && found != *known
        };
        let places = match self.roots.iter().find(other) {
            Some((node, _)) => vec![*node],
            // SAFETY: as in `holds`.
            None => unsafe { self.words.changed() },
        };
        for place in places {
            if let Some(count) = self.changes.get_mut(place as usize) {
                *count = if again { count.saturating_add(1) } else { 0 };
            }
        }
    }

    /// Everything has just held: notes the words and dicts that prove it.
    fn learn(&mut self, roots: &[Root], program: &GuardProgram) {
        self.roots.clear();
        self.words.begin();
        self.rest.clear();
        self.number += 1;
        for (state, node) in self.states.iter_mut().zip(&program.nodes) {
            *state = if matches!(node.step, Step::Held) { State::Same } else { State::Unknown };
        }
        self.ahead = 0;
        for (at, instruction) in program.main.iter().enumerate() {
            if !self.note(roots, program, *instruction) {
                self.rest.push(*instruction);
                self.ahead += usize::from(self.ahead == at);
            }
        }
        for relation in &program.relations {
            match relation {
                Between::Distinct { nodes, distinct } => {
                    distinct.set_moving(self.moving(nodes, |_, _| true));
                }
                Between::Memory { nodes, distinct, .. } => distinct.set_moving(self.moving(nodes, |known, node| {
                    // The storage of a tensor that is the same one may be another.
                    known.words.begin_place(node);
                    program.object(node).is_some_and(|tensor| storage::note_storage(tensor, &mut known.words).is_some())
                })),
                Between::Same(..) | Between::Released { .. } => {}
            }
        }
    }

    /// The places of the nodes that are not settled, or not completely noted.
    fn moving(&mut self, nodes: &[NodeId], mut note: impl FnMut(&mut Known, NodeId) -> bool) -> Vec<usize> {
        let moves = |(_, node): &(usize, &NodeId)| !(self.is_known(**node) && note(self, **node));
        (0..).zip(nodes).filter(moves).map(|(at, _)| at).collect()
    }

    /// Notes what the answer of an instruction depends on; false if it has to be run.
    fn note(&mut self, roots: &[Root], program: &GuardProgram, instruction: Instruction) -> bool {
        match instruction {
            Instruction::Step(node) => {
                let state = match roots[node as usize] {
                    _ if self.is_unstable(node) => State::Unknown,
                    Root::No => self.step(program, node).unwrap_or(State::Unknown),
                    root => self.root(program, node, root),
                };
                self.states[node as usize] = state;
                state != State::Unknown
            }
            Instruction::Dict(node) => self.note_dict(program, node).is_some(),
            Instruction::Class(node) => {
                let class = program.object(node).filter(|_| self.is_known(node) && !self.is_unstable(node));
                self.words.begin_place(node);
                class.is_some_and(|class| self.words.note_class_tag(class))
            }
            Instruction::Check(check) => self.check(program, check),
            Instruction::Tensor(id) => {
                let check = program.tensors.get(id);
                let object = program.object(check.node).filter(|_| self.is_known(check.node));
                self.words.begin_place(check.node);
                object.is_some_and(|object| check.pattern.note(object, &mut self.words))
            }
        }
    }

    fn root(&mut self, program: &GuardProgram, node: NodeId, root: Root) -> State {
        // What an object holds that is no root itself is not reached through it.
        let reached = program.nodes[node as usize].step.parent().is_none_or(|parent| self.state(parent) == State::Through);
        match (root, program.object(node)) {
            (Root::Through, Some(_)) if reached => {
                self.roots.push((node, None));
                State::Through
            }
            (Root::Compared, Some(object)) if reached => {
                self.roots.push((node, Some(object)));
                State::SameAddress
            }
            _ => State::Unknown,
        }
    }

    /// The state of the object that a step leads to; `None` if it is not settled.
    fn step(&mut self, program: &GuardProgram, node: NodeId) -> Option<State> {
        let step = program.nodes[node as usize].step;
        let parent = step.parent().filter(|parent| self.is_known(*parent))?;
        let (object, same) = (program.object(parent)?, self.state(parent) == State::Same);
        self.words.begin_place(node);
        let noted = match step {
            // These never change.
            Step::Item(..) if same && read::is_tuple(object) => return Some(State::Same),
            Step::MethodFunction(_) | Step::MethodSelf(_) => return same.then_some(State::Same),
            Step::DictKey(..) if !read::orders_apart(object) => {
                return self.words.note_dict(object, &Interest::in_keys()).map(state_of);
            }
            Step::InstanceDict(_) => self.words.note_instance_dict(object),
            Step::Item(_, index) => self.words.note_item(object, index as usize),
            Step::Slot(_, descriptor) => self.words.note_slot(object, descriptor),
            Step::CellContents(_) => self.words.note_cell(object),
            Step::FunctionPart(_, part) => self.words.note_function_part(object, part),
            Step::Class(_) => {
                self.words.note_class(object);
                true
            }
            _ => false,
        };
        noted.then_some(State::SameAddress)
    }

    /// Watches a dict for the items that were read from it and the observations of it.
    fn note_dict(&mut self, program: &GuardProgram, node: NodeId) -> Option<()> {
        let dict = program.object(node).filter(|_| self.is_known(node) && !self.is_unstable(node))?;
        let block = program.block(node);
        let mut interest = Interest::default();
        for instruction in block {
            match *instruction {
                Instruction::Step(child) => match program.nodes[child as usize].step {
                    Step::DictItem(_, _) if self.is_unstable(child) => interest.partial = true,
                    Step::DictItem(_, key) => interest.items.push((program.keys[key as usize], Some(child))),
                    _ => {}
                },
                Instruction::Check(check) => {
                    let check = &program.checks[check as usize];
                    if check.node == node {
                        interest.and(check.observation.interest(check.parameter)?);
                    }
                }
                Instruction::Dict(_) | Instruction::Class(_) | Instruction::Tensor(_) => return None,
            }
        }
        self.words.begin_place(node);
        let items = self.words.note_dict(dict, &interest).map(state_of)?;
        for instruction in block {
            let noted = match *instruction {
                Instruction::Step(child) => {
                    let state = match program.nodes[child as usize].step {
                        _ if self.is_unstable(child) => None,
                        Step::DictItem(..) => Some(items),
                        _ => self.step(program, child),
                    };
                    self.states[child as usize] = state.unwrap_or(State::Unknown);
                    state.is_some()
                }
                Instruction::Check(check) => program.checks[check as usize].node == node || self.check(program, check),
                Instruction::Dict(_) | Instruction::Class(_) | Instruction::Tensor(_) => false,
            };
            if !noted {
                self.rest.push(*instruction);
            }
        }
        Some(())
    }

    fn check(&mut self, program: &GuardProgram, index: u32) -> bool {
        let check = &program.checks[index as usize];
        let place = program.nodes.len() as u32 + index;
        let Some(object) = program.object(check.node).filter(|_| self.is_known(check.node)) else { return false };
        if check.observation.stability(&check.fact) == Stability::Object
            && (self.state(check.node) == State::Same || program.keeper.knows(object))
        {
            return true;
        }
        self.words.begin_place(place);
        !self.is_unstable(place) && check.observation.note(object, check.parameter, &mut self.words)
    }

    fn state(&self, node: NodeId) -> State {
        self.states[node as usize]
    }

    fn is_known(&self, node: NodeId) -> bool {
        matches!(self.state(node), State::SameAddress | State::Same)
    }

    fn is_unstable(&self, place: u32) -> bool {
        self.changes.get(place as usize).is_some_and(|count| *count >= UNSTABLE_AFTER)
    }
}

fn state_of(items: Items) -> State {
    match items {
        Items::Same => State::Same,
        Items::AtSameAddresses => State::SameAddress,
    }
}
