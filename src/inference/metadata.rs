//! The metadata of a node's result: by meta rule, or else by torch's fake tensors.

use crate::graph::{Argument, Asked};
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::shapes::meta::{self, MetaContext};
use crate::shapes::{DType, Device, Dim, Kind, MetaArgument, MetaResult};
use crate::tables::{ModeName, Role};
use crate::values::{State, Value};

/// The metadata of a node's result, and how it was found.
pub struct Inferred {
    pub meta: MetaArgument,
    /// The class of a tuple that is not a plain one.
    pub class: Option<Object>,
    /// The value of the result, if it is a one-element tensor that depends on no input.
    pub known: Option<Object>,
    /// Whether a meta rule gave the answer, so that torch surely accepts the call. Fake tensors accept some calls that
    /// torch refuses.
    pub by_rule: bool,
    /// Which arguments are written into, the named ones behind the others: their fakes were, or the operator's schema says so.
    pub writes: Vec<usize>,
}

impl Trace<'_> {
    /// The metadata of a node that is about to be made.
    pub fn infer(&mut self, node: &Asked<'_>) -> Flow<Inferred> {
        if !self.shapes.symbols().is_empty() {
            let line = self.line_here();
            self.shapes.at(line);
        }
        self.fakes.refused_by = None;
        if self.is_beyond_rules(node) {
            return self.ask(node);
        }
        let context = self.meta_context()?;
        let autocast = self.mode_value(ModeName::Autocast)?;
        let operator = self.library.torch_operator(node.function);
        if self.truth_of(autocast)? && !operator.is_some_and(|operator| operator.uncast) {
            return self.infer_under_autocast(node, context);
        }
        if !context.grad && self.may_view_gradients(node) {
            return self.ask(node);
        }
        if let Some(rule) = node.rule
            && !self.graph.all_known(node)
        {
            let arguments: Vec<MetaArgument> = node.positional.iter().map(|argument| self.meta_argument(argument)).collect();
            let named: Vec<(String, MetaArgument)> =
                node.keywords.iter().map(|(name, argument)| (name.text(), self.meta_argument(argument))).collect();
            let named: Vec<(&str, MetaArgument)> =
                named.iter().map(|(name, argument)| (name.as_str(), argument.clone())).collect();
            self.record_rule(rule);
            match meta::infer(&mut self.shapes, context, rule, &arguments, &named) {
                MetaResult::Known(answer) => {
                    self.tally.rule_inferences += 1;
                    let class = answer.as_items().and_then(|_| self.library.result_class(node.function));
                    return Ok(Inferred { meta: answer, class, known: None, by_rule: true, writes: Vec::new() });
                }
                MetaResult::Refused(reason) => return Err(Stop::graph_break(reason)),
                MetaResult::Unknown => {}
            }
        }
        self.ask(node)
    }

    /// Asks torch's fake tensors about a node.
    pub(super) fn ask(&mut self, node: &Asked<'_>) -> Flow<Inferred> {
        let operator = node.function.name_text();
        tracing::debug!(target: "fake", operator);
        *self.tally.fake_inferences.entry(operator).or_default() += 1;
        self.infer_by_fakes(node.target, node.positional, node.keywords)
    }

    /// Whether the operator may return a view of a tensor that requires gradients. A view requires them too, even under
    /// `no_grad`; a copy does not. Only torch knows which it is.
    fn may_view_gradients(&self, node: &Asked<'_>) -> bool {
        let mut required = false;
        node.visit(&mut |node| self.graph.node(node).meta.tensors(&mut |tensor| required |= tensor.requires_grad));
        required && self.library.torch_operator(node.function).is_some_and(|operator| !operator.views.is_empty())
    }

    /// Whether an argument is a wrapper, which has its own dispatch, or has the lazy conjugate or negative bit.
    fn is_beyond_rules(&self, node: &Asked<'_>) -> bool {
        let mut any = false;
        node.visit(&mut |node| {
            self.graph.node(node).meta.tensors(&mut |tensor| any |= tensor.wrapper.is_some() || tensor.bits.any())
        });
        any
    }

    fn meta_context(&mut self) -> Flow<MetaContext> {
        let grad = self.grad_mode()?;
        let dtype = self.mode_value(ModeName::DefaultDtype)?;
        let default_dtype = self
            .as_constant(dtype)
            .and_then(crate::python::tensor::dtype_number)
            .and_then(DType::from_number)
            .ok_or_else(|| Stop::Abandon("the default dtype has no number".into()))?;
        let device = self.mode_value(ModeName::DefaultDevice)?;
        let default_device =
            self.as_constant(device).and_then(|object| Device::parse(&self.library.text_of(object))).unwrap_or(Device::CPU);
        Ok(MetaContext { grad, default_dtype, default_device })
    }

    /// A node argument as meta rules see it.
    pub fn meta_argument(&self, argument: &Argument) -> MetaArgument {
        match argument {
            Argument::Constant(object) => self.library.meta_constant(*object),
            Argument::Node(node) => self.graph.node(*node).meta.clone(),
            Argument::Dim(dim) => match self.shapes.kind(*dim) {
                Kind::Int => MetaArgument::Dim(*dim),
                // No rule asks which float it is but to compare it with another.
                Kind::Float => MetaArgument::Float(self.shapes.hint_float(*dim).unwrap_or(f64::NAN)),
                Kind::Truth => MetaArgument::Other(self.role(Role::Bool)),
            },
            Argument::Tuple(parts) => MetaArgument::Tuple(parts.iter().map(|part| self.meta_argument(part)).collect()),
            Argument::List(parts) => MetaArgument::List(parts.iter().map(|part| self.meta_argument(part)).collect()),
            Argument::Slice(parts) => {
                let [start, stop, step] = &**parts;
                MetaArgument::Slice(std::rc::Rc::new([
                    self.meta_argument(start),
                    self.meta_argument(stop),
                    self.meta_argument(step),
                ]))
            }
            Argument::Dict(_) | Argument::Body(_) | Argument::Captured { .. } | Argument::Places { .. } => {
                MetaArgument::Other(self.role(Role::Dict))
            }
        }
    }

    /// The metadata of a tensor value.
    pub fn tensor_meta(&mut self, tensor: Value) -> Flow<crate::shapes::TensorRef> {
        let tensor = self.force(tensor)?;
        if let State::Tensor(node) = self.arena.get(tensor).state
            && let MetaArgument::Tensor(meta) = &self.graph.node(node).meta
        {
            return Ok(meta.clone());
        }
        Err(Stop::graph_break(format!("the metadata of {}", self.describe(tensor))))
    }

    pub fn sizes_of(&mut self, tensor: Value) -> Flow<Vec<Dim>> {
        Ok(self.tensor_meta(tensor)?.sizes.to_vec())
    }

    pub fn strides_of(&mut self, tensor: Value) -> Flow<Vec<Dim>> {
        let meta = self.tensor_meta(tensor)?;
        let strides = meta.strides(&mut self.shapes);
        strides.map(<[Dim]>::into_vec).ok_or_else(|| Stop::graph_break("strides that cannot be told"))
    }
}
