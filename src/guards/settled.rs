//! The part of a program that is the same from call to call, as words of memory.
//!
//! At most calls the modules of a model, and what hangs on them, are the same objects in the same state. Once the
//! program has run and everything held, the instructions about them come down to words: dicts' version tags,
//! objects' classes, tensors' fields. While those words stay, so does every answer, and everything that the
//! instructions found. Other instructions (arguments that change, what torch keeps) are run each time.

use std::cell::{Cell, RefCell};

use super::program::{Between, Failure, GuardProgram, Inputs, Instruction, NodeId, Step};
use crate::python::{Object, Words, read, storage};

/// Smaller programs are as quick by themselves.
const WORTH: usize = 24;
/// What a call whose words changed costs, in calls whose words did not.
const COST: u32 = 4;
/// How much of that is suffered before words are left alone for [`PAUSE`] calls.
const PATIENCE: u32 = 16;
const PAUSE: u32 = 1000;

pub(super) struct Settled {
    /// By node: whether words tell that it is still the same object.
    fixed: Box<[bool]>,
    known: RefCell<Known>,
    /// Whether what is known is of the objects that the program's slots hold now.
    usable: Cell<bool>,
    suffered: Cell<u32>,
    pause: Cell<u32>,
}

/// What the last full run came down to.
#[derive(Default)]
struct Known {
    /// Counts what was learnt.
    number: u64,
    /// Variables of the frame, and what they hold.
    roots: Vec<(usize, Object)>,
    words: Words,
    /// What no word answers, in the order of the program.
    rest: Vec<Instruction>,
}

impl Settled {
    /// `fixed` tells of each node whether its step, its parents' and their checks are all of the settled kind.
    pub(super) fn new(fixed: Vec<bool>, instructions: usize) -> Settled {
        let worth = instructions >= WORTH && fixed.contains(&true);
        Settled {
            fixed: if worth { fixed.into() } else { Box::default() },
            known: RefCell::default(),
            usable: Cell::new(false),
            suffered: Cell::new(0),
            pause: Cell::new(0),
        }
    }

    #[inline]
    pub(super) fn is_fixed(&self, node: NodeId) -> bool {
        self.fixed.get(node as usize).copied().unwrap_or(false)
    }

    /// The slots of the program were filled by something else than a run.
    pub(super) fn forget(&self) {
        self.usable.set(false);
    }

    /// Runs the program's main instructions, by words as far as they are known. What holds is numbered: under one
    /// number (but 0) all fixed nodes are the same objects.
    #[inline]
    pub(super) fn run(&self, program: &GuardProgram, inputs: &impl Inputs) -> Result<u64, Failure> {
        if self.fixed.is_empty() {
            return program.run(&program.main, inputs).map(|()| 0);
        }
        if self.usable.get()
            && let Ok(known) = self.known.try_borrow()
        {
            let same = known.roots.iter().all(|(index, object)| inputs.variable(*index) == Some(*object));
            // SAFETY: the roots are the same objects, what the program holds is alive, and the words of other objects
            // come after those of the objects that lead to them.
            if same && unsafe { known.words.hold() } {
                self.suffered.set(self.suffered.get().saturating_sub(1));
                program.run(&known.rest, inputs)?;
                // Asking Python of an unusual tensor may have led here again, for another frame.
                if self.usable.get() {
                    return Ok(known.number);
                }
            }
        }
        self.run_in_full(program, inputs)
    }

    #[cold]
    #[inline(never)]
    fn run_in_full(&self, program: &GuardProgram, inputs: &impl Inputs) -> Result<u64, Failure> {
        if self.usable.replace(false) {
            self.suffered.set(self.suffered.get() + COST);
        }
        program.run(&program.main, inputs)?;
        if self.pause.get() > 0 {
            self.pause.set(self.pause.get() - 1);
        } else if self.suffered.get() >= PATIENCE {
            self.suffered.set(0);
            self.pause.set(PAUSE);
        } else if let Ok(mut known) = self.known.try_borrow_mut() {
            if known.learn(self, program, inputs) {
                self.usable.set(true);
                return Ok(known.number);
            }
            // An interpreter without the words that it would take.
            self.pause.set(PAUSE);
        }
        Ok(0)
    }
}

impl Known {
    /// Everything has just held: notes the words by which that is told again. False if they do not suffice.
    fn learn(&mut self, settled: &Settled, program: &GuardProgram, inputs: &impl Inputs) -> bool {
        self.roots.clear();
        self.words.clear();
        self.rest.clear();
        self.number += 1;
        program.main.iter().all(|instruction| self.note(settled, program, inputs, *instruction).is_some())
            && program.relations.iter().all(|relation| self.note_storages(settled, program, relation).is_some())
    }

    /// The storages of tensors that are the same ones may be others.
    fn note_storages(&mut self, settled: &Settled, program: &GuardProgram, relation: &Between) -> Option<()> {
        let Between::Memory { nodes, .. } = relation else { return Some(()) };
        let mut fixed = nodes.iter().filter(|node| settled.is_fixed(**node));
        fixed.try_for_each(|node| storage::note_storage(program.object(*node)?, &mut self.words))
    }

    /// `None` where an instruction on whose words others rest has none.
    fn note(&mut self, settled: &Settled, program: &GuardProgram, inputs: &impl Inputs, instruction: Instruction) -> Option<()> {
        let noted = match instruction {
            Instruction::Step(node) if settled.is_fixed(node) => {
                match program.nodes[node as usize].step {
                    Step::Variable(index) => self.roots.push((index as usize, inputs.variable(index as usize)?)),
                    Step::InstanceDict(parent) => read::note_instance_dict(program.object(parent)?, &mut self.words)?,
                    // An item of a tuple, and what the program holds, stay what they are.
                    Step::Item(..) | Step::Held => {}
                    _ => return None,
                }
                true
            }
            Instruction::Dict(node) if settled.is_fixed(node) => {
                read::note_dict(program.object(node)?, &mut self.words)?;
                true
            }
            Instruction::Check(check) => {
                let check = &program.checks[check as usize];
                settled.is_fixed(check.node) && check.observation.note(program.object(check.node)?, &mut self.words)
            }
            Instruction::Tensor(id) => {
                let check = program.tensors.get(id);
                settled.is_fixed(check.node) && check.pattern.note(program.object(check.node)?, &mut self.words)
            }
            Instruction::Step(_) | Instruction::Dict(_) => false,
        };
        if !noted {
            self.rest.push(instruction);
        }
        Some(())
    }
}
