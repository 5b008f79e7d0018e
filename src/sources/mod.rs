//! Sources: how to reach a value again, from the frame's arguments or from something kept alive.
//!
//! A source is an interned node with a parent. The guard tree is the trie of sources with
//! observations on its nodes; code generation turns a source into loads.

use std::fmt;

use ahash::AHashMap;

use crate::python::Object;

/// An interned source. Small and `Copy`; equal ids are equal sources.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// One step from a parent, or a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SourceKind {
    /// A local variable or argument of the root frame, by its index in `localsplus`.
    Local(u16),
    /// A free variable's cell of the root frame's closure, by its index in `__closure__`.
    Closure(u16),
    /// The function object of the root frame.
    Function,
    /// An object that the cache entry keeps (a class, a module's globals, a code object).
    Held(Object),
    /// `parent.name`, by the full attribute protocol (only if a rule says that it is harmless).
    Attribute(SourceId, Object),
    /// The same, where reading may run Python code: guards ask for it (`src/guards/asking.rs`).
    AskedAttribute(SourceId, Object),
    /// The `__dict__` of an instance.
    InstanceDict(SourceId),
    /// The value under a constant key of a dict (or dict subclass), found without user code.
    DictItem(SourceId, Object),
    /// The n-th key of a dict.
    DictKey(SourceId, u32),
    /// The value in a dict that has only one, whatever its key.
    SoleValue(SourceId),
    /// The n-th item of a list or tuple (or subclass), read without user code.
    Item(SourceId, u32),
    /// The value of a slot described by a member or getset descriptor of a C type.
    Slot(SourceId, Object),
    /// What a cell holds.
    CellContents(SourceId),
    /// `type(parent)`.
    Type(SourceId),
    /// `__defaults__[n]`, `__kwdefaults__[name]`, `__closure__[n]`, `__code__`, `__globals__` of a function.
    FunctionDefault(SourceId, u16),
    FunctionKwDefault(SourceId, Object),
    FunctionClosure(SourceId, u16),
    FunctionCode(SourceId),
    FunctionGlobals(SourceId),
    /// `__func__` and `__self__` of a bound method.
    MethodFunction(SourceId),
    MethodSelf(SourceId),
    /// What a weak reference refers to.
    Referent(SourceId),
    /// What a context variable holds.
    ContextValue(SourceId),
    /// `parent.size(n)` and `parent.stride(n)` of a tensor, as an int.
    Size(SourceId, u16),
    Stride(SourceId, u16),
    /// `parent.storage_offset()` of a tensor, as an int.
    StorageOffset(SourceId),
    /// `parent.item()` of a tensor that holds one int.
    Number(SourceId),
    /// The tensor that shares an array's memory.
    AsTensor(SourceId),
    /// The n-th torch-function mode that is on, outermost first.
    FunctionMode(u16),
    /// The result of the n-th call that compiled code makes on entry: known at run time alone, not to guards.
    Drawn(u16),
    /// A process-wide or thread-wide fact (grad mode, default dtype, …), by index of its guard rule.
    Global(u16),
}

impl SourceKind {
    /// The source that this is a step from.
    pub fn parent(mut self) -> Option<SourceId> {
        self.parent_place().copied()
    }

    /// The same step from another source; a root is the same root.
    pub fn from_parent(mut self, parent: SourceId) -> SourceKind {
        if let Some(place) = self.parent_place() {
            *place = parent;
        }
        self
    }

    fn parent_place(&mut self) -> Option<&mut SourceId> {
        use SourceKind::*;
        match self {
            Local(_) | Closure(_) | Function | FunctionMode(_) | Held(_) | Global(_) | Drawn(_) => None,
            Attribute(p, _)
            | AskedAttribute(p, _)
            | InstanceDict(p)
            | SoleValue(p)
            | DictItem(p, _)
            | DictKey(p, _)
            | Item(p, _)
            | Slot(p, _)
            | CellContents(p)
            | Type(p)
            | FunctionDefault(p, _)
            | FunctionKwDefault(p, _)
            | FunctionClosure(p, _)
            | FunctionCode(p)
            | FunctionGlobals(p)
            | MethodFunction(p)
            | MethodSelf(p)
            | Referent(p)
            | ContextValue(p)
            | Size(p, _)
            | Stride(p, _)
            | StorageOffset(p)
            | Number(p)
            | AsTensor(p) => Some(p),
        }
    }
}

/// How many steps may lead to an object that is looked at. Each is a call of the engine, wherever sources are followed.
const DEEPEST: u32 = 500;

/// The interned sources of one trace (and, afterwards, of one cache entry).
#[derive(Debug, Default, Clone)]
pub struct Sources {
    nodes: Vec<SourceKind>,
    /// How many steps lead to each.
    depths: Vec<u32>,
    index: AHashMap<SourceKind, SourceId>,
    /// What `L['…']` is called, by local index; filled from the code object.
    pub local_names: Vec<String>,
    pub closure_names: Vec<String>,
    /// How to print `Held` objects (`G`, `type(L['self'])`, …).
    pub held_names: AHashMap<Object, String>,
    /// `Held` objects that the trace itself made: perhaps only the entry keeps them alive.
    pub own: Vec<Object>,
}

impl Sources {
    pub fn intern(&mut self, kind: SourceKind) -> SourceId {
        if let Some(known) = self.find(kind) {
            return known;
        }
        let source = SourceId(self.nodes.len() as u32);
        self.nodes.push(kind);
        self.index.insert(kind, source);
        self.depths.push(self.parent(source).map_or(0, |parent| self.depths[parent.0 as usize] + 1));
        source
    }

    /// Whether guards and compiled code, which follow a source step by step, should not go so far.
    pub fn is_too_deep(&self, source: SourceId) -> bool {
        self.depths[source.0 as usize] > DEEPEST
    }

    /// The source, if it was interned before.
    pub fn find(&self, kind: SourceKind) -> Option<SourceId> {
        self.index.get(&kind).copied()
    }

    pub fn kind(&self, source: SourceId) -> SourceKind {
        self.nodes[source.0 as usize]
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Whether guards find the object of a source in memory: an instance may have no dict yet, and asked attributes are
    /// not in memory.
    pub fn is_found_in_memory(&self, source: SourceId) -> bool {
        use SourceKind::*;
        !matches!(self.kind(source), InstanceDict(_) | AskedAttribute(..) | Function | FunctionMode(_) | Global(_) | Drawn(_))
    }

    pub fn parent(&self, source: SourceId) -> Option<SourceId> {
        self.kind(source).parent()
    }

    /// A source and those that are steps from it, or several.
    pub fn led_from(&self, root: SourceId) -> SourceSet {
        let mut led = SourceSet::of(self);
        led.insert(root);
        // A source is interned after its parent.
        for source in (root.0 + 1..self.nodes.len() as u32).map(SourceId) {
            if self.parent(source).is_some_and(|parent| led.contains(parent)) {
                led.insert(source);
            }
        }
        led
    }

    /// Prints in the notation of torch's users: `L['self']._modules['norm']`, `G['np'].pi`.
    pub fn display(&self, source: SourceId) -> Display<'_> {
        Display { sources: self, source }
    }

    /// Whether the source starts from an argument of the call.
    pub fn is_input(&self, source: SourceId) -> bool {
        let mut at = source;
        while let Some(parent) = self.parent(at) {
            at = parent;
        }
        matches!(self.kind(at), SourceKind::Local(_) | SourceKind::Closure(_))
    }

    /// The source of the drawn number or array that an input of the graph holds.
    pub fn drawn_input(&self, input: SourceId) -> Option<SourceId> {
        let parent = self.parent(input)?;
        matches!(self.kind(parent), SourceKind::Drawn(_)).then_some(parent)
    }

    /// Whether a source leads to the same object in every call.
    pub fn leads_to_one(&self, source: SourceId) -> bool {
        matches!(self.kind(source), SourceKind::Held(_) | SourceKind::DictKey(..))
    }
}

/// Some of the sources of a trace.
#[derive(Debug)]
pub struct SourceSet {
    contained: Vec<bool>,
}

impl SourceSet {
    /// An empty set for sources interned so far.
    pub fn of(sources: &Sources) -> SourceSet {
        SourceSet { contained: vec![false; sources.len()] }
    }

    /// Whether the source is new to the set.
    pub fn insert(&mut self, source: SourceId) -> bool {
        !std::mem::replace(&mut self.contained[source.0 as usize], true)
    }

    /// Sources that were interned after the set was made are not in it.
    pub fn contains(&self, source: SourceId) -> bool {
        self.contained.get(source.0 as usize).is_some_and(|contained| *contained)
    }
}

pub struct Display<'a> {
    sources: &'a Sources,
    source: SourceId,
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use SourceKind::*;
        let show = |source| self.sources.display(source);
        let name = |names: &Vec<String>, i: u16| names.get(i as usize).cloned().unwrap_or_else(|| i.to_string());
        match self.sources.kind(self.source) {
            Local(i) => write!(f, "L['{}']", name(&self.sources.local_names, i)),
            Closure(i) => write!(f, "C['{}']", name(&self.sources.closure_names, i)),
            Function => write!(f, "F"),
            Held(object) => match self.sources.held_names.get(&object) {
                Some(text) => f.write_str(text),
                None => write!(f, "{}", object.short_repr()),
            },
            Attribute(p, attribute) | AskedAttribute(p, attribute) => write!(f, "{}.{}", show(p), attribute.text()),
            InstanceDict(p) => write!(f, "{}.__dict__", show(p)),
            DictItem(p, key) => match self.sources.kind(p) {
                InstanceDict(instance) => write!(f, "{}.{}", show(instance), key.text()),
                _ => write!(f, "{}[{}]", show(p), key.short_repr()),
            },
            DictKey(p, i) => write!(f, "list({}.keys())[{i}]", show(p)),
            SoleValue(p) => write!(f, "list({}.values())[0]", show(p)),
            Item(p, i) => write!(f, "{}[{i}]", show(p)),
            Slot(p, descriptor) => write!(f, "{}.{}", show(p), descriptor.name_text()),
            CellContents(p) => match self.sources.kind(p) {
                Closure(i) => write!(f, "L['{}']", name(&self.sources.closure_names, i)),
                _ => write!(f, "{}.cell_contents", show(p)),
            },
            Type(p) => write!(f, "type({})", show(p)),
            FunctionDefault(p, i) => write!(f, "{}.__defaults__[{i}]", show(p)),
            FunctionKwDefault(p, key) => write!(f, "{}.__kwdefaults__[{}]", show(p), key.short_repr()),
            FunctionClosure(p, i) => write!(f, "{}.__closure__[{i}]", show(p)),
            FunctionCode(p) => write!(f, "{}.__code__", show(p)),
            FunctionGlobals(p) => write!(f, "{}.__globals__", show(p)),
            MethodFunction(p) => write!(f, "{}.__func__", show(p)),
            MethodSelf(p) => write!(f, "{}.__self__", show(p)),
            Referent(p) => write!(f, "{}()", show(p)),
            ContextValue(p) => write!(f, "{}.get()", show(p)),
            Size(p, i) => write!(f, "{}.size()[{i}]", show(p)),
            Stride(p, i) => write!(f, "{}.stride()[{i}]", show(p)),
            StorageOffset(p) => write!(f, "{}.storage_offset()", show(p)),
            Number(p) => write!(f, "{}.item()", show(p)),
            AsTensor(p) => write!(f, "___from_numpy({})", show(p)),
            FunctionMode(i) => write!(f, "___get_torch_function_mode_stack_at({i})"),
            Drawn(i) => write!(f, "random_value_{i}"),
            Global(_) => write!(f, "GLOBAL"),
        }
    }
}
