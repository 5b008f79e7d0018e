//! Calls: known callees by rule, Python functions by inlining, classes by construction.

use pyo3::prelude::*;

use crate::graph::Node;
use crate::guards::{Fact, Guard};
use crate::interpreter::Trace;
use crate::interpreter::bind::{Arguments, Signature};
use crate::interpreter::frame::{Exit, Frame};
use crate::python::{Object, Owned, make_disabled, read, stack};
use crate::report;
use crate::rules::externs::{CallsExterns, ObjectsExterns as _};
use crate::rules::facts::Mark;
use crate::rules::library::Known;
use crate::rules::slot::Slot;
use crate::rules::types::Values;
use crate::rules::{Flow, Reason, Stop, frames};
use crate::sources::SourceKind;
use crate::tables::{OwnFunction, Role};
use crate::values::{State, Value};

/// How deep calls may nest that need no frame: `__call__` of `__call__` of …
const MAXIMUM_NESTING: usize = 1000;

impl Trace<'_> {
    pub fn call_values(&mut self, callee: Value, positional: &[Value]) -> Flow<Value> {
        self.call_any(callee, Arguments::positional(positional.to_vec()))
    }

    pub fn call_any(&mut self, callee: Value, arguments: Arguments) -> Flow<Value> {
        self.nested(|trace| trace.call_once(callee, arguments))
    }

    /// Runs something that may recurse, as deep as the thread's stack allows.
    pub fn nested<T>(&mut self, run: impl FnOnce(&mut Self) -> Flow<T>) -> Flow<T> {
        self.nesting += 1;
        let result = if self.nesting < MAXIMUM_NESTING && !stack::is_short() {
            run(self)
        } else {
            Err(Stop::graph_break("calls nest too deep to trace"))
        };
        self.nesting -= 1;
        result
    }

    /// Whether a guard is about data, not only about functions, classes and names.
    fn tells_of_data(&self, guard: &Guard) -> bool {
        let class = self.arena.lookup_source(guard.source).map(|value| self.arena.get(value).class);
        match guard.fact {
            Fact::None | Fact::Identity(_) => false,
            Fact::Bool(_) => {
                let names = self.sources.kind(guard.source);
                !matches!(names, SourceKind::FunctionGlobals(_) | SourceKind::Held(_) | SourceKind::Global(_))
            }
            _ => class != Some(self.role(Role::Function)),
        }
    }

    /// Whether a value is a constant, a symbolic number or a class: its equality never changes.
    fn is_settled(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        let tracked = self.arena.get(value);
        let class = tracked.object.is_some_and(Object::is_class);
        Ok(class || matches!(tracked.state, State::Constant | State::Symbol(_)))
    }

    /// Whether a cache finds a key without running code of the program's.
    fn hashes_without_program(&mut self, key: Value) -> Flow<bool> {
        let class = self.class(key);
        if class == self.role(Role::Tuple) {
            let items = self.tuple_values(key)?;
            return items.into_iter().try_fold(true, |all, item| Ok(all && self.hashes_without_program(item)?));
        }
        Ok(!self.hashes_by_program(class)? && !self.is_unhashable(class)?)
    }

    /// Whether the program's own code for the hash and the equality of a key does nothing but tell.
    fn hashes_without_effect(&mut self, key: Value) -> Flow<bool> {
        let (told, effects) = self.watched(|trace| {
            trace.hash_value(key)?;
            trace.compare_operator(trace.library.equality(), key, key)
        });
        match told {
            // Of the very same object nobody asks for equality.
            Err(Stop::Raise(_)) => Ok(false),
            told => told.map(|_| !effects.any()),
        }
    }

    /// Whether the nodes from this one on compute the same while tracing as where they stand: they have no effect but on modes, which
    /// are as at the frame's entry again, and no node has written into a tensor. Nothing uses them if the cache gives the result.
    fn computes_alike_now(&self, nodes: usize) -> bool {
        let is_plain = |node: &Node| (!node.effect || node.mode) && !node.side_effects.draws && !node.side_effects.transformed;
        !self.modes.differ()
            && self.graph.nodes[nodes..].iter().all(is_plain)
            && self.graph.nodes.iter().all(|node| node.side_effects.writes.is_empty())
    }

    fn call_once(&mut self, callee: Value, mut arguments: Arguments) -> Flow<Value> {
        let is_direct = self.takes_direct();
        let callee = self.force(callee)?;
        let tracked = self.arena.get(callee);
        let class = tracked.class;
        if let Some((function, receiver)) = self.bound_parts(callee) {
            arguments.positional.insert(0, receiver);
            self.say_direct(is_direct);
            return self.call_any(function, arguments);
        }
        if let Some(object) = tracked.object {
            self.library.meet_new_modules()?;
            let known = self.library.callee(object).or_else(|| self.library.inherited_callee(object));
            // Of what torch itself keeps out of graphs, rules have more to say.
            let ruled = matches!(known, Some(Known::Rule(_) | Known::Unsupported(_)));
            let mark = self.marked.callables.get(&(object.as_ptr() as usize)).copied();
            if let Some(mark) = mark.filter(|mark| !ruled || *mark != Mark::Disabled) {
                return self.call_marked(mark, object, callee, arguments);
            }
            if !self.marked.methods.is_empty()
                && let Some((method, mark)) = self.marked_method(object, &arguments)?
            {
                arguments.positional.remove(0);
                return self.call_marked(mark, method, callee, arguments);
            }
            if let Some(known) = known {
                match known {
                    Known::Inline => self.say_direct(is_direct && class == self.role(Role::Function)),
                    Known::Rule(_) => self.say_direct_rule(is_direct),
                    _ => {}
                }
                let is_traced = matches!(known, Known::Inline);
                let result = self.call_known(known, object, callee, arguments);
                if let Err(Stop::Raise(exception)) = &result
                    && !is_traced
                    && object.as_function().is_some_and(|function| frames::is_of_others(function.code()))
                {
                    self.note_missing_frames(*exception)?;
                }
                return result;
            }
            if object.is_class() {
                return self.call_class(callee, object, arguments);
            }
        }
        if class == self.role(Role::Function) {
            self.say_direct(is_direct);
            return self.call_function(callee, arguments);
        }
        if class.is_subclass(self.role(Role::BuiltinFunction)) {
            return self.call_builtin(callee, arguments);
        }
        let name = self.library.name("__call__")?;
        let Some(method) = self.type_attribute(class, name) else {
            let text = format!("'{}' object is not callable", class.name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        };
        if self.library.callee(method).is_none() && method.class() == self.role(Role::WrapperDescriptor) {
            return self.call_without_rule(callee, self.known_object(callee));
        }
        self.say_direct(is_direct && method.class() == self.role(Role::Function));
        self.call_special(callee, method, name, arguments)
    }

    /// A builtin function that no rule names: a bound C method is the method of its receiver's class.
    fn call_builtin(&mut self, callee: Value, mut arguments: Arguments) -> Flow<Value> {
        let tracked = self.arena.get(callee);
        let mut called = tracked.object;
        if let (Some(object), Some(source)) = (tracked.object, tracked.source)
            && let Some(receiver) = object.builtin_self().filter(|receiver| !receiver.is_module())
            && let Some(name) = object.builtin_name()
        {
            let name = self.intern_text(&name)?;
            // A C class's `__new__` is a builtin of its own: the nearest base's that a rule names stands for it.
            if receiver.is_class()
                && let Some(new) = self.library.constructor_rule(receiver, name, object)
            {
                return self.call_known(new, object, callee, arguments);
            }
            let class = if receiver.is_class() { receiver } else { receiver.class() };
            // What pybind11 makes is bound to a capsule, which has nothing to do with the function.
            let method = class.type_lookup(name).filter(|method| receiver.is_class() || object.is_bound_of(*method));
            called = method.or(called);
            if let Some(method) = method.filter(|method| self.library.callee(*method).is_some()) {
                let source = self.sources.intern(SourceKind::MethodSelf(source));
                let receiver = self.lazy(receiver, source);
                let method = self.held(method);
                arguments.positional.insert(0, receiver);
                return self.call_any(method, arguments);
            }
        }
        self.call_without_rule(callee, called)
    }

    /// The break names the function by the path by which a rule would know it.
    fn call_without_rule(&self, callee: Value, function: Option<Object>) -> Flow<Value> {
        let name = function.and_then(Object::builtin_path).unwrap_or_else(|| self.describe(callee));
        Err(Stop::graph_break(format!("call of {name}, which is written in C and has no rule")))
    }

    fn call_known(&mut self, known: Known, object: Object, callee: Value, arguments: Arguments) -> Flow<Value> {
        if let Some(result) = self.overridden_call(known, object, callee, &arguments)? {
            return Ok(result);
        }
        match known {
            Known::Rule(_) | Known::Traced(_) if !self.takes_receiver(object, &arguments)? => {
                Err(Stop::graph_break(format!("{} of an object of another class", self.describe(callee))))
            }
            Known::Rule(rule) => match self.bind_rule(rule, &arguments)? {
                // It does nothing but raise.
                Some(_) if let Some(refused) = self.refused_class(object, &arguments) => self.fold_objects(object, &refused),
                Some(slots) => {
                    let result = self.run_rule(rule, &slots)?;
                    self.result_value(result)
                }
                None => self.refuse_arguments(object, callee, &arguments),
            },
            Known::Traced(path) => {
                let function = self.library.path_object(path)?;
                if self.wants_others(object, function, &arguments)? {
                    return self.refuse_arguments(object, callee, &arguments);
                }
                let function = self.held(function);
                self.call_any(function, arguments)
            }
            Known::Through(path) => {
                let function = self.library.path_object(path)?;
                let function = self.held(function);
                let mut arguments = arguments;
                arguments.positional.insert(0, callee);
                self.call_any(function, arguments)
            }
            // Of a class that the trace made, its code alone tells all.
            Known::Pure(_) if self.has_role(callee, Role::Function) && self.takes_traced_class(&arguments)? => {
                self.call_function(callee, arguments)
            }
            Known::Pure(purity) => self.fold_call(object, &arguments, purity),
            Known::Setting { chosen } => self.ask_setting(object, &arguments, chosen),
            Known::Graph => self.graph_function(object, arguments),
            Known::GraphMethod(name) => {
                let mut positional = arguments.positional;
                if positional.is_empty() {
                    return Err(Stop::graph_break("a tensor method without a tensor"));
                }
                let receiver = self.force(positional.remove(0))?;
                if !self.is_tensor_value(receiver) {
                    return Err(Stop::graph_break("a tensor method of what is no tensor"));
                }
                self.graph_method_call(name, receiver, Arguments { positional, named: arguments.named })
            }
            Known::Unsupported(reason) => Err(Stop::graph_break(format!("call of {}: {reason}", self.describe(callee)))),
            Known::Inline => {
                if self.has_role(callee, Role::Function) {
                    self.call_function(callee, arguments)
                } else {
                    self.call_class(callee, object, arguments)
                }
            }
        }
    }

    /// Whether a polyfill takes another number of positional arguments than were given, or no arguments of these names, so
    /// that its error would differ from that of the C function.
    fn wants_others(&mut self, replaced: Object, function: Object, arguments: &Arguments) -> Flow<bool> {
        let in_c = self.is_method(replaced) || replaced.class() == self.role(Role::BuiltinFunction);
        let Some(function) = function.as_function().filter(|_| in_c) else { return Ok(false) };
        let code = self.code_info(function.code().object())?;
        let most = code.header.argument_count as usize;
        let least = most - function.defaults().map_or(0, |defaults| defaults.items().len());
        let given = arguments.positional.len();
        let is_known = |name: Object| code.keywords().any(|parameter| parameter.name.plain_equal(name) == Some(true));
        let misnamed = !code.takes_keywords() && !arguments.named.iter().all(|(name, _)| is_known(*name));
        Ok(misnamed || given > most && !code.takes_rest() || given + arguments.named.len() < least)
    }

    /// Raises what a C function raises when it is called with a wrong number of arguments or wrong names. A graph break
    /// if the rule just covers fewer signatures than the function.
    fn refuse_arguments<T>(&mut self, function: Object, callee: Value, arguments: &Arguments) -> Flow<T> {
        let names: Vec<Object> = arguments.named.iter().map(|(name, _)| *name).collect();
        let names = self.keeper.keep_owned(Owned::tuple(&names).map_err(Stop::python)?);
        let count = self.keeper.keep_owned(Owned::int(arguments.positional.len() as i64).map_err(Stop::python)?);
        let own = match arguments.positional.first() {
            Some(receiver) if self.is_method(function) => self.owner_of(function)? == self.class(*receiver),
            Some(receiver) if function.class() == self.role(Role::ClassMethodDescriptor) => {
                self.known_object(*receiver) == Some(self.owner_of(function)?)
            }
            _ => true,
        };
        let own = self.library.truth(own);
        let words = self.fold_objects(self.own(OwnFunction::Refusal)?, &[function, count, names, own])?;
        if self.is_none(words)? {
            let text = format!("call of {} with arguments that its rule does not take", self.describe(callee));
            return Err(Stop::graph_break(text));
        }
        let class = self.held(self.role(Role::TypeError));
        let exception = self.new_exception(class, vec![words])?;
        Err(Stop::Raise(exception))
    }

    /// Whether an argument is a class that the trace made, or of such a class.
    fn takes_traced_class(&mut self, arguments: &Arguments) -> Flow<bool> {
        if self.classes.traced.is_empty() {
            return Ok(false);
        }
        let values: Vec<Value> =
            arguments.positional.iter().copied().chain(arguments.named.iter().map(|(_, value)| *value)).collect();
        for value in values {
            let value = self.force(value)?;
            let class = self.class(value);
            if self.classes.traced.contains_key(&class)
                || self.known_object(value).is_some_and(|object| self.classes.traced.contains_key(&object))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn is_method(&self, function: Object) -> bool {
        let kind = function.class();
        kind == self.role(Role::MethodDescriptor) || kind == self.role(Role::WrapperDescriptor)
    }

    /// Whether a method of a C class is called with an instance of it.
    fn takes_receiver(&mut self, method: Object, arguments: &Arguments) -> Flow<bool> {
        if !self.is_method(method) {
            return Ok(true);
        }
        let Some(receiver) = arguments.positional.first() else { return Ok(false) };
        let owner = self.owner_of(method)?;
        Ok(self.class(*receiver).is_subclass(owner))
    }

    /// The arguments by which a `__new__` of C refuses: a class of which it makes no instances, or for that of object
    /// anything beside a class with another one in its slot.
    fn refused_class(&self, new: Object, arguments: &Arguments) -> Option<Vec<Object>> {
        let owner = new.constructed_class(self.role(Role::ObjectNew))?;
        let class = self.known_object(*arguments.positional.first()?)?;
        if !class.is_class() {
            return None;
        }
        if !class.is_made_by(owner) {
            return Some(vec![class]);
        }
        let has_more = arguments.positional.len() > 1 || !arguments.named.is_empty();
        let refuses_more = owner == self.role(Role::Object) && !class.same_new_slot(owner);
        (has_more && refuses_more).then(|| vec![class, self.role(Role::None)])
    }

    pub fn result_value(&mut self, slot: Slot) -> Flow<Value> {
        match slot {
            Slot::Value(value) => Ok(value),
            Slot::None => Ok(self.none()),
            Slot::Bool(truth) => Ok(self.bool_constant(truth)),
            Slot::Int(number) => self.int_constant(number),
            _ => Err(Stop::Abandon("a rule returned something that is no value".into())),
        }
    }

    // ------------------------------------------------------------ Python functions

    /// Inlines a Python function.
    pub fn call_function(&mut self, function: Value, arguments: Arguments) -> Flow<Value> {
        let is_direct = self.takes_direct();
        let function = self.force(function)?;
        let parts = self.function_parts(function)?;
        // Functions that another one makes have no path of their own; their code has.
        if let Some(known) = self.library.callee(parts.code) {
            return self.call_known(known, parts.code, function, arguments);
        }
        let code = self.code_info(parts.code)?;
        if let Some(object) = self.known_object(function)
            && let Some(mark) = self.library.function_mark(object)
        {
            return self.call_marked(mark, object, function, arguments);
        }
        let total = (code.header.argument_count + code.header.keyword_only) as usize;
        let signature = Signature {
            function,
            source: parts.source,
            names: code.variables[..total].iter().map(|variable| variable.name).collect(),
            positional_only: code.header.positional_only as usize,
            positional: code.header.argument_count as usize,
            keyword_only: code.header.keyword_only as usize,
            has_rest: code.takes_rest(),
            has_keywords: code.takes_keywords(),
        };
        let keyword_defaults = parts.keyword_defaults;
        let mut locals = self.bind(&signature, arguments, &parts.defaults, &mut |trace, name| match keyword_defaults {
            Some(defaults) => trace.map_get_name(defaults, name),
            None => Ok(None),
        })?;
        // CPython binds `*rest` after the keyword-only parameters; `bind` keeps that order.
        locals.resize(code.variables.len(), Value::NULL);
        let caller = self.call_site()?;
        let mut frame = Frame::new(code, locals, parts.closure, parts.globals, parts.builtins, caller);
        frame.is_direct = is_direct;
        let module = self.calling_module.take();
        let exit = self.run_frame(frame);
        self.calling_module = module;
        match exit? {
            Exit::Return(value) => Ok(value),
            Exit::Suspend(generator) => {
                self.note_generator_function(generator, function);
                Ok(generator)
            }
            Exit::Yield(_) => Err(Stop::Abandon("a call yielded".into())),
        }
    }

    /// Calls a function that the user marked with a decorator.
    fn call_marked(&mut self, mark: Mark, object: Object, callee: Value, arguments: Arguments) -> Flow<Value> {
        match mark {
            Mark::Constant => self.fold_marked(object, &arguments),
            Mark::Graph => self.graph_call_of_marked(object, arguments),
            Mark::Flat => {
                let call = self.held(self.own(OwnFunction::FlatCall)?);
                let mut arguments = arguments;
                arguments.positional.insert(0, callee);
                self.call_any(call, arguments)
            }
            Mark::Disabled => {
                if let Some(inner) = self.library.traced_all_the_same(object) {
                    let inner = self.held(inner);
                    return self.call_any(inner, arguments);
                }
                let why = self.library.mark_reason(object).map(|reason| format!(": {reason}")).unwrap_or_default();
                let text = format!("call of {}, which is marked not to be compiled{why}", self.describe(callee));
                Err(Stop::graph_break(text))
            }
            Mark::Forbidden => {
                let text = format!("call of {}, which is forbidden inside of compiled code", self.describe(callee));
                let reason = Reason { text, stack: self.stack_summary() };
                let error = Python::attach(|python| report::uncapturable(python, "forbidden", &reason));
                Err(Stop::Refuse(error.unwrap_or_else(|error| error)))
            }
            Mark::Traced(name) => {
                let traced = self.get_attr(callee, name)?;
                self.call_any(traced, arguments)
            }
            Mark::Instead(function) => {
                let function = self.held(function);
                self.call_any(function, arguments)
            }
            Mark::Later => self.call_once_run(object, callee, arguments),
            Mark::Nothing => Ok(self.none()),
        }
    }

    /// The mark of a bound method, whose receiver is the first argument.
    fn marked_method(&mut self, function: Object, arguments: &Arguments) -> Flow<Option<(Object, Mark)>> {
        let of_function = |(method, _): &&(Object, Mark)| read::method_function(*method) == Some(function);
        let listed: Vec<_> = self.marked.methods.iter().filter(of_function).copied().collect();
        let Some(receiver) = arguments.positional.first().copied().filter(|_| !listed.is_empty()) else { return Ok(None) };
        let receiver = self.force(receiver)?;
        self.fix_identity(receiver)?;
        let object = self.known_object(receiver);
        Ok(listed.into_iter().find(|(method, _)| object.is_some() && read::receiver(*method) == object))
    }

    /// Defers a call for its effect until the graph has run, with its present arguments.
    fn call_once_run(&mut self, function: Object, callee: Value, mut arguments: Arguments) -> Flow<Value> {
        let mut stays = arguments.named.is_empty();
        for argument in &mut arguments.positional {
            *argument = self.force(*argument)?;
            let is_tensor = matches!(self.arena.get(*argument).state, State::Tensor(_));
            stays &= is_tensor || self.as_constant(*argument).is_some();
        }
        if !stays {
            return Err(Stop::graph_break(format!("a call of {} for later with what may change", self.describe(callee))));
        }
        // It is called as it is written: what it does is not of the program that is compiled.
        let disabled = make_disabled(function).map_err(Stop::python)?;
        let disabled = self.keeper.keep_owned(disabled);
        let disabled = self.held(disabled);
        self.calls.later.push((disabled, arguments.positional));
        Ok(self.none())
    }

    // ------------------------------------------------------------ arguments

    /// `callee(*positional, **keywords)` with both as values.
    pub fn expand_arguments(&mut self, positional: Value, keywords: Value) -> Flow<Arguments> {
        let positional = self.tuple_values(positional)?;
        self.with_keywords(positional, keywords)
    }

    /// Arguments of which the named ones are a mapping's items.
    pub fn with_keywords(&mut self, positional: Vec<Value>, keywords: Value) -> Flow<Arguments> {
        let mut arguments = Arguments::positional(positional);
        if !keywords.is_null() {
            let keywords = self.force(keywords)?;
            for (key, value) in self.map_values(keywords)? {
                let Some(name) = self.as_constant(key).filter(|name| name.is_str()) else {
                    return self.raise_text(Role::TypeError, "keywords must be strings");
                };
                arguments.named.push((name, value));
            }
        }
        Ok(arguments)
    }

    /// Splits the last arguments of a call off by their names.
    pub fn named_arguments(&mut self, mut positional: Vec<Value>, names: Value) -> Flow<Arguments> {
        let mut named = Vec::new();
        if !names.is_null() {
            let names = self
                .as_constant(names)
                .map(Object::items)
                .ok_or_else(|| Stop::Abandon("keyword names that are no constant".into()))?;
            let first = positional
                .len()
                .checked_sub(names.len())
                .ok_or_else(|| Stop::Abandon("more keyword names than arguments".into()))?;
            named = names.into_iter().zip(positional.split_off(first)).collect();
        }
        Ok(Arguments { positional, named })
    }
}

impl CallsExterns for Trace<'_> {
    fn call(&mut self, callee: Value, arguments: Values) -> Flow<Value> {
        let is_direct = self.is_direct_call();
        let arguments = self.lists.get(arguments).to_vec();
        self.say_direct(is_direct);
        self.call_any(callee, Arguments::positional(arguments))
    }

    fn call_named(&mut self, callee: Value, arguments: Values, names: Value) -> Flow<Value> {
        let is_direct = self.is_direct_call();
        let arguments = self.lists.get(arguments).to_vec();
        let arguments = self.named_arguments(arguments, names)?;
        self.say_direct(is_direct);
        self.call_any(callee, arguments)
    }

    fn call_expanded(&mut self, callee: Value, positional: Value, keywords: Value) -> Flow<Value> {
        let is_direct = self.is_direct_call();
        if !self.can_iterate(positional)? {
            return self.refuse(OwnFunction::NotExpanded, &[callee, positional]);
        }
        let arguments = self.expand_arguments(positional, keywords)?;
        self.say_direct(is_direct);
        self.call_any(callee, arguments)
    }

    fn call_dict(&mut self, callee: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let positional = self.lists.get(positional).to_vec();
        let arguments = self.with_keywords(positional, keywords)?;
        self.call_any(callee, arguments)
    }

    fn call_as_written(&mut self, function: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let is_direct = self.is_direct_rule();
        let positional = self.lists.get(positional).to_vec();
        let arguments = self.with_keywords(positional, keywords)?;
        let under = self.known_object(function).and_then(|object| self.library.traced_all_the_same(object));
        let function = under.map_or(function, |under| self.held(under));
        self.say_direct(is_direct);
        self.call_function(function, arguments)
    }

    fn call_cached(&mut self, cached: Value, function: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let positional = self.lists.get(positional).to_vec();
        let arguments = self.with_keywords(positional, keywords)?;
        let mut settled = true;
        for argument in arguments.all() {
            settled &= self.is_settled(argument)?;
            // The cache is asked with this very object. Where another comes with each call, a break is cheaper.
            let is_found =
                self.hashes_without_program(argument)? || self.settings.fullgraph && self.hashes_without_effect(argument)?;
            if !is_found {
                return Err(Stop::graph_break("a cached function is called with an object, by whose hash its cache goes"));
            }
        }
        let guards = self.guards.len();
        let nodes = self.graph.nodes.len();
        let read_before = self.arena.changed_read.replace(false);
        let (result, effects) = self.watched(|trace| trace.call_any(function, arguments.clone()));
        let stale = self.arena.changed_read.get();
        self.arena.changed_read.set(read_before || stale);
        // Looked at before the guards are: a deferred number has none yet.
        let settled = settled && result.as_ref().map_or(Ok(true), |result| self.is_settled(*result))?;
        let may_differ = self.guards.iter_from(guards).any(|guard| self.tells_of_data(guard));
        if may_differ && matches!(result, Err(Stop::Raise(_))) {
            return Err(Stop::graph_break("a cached function reads what may have been another value when its cache was filled"));
        }
        let result = result?;
        if effects.others || effects.any() && !self.computes_alike_now(nodes) {
            return Err(Stop::graph_break("a cached function does more than give a result, which it does once"));
        }
        if settled && !may_differ {
            return Ok(result);
        }
        if stale {
            return Err(Stop::graph_break("a cached function reads what the traced program has changed"));
        }
        self.ask_cache(cached, &arguments, result)
    }

    fn call_within(&mut self, module: Value, callee: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let positional = self.lists.get(positional).to_vec();
        let arguments = self.with_keywords(positional, keywords)?;
        self.call_module(module, callee, arguments)
    }

    fn call_of_rest(&mut self, parts: Values) -> Flow<Value> {
        let is_direct = self.is_direct_rule();
        let (callee, arguments) = match self.lists.get(parts) {
            [callee, arguments @ ..] => (*callee, arguments.to_vec()),
            [] => return Err(Stop::graph_break("a call of nothing")),
        };
        self.say_direct(is_direct);
        self.call_any(callee, Arguments::positional(arguments))
    }

    fn call_method(&mut self, object: Value, name: &'static str, arguments: Values) -> Flow<Value> {
        let name = self.library.name(name)?;
        let method = self.get_attr(object, name)?;
        let arguments = self.lists.get(arguments).to_vec();
        self.call_any(method, Arguments::positional(arguments))
    }

    fn construct(&mut self, class: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let object = self.class_object(class)?;
        let positional = self.lists.get(positional).to_vec();
        let arguments = self.with_keywords(positional, keywords)?;
        self.construct_instance(class, object, arguments)
    }
}
