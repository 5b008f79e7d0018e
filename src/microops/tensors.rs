//! Attributes of tensors that need no computation.

use pyo3::prelude::*;

use crate::guards::Fact;
use crate::interpreter::Trace;
use crate::python::{Object, tensor};
use crate::report;
use crate::rules::{Flow, Stop};
use crate::shapes::{DType, Interval, Layout, TensorMeta};
use crate::sources::{SourceId, SourceKind};
use crate::tables::{Role, TensorAttribute, guard_rules};
use crate::values::{State, Value};

impl Trace<'_> {
    /// An attribute that metadata answers.
    pub fn read_tensor_attribute(&mut self, value: Value, name: TensorAttribute) -> Flow<Value> {
        let meta = self.tensor_meta(value)?;
        match name {
            TensorAttribute::Dtype => self.dtype_value(meta.dtype),
            TensorAttribute::StorageOffset => self.offset_of_tensor(value),
            TensorAttribute::Device => {
                let name = tensor::device_name(meta.device.kind);
                let text = if meta.device.index >= 0 { format!("{name}:{}", meta.device.index) } else { name.to_owned() };
                let text = self.text_constant(&text)?;
                let class = self.role(Role::Device);
                let text = self.known_object(text).ok_or_else(|| Stop::Abandon("a text without an object".into()))?;
                self.fold_objects(class, &[text])
            }
            TensorAttribute::Ndim => self.int_constant(meta.rank() as i64),
            TensorAttribute::RequiresGrad => {
                self.settled_gradients(value)?;
                let requires = self.requires_gradients(value, &meta)?;
                Ok(self.bool_constant(requires))
            }
            TensorAttribute::IsLeaf => self.is_leaf(value, &meta),
            TensorAttribute::IsFloatingPoint => Ok(self.bool_constant(meta.dtype.category() == crate::shapes::Category::Float)),
            TensorAttribute::IsComplex => Ok(self.bool_constant(meta.dtype.category() == crate::shapes::Category::Complex)),
            TensorAttribute::IsConj => Ok(self.bool_constant(meta.bits.conjugate)),
            TensorAttribute::IsNeg => Ok(self.bool_constant(meta.bits.negative)),
            TensorAttribute::ElementSize => self.int_constant(i64::from(meta.dtype.item_size())),
            TensorAttribute::IsStrided => Ok(self.bool_constant(meta.layout == Layout::STRIDED)),
            TensorAttribute::IsJagged => Ok(self.bool_constant(meta.layout == Layout::JAGGED)),
            TensorAttribute::DeviceType => {
                let name = tensor::device_name(meta.device.kind);
                self.text_constant(name)
            }
            TensorAttribute::Numel => {
                let count = meta.element_count(&mut self.shapes);
                let count = count.ok_or_else(|| Stop::graph_break("a number of elements beyond what the engine counts"))?;
                self.dim_value(count)
            }
            TensorAttribute::IsContiguous => {
                let answer = meta.is_contiguous(&mut self.shapes, crate::shapes::MemoryFormat::Contiguous);
                answer
                    .map(|truth| self.bool_constant(truth))
                    .ok_or_else(|| Stop::graph_break("whether a tensor is contiguous cannot be told"))
            }
        }
    }

    /// Breaks the graph if a write to shared memory may have changed whether the tensor requires gradients.
    fn settled_gradients(&self, value: Value) -> Flow<()> {
        let State::Tensor(node) = self.arena.get(self.arena.resolve(value)).state else { return Ok(()) };
        if self.graph.has_open_gradients(node) {
            return Err(Stop::graph_break("whether a tensor requires gradients that a transform gave"));
        }
        match self.graph.may_require_gradients(node) {
            true => Err(Stop::graph_break("whether a tensor requires gradients after a write that may have changed it")),
            false => Ok(()),
        }
    }

    /// `tensor.is_leaf`. Of an input, its own attribute.
    pub(super) fn is_leaf(&mut self, value: Value, meta: &TensorMeta) -> Flow<Value> {
        self.settled_gradients(value)?;
        let tracked = self.arena.get(value);
        match tracked.state {
            _ if !self.requires_gradients(value, meta)? => Ok(self.bool_constant(true)),
            State::Tensor(node) if tracked.source.is_some() => match self.graph.node(node).is_operation() {
                true => Err(Stop::graph_break("whether a tensor that is changed in place is a leaf")),
                false => self.read_native(value, "is_leaf", SourceKind::Attribute),
            },
            _ => Ok(self.bool_constant(meta.is_leaf)),
        }
    }

    pub fn dtype_value(&mut self, dtype: DType) -> Flow<Value> {
        let object: Option<Object> = tensor::dtype_object(dtype.0 as i8);
        let object = object.ok_or_else(|| Stop::graph_break("a dtype that torch has no object for"))?;
        Ok(self.constant_value(object))
    }

    /// Whether an input is the same object on every call: a parameter or buffer.
    pub fn is_static_input(&self, object: Object) -> bool {
        object.class().is_subclass(self.role(Role::Parameter))
    }

    /// The present line of the traced program, as an index for the shape environment's guards.
    pub fn line_here(&self) -> u32 {
        self.frame().ok().map(|frame| frame.code.line(frame.current)).unwrap_or_default()
    }

    /// Whether a value is what the root frame's variable held at entry.
    pub fn is_argument(&self, value: Value, index: usize) -> bool {
        self.entry.variables.get(index) == Some(&value)
    }

    pub fn is_set_class(&self, class: Object) -> bool {
        self.library.is_set_class(class)
    }

    /// The error text for a dimension that the user marked dynamic and the program specialised.
    pub fn violated_mark(&mut self) -> Option<String> {
        let fixed = self.shapes.violated_mark();
        let name = |symbol| {
            let source = self.shapes.symbol(symbol).sources.first().copied()?;
            Some(self.sources.display(source).to_string())
        };
        if let Some((symbol, value, line)) = fixed {
            return Some(format!(
                "Constraints violated ({name})! For more information, run with TORCH_LOGS=\"+dynamic\".\n  \
                 - {name} was marked as dynamic, but line {line} specialized it to be a constant ({value}); \
                 use maybe_mark_dynamic to allow that",
                name = name(symbol)?
            ));
        }
        let (symbol, guard) = self.shapes.narrowed_mark()?;
        let declared = self.shapes.symbol(symbol).declared;
        let test = self.shapes.text_with(guard.test, &|symbol| name(symbol).unwrap_or_default());
        Some(format!(
            "Constraints violated ({})! For more information, run with TORCH_LOGS=\"+dynamic\".\n  \
             - it was marked as dynamic in the range {declared}, of which not all satisfy {test}, \
             as line {} asks; mark a smaller range",
            name(symbol)?,
            guard.line
        ))
    }

    /// The error text for a size outside of the range that its dimension was marked with.
    pub fn outside_mark(&self, source: SourceId, dimension: usize, size: i64, range: Interval) -> Stop {
        let name = self.sources.display(source);
        let text = format!(
            "Constraints violated ({name}.size()[{dimension}])! {size} is not in the range {range} that it was marked with"
        );
        let error = Python::attach(|python| report::error(python, "constraint_violation", (text,)));
        Stop::Refuse(error.unwrap_or_else(|error| error))
    }

    /// Reads and guards torch's state of the process and the thread.
    pub fn observe_global_state(&mut self) -> Flow<()> {
        let guard = guard_rules::GLOBAL_STATE;
        let source = self.sources.intern(crate::sources::SourceKind::Global(guard));
        let none = self.role(Role::None);
        self.observe_object(guard, none, source, None)?;
        match self.guards.fact(source, guard, None) {
            Some(Fact::State(state)) if !state.modes.is_empty() => {
                let classes = state.modes.clone();
                self.observe_function_modes(&classes)
            }
            _ => Ok(()),
        }
    }

    /// Drops the guards that the user's filter refuses.
    pub fn filter_guards(&mut self, python: pyo3::Python<'_>) -> pyo3::PyResult<()> {
        let context = self.settings.context.object();
        let context = context.bound(python);
        if context.is_none() {
            return Ok(());
        }
        let filter = context.getattr("guard_filter")?;
        if filter.is_none() {
            return Ok(());
        }
        let helpers = crate::python::import(python, "alternator.guard_filters")?;
        let Trace { sources, guards, arena, graph, .. } = self;
        let seen_at = |source| {
            let tracked = arena.get(arena.resolve(arena.lookup_source(source)?));
            match tracked.state {
                State::Tensor(node) => match graph.node(node).target {
                    crate::graph::Target::Input { object, .. } => Some(object),
                    _ => None,
                },
                _ => tracked.object,
            }
        };
        crate::guards::filter(sources, guards, seen_at, |entries| -> PyResult<Vec<bool>> {
            let described: Vec<_> = entries
                .iter()
                .map(|entry| {
                    let value = entry.value.map(|value| value.bound(python).clone());
                    let classes: Vec<_> = entry.classes.iter().map(|class| class.bound(python)).collect();
                    (entry.name.clone(), value, entry.guard_type, entry.is_global, entry.code.clone(), classes)
                })
                .collect();
            helpers.call_method1("ask", (&filter, described))?.extract()
        })
    }

    pub fn log_step(&mut self, current: u32) {
        let Some(frame) = self.frames.last() else { return };
        let Some(instruction) = frame.code.instructions.get(current as usize) else { return };
        let Some(opcode) = self.library.pack().opcodes[instruction.opcode as usize].as_ref() else { return };
        let argument = self.argument_text(opcode, instruction.oparg);
        let stack: Vec<String> = frame.stack.iter().map(|value| self.variable_text(*value)).collect();
        crate::report::logs::write("trace_bytecode", || format!("TRACE {} {argument} [{}]", opcode.name, stack.join(", ")));
    }

    /// The source line, when another one begins.
    pub fn log_line(&mut self, current: u32) {
        let depth = self.frames.len();
        let Some(frame) = self.frames.last() else { return };
        let (code, line) = (frame.code.code, frame.code.line(current));
        self.logged.lines.truncate(depth);
        match self.logged.lines.get_mut(depth - 1) {
            Some(last) if *last == (code, line) => return,
            Some(last) => *last = (code, line),
            None => self.logged.lines.resize(depth, (code, line)),
        }
        crate::report::logs::write("trace_source", || {
            let text = self.library.source_text(code, line);
            format!("TRACE starts_line {}\n    {text}", self.place_text(line))
        });
    }

    /// A call that is traced or goes into the graph, and where it stands in the program.
    pub fn log_call(&self, kind: &str, callee: &str) {
        let Some(frame) = self.frames.last() else { return };
        let code = &frame.code;
        crate::report::logs::write("trace_call", || {
            let excerpt = Python::attach(|python| -> PyResult<String> {
                let logs = crate::python::import(python, "alternator.logs")?;
                logs.call_method1("excerpt", (code.code.bound(python), code.offset_told(frame.current)))?.extract()
            });
            let (place, excerpt) = (self.place_text(code.line(frame.current)), excerpt.unwrap_or_default());
            format!("TRACE {kind} call {callee} from {place}\n{excerpt}")
        });
    }

    /// A call that goes into the graph; of several from one instruction in a row the first.
    pub fn log_graph_call(&mut self, callee: &str) {
        let at = self.frames.last().map(|frame| (frame.code.code, frame.current));
        if std::mem::replace(&mut self.logged.call, at) != at {
            self.log_call("FX", callee);
        }
    }

    /// A line of the innermost frame: file, line, function, its name in full, how deep it is inlined.
    fn place_text(&self, line: u32) -> String {
        let Some(frame) = self.frames.last() else { return String::new() };
        let header = &frame.code.header;
        let (file, name) = (header.file.text(), header.name.text());
        let qualified = header.qualified_name.text().replace("<locals>.", "");
        let depth = match self.frames.len() {
            0 | 1 => String::new(),
            depth => format!(" (inline depth: {})", depth - 1),
        };
        format!("{file}:{line} in {name} ({qualified}){depth}")
    }

    fn argument_text(&self, opcode: &crate::tables::OpcodeRule, oparg: u32) -> String {
        use crate::tables::ArgumentKind;
        let Some(frame) = self.frames.last() else { return String::new() };
        let Some(argument) = opcode.arguments.first() else { return "None".into() };
        let number = (oparg >> argument.shift) & argument.mask;
        let named = match argument.kind {
            ArgumentKind::Local | ArgumentKind::Stored | ArgumentKind::Cleared | ArgumentKind::Deref => {
                frame.code.variables.get(number as usize).map(|variable| variable.name.text())
            }
            ArgumentKind::Name => frame.code.names.get(number as usize).map(|name| name.text()),
            ArgumentKind::Const => frame.code.constants.get(number as usize).map(|constant| constant.short_repr()),
            _ => None,
        };
        named.unwrap_or_else(|| number.to_string())
    }

    /// A value in the notation that torch's users know from its traces.
    fn variable_text(&self, value: Value) -> String {
        use crate::values::State;
        if value.is_null() {
            return "NullVariable".into();
        }
        let tracked = self.arena.get(value);
        match &tracked.state {
            State::Lazy => format!("LazyVariableTracker(unrealized: {})", tracked.class.short_repr()),
            State::Tensor(_) => "TensorVariable()".into(),
            State::Symbol(dim) => format!("SymNodeVariable({})", self.shapes.text(*dim)),
            State::Constant => {
                let text = tracked.object.map(Object::short_repr).unwrap_or_default();
                format!("ConstantVariable({}: {text})", tracked.class.class_name())
            }
            State::Items(items) => format!("{}Variable(length={})", tracked.class.class_name(), items.len()),
            _ => format!("{}Variable()", tracked.class.class_name()),
        }
    }
}
