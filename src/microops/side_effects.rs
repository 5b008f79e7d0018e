//! Side effects of a graph node: what it writes and draws, whether it may raise for its data, and whether the program
//! would notice.

use crate::bytecode::decode::Handler;
use crate::bytecode::flow;
use crate::graph::Asked;
use crate::graph::{Argument, NodeId, SideEffects, Target};
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::interpreter::frame::Frame;
use crate::python::Owned;
use crate::rules::Flow;
use crate::shapes::{Category, MetaArgument};
use crate::tables::{ArgumentPlace, TorchOperator};
use crate::tables::{CallsThatRaise, Emit, ModeName, Role};
use crate::values::{State, Value};

/// Writes of a node beyond those in the table of operators.
pub(super) struct Writes {
    /// The argument that is changed in place.
    pub changed: Option<NodeId>,
    /// The argument `out=`.
    pub out: bool,
    /// Arguments, the named ones behind the others.
    pub places: Vec<usize>,
}

impl Trace<'_> {
    /// The side_effects of a node that is about to be made; `ruled` is whether a meta rule describes it.
    pub(super) fn side_effects_of(
        &mut self,
        node: &Asked<'_>,
        arguments: &Arguments,
        meta: &MetaArgument,
        ruled: bool,
        writes: &Writes,
    ) -> Flow<SideEffects> {
        let operator = self.library.torch_operator(node.function);
        let on = match operator {
            Some(operator) => self.is_switched_on(operator, arguments)?,
            None => false,
        };
        let arguments_at = |places: &'static [ArgumentPlace]| {
            places.iter().flat_map(|place| place.of(node.positional, node.keywords)).collect::<Vec<_>>()
        };
        let mut written: Vec<NodeId> = writes.changed.into_iter().collect();
        let mut write = |argument: &Argument| argument.visit(&mut |node| written.push(node));
        if writes.out {
            node.keywords.iter().filter(|(name, _)| name.as_str() == Some("out")).for_each(|(_, argument)| write(argument));
        }
        if let Some(operator) = operator.filter(|_| on) {
            arguments_at(operator.writes).into_iter().for_each(&mut write);
        }
        if written.is_empty() {
            let all = || node.positional.iter().chain(node.keywords.iter().map(|(_, argument)| argument));
            let places = writes.places.iter().filter_map(|place| all().nth(*place));
            places.for_each(|argument| argument.visit(&mut |node| written.push(node)));
        }
        let mut views = Vec::new();
        let viewed = operator.map_or(Vec::new(), |operator| arguments_at(operator.views));
        viewed.into_iter().for_each(|argument| argument.visit(&mut |node| views.push(node)));
        if views.len() > 1 && matches!(meta, MetaArgument::Tensor(_)) {
            // A tensor made of several is a view of none.
            views.clear();
        }
        let copies = operator.is_some_and(|operator| operator.copies);
        let stays = operator.is_some_and(|operator| operator.stays);
        let untold = operator.is_some_and(|operator| operator.untold && on);
        let raise = self.library.raise(node.function);
        let stands_in = self.library.stands_in(node.function);
        let shared = self.graph.shared(&written, node);
        self.check_overlaps(&shared, node)?;
        let inference = self.inference_mode()?;
        let mut takes_inference = false;
        node.visit(&mut |node| takes_inference |= self.graph.node(node).side_effects.inference);
        let mut recorded = false;
        meta.tensors(&mut |tensor| recorded |= tensor.requires_grad);
        let refused = takes_inference && (recorded || !inference && !written.is_empty());
        let raises = !ruled
            || refused
            || !shared.is_empty()
            || raise.is_some_and(|row| row.when.is_none_or(|when| applies(when, node, meta)));
        let draws = match operator {
            Some(operator) => operator.draws && on,
            None => !ruled && self.library.draws(node.function),
        };
        let of_inference = views.iter().any(|view| self.graph.node(*view).side_effects.inference);
        let transformed = self.modes.get(ModeName::FunctorchLevel).is_some_and(|level| level.now != level.entry);
        Ok(SideEffects {
            writes: written,
            views,
            copies,
            stays,
            untold,
            draws,
            raises,
            stands_in,
            ruled,
            own_memory: false,
            caught: self.is_caught(),
            transformed,
            // A view is like what it is a view of.
            inference: inference || of_inference,
        })
    }

    /// Adds outputs to the graph, so that dead operators that may raise are computed.
    pub fn keep_failures(&mut self, outputs: &mut Vec<Argument>) -> Flow<()> {
        let detach = self.library.name("detach")?;
        for id in self.graph.unseen_failures(outputs, &self.shapes) {
            // No gradient comes from there.
            if let Some(node) = self.first_tensor(id)
                && let MetaArgument::Tensor(tensor) = &self.graph.node(node).meta
            {
                let mut meta = (**tensor).clone();
                let output = if meta.requires_grad {
                    meta.requires_grad = false;
                    self.graph.derived_node(
                        node,
                        Target::Method(detach),
                        vec![Argument::Node(node)],
                        MetaArgument::Tensor(meta.into()),
                    )
                } else {
                    node
                };
                outputs.push(Argument::Node(output));
            }
        }
        Ok(())
    }

    /// The node itself, or that of the first tensor among its results.
    fn first_tensor(&mut self, id: NodeId) -> Option<NodeId> {
        let meta = self.graph.node(id).meta.clone();
        let Some(items) = meta.as_items() else { return matches!(meta, MetaArgument::Tensor(_)).then_some(id) };
        let (place, item) = items.iter().enumerate().find(|(_, item)| matches!(item, MetaArgument::Tensor(_)))?;
        let index = Owned::int(place as i64).ok()?;
        let index = Argument::Constant(self.keeper.keep_owned(index));
        let getitem = Target::Function(self.role(Role::GetItem));
        Some(self.graph.derived_node(id, getitem, vec![Argument::Node(id), index], item.unshared()))
    }

    /// The argument that a call changes in place.
    pub(super) fn changed_in_place(&mut self, operator: &TorchOperator, arguments: &Arguments) -> Flow<Option<Value>> {
        let asked = match operator.inplace {
            Some(inplace) => match inplace.of(&arguments.positional, &arguments.named).first() {
                Some(given) => self.truth_of(*given)? && self.is_switched_on(operator, arguments)?,
                None => false,
            },
            None => true,
        };
        let place = operator.changes.filter(|_| asked);
        Ok(place.and_then(|place| place.of(&arguments.positional, &arguments.named).first().copied()))
    }

    /// Whether the parameter that switches a function's effect on is true.
    fn is_switched_on(&mut self, operator: &TorchOperator, arguments: &Arguments) -> Flow<bool> {
        let Some((switch, by_default)) = operator.switch else { return Ok(true) };
        let Some(given) = switch.of(&arguments.positional, &arguments.named).first() else { return Ok(by_default) };
        match self.as_constant(*given).is_some_and(|constant| constant.is_plain_constant()) {
            true => self.truth_of(*given),
            false => Ok(true),
        }
    }

    /// Whether the current instruction is inside of an exception handler, or of anything else that runs while an
    /// exception unwinds.
    pub(super) fn is_caught(&self) -> bool {
        self.frames.iter().any(|frame| self.catches(frame))
    }

    fn catches(&self, frame: &Frame) -> bool {
        let mut at = frame.current;
        for _ in 0..=frame.code.handlers.len() {
            let Some(handler) = frame.code.handler(at) else { return false };
            if self.is_noticed(frame, handler) {
                return true;
            }
            at = handler.target;
        }
        true
    }

    /// Whether a handler runs code of the program, not only cleanup of variables and the stack.
    fn is_noticed(&self, frame: &Frame, handler: &Handler) -> bool {
        let pack = self.library.pack();
        if flow::reads_as(&frame.code, handler.target, pack.emit(Emit::PushHandledException)).is_none() {
            return false;
        }
        let of_with = flow::reads_as(&frame.code, handler.target, pack.emit(Emit::ExitOfWith)).is_some();
        !(of_with && self.ends_blindly(frame, handler.depth))
    }

    /// Whether the context manager whose exit is below this depth of the stack ignores exceptions.
    fn ends_blindly(&self, frame: &Frame, depth: u32) -> bool {
        let exit = frame.stack.iter().take(depth as usize).rfind(|value| !value.is_null());
        let Some(exit) = exit.map(|exit| self.arena.resolve(*exit)) else { return false };
        let tracked = self.arena.get(exit);
        let context = match &tracked.state {
            State::Slots(slots) if tracked.class == self.role(Role::Method) => slots.get(1).copied(),
            _ => Some(exit),
        };
        context.is_some_and(|context| self.library.is_blind_context(self.arena.get(self.arena.resolve(context)).class))
    }
}

/// Whether a row of `raises.yaml` is about this call.
fn applies(when: CallsThatRaise, node: &Asked<'_>, meta: &MetaArgument) -> bool {
    let mut found = false;
    match when {
        CallsThatRaise::Indices => {
            let rest = node.positional.iter().skip(1).chain(node.keywords.iter().map(|(_, argument)| argument));
            rest.for_each(|argument| argument.visit(&mut |_: NodeId| found = true));
        }
        CallsThatRaise::Integers => meta.tensors(&mut |tensor| found |= tensor.dtype.category() <= Category::Int),
    }
    found
}
