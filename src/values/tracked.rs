//! A tracked value: the trace's knowledge of one Python object.

use super::argument::{Argument, NodeId};
use super::map::Map;
use crate::python::Object;
use crate::shapes::Dim;
use crate::sources::SourceId;

/// A tracked value, by index in the [`Arena`](super::Arena). Equal ids are the same Python object.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Value(pub u32);

impl Value {
    /// NULL on CPython's stack, and the content of an unbound variable.
    pub const NULL: Value = Value(0);

    pub fn is_null(self) -> bool {
        self == Value::NULL
    }
}

#[derive(Debug, Clone)]
pub struct Tracked {
    /// The Python class. Known for a lazy value as well, but guarded only once it is forced.
    pub class: Object,
    /// The object itself, if it existed before the trace (or is a constant).
    pub object: Option<Object>,
    pub source: Option<SourceId>,
    pub state: State,
    /// The instance `__dict__`, once something asked for it.
    pub dict: Option<Value>,
    /// Whether the trace changed the state of an object that exists already.
    pub dirty: bool,
    /// The checkpoint in which it was last saved for undo.
    pub(super) stamp: u32,
    /// The arena's clock at its last change.
    pub(super) changed: u32,
}

/// What the trace keeps for a value beyond its class: the C-level state.
#[derive(Debug, Clone)]
pub enum State {
    Null,
    /// An existing object that nothing has looked at yet.
    Lazy,
    /// An alias of another value (the same object reached by two sources).
    Forward(Value),
    /// An immutable object whose equality runs no user code; `object` is it.
    Constant,
    /// No C-level state: an instance, or an object known by identity.
    Plain,
    /// A tensor: a node of the graph that computes it or an input of it.
    Tensor(NodeId),
    /// A symbolic int (or bool, as 0 and 1).
    Symbol(Dim),
    /// A deferred result of an operator on unread numbers from outside.
    Pending(Pending),
    /// Contents of a list or tuple.
    Items(Vec<Value>),
    /// The items appended to an unread list from outside, of which not even the length was asked for.
    Grown(Vec<Value>),
    /// Contents of a dict, or of a set (whose values are null).
    Map(Map),
    /// Declared state of an `object` rule, by slot.
    Slots(Vec<Value>),
    /// A body of the graph, or what bodies capture: arguments of operators that take functions.
    Body(Argument),
    /// A generator: its suspended frame.
    Generator(u32),
    /// A call `callee(*positional)` that generated code makes. To the traced program it is an int known at run time
    /// alone (an address).
    Deferred {
        callee: Value,
        positional: Vec<Value>,
    },
    /// The result of a call that compiled code makes on entry (`source` tells which): only its class is known.
    Drawn,
}

#[derive(Debug, Clone, Copy)]
pub struct Pending {
    /// Index of the operator.
    pub operator: u16,
    pub left: Value,
    pub right: Value,
    /// The depth of the deferred expression.
    pub depth: u16,
}

impl State {
    /// The values that the contents refer to.
    pub fn parts(&self) -> Vec<Value> {
        match self {
            State::Items(items) | State::Grown(items) | State::Slots(items) => items.clone(),
            State::Map(map) => map.entries.values().flat_map(|entry| [entry.key, entry.value]).collect(),
            State::Pending(pending) => vec![pending.left, pending.right],
            State::Deferred { callee, positional } => std::iter::once(*callee).chain(positional.iter().copied()).collect(),
            _ => Vec::new(),
        }
    }

    /// The size of the contents.
    pub fn part_count(&self) -> usize {
        match self {
            State::Items(items) | State::Grown(items) => items.len(),
            State::Map(map) => map.entries.len(),
            _ => 0,
        }
    }
}

impl Tracked {
    pub fn new(class: Object, state: State) -> Tracked {
        Tracked { class, object: None, source: None, state, dict: None, dirty: false, stamp: 0, changed: 0 }
    }

    pub fn existing(object: Object, class: Object, source: Option<SourceId>, state: State) -> Tracked {
        Tracked { class, object: Some(object), source, state, dict: None, dirty: false, stamp: 0, changed: 0 }
    }
}
