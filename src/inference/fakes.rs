//! The slow way to a result's metadata: torch's own fake tensors, asked through Python.

use ahash::AHashMap;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PySlice, PyString, PyTuple};

use crate::graph::{Argument, Target};
use crate::inference::Inferred;
use crate::interpreter::Trace;
use crate::python::interruption::is_interruption;
use crate::python::{Object, Owned, tensor};
use crate::rules::{Flow, Stop};
use crate::shapes::{DType, Device, Dim, Interval, Layout, LazyBits, MetaArgument, Strides, Symbol, TensorMeta, TensorRef, Tree};
use crate::tables::{ModeName, Role};

/// Descriptions made for one call, so that the same tensor is described once.
pub struct Describer<'py> {
    python: Python<'py>,
    module: Bound<'py, PyAny>,
    made: AHashMap<*const TensorMeta, Bound<'py, PyAny>>,
}

impl Trace<'_> {
    pub fn infer_by_fakes(
        &mut self,
        target: &Target,
        positional: &[Argument],
        keywords: &[(Object, Argument)],
    ) -> Flow<Inferred> {
        // Autocast that the trace has switched on or off: torch itself must be told.
        let autocast = match self.modes.get(ModeName::AutocastState) {
            Some(mode) if mode.now != mode.entry => self.graph_argument(mode.now)?,
            _ => Argument::Constant(self.role(Role::None)),
        };
        let answer = Python::attach(|python| self.ask_fakes(python, target, positional, keywords, &autocast));
        match answer {
            Ok(Ok(meta)) => Ok(meta),
            Ok(Err(text)) => Err(Stop::graph_break(text)),
            Err(error) if is_interruption(&error) => Err(Stop::python(error)),
            // Whether the program's own mistake or fakes' own limit, the real operator will tell: the words of
            // either may differ from those that fakes have for it.
            Err(error) => Err(Stop::graph_break(self.refusal(&error).map_err(Stop::python)?)),
        }
    }

    /// Why fakes have no answer, in words. If it is for the operator's own error, its class is noted, with guards of what it
    /// depends on.
    fn refusal(&mut self, error: &PyErr) -> PyResult<String> {
        Python::attach(|python| {
            let helpers = crate::python::import(python, "alternator.tracing.inference")?;
            let error = error.value(python);
            let class = helpers.getattr("error_of_operator")?.call1((error,))?;
            if !class.is_none() {
                let session = self.session(python)?;
                self.fakes.refused_by = self.learn(&session)?.is_none().then(|| Object::from_bound(&class));
            }
            helpers.getattr("reason")?.call1((error,))?.extract::<String>()
        })
    }

    fn ask_fakes(
        &mut self,
        python: Python<'_>,
        target: &Target,
        positional: &[Argument],
        keywords: &[(Object, Argument)],
        autocast: &Argument,
    ) -> PyResult<Result<Inferred, String>> {
        let session = self.session(python)?;
        let mut describer = Describer::new(python)?;
        let arguments = positional.iter().map(|argument| describer.argument(self, argument)).collect::<PyResult<Vec<_>>>()?;
        let named = PyDict::new(python);
        for (name, argument) in keywords {
            named.set_item(name.bound(python), describer.argument(self, argument)?)?;
        }
        let target = match target {
            Target::Function(object) | Target::Method(object) => object.bound(python).clone(),
            Target::Input { .. } | Target::Operand => return Ok(Err("an input has no operator".into())),
        };
        let grad = self.grad_mode().unwrap_or(true);
        let autocast = describer.argument(self, autocast)?;
        let unbacked = self.shapes.unbacked_symbols();
        let answer =
            session.call_method1("infer", (target, PyTuple::new(python, arguments)?, named, grad, unbacked, autocast))?;
        if let Some(text) = self.learn(&session)? {
            return Ok(Err(text));
        }
        let back: AHashMap<usize, TensorRef> = describer
            .made
            .iter()
            .map(|(meta, made)| (made.as_ptr() as usize, self.meta_of(*meta, positional, keywords)))
            .filter_map(|(k, v)| Some((k, v?)))
            .collect();
        let class = session.getattr("result_class")?;
        let class = (!class.is_none()).then(|| self.keeper.keep(Object::from_bound(&class)));
        let known = answer.getattr_opt("constant")?.filter(|known| !known.is_none());
        let known = known.map(|known| self.keeper.keep(Object::from_bound(&known)));
        let writes = session.getattr("written")?.extract()?;
        Ok(self.described(&answer, &back)?.map(|meta| Inferred { meta, class, known, by_rule: false, writes }))
    }

    /// The session of fakes, with every symbol that there is.
    pub fn session<'py>(&mut self, python: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let session = match &self.fakes.session {
            Some(session) => session.object().bound(python).clone(),
            None => {
                let session = crate::python::import(python, "alternator.tracing.inference")?.getattr("Inference")?.call0()?;
                self.fakes.session = Some(Owned::from_bound(session.clone()));
                session
            }
        };
        for index in 0..self.shapes.symbols().len() {
            let symbol = self.shapes.symbols()[index].clone();
            // What is known of a symbol without a hint decides what torch can answer.
            let range = match symbol.hint {
                Some(_) if index < self.fakes.symbols => continue,
                Some(_) => symbol.declared,
                None if symbol.is_float => {
                    session.call_method1("float_symbol", (&symbol.name,))?;
                    continue;
                }
                None => {
                    let dim = self.shapes.symbol_dim(Symbol(index as u32));
                    self.shapes.range(dim)
                }
            };
            session.call_method1("symbol", (&symbol.name, symbol.hint, range.lower(), range.upper()))?;
        }
        self.fakes.symbols = self.shapes.symbols().len();
        Ok(session)
    }

    /// Takes over the new symbols and guards of the last answer; returns a reason if that is impossible.
    pub fn learn(&mut self, session: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        for made in session.call_method0("made")?.try_iter()? {
            match made?.extract()? {
                (true, _, _) => self.shapes.unbacked_float(),
                (false, lower, upper) => self.shapes.unbacked_symbol(Interval::new(lower, upper)),
            };
        }
        self.fakes.symbols = self.shapes.symbols().len();
        for guard in session.call_method0("guards")?.try_iter()? {
            let (expression, text): (Bound<'_, PyAny>, String) = guard?.extract()?;
            let tree = Tree::read(&expression)?;
            let held = tree.and_then(|tree| self.shapes.read(&tree)).is_some_and(|dim| self.shapes.assume(dim));
            if !held {
                return Ok(Some(format!("torch assumes {text}, which has no guard")));
            }
        }
        Ok(None)
    }

    fn meta_of(&self, wanted: *const TensorMeta, positional: &[Argument], keywords: &[(Object, Argument)]) -> Option<TensorRef> {
        let mut found = None;
        let all = positional.iter().chain(keywords.iter().map(|(_, argument)| argument));
        for argument in all {
            argument.visit(&mut |node| {
                if let MetaArgument::Tensor(meta) = &self.graph.node(node).meta
                    && std::rc::Rc::as_ptr(meta) == wanted
                {
                    found = Some(meta.clone());
                }
            });
        }
        found
    }

    /// The answer of the Python side, as metadata.
    pub fn described(
        &mut self,
        answer: &Bound<'_, PyAny>,
        back: &AHashMap<usize, TensorRef>,
    ) -> PyResult<Result<MetaArgument, String>> {
        if let Some(meta) = back.get(&(answer.as_ptr() as usize)) {
            return Ok(Ok(MetaArgument::Tensor(meta.clone())));
        }
        let class = answer.get_type().name()?.to_string();
        if answer.hasattr("strides")? && class == "Tensor" {
            return self.described_tensor(answer);
        }
        if answer.hasattr("expression")? {
            let tree = Tree::read(&answer.getattr("expression")?)?;
            return Ok(match tree.and_then(|tree| self.shapes.read(&tree)) {
                Some(dim) => Ok(MetaArgument::Dim(dim)),
                None => Err("a number that only the data knows".into()),
            });
        }
        let parts = if let Ok(tuple) = answer.cast::<PyTuple>() {
            Some((tuple.iter().collect::<Vec<_>>(), true))
        } else if let Ok(list) = answer.cast::<PyList>() {
            Some((list.iter().collect::<Vec<_>>(), false))
        } else {
            None
        };
        if let Some((parts, is_tuple)) = parts {
            let mut items = Vec::with_capacity(parts.len());
            for part in parts {
                match self.described(&part, back)? {
                    Ok(item) => items.push(item),
                    Err(text) => return Ok(Err(text)),
                }
            }
            return Ok(Ok(if is_tuple { MetaArgument::Tuple(items.into()) } else { MetaArgument::List(items.into()) }));
        }
        // What holds memory, or can be used once, is not what the operator will make.
        let object = Object::from_bound(answer);
        let class = object.class();
        let fixed = self.library.hashes_purely(class) || self.library.known_by_identity(class);
        if !fixed && !object.is_class() && !object.is_plain_constant() {
            return Ok(Err(format!("an operator that makes a {} object", class.qualified_class_name())));
        }
        Ok(Ok(self.library.meta_constant(self.keeper.keep(object))))
    }

    fn described_tensor(&mut self, answer: &Bound<'_, PyAny>) -> PyResult<Result<MetaArgument, String>> {
        let dtype = tensor::dtype_number(Object::from_bound(&answer.getattr("dtype")?)).and_then(DType::from_number);
        let device = Device::parse(&answer.getattr("device")?.str()?.to_string());
        let (Some(dtype), Some(device)) = (dtype, device) else {
            return Ok(Err("a result of a dtype or device that the engine does not know".into()));
        };
        let mut dims = |name: &str| -> PyResult<Option<Vec<Dim>>> {
            let mut dims = Vec::new();
            for part in answer.getattr(name)?.try_iter()? {
                match Tree::read(&part?)?.and_then(|tree| self.shapes.read(&tree)) {
                    Some(dim) => dims.push(dim),
                    None => return Ok(None),
                }
            }
            Ok(Some(dims))
        };
        let (Some(sizes), Some(strides)) = (dims("sizes")?, dims("strides")?) else {
            return Ok(Err("a result whose size only the data knows".into()));
        };
        let wrapper = answer.getattr("wrapper")?;
        let layout = Layout::named(&answer.getattr("layout")?.str()?.to_string());
        if layout != Some(Layout::STRIDED) && wrapper.is_none() {
            return Ok(Err("a result that is not strided".into()));
        }
        let strides = Strides::known(&mut self.shapes, &sizes, strides);
        let mut meta = TensorMeta::new(dtype, device, sizes);
        meta.layout = layout.unwrap_or(Layout::STRIDED);
        if !wrapper.is_none() {
            meta.class = Some(self.keeper.keep(Object::from_bound(&answer.getattr("cls")?)));
            meta.wrapper = Some(self.keeper.keep(Object::from_bound(&wrapper)));
        }
        meta.strides = strides;
        let (conjugate, negative) = answer.getattr("bits")?.extract()?;
        meta.bits = LazyBits { conjugate, negative };
        meta.requires_grad = answer.getattr("requires_grad")?.is_truthy()?;
        meta.is_leaf = answer.getattr("leaf")?.is_truthy()?;
        Ok(Ok(MetaArgument::Tensor(std::rc::Rc::new(meta))))
    }
}

impl<'py> Describer<'py> {
    pub fn new(python: Python<'py>) -> PyResult<Describer<'py>> {
        Ok(Describer { python, module: crate::python::import(python, "alternator.tracing.inference")?, made: AHashMap::new() })
    }

    fn argument(&mut self, trace: &mut Trace<'_>, argument: &Argument) -> PyResult<Bound<'py, PyAny>> {
        let python = self.python;
        Ok(match argument {
            Argument::Constant(object) => object.bound(python).clone(),
            Argument::Body(_) | Argument::Captured { .. } | Argument::Places { .. } => {
                return Err(pyo3::exceptions::PyRuntimeError::new_err("an operator that takes a function"));
            }
            Argument::Node(node) => {
                let meta = trace.graph.node(*node).meta.clone();
                match (&meta, trace.graph.known.get(node).copied()) {
                    (MetaArgument::Tensor(tensor), Some(constant)) => {
                        let made = self.new_tensor(trace, tensor)?;
                        made.setattr("constant", constant.bound(python))?;
                        made
                    }
                    _ => self.meta(trace, &meta)?,
                }
            }
            Argument::Dim(dim) => self.scalar(trace, *dim)?,
            Argument::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.argument(trace, part)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(python, parts)?.into_any()
            }
            Argument::List(parts) => {
                let parts = parts.iter().map(|part| self.argument(trace, part)).collect::<PyResult<Vec<_>>>()?;
                PyList::new(python, parts)?.into_any()
            }
            Argument::Slice(parts) => {
                let parts = parts.iter().map(|part| self.argument(trace, part)).collect::<PyResult<Vec<_>>>()?;
                python.get_type::<PySlice>().call1(PyTuple::new(python, parts)?)?
            }
            Argument::Dict(parts) => {
                let dict = PyDict::new(python);
                for (key, value) in parts {
                    dict.set_item(key.bound(python), self.argument(trace, value)?)?;
                }
                dict.into_any()
            }
        })
    }

    fn meta(&mut self, trace: &mut Trace<'_>, meta: &MetaArgument) -> PyResult<Bound<'py, PyAny>> {
        let python = self.python;
        Ok(match meta {
            MetaArgument::Tensor(tensor) => self.tensor(trace, tensor)?,
            MetaArgument::Dim(dim) => self.scalar(trace, *dim)?,
            MetaArgument::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.meta(trace, part)).collect::<PyResult<Vec<_>>>()?;
                PyTuple::new(python, parts)?.into_any()
            }
            MetaArgument::List(parts) => {
                let parts = parts.iter().map(|part| self.meta(trace, part)).collect::<PyResult<Vec<_>>>()?;
                PyList::new(python, parts)?.into_any()
            }
            MetaArgument::Bool(truth) => truth.into_pyobject(python)?.to_owned().into_any(),
            MetaArgument::Other(object) => object.bound(python).clone(),
            _ => python.None().into_bound(python),
        })
    }

    pub fn tensor(&mut self, trace: &mut Trace<'_>, meta: &TensorRef) -> PyResult<Bound<'py, PyAny>> {
        let key = std::rc::Rc::as_ptr(meta);
        if let Some(made) = self.made.get(&key) {
            return Ok(made.clone());
        }
        let made = self.new_tensor(trace, meta)?;
        self.made.insert(key, made.clone());
        Ok(made)
    }

    fn new_tensor(&self, trace: &mut Trace<'_>, meta: &TensorRef) -> PyResult<Bound<'py, PyAny>> {
        let python = self.python;
        let missing = || pyo3::exceptions::PyRuntimeError::new_err("a tensor that cannot be described");
        let dtype = tensor::dtype_object(meta.dtype.0 as i8).ok_or_else(missing)?;
        let strides = meta.strides(&mut trace.shapes).ok_or_else(missing)?;
        let sizes = self.dims(trace, &meta.sizes)?;
        let strides = self.dims(trace, &strides)?;
        let name = tensor::device_name(meta.device.kind);
        let text = if meta.device.index >= 0 { format!("{name}:{}", meta.device.index) } else { name.to_owned() };
        let device = trace.role(Role::Device).bound(python).call1((text,))?;
        let class = meta.class.unwrap_or_else(|| trace.role(Role::Tensor));
        let made = self.module.getattr("Tensor")?.call1((
            dtype.bound(python),
            sizes,
            strides,
            device,
            meta.requires_grad,
            meta.is_leaf,
            class.bound(python),
        ))?;
        if let Some(wrapper) = meta.wrapper {
            made.setattr("wrapper", wrapper.bound(python))?;
        }
        if meta.bits.any() {
            made.setattr("bits", (meta.bits.conjugate, meta.bits.negative))?;
        }
        Ok(made)
    }

    fn dims(&self, trace: &Trace<'_>, dims: &[Dim]) -> PyResult<Bound<'py, PyTuple>> {
        let parts = dims.iter().map(|dim| self.expression(trace, *dim)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(self.python, parts)
    }

    fn expression(&self, trace: &Trace<'_>, dim: Dim) -> PyResult<Bound<'py, PyAny>> {
        match dim.as_constant() {
            Some(number) => Ok(number.into_pyobject(self.python)?.into_any()),
            None => {
                let text = PyString::new(self.python, &trace.shapes.text(dim));
                crate::python::import(self.python, "alternator.backend.expressions")?.getattr("from_text")?.call1((text,))
            }
        }
    }

    fn scalar(&self, trace: &Trace<'_>, dim: Dim) -> PyResult<Bound<'py, PyAny>> {
        match dim.as_constant() {
            Some(number) => Ok(number.into_pyobject(self.python)?.into_any()),
            None => self.module.getattr("Scalar")?.call1((self.expression(trace, dim)?,)),
        }
    }
}
