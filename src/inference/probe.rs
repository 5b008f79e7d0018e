//! Python's constants and tensors as arguments of meta rules, and metadata shown to Python.
//!
//! Reads attributes by the ordinary protocol: for constants, for real tensors of tests and debugging,
//! and for the answers of torch's fake tensors. Traced inputs are read elsewhere, natively.

use std::rc::Rc;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyComplex, PyDict, PyEllipsis, PyFloat, PyInt, PyList, PySlice, PyString, PyTuple};

use crate::shapes::meta::{self, MetaContext, MetaResult};
use crate::shapes::tensor::{MemoryFormat, TensorRef};
use crate::shapes::{DType, Device, Dim, Interval, Layout, MetaArgument, ShapeEnv, Strides, TensorMeta};
use crate::sources::{SourceKind, Sources};
use crate::tables::{self, MetaWordKind};

/// What a Python object is to a meta rule: numbers, texts, torch's words, containers of them, tensors.
pub fn argument_of(object: &Bound<'_, PyAny>) -> PyResult<MetaArgument> {
    if object.is_none() {
        return Ok(MetaArgument::None);
    }
    if let Ok(truth) = object.cast::<PyBool>() {
        return Ok(MetaArgument::Bool(truth.is_true()));
    }
    if object.is_exact_instance_of::<PyInt>() {
        let dim = object.extract::<i64>().ok().and_then(Dim::constant);
        return Ok(dim.map_or_else(|| other(object), MetaArgument::Dim));
    }
    if let Ok(number) = object.cast::<PyFloat>() {
        return Ok(MetaArgument::Float(number.value()));
    }
    if object.is_instance_of::<PyComplex>() {
        return Ok(MetaArgument::Complex);
    }
    if let Ok(text) = object.cast::<PyString>() {
        return Ok(MetaArgument::Text(text.to_str()?.into()));
    }
    if object.is_instance_of::<PyEllipsis>() {
        return Ok(MetaArgument::Ellipsis);
    }
    if let Ok(slice) = object.cast::<PySlice>() {
        let part = |name| argument_of(&slice.getattr(name)?);
        return Ok(MetaArgument::Slice(Rc::new([part("start")?, part("stop")?, part("step")?])));
    }
    if let Ok(tuple) = object.cast::<PyTuple>() {
        let items: PyResult<Vec<MetaArgument>> = tuple.iter().map(|item| argument_of(&item)).collect();
        return Ok(MetaArgument::Tuple(items?.into()));
    }
    if let Ok(list) = object.cast::<PyList>() {
        let items: PyResult<Vec<MetaArgument>> = list.iter().map(|item| argument_of(&item)).collect();
        return Ok(MetaArgument::List(items?.into()));
    }
    torch_argument_of(object)
}

/// A tensor's metadata, all sizes fixed.
pub fn tensor_meta_of(tensor: &Bound<'_, PyAny>) -> PyResult<TensorMeta> {
    let unknown = |what: &str| pyo3::exceptions::PyValueError::new_err(format!("no tensor metadata: {what}"));
    let dims = |name: &str| -> PyResult<Vec<Dim>> {
        let sizes: Vec<i64> = tensor.call_method0(name)?.extract()?;
        sizes.into_iter().map(|size| Dim::constant(size).ok_or_else(|| unknown(name))).collect()
    };
    let MetaArgument::DType(dtype) = torch_argument_of(&tensor.getattr("dtype")?)? else { return Err(unknown("dtype")) };
    let MetaArgument::Layout(layout) = torch_argument_of(&tensor.getattr("layout")?)? else { return Err(unknown("layout")) };
    if layout != Layout::STRIDED {
        return Err(unknown("layout"));
    }
    let (sizes, own) = (dims("size")?, dims("stride")?);
    let strides = Strides::known(&mut ShapeEnv::default(), &sizes, own);
    Ok(TensorMeta {
        strides,
        requires_grad: tensor.getattr("requires_grad")?.extract()?,
        is_leaf: tensor.getattr("is_leaf")?.extract()?,
        ..TensorMeta::new(dtype, device_of(&tensor.getattr("device")?)?, sizes)
    })
}

/// The functions that tests and debugging use.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(infer_meta, module)?)?;
    module.add_function(wrap_pyfunction!(meta_targets, module)?)
}

/// `infer_meta(target, args, kwargs, grad=True, dynamic=False)`: what the meta rule of a dotted name says,
/// as `(dtype, device, sizes, strides, requires_grad, is_argument)` for each tensor, or the string `unknown`, or
/// `refused`. With `dynamic`, every size of the tensors given becomes a symbol, and the answer is put at its hint. The
/// last item says whether the rule gives back one of its arguments.
#[pyfunction]
#[pyo3(signature = (target, args, kwargs, grad = true, dynamic = false))]
pub fn infer_meta<'py>(
    target: &str,
    args: &Bound<'py, PyTuple>,
    kwargs: &Bound<'py, PyDict>,
    grad: bool,
    dynamic: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = args.py();
    let unknown = || Ok(PyString::new(py, "unknown").into_any());
    let Some(rule) = meta::rule_of(target) else { return unknown() };
    let mut env = ShapeEnv::default();
    let mut arguments = Vec::new();
    for argument in args.iter() {
        arguments.push(argument_of(&argument)?);
    }
    let mut keywords = Vec::new();
    for (name, argument) in kwargs.iter() {
        keywords.push((name.extract::<String>()?, argument_of(&argument)?));
    }
    if dynamic {
        let mut sources = Sources::default();
        for argument in arguments.iter_mut().chain(keywords.iter_mut().map(|(_, argument)| argument)) {
            *argument = with_symbols(argument, &mut env, &mut sources);
        }
    }
    let keywords: Vec<(&str, MetaArgument)> = keywords.iter().map(|(name, argument)| (name.as_str(), argument.clone())).collect();
    let torch = crate::python::import(py, "torch")?;
    let MetaArgument::DType(default_dtype) = torch_argument_of(&torch.call_method0("get_default_dtype")?)? else {
        return unknown();
    };
    crate::report::counters::rules(&std::iter::once(rule).collect());
    let context = MetaContext { grad, default_dtype, default_device: Device::CPU };
    match meta::infer(&mut env, context, rule, &arguments, &keywords) {
        MetaResult::Known(answer) => {
            let mut given: Vec<TensorRef> = Vec::new();
            let every = arguments.iter().chain(keywords.iter().map(|(_, argument)| argument));
            every.for_each(|argument| argument.tensors(&mut |tensor| given.push(tensor.clone())));
            shown(py, &mut env, &answer, &given)
        }
        MetaResult::Unknown => unknown(),
        MetaResult::Refused(_) => Ok(PyString::new(py, "refused").into_any()),
    }
}

/// The targets that have a meta rule.
#[pyfunction]
pub fn meta_targets() -> Vec<&'static str> {
    tables::METAS.iter().map(|(target, _)| *target).collect()
}

fn other(object: &Bound<'_, PyAny>) -> MetaArgument {
    // SAFETY: the caller of a meta rule keeps the arguments alive, and no rule looks into this one.
    let object = unsafe { crate::python::Object::from_pointer(object.as_ptr()) };
    object.map_or(MetaArgument::None, MetaArgument::Other)
}

fn torch_argument_of(object: &Bound<'_, PyAny>) -> PyResult<MetaArgument> {
    let class = object.get_type();
    let (module, name) = (class.module()?, class.name()?);
    let full = format!("{}.{}", module.to_str()?, name.to_str()?);
    Ok(match tables::META_WORDS.iter().find(|row| row.class == full).map(|row| row.is) {
        Some(MetaWordKind::Dtype) => DType::named(&object.str()?.to_string()).map_or_else(|| other(object), MetaArgument::DType),
        Some(MetaWordKind::Device) => MetaArgument::Device(device_of(object)?),
        Some(MetaWordKind::Layout) => {
            let name = object.str()?.to_string();
            Layout::named(&name).map_or_else(|| other(object), MetaArgument::Layout)
        }
        Some(MetaWordKind::MemoryFormat) => {
            let name = object.str()?.to_string();
            let row = tables::MEMORY_FORMATS.iter().find(|row| row.name == name);
            let format = row.and_then(|row| MemoryFormat::from_number(row.number));
            format.map_or_else(|| other(object), MetaArgument::Format)
        }
        Some(MetaWordKind::Tensor) => {
            tensor_meta_of(object).map_or_else(|_| other(object), |meta| MetaArgument::Tensor(Rc::new(meta)))
        }
        None => other(object),
    })
}

fn device_of(device: &Bound<'_, PyAny>) -> PyResult<Device> {
    let text = device.str()?.to_string();
    Device::parse(&text).ok_or_else(|| pyo3::exceptions::PyValueError::new_err(format!("unknown device {text}")))
}

fn with_symbols(argument: &MetaArgument, env: &mut ShapeEnv, sources: &mut Sources) -> MetaArgument {
    match argument {
        MetaArgument::Tensor(tensor) if tensor.strides == Strides::Contiguous => {
            let sizes: Vec<Dim> = tensor
                .sizes
                .iter()
                .map(|size| {
                    let source = sources.intern(SourceKind::Local(sources.len() as u16));
                    let hint = size.as_constant().unwrap_or(0);
                    env.size_symbol(sources, source, hint, None::<Interval>, false)
                })
                .collect();
            MetaArgument::Tensor(Rc::new(TensorMeta { sizes: sizes.into(), ..(**tensor).clone() }))
        }
        MetaArgument::List(items) => MetaArgument::List(items.iter().map(|item| with_symbols(item, env, sources)).collect()),
        MetaArgument::Tuple(items) => MetaArgument::Tuple(items.iter().map(|item| with_symbols(item, env, sources)).collect()),
        same => same.clone(),
    }
}

fn shown<'py>(py: Python<'py>, env: &mut ShapeEnv, answer: &MetaArgument, given: &[TensorRef]) -> PyResult<Bound<'py, PyAny>> {
    match answer {
        MetaArgument::Tensor(tensor) => {
            let strides = tensor.strides(env).unwrap_or_default();
            let hints = |dims: &[Dim], env: &ShapeEnv| dims.iter().map(|&dim| env.hint(dim)).collect::<Vec<_>>();
            let device = (tensor.device.kind, tensor.device.index);
            let is_argument = given.iter().any(|argument| Rc::ptr_eq(argument, tensor));
            let (sizes, strides) = (hints(&tensor.sizes, env), hints(&strides, env));
            let shape = (tensor.dtype.name(), device, sizes, strides, tensor.requires_grad, is_argument);
            Ok(shape.into_pyobject(py)?.into_any())
        }
        MetaArgument::Tuple(items) | MetaArgument::List(items) => {
            let list = PyList::empty(py);
            for item in items.iter() {
                list.append(shown(py, env, item, given)?)?;
            }
            Ok(list.into_any())
        }
        MetaArgument::Dim(dim) => Ok(env.hint(*dim).into_pyobject(py)?.into_any()),
        _ => Ok(PyString::new(py, "other").into_any()),
    }
}
