//! Assertions about tensors: their truth is data-dependent, so the running graph checks them.

use crate::bytecode::flow;
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::rules::Flow;
use crate::tables::{Emit, Role};
use crate::values::Value;

/// torch's text for an assertion without a message.
const NO_MESSAGE: &str = "assertion error";

impl Trace<'_> {
    /// The truth of a condition of a jump. True if it belongs to an assertion that the graph will check.
    pub fn truth_or_assertion(&mut self, condition: Value) -> Flow<bool> {
        let condition = self.force(condition)?;
        if !self.settings.rewrites_asserts {
            return self.truth_of(condition);
        }
        let is_symbol = self.is_unknown_truth(condition)?;
        let can_be_left = is_symbol || self.is_tensor_value(condition) && self.is_single(condition)?;
        if !can_be_left {
            return self.truth_of(condition);
        }
        let Some(message) = self.failing_message()? else { return self.truth_of(condition) };
        if is_symbol {
            return self.assume_condition(condition);
        }
        let function = self.role(Role::AssertInGraph);
        self.graph_function(function, Arguments::positional(vec![condition, message]))?;
        Ok(true)
    }

    /// The message of the assertion that the next instructions make, if no handler would catch it.
    fn failing_message(&mut self) -> Flow<Option<Value>> {
        let pack = self.library.pack();
        let is_with = |frame: &crate::interpreter::frame::Frame| {
            let target = frame.code.handler(frame.current).map(|handler| handler.target);
            target.is_none_or(|target| flow::reads_as(&frame.code, target, pack.emit(Emit::ExitOfWith)).is_some())
        };
        if !self.frames.iter().all(is_with) {
            return Ok(None);
        }
        let frame = self.frame()?;
        let next = frame.next;
        if flow::reads_as(&frame.code, next, pack.emit(Emit::FailedAssertion)).is_some() {
            return self.text_constant(NO_MESSAGE).map(Some);
        }
        let worded = flow::reads_as(&frame.code, next, pack.emit(Emit::FailedAssertionWith)).flatten();
        let message = worded.and_then(|index| frame.code.constants.get(index as usize)).copied();
        Ok(message.filter(|message| message.is_str()).map(|message| self.constant_value(message)))
    }

    fn is_single(&mut self, tensor: Value) -> Flow<bool> {
        let meta = self.tensor_meta(tensor)?;
        Ok(meta.sizes.iter().all(|size| size.as_constant() == Some(1)))
    }
}
