//! Rebuilds suspended generators.
//!
//! A resume function of the generator's own code starts at the instruction that yielded. It is run once, up to that
//! yield, whose value is ignored. It is then suspended where the traced generator is, with the same handlers around it.

use std::rc::Rc;

use super::breaks::stack_at;
use super::build::Builder;
use super::plan::{FrameState, NodeId};
use super::resume::{Argument, Begin, Needed};
use super::{Error, Result};
use crate::bytecode::decode::CodeInfo;
use crate::bytecode::flow::Kind;
use crate::python::Object;

impl Builder<'_, '_> {
    /// Pushes the generator.
    pub(super) fn make_generator(
        &mut self,
        code: &Rc<CodeInfo>,
        globals: Object,
        instruction: u32,
        frame: &FrameState,
    ) -> Result<()> {
        let pack = self.assembler.pack;
        let origin = self.resumes.origin(self.py, code, pack)?;
        if origin.original.info.code != code.code {
            return Err(Error::Cannot("a generator of code that was made for another".to_owned()));
        }
        let stack = stack_at(code, pack, &origin.original.known, instruction, frame)?;
        let bound: Vec<u32> = frame.locals.iter().map(|(index, _)| u32::from(*index)).collect();
        let unread: Vec<u32> = frame.unread.iter().map(|index| u32::from(*index)).collect();
        let needed = Needed { bound: &bound, unread: &unread };
        let begin = Begin { instruction, in_call: None, stack: &stack, stopped_at: instruction };
        let resume = self.resumes.get(self.py, pack, &origin.original, &begin, &needed, Some(globals))?;
        let variable = |index: u32| -> Result<NodeId> {
            let found = frame.locals.iter().find(|(local, _)| u32::from(*local) == index);
            found.map(|(_, value)| *value).ok_or_else(|| Error::Cannot("a generator lacks a variable that it reads".to_owned()))
        };

        self.helper("resumed_generator")?;
        match &resume.function {
            Some(function) => {
                let function = self.assembler.keep(function.bind(self.py).clone());
                self.constant(function)?;
            }
            None => {
                let closure = resume.closure.iter().map(|index| variable(*index)).collect::<Result<Vec<_>>>()?;
                self.load_function(Object::from_bound(resume.code.bind(self.py)), globals, &closure)?;
            }
        }
        let mut handled = frame.handled.iter();
        for argument in &resume.arguments {
            match argument {
                Argument::Local(index) | Argument::Cell(index) => self.load(variable(*index)?)?,
                Argument::Stack(depth) => {
                    let item = match stack.get(*depth as usize) {
                        Some(Kind::Handled) => handled.next().copied(),
                        _ => frame.stack.get(*depth as usize).copied().flatten(),
                    };
                    let missing = || Error::Cannot("a generator's code takes more of its stack than there is".to_owned());
                    self.load(item.ok_or_else(missing)?)?;
                }
            }
        }
        self.call(resume.arguments.len() + 1)
    }
}
