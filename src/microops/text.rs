//! Text: `str`, `repr`, `format`, and how messages describe a value.

use crate::interpreter::Trace;
use crate::rules::slot::Slot;
use crate::rules::{Flow, Stop};
use crate::tables::{OwnFunction, Role};
use crate::values::LaterText;
use crate::values::{State, Value};

impl Trace<'_> {
    pub fn text_of(&mut self, value: Value) -> Flow<Value> {
        self.text_by(value, "__str__", Role::Text)
    }

    pub fn repr_of(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        if let Some(object) = self.to_python(value)?.filter(|object| self.is_value(*object)) {
            let function = self.role(Role::ReprFunction);
            return self.fold_objects(function, &[object]);
        }
        self.text_by(value, "__repr__", Role::Text)
    }

    fn text_by(&mut self, value: Value, method: &'static str, class: Role) -> Flow<Value> {
        let value = self.specialised(value)?;
        if let Some(object) = self.to_python(value)?.filter(|object| self.is_value(*object)) {
            let function = self.role(class);
            return self.fold_objects(function, &[object]);
        }
        match self.special(value, method)? {
            Some(bound) => {
                let text = self.call_values(bound, &[])?;
                self.check_text(value, method, text)
            }
            None => Err(Stop::graph_break(format!("the text of {}", self.describe(value)))),
        }
    }

    /// Checks that a special method of `of` returned a str or an instance of a subclass.
    fn check_text(&mut self, of: Value, method: &str, text: Value) -> Flow<Value> {
        let text = self.recognise(text)?;
        if self.class(text).is_subclass(self.role(Role::Text)) {
            return Ok(text);
        }
        self.refuse_result(method, of, text)
    }

    pub fn format_value(&mut self, value: Value, specification: Value) -> Flow<Value> {
        let value = self.specialised(value)?;
        let specification = self.force(specification)?;
        let empty = self.as_constant(specification).is_some_and(|text| text.as_str() == Some(""));
        if empty && self.has_role(value, Role::Text) {
            return Ok(value);
        }
        if empty
            && let (Some(object), Some(specification)) = (self.to_python(value)?, self.as_constant(specification))
            && self.is_value(object)
        {
            let function = self.role(Role::FormatFunction);
            return self.fold_objects(function, &[object, specification]);
        }
        if let Some(method) = self.special(value, "__format__")? {
            let text = self.call_values(method, &[specification])?;
            return self.check_text(value, "__format__", text);
        }
        self.text_of(value)
    }

    pub fn join(&mut self, texts: &[Value]) -> Flow<Value> {
        let mut known = Vec::with_capacity(texts.len());
        for text in texts {
            let text = self.force(*text)?;
            if self.is_later(text) && self.has_role(text, Role::Text) {
                let callee = self.own(OwnFunction::JoinFunction)?;
                let callee = self.held(callee);
                return Ok(self.make_later_text(callee, texts.to_vec()));
            }
            match self.as_constant(text) {
                Some(object) if object.is_str() => known.push(object),
                _ => return Err(Stop::graph_break("text that is not known while tracing")),
            }
        }
        let joined = crate::python::Owned::joined(&known).map_err(Stop::python)?;
        let object = self.keeper.keep_owned(joined);
        Ok(self.arena.constant(object))
    }

    /// A text that generated code makes by a call after the graph has run, if it is used.
    pub fn make_later_text(&mut self, callee: Value, positional: Vec<Value>) -> Value {
        let class = self.role(Role::Text);
        let made = self.make(class, State::Deferred { callee, positional });
        self.notes
            .texts
            .insert(made, LaterText { step: self.root_step, nodes: self.graph.nodes.len(), other_modes: self.modes.differ() });
        made
    }

    /// The step to break before, if a deferred text would differ from the one the program asked for: the graph changed
    /// tensors afterwards, or modes differ at the end.
    pub fn belated_text(&self, text: Value) -> Option<u64> {
        let text = self.notes.texts.get(&text)?;
        let changed = self.graph.nodes[text.nodes..].iter().any(|node| node.effect);
        (changed || text.other_modes || self.modes.differ()).then_some(text.step)
    }

    /// A value in words, for messages.
    pub fn describe(&self, value: Value) -> String {
        if value.is_null() {
            return "nothing".into();
        }
        if let Some((function, receiver)) = self.bound_parts(value) {
            return format!("method {} of {}", self.describe(function), self.describe(receiver));
        }
        let tracked = self.arena.get(value);
        match &tracked.state {
            State::Constant => tracked.object.map(|object| object.short_repr()).unwrap_or_default(),
            State::Tensor(_) => "a tensor".into(),
            State::Symbol(dim) => format!("the symbolic int {}", self.shapes.text(*dim)),
            _ => match tracked.object {
                Some(object) if object.is_class() => format!("class {}", object.qualified_class_name()),
                Some(object) if self.library.known_by_identity(tracked.class) => {
                    format!("{} {}", tracked.class.class_name(), object.name_text())
                }
                _ => format!("a {} object", tracked.class.qualified_class_name()),
            },
        }
    }

    pub fn describe_slot(&self, slot: Slot) -> String {
        match slot {
            Slot::None => "none".into(),
            Slot::Bool(truth) => truth.to_string(),
            Slot::Int(number) => number.to_string(),
            Slot::Text(text) => text.into(),
            Slot::Name(name) => name.0.text(),
            Slot::Value(value) => self.describe(value),
            Slot::Object(object) => object.short_repr(),
            other => format!("{other:?}"),
        }
    }
}
