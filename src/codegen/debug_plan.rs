//! Plans written in Python, for tests: a dict of lists of tuples, each led by the name of its kind.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

use super::plan::{Effect, Exit, GraphCall, Node, NodeId, OnError, Plan};
use crate::python::Object;
use crate::sources::{SourceId, SourceKind, Sources};

/// The plan of `{"sources": […], "nodes": […], "graph": (callee, inputs), "effects": […], "stack": […],
/// "handled": […], "locals": {index: node}, "exit": (…)}`. Nodes and sources are named by their number.
pub(super) fn read(dict: &Bound<'_, PyDict>) -> PyResult<(Plan, Sources)> {
    let mut sources = Sources::default();
    for entry in entries(dict, "sources")? {
        sources.intern(source(&entry)?);
    }
    let mut plan = Plan::default();
    for entry in entries(dict, "nodes")? {
        plan.nodes.push(node(&entry)?);
    }
    for entry in entries(dict, "effects")? {
        plan.effects.push(effect(&entry)?);
    }
    if let Some(graph) = dict.get_item("graph")? {
        let graph = Entry(graph.cast_into::<PyTuple>()?);
        plan.graph = Some(GraphCall {
            callee: graph.object(0)?,
            inputs: graph.nodes(1)?,
            packed: false,
            on_error: OnError::Pass,
            caught: false,
            line: None,
        });
    }
    if let Some(stack) = dict.get_item("stack")? {
        let stack: Vec<Option<u32>> = stack.extract()?;
        plan.frame.stack = stack.into_iter().map(|item| item.map(NodeId)).collect();
    }
    if let Some(handled) = dict.get_item("handled")? {
        plan.frame.handled = handled.extract::<Vec<u32>>()?.into_iter().map(NodeId).collect();
    }
    if let Some(locals) = dict.get_item("locals")? {
        let locals: Vec<(u16, u32)> = locals.extract()?;
        plan.frame.locals = locals.into_iter().map(|(index, value)| (index, NodeId(value))).collect();
    }
    if let Some(exit) = dict.get_item("exit")? {
        let exit = Entry(exit.cast_into::<PyTuple>()?);
        plan.exit = Some(match exit.kind()?.as_str() {
            "return" => Exit::Return(exit.node(1)?),
            "raise" => Exit::Raise(exit.node(1)?),
            "break" => Exit::Break { instruction: exit.number(1)?, callee: None },
            other => return Err(PyValueError::new_err(format!("no exit {other}"))),
        });
    }
    Ok((plan, sources))
}

struct Entry<'py>(Bound<'py, PyTuple>);

impl Entry<'_> {
    fn kind(&self) -> PyResult<String> {
        self.0.get_item(0)?.extract()
    }

    fn number<T: TryFrom<u32>>(&self, index: usize) -> PyResult<T> {
        let number: u32 = self.0.get_item(index)?.extract()?;
        T::try_from(number).map_err(|_| PyValueError::new_err("a number is too large"))
    }

    /// The tuple holds it, and the caller the tuple.
    fn object(&self, index: usize) -> PyResult<Object> {
        Ok(Object::from_bound(&self.0.get_item(index)?))
    }

    fn node(&self, index: usize) -> PyResult<NodeId> {
        self.number(index).map(NodeId)
    }

    fn perhaps(&self, index: usize) -> PyResult<Option<NodeId>> {
        Ok(self.0.get_item(index)?.extract::<Option<u32>>()?.map(NodeId))
    }

    fn nodes(&self, index: usize) -> PyResult<Vec<NodeId>> {
        Ok(self.0.get_item(index)?.extract::<Vec<u32>>()?.into_iter().map(NodeId).collect())
    }

    fn source(&self, index: usize) -> PyResult<SourceId> {
        self.number(index).map(SourceId)
    }
}

fn entries<'py>(dict: &Bound<'py, PyDict>, key: &str) -> PyResult<Vec<Entry<'py>>> {
    let Some(list) = dict.get_item(key)? else { return Ok(Vec::new()) };
    list.cast_into::<PyList>()?.iter().map(|entry| Ok(Entry(entry.cast_into::<PyTuple>()?))).collect()
}

fn source(entry: &Entry) -> PyResult<SourceKind> {
    let parent = || entry.source(1);
    Ok(match entry.kind()?.as_str() {
        "local" => SourceKind::Local(entry.number(1)?),
        "closure" => SourceKind::Closure(entry.number(1)?),
        "function" => SourceKind::Function,
        "held" => SourceKind::Held(entry.object(1)?),
        "attribute" => SourceKind::Attribute(parent()?, entry.object(2)?),
        "instance_dict" => SourceKind::InstanceDict(parent()?),
        "dict_item" => SourceKind::DictItem(parent()?, entry.object(2)?),
        "dict_key" => SourceKind::DictKey(parent()?, entry.number(2)?),
        "sole_value" => SourceKind::SoleValue(parent()?),
        "item" => SourceKind::Item(parent()?, entry.number(2)?),
        "slot" => SourceKind::Slot(parent()?, entry.object(2)?),
        "cell_contents" => SourceKind::CellContents(parent()?),
        "type" => SourceKind::Type(parent()?),
        "function_default" => SourceKind::FunctionDefault(parent()?, entry.number(2)?),
        "function_keyword_default" => SourceKind::FunctionKwDefault(parent()?, entry.object(2)?),
        "function_closure" => SourceKind::FunctionClosure(parent()?, entry.number(2)?),
        "function_code" => SourceKind::FunctionCode(parent()?),
        "function_globals" => SourceKind::FunctionGlobals(parent()?),
        "method_function" => SourceKind::MethodFunction(parent()?),
        "method_self" => SourceKind::MethodSelf(parent()?),
        "referent" => SourceKind::Referent(parent()?),
        "context value" => SourceKind::ContextValue(parent()?),
        other => return Err(PyValueError::new_err(format!("no source {other}"))),
    })
}

fn node(entry: &Entry) -> PyResult<Node> {
    let pairs = |index: usize| entry.0.get_item(index)?.extract::<Vec<(u32, u32)>>();
    Ok(match entry.kind()?.as_str() {
        "constant" => Node::Constant(entry.object(1)?),
        "source" => Node::Source(entry.source(1)?),
        "output" => Node::GraphOutput(entry.number(1)?),
        "tuple" => Node::Tuple(entry.nodes(1)?),
        "list" => Node::List(entry.nodes(1)?),
        "set" => Node::Set(entry.nodes(1)?),
        "dict" => Node::Dict(pairs(1)?.into_iter().map(|(key, value)| (NodeId(key), NodeId(value))).collect()),
        "slice" => Node::Slice(entry.node(1)?, entry.node(2)?, entry.perhaps(3)?),
        "call" => {
            let keywords = entry.0.get_item(3)?.cast_into::<PyList>()?;
            let keyword = |pair: Bound<'_, PyAny>| {
                Ok::<_, PyErr>((Object::from_bound(&pair.get_item(0)?), NodeId(pair.get_item(1)?.extract()?)))
            };
            let keywords = keywords.iter().map(keyword).collect::<PyResult<_>>()?;
            Node::Call { callee: entry.node(1)?, positional: entry.nodes(2)?, keywords }
        }
        "attribute" => Node::Attribute(entry.node(1)?, entry.object(2)?),
        "item" => Node::Item(entry.node(1)?, entry.node(2)?),
        "new_cell" => Node::NewCell,
        "frame_cell" => Node::FrameCell(entry.number(1)?),
        "function" => Node::Function {
            code: entry.object(1)?,
            globals: entry.object(2)?,
            defaults: entry.perhaps(3)?,
            kwdefaults: entry.perhaps(4)?,
            closure: entry.perhaps(5)?,
            name: entry.perhaps(6)?,
        },
        other => return Err(PyValueError::new_err(format!("no node {other}"))),
    })
}

fn effect(entry: &Entry) -> PyResult<Effect> {
    let target = entry.node(1);
    Ok(match entry.kind()?.as_str() {
        "set_attribute" => Effect::SetAttribute { target: target?, name: entry.object(2)?, value: entry.node(3)? },
        "delete_attribute" => Effect::DeleteAttribute { target: target?, name: entry.object(2)? },
        "set_item" => Effect::SetItem { target: target?, key: entry.node(2)?, value: entry.node(3)? },
        "delete_item" => Effect::DeleteItem { target: target?, key: entry.node(2)? },
        "replace_items" => Effect::ReplaceItems { target: target?, values: entry.node(2)? },
        "replace_contents" => Effect::ReplaceContents { target: target?, values: entry.node(2)? },
        "set_cell" => Effect::SetCell { cell: target?, value: entry.perhaps(2)? },
        "call" => Effect::Call { callee: target?, positional: entry.nodes(2)? },
        other => return Err(PyValueError::new_err(format!("no effect {other}"))),
    })
}
