//! Guards that have to ask Python, asked so that they cannot disturb the rest of the check.
//!
//! Python code may call the same function again, let other threads run, and replace or free what was found. So the
//! questions come first. Each walks to its object natively, without slots, and holds a reference while it asks. When
//! all are answered, the program runs natively and must find the very objects that were asked about. So everything the
//! program read from memory was read after the last Python code ran, and its slots belong to this check alone.

use std::cell::RefCell;

use super::Fact;
use super::program::{Failure, GuardProgram, Inputs, Instruction, IntStep, NodeId, Step};
use crate::guards::observations::Asking;
use crate::python::{Lives, Object, Owned, read, tensor};
use crate::report::counters;
use crate::tables::GUARDS;

/// One question to Python.
pub(super) struct Question {
    /// The object that is asked about.
    pub(super) node: NodeId,
    pub(super) what: What,
    /// The path to it: steps, each below the one before, with the checks on the way.
    pub(super) path: Box<[Instruction]>,
}

pub(super) enum What {
    /// The n-th check.
    Check(u32, &'static dyn Asking),
    /// An attribute, which is the object of this node.
    Attribute(NodeId, Object),
}

/// The questions of a program, in the order in which they are asked.
#[derive(Default)]
pub(super) struct Questions {
    pub(super) list: Box<[Question]>,
    /// Whether the program also runs before the questions, to reject an entry that does not fit quickly.
    pub(super) look_first: bool,
    /// Numbers and texts that were made to answer the last check, and that nobody else holds.
    kept: RefCell<Vec<Owned>>,
}

impl Questions {
    pub(super) fn new(list: Box<[Question]>, look_first: bool) -> Questions {
        Questions { list, look_first, kept: RefCell::default() }
    }

    /// Whether what was found stays when the answers go. An object of the program's that nobody else holds does not: its
    /// end may be seen.
    fn stays(&self, value: &Owned) -> bool {
        if is_shared(value) {
            return true;
        }
        let made = value.object().is_plain_scalar();
        if made {
            self.kept.borrow_mut().push(Owned::new(value.object()));
        }
        made
    }
}

/// What was found.
pub(super) struct Answer {
    object: Owned,
    found: Found,
}

enum Found {
    Fact(Fact),
    Value(Owned),
}

impl Answer {
    /// The size or stride of a tensor that was asked for its metadata.
    pub(super) fn number(&self, dimension: usize, is_stride: bool) -> Option<i64> {
        let Found::Fact(Fact::Tensor(fact)) = &self.found else { return None };
        let numbers = if is_stride { &fact.strides } else { &fact.sizes };
        numbers.get(dimension).copied().flatten()
    }
}

impl GuardProgram {
    /// As [`find_failure`](Self::find_failure), of a program that asks.
    #[cold]
    #[inline(never)]
    pub(super) fn find_failure_asking(&self, inputs: &impl Inputs, lives: Lives<'_>) -> Result<(), Failure> {
        if self.questions.look_first {
            self.settled.run(self, inputs)?;
            if !self.ints.iter().any(IntStep::is_asked) && !self.shapes.guards.is_empty() {
                self.check_shapes(&[])?;
            }
        }
        let answers = self.ask(inputs, lives, |_| true)?;
        self.note(&answers);
        self.find_failure_in_memory(inputs, &answers)?;
        for (question, answer) in self.questions.list.iter().zip(&answers) {
            let same = self.object(question.node) == Some(answer.object.object());
            let value = match &answer.found {
                Found::Value(value) => value,
                Found::Fact(_) => &answer.object,
            };
            if !same || !is_shared(&answer.object) || !self.questions.stays(value) {
                return Err(Failure::Replaced(self.nodes[question.node as usize].source));
            }
        }
        Ok(())
    }

    /// Reads the attributes that are asked for, without checking anything. False where there is none.
    pub(super) fn read_asked_attributes(&self, inputs: &impl Inputs, lives: Lives<'_>) -> bool {
        let is_attribute = |question: &Question| matches!(question.what, What::Attribute(..));
        let Ok(answers) = self.ask(inputs, lives, is_attribute) else { return false };
        self.note(&answers);
        answers.iter().all(|answer| !matches!(&answer.found, Found::Value(value) if !self.questions.stays(value)))
    }

    /// Puts the attributes where the program looks for them.
    fn note(&self, answers: &[Answer]) {
        for (question, answer) in self.questions.list.iter().zip(answers) {
            if let (What::Attribute(node, _), Found::Value(value)) = (&question.what, &answer.found) {
                self.found[*node as usize].object.set(Some(value.object()));
                self.found[*node as usize].tag.set(0);
            }
        }
    }

    fn ask(&self, inputs: &impl Inputs, lives: Lives<'_>, wanted: impl Fn(&Question) -> bool) -> Result<Vec<Answer>, Failure> {
        self.questions.kept.borrow_mut().clear();
        let mut answers: Vec<Answer> = Vec::with_capacity(self.questions.list.len());
        for question in &self.questions.list {
            let object = self.reach(question, inputs, &answers)?;
            let found = match question.what {
                What::Check(..) if !wanted(question) => Found::Fact(Fact::None),
                What::Check(id, asking) => {
                    let check = &self.checks[id as usize];
                    counters::asked(GUARDS[check.rule as usize].name);
                    Found::Fact(asking.ask(&object, check.parameter, &check.fact).ok_or(Failure::Check(id))?)
                }
                What::Attribute(node, name) => {
                    counters::asked("attribute");
                    let source = self.nodes[node as usize].source;
                    Found::Value(read::asked_attribute(&object, name).ok_or(Failure::Missing(source))?)
                }
            };
            answers.push(Answer { object, found });
            if !lives() {
                return Err(Failure::Gone);
            }
        }
        Ok(answers)
    }

    /// Walks from the frame to the object of a question; no Python code runs on the way.
    fn reach(&self, question: &Question, inputs: &impl Inputs, answers: &[Answer]) -> Result<Owned, Failure> {
        let mut at: Option<Object> = None;
        let failed = |source| Failure::Missing(source);
        for instruction in &question.path {
            match *instruction {
                Instruction::Step(id) => {
                    let node = &self.nodes[id as usize];
                    at = match self.answered(id, answers) {
                        Some((answer, _)) if at != Some(answer.object.object()) => return Err(Failure::Replaced(node.source)),
                        Some((_, value)) => Some(value.object()),
                        None if matches!(node.step, Step::Held) => self.object(id),
                        None => self.step_below(node.step, at, inputs),
                    };
                    if at.is_none() {
                        return Err(failed(node.source));
                    }
                }
                Instruction::Check(id) => {
                    let check = &self.checks[id as usize];
                    let holds = |object| check.observation.holds(object, check.parameter, &check.fact);
                    if !at.is_some_and(holds) {
                        return Err(Failure::Check(id));
                    }
                }
                Instruction::Tensor(id) => {
                    let check = self.tensors.get(id);
                    if !at.is_some_and(|object| tensor::matches_pattern(object, &check.pattern)) {
                        return Err(Failure::Check(check.check));
                    }
                }
                Instruction::Dict(_) | Instruction::Class(_) => {}
            }
        }
        at.map(Owned::new).ok_or_else(|| failed(self.nodes[question.node as usize].source))
    }

    /// The attribute that was asked for, if this is its node.
    fn answered<'a>(&self, node: NodeId, answers: &'a [Answer]) -> Option<(&'a Answer, &'a Owned)> {
        let of = |question: &Question| matches!(question.what, What::Attribute(of, _) if of == node);
        let answer = answers.get(self.questions.list.iter().position(of)?)?;
        match &answer.found {
            Found::Value(value) => Some((answer, value)),
            Found::Fact(_) => None,
        }
    }

    /// The object of a node, found by steps alone and owned: for explanations, which may ask about it.
    /// Whether the tensors are as the guards say, which is all that is asked of a lone entry where no guards are wanted.
    pub fn tensors_hold(&self, inputs: &impl Inputs) -> bool {
        self.checks.iter().filter(|check| matches!(check.fact, Fact::Tensor(_) | Fact::Array(_) | Fact::State(_))).all(|check| {
            let object = self.locate(check.node, inputs);
            object.is_some_and(|object| check.observation.holds(object.object(), check.parameter, &check.fact))
        })
    }

    pub(super) fn locate(&self, node: NodeId, inputs: &impl Inputs) -> Option<Owned> {
        let step = self.nodes[node as usize].step;
        let parent = match step.parent() {
            Some(parent) => Some(self.locate(parent, inputs)?),
            None => None,
        };
        match (step, &parent) {
            (Step::Held, _) => self.object(node).map(Owned::new),
            (Step::AskedAttribute(_, name), Some(parent)) => read::asked_attribute(parent, name),
            _ => self.step_below(step, parent.as_ref().map(Owned::object), inputs).map(Owned::new),
        }
    }
}

/// Whether somebody else holds a reference to the object.
fn is_shared(object: &Owned) -> bool {
    object.count() > 1
}
