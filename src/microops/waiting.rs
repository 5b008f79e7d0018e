//! Numbers from outside that the program computes with and that nothing else depends on, such as how often it was called:
//! compiled code computes them, and no guard asks what they are.

use crate::interpreter::Trace;
use crate::rules::Flow;
use crate::tables::{OPERATORS, Role, Waits, guard_rules};
use crate::values::{State, Value, Waiting};

/// Deeper than this a number is looked at: whoever wants to know it goes all the way down.
const DEEPEST: u16 = 64;

impl Trace<'_> {
    /// The result of an operator as a value that waits, if its operands are plain numbers and may wait as well.
    pub fn put_off(&mut self, operator: usize, left: Value, right: Value) -> Flow<Option<Value>> {
        let Some(kinds) = OPERATORS[operator].waits else { return Ok(None) };
        let (left, right) = (self.arena.resolve(left), self.arena.resolve(right));
        let class = self.class(left);
        let plain = class == self.role(Role::Int) || class == self.role(Role::Float) && kinds == Waits::Numbers;
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
        Ok(Some(self.make(class, State::Waiting(Waiting { operator, left, right, depth: depth + 1 }))))
    }

    /// Of how many operations a number is made that wait: one for a number that nobody has looked at, none for a constant.
    fn depth_of(&self, number: Value) -> Option<u16> {
        let tracked = self.arena.get(number);
        match &tracked.state {
            State::Waiting(waiting) => Some(waiting.depth),
            State::Lazy if tracked.source.is_some() => Some(1),
            State::Constant => Some(0),
            _ => None,
        }
    }

    /// Somebody wants to know.
    pub fn carry_out(&mut self, value: Value, waiting: Waiting) -> Flow<Value> {
        let (left, right) = (self.force(waiting.left)?, self.force(waiting.right)?);
        let result = self.binary_operator(usize::from(waiting.operator), left, right)?;
        let result = self.force(result)?;
        self.arena.edit(value).state = State::Forward(result);
        Ok(result)
    }
}
