//! Operators: constants fold, tensors go into the graph, symbols into the shape environment; anything
//! else follows the special methods.

use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::python::Object;
use crate::rules::externs::{ArraysExterns, DataExterns};
use crate::rules::library::{Known, OperatorFacts};
use crate::rules::{Flow, Stop};
use crate::shapes::Dim;
use crate::sources::SourceId;
use crate::tables::{COMPARATORS, Comparison, OPERATORS, OwnFunction, Role, guard_rules};
use crate::values::{State, Value};

impl Trace<'_> {
    pub fn binary_operator(&mut self, operator: usize, left: Value, right: Value) -> Flow<Value> {
        if let Some(waiting) = self.defer(operator, left, right)? {
            return Ok(waiting);
        }
        let (left, right) = (self.recognise(left)?, self.force(right)?);
        let left = if self.stays_unread(left) { self.force(left)? } else { left };
        let facts = &OPERATORS[operator];
        let function = self.library.path_object(facts.function)?;
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right))
            && self.library.folds(a.class())
            && self.library.folds(b.class())
        {
            return self.fold_objects(function, &[a, b]);
        }
        let (left, right) = self.array_beside_tensor(left, right, facts.inplace.is_none())?;
        let both = OperatorFacts { method: facts.method, reflected: facts.reflected };
        if self.is_left_to_torch(&[left, right])? {
            if let Some(result) = self.beside_tensor(both, facts.inplace, None, left, right)? {
                return Ok(result);
            }
            // What has no method for it changes nothing in place: `0 += tensor` is no statement that a graph could be
            // written as, and `tensor @= tensor` gives another tensor.
            let plain = OPERATORS.iter().find(|other| other.inplace.is_none() && other.method == facts.method);
            let in_place = match facts.inplace.filter(|_| self.is_tensor_value(left)) {
                Some(method) => self.type_attribute_named(self.class(left), method)?.is_some(),
                None => false,
            };
            let function = match plain {
                Some(plain) if !in_place => self.library.path_object(plain.function)?,
                _ => function,
            };
            return self.graph_function(function, Arguments::positional(vec![left, right]));
        }
        if self.is_symbol_value(left) || self.is_symbol_value(right) {
            return self.symbolic_binary(facts.name, left, right);
        }
        if let Some(inplace) = facts.inplace
            && let Some(result) = self.try_in_place(left, inplace, right)?
        {
            return Ok(result);
        }
        if let Some(result) = self.try_both(both, left, right, false)? {
            return Ok(result);
        }
        // CPython's `*=` repeats the right operand only where the left one's class has no slots of a sequence.
        let reflected = Some(facts.reflected).filter(|_| facts.inplace.is_none() || !self.class(left).has_sequence_slots());
        for (sequence, method, other) in
            [(left, facts.inplace, right), (left, Some(facts.method), right), (right, reflected, left)]
        {
            if let Some(method) = method
                && let Some(result) = self.try_sequence(sequence, method, other)?
            {
                return Ok(result);
            }
        }
        self.refuse_later(left, right)?;
        let method = self.type_attribute_named(self.class(left), facts.method)?;
        if self.special(left, "__len__")?.is_some()
            && method.is_some_and(|method| matches!(self.library.callee(method), Some(Known::Pure(_))))
        {
            // A text has errors of its own, for what is written into it.
            return Err(Stop::graph_break(format!(
                "{} between {} and {}",
                facts.symbol,
                self.describe(left),
                self.describe(right)
            )));
        }
        let text = format!(
            "unsupported operand type(s) for {}: '{}' and '{}'",
            facts.symbol,
            self.class(left).name_in_errors(),
            self.class(right).name_in_errors()
        );
        self.raise_text(Role::TypeError, &text)
    }

    pub fn compare_operator(&mut self, comparator: usize, left: Value, right: Value) -> Flow<Value> {
        if let Some(truth) = self.compare_unread(comparator, left, right)? {
            return Ok(truth);
        }
        let (left, right) = (self.force(left)?, self.force(right)?);
        let facts = &COMPARATORS[comparator];
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right))
            && self.library.folds(a.class())
            && self.library.folds(b.class())
        {
            let function = self.library.path_object(facts.function)?;
            return self.fold_objects(function, &[a, b]);
        }
        let (left, right) = self.array_beside_tensor(left, right, false)?;
        let both = OperatorFacts { method: facts.method, reflected: facts.reflected };
        if self.is_left_to_torch(&[left, right])? {
            let unequal = self.library.comparison_default(comparator).map(|when_same| !when_same);
            if let Some(result) = self.beside_tensor(both, None, unequal, left, right)? {
                return Ok(result);
            }
            let function = self.library.path_object(facts.function)?;
            return self.graph_function(function, Arguments::positional(vec![left, right]));
        }
        if self.is_symbol_value(left) || self.is_symbol_value(right) {
            return self.symbolic_binary(facts.name, left, right);
        }
        // Addresses are numbers.
        if self.is_later(left) || self.is_later(right) {
            let numbers = (self.with_addresses(left)?, self.with_addresses(right)?);
            if numbers != (left, right) {
                return self.compare_operator(comparator, numbers.0, numbers.1);
            }
        }
        if let Some(result) = self.try_both(both, left, right, true)? {
            return Ok(result);
        }
        // Equality falls back to identity.
        let same = self.same(left, right)?;
        match self.library.comparison_default(comparator) {
            Some(when_same) => Ok(self.bool_constant(same == when_same)),
            None => {
                self.refuse_later(left, right)?;
                let text = format!(
                    "'{}' not supported between instances of '{}' and '{}'",
                    facts.symbol,
                    self.class(left).name_in_errors(),
                    self.class(right).name_in_errors()
                );
                self.raise_text(Role::TypeError, &text)
            }
        }
    }

    pub fn unary_operator(&mut self, method: &'static str, operand: Value) -> Flow<Value> {
        let operand = self.force(operand)?;
        let function = self.library.unary_function(method)?;
        if let Some(object) = self.as_constant(operand)
            && self.library.folds(object.class())
        {
            return self.fold_objects(function, &[object]);
        }
        if self.is_left_to_torch(&[operand])? {
            return self.graph_function(function, Arguments::positional(vec![operand]));
        }
        if self.is_symbol_value(operand) {
            return self.symbolic_unary(method, operand);
        }
        match self.special(operand, method)? {
            Some(method) => self.call_values(method, &[]),
            None => Err(Stop::graph_break(format!("an operator that {} does not have", self.describe(operand)))),
        }
    }

    /// A binary operator with one tensor operand, if the other operand has special methods of its own; `None` if torch
    /// decides. The left operand goes first; a tensor's method returns NotImplemented for foreign operands. `refused`
    /// is the result if neither has an answer.
    fn beside_tensor(
        &mut self,
        facts: OperatorFacts,
        inplace: Option<&'static str>,
        refused: Option<bool>,
        left: Value,
        right: Value,
    ) -> Flow<Option<Value>> {
        if !self.is_tensor_value(left) && self.has_own_operators(left)? {
            if let Some(method) = inplace
                && let Some(result) = self.try_in_place(left, method, right)?
            {
                return Ok(Some(result));
            }
            let by_name = self.writes_operator(self.class(left), facts)?;
            if let Some(result) = self.try_method(left, facts.method, &[right], by_name)? {
                return Ok(Some(result));
            }
        }
        for other in [left, right] {
            if !self.is_tensor_value(other) && self.has_own_operators(other)? && !self.is_operand_of_tensors(other) {
                if other == right
                    && let Some(result) = self.try_operator(right, facts.reflected, &[left])?
                {
                    return Ok(Some(result));
                }
                let answers = self.type_attribute_named(self.class(other), "__torch_function__")?.is_some();
                return match refused.filter(|_| !answers) {
                    Some(refused) => Ok(Some(self.bool_constant(refused))),
                    None => Err(Stop::graph_break(format!("an operator between a tensor and {}", self.describe(other)))),
                };
            }
        }
        Ok(None)
    }

    /// Whether a value's operators are its own, not those of a number, array or tensor.
    fn has_own_operators(&mut self, value: Value) -> Flow<bool> {
        let class = self.class(value);
        if self.is_symbol_value(value) || self.library.is_array_class(class) {
            return Ok(false);
        }
        Ok(class.is_python_class() || !self.is_operand_of_tensors(value))
    }

    /// Whether torch accepts a value as the other operand of a tensor: a number or an instance of a subclass.
    fn is_operand_of_tensors(&self, value: Value) -> bool {
        let numbers = [Role::Int, Role::Float, Role::Complex];
        self.is_tensor_value(value)
            || self.is_symbol_value(value)
            || numbers.iter().any(|role| self.class(value).is_subclass(self.role(*role)))
    }

    /// The method of the left operand, then the reflected one of the right; a subclass on the right goes first,
    /// where it has a method of its own or compares. Between two objects of one class, only comparisons ask the
    /// right one as well.
    fn try_both(&mut self, facts: OperatorFacts, left: Value, right: Value, compares: bool) -> Flow<Option<Value>> {
        let (a, b) = (self.class(left), self.class(right));
        let reflected_first = a != b && b.is_subclass(a) && {
            let name = self.library.name(facts.reflected)?;
            compares || self.type_attribute(a, name) != self.type_attribute(b, name)
        };
        // A class in Python that says anything of an operator has its methods looked up by name, a sequence's among them.
        let (left_by_name, right_by_name) = (self.writes_operator(a, facts)?, self.writes_operator(b, facts)?);
        if reflected_first && let Some(result) = self.try_method(right, facts.reflected, &[left], right_by_name)? {
            return Ok(Some(result));
        }
        if let Some(result) = self.try_method(left, facts.method, &[right], left_by_name)? {
            return Ok(Some(result));
        }
        if !reflected_first && (a != b || compares) {
            return self.try_method(right, facts.reflected, &[left], right_by_name);
        }
        Ok(None)
    }

    /// Whether Python code of a class, or of a base, has one of the two methods of an operator.
    fn writes_operator(&mut self, class: Object, facts: OperatorFacts) -> Flow<bool> {
        if !class.is_python_class() {
            return Ok(false);
        }
        let methods = [self.type_attribute_named(class, facts.method)?, self.type_attribute_named(class, facts.reflected)?];
        Ok(methods.into_iter().flatten().any(|method| !method.is_native_attribute() || method.is_none()))
    }

    /// The in-place operator. A Python class inherits that of a C sequence as a number method.
    fn try_in_place(&mut self, receiver: Value, method: &'static str, argument: Value) -> Flow<Option<Value>> {
        let class = self.class(receiver);
        let found = if class.is_python_class() { self.type_attribute_named(class, method)? } else { None };
        let operator = found.and_then(|found| self.library.sequence_operator(found));
        self.try_method(receiver, method, &[argument], operator.is_some_and(|operator| !operator.repeats))
    }

    /// The operator of a sequence; `None` if it has none.
    fn try_sequence(&mut self, sequence: Value, method: &'static str, other: Value) -> Flow<Option<Value>> {
        let class = self.class(sequence);
        let Some(found) = self.type_attribute_named(class, method)? else { return Ok(None) };
        let Some(operator) = self.library.sequence_operator(found) else { return Ok(None) };
        if operator.repeats && !self.is_index(other)? {
            let text = format!("can't multiply sequence by non-int of type '{}'", self.class(other).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        }
        let name = self.library.name(method)?;
        let bound = self.bind_descriptor(found, Some(sequence), class, name)?;
        self.call_values(bound, &[other]).map(Some)
    }

    /// Breaks the graph at an operator on a value that is known only at run time.
    fn refuse_later(&self, left: Value, right: Value) -> Flow<()> {
        if self.is_later(left) || self.is_later(right) {
            return Err(Stop::graph_break("a computation with what is known only at run time"));
        }
        Ok(())
    }

    /// Calls a special method; `None` if there is none, if it gives NotImplemented, or if it is a sequence's.
    fn try_operator(&mut self, receiver: Value, method: &'static str, arguments: &[Value]) -> Flow<Option<Value>> {
        self.try_method(receiver, method, arguments, false)
    }

    /// The same, also where it is a sequence's (`sequences`).
    fn try_method(&mut self, receiver: Value, method: &'static str, arguments: &[Value], sequences: bool) -> Flow<Option<Value>> {
        let class = self.class(receiver);
        let Some(found) = self.type_attribute_named(class, method)? else { return Ok(None) };
        // `object`'s own comparison is identity, which the caller falls back to; but its `!=` asks the `==` of the class.
        if self.library.is_default_comparison(found) && !self.asks_equality(class, method)? {
            return Ok(None);
        }
        if !sequences && self.library.sequence_operator(found).is_some() {
            return Ok(None);
        }
        // A C method of another kind of object refuses the receiver, whatever the arguments are.
        let fits = found.descriptor_parts().is_none_or(|(owner, _)| class.is_subclass(owner));
        // A pure C method knows constants alone, and leaves anything else to the other operand.
        if fits && matches!(self.library.callee(found), Some(Known::Pure(_))) {
            for argument in arguments {
                // A text is written with numbers, not with expressions of them: `"%d of %d" % sizes`.
                self.specialise_parts(*argument)?;
                let known = match self.as_constant_forced(*argument)? {
                    Some(constant) => Some(constant),
                    None => self.to_python(*argument)?,
                };
                if known.is_none() && self.known_object(*argument).is_some_and(Object::is_class) {
                    return Err(Stop::graph_break("an operator on a class whose metaclass has code of its own"));
                }
                let of = known.map_or_else(|| self.class(*argument), Object::class);
                if self.is_foreign(found, of) {
                    return Ok(None);
                }
                if known.is_none() {
                    self.refuse_native_part(found, of)?;
                    return Ok(None);
                }
            }
        }
        let name = self.library.name(method)?;
        let bound = self.bind_descriptor(found, Some(receiver), class, name)?;
        let result = self.call_values(bound, arguments)?;
        let result = self.recognise(result)?;
        let not_implemented = self.role(Role::NotImplemented);
        Ok((self.as_constant(result) != Some(not_implemented)).then_some(result))
    }

    /// Breaks the graph where a C method may read what an instance of a class in Python inherits from a class in C, as
    /// the comparison of dates reads the day of an instance of a subclass.
    fn refuse_native_part(&self, method: Object, class: Object) -> Flow<()> {
        let native = class.is_python_class().then(|| class.native_base()).flatten();
        if native.is_none_or(|native| native == self.role(Role::Object)) {
            return Ok(());
        }
        let (method, class) = (method.name_text(), class.class_name());
        Err(Stop::graph_break(format!("{method} with an instance of {class}, a class in Python that inherits from one in C")))
    }

    fn asks_equality(&mut self, class: Object, method: &'static str) -> Flow<bool> {
        let is_unequal = COMPARATORS.iter().any(|row| row.method == method && row.when_same == Some(false));
        let equality = COMPARATORS[self.library.equality()].method;
        let equality = self.type_attribute_named(class, equality)?;
        Ok(is_unequal && equality.is_some_and(|equality| !self.library.is_default_comparison(equality)))
    }

    // ------------------------------------------------------------ truth, identity, equality

    pub fn truth_of(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        match &self.arena.get(value).state {
            State::Symbol(dim) => {
                let dim = *dim;
                return self.symbol_truth(dim);
            }
            State::Tensor(_) => return self.tensor_truth(value),
            // A class in Python may have a `__bool__` or `__len__` of its own, whatever it inherits from.
            _ if self.class(value).is_python_class() => {}
            State::Constant => {
                if let Some(object) = self.as_constant(value) {
                    return self.constant_truth(object);
                }
            }
            State::Items(items) => return Ok(!items.is_empty()),
            State::Map(_) => return Ok(self.map_len(value)? != 0),
            _ => {}
        }
        if let Some(method) = self.special(value, "__bool__")? {
            if self.is_none(method)? {
                let class = self.held(self.class(value));
                return self.refuse(OwnFunction::NoTruth, &[class]);
            }
            let result = self.call_values(method, &[])?;
            let result = self.force(result)?;
            if !self.has_role(result, Role::Bool) {
                return self.refuse_result("__bool__", value, result);
            }
            return self.truth_of(result);
        }
        if self.special(value, "__len__")?.is_some() {
            let length = self.length_of(value)?;
            return self.truth_of(length);
        }
        Ok(true)
    }

    /// `len(container)`: what a `__len__` of Python code gives is an int that is not negative.
    pub fn length_of(&mut self, container: Value) -> Flow<Value> {
        if let Some(length) = self.length_unread(container)? {
            return Ok(length);
        }
        let container = self.force(container)?;
        let Some(method) = self.special(container, "__len__")? else {
            let text = format!("object of type '{}' has no len()", self.class(container).name_in_errors());
            return self.raise_text(Role::TypeError, &text);
        };
        let length = self.call_values(method, &[])?;
        let length = self.index_value(length)?;
        let is_negative = match (self.as_constant(length).and_then(Object::as_int), &self.arena.get(length).state) {
            (Some(number), _) => number < 0,
            (None, State::Symbol(dim)) => {
                let is_negative = self.shapes.compare(Comparison::Less, *dim, Dim::ZERO);
                self.symbol_truth(is_negative)?
            }
            _ => return Err(Stop::graph_break("a length that is no small int")),
        };
        if is_negative {
            return self.raise_text(Role::ValueError, "__len__() should return >= 0");
        }
        Ok(length)
    }

    pub fn same(&mut self, left: Value, right: Value) -> Flow<bool> {
        if let Some(is) = self.same_unread(left, right)? {
            return Ok(is);
        }
        let (left, right) = (self.force_class(left)?, self.force_class(right)?);
        if self.class(left) != self.class(right) {
            return Ok(false);
        }
        let (left, right) = (self.force(left)?, self.force(right)?);
        if left == right {
            return Ok(true);
        }
        if self.is_symbol_value(left) || self.is_symbol_value(right) {
            // Which object an int is, nothing can guard: what is guarded is that they are equal.
            let equal = self.compare_operator(self.library.equality(), left, right)?;
            return self.truth_of(equal);
        }
        if let (State::Tensor(one), State::Tensor(other)) = (&self.arena.get(left).state, &self.arena.get(right).state)
            && self.graph.may_be_same(*one, *other)
        {
            return Err(Stop::graph_break("data-dependent branch: which of two tensors was chosen"));
        }
        match (self.as_constant(left), self.as_constant(right)) {
            (Some(a), Some(b)) => Ok(self.same_constants((left, a), (right, b))),
            _ => Ok(match (self.known_object(left), self.known_object(right)) {
                (Some(a), Some(b)) => {
                    if a != b && a.class() == b.class() {
                        self.tell_apart(left);
                        self.tell_apart(right);
                        self.tell_apart_from_kept(left, right);
                        self.tell_apart_from_kept(right, left);
                    }
                    a == b
                }
                _ => false,
            }),
        }
    }

    /// Whether two constants are the same. If so, guards the identity of each that could be another equal object later.
    fn same_constants(&mut self, left: (Value, Object), right: (Value, Object)) -> bool {
        if self.equal_constants(left.1, right.1) {
            for (value, object) in [left, right] {
                if let Some(source) = self.arena.get(value).source
                    && !self.sources.leads_to_one(source)
                {
                    self.keeper.keep(object);
                    self.guards.push(source, guard_rules::ID_MATCH, None, Fact::Identity(object));
                }
            }
        }
        left.1 == right.1
    }

    fn equal_constants(&self, a: Object, b: Object) -> bool {
        a == b || a.class() == b.class() && self.library.folds(a.class()) && a.plain_equal(b) == Some(true)
    }

    /// Notes that the identity of this object matters: it must stay different from others of its kind.
    pub fn tell_apart(&mut self, value: Value) {
        if let State::Tensor(node) = self.arena.get(value).state {
            let node = self.graph.as_made(node);
            self.graph.told_apart.insert(node);
        }
        if let Some((source, _)) = self.found_by(value) {
            self.guards.distinguished.insert(source);
        }
    }

    /// What a class or the keys of a dict have is one object, which the one at the source of `value` may be in another call.
    fn tell_apart_from_kept(&mut self, value: Value, kept: Value) {
        if let (Some(_), None, Some((source, _))) = (self.found_by(value), self.found_by(kept), self.of_identity(kept)) {
            self.guards.distinguished.insert(source);
        }
    }

    /// Guards the identity of the object.
    pub fn fix_identity(&mut self, value: Value) -> Flow<()> {
        if let Some((source, object)) = self.found_by(value) {
            self.expect_followed(object)?;
            self.keeper.keep(object);
            self.guards.push(source, guard_rules::ID_MATCH, None, Fact::Identity(object));
        }
        Ok(())
    }

    /// The existing object of a value, guarded by identity, if it can be.
    pub fn fixed_object(&mut self, value: Value) -> Flow<Option<Object>> {
        let tracked = self.arena.get(value);
        let object = tracked.object.filter(|object| !matches!(tracked.state, State::Constant) || object.is_none());
        if let Some(object) = object {
            self.keeper.keep(object);
            self.fix_identity(value)?;
        }
        Ok(object)
    }

    /// An existing object whose identity is not guarded yet, and its source.
    fn found_by(&self, value: Value) -> Option<(SourceId, Object)> {
        self.of_identity(value).filter(|(source, _)| !self.sources.leads_to_one(*source))
    }

    /// An existing object that its value does not tell, and its source.
    fn of_identity(&self, value: Value) -> Option<(SourceId, Object)> {
        let tracked = self.arena.get(value);
        let (source, object) = (tracked.source?, tracked.object?);
        let fixed = matches!(tracked.state, State::Constant) || object.is_class() || object.is_module();
        (!fixed).then_some((source, object))
    }

    pub fn equal_values(&mut self, left: Value, right: Value) -> Flow<bool> {
        if let Some(truth) = self.compare_unread(self.library.equality(), left, right)? {
            return self.truth_of(truth);
        }
        let (left, right) = (self.force(left)?, self.force(right)?);
        if let (Some(a), Some(b)) = (self.as_constant(left), self.as_constant(right))
            && self.equal_constants(a, b)
        {
            return Ok(true);
        }
        if self.same(left, right)? {
            return Ok(true);
        }
        let result = self.compare_operator(self.library.equality(), left, right)?;
        self.truth_of(result)
    }

    // ------------------------------------------------------------ subscripts

    pub fn subscript(&mut self, container: Value, key: Value) -> Flow<Value> {
        let container = self.force(container)?;
        if self.is_left_to_torch(&[container])? && !self.mentions_array(key)? && !self.has_unknown_index(key)? {
            let function = self.role(Role::GetItem);
            return self.graph_function(function, Arguments::positional(vec![container, key]));
        }
        if let Some(method) = self.special(container, "__getitem__")? {
            return self.call_values(method, &[key]);
        }
        if self.known_object(container) == Some(self.role(Role::Type)) {
            let alias = self.held(self.role(Role::GenericAlias));
            return self.call_values(alias, &[container, key]);
        }
        if self.known_object(container).is_some_and(|object| object.is_class())
            && let Some(method) = self.find_attr_named(container, "__class_getitem__")?
            && !self.is_none(method)?
        {
            return self.call_values(method, &[key]);
        }
        let text = match self.known_object(container).filter(|object| object.is_class()) {
            Some(class) => format!("type '{}' is not subscriptable", class.name_in_errors()),
            None => format!("'{}' object is not subscriptable", self.class(container).name_in_errors()),
        };
        self.raise_text(Role::TypeError, &text)
    }

    pub fn contained_item(&mut self, container: Value, item: Value) -> Flow<Value> {
        let unread = self.stays_unread(container);
        let container = if unread { container } else { self.force(container)? };
        if let Some(method) = self.special(container, "__contains__")? {
            let result = self.call_values(method, &[item])?;
            // A bool may be one that only the data knows.
            if self.has_role(result, Role::Bool) {
                return Ok(result);
            }
            let truth = self.truth_of(result)?;
            return Ok(self.bool_constant(truth));
        }
        let iterates = self.special(container, "__iter__")?.is_some() || self.special(container, "__getitem__")?.is_some();
        if !iterates {
            let name = self.text_constant(&self.class(container).name_in_errors())?;
            return self.refuse(OwnFunction::NoContainer, &[name]);
        }
        // One by one: an iterator is left behind the item that was found.
        let iterator = self.iterator_of(container)?;
        while let Some(candidate) = self.next_item(iterator)? {
            if self.equal_values(candidate, item)? {
                return Ok(self.bool_constant(true));
            }
        }
        Ok(self.bool_constant(false))
    }

    pub fn find_attr_named(&mut self, object: Value, name: &'static str) -> Flow<Option<Value>> {
        let name = self.library.name(name)?;
        self.find_attr(object, name)
    }

    fn constant_truth(&mut self, object: crate::python::Object) -> Flow<bool> {
        object.truth().map_err(|error| Stop::Abandon(format!("the truth of a constant: {error}")))
    }
}
