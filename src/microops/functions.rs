//! Python functions: those that exist, and those that the trace makes.

use std::rc::Rc;

use crate::bytecode::decode::CodeInfo;
use crate::interpreter::Trace;
use crate::python::Object;
use crate::rules::{Flow, Stop};
use crate::sources::{SourceId, SourceKind};
use crate::tables::Role;
use crate::values::{State, Tracked, Value};

/// State of a function that the trace made, by slot; `object` rule and this agree on the order.
pub mod slot {
    pub const CODE: usize = 0;
    pub const GLOBALS: usize = 1;
    pub const DEFAULTS: usize = 2;
    pub const KEYWORD_DEFAULTS: usize = 3;
    pub const CLOSURE: usize = 4;
    pub const ANNOTATIONS: usize = 5;
}

/// What calling a function takes.
pub struct FunctionParts {
    pub code: Object,
    /// Of a function from outside.
    pub source: Option<SourceId>,
    pub globals: Value,
    pub builtins: Object,
    pub defaults: Vec<Value>,
    pub keyword_defaults: Option<Value>,
    pub closure: Vec<Value>,
}

impl Trace<'_> {
    pub fn function_parts(&mut self, function: Value) -> Flow<FunctionParts> {
        let tracked = self.arena.get(function);
        if let State::Slots(slots) = &tracked.state {
            let slots = slots.clone();
            let code =
                self.known_object(slots[slot::CODE]).ok_or_else(|| Stop::Abandon("a made function without code".into()))?;
            let mut defaults = Vec::new();
            if !slots[slot::DEFAULTS].is_null() {
                defaults = self.items_of(slots[slot::DEFAULTS])?;
            }
            let mut closure = Vec::new();
            if !slots[slot::CLOSURE].is_null() {
                closure = self.items_of(slots[slot::CLOSURE])?;
            }
            let keyword_defaults = slots[slot::KEYWORD_DEFAULTS];
            let builtins = self.frame()?.builtins;
            return Ok(FunctionParts {
                code,
                source: None,
                globals: slots[slot::GLOBALS],
                builtins,
                defaults,
                keyword_defaults: (!keyword_defaults.is_null()).then_some(keyword_defaults),
                closure,
            });
        }
        let (object, source) = (tracked.object, tracked.source);
        let function =
            object.and_then(Object::as_function).ok_or_else(|| Stop::Abandon("called something that is no function".into()))?;
        let source = source.ok_or_else(|| Stop::Abandon("a function without a source".into()))?;
        let globals = self.globals_value(function.globals());
        let mut defaults = Vec::new();
        for (index, item) in function.defaults().map(Object::items).unwrap_or_default().into_iter().enumerate() {
            let source = self.sources.intern(SourceKind::FunctionDefault(source, index as u16));
            defaults.push(self.lazy(item, source));
        }
        let kwdefaults = function.kwdefaults();
        let keyword_defaults = match (kwdefaults, kwdefaults.and_then(|dict| self.arena.lookup_object(dict))) {
            // The trace has met it, and may have changed it.
            (_, Some(known)) => Some(self.force(known)?),
            (Some(dict), None) => {
                let class = self.role(Role::Dict);
                self.keeper.keep(dict);
                let made = self.make_map(class);
                for entry in dict.dict_entries() {
                    let source = self.sources.intern(SourceKind::FunctionKwDefault(source, entry.key));
                    let value = self.lazy(entry.value, source);
                    self.map_set_name(made, entry.key, value)?;
                }
                Some(made)
            }
            (None, None) => None,
        };
        let mut closure = Vec::new();
        for (index, cell) in function.closure().map(Object::items).unwrap_or_default().into_iter().enumerate() {
            let source = self.sources.intern(SourceKind::FunctionClosure(source, index as u16));
            let cell = self.lazy(cell, source);
            closure.push(self.force(cell)?);
        }
        let builtins = self.keeper.keep(function.builtins());
        Ok(FunctionParts {
            code: function.code().object(),
            source: Some(source),
            globals,
            builtins,
            defaults,
            keyword_defaults,
            closure,
        })
    }

    /// A module's globals: held, since a function keeps its own for ever.
    pub fn globals_value(&mut self, globals: Object) -> Value {
        self.keeper.keep(globals);
        let source = self.sources.intern(SourceKind::Held(globals));
        if let Some(known) = self.arena.lookup_object(globals) {
            self.same_dict(known, source);
            return known;
        }
        if !self.sources.held_names.contains_key(&globals) {
            let name = if self.arena.lookup_source(source).is_none() && self.entry.globals == Some(globals) {
                "G".to_owned()
            } else {
                let module = globals.dict_get_str("__name__").map(Object::text).unwrap_or_default();
                format!("G_{}", module.replace('.', "_dot_"))
            };
            self.sources.held_names.insert(globals, name);
        }
        let state = State::Map(crate::values::Map::over(globals));
        let value = self.arena.add(Tracked::existing(globals, globals.class(), Some(source), state));
        self.arena.remember_source(source, value);
        self.arena.remember_object(globals, value);
        value
    }

    /// The decoded code of a code object, from the library's cache.
    pub fn code_info(&mut self, code: Object) -> Flow<Rc<CodeInfo>> {
        self.keeper.keep(code);
        self.library.code_info(code).map_err(|error| Stop::graph_break(format!("cannot decode: {error}")))
    }
}
