//! Runs rule bodies: a small machine over slots.

use super::trace::Trace;
use crate::rules::externs::call_extern;
use crate::rules::slot::Slot;
use crate::rules::types::{Name, Values};
use crate::rules::{Flow, Stop};
use crate::tables::RULES;
use crate::tables::{Arithmetic, Comparison, Literal, Op, Register, Rule};
use crate::values::Value;

impl Trace<'_> {
    /// Runs a rule with its operands and gives what it returns.
    pub fn run_rule(&mut self, rule: u16, operands: &[Slot]) -> Flow<Slot> {
        let (base, lists) = self.enter_rule(rule, operands);
        let result = self.run_body(&RULES[rule as usize], base);
        self.leave_rule(base, lists, result)
    }

    /// Makes room for a rule's registers; `leave_rule` gives it back.
    pub(super) fn enter_rule(&mut self, rule: u16, operands: &[Slot]) -> (usize, usize) {
        let base = self.registers.len();
        self.registers.extend_from_slice(operands);
        self.registers.resize(base + RULES[rule as usize].registers as usize, Slot::None);
        self.record_rule(rule);
        (base, self.lists.mark())
    }

    /// Frees the registers and lists of a rule; a list that is its result stays.
    pub(super) fn leave_rule(&mut self, base: usize, lists: usize, result: Flow<Slot>) -> Flow<Slot> {
        self.registers.truncate(base);
        match result {
            Ok(result) => Ok(self.lists.roll_back_but(lists, result)),
            stopped => {
                self.lists.roll_back(lists);
                stopped
            }
        }
    }

    pub(super) fn run_body(&mut self, rule: &'static Rule, base: usize) -> Flow<Slot> {
        let mut next = 0;
        while let Some(op) = rule.body.get(next) {
            next += 1;
            match *op {
                Op::Call { function, args, to } => {
                    let mut operands = [Slot::None; 10];
                    for (operand, register) in operands.iter_mut().zip(args) {
                        *operand = self.registers[base + *register as usize];
                    }
                    self.registers[base + to as usize] = call_extern(self, function, &operands[..args.len()])?;
                }
                Op::Observe { guard, source, parameter, to } => {
                    let source = self.source_slot(self.registers[base + source as usize])?;
                    let parameter = match parameter.map(|register| self.registers[base + register as usize]) {
                        Some(Slot::Object(object)) => Some(object),
                        _ => None,
                    };
                    self.registers[base + to as usize] = self.observe(guard, source, parameter)?;
                }
                Op::Load { to, value } => {
                    self.registers[base + to as usize] = match self.literal(value)? {
                        // A literal that is loaded is the object itself; `Constant` makes it a value.
                        Slot::Value(value) => self.known_object(value).map_or(Slot::None, Slot::Object),
                        plain => plain,
                    };
                }
                Op::Constant { to, value } => {
                    let slot = self.literal(value)?;
                    self.registers[base + to as usize] = self.slot_as_value(slot)?;
                }
                Op::Copy { to, from } => self.registers[base + to as usize] = self.registers[base + from as usize],
                Op::Test { condition, otherwise } => {
                    if !matches!(self.registers[base + condition as usize], Slot::Bool(true)) {
                        next = otherwise as usize;
                    }
                }
                Op::TestSome { option, to, otherwise } => match self.registers[base + option as usize] {
                    Slot::None => next = otherwise as usize,
                    some => self.registers[base + to as usize] = some,
                },
                Op::Jump(target) => next = target as usize,
                Op::Compare { how, left, right, to } => {
                    let truth = self.compare_slots(how, base + left as usize, base + right as usize)?;
                    self.registers[base + to as usize] = Slot::Bool(truth);
                }
                Op::Arithmetic { how, left, right, to } => {
                    let (left, right) = (self.int_slot(base + left as usize)?, self.int_slot(base + right as usize)?);
                    let result = match how {
                        Arithmetic::Add => left.checked_add(right),
                        Arithmetic::Subtract => left.checked_sub(right),
                        Arithmetic::Multiply => left.checked_mul(right),
                    };
                    let result = result.ok_or_else(|| self.rule_fault(rule, "an int left the range of 64 bits"))?;
                    self.registers[base + to as usize] = Slot::Int(result);
                }
                Op::Not { of, to } => {
                    let truth = matches!(self.registers[base + of as usize], Slot::Bool(true));
                    self.registers[base + to as usize] = Slot::Bool(!truth);
                }
                Op::GetState { object, slot, to } => {
                    let object = self.value_slot(base + object as usize)?;
                    self.registers[base + to as usize] = Slot::Value(self.get_state(object, slot)?);
                }
                Op::SetState { object, slot, from } => {
                    let object = self.value_slot(base + object as usize)?;
                    let value = self.value_slot(base + from as usize)?;
                    self.set_state(object, slot, value)?;
                }
                Op::Collect { parts, to } => {
                    let list = self.lists.fresh();
                    for (register, spliced) in parts {
                        match self.registers[base + *register as usize] {
                            Slot::Values(other) if *spliced => {
                                let other = self.lists.get(other).to_vec();
                                self.lists.get_mut(list).extend(other);
                            }
                            Slot::Value(value) => self.lists.get_mut(list).push(value),
                            _ => return Err(self.rule_fault(rule, "a list of something that is no value")),
                        }
                    }
                    self.registers[base + to as usize] = Slot::Values(list);
                }
                Op::Element { values, index, to } => {
                    let values = self.values_slot(base + values as usize)?;
                    let index = self.int_slot(base + index as usize)?;
                    let item = usize::try_from(index).ok().and_then(|i| self.lists.get(values).get(i).copied());
                    let item = item.ok_or_else(|| self.rule_fault(rule, "an index beyond the end of values"))?;
                    self.registers[base + to as usize] = Slot::Value(item);
                }
                Op::Length { values, to } => {
                    let values = self.values_slot(base + values as usize)?;
                    self.registers[base + to as usize] = Slot::Int(self.lists.get(values).len() as i64);
                }
                Op::LoopStart { state } => self.registers[base + state as usize] = Slot::Int(0),
                Op::LoopNext { over, state, item, done } => {
                    let index = self.int_slot(base + state as usize)?;
                    let element = match self.registers[base + over as usize] {
                        Slot::Int(end) => (index < end).then_some(Slot::Int(index)),
                        Slot::Values(values) => self.lists.get(values).get(index as usize).map(|value| Slot::Value(*value)),
                        _ => return Err(self.rule_fault(rule, "a loop over something that is no sequence")),
                    };
                    match element {
                        None => next = done as usize,
                        Some(element) => {
                            self.registers[base + item as usize] = element;
                            self.registers[base + state as usize] = Slot::Int(index + 1);
                        }
                    }
                }
                Op::ListStart { to } => {
                    let list = self.lists.fresh();
                    self.registers[base + to as usize] = Slot::Values(list);
                }
                Op::ListPush { to, item } => {
                    let list = self.values_slot(base + to as usize)?;
                    let item = self.value_slot(base + item as usize)?;
                    self.lists.get_mut(list).push(item);
                }
                Op::Goto { target } => {
                    if let Slot::Jump(target) = self.registers[base + target as usize] {
                        let frame = self.frame_mut()?;
                        frame.next = target.0;
                        frame.jumped = true;
                    }
                }
                Op::Return { value } => return Ok(self.registers[base + value as usize]),
                Op::Raise { class, args } => {
                    let class = self.value_slot(base + class as usize)?;
                    let arguments =
                        args.iter().map(|register| self.value_slot(base + *register as usize)).collect::<Flow<Vec<_>>>()?;
                    let exception = self.new_exception(class, arguments)?;
                    return Err(Stop::Raise(exception));
                }
                Op::Break { text, args } => return Err(Stop::graph_break(self.message(text, args, base))),
                Op::Fail { text, args } => return Err(Stop::graph_break(self.message(text, args, base))),
            }
        }
        Ok(Slot::None)
    }

    /// A text of a rule, with its `{}` filled.
    fn message(&self, text: &str, args: &[Register], base: usize) -> String {
        let mut message = String::new();
        let mut pieces = text.split("{}");
        message.push_str(pieces.next().unwrap_or_default());
        for (piece, register) in pieces.zip(args) {
            message.push_str(&self.describe_slot(self.registers[base + *register as usize]));
            message.push_str(piece);
        }
        message
    }

    fn compare_slots(&self, how: Comparison, left: usize, right: usize) -> Flow<bool> {
        if let (Slot::Int(left), Slot::Int(right)) = (self.registers[left], self.registers[right]) {
            return Ok(match how {
                Comparison::Equal => left == right,
                Comparison::NotEqual => left != right,
                Comparison::Less => left < right,
                Comparison::LessEqual => left <= right,
                Comparison::Greater => left > right,
                Comparison::GreaterEqual => left >= right,
            });
        }
        let same = match (self.registers[left], self.registers[right]) {
            (Slot::Bool(left), Slot::Bool(right)) => left == right,
            (Slot::Text(left), Slot::Text(right)) => left == right,
            (Slot::Object(left), Slot::Object(right)) => left == right,
            (Slot::None, Slot::None) => true,
            _ => false,
        };
        match how {
            Comparison::Equal => Ok(same),
            Comparison::NotEqual => Ok(!same),
            _ => Err(Stop::Abandon("a rule orders values that have no order".into())),
        }
    }

    pub(super) fn literal(&mut self, literal: Literal) -> Flow<Slot> {
        Ok(match literal {
            Literal::None | Literal::Missing => Slot::None,
            Literal::Bool(truth) => Slot::Bool(truth),
            Literal::Int(number) => Slot::Int(number),
            Literal::Text(text) => Slot::Text(text),
            Literal::Name(text) => Slot::Name(Name(self.intern_text(text)?)),
            Literal::Object(path) => Slot::Value(self.path_value(path)?),
        })
    }

    fn int_slot(&self, register: usize) -> Flow<i64> {
        match self.registers[register] {
            Slot::Int(number) => Ok(number),
            _ => Err(Stop::Abandon("a rule wants an int where there is none".into())),
        }
    }

    fn value_slot(&self, register: usize) -> Flow<Value> {
        match self.registers[register] {
            Slot::Value(value) => Ok(value),
            _ => Err(Stop::Abandon("a rule wants a value where there is none".into())),
        }
    }

    fn values_slot(&self, register: usize) -> Flow<Values> {
        match self.registers[register] {
            Slot::Values(values) => Ok(values),
            _ => Err(Stop::Abandon("a rule wants values where there are none".into())),
        }
    }

    fn source_slot(&self, slot: Slot) -> Flow<crate::sources::SourceId> {
        match slot {
            Slot::Source(source) => Ok(source),
            Slot::Value(value) => {
                self.arena.get(value).source.ok_or_else(|| Stop::Abandon("a rule observes a value without a source".into()))
            }
            _ => Err(Stop::Abandon("a rule observes something that is no source".into())),
        }
    }

    fn rule_fault(&self, rule: &Rule, what: &str) -> Stop {
        Stop::Abandon(format!("{}:{}: rule {}: {what}", rule.place.file, rule.place.line, rule.name))
    }
}
