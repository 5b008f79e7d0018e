//! Binding arguments to parameters, for Python functions and for rules.

use super::trace::Trace;
use crate::python::Object;
use crate::rules::Flow;
use crate::rules::slot::Slot;
use crate::sources::SourceId;
use crate::tables::{Literal, Parameter, ParameterKind};
use crate::tables::{RULES, Role, guard_rules};
use crate::values::Value;

/// The arguments of a call: positional ones, then named ones.
#[derive(Debug, Clone, Default)]
pub struct Arguments {
    pub positional: Vec<Value>,
    /// Names are `str` objects.
    pub named: Vec<(Object, Value)>,
}

impl Arguments {
    pub fn positional(positional: Vec<Value>) -> Arguments {
        Arguments { positional, named: Vec::new() }
    }

    pub fn all(&self) -> impl Iterator<Item = Value> {
        self.positional.iter().copied().chain(self.named.iter().map(|(_, value)| *value))
    }
}

/// The parameters of a Python function, for binding.
#[derive(Debug, Clone)]
pub struct Signature {
    pub function: Value,
    /// The function's source, if its defaults may be replaced from outside.
    pub source: Option<SourceId>,
    /// Names of all parameters in order: positional, then keyword-only (`co_varnames`).
    pub names: Vec<Object>,
    pub positional_only: usize,
    pub positional: usize,
    pub keyword_only: usize,
    pub has_rest: bool,
    pub has_keywords: bool,
}

impl Trace<'_> {
    /// Binds as CPython does: the result is the first locals, in the order of `co_varnames`.
    pub fn bind(
        &mut self,
        signature: &Signature,
        arguments: Arguments,
        defaults: &[Value],
        keyword_default: &mut dyn FnMut(&mut Self, Object) -> Flow<Option<Value>>,
    ) -> Flow<Vec<Value>> {
        let total = signature.positional + signature.keyword_only;
        let mut bound = vec![Value::NULL; total];
        let given = arguments.positional.len();
        let direct = given.min(signature.positional);
        bound[..direct].copy_from_slice(&arguments.positional[..direct]);
        let extra = &arguments.positional[direct..];
        let mut rest_keywords = Vec::new();
        let mut wrongly_named = Vec::new();
        for (name, value) in arguments.named {
            let found = signature.names[signature.positional_only..total]
                .iter()
                .position(|parameter| *parameter == name || parameter.plain_equal(name) == Some(true))
                .map(|index| index + signature.positional_only);
            match found {
                Some(index) if !bound[index].is_null() => {
                    let text = format!("got multiple values for argument '{}'", name.text());
                    return self.refuse_binding(signature, &text);
                }
                Some(index) => bound[index] = value,
                None if signature.has_keywords => rest_keywords.push((name, value)),
                None if signature.names[..signature.positional_only].contains(&name) => {
                    wrongly_named.push(name.text());
                }
                None => {
                    let text = format!("got an unexpected keyword argument '{}'", name.text());
                    return self.refuse_binding(signature, &text);
                }
            }
        }
        if !wrongly_named.is_empty() {
            let text = format!("got some positional-only arguments passed as keyword arguments: '{}'", wrongly_named.join(", "));
            return self.refuse_binding(signature, &text);
        }
        if !extra.is_empty() && !signature.has_rest {
            let named = bound[signature.positional..].iter().filter(|value| !value.is_null()).count();
            self.observe_defaults(signature, guard_rules::DEFAULTS)?;
            let text = too_many(signature, given, defaults.len(), named);
            return self.refuse_binding(signature, &text);
        }
        if bound[..signature.positional].iter().any(|value| value.is_null()) {
            self.observe_defaults(signature, guard_rules::DEFAULTS)?;
        }
        let first_default = signature.positional.saturating_sub(defaults.len());
        for index in first_default..signature.positional {
            if bound[index].is_null() {
                bound[index] = defaults[index + defaults.len() - signature.positional];
            }
        }
        let missing: Vec<String> = (0..signature.positional)
            .filter(|index| bound[*index].is_null())
            .map(|index| format!("'{}'", signature.names[index].text()))
            .collect();
        if !missing.is_empty() {
            let text = missing_text(&missing, "positional");
            return self.refuse_binding(signature, &text);
        }
        if bound[signature.positional..total].iter().any(|value| value.is_null()) {
            self.observe_defaults(signature, guard_rules::KEYWORD_DEFAULTS)?;
        }
        let mut missing = Vec::new();
        for (value, name) in bound[..total].iter_mut().zip(&signature.names).skip(signature.positional) {
            if value.is_null() {
                match keyword_default(self, *name)? {
                    Some(default) => *value = default,
                    None => missing.push(format!("'{}'", name.text())),
                }
            }
        }
        if !missing.is_empty() {
            let text = missing_text(&missing, "keyword-only");
            return self.refuse_binding(signature, &text);
        }
        if signature.has_rest {
            let class = self.role(Role::Tuple);
            let rest = self.make_items(class, extra.to_vec());
            bound.push(rest);
        }
        if signature.has_keywords {
            let class = self.role(Role::Dict);
            let dict = self.make_map(class);
            for (name, value) in rest_keywords {
                self.map_set_name(dict, name, value)?;
            }
            bound.push(dict);
        }
        Ok(bound)
    }

    /// Guards which parameters of a function have defaults.
    fn observe_defaults(&mut self, signature: &Signature, guard: u16) -> Flow<()> {
        if let (Some(source), Some(function)) = (signature.source, self.known_object(signature.function)) {
            self.observe_object(guard, function, source, None)?;
        }
        Ok(())
    }

    fn refuse_binding<T>(&mut self, signature: &Signature, text: &str) -> Flow<T> {
        let name = self.get_attr(signature.function, self.library.name("__qualname__")?)?;
        let name = self.as_constant_forced(name)?.map(Object::text).unwrap_or_default();
        self.raise_text(Role::TypeError, &format!("{name}() {text}"))
    }

    /// Binds a call's arguments to a rule's parameters. `None` where the rule does not take them: a rule
    /// that covers fewer signatures than the C function is no error of the program's.
    pub fn bind_rule(&mut self, rule: u16, arguments: &Arguments) -> Flow<Option<Vec<Slot>>> {
        let parameters = RULES[rule as usize].parameters;
        let mut slots = vec![Slot::None; parameters.len()];
        let mut filled = vec![false; parameters.len()];
        let mut given = arguments.positional.iter();
        for (index, parameter) in parameters.iter().enumerate() {
            match parameter.kind {
                ParameterKind::PositionalOnly | ParameterKind::Positional => {
                    if let Some(value) = given.next() {
                        slots[index] = Slot::Value(*value);
                        filled[index] = true;
                    }
                }
                ParameterKind::Rest => {
                    let rest: Vec<Value> = given.by_ref().copied().collect();
                    slots[index] = Slot::Values(self.lists.of(&rest));
                    filled[index] = true;
                }
                ParameterKind::KeywordOnly | ParameterKind::Keywords => {}
            }
        }
        if given.next().is_some() {
            return Ok(None);
        }
        let keywords_at = parameters.iter().position(|parameter| parameter.kind == ParameterKind::Keywords);
        let keywords = match keywords_at {
            Some(index) => {
                let class = self.role(Role::Dict);
                let dict = self.make_map(class);
                slots[index] = Slot::Value(dict);
                filled[index] = true;
                Some(dict)
            }
            None => None,
        };
        for (name, value) in &arguments.named {
            let text = name.text();
            let takes = |parameter: &Parameter| {
                matches!(parameter.kind, ParameterKind::Positional | ParameterKind::KeywordOnly) && parameter.name == text
            };
            match (parameters.iter().position(takes), keywords) {
                (Some(index), _) if !filled[index] => {
                    slots[index] = Slot::Value(*value);
                    filled[index] = true;
                }
                (None, Some(dict)) => self.map_set_name(dict, *name, *value)?,
                _ => return Ok(None),
            }
        }
        for (index, parameter) in parameters.iter().enumerate() {
            if !filled[index] {
                match parameter.default {
                    // `x: Value? = none`: the rule asks whether it was given.
                    Some(Literal::None) if parameter.optional => {}
                    Some(default) => {
                        let slot = self.literal(default)?;
                        slots[index] = self.slot_as_value(slot)?;
                    }
                    None => return Ok(None),
                }
            }
        }
        Ok(Some(slots))
    }

    /// A literal default of a parameter of type Value, as a value.
    pub(super) fn slot_as_value(&mut self, slot: Slot) -> Flow<Slot> {
        Ok(match slot {
            Slot::None => Slot::Value(self.none()),
            Slot::Bool(truth) => Slot::Value(self.bool_constant(truth)),
            Slot::Int(number) => Slot::Value(self.int_constant(number)?),
            Slot::Text(text) => Slot::Value(self.text_constant(text)?),
            other => other,
        })
    }
}

fn too_many(signature: &Signature, given: usize, defaults: usize, named: usize) -> String {
    let takes = signature.positional;
    let count = if defaults > 0 { format!("from {} to {takes}", takes as i64 - defaults as i64) } else { takes.to_string() };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let s = if defaults > 0 { "s" } else { plural(takes) };
    let also = match named {
        0 => String::new(),
        _ => format!(" positional argument{} (and {named} keyword-only argument{})", plural(given), plural(named)),
    };
    let verb = if given == 1 && named == 0 { "was" } else { "were" };
    format!("takes {count} positional argument{s} but {given}{also} {verb} given")
}

fn missing_text(missing: &[String], what: &str) -> String {
    let list = match missing {
        [one] => one.clone(),
        [first, second] => format!("{first} and {second}"),
        [most @ .., last] => format!("{}, and {last}", most.join(", ")),
        [] => String::new(),
    };
    let plural = if missing.len() == 1 { "" } else { "s" };
    format!("missing {} required {what} argument{plural}: {list}", missing.len())
}
