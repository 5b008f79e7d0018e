//! For tests: the guards of a new entry as data, and whether they hold for changed objects (`tests/fuzz/soundness`).
//!
//! The examiner is called before the entry is made, with a second program of the same guards.

use std::cell::RefCell;

use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::display::{fact_text, relation_text, shape_text};
use super::{GuardProgram, Guards, Inputs, Relation, ShapeGuards};
use crate::python::{Lives, Object, Owned, UnderGil};
use crate::sources::{SourceId, SourceKind, Sources};
use crate::tables::GUARDS;

static EXAMINER: UnderGil<RefCell<Option<Py<PyAny>>>> = UnderGil::new(RefCell::new(None));

/// Calls `examiner` with the guards of each entry from now on; with None, nobody.
#[pyfunction]
pub fn examine_entries(examiner: Option<Py<PyAny>>) {
    // What was there is dropped when it is no longer borrowed.
    let before = EXAMINER.get().replace(examiner);
    drop(before);
}

/// The examiner, if there is one.
pub fn examiner(python: Python<'_>) -> Option<Py<PyAny>> {
    EXAMINER.get().borrow().as_ref().map(|examiner| examiner.clone_ref(python))
}

/// The guards of an entry that is about to be made, with the arguments of the frame that was traced.
#[pyclass(unsendable)]
pub struct Examined {
    program: GuardProgram,
    arguments: Vec<Option<Owned>>,
    function: Owned,
    /// Objects that the program compares by address.
    _followed: Vec<Owned>,
}

/// Steps from a root, each with what it takes.
type Path<'py> = Vec<(&'static str, Option<Bound<'py, PyAny>>)>;

/// A guard: rule, path, parameter, what was seen, and all of it as text.
type Shown<'py> = (&'static str, Path<'py>, Option<Bound<'py, PyAny>>, String, String);

impl Examined {
    pub fn new(
        globals: Option<Object>,
        sources: Sources,
        guards: Guards,
        shapes: ShapeGuards,
        arguments: &[Option<Object>],
        function: Object,
    ) -> Examined {
        let mut program = GuardProgram::compile(globals, sources, guards, shapes, &[], 0);
        let _followed = program.take_followed();
        let arguments = arguments.iter().map(|argument| argument.map(Owned::new)).collect();
        Examined { program, arguments, function: Owned::new(function), _followed }
    }

    fn path<'py>(&self, python: Python<'py>, source: SourceId) -> PyResult<Path<'py>> {
        let sources = &self.program.sources;
        let mut path = sources.parent(source).map_or_else(|| Ok(Vec::new()), |parent| self.path(python, parent))?;
        let number = |number: u32| number.into_pyobject(python).map(|number| Some(number.into_any()));
        let object = |object: Object| Some(object.bound(python).clone());
        path.push(match sources.kind(source) {
            SourceKind::Local(index) => ("local", number(index.into())?),
            SourceKind::Closure(index) => ("closure of the frame", number(index.into())?),
            SourceKind::Function => ("function of the frame", None),
            SourceKind::FunctionMode(index) => ("function mode", number(index.into())?),
            SourceKind::Held(held) => ("held", object(held)),
            SourceKind::Attribute(_, name) => ("attribute", object(name)),
            SourceKind::AskedAttribute(_, name) => ("asked attribute", object(name)),
            SourceKind::InstanceDict(_) => ("dict", None),
            SourceKind::DictItem(_, key) => ("item", object(key)),
            SourceKind::DictKey(_, index) => ("key", number(index)?),
            SourceKind::SoleValue(_) => ("sole value", None),
            SourceKind::Item(_, index) => ("index", number(index)?),
            SourceKind::Slot(_, descriptor) => ("slot", object(descriptor)),
            SourceKind::CellContents(_) => ("cell", None),
            SourceKind::Type(_) => ("type", None),
            SourceKind::FunctionDefault(_, index) => ("default", number(index.into())?),
            SourceKind::FunctionKwDefault(_, name) => ("keyword default", object(name)),
            SourceKind::FunctionClosure(_, index) => ("closure", number(index.into())?),
            SourceKind::FunctionCode(_) => ("code", None),
            SourceKind::FunctionGlobals(_) => ("globals", None),
            SourceKind::MethodFunction(_) => ("function", None),
            SourceKind::MethodSelf(_) => ("self", None),
            SourceKind::Referent(_) => ("referent", None),
            SourceKind::ContextValue(_) => ("context value", None),
            SourceKind::Size(_, index) => ("size", number(index.into())?),
            SourceKind::Stride(_, index) => ("stride", number(index.into())?),
            SourceKind::StorageOffset(_) => ("storage offset", None),
            SourceKind::Number(_) => ("number", None),
            SourceKind::AsTensor(_) => ("tensor", None),
            SourceKind::Drawn(index) => ("drawn", number(index.into())?),
            SourceKind::Global(_) => ("torch", None),
        });
        Ok(path)
    }

    fn given(&self, arguments: Option<&Bound<'_, PyTuple>>) -> Given {
        let own = || self.arguments.iter().map(|argument| argument.as_ref().map(Owned::object)).collect();
        // A place without an argument is given by its own.
        let arguments: Vec<Option<Object>> = match arguments {
            Some(others) => {
                others.iter().zip(&self.arguments).map(|(it, own)| own.as_ref().map(|_| Object::from_bound(&it))).collect()
            }
            None => own(),
        };
        Given { arguments, function: self.function.object(), globals: self.program.globals }
    }
}

#[pymethods]
impl Examined {
    /// The frame's arguments; None where there is none.
    fn arguments<'py>(&self, python: Python<'py>) -> Vec<Option<Bound<'py, PyAny>>> {
        self.arguments.iter().map(|argument| argument.as_ref().map(|it| it.object().bound(python).clone())).collect()
    }

    fn function<'py>(&self, python: Python<'py>) -> Bound<'py, PyAny> {
        self.function.object().bound(python).clone()
    }

    /// The guards on one object each.
    fn guards<'py>(&self, python: Python<'py>) -> PyResult<Vec<Shown<'py>>> {
        let one = |guard: &super::Guard| {
            let parameter = guard.parameter.map(|parameter| parameter.bound(python).clone());
            let text = super::display::guard_text(&self.program.sources, guard.rule, guard.source, guard.parameter, &guard.fact);
            let path = self.path(python, guard.source)?;
            Ok((GUARDS[guard.rule as usize].name, path, parameter, fact_text(&guard.fact), text))
        };
        self.program.guards.iter().map(one).collect()
    }

    /// `(kind, paths, text)` for each guard on several objects.
    fn relations<'py>(&self, python: Python<'py>) -> PyResult<Vec<(&'static str, Vec<Path<'py>>, String)>> {
        let one = |relation: &Relation| {
            let (kind, sources) = match relation {
                Relation::Same(first, second) => ("same", vec![*first, *second]),
                Relation::Distinct(all) => ("distinct", all.to_vec()),
                Relation::Memory(memory) => ("memory", memory.overlapping().chain(memory.apart()).collect()),
                Relation::Released { sources, emptied, .. } => ("let go", sources.iter().chain(emptied).copied().collect()),
            };
            let paths = sources.into_iter().map(|source| self.path(python, source)).collect::<PyResult<_>>()?;
            Ok((kind, paths, relation_text(&self.program.sources, relation)))
        };
        self.program.guards.relations().map(one).collect()
    }

    /// The conditions on sizes and ints, as text.
    fn conditions(&self) -> Vec<String> {
        (0..self.program.shapes.guards.len()).map(|guard| shape_text(&self.program, guard)).collect()
    }

    /// The sizes and ints that they speak of, and what they are called there.
    fn inputs<'py>(&self, python: Python<'py>) -> PyResult<Vec<(Path<'py>, String)>> {
        let named = |source: &SourceId| Ok((self.path(python, *source)?, self.program.sources.display(*source).to_string()));
        self.program.shapes.inputs.iter().map(named).collect()
    }

    /// Whether the entry would serve, with the frame's arguments or with others in their places.
    #[pyo3(signature = (arguments=None))]
    fn holds(&self, arguments: Option<&Bound<'_, PyTuple>>) -> bool {
        self.program.holds(&self.given(arguments), ALIVE)
    }

    /// Why it would not; None if it would.
    #[pyo3(signature = (arguments=None))]
    fn failure(&self, arguments: Option<&Bound<'_, PyTuple>>) -> Option<String> {
        self.program.explain_failure(&self.given(arguments), ALIVE)
    }
}

const ALIVE: Lives<'static> = &|| true;

struct Given {
    arguments: Vec<Option<Object>>,
    function: Object,
    globals: Option<Object>,
}

impl Inputs for Given {
    fn variable(&self, index: usize) -> Option<Object> {
        self.arguments.get(index).copied().flatten()
    }

    fn function(&self) -> Option<Object> {
        Some(self.function)
    }

    fn globals(&self) -> Option<Object> {
        self.globals
    }
}
