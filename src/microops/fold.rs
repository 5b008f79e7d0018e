//! Constant folding: runs pure C functions on constants while tracing, and turns the results into values.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::guards::Fact;
use crate::guards::observations::{AnswersSince, Gives, Observation};
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::interruption::is_interruption;
use crate::python::{Object, Owned, is_constant, same_value, stack};
use crate::rules::{Flow, Stop};
use crate::sources::SourceKind;
use crate::tables::{COMPARATORS, ModeName, OwnFunction, Purity, Role, guard_rules};
use crate::values::{State, Value};

/// How deep containers may lie in a constant.
const MAXIMUM_DEPTH: usize = 500;

impl Trace<'_> {
    /// Calls a pure function whose arguments are all constants. A function that reads values gets no object that could
    /// answer with its own code.
    pub fn fold_call(&mut self, callee: Object, arguments: &Arguments, purity: Purity) -> Flow<Value> {
        if purity == Purity::Values
            && let Some(truth) = self.truth_unread(callee, arguments)?
        {
            return Ok(truth);
        }
        // `__new__` makes an instance of its first argument.
        let constructor = callee.builtin_self().is_some_and(Object::is_class);
        let mut makes = constructor;
        let result = self.fold_by(callee, arguments, |trace, callee, value| {
            let object = trace.foldable(callee, value)?;
            let made = std::mem::take(&mut makes);
            if purity == Purity::Values && !made && !trace.holds_value(object)? {
                let what = match object.is_huge_int() {
                    true => "an int of so many digits that the process may forbid its text".to_owned(),
                    false => format!("{}, which may have code that answers it", trace.describe(value)),
                };
                return Err(Stop::graph_break(format!("call of {} with {what}", callee.name_text())));
            }
            Ok(object)
        })?;
        // Compiled code makes an instance of the program's class anew at each call, by its `__getnewargs__`.
        if constructor
            && let Some(made) = self.arena.get(result).object.filter(|made| self.folding.made.contains(made))
            && self.arguments_of_new(made)?.is_none()
        {
            let class = made.class().qualified_class_name();
            return Err(Stop::graph_break(format!(
                "an instance of {class}, which C code makes and compiled code could not make anew"
            )));
        }
        Ok(result)
    }

    /// The same for a function that the user marked `assume_constant_result`: the arguments may be any objects.
    pub fn fold_marked(&mut self, callee: Object, arguments: &Arguments) -> Flow<Value> {
        self.arena.spoil_reads();
        self.fold_by(callee, arguments, |trace, callee, value| match trace.instance_from_outside(value)? {
            Some(instance) => Ok(instance),
            None => trace.foldable(callee, value),
        })
    }

    /// Reads a setting of torch or the interpreter by calling its function, and guards the answer.
    pub fn ask_setting(&mut self, function: Object, arguments: &Arguments, chosen: bool) -> Flow<Value> {
        if !arguments.named.is_empty() {
            return Err(Stop::graph_break(format!("call of {} with keywords", function.name_text())));
        }
        if let Some(mode) = self.modes.setting(function).filter(|_| arguments.positional.is_empty()) {
            return Ok(mode.now);
        }
        let entered = self.mode_value(ModeName::ChosenSettings)?;
        if chosen && self.truth_of(entered)? {
            return Err(Stop::graph_break(format!(
                "what {} answers where the program has settings of its own",
                function.name_text()
            )));
        }
        let asked = arguments.positional.iter().map(|value| self.foldable(function, *value)).collect::<Flow<Vec<_>>>()?;
        let asked = self.keeper.keep_owned(Owned::tuple(&asked).map_err(Stop::python)?);
        let answer = match function.call(asked) {
            Ok(answer) => self.keeper.keep_owned(answer),
            Err(error) => return self.raise_python(error),
        };
        if !is_constant(answer) {
            return Err(Stop::graph_break(format!("the answer of {}, a {}", function.name_text(), answer.class_name())));
        }
        let mut known = self.keeper.keep_owned(Owned::tuple(&[asked, answer]).map_err(Stop::python)?);
        // What has been asked before is one question of the entry.
        match self.folding.settings.iter().find(|(of, before)| *of == function && same_value(*before, known)) {
            Some((_, before)) => known = *before,
            None => self.folding.settings.push((function, known)),
        }
        let source = self.sources.intern(SourceKind::Held(self.keeper.keep(function)));
        self.guards.push(source, guard_rules::SETTING, Some(known), Fact::Bool(true));
        self.from_python(answer)
    }

    /// Calls a function whose answers hold as long as `stamp()` does not change; a guard asks again when it has.
    pub(super) fn ask_since(&mut self, stamp: Object, function: Object, arguments: &[Value]) -> Flow<Value> {
        let asked = arguments.iter().map(|value| self.foldable(function, *value)).collect::<Flow<Vec<_>>>()?;
        let known = match self.folding.asked_since.get(&stamp) {
            Some(known) => *known,
            None => {
                let known = AnswersSince::start(stamp).map_err(Stop::python)?;
                *self.folding.asked_since.entry(stamp).or_insert(self.keeper.keep_owned(known))
            }
        };
        let answer = match AnswersSince::ask(known, function, &asked) {
            Ok(answer) => self.keeper.keep_owned(answer),
            Err(error) => return self.raise_python(error),
        };
        let source = self.sources.intern(SourceKind::Held(self.keeper.keep(stamp)));
        self.guards.push(source, guard_rules::ANSWERS_SINCE, Some(known), Fact::Bool(true));
        self.from_python(answer)
    }

    /// Calls a cached function, which has been traced and does nothing but give a result, `made`. So it may be called now, and
    /// what its cache keeps is what the program sees: a guard asks for it again.
    pub(super) fn ask_cache(&mut self, cached: Value, arguments: &Arguments, made: Value) -> Flow<Value> {
        let cached = self.force(cached)?;
        let tracked = self.arena.get(cached);
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else {
            return Err(Stop::graph_break("a cached function that was made by the compiled function gives an object"));
        };
        let mut asked = Vec::with_capacity(arguments.positional.len() + arguments.named.len());
        for argument in arguments.all() {
            // Sizes that change would be compiled again and again, where a break takes any.
            if self.settings.fullgraph {
                self.specialise_items(argument)?;
            }
            let instance = self.instance_from_outside(argument)?;
            asked.push(instance.map_or_else(|| self.foldable(object, argument), Ok)?);
        }
        let names: Vec<_> = arguments.named.iter().map(|(name, _)| *name).collect();
        let asked = Owned::tuple(&asked).map_err(Stop::python)?;
        let names = Owned::tuple(&names).map_err(Stop::python)?;
        let ask = || object.call_named(asked.object(), names.object());
        let given = match ask().and_then(|given| Ok((given, ask()?))) {
            Ok((given, again)) if given.object() == again.object() => given,
            // A cache of no size.
            Ok(_) => return Ok(made),
            Err(error) => return self.raise_python(error),
        };
        let given = self.keeper.keep_owned(given);
        let known = Owned::tuple(&[asked.object(), names.object(), given]).map_err(Stop::python)?;
        let known = match self.folding.settings.iter().find(|(of, before)| *of == object && same_value(*before, known.object())) {
            Some((_, before)) => *before,
            None => self.keeper.keep_owned(known),
        };
        let mut before = self.folding.settings.iter().filter(|(of, _)| *of == object);
        if !before.all(|(_, known)| Gives.observe(object, Some(*known)) == Some(Fact::Bool(true))) {
            return Err(Stop::graph_break("a cached function whose cache has too little room for the calls of this trace"));
        }
        self.folding.settings.push((object, known));
        self.guards.push(source, guard_rules::CACHED_RESULT, Some(known), Fact::Bool(true));
        if is_constant(given) { self.from_python(given) } else { Ok(self.held(given)) }
    }

    fn specialise_items(&mut self, value: Value) -> Flow<()> {
        let value = self.specialised(value)?;
        if let State::Items(items) = &self.arena.get(value).state {
            items.clone().into_iter().try_for_each(|item| self.specialise_items(item))?;
        }
        Ok(())
    }

    /// An existing instance that the trace did not change, guarded by identity.
    pub(super) fn instance_from_outside(&mut self, value: Value) -> Flow<Option<Object>> {
        let value = self.force(value)?;
        let tracked = self.arena.get(value);
        let written = tracked.dirty || tracked.dict.is_some_and(|dict| self.arena.get(dict).dirty);
        let (State::Plain, Some(object), Some(source), false) = (&tracked.state, tracked.object, tracked.source, written) else {
            return Ok(None);
        };
        self.expect_followed(object)?;
        self.guards.push(source, guard_rules::ID_MATCH, None, Fact::Identity(object));
        Ok(Some(object))
    }

    fn fold_by(
        &mut self,
        callee: Object,
        arguments: &Arguments,
        mut known: impl FnMut(&mut Self, Object, Value) -> Flow<Object>,
    ) -> Flow<Value> {
        let mut positional = Vec::with_capacity(arguments.positional.len());
        let compares = self.is_comparison(callee);
        for (at, value) in arguments.positional.iter().enumerate() {
            // A method of a C class looks at what that class keeps of its receiver, the number or the text; one of a number
            // looks so at every number that it is given, and a comparison at both sides.
            let alone = if at == 0 { self.is_method(callee) } else { compares || self.is_method_of_number(callee) };
            let kept = if alone { self.as_constant_forced(*value)? } else { None };
            positional.push(match kept.filter(|kept| !kept.is_huge_int()) {
                Some(kept) if at == 0 || compares || self.is_read_alone(kept.class())? => kept,
                _ => known(self, callee, *value)?,
            });
        }
        let mut named = Vec::with_capacity(arguments.named.len());
        for (name, value) in &arguments.named {
            named.push((*name, known(self, callee, *value)?));
        }
        let model = positional.iter().any(|argument| self.classes.traced.contains_key(argument));
        let result = Python::attach(|python| -> PyResult<Owned> {
            let arguments = PyTuple::new(python, positional.iter().map(|object| object.bound(python).clone()))?;
            let keywords = PyDict::new(python);
            for (name, object) in named {
                keywords.set_item(name.bound(python), object.bound(python))?;
            }
            let folding = crate::python::import(python, "alternator.tracing.folding")?;
            folding.getattr("call")?.call1((callee.bound(python), arguments, keywords)).map(Owned::from_bound)
        });
        let warned = |error: &PyErr| {
            Python::attach(|python| -> PyResult<bool> {
                let class = crate::python::import(python, "alternator.tracing.folding")?.getattr("Warned")?;
                Ok(error.is_instance(python, &class))
            })
            .unwrap_or(false)
        };
        if result.as_ref().err().is_some_and(warned) {
            return Err(Stop::graph_break(format!("call of {}, which warns", callee.name_text())));
        }
        if let (true, Ok(result)) = (model, &result) {
            self.note_instance_of_traced_class(callee, result.object())?;
        }
        self.folded(callee, result)
    }

    /// The result of a C call with a traced class: an instance of such a class is noted, because it ends with the trace
    /// too.
    fn note_instance_of_traced_class(&mut self, callee: Object, result: Object) -> Flow<()> {
        if result.is_plain_constant() {
            return Ok(());
        }
        match self.classes.traced.get(&result.class()).copied() {
            Some(step) => {
                self.keeper.keep(result);
                self.classes.traced.insert(result, step);
                Ok(())
            }
            None => Err(Stop::graph_break(format!("call of {} with a class that is made while tracing", callee.name_text()))),
        }
    }

    fn is_method_of_number(&self, function: Object) -> bool {
        function.descriptor_parts().is_some_and(|(class, _)| self.is_number_class(class))
    }

    /// Whether a C method returns NotImplemented for an operand of this class without reading it: a method of numbers for
    /// a non-number, a comparison of texts for a non-text.
    pub fn is_foreign(&self, method: Object, class: Object) -> bool {
        match method.descriptor_parts() {
            Some(_) if self.is_method_of_number(method) => !self.is_number_class(class),
            Some((owner, _)) => self.is_comparison(method) && !class.is_subclass(owner),
            None => false,
        }
    }

    /// Whether a C method compares two numbers or texts, whose own code it does not ask.
    fn is_comparison(&self, method: Object) -> bool {
        method.descriptor_parts().is_some_and(|(owner, name)| {
            self.library.is_scalar(owner) && COMPARATORS.iter().any(|row| name.as_str() == Some(row.method))
        })
    }

    /// Whether C code reads an instance of this class as the number that it is, as an operand and as an index. An int is its
    /// own index; of any other number C code asks for one by `__index__`.
    fn is_read_alone(&mut self, class: Object) -> Flow<bool> {
        let name = self.library.name("__index__")?;
        let is_int = class.is_subclass(self.role(Role::Int));
        Ok(is_int || self.is_number_class(class) && self.type_attribute(class, name).is_none())
    }

    fn is_number_class(&self, class: Object) -> bool {
        [Role::Int, Role::Float, Role::Complex].iter().any(|role| class.is_subclass(self.role(*role)))
    }

    /// The same for a function that never warns, such as an operator.
    pub fn fold_objects(&mut self, callee: Object, positional: &[Object]) -> Flow<Value> {
        let result = Python::attach(|python| {
            let arguments = PyTuple::new(python, positional.iter().map(|object| object.bound(python).clone()))?;
            callee.bound(python).call1(arguments).map(Owned::from_bound)
        });
        self.folded(callee, result)
    }

    fn folded(&mut self, callee: Object, result: PyResult<Owned>) -> Flow<Value> {
        match result {
            Ok(result) => {
                let is_new = result.count() == 1;
                let object = self.keeper.keep_owned(result);
                if is_new && object.class().is_python_class() {
                    self.folding.made.insert(object);
                }
                let value = self.from_python(object)?;
                // Each call makes one of its own, which the compiled code would share between its calls. What has no hash may
                // change, unless it is what a class makes that the rules call pure.
                let changes = object.is_iterator() || (object.is_unhashable() && object.class() != callee);
                if is_new && matches!(self.arena.get(value).state, State::Constant) && changes {
                    let class = object.class().qualified_class_name();
                    return Err(Stop::graph_break(format!("a pure function that makes an instance of {class}, which changes")));
                }
                Ok(value)
            }
            // No function written in C raises what is no `Exception`: an interrupt came meanwhile.
            Err(error) if is_interruption(&error) && callee.class() != self.role(Role::Function) => Err(Stop::python(error)),
            Err(error) => self.raise_python(error),
        }
    }

    /// The arguments of `__new__` that make an equal instance, for subclasses of builtin classes.
    pub fn arguments_of_new(&mut self, object: Object) -> Flow<Option<Vec<Object>>> {
        let name = self.library.name("__getnewargs__")?;
        let bases = object.class().mro().map(Object::items).unwrap_or_default();
        let native = bases.into_iter().filter(|base| !base.is_python_class());
        let Some(asked) = native.filter_map(|base| base.class_dict()?.dict_get(name)).next() else { return Ok(None) };
        let given = Python::attach(|python| asked.bound(python).call1((object.bound(python),)).map(Owned::from_bound));
        Ok(Some(self.keeper.keep_owned(given.map_err(Stop::python)?).items()))
    }

    /// An argument of a pure function: a constant, possibly a list or dict of constants.
    pub(super) fn foldable(&mut self, callee: Object, value: Value) -> Flow<Object> {
        let value = self.force(value)?;
        let value = self.specialised(value)?;
        if let Some(class) = self.known_object(value).filter(|object| self.classes.traced.contains_key(object)) {
            return Ok(class);
        }
        // C code looks at the number alone, whatever attributes the trace has set on it.
        if let Some(object) = self.as_constant(value)
            && !self.runs_own_code(object.class())?
        {
            return Ok(object);
        }
        if let Some(object) = self.to_python(value)? {
            return Ok(object);
        }
        Err(Stop::graph_break(format!(
            "call of {} with {}, which is not known while tracing",
            callee.name_text(),
            self.describe(value)
        )))
    }

    /// A real object equal to the value, made of constants and objects known by identity.
    pub fn to_python(&mut self, value: Value) -> Flow<Option<Object>> {
        let value = self.force(value)?;
        if self.folding.under_way.contains(&value) {
            self.folding.under_way.clear();
            return Err(Stop::graph_break("a container that holds itself"));
        }
        if self.folding.under_way.len() > MAXIMUM_DEPTH || stack::is_short() {
            return Ok(None);
        }
        self.folding.under_way.push(value);
        let made = self.make_python(value);
        self.folding.under_way.pop();
        made
    }

    fn make_python(&mut self, value: Value) -> Flow<Option<Object>> {
        let tracked = self.arena.get(value);
        let written = tracked.dirty || tracked.dict.is_some_and(|dict| self.arena.get(dict).dirty);
        match &tracked.state {
            // A number with attributes is the real one without those that the trace has set.
            State::Constant => return self.as_it_is(tracked.class, tracked.object.filter(|_| !written)),
            State::Symbol(_) => return self.as_python_constant(value),
            State::Plain if tracked.object.is_some() && self.library.known_by_identity(tracked.class) => {
                return self.as_it_is(tracked.class, tracked.object.filter(|_| !written));
            }
            State::Items(items) => {
                let (class, items) = (tracked.class, items.clone());
                let mut objects = Vec::with_capacity(items.len());
                for item in items {
                    match self.to_python(item)? {
                        Some(object) => objects.push(object),
                        None => return Ok(None),
                    }
                }
                let made = if class == self.role(Role::List) {
                    Owned::list(&objects)
                } else {
                    let tuple = Owned::tuple(&objects).map_err(Stop::python)?;
                    if class == self.role(Role::Tuple) {
                        Ok(tuple)
                    } else if class == self.role(Role::Size) {
                        Python::attach(|python| {
                            Ok(Owned::from_bound(class.bound(python).call1((tuple.object().bound(python),))?))
                        })
                    } else {
                        return Ok(None);
                    }
                };
                let made = made.map_err(Stop::python)?;
                return Ok(Some(self.keeper.keep_owned(made)));
            }
            State::Slots(parts) if self.library.is_made_of_parts(tracked.class) => {
                let (class, parts) = (tracked.class, parts.clone());
                let mut objects = Vec::with_capacity(parts.len());
                for part in parts {
                    match self.to_python(part)? {
                        Some(object) => objects.push(object),
                        None => return Ok(None),
                    }
                }
                let made = Python::attach(|python| -> PyResult<Owned> {
                    let arguments = PyTuple::new(python, objects.iter().map(|object| object.bound(python).clone()))?;
                    Ok(Owned::from_bound(class.bound(python).call1(arguments)?))
                });
                let made = made.map_err(Stop::python)?;
                return Ok(Some(self.keeper.keep_owned(made)));
            }
            State::Map(_) if tracked.class == self.role(Role::Dict) => {
                let mut pairs = Vec::new();
                for (key, value) in self.map_values(value)? {
                    match (self.to_python(key)?, self.to_python(value)?) {
                        (Some(key), Some(value)) => pairs.push((key, value)),
                        _ => return Ok(None),
                    }
                }
                let made = Owned::dict(&pairs).map_err(Stop::python)?;
                return Ok(Some(self.keeper.keep_owned(made)));
            }
            _ => {}
        }
        Ok(None)
    }

    /// An existing object that C code may read: it runs no code of the program, and the trace did not make it.
    fn as_it_is(&mut self, class: Object, object: Option<Object>) -> Flow<Option<Object>> {
        match object.filter(|object| !self.classes.traced.contains_key(object)) {
            Some(object) if !self.runs_own_code(class)? => Ok(Some(object)),
            _ => Ok(None),
        }
    }

    /// The value of a new object that a pure function returned.
    pub fn from_python(&mut self, object: Object) -> Flow<Value> {
        self.keeper.keep(object);
        let class = object.class();
        if class == self.role(Role::List) {
            let items =
                object.items().into_iter().map(|item| self.nested(|trace| trace.from_python(item))).collect::<Flow<Vec<_>>>()?;
            return Ok(self.make_items(class, items));
        }
        if class == self.role(Role::Tuple) && !object.is_plain_constant() {
            let items =
                object.items().into_iter().map(|item| self.nested(|trace| trace.from_python(item))).collect::<Flow<Vec<_>>>()?;
            return Ok(self.make_items(class, items));
        }
        if class == self.role(Role::Size) {
            let items =
                object.items().into_iter().map(|item| self.nested(|trace| trace.from_python(item))).collect::<Flow<Vec<_>>>()?;
            return Ok(self.make_items(class, items));
        }
        if class == self.role(Role::Dict) {
            let dict = self.make_map(class);
            for entry in object.dict_entries() {
                let key_value = self.from_python(entry.key)?;
                let value = self.from_python(entry.value)?;
                let key = self.key_of(key_value)?;
                self.map_set(dict, key, key_value, value)?;
            }
            return Ok(dict);
        }
        if class == self.role(Role::Set) || class == self.role(Role::Frozenset) {
            let set = self.make_map(class);
            let none = self.none();
            for item in object.set_items().unwrap_or_default() {
                let item = self.from_python(item)?;
                let key = self.key_of(item)?;
                self.map_set(set, key, item, none)?;
            }
            return Ok(set);
        }
        if object.is_class() || self.library.known_by_identity(class) {
            return Ok(self.held(object));
        }
        // Perhaps nobody else has it.
        if class.is_python_class() {
            self.sources.own.push(object);
            return Ok(self.held(object));
        }
        Ok(self.arena.constant(object))
    }

    /// Raises an exception of a pure function in the traced program.
    pub fn raise_python<T>(&mut self, error: PyErr) -> Flow<T> {
        let (class, arguments, attributes) = Python::attach(|python| {
            let value = error.value(python);
            let class = Owned::from_bound(value.get_type().into_any());
            let arguments = value.getattr("args").map(Owned::from_bound);
            let attributes = value.getattr("__dict__").map(Owned::from_bound);
            (class, arguments, attributes)
        });
        let class = self.keeper.keep_owned(class);
        let class = self.held(class);
        let arguments = self.keeper.keep_owned(arguments.map_err(Stop::python)?);
        let values = arguments.items().into_iter().map(|item| self.from_python(item)).collect::<Flow<Vec<_>>>()?;
        if !self.known_object(class).is_some_and(Object::is_python_class) {
            return Err(Stop::Raise(self.new_exception(class, values)?));
        }
        // What its `__init__` was called with is not known.
        let attributes = self.keeper.keep_owned(attributes.map_err(Stop::python)?);
        let (arguments, attributes) = (self.make_items(self.role(Role::Tuple), values), self.from_python(attributes)?);
        let again = self.held(self.own(OwnFunction::RaisedAgain)?);
        Err(Stop::Raise(self.call_values(again, &[class, arguments, attributes])?))
    }

    /// `operator.index(value)`: an int, perhaps symbolic.
    pub fn index_value(&mut self, value: Value) -> Flow<Value> {
        let value = self.force(value)?;
        if self.has_role(value, Role::Int) {
            return Ok(value);
        }
        if self.as_constant(value).is_some_and(Object::is_int) {
            // Of a subclass, bool among them, it is the int that it holds.
            let number = self.int_from(value)?;
            return self.int_constant(number);
        }
        let Some(method) = self.special(value, "__index__")? else {
            let text = format!("'{}' object cannot be interpreted as an integer", self.class(value).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        };
        let number = self.call_values(method, &[])?;
        let number = self.force(number)?;
        if self.has_role(number, Role::Int) {
            return Ok(number);
        }
        if self.as_constant(number).is_some_and(Object::is_int) {
            return Err(Stop::graph_break("__index__ that gives a subclass of int, which CPython warns of"));
        }
        self.refuse_result("__index__", value, number)
    }

    /// Whether `operator.index` accepts it.
    pub fn is_index(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        let is_int = self.has_role(value, Role::Int) || self.as_constant(value).is_some_and(Object::is_int);
        Ok(is_int || self.special(value, "__index__")?.is_some())
    }

    /// The number of an int, specialising a symbol.
    pub fn int_from(&mut self, value: Value) -> Flow<i64> {
        let value = self.decided(value)?;
        if let Some(object) = self.as_constant(value) {
            if let Some(number) = object.as_int() {
                return Ok(number);
            }
            if object.is_int() {
                return Err(Stop::graph_break("an int beyond what the engine counts with"));
            }
        }
        if let State::Symbol(dim) = self.arena.get(value).state {
            return self.specialise_dim(dim);
        }
        let number = self.index_value(value)?;
        self.int_from(number)
    }
}
