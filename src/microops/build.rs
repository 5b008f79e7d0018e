//! Build rules' externs: turn existing objects into tracked values.

use pyo3::prelude::*;

use crate::codegen::Resumes;
use crate::graph::Target;
use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::interpreter::frame::Frame;
use crate::interpreter::trace::Float;
use crate::python::{Object, context_variables, item_classes, read};
use crate::rules::externs::BuildExterns;
use crate::rules::slot::Slot;
use crate::rules::types::{SourceId, Values};
use crate::rules::{Flow, Stop};
use crate::shapes::marks::{self, DimensionMarks, Unseen};
use crate::shapes::{Dim, Interval, MetaArgument};
use crate::sources::SourceKind;
use crate::tables::{ObjectPart, Role, Tracking, guard_rules};
use crate::values::{Map, State, Value};

impl Trace<'_> {
    pub fn object_at(&self, source: SourceId) -> Flow<Object> {
        self.arena
            .lookup_source(source)
            .and_then(|value| self.arena.get(value).object)
            .ok_or_else(|| Stop::Abandon("a source without an object".into()))
    }

    /// The module that owns the int or size at this source: those are constants by default.
    fn module_of(&self, source: SourceId) -> Option<Object> {
        let mut at = Some(source);
        while let Some(source) = at {
            if let SourceKind::InstanceDict(instance) = self.sources.kind(source)
                && let Some(value) = self.arena.lookup_source(instance)
                && self.library.is_module_class(self.arena.get(value).class)
            {
                return self.arena.get(value).object;
            }
            at = self.sources.parent(source);
        }
        None
    }

    /// Whether an iterator is a variable of a resume function: usually of the loop that continues there, at another
    /// position each time.
    fn is_of_resumed_loop(&self, source: SourceId) -> bool {
        let is_resume = |frame: &Frame| Resumes::of_process().is_resume(frame.code.code);
        matches!(self.sources.kind(source), SourceKind::Local(_)) && self.frames.first().is_some_and(is_resume)
    }

    pub(super) fn dynamic_int(&mut self, source: SourceId, number: i64) -> Flow<bool> {
        let settings = self.settings;
        // A module's own number, or a global's, is a constant until it has two entries: what changes more often counts
        // something, and would be compiled again for each value.
        let module = if settings.allow_unspec_int_on_nn_module { None } else { self.module_of(source) };
        let own = module.is_some() || !self.sources.is_input(source);
        if own && self.history.is_new() {
            return Ok(false);
        }
        // Every value is noted, also those that stay constants.
        let name = self.sources.display(source).to_string();
        let changed = match module {
            // Another module of the class has another number, which need not change.
            Some(module) => self.history.int_changes(&format!("{name} of {:p}", module.as_ptr()), number),
            None => self.history.int_changes(&name, number),
        };
        if settings.specialize_int {
            return Ok(false);
        }
        let asked = if own { settings.dynamic.filter(|dynamic| !dynamic) } else { settings.dynamic };
        let said = self.said_of_source(&name, None, number, 0)?;
        Ok(said.map(|said| said.dynamic).or(asked).unwrap_or(settings.automatic_dynamic_shapes && changed))
    }

    /// What is configured for a dimension of a source, or for an int.
    fn said_of_source(&self, name: &str, dimension: Option<usize>, now: i64, rank: usize) -> Flow<Option<Said>> {
        let Some(said) = self.settings.marked_sources.as_ref() else { return Ok(None) };
        let said = said.object();
        let found = Python::attach(|python| {
            let found = said.bound(python).call1((name, dimension, now, rank))?;
            let told: Option<Told> = found.extract()?;
            Ok(told.map(|(dynamic, unbacked, by_name, least, greatest, shape)| {
                let range = (least.is_some() || greatest.is_some()).then(|| Interval::new(least, greatest));
                Said { dynamic, by_name, unseen: unbacked.then_some(Unseen { range, shape }) }
            }))
        });
        found.map_err(Stop::Refuse)
    }

    /// The name of a float's source, if the float is to be a number of the graph. That includes attributes of modules
    /// and globals, where annealed values often are.
    fn dynamic_float(&mut self, source: SourceId, number: f64) -> Option<String> {
        let settings = self.settings;
        let name = self.sources.display(source).to_string();
        let changes = self.history.float_changes(&name, number);
        let refused =
            settings.specialize_float || self.earlier.floats_fixed || self.history.is_fixed(&name) || !number.is_finite();
        let dynamic = settings.dynamic.unwrap_or(settings.automatic_dynamic_shapes && changes);
        (dynamic && !refused && self.graph.current == crate::graph::subgraphs::WHOLE).then_some(name)
    }

    /// A symbol for an int that changes from call to call.
    fn int_symbol(&mut self, src: SourceId, number: i64) -> Flow<Option<Dim>> {
        if !Interval::REACH.contains(number.into()) || !self.dynamic_int(src, number)? {
            return Ok(None);
        }
        let dim = self.shapes.int_symbol(&self.sources, src, number, self.graph.nodes.len());
        Ok(self.shapes.as_symbol(dim).map(|_| dim))
    }

    /// The same for a float, as the item of an input tensor.
    fn float_symbol(&mut self, src: SourceId, object: Object) -> Flow<Option<Dim>> {
        let Some(name) = object.as_float().and_then(|number| self.dynamic_float(src, number)) else { return Ok(None) };
        let tensor = self.tensor_over(object)?;
        let source = self.sources.intern(SourceKind::AsTensor(src));
        let fact =
            crate::python::tensor::fact(tensor).ok_or_else(|| Stop::Abandon("a float that did not become a tensor".into()))?;
        let (meta, _) = self.input_meta(source, tensor, &fact)?;
        let input = self.graph.input_node(source, Target::Input { object: tensor, source }, MetaArgument::Tensor(meta));
        let dim = self.number_in(input, None)?;
        if let Some(symbol) = self.shapes.as_symbol(dim) {
            self.floats.push(Float { symbol, source, name });
        }
        Ok(Some(dim))
    }

    /// The contents of a set from outside.
    fn set_at(&mut self, object: Object, src: SourceId) -> Flow<Map> {
        let items: Vec<_> = read::set_entries(object).collect();
        let mut map = Map { backing: Some(object), complete: true, past: Some(Vec::new()), ..Map::default() };
        let none = self.none();
        let mut asked = false;
        for (item, stored) in items {
            let key = if item.is_plain_constant() { self.constant_value(item) } else { self.held(item) };
            let (hash, told) = self.hash_in_table(item, key, stored)?;
            asked |= told;
            map.entries.insert(
                crate::values::Key::Object { object: item, hash },
                crate::values::Entry { key, value: none, written: false },
            );
        }
        if asked {
            self.note_collisions(&map);
            self.observe_object(guard_rules::SET_HASHES, object, src, None)?;
        }
        Ok(map)
    }
}

/// What the settings say of a dimension or an int: dynamic, unbacked, by name, its least and greatest value, its shape.
type Told = (bool, bool, bool, Option<i64>, Option<i64>, Option<String>);

impl BuildExterns for Trace<'_> {
    fn track_constant(&mut self, src: SourceId, known: Object) -> Flow<Value> {
        // What other guards observe of it, such as its class, does not make it a constant.
        if self.object_at(src)? != known {
            return Err(Stop::Abandon("a constant of which something else was observed".into()));
        }
        self.become_state(src, State::Constant, false)
    }

    fn track(&mut self, src: SourceId, how: Tracking) -> Flow<Value> {
        let object = self.object_at(src)?;
        let state = match how {
            Tracking::Instance => State::Plain,
            Tracking::Items => State::Items(self.items_at(object, src)),
            Tracking::List => State::Grown(Vec::new()),
            Tracking::Entries => State::Map(Map::over(object)),
            Tracking::Set => State::Map(self.set_at(object, src)?),
        };
        self.become_state(src, state, true)
    }

    fn track_symbol(&mut self, src: SourceId) -> Flow<Option<Value>> {
        let object = self.object_at(src)?;
        let dim = match object.as_int() {
            Some(number) => self.int_symbol(src, number)?,
            None => self.float_symbol(src, object)?,
        };
        dim.map(|dim| self.become_state(src, State::Symbol(dim), false)).transpose()
    }

    fn items_held(&mut self, src: SourceId, count: i64) -> Flow<Value> {
        let object = self.object_at(src)?;
        item_classes::add(object.class());
        let mut items = Vec::new();
        for index in 0..u32::try_from(count).unwrap_or_default() {
            let item = read::sequence_item(object, index as usize)
                .ok_or_else(|| Stop::Abandon("a container changed while it was read".into()))?;
            let source = self.sources.intern(SourceKind::Item(src, index));
            items.push(self.lazy(item, source));
        }
        Ok(self.make(self.role(Role::List), State::Items(items)))
    }

    fn track_tensor(&mut self, src: SourceId) -> Flow<Value> {
        let object = self.object_at(src)?;
        let guard = guard_rules::TENSOR_MATCH;
        let fact = match self.guards.fact(src, guard, None) {
            Some(Fact::Tensor(fact)) => (**fact).clone(),
            _ => return Err(Stop::graph_break("a tensor whose metadata cannot be observed")),
        };
        if marks::has_guarded_address(object) {
            self.observe_object(guard_rules::ID_MATCH, object, src, None)?;
        }
        let (meta, relaxed) = self.input_meta(src, object, &fact)?;
        if relaxed != fact {
            self.guards.replace(src, guard, None, Fact::Tensor(Box::new(relaxed)));
        }
        let node = self.graph.input_node(src, Target::Input { object, source: src }, MetaArgument::Tensor(meta));
        self.graph.note_inference(node, crate::python::tensor::is_made_in_inference_mode(fact.dispatch_keys));
        self.become_state(src, State::Tensor(node), true)
    }

    fn part_of(&mut self, src: SourceId, part: ObjectPart) -> Flow<Value> {
        let object = self.object_at(src)?;
        let method = object.as_method();
        let (found, kind) = match part {
            ObjectPart::Function => (method.map(|method| method.function()), SourceKind::MethodFunction(src)),
            ObjectPart::Receiver => (method.map(|method| method.receiver()), SourceKind::MethodSelf(src)),
            ObjectPart::Contents => (object.cell_content(), SourceKind::CellContents(src)),
            ObjectPart::Referent => (read::referent(object).map(|target| self.keeper.keep(target)), SourceKind::Referent(src)),
        };
        match found {
            Some(found) => {
                let source = self.sources.intern(kind);
                Ok(self.lazy(found, source))
            }
            None if part == ObjectPart::Referent => Ok(self.none()),
            None => Ok(Value::NULL),
        }
    }

    fn context_value(&mut self, variable: Value, own_default: bool) -> Flow<Option<Value>> {
        let variable = self.force(variable)?;
        let tracked = self.arena.get(variable);
        let (Some(object), Some(source)) = (tracked.object, tracked.source) else {
            return Err(Stop::Abandon("a context variable without a source".into()));
        };
        if !own_default && !matches!(self.observe(guard_rules::CONTEXT_HAS, source, None)?, Slot::Bool(true)) {
            return Ok(None);
        }
        let Some(value) = context_variables::value(object) else { return Ok(None) };
        let source = self.sources.intern(SourceKind::ContextValue(source));
        Ok(Some(self.lazy(value, source)))
    }

    fn track_state(&mut self, src: SourceId, state: Values) -> Flow<Value> {
        let state = self.lists.get(state).to_vec();
        self.become_state(src, State::Slots(state), true)
    }

    fn attribute_of(&mut self, src: SourceId, name: &'static str) -> Flow<Value> {
        self.read_at(src, name, SourceKind::Attribute)
    }

    fn member_of(&mut self, src: SourceId, member: Object) -> Flow<Value> {
        let found = read::slot(self.object_at(src)?, member)
            .ok_or_else(|| Stop::graph_break("a number that C code keeps, too large to be looked at"))?;
        self.keeper.keep(found);
        self.lifetimes.members.push((src, member));
        let source = self.sources.intern(SourceKind::Slot(src, member));
        Ok(self.lazy(found, source))
    }

    fn moving_member_of(&mut self, src: SourceId, member: Object) -> Flow<Value> {
        let position = self.member_of(src, member)?;
        let tracked = self.arena.get(position);
        if let (Some(source), Some(number)) = (tracked.source, tracked.object.and_then(Object::as_int)) {
            let moves = self.history.int_changes(&self.sources.display(source).to_string(), number);
            if (moves || self.is_of_resumed_loop(src)) && !self.settings.fullgraph {
                return Err(Stop::graph_break("an iterator that was made outside the compiled function and moves at each call"));
            }
        }
        Ok(position)
    }

    fn asked_attribute_of(&mut self, src: SourceId, name: &'static str) -> Flow<Value> {
        self.read_at(src, name, SourceKind::AskedAttribute)
    }
}

impl Trace<'_> {
    /// An attribute of the object at a source, as C code gives it.
    fn read_at(&mut self, src: SourceId, name: &'static str, kind: fn(SourceId, Object) -> SourceKind) -> Flow<Value> {
        let object = self.object_at(src)?;
        let name = self.library.name(name)?;
        let found = self.attribute_aside(object, name)?.map_err(Stop::python)?;
        let found = self.keeper.keep_owned(found);
        let source = self.sources.intern(kind(src, name));
        Ok(self.lazy(found, source))
    }

    /// The hash of a real object, where computing it runs no user code.
    pub fn object_hash(&mut self, object: Object) -> Flow<isize> {
        self.fix_hash(object)?;
        if let Some(hash) = object.plain_hash() {
            return Ok(hash);
        }
        match self.pure_hash(object)? {
            Some(hash) => Ok(hash),
            None => Err(Stop::graph_break(format!(
                "the hash of a {} object, which runs user code",
                object.class().qualified_class_name()
            ))),
        }
    }

    /// The hash of a key in an existing dict or set, `stored` being the one by which the table has it. That one alone counts
    /// if Python code computes hashes of such keys, and is noted; `told` is whether that is so.
    pub fn hash_in_table(&mut self, key: Object, key_value: Value, stored: isize) -> Flow<(isize, bool)> {
        self.fix_hash(key)?;
        if key.plain_hash().is_some() {
            return Ok((stored, false));
        }
        if self.pure_hash(key)?.is_some() {
            return Ok((stored, false));
        }
        let key_value = self.force(key_value)?;
        self.note_hash(key_value, stored)?;
        Ok((stored, true))
    }

    /// The hash of an object whose class a rule declares to hash and compare without side effects.
    pub fn pure_hash(&mut self, object: Object) -> Flow<Option<isize>> {
        let parts = if object.behaves_as_tuple() { object.items() } else { vec![object] };
        for part in parts {
            let pure = part.plain_hash().is_some()
                || self.library.hashes_purely(part.class()) && !self.hashes_by_program(part.class())?;
            // Whether two sets are equal, their items say; of a subclass of values (a date's), code of the program may.
            let is_told = !part.is_set() && !self.library.compares_by_value(part.class()) || part.compares_plainly();
            if !pure || !is_told {
                return Ok(None);
            }
        }
        let hash = pyo3::Python::attach(|python| pyo3::types::PyAnyMethods::hash(object.bound(python).as_any()));
        hash.map(Some).map_err(Stop::python)
    }

    /// The metadata of an input tensor, and what its guard compares: sizes that change from call to call are symbols.
    pub fn input_meta(
        &mut self,
        source: SourceId,
        object: Object,
        fact: &crate::python::TensorFact,
    ) -> Flow<(crate::shapes::TensorRef, crate::python::TensorFact)> {
        if !fact.has_strides {
            return Err(Stop::graph_break("a tensor whose layout has no strides"));
        }
        let sizes: Vec<i64> = fact.sizes.iter().map(|size| size.unwrap_or_default()).collect();
        // The sizes of a wrapper may be what its class says of its parts.
        if sizes.len() != fact.sizes.iter().flatten().count() && !self.is_wrapper_class(fact.class)? {
            return Err(Stop::graph_break("a tensor whose sizes are no numbers"));
        }
        let dynamic = self.dynamic_dimensions(source, object, &sizes)?;
        let mut dims = Vec::with_capacity(sizes.len());
        let mut relaxed = fact.clone();
        for (index, size) in sizes.iter().enumerate() {
            let mut dim = Dim::constant(*size).ok_or_else(|| Stop::graph_break("a size beyond what the engine counts"))?;
            if let Some(mark) = &dynamic[index] {
                let from = self.size_source(source, index);
                dim = match mark.clone() {
                    DimensionMark::Symbol { range, marked } => self.shapes.size_symbol(&self.sources, from, *size, range, marked),
                    DimensionMark::Unseen(unseen) => self.shapes.unseen_size(from, unseen.range, unseen.shape),
                };
                if self.shapes.as_symbol(dim).is_some() {
                    relaxed.sizes[index] = None;
                }
            }
            dims.push(dim);
        }
        let strides = self.input_strides(source, object, fact, &dims, &mut relaxed)?;
        crate::shapes::tensor::observed(&mut self.shapes, fact, dims, strides)
            .map(|meta| (std::rc::Rc::new(meta), relaxed))
            .ok_or_else(|| Stop::graph_break("a tensor of a dtype or layout that the engine does not know"))
    }

    /// The strides of an input. A stride over a symbolic size is the product of that size and its stride. A stride that
    /// is no such product and changes from call to call is a symbol of its own: the tensor is a slice of one that
    /// grows.
    fn input_strides(
        &mut self,
        source: SourceId,
        object: Object,
        fact: &crate::python::TensorFact,
        dims: &[Dim],
        relaxed: &mut crate::python::TensorFact,
    ) -> Flow<Vec<Dim>> {
        let numbers: Vec<i64> = fact.strides.iter().map(|stride| stride.unwrap_or_default()).collect();
        let too_far = || Stop::graph_break("a stride beyond what the engine counts");
        let fixed = |number: &i64| Dim::constant(*number).ok_or_else(too_far);
        let mut strides = numbers.iter().map(fixed).collect::<Flow<Vec<Dim>>>()?;
        let mut follows = vec![None; numbers.len()];
        let dynamic = self.dynamic_strides(source, object, &numbers)?;
        // Inner strides first: what follows a symbol may itself be followed.
        let mut order: Vec<usize> = (0..numbers.len()).rev().collect();
        order.sort_by_key(|index| numbers[*index]);
        for (place, &index) in order.iter().enumerate() {
            let over = order[..place].iter().rev().copied().find(|&inner| {
                let symbolic = self.shapes.known(dims[inner]).is_none() || self.shapes.known(strides[inner]).is_none();
                symbolic && numbers[index] != 0 && numbers[inner] * fact.sizes[inner].unwrap_or_default() == numbers[index]
            });
            let Some(over) = over.and_then(|over| u8::try_from(over).ok()) else {
                if dynamic[index] {
                    let from = self.sources.intern(SourceKind::Stride(source, index as u16));
                    strides[index] = self.shapes.size_symbol(&self.sources, from, numbers[index], None, false);
                    if self.shapes.as_symbol(strides[index]).is_some() {
                        relaxed.strides[index] = None;
                    }
                }
                continue;
            };
            let inner = usize::from(over);
            strides[index] = self.shapes.multiply(dims[inner], strides[inner]).ok_or_else(too_far)?;
            if self.shapes.known(strides[index]).is_none() {
                relaxed.strides[index] = None;
                follows[index] = Some(over);
            }
        }
        if follows.iter().any(Option::is_some) {
            relaxed.follows = follows.into();
        }
        Ok(strides)
    }

    /// Which strides of an input have changed from one compile to another.
    fn dynamic_strides(&mut self, source: SourceId, object: Object, strides: &[i64]) -> Flow<Vec<bool>> {
        let settings = self.settings;
        let may = settings.dynamic != Some(false) && settings.automatic_dynamic_shapes;
        // An array's strides are counted in bytes.
        if !may || matches!(self.sources.kind(source), SourceKind::AsTensor(_)) || !self.may_change_size(source, object)? {
            return Ok(vec![false; strides.len()]);
        }
        let name = self.sources.display(source).to_string();
        Ok(self.history.strides_change(&name, strides))
    }

    /// Whether an input at this source may have other sizes at another call.
    fn may_change_size(&self, source: SourceId, object: Object) -> Flow<bool> {
        let settings = self.settings;
        let is_parameter = || Ok(object.class().is_subclass(self.role(Role::Parameter)) || self.is_buffer(source)?);
        let is_own = |module: Object| self.library.is_module_of_torch(module.class());
        let is_fixed = settings.force_parameter_static_shapes && is_parameter()?
            || settings.force_module_static_shapes && self.module_of(source).is_some_and(is_own);
        Ok(!is_fixed && !self.sources.leads_to_one(source))
    }

    /// Whether a module keeps the tensor at this source as a buffer.
    fn is_buffer(&self, source: SourceId) -> Flow<bool> {
        let Some(dict) = self.sources.parent(source) else { return Ok(false) };
        let SourceKind::DictItem(own, name) = self.sources.kind(dict) else { return Ok(false) };
        Ok(matches!(self.sources.kind(own), SourceKind::InstanceDict(_))
            && name == self.library.name("_buffers")?
            && self.module_of(source).is_some())
    }

    fn dynamic_dimensions(&mut self, source: SourceId, object: Object, sizes: &[i64]) -> Flow<Vec<Option<DimensionMark>>> {
        let settings = self.settings;
        let mut dynamic: Vec<Option<DimensionMark>> = vec![None; sizes.len()];
        let may_change = self.may_change_size(source, object)?;
        if !may_change && settings.marked_sources.is_none() {
            return Ok(dynamic);
        }
        let mut marks = marks::dimension_marks(object);
        let name = self.sources.display(source).to_string();
        let changed = match settings.dynamic {
            _ if !may_change => vec![false; sizes.len()],
            Some(dynamic) => vec![dynamic; sizes.len()],
            None => {
                let changed = self.history.sizes_change(&name, sizes);
                let on = settings.automatic_dynamic_shapes;
                changed.into_iter().map(|changed| changed && on).collect()
            }
        };
        for (index, slot) in dynamic.iter_mut().enumerate() {
            let said = self.said_of_source(&name, Some(index), sizes[index], sizes.len())?;
            if !may_change && !said.as_ref().is_some_and(|said| said.by_name) {
                continue;
            }
            let Some(mark) = self.dynamic_dimension(&marks, index, changed[index], said) else { continue };
            if let Some(range) = mark.range().filter(|range| !range.contains(sizes[index].into())) {
                return Err(self.outside_mark(source, index, sizes[index], range));
            }
            *slot = Some(mark);
            marks.note_symbolic(index);
        }
        // What an array's elements or a number stand in is made for the trace, and has no marks.
        if may_change && !matches!(self.sources.kind(source), SourceKind::AsTensor(_)) {
            self.guards.push(source, guard_rules::DIMENSION_MARKS, None, Fact::Marks(Box::new(marks)));
        }
        Ok(dynamic)
    }

    /// How a dimension is dynamic, if it is. What counts more comes first.
    fn dynamic_dimension(
        &self,
        marks: &DimensionMarks,
        index: usize,
        changed: bool,
        said: Option<Said>,
    ) -> Option<DimensionMark> {
        let said_static = said.as_ref().is_some_and(|said| !said.dynamic);
        let perhaps = marks.is_maybe_dynamic(index) && !said_static;
        let is_said = said.is_some();
        if let Some(unseen) = marks.unseen(index) {
            return Some(DimensionMark::Unseen(unseen.clone()));
        }
        if let Some(range) = marks.dynamic(index) {
            return Some(DimensionMark::Symbol { range, marked: true });
        }
        if said_static || marks.is_static(index) && !perhaps {
            return None;
        }
        if let Some(unseen) = said.and_then(|said| said.unseen) {
            return Some(DimensionMark::Unseen(unseen));
        }
        if changed && self.settings.changes_are_unbacked && self.settings.dynamic.is_none() {
            return Some(DimensionMark::Unseen(Unseen::default()));
        }
        (changed || perhaps || is_said).then_some(DimensionMark::Symbol { range: None, marked: false })
    }
}

/// What is configured for a dimension or an int.
struct Said {
    dynamic: bool,
    /// By its name, which counts for the tensors that modules keep too.
    by_name: bool,
    unseen: Option<Unseen>,
}

/// How a dimension is dynamic.
#[derive(Debug, Clone)]
enum DimensionMark {
    /// As a backed symbol. If the user marked it, specialising it is an error.
    Symbol {
        range: Option<Interval>,
        marked: bool,
    },
    Unseen(Unseen),
}

impl DimensionMark {
    fn range(&self) -> Option<Interval> {
        match self {
            DimensionMark::Symbol { range, .. } => *range,
            DimensionMark::Unseen(unseen) => unseen.range,
        }
    }
}
