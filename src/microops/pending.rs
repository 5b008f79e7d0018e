//! Deferred arithmetic on numbers from outside that nothing reads, such as a counter of calls: compiled code computes
//! it, and no guard compares the value.

use crate::interpreter::Trace;
use crate::rules::Flow;
use crate::tables::{Deferrable, OPERATORS, Role, guard_rules};
use crate::values::{Pending, State, Value};

/// Deeper expressions are computed while tracing, because computing one recurses.
const DEEPEST: u16 = 64;

impl Trace<'_> {
    /// The deferred result of an operator, if its operands are plain numbers that are unread or deferred themselves.
    pub fn defer(&mut self, operator: usize, left: Value, right: Value) -> Flow<Option<Value>> {
        let Some(kinds) = OPERATORS[operator].deferrable else { return Ok(None) };
        let (left, right) = (self.arena.resolve(left), self.arena.resolve(right));
        let class = self.class(left);
        let plain = class == self.role(Role::Int) || class == self.role(Role::Float) && kinds == Deferrable::Numbers;
        if !plain || class != self.class(right) {
            return Ok(None);
        }
        let (Some(a), Some(b)) = (self.depth_of(left), self.depth_of(right)) else { return Ok(None) };
        let depth = a.max(b);
        if depth == 0 || depth > DEEPEST {
            return Ok(None);
        }
        // Of another class they would have other operators.
        for operand in [left, right] {
            let tracked = self.arena.get(operand);
            if let (State::Lazy, Some(source)) = (&tracked.state, tracked.source) {
                self.observe(guard_rules::TYPE_MATCH, source, None)?;
            }
        }
        let operator = operator as u16;
        Ok(Some(self.make(class, State::Pending(Pending { operator, left, right, depth: depth + 1 }))))
    }

    /// The depth of a deferred expression: 1 for an unread number, 0 for a constant; `None` for a number that cannot be
    /// deferred.
    fn depth_of(&self, number: Value) -> Option<u16> {
        let tracked = self.arena.get(number);
        match &tracked.state {
            State::Pending(waiting) => Some(waiting.depth),
            State::Lazy if tracked.source.is_some() => Some(1),
            State::Constant => Some(0),
            _ => None,
        }
    }

    /// Computes a deferred number, because something reads it.
    pub fn evaluate_pending(&mut self, value: Value, waiting: Pending) -> Flow<Value> {
        let (left, right) = (self.force(waiting.left)?, self.force(waiting.right)?);
        let result = self.binary_operator(usize::from(waiting.operator), left, right)?;
        let result = self.force(result)?;
        self.arena.edit(value).state = State::Forward(result);
        Ok(result)
    }
}
