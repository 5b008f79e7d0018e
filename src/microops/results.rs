//! Results of graph calls that are one of the arguments, written or not.

use std::rc::Rc;

use crate::graph::Asked;
use crate::graph::{NodeId, Target};
use crate::inference::Inferred;
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::shapes::{Dim, MemoryFormat, MetaArgument, Strides, TensorMeta, TensorRef};
use crate::sources::SourceKind;
use crate::tables::Comparison;
use crate::tables::Role;
use crate::values::{State, Value};

impl Trace<'_> {
    /// The argument that a result is identical to, recognised by shared metadata.
    pub(super) fn input_returned(&mut self, inputs: &[Value], result: &MetaArgument) -> Flow<Option<Value>> {
        let MetaArgument::Tensor(result) = result else { return Ok(None) };
        for &input in inputs {
            let input = self.force(input)?;
            let items = match &self.arena.get(input).state {
                State::Items(items) => items.clone(),
                _ => vec![input],
            };
            for item in items {
                if let Some(own) = self.known_meta(item)?
                    && Rc::ptr_eq(&own, result)
                {
                    return Ok(Some(item));
                }
            }
        }
        Ok(None)
    }

    /// The result of a call with `out=`: the written tensors.
    pub(super) fn written_result(&mut self, out: Value, meta: &MetaArgument, class: Option<Object>) -> Flow<Value> {
        let out = self.force(out)?;
        if let State::Items(items) = &self.arena.get(out).state {
            let items = items.clone();
            let metas = meta.as_items().filter(|metas| metas.len() == items.len()).cloned();
            let metas = metas.ok_or_else(|| Stop::graph_break("out= of another length than the result"))?;
            for (item, meta) in items.iter().zip(metas.iter()) {
                self.written_result(*item, meta, None)?;
            }
            let class = class.unwrap_or_else(|| self.role(Role::Tuple));
            return Ok(self.make_items(class, items));
        }
        match (self.known_meta(out)?, meta) {
            (Some(own), MetaArgument::Tensor(result)) if Rc::ptr_eq(&own, result) => Ok(out),
            _ => Err(Stop::graph_break("an out= tensor of other sizes or strides than the result")),
        }
    }

    /// The metadata of what is already known to be a tensor.
    pub(super) fn known_meta(&mut self, value: Value) -> Flow<Option<TensorRef>> {
        let value = self.force(value)?;
        Ok(match &self.arena.get(value).state {
            State::Tensor(node) => match &self.graph.node(*node).meta {
                MetaArgument::Tensor(meta) => Some(meta.clone()),
                _ => None,
            },
            _ => None,
        })
    }

    /// The metadata of a call. Where it is refused, the inputs are asked whether they are leaves, which they are not taken for:
    /// what autograd does with leaves is done with nothing else.
    pub(super) fn infer_of_leaves(&mut self, asked: &Asked<'_>) -> Flow<Inferred> {
        match self.infer(asked) {
            Err(Stop::Break(_)) if self.learn_leaves(asked) => self.infer(asked),
            inferred => inferred,
        }
    }

    /// Whether some inputs that an operator takes turn out to be leaves.
    fn learn_leaves(&mut self, asked: &Asked<'_>) -> bool {
        let mut nodes = Vec::new();
        asked.visit(&mut |node| nodes.push(node));
        let mut learnt = false;
        for node in nodes {
            let node_now = self.graph.node(node);
            let (MetaArgument::Tensor(meta), Target::Input { source, .. }) = (&node_now.meta, &node_now.target) else { continue };
            if !meta.requires_grad || meta.is_leaf {
                continue;
            }
            let (meta, input) = (meta.clone(), self.arena.lookup_source(*source));
            let is_leaf = input.map(|input| self.read_native(input, "is_leaf", SourceKind::Attribute));
            if let Some(Ok(is_leaf)) = is_leaf
                && self.truth_of(is_leaf).is_ok_and(|is_leaf| is_leaf)
            {
                self.graph.set_meta(node, MetaArgument::Tensor(Rc::new(TensorMeta { is_leaf: true, ..(*meta).clone() })));
                learnt = true;
            }
        }
        learnt
    }

    /// The metadata of a call with `out=`: that of the call without it, if the tensor to write has the same. With
    /// another dtype or size torch may refuse, cast or resize, so the fake tensors are asked about the call itself.
    pub(super) fn infer_written(&mut self, asked: &Asked<'_>, out: Value) -> Flow<Inferred> {
        let written = self.written_tensors(out)?;
        for &item in &written {
            self.check_writable(item)?;
        }
        let keywords: Vec<_> = asked.keywords.iter().filter(|(name, _)| name.as_str() != Some("out")).cloned().collect();
        let alone = Asked { keywords: &keywords, ..*asked };
        let mut takes_tensors = false;
        alone.visit(&mut |_| takes_tensors = true);
        // What makes tensors of nothing makes them of the dtype of `out`.
        if !takes_tensors {
            return self.infer(asked);
        }
        let mut inferred = self.infer(&alone)?;
        let results = match inferred.meta.as_items() {
            Some(items) => items.to_vec(),
            None => vec![inferred.meta.clone()],
        };
        if results.len() != written.len() {
            return Err(Stop::graph_break("out= of another length than the result"));
        }
        let mut metas = Vec::with_capacity(written.len());
        for (&item, result) in written.iter().zip(&results) {
            let (Some(own), MetaArgument::Tensor(result)) = (self.known_meta(item)?, result) else {
                return Err(Stop::graph_break("out= that is no tensor"));
            };
            self.check_takes(&own, result)?;
            metas.push(MetaArgument::Tensor(own));
        }
        inferred.meta = match inferred.meta {
            MetaArgument::Tensor(_) => metas.swap_remove(0),
            _ => MetaArgument::Tuple(metas.into()),
        };
        inferred.class = inferred.class.map(|class| self.library.written_class(class).unwrap_or(class));
        inferred.known = None;
        Ok(inferred)
    }

    fn written_tensors(&mut self, out: Value) -> Flow<Vec<Value>> {
        let out = self.force(out)?;
        match &self.arena.get(out).state {
            State::Items(items) => Ok(items.clone().to_vec()),
            _ => Ok(vec![out]),
        }
    }

    /// Breaks the graph if torch may refuse to write a result to a tensor.
    fn check_takes(&mut self, own: &TensorMeta, result: &TensorMeta) -> Flow<()> {
        if own.dtype != result.dtype || own.device != result.device {
            return Err(Stop::graph_break("an out= tensor of another dtype or device than the result"));
        }
        if result.requires_grad || own.requires_grad && self.grad_mode()? {
            return Err(Stop::graph_break("out= where gradients are required"));
        }
        let mut same = own.rank() == result.rank();
        for (own, result) in own.sizes.iter().zip(result.sizes.iter()) {
            same = same && self.shapes.is(*own, Comparison::Equal, *result) == Some(true);
        }
        // Some operators lay out anew what lies otherwise than their result would.
        same = same
            && (own.strides == result.strides || own.is_contiguous(&mut self.shapes, MemoryFormat::Contiguous) == Some(true));
        match same {
            true => Ok(()),
            false => Err(Stop::graph_break("an out= tensor of other sizes or strides than the result")),
        }
    }

    /// Breaks the graph if torch refuses to write to a tensor: it was expanded, or it is a leaf that requires
    /// gradients. Neither meta rules nor fake tensors report that.
    pub(super) fn check_writable(&mut self, written: Value) -> Flow<()> {
        let Some(meta) = self.known_meta(written)? else { return Ok(()) };
        if meta.requires_grad && self.grad_mode()? && self.is_written_leaf(written, &meta)? {
            return Err(Stop::graph_break("a write to a leaf that requires gradients"));
        }
        let Strides::Explicit(strides) = &meta.strides else { return Ok(()) };
        let shared = |(stride, size): (&Dim, &Dim)| *stride == Dim::ZERO && *size != Dim::ONE;
        match strides.iter().zip(meta.sizes.iter()).any(shared) {
            true => Err(Stop::graph_break("a write to a tensor whose elements share their memory")),
            false => Ok(()),
        }
    }

    /// Breaks the graph at a write to a leaf that requires gradients, or to a view of one.
    pub(super) fn check_no_leaf(&mut self, written: &[NodeId]) -> Flow<()> {
        if written.is_empty() || !self.grad_mode()? {
            return Ok(());
        }
        for &node in written {
            if self.is_of_leaf(node)? {
                return Err(Stop::graph_break("a write to a leaf that requires gradients, or to a view of one"));
            }
        }
        Ok(())
    }

    /// Whether a tensor is a leaf that requires gradients, or a differentiable view of one.
    fn is_of_leaf(&mut self, node: NodeId) -> Flow<bool> {
        let MetaArgument::Tensor(meta) = &self.graph.node(node).meta else { return Ok(false) };
        if !meta.requires_grad {
            return Ok(false);
        }
        let base = self.graph.base(node);
        let MetaArgument::Tensor(meta) = &self.graph.node(base).meta else { return Ok(false) };
        let meta = meta.clone();
        if !meta.requires_grad {
            return Ok(false);
        }
        let Target::Input { source, .. } = self.graph.node(base).target else { return Ok(meta.is_leaf) };
        let Some(input) = self.arena.lookup_source(source) else { return Ok(false) };
        // What it says of itself is what it was at entry.
        let is_leaf = self.read_native(input, "is_leaf", SourceKind::Attribute)?;
        if self.truth_of(is_leaf)? {
            return Ok(true);
        }
        let viewed = self.read_native(input, "_base", SourceKind::Attribute)?;
        let viewed = self.force(viewed)?;
        // What it is a view of may be one in turn.
        Ok(self.is_tensor_value(viewed))
    }

    /// Whether the tensor to write is a leaf. An input that was written before passed this check then.
    fn is_written_leaf(&mut self, written: Value, meta: &TensorMeta) -> Flow<bool> {
        let tracked = self.arena.get(written);
        if let State::Tensor(node) = tracked.state
            && tracked.source.is_some()
            && self.graph.node(node).is_operation()
        {
            return Ok(false);
        }
        let is_leaf = self.is_leaf(written, meta)?;
        self.truth_of(is_leaf)
    }
}
