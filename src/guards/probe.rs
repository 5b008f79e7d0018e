//! Guards for Python code, for tests and benchmarks: single observations, and whole programs.

use std::hint::black_box;
use std::time::Instant;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::{GuardProgram, Guards, Inputs, Memory, ShapeGuards, display};
use crate::guards::observations::OBSERVATIONS;
use crate::python::{Lives, Object, read, tensor, torch_state};
use crate::rules::library::Library;
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::GUARDS;

pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(guard_probe, module)?)?;
    module.add_class::<GuardProbe>()
}

/// The fact that a guard rule observes of an object, as text; None if it does not apply.
#[pyfunction]
#[pyo3(signature = (object, rule, key=None))]
fn guard_probe(object: &Bound<'_, PyAny>, rule: &str, key: Option<&Bound<'_, PyAny>>) -> PyResult<Option<String>> {
    let observation = OBSERVATIONS[GUARDS[rule_named(rule)? as usize].observation as usize];
    let object = Object::from_bound(object);
    let key = key.map(Object::from_bound);
    let Some(fact) = observation.observe(object, key) else { return Ok(None) };
    if !observation.holds(object, key, &fact) {
        return Err(PyValueError::new_err(format!("{rule} does not hold of what it has just seen")));
    }
    Ok(Some(display::fact_text(&fact)))
}

fn rule_named(rule: &str) -> PyResult<u16> {
    let index = GUARDS.iter().position(|known| known.name == rule).map(|index| index as u16);
    index.ok_or_else(|| PyKeyError::new_err(format!("there is no guard rule named {rule}")))
}

/// A guard program made by hand: `GuardProbe({'x': object}, [(source, rule, key), …])`.
///
/// A source is a tuple: the name of a local, `None` for torch's state, or a list with an object that the
/// entry holds; then steps such as `('dict',)`, `('item', key)`, `('index', 0)`.
#[pyclass(unsendable)]
struct GuardProbe {
    program: GuardProgram,
    names: Vec<String>,
}

/// The arguments of a call, in the order of the names.
struct Given(Vec<Option<Object>>);

impl Inputs for Given {
    fn variable(&self, index: usize) -> Option<Object> {
        self.0.get(index).copied().flatten()
    }

    fn function(&self) -> Option<Object> {
        None
    }

    fn globals(&self) -> Option<Object> {
        None
    }
}

/// A program without an entry is always in service.
const ALIVE: Lives<'static> = &|| true;

type Request<'py> = (Bound<'py, PyTuple>, String, Option<Bound<'py, PyAny>>);

#[pymethods]
impl GuardProbe {
    #[new]
    #[pyo3(signature = (variables, guards, same=vec![], distinct=vec![], memory=vec![]))]
    fn new<'py>(
        variables: &Bound<'py, PyAny>,
        guards: Vec<Request<'py>>,
        same: Vec<(Bound<'py, PyTuple>, Bound<'py, PyTuple>)>,
        distinct: Vec<Bound<'py, PyTuple>>,
        memory: Vec<(Bound<'py, PyTuple>, bool)>,
    ) -> PyResult<GuardProbe> {
        // Rules say which classes are compared by value.
        Library::get(variables.py())?;
        let names: Vec<String> =
            variables.call_method0("keys")?.try_iter()?.map(|name| name?.extract()).collect::<PyResult<_>>()?;
        let mut sources = Sources::default();
        sources.local_names.clone_from(&names);
        let given = given(&names, variables)?;
        let mut found = Guards::default();
        for (path, rule, key) in &guards {
            let source = source(&mut sources, path)?;
            let object = reach(&sources, source, &given)
                .ok_or_else(|| PyValueError::new_err(format!("{} leads nowhere", sources.display(source))))?;
            let rule = rule_named(rule)?;
            let key = key.as_ref().map(Object::from_bound);
            let fact = OBSERVATIONS[GUARDS[rule as usize].observation as usize]
                .observe(object, key)
                .ok_or_else(|| PyValueError::new_err("the rule cannot be told of this object"))?;
            found.push(source, rule, key, fact);
        }
        for (first, second) in &same {
            let (first, second) = (source(&mut sources, first)?, source(&mut sources, second)?);
            found.push_duplicate(first, second);
        }
        let all = distinct.iter().map(|path| source(&mut sources, path)).collect::<PyResult<Vec<_>>>()?;
        found.push_distinct(all);
        if !memory.is_empty() {
            let (mut inputs, mut written) = (Vec::new(), Vec::new());
            for (path, is_written) in &memory {
                let source = source(&mut sources, path)?;
                let object = reach(&sources, source, &given);
                inputs.push((source, object.ok_or_else(|| PyValueError::new_err("a tensor that is not there"))?));
                written.push(*is_written);
            }
            let memory = Memory::of(&inputs, &written);
            found.push_memory(memory.ok_or_else(|| PyValueError::new_err("storages cannot be read"))?);
        }
        Ok(GuardProbe { program: GuardProgram::compile(None, sources, found, ShapeGuards::default(), &[], 0), names })
    }

    fn check(&self, variables: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.program.holds(&given(&self.names, variables)?, ALIVE))
    }

    /// Why the program does not hold; None if it does.
    fn failure(&self, variables: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        Ok(self.program.explain_failure(&given(&self.names, variables)?, ALIVE))
    }

    /// Nanoseconds of one check, the mean of `count`.
    fn time(&self, variables: &Bound<'_, PyAny>, count: u32) -> PyResult<f64> {
        let given = given(&self.names, variables)?;
        let start = Instant::now();
        for _ in 0..count {
            black_box(self.program.holds(black_box(&given), ALIVE));
        }
        Ok(start.elapsed().as_nanos() as f64 / f64::from(count))
    }

    fn text(&self) -> String {
        display::flat_text(&self.program)
    }

    fn tree(&self) -> String {
        display::tree_text(&self.program)
    }

    /// Nodes, checks, instructions of the main program and of the blocks.
    fn size(&self) -> (usize, usize, usize, usize) {
        self.program.size()
    }

    /// Whether tensors, and torch's state, are read natively.
    #[staticmethod]
    fn is_native() -> (bool, bool) {
        (tensor::is_native(), crate::python::torch_state::is_native())
    }

    /// The objects at whose end an entry of these guards is retired.
    fn followed<'py>(&mut self, python: Python<'py>) -> Vec<Bound<'py, PyAny>> {
        self.program.take_followed().into_iter().map(|object| object.object().bound(python)).collect()
    }
}

fn given(names: &[String], variables: &Bound<'_, PyAny>) -> PyResult<Given> {
    let object = |name: &String| -> PyResult<Option<Object>> { Ok(Some(Object::from_bound(&variables.get_item(name)?))) };
    Ok(Given(names.iter().map(object).collect::<PyResult<_>>()?))
}

fn source(sources: &mut Sources, path: &Bound<'_, PyTuple>) -> PyResult<SourceId> {
    let mut parts = path.iter();
    let root = parts.next().ok_or_else(|| PyValueError::new_err("an empty source"))?;
    let mut at = if root.is_none() {
        sources.intern(SourceKind::Global(0))
    } else if let Ok(name) = root.extract::<String>() {
        let index = sources.local_names.iter().position(|known| *known == name);
        let index = index.ok_or_else(|| PyKeyError::new_err(format!("there is no local named {name}")))?;
        sources.intern(SourceKind::Local(index as u16))
    } else {
        sources.intern(SourceKind::Held(Object::from_bound(&root.get_item(0)?)))
    };
    for part in parts {
        let step: String = part.get_item(0)?.extract()?;
        let object = || -> PyResult<Object> { Ok(Object::from_bound(&part.get_item(1)?)) };
        let number = || -> PyResult<u16> { part.get_item(1)?.extract() };
        at = sources.intern(match step.as_str() {
            "attribute" => SourceKind::Attribute(at, object()?),
            "dict" => SourceKind::InstanceDict(at),
            "item" => SourceKind::DictItem(at, object()?),
            "key" => SourceKind::DictKey(at, number()?.into()),
            "sole value" => SourceKind::SoleValue(at),
            "index" => SourceKind::Item(at, number()?.into()),
            "slot" => SourceKind::Slot(at, object()?),
            "cell" => SourceKind::CellContents(at),
            "type" => SourceKind::Type(at),
            "default" => SourceKind::FunctionDefault(at, number()?),
            "keyword default" => SourceKind::FunctionKwDefault(at, object()?),
            "closure" => SourceKind::FunctionClosure(at, number()?),
            "code" => SourceKind::FunctionCode(at),
            "globals" => SourceKind::FunctionGlobals(at),
            "function" => SourceKind::MethodFunction(at),
            "self" => SourceKind::MethodSelf(at),
            "referent" => SourceKind::Referent(at),
            "context value" => SourceKind::ContextValue(at),
            _ => return Err(PyValueError::new_err(format!("no step is called {step}"))),
        });
    }
    Ok(at)
}

/// The object at a source, as the compiled program will find it.
fn reach(sources: &Sources, source: SourceId, given: &Given) -> Option<Object> {
    match (sources.kind(source), sources.parent(source)) {
        (kind, Some(parent)) => super::reach::step(kind, reach(sources, parent, given)?),
        (SourceKind::Local(index), _) => given.variable(index.into()),
        (SourceKind::Held(object), _) => Some(object),
        (SourceKind::FunctionMode(index), _) => torch_state::function_mode(index.into()),
        (SourceKind::Global(_), _) => Some(read::none()),
        _ => None,
    }
}
