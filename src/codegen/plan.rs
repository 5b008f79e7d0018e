//! The plan: what a finished trace asks code generation to do, free of tracing state.
//!
//! `effects` and the engine write it, `codegen` turns it into bytecode by the emit rules.

use std::rc::Rc;

use crate::bytecode::decode::CodeInfo;
use crate::python::Object;
use crate::sources::SourceId;

/// A node of the plan, by index in [`Plan::nodes`]. A node used twice is built once and kept in a
/// temporary: identity is part of the meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// How to make one value.
#[derive(Debug, Clone)]
pub enum Node {
    /// An object kept in the code's constants.
    Constant(Object),
    /// A value reached again by its source, as it was at entry (before any effect is replayed).
    Source(SourceId),
    /// The n-th input of the graph, which the frame is given in a variable when it is entered.
    Given(u32),
    /// The n-th output of the graph.
    GraphOutput(u32),
    Tuple(Vec<NodeId>),
    List(Vec<NodeId>),
    Set(Vec<NodeId>),
    Dict(Vec<(NodeId, NodeId)>),
    Slice(NodeId, NodeId, Option<NodeId>),
    /// `callee(*positional, **keywords)`.
    Call {
        callee: NodeId,
        positional: Vec<NodeId>,
        keywords: Vec<(Object, NodeId)>,
    },
    Attribute(NodeId, Object),
    Item(NodeId, NodeId),
    /// A new cell (its content is set by an effect); root cells are made by the frame's own prologue.
    NewCell,
    /// The cell object of the root frame's cell or free variable, by localsplus index.
    FrameCell(u16),
    /// A generator or coroutine suspended at this instruction, which yields. The stack of its frame is the one before
    /// that instruction; among the frame's locals are its cells.
    Generator {
        code: Rc<CodeInfo>,
        globals: Object,
        instruction: u32,
        frame: FrameState,
    },
    /// The rest of a call that was inlined, as a list of a function and its arguments. The function does what the frame does at
    /// the instruction, and returns such a list for what follows. If the frame is in a call that was inlined too, `callee`
    /// is the rest of that, and the stack is the one below what the call took.
    Rest {
        code: Rc<CodeInfo>,
        globals: Object,
        instruction: u32,
        frame: FrameState,
        callee: Option<NodeId>,
    },
    /// A function made while tracing.
    Function {
        code: Object,
        globals: Object,
        defaults: Option<NodeId>,
        kwdefaults: Option<NodeId>,
        closure: Option<NodeId>,
        name: Option<NodeId>,
    },
}

/// Side effects to replay after the graph has run, in order.
#[derive(Debug, Clone)]
pub enum Effect {
    /// `object.__setattr__(target, name, value)`, past any override: the override was traced.
    SetAttribute {
        target: NodeId,
        name: Object,
        value: NodeId,
    },
    DeleteAttribute {
        target: NodeId,
        name: Object,
    },
    /// `target[key] = value` (dict or dict subclass: the C function of the base type).
    SetItem {
        target: NodeId,
        key: NodeId,
        value: NodeId,
    },
    DeleteItem {
        target: NodeId,
        key: NodeId,
    },
    /// `target[:] = values` for lists.
    ReplaceItems {
        target: NodeId,
        values: NodeId,
    },
    /// Clears and updates a dict or set in place, so that its order is that of `values`.
    ReplaceContents {
        target: NodeId,
        values: NodeId,
    },
    SetCell {
        cell: NodeId,
        value: Option<NodeId>,
    },
    /// A call for its effect, result dropped (`torch._C._set_grad_enabled(False)`, …).
    Call {
        callee: NodeId,
        positional: Vec<NodeId>,
    },
}

/// How the compiled code ends.
#[derive(Debug, Clone)]
pub enum Exit {
    Return(NodeId),
    /// The traced program raised: `raise value` (the traceback begins here).
    Raise(NodeId),
    /// Run the instruction at this index of the original code by CPython, then go on in resume functions. If it is a call
    /// that was inlined and broke, `callee` is its rest ([`Node::Rest`]), which is run instead.
    Break {
        instruction: u32,
        callee: Option<NodeId>,
    },
}

#[derive(Debug, Default, Clone)]
pub struct Plan {
    pub nodes: Vec<Node>,
    /// What is called before the graph, in order: callee and arguments. The n-th result is the source `Drawn(n)`.
    pub first: Vec<(NodeId, Vec<NodeId>)>,
    /// Whether the graph is called at all, and its arguments in order.
    pub graph: Option<GraphCall>,
    /// How many variables behind the locals the frame is entered with for the graph ([`Node::Given`]).
    pub given: u32,
    pub effects: Vec<Effect>,
    /// For `Exit::Break`: the frame at the instruction. Cells and free variables are not among its locals: they hold
    /// cells already, whose contents are set by `Effect::SetCell`.
    pub frame: FrameState,
    pub exit: Option<Exit>,
}

/// What is in a frame that goes on from the middle of its code.
#[derive(Debug, Default, Clone)]
pub struct FrameState {
    /// The value stack before the instruction, bottom first. `None` is a null.
    pub stack: Vec<Option<NodeId>>,
    /// The exceptions that are being handled there, outermost first. The stack has an item for each, at its
    /// place; what that item is does not matter.
    pub handled: Vec<NodeId>,
    /// Variables that have a value, by localsplus index. Those that nobody reads any more (`flow::live_locals`
    /// tells) may be left out.
    pub locals: Vec<(u16, NodeId)>,
    /// Those of `locals` that are dead. As in Python, their values live until the function ends or overwrites them.
    pub unread: Vec<u16>,
}

impl FrameState {
    /// Everything that the frame refers to.
    pub fn values(&self) -> impl Iterator<Item = NodeId> {
        let items = self.stack.iter().flatten().chain(&self.handled);
        items.chain(self.locals.iter().map(|(_, value)| value)).copied()
    }
}

/// At most this many variables of the frame are filled by the hook, for the graph's inputs and other objects that its
/// code reads.
pub(super) const MOST_VARIABLES: usize = 64;

/// The objects that the hook passes to the frame ([`Node::Given`]).
#[derive(Debug, Default)]
pub struct Given {
    pub sources: Vec<SourceId>,
    /// How many of them, the first ones, as one tuple; 0 if none are.
    pub packed: usize,
}

impl Plan {
    /// Sets the graph's inputs, and returns those that the hook passes to the frame because the guards find them anyway
    /// (`found`): in variables, or all in one tuple if there are too many.
    pub fn call_graph(&mut self, callee: Object, inputs: &[SourceId], found: impl Fn(SourceId) -> bool) -> Given {
        let sources: Vec<SourceId> = inputs.iter().copied().filter(|source| found(*source)).collect();
        if sources.len() <= MOST_VARIABLES {
            self.given = sources.len() as u32;
            let mut next = 0..self.given;
            let nodes = inputs.iter().map(|source| match found(*source).then(|| next.next()).flatten() {
                Some(place) => Node::Given(place),
                None => Node::Source(*source),
            });
            let first = self.nodes.len() as u32;
            self.nodes.extend(nodes);
            let inputs = (first..self.nodes.len() as u32).map(NodeId).collect();
            self.graph = Some(GraphCall { callee, inputs, packed: false, on_error: OnError::Pass, caught: false, line: None });
            return Given { sources, packed: 0 };
        }
        let packed = sources.len() == inputs.len();
        let first = self.nodes.len() as u32;
        if packed {
            self.given = 1;
            self.nodes.push(Node::Given(0));
        } else {
            self.nodes.extend(inputs.iter().copied().map(Node::Source));
        }
        let inputs = (first..self.nodes.len() as u32).map(NodeId).collect();
        self.graph = Some(GraphCall { callee, inputs, packed, on_error: OnError::Pass, caught: false, line: None });
        if packed { Given { packed: sources.len(), sources } } else { Given::default() }
    }
}

#[derive(Debug, Clone)]
pub struct GraphCall {
    /// The compiled graph: a callable taking the inputs positionally and returning a tuple or list.
    pub callee: Object,
    pub inputs: Vec<NodeId>,
    /// Whether the one input is a tuple of them all: many inputs as variables would make the frame too large.
    pub packed: bool,
    pub on_error: OnError,
    /// Whether the program may catch what some operator of it raises.
    pub caught: bool,
    /// The line of the frame in a traceback of what the graph raises: that of the first operator that may.
    pub line: Option<i32>,
}

/// What becomes of the frame when the graph raises.
#[derive(Debug, Clone, Default)]
pub enum OnError {
    /// It raises the same.
    #[default]
    Pass,
    /// It runs as written: the graph changes nothing that can be seen.
    RunAsWritten,
    /// It runs as written, if what the graph has changed can be put back.
    PutBack(Saved),
}

/// How compiled code saves, before it does anything else, what its graph may change.
#[derive(Debug, Clone)]
pub struct Saved {
    /// Gives an object whose `put_back()` tells whether everything is as it was.
    pub callee: Object,
    pub parts: Vec<NodeId>,
}
