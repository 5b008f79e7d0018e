//! Runs meta rules: from the arguments of a graph node to the metadata of its result.
//!
//! A rule that cannot answer says so by not matching: arguments that do not fit its parameters, a
//! `require` that fails, or an extern without an answer all make the result unknown, and the engine
//! asks torch's fake tensors instead.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use super::argument::{Items, MetaArgument};
use super::dim::Dim;
use super::dtype::DType;
use super::env::ShapeEnv;
use super::tensor::{Device, MemoryFormat, TensorMeta};
use crate::tables;
use crate::tables::{Arithmetic, Comparison, Literal, Op, Parameter, ParameterKind, Register, Rule};

/// The modes that metadata of results depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MetaContext {
    /// Whether results of differentiable operations require gradients.
    pub grad: bool,
    pub default_dtype: DType,
    pub default_device: Device,
}

#[derive(Debug, Clone, PartialEq)]
pub enum MetaResult {
    /// A tensor, an int, or a tuple or list of them.
    Known(MetaArgument),
    Unknown,
    /// torch raises although its fake tensors do not; the reason.
    Refused(&'static str),
}

/// The state of a meta rule's evaluation. `src/microops/meta*.rs` implement the externs on it.
pub struct MetaMachine<'a> {
    pub env: &'a mut ShapeEnv,
    pub context: MetaContext,
    /// Whether any tensor of the arguments requires gradients.
    pub any_grad: bool,
    /// Whether the rule has decided about gradients itself.
    pub gradient_settled: bool,
    /// Why torch raises, if a rule knows that it does.
    refused: Option<&'static str>,
}

/// The rule of a callable by its dotted name (`torch.Tensor.add` for a method), if it has one.
pub fn rule_of(target: &str) -> Option<u16> {
    static BY_TARGET: LazyLock<HashMap<&'static str, u16>> = LazyLock::new(|| tables::METAS.iter().copied().collect());
    BY_TARGET.get(target).copied()
}

/// Evaluates a meta rule for these arguments.
pub fn infer(
    env: &mut ShapeEnv,
    context: MetaContext,
    rule: u16,
    arguments: &[MetaArgument],
    keywords: &[(&str, MetaArgument)],
) -> MetaResult {
    let Some(rule) = tables::RULES.get(rule as usize) else { return MetaResult::Unknown };
    let mut any_grad = false;
    let mut look = |tensor: &Rc<TensorMeta>| any_grad |= tensor.requires_grad;
    arguments.iter().chain(keywords.iter().map(|(_, argument)| argument)).for_each(|argument| argument.tensors(&mut look));
    let mut machine = MetaMachine { env, context, any_grad, gradient_settled: false, refused: None };
    let before = machine.env.mark();
    let answer = bind(rule, arguments, keywords).and_then(|registers| machine.run(rule, registers));
    match answer {
        Some(answer) => MetaResult::Known(if machine.gradient_settled { answer } else { machine.with_gradient(answer) }),
        None => {
            // What a rule guarded before it gave up is not owed to anything.
            machine.env.roll_back(before);
            machine.refused.map_or(MetaResult::Unknown, MetaResult::Refused)
        }
    }
}

/// The registers of the rule's parameters, as Python binds a call.
fn bind(rule: &Rule, arguments: &[MetaArgument], keywords: &[(&str, MetaArgument)]) -> Option<Vec<MetaArgument>> {
    let mut registers = vec![MetaArgument::None; rule.registers as usize];
    let mut next = 0;
    let mut used = 0;
    for (at, parameter) in rule.parameters.iter().enumerate() {
        let positional = matches!(parameter.kind, ParameterKind::PositionalOnly | ParameterKind::Positional);
        let named = || keywords.iter().find(|(name, _)| *name == parameter.name).map(|(_, argument)| argument);
        let value = match parameter.kind {
            ParameterKind::Rest => {
                let rest: Items = arguments.get(next..)?.into();
                next = arguments.len();
                MetaArgument::Tuple(rest)
            }
            ParameterKind::Keywords => return None,
            _ if positional && next < arguments.len() => {
                next += 1;
                given(parameter, &arguments[next - 1])?
            }
            ParameterKind::PositionalOnly => literal(parameter.default.as_ref()?)?,
            _ => match named() {
                Some(argument) => {
                    used += 1;
                    given(parameter, argument)?
                }
                None => literal(parameter.default.as_ref()?)?,
            },
        };
        *registers.get_mut(at)? = value;
    }
    (next == arguments.len() && used == keywords.len()).then_some(registers)
}

fn given(parameter: &Parameter, argument: &MetaArgument) -> Option<MetaArgument> {
    let missing = argument.is_none() && matches!(parameter.default, Some(Literal::Missing));
    (!missing && argument.fits(parameter.ty, parameter.optional)).then(|| argument.clone())
}

fn literal(literal: &Literal) -> Option<MetaArgument> {
    Some(match *literal {
        Literal::None | Literal::Missing => MetaArgument::None,
        Literal::Bool(value) => MetaArgument::Bool(value),
        Literal::Int(value) => MetaArgument::Dim(Dim::constant(value)?),
        Literal::Text(text) | Literal::Name(text) => MetaArgument::Text(text.into()),
        Literal::Object(path) => named_object(tables::OBJECT_PATHS.get(path as usize)?)?,
    })
}

/// A dtype or memory format by its dotted name.
fn named_object(path: &str) -> Option<MetaArgument> {
    if let Some(dtype) = DType::named(path) {
        return Some(MetaArgument::DType(dtype));
    }
    let format = tables::MEMORY_FORMATS.iter().find(|row| row.name == path)?;
    MemoryFormat::from_number(format.number).map(MetaArgument::Format)
}

impl MetaMachine<'_> {
    /// For an extern that knows that torch raises: gives no answer, with this reason.
    pub fn refuse<T>(&mut self, why: &'static str) -> Option<T> {
        self.refused = Some(why);
        None
    }

    fn run(&mut self, rule: &Rule, mut registers: Vec<MetaArgument>) -> Option<MetaArgument> {
        let mut at = 0usize;
        let mut scratch: Vec<MetaArgument> = Vec::new();
        loop {
            let op = rule.body.get(at)?;
            at += 1;
            let to_and_value = match *op {
                Op::Call { function, args, to } => {
                    scratch.clear();
                    for &argument in args {
                        scratch.push(registers.get(argument as usize)?.clone());
                    }
                    Some((to, super::externs::call_meta_extern(self, function, &scratch)?))
                }
                Op::Load { to, ref value } | Op::Constant { to, ref value } => Some((to, literal(value)?)),
                Op::Copy { to, from } => Some((to, registers[from as usize].clone())),
                Op::Test { condition, otherwise } => {
                    match registers[condition as usize] {
                        MetaArgument::Bool(true) => {}
                        MetaArgument::Bool(false) => at = otherwise as usize,
                        _ => return None,
                    }
                    None
                }
                Op::TestSome { option, to, otherwise } => match &registers[option as usize] {
                    MetaArgument::None => {
                        at = otherwise as usize;
                        None
                    }
                    some => Some((to, some.clone())),
                },
                Op::Jump(target) => {
                    at = target as usize;
                    None
                }
                Op::Compare { how, left, right, to } => {
                    let truth = self.compare(how, &registers[left as usize], &registers[right as usize])?;
                    Some((to, MetaArgument::Bool(truth)))
                }
                Op::Arithmetic { how, left, right, to } => {
                    let (MetaArgument::Dim(a), MetaArgument::Dim(b)) = (&registers[left as usize], &registers[right as usize])
                    else {
                        return None;
                    };
                    let result = match how {
                        Arithmetic::Add => self.env.add(*a, *b)?,
                        Arithmetic::Subtract => self.env.subtract(*a, *b)?,
                        Arithmetic::Multiply => self.env.multiply(*a, *b)?,
                    };
                    Some((to, MetaArgument::Dim(result)))
                }
                Op::Not { of, to } => match registers[of as usize] {
                    MetaArgument::Bool(truth) => Some((to, MetaArgument::Bool(!truth))),
                    _ => return None,
                },
                Op::Collect { parts, to } => {
                    let mut items = Vec::new();
                    for &(part, splice) in parts {
                        let part = &registers[part as usize];
                        if splice {
                            items.extend_from_slice(part.as_items()?);
                        } else {
                            items.push(part.clone());
                        }
                    }
                    Some((to, MetaArgument::Tuple(items.into())))
                }
                Op::Element { values, index, to } => {
                    let items = registers[values as usize].as_items()?;
                    let MetaArgument::Dim(index) = registers[index as usize] else { return None };
                    Some((to, items.get(usize::try_from(index.as_constant()?).ok()?)?.clone()))
                }
                Op::Length { values, to } => {
                    Some((to, MetaArgument::Dim(Dim::from(registers[values as usize].as_items()?.len()))))
                }
                Op::LoopStart { state } => Some((state, MetaArgument::Dim(Dim::ZERO))),
                Op::LoopNext { over, state, item, done } => {
                    let next = self.next_item(&mut registers, over, state)?;
                    if next.is_none() {
                        at = done as usize;
                    }
                    next.map(|value| (item, value))
                }
                Op::ListStart { to } => Some((to, MetaArgument::Tuple([].into()))),
                Op::ListPush { to, item } => {
                    let mut items = registers[to as usize].as_items()?.to_vec();
                    items.push(registers[item as usize].clone());
                    Some((to, MetaArgument::Tuple(items.into())))
                }
                Op::Return { value } => return Some(registers[value as usize].clone()),
                Op::Break { text, .. } => {
                    self.refused = Some(text);
                    return None;
                }
                // Torch raises here, or the rule declines: the fake tensors say which.
                _ => return None,
            };
            if let Some((to, value)) = to_and_value {
                *registers.get_mut(to as usize)? = value;
            }
        }
    }

    fn next_item(&mut self, registers: &mut [MetaArgument], over: Register, state: Register) -> Option<Option<MetaArgument>> {
        let MetaArgument::Dim(index) = registers[state as usize] else { return None };
        let index = index.as_constant()?;
        let item = match &registers[over as usize] {
            MetaArgument::Dim(count) if index < count.as_constant()? => Some(MetaArgument::int(index)?),
            MetaArgument::Dim(_) => None,
            values => values.as_items()?.get(usize::try_from(index).ok()?).cloned(),
        };
        registers[state as usize] = MetaArgument::int(index + 1)?;
        Some(item)
    }

    /// Compares ints in the shape environment, with a guard if needed; everything else by identity.
    fn compare(&mut self, how: Comparison, a: &MetaArgument, b: &MetaArgument) -> Option<bool> {
        match (a, b, how) {
            (MetaArgument::Dim(a), MetaArgument::Dim(b), _) => self.env.is(*a, how, *b),
            (_, _, Comparison::Equal) => Some(a == b),
            (_, _, Comparison::NotEqual) => Some(a != b),
            _ => None,
        }
    }

    /// The shared rule: floating results of inputs that require gradients require them too.
    fn with_gradient(&self, result: MetaArgument) -> MetaArgument {
        if !(self.context.grad && self.any_grad) {
            return result;
        }
        match result {
            MetaArgument::Tensor(tensor) if tensor.dtype.is_differentiable() && !tensor.requires_grad => {
                let mut meta = Rc::unwrap_or_clone(tensor);
                meta.requires_grad = true;
                meta.is_leaf = false;
                MetaArgument::Tensor(Rc::new(meta))
            }
            MetaArgument::Tuple(items) => {
                MetaArgument::Tuple(items.iter().map(|item| self.with_gradient(item.clone())).collect())
            }
            MetaArgument::List(items) => MetaArgument::List(items.iter().map(|item| self.with_gradient(item.clone())).collect()),
            other => other,
        }
    }
}
