//! Makes graph nodes of tensor operations, and values of their metadata.

use crate::graph::{Argument, Node, Target};
use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::interpreter::modes::{Mode, Region};
use crate::python::{Object, same_value};
use crate::rules::externs::{GraphExterns, SubgraphsExterns};
use crate::rules::types::Values;
use crate::rules::{Flow, Stop};
use crate::shapes::Dim;
use crate::sources::SourceKind;
use crate::tables::{Capture, MODES, ModeName, Role, TensorAttribute, TensorDims};
use crate::values::{State, Value};

impl Trace<'_> {
    pub fn is_tensor_value(&self, value: Value) -> bool {
        matches!(self.arena.get(value).state, State::Tensor(_))
    }

    pub fn is_symbol_value(&self, value: Value) -> bool {
        matches!(self.arena.get(value).state, State::Symbol(_))
    }

    pub fn any_tensor(&mut self, arguments: &Arguments) -> Flow<bool> {
        for value in arguments.positional.iter().chain(arguments.named.iter().map(|(_, value)| value)) {
            let value = self.force(*value)?;
            if self.is_tensor_value(value) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// An int: a constant or a symbol.
    pub fn dim_value(&mut self, dim: Dim) -> Flow<Value> {
        match self.shapes.known(dim) {
            Some(number) => self.int_constant(number),
            None => {
                let class = self.role(Role::Int);
                Ok(self.make(class, State::Symbol(dim)))
            }
        }
    }

    /// `bool(tensor)`: data-dependent.
    pub fn tensor_truth(&mut self, _tensor: Value) -> Flow<bool> {
        Err(Stop::graph_break("data-dependent branch: the truth of a tensor is known only when it is computed"))
    }

    /// Unpacking a tensor takes it apart along its first dimension.
    pub fn unpack_tensor(&mut self, tensor: Value, count: usize) -> Flow<Vec<Value>> {
        let size = self.sizes_of(tensor)?.first().copied();
        let size = size.ok_or_else(|| Stop::graph_break("iteration over a tensor without dimensions"))?;
        let size = self.specialise_dim(size)?;
        if size != count as i64 {
            let text = if size < count as i64 {
                format!("not enough values to unpack (expected {count}, got {size})")
            } else {
                format!("too many values to unpack (expected {count})")
            };
            return self.raise_text(Role::ValueError, &text);
        }
        let function = self.role(Role::GetItem);
        (0..size)
            .map(|index| {
                let index = self.int_constant(index)?;
                self.graph_function(function, Arguments::positional(vec![tensor, index]))
            })
            .collect()
    }

    /// Specialises a symbolic int: guards it to its present value.
    pub fn specialise_dim(&mut self, dim: Dim) -> Flow<i64> {
        self.shapes.specialise(dim).ok_or_else(|| self.undecided(dim, super::symbols::UNKNOWN_NUMBER))
    }

    /// A mode (grad mode, …) as the traced program sees it now.
    pub fn mode_value(&mut self, name: ModeName) -> Flow<Value> {
        if let Some(mode) = self.modes.get(name) {
            return Ok(mode.now);
        }
        let object = self.keeper.keep_owned(self.library.mode_now(name)?);
        let value = self.constant_value(object);
        self.modes.set(name, Mode { now: value, entry: value, setter: None });
        Ok(value)
    }

    pub fn grad_mode(&mut self) -> Flow<bool> {
        let value = self.mode_value(ModeName::Grad)?;
        self.truth_of(value)
    }

    pub fn inference_mode(&mut self) -> Flow<bool> {
        let value = self.mode_value(ModeName::Inference)?;
        self.truth_of(value)
    }
}

impl GraphExterns for Trace<'_> {
    fn graph_call(&mut self, callee: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let function = self.known_object(callee).ok_or_else(|| Stop::graph_break("a graph node that calls something unknown"))?;
        let positional = self.lists.get(positional).to_vec();
        let class = self.role(Role::Tuple);
        let positional = self.make_items(class, positional);
        let arguments = self.expand_arguments(positional, keywords)?;
        self.graph_function(function, arguments)
    }

    fn graph_method(&mut self, name: &'static str, receiver: Value, positional: Values, keywords: Value) -> Flow<Value> {
        let name = self.library.name(name)?;
        let positional = self.lists.get(positional).to_vec();
        let class = self.role(Role::Tuple);
        let positional = self.make_items(class, positional);
        let arguments = self.expand_arguments(positional, keywords)?;
        self.graph_method_call(name, receiver, arguments)
    }

    fn is_graph_tensor(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.is_tensor_value(value))
    }

    fn is_symbolic(&mut self, value: Value) -> Flow<bool> {
        let value = self.force(value)?;
        Ok(self.is_symbol_value(value))
    }

    fn tensor_attribute(&mut self, tensor: Value, name: TensorAttribute) -> Flow<Value> {
        self.read_tensor_attribute(tensor, name)
    }

    fn tensor_dims(&mut self, tensor: Value, which: TensorDims) -> Flow<Values> {
        let dims = match which {
            TensorDims::Sizes => self.sizes_of(tensor)?,
            TensorDims::Strides => self.strides_of(tensor)?,
        };
        let values = dims.into_iter().map(|dim| self.dim_value(dim)).collect::<Flow<Vec<_>>>()?;
        Ok(self.lists.of(&values))
    }

    fn mode(&mut self, name: ModeName) -> Flow<Value> {
        self.mode_value(name)
    }

    /// A mode that the traced program sets: a node of the graph, and an effect if it lasts.
    fn set_mode(&mut self, name: ModeName, setter: Value, value: Value) -> Flow<()> {
        let old = self.mode_value(name)?;
        let setter = self.force(setter)?;
        let function = self.known_object(setter).ok_or_else(|| Stop::graph_break("a mode set by something unknown"))?;
        let value = self.decided(value)?;
        let argument = self.graph_argument(value)?;
        if old == value {
            return Ok(());
        }
        self.modes.change(name, value, Some(setter));
        let node = self.statement(function, vec![argument], true)?;
        if MODES.iter().any(|row| row.name == name && row.in_pairs == Some(true)) {
            self.graph.note_mode_set(node, function, old, value);
        }
        Ok(())
    }

    fn note_mode(&mut self, name: ModeName, value: Value) -> Flow<()> {
        self.mode_value(name)?;
        let value = self.decided(value)?;
        self.modes.change(name, value, None);
        Ok(())
    }

    fn make_leaf(&mut self, tensor: Value) -> Flow<Value> {
        let name = self.library.name("requires_grad_")?;
        let made = self.graph_method_call(name, tensor, Arguments::default())?;
        let made = self.force(made)?;
        if let State::Tensor(node) = self.arena.get(made).state {
            self.note_leaf(node);
        }
        Ok(made)
    }

    fn captures(&mut self, what: Capture) -> Flow<bool> {
        Ok(match what {
            Capture::Arrays => self.settings.trace_numpy,
            Capture::Scalars => self.captures_numbers(),
            Capture::Recurrence => self.settings.allow_rnn,
            Capture::Gradients => self.settings.trace_autograd_ops,
            Capture::ProfilerRanges => self.settings.captures_profiler_ranges,
            Capture::FramesOfCalls => self.settings.nested_graph_breaks,
        })
    }

    fn mode_at_entry(&mut self, name: ModeName) -> Flow<Value> {
        let now = self.mode_value(name)?;
        Ok(self.modes.get(name).map_or(now, |mode| mode.entry))
    }

    fn keep_mode(&mut self, name: ModeName, setter: Value, value: Value) -> Flow<()> {
        self.mode_value(name)?;
        let value = self.arena.resolve(value);
        self.modes.change(name, value, Some(setter));
        Ok(())
    }

    fn setting_node(&mut self, callee: Value, positional: Values) -> Flow<Value> {
        let function = self.known_object(callee).ok_or_else(|| Stop::graph_break("a setting of something unknown"))?;
        if !self.modes.setters.contains(&function) {
            self.modes.setters.push(function);
        }
        self.graph_handle(callee, positional)
    }

    fn keep_setting(&mut self, getter: Value, setter: Value, value: Value) -> Flow<()> {
        let unknown = || Stop::graph_break("a setting of something unknown");
        let getter = self.known_object(getter).ok_or_else(unknown)?;
        let function = self.known_object(setter).ok_or_else(unknown)?;
        let object = self.foldable(function, value)?;
        let entry = match self.modes.setting(getter) {
            Some(mode) => mode.entry,
            None => self.ask_setting(getter, &Arguments::default(), false)?,
        };
        // The very value that was there at entry, so that nothing is to be done where the trace ends.
        let same = self.known_object(entry).is_some_and(|entry| same_value(entry, object));
        let now = if same { entry } else { self.constant_value(object) };
        let setter = Some(self.force(setter)?);
        self.modes.set_setting(getter, Mode { now, entry, setter });
        Ok(())
    }

    fn open_region(&mut self, owner: Value, opener: Value, positional: Values, closer: Value) -> Flow<()> {
        let unknown = || Stop::graph_break("a region that something unknown opens or closes");
        let opener = self.known_object(opener).ok_or_else(unknown)?;
        let closer = self.known_object(closer).ok_or_else(unknown)?;
        let arguments =
            self.lists.get(positional).to_vec().into_iter().map(|value| self.graph_argument(value)).collect::<Flow<_>>()?;
        let entered = self.statement(opener, arguments, true)?;
        let owner = self.arena.resolve(owner);
        self.modes.regions.push(Region { owner, entered, closer });
        Ok(())
    }

    fn close_region(&mut self, owner: Value) -> Flow<bool> {
        let owner = self.arena.resolve(owner);
        let Some(index) = self.modes.regions.iter().rposition(|region| region.owner == owner) else { return Ok(false) };
        let region = self.modes.regions.remove(index);
        self.statement(region.closer, vec![Argument::Node(region.entered)], true)?;
        Ok(true)
    }

    fn graph_statement(&mut self, callee: Value, positional: Values) -> Flow<()> {
        let function = self.known_object(callee).ok_or_else(|| Stop::graph_break("a graph node that calls something unknown"))?;
        let arguments =
            self.lists.get(positional).to_vec().into_iter().map(|value| self.graph_argument(value)).collect::<Flow<_>>()?;
        self.keeper.keep(function);
        self.statement(function, arguments, false).map(|_| ())
    }

    fn put_back_at_end(&mut self, callee: Value, positional: Values) -> Flow<()> {
        let function = self.known_object(callee).ok_or_else(|| Stop::graph_break("a mode set by something unknown"))?;
        let arguments = self.lists.get(positional).to_vec();
        let arguments = arguments.into_iter().map(|value| self.graph_argument(value)).collect::<Flow<_>>()?;
        let call = (self.keeper.keep(function), arguments);
        if !self.modes.put_back.contains(&call) {
            self.modes.put_back.push(call);
        }
        Ok(())
    }
}

impl Trace<'_> {
    /// Leaves the regions that the graph has entered and not left, innermost first.
    pub fn close_regions(&mut self) {
        while let Some(region) = self.modes.regions.pop() {
            let entered = self.graph.node(region.entered).clone();
            let (target, arguments) = (Target::Function(region.closer), vec![Argument::Node(region.entered)]);
            self.graph.add(Node { target, arguments, ..entered });
        }
        self.put_back_settings();
    }

    /// Ends the graph with the settings that it began with: backends run it more than once, and compiled code sets what
    /// lasts. What is set behind the last computation is left out.
    fn put_back_settings(&mut self) {
        let mut put_back = std::mem::take(&mut self.modes.put_back);
        for mode in self.modes.changed_settings() {
            let objects = mode.setter.and_then(|setter| Some((self.known_object(setter)?, self.known_object(mode.entry)?)));
            put_back.extend(objects.map(|(setter, entry)| (setter, vec![Argument::Constant(entry)])));
        }
        let setters = &self.modes.setters;
        let is_setter = |called: Object| setters.contains(&called) || put_back.iter().any(|(setter, _)| *setter == called);
        let is_setting = |node: &Node| matches!(node.target, Target::Function(called) if is_setter(called));
        let computes = |node: &Node| !is_setting(node) && !matches!(node.target, Target::Input { .. });
        if put_back.is_empty() {
            return;
        }
        let behind = self.graph.nodes.iter().rposition(computes).map_or(0, |last| last + 1);
        self.graph.nodes[behind..].iter_mut().for_each(|node| node.effect = false);
        let Some(setting) = self.graph.nodes[..behind].iter().find(|node| is_setting(node)).cloned() else { return };
        for (setter, arguments) in put_back {
            self.graph.add(Node { target: Target::Function(setter), arguments, ..setting.clone() });
        }
    }

    /// The source of one size of a tensor.
    pub fn size_source(&mut self, tensor: crate::sources::SourceId, dimension: usize) -> crate::sources::SourceId {
        self.sources.intern(SourceKind::Size(tensor, dimension as u16))
    }
}
