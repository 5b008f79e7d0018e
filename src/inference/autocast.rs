//! Metadata under autocast: sizes by meta rule, dtypes as torch's fake tensors said the first time.
//!
//! Only torch knows to which dtypes autocast casts an operator's arguments. That depends on the operator, on the dtypes
//! of its arguments and on autocast's state, but not on sizes. So the fake tensors are asked once for each of these.

use std::rc::Rc;

use crate::graph::Asked;
use crate::graph::Question;
use crate::inference::Inferred;
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::Flow;
use crate::shapes::meta::{self, MetaContext};
use crate::shapes::{Category, DType, MetaArgument, MetaResult, Strides, TensorMeta, TensorRef};
use crate::tables::ModeName;
use crate::values::{State, Value};

impl Trace<'_> {
    /// The metadata of a node made under autocast; `context` is the other state that results depend on.
    pub(super) fn infer_under_autocast(&mut self, node: &Asked<'_>, context: MetaContext) -> Flow<Inferred> {
        let arguments: Vec<MetaArgument> = node.positional.iter().map(|argument| self.meta_argument(argument)).collect();
        let named: Vec<(String, MetaArgument)> =
            node.keywords.iter().map(|(name, argument)| (name.text(), self.meta_argument(argument))).collect();
        let Some(ruled) = self.shape_of_any_dtype(node.rule, context, &arguments, &named) else {
            return self.ask(node);
        };
        let mut words = Vec::new();
        let state = self.mode_value(ModeName::AutocastState)?;
        self.state_words(state, &mut words);
        arguments.iter().for_each(|argument| argument_words(argument, &mut words));
        for (name, argument) in &named {
            words.push(name.len() as u64);
            words.extend(name.bytes().map(u64::from));
            argument_words(argument, &mut words);
        }
        let question = Question { operator: node.function, words };
        if let Some(dtypes) = self.fakes.casts.get(&question) {
            let meta = with_dtypes(&ruled, &mut dtypes.iter().copied());
            self.tally.rule_inferences += 1;
            let class = meta.as_items().and_then(|_| self.library.result_class(node.function));
            return Ok(Inferred { meta, class, known: None, by_rule: true, writes: Vec::new() });
        }
        let answer = self.ask(node)?;
        let mut dtypes = Vec::new();
        answer.meta.tensors(&mut |tensor| dtypes.push(tensor.dtype));
        let mut count = 0;
        ruled.tensors(&mut |_| count += 1);
        if count == dtypes.len() && self.same_result(&with_dtypes(&ruled, &mut dtypes.iter().copied()), &answer.meta) {
            self.fakes.casts.insert(question, dtypes.into());
        }
        Ok(answer)
    }

    /// The answer of a meta rule; if it has none for mixed dtypes, its answer with all floating arguments cast to one
    /// dtype.
    fn shape_of_any_dtype(
        &mut self,
        rule: Option<u16>,
        context: MetaContext,
        arguments: &[MetaArgument],
        named: &[(String, MetaArgument)],
    ) -> Option<MetaArgument> {
        let rule = rule?;
        self.record_rule(rule);
        let mut ask = |arguments: &[MetaArgument], named: &[(&str, MetaArgument)]| match meta::infer(
            &mut self.shapes,
            context,
            rule,
            arguments,
            named,
        ) {
            MetaResult::Known(answer) => Some(answer),
            MetaResult::Unknown | MetaResult::Refused(_) => None,
        };
        let plain: Vec<(&str, MetaArgument)> = named.iter().map(|(name, argument)| (name.as_str(), argument.clone())).collect();
        ask(arguments, &plain).or_else(|| {
            let mut joined: Option<DType> = None;
            let mut mixed = false;
            let mut look = |tensor: &TensorRef| {
                if tensor.dtype.category() == Category::Float {
                    mixed |= joined.is_some_and(|dtype| dtype != tensor.dtype);
                    joined = joined.map_or(Some(tensor.dtype), |dtype| dtype.join(tensor.dtype));
                }
            };
            arguments.iter().chain(plain.iter().map(|(_, argument)| argument)).for_each(|argument| argument.tensors(&mut look));
            let joined = joined.filter(|_| mixed)?;
            let cast = |argument: &MetaArgument| with_floats(argument, joined);
            let arguments: Vec<_> = arguments.iter().map(cast).collect();
            let named: Vec<_> = plain.iter().map(|(name, argument)| (*name, cast(argument))).collect();
            ask(&arguments, &named)
        })
    }

    /// Whether two results agree in everything that a program can observe.
    fn same_result(&mut self, a: &MetaArgument, b: &MetaArgument) -> bool {
        match (a, b) {
            (MetaArgument::Tensor(a), MetaArgument::Tensor(b)) => {
                let strides = a.strides(&mut self.shapes) == b.strides(&mut self.shapes);
                strides && TensorMeta { strides: b.strides.clone(), ..(**a).clone() } == **b
            }
            _ => match (a.as_items(), b.as_items()) {
                (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| self.same_result(a, b)),
                _ => a == b,
            },
        }
    }

    /// The constants in autocast's state, whatever tuples hold them.
    fn state_words(&self, state: Value, words: &mut Vec<u64>) {
        let tracked = self.arena.get(self.arena.resolve(state));
        match (&tracked.state, tracked.object) {
            (State::Items(items), _) => items.iter().for_each(|item| self.state_words(*item, words)),
            (_, Some(object)) if object.is_exact_tuple() => {
                object.items().into_iter().for_each(|item| object_words(item, words));
            }
            (_, Some(object)) => words.push(object.as_ptr() as u64),
            _ => {}
        }
    }
}

fn object_words(object: Object, words: &mut Vec<u64>) {
    if object.is_exact_tuple() {
        object.items().into_iter().for_each(|item| object_words(item, words));
    } else {
        words.push(object.as_ptr() as u64);
    }
}

/// An argument without its sizes. Each kind begins with a word of its own.
fn argument_words(argument: &MetaArgument, words: &mut Vec<u64>) {
    match argument {
        MetaArgument::None => words.push(1),
        MetaArgument::Bool(truth) => words.extend([2, u64::from(*truth)]),
        MetaArgument::Dim(_) => words.push(3),
        MetaArgument::Float(_) => words.push(4),
        MetaArgument::Complex => words.push(5),
        MetaArgument::Text(text) => {
            words.extend([6, text.len() as u64]);
            words.extend(text.bytes().map(u64::from));
        }
        MetaArgument::DType(dtype) => words.extend([7, u64::from(dtype.0)]),
        MetaArgument::Device(device) => words.extend([8, device.kind as u64, device.index as u64]),
        MetaArgument::Layout(layout) => words.extend([9, u64::from(layout.0)]),
        MetaArgument::Format(format) => words.extend([10, *format as u64]),
        MetaArgument::Tensor(tensor) => {
            let plain = matches!(tensor.strides, Strides::Contiguous);
            let facts =
                [tensor.requires_grad, tensor.rank() == 0, plain].into_iter().fold(0, |word, fact| word << 1 | u64::from(fact));
            words.extend([11, u64::from(tensor.dtype.0), tensor.device.kind as u64, facts]);
        }
        MetaArgument::List(items) | MetaArgument::Tuple(items) => {
            words.extend([12, items.len() as u64]);
            items.iter().for_each(|item| argument_words(item, words));
        }
        MetaArgument::Slice(parts) => {
            words.push(13);
            parts.iter().for_each(|part| argument_words(part, words));
        }
        MetaArgument::Ellipsis => words.push(14),
        MetaArgument::Other(object) => words.extend([15, object.as_ptr() as u64]),
    }
}

/// An answer with its tensors cast to these dtypes, in order. A tensor whose dtype stays is not copied.
fn with_dtypes(argument: &MetaArgument, dtypes: &mut dyn Iterator<Item = DType>) -> MetaArgument {
    each_tensor(argument, &mut |tensor| dtypes.next().unwrap_or(tensor.dtype))
}

fn with_floats(argument: &MetaArgument, dtype: DType) -> MetaArgument {
    each_tensor(argument, &mut |tensor| if tensor.dtype.category() == Category::Float { dtype } else { tensor.dtype })
}

fn each_tensor(argument: &MetaArgument, choose: &mut dyn FnMut(&TensorRef) -> DType) -> MetaArgument {
    let mut all = |items: &[MetaArgument]| items.iter().map(|item| each_tensor(item, choose)).collect();
    match argument {
        MetaArgument::List(items) => MetaArgument::List(all(items)),
        MetaArgument::Tuple(items) => MetaArgument::Tuple(all(items)),
        MetaArgument::Tensor(tensor) => {
            let dtype = choose(tensor);
            if dtype == tensor.dtype {
                return argument.clone();
            }
            MetaArgument::Tensor(Rc::new(TensorMeta { dtype, ..(**tensor).clone() }))
        }
        _ => argument.clone(),
    }
}
