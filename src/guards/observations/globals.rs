//! Observations of torch's state of the process and the thread. They ignore the object.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple, PyWeakrefMethods, PyWeakrefReference};

use super::{Asking, Observation};
use crate::guards::Fact;
use crate::python::torch_state::{self, TorchState};
use crate::python::{Object, Owned, same_value};

/// Everything at once: cheaper than its parts, and each part is explained on its own.
pub struct GlobalState;

impl Observation for GlobalState {
    fn observe(&self, _: Object, _: Option<Object>) -> Option<Fact> {
        Some(Fact::State(Box::new(TorchState::now()?)))
    }

    #[inline]
    fn holds(&self, _: Object, _: Option<Object>, fact: &Fact) -> bool {
        matches!(fact, Fact::State(known) if torch_state::holds(known))
    }
}

/// Active modes and functorch's level are known to torch's Python functions alone.
impl Asking for GlobalState {
    fn asks(&self, fact: &Fact) -> bool {
        matches!(fact, Fact::State(known) if torch_state::asks(known))
    }

    fn ask(&self, _: &Owned, _: Option<Object>, fact: &Fact) -> Option<Fact> {
        matches!(fact, Fact::State(known) if torch_state::ask(known)).then(|| fact.clone())
    }
}

/// Whether a C function that reads the state of the process still gives the same answer; it may warn. The parameter is
/// a tuple: its arguments (a tuple) and the answer.
pub struct Answers;

impl Observation for Answers {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let parameter = parameter?.items();
        let [arguments, answer] = parameter.as_slice() else { return None };
        let now = object.call(*arguments).ok()?;
        Some(Fact::Bool(same_value(*answer, now.object())))
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for Answers {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), parameter).filter(|now| now == fact)
    }
}

/// Whether a function that keeps its results still gives an object. The parameter is a tuple: its arguments (a tuple), the
/// names of the last ones (a tuple), and the object.
pub struct Gives;

impl Observation for Gives {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let parameter = parameter?.items();
        let [arguments, names, known] = parameter.as_slice() else { return None };
        let now = object.call_named(*arguments, *names).ok()?;
        Some(Fact::Bool(now.object() == *known))
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for Gives {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), parameter).filter(|now| now == fact)
    }
}

/// Whether functions still answer what they did when a function, the object, gave a certain stamp. They are asked again when
/// it gives another one, which is then the stamp. The parameter is a list: the stamp, then a tuple for each question, of the
/// function, weak references to its arguments, and the answer.
pub struct AnswersSince;

impl AnswersSince {
    /// A list without questions.
    pub fn start(stamp: Object) -> PyResult<Owned> {
        Owned::list(&[stamp.call(Owned::tuple(&[])?.object())?.object()])
    }

    /// Asks a question, and adds it to the list.
    pub fn ask(known: Object, function: Object, arguments: &[Object]) -> PyResult<Owned> {
        let answer = function.call(Owned::tuple(arguments)?.object())?;
        Python::attach(|python| {
            let weak = arguments.iter().map(|argument| PyWeakrefReference::new(&argument.bound(python)));
            let weak = PyTuple::new(python, weak.collect::<PyResult<Vec<_>>>()?)?;
            let question = (function.bound(python), weak, answer.object().bound(python));
            known.bound(python).cast::<PyList>()?.append(question)
        })?;
        Ok(answer)
    }

    /// Whether each question has its answer still. One about an object that is gone has none.
    fn hold(known: &Bound<'_, PyList>) -> PyResult<bool> {
        for question in known.iter().skip(1) {
            let (function, weak, answer) = question.extract::<(Bound<'_, PyAny>, Bound<'_, PyTuple>, Bound<'_, PyAny>)>()?;
            let referents = weak.iter().map(|weak| Ok(weak.cast::<PyWeakrefReference>()?.upgrade()));
            let Some(arguments) = referents.collect::<PyResult<Option<Vec<_>>>>()? else { return Ok(false) };
            let now = function.call1(PyTuple::new(known.py(), arguments)?)?;
            if !same_value(Object::from_bound(&answer), Object::from_bound(&now)) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

impl Observation for AnswersSince {
    fn observe(&self, object: Object, parameter: Option<Object>) -> Option<Fact> {
        let known = parameter?;
        let now = object.call(Owned::tuple(&[]).ok()?.object()).ok()?;
        if same_value(known.item(0)?, now.object()) {
            return Some(Fact::Bool(true));
        }
        Python::attach(|python| {
            let known = known.bound(python).cast_into::<PyList>().ok()?;
            let holds = Self::hold(&known).ok()?;
            if holds {
                known.set_item(0, now.object().bound(python)).ok()?;
            }
            Some(Fact::Bool(holds))
        })
    }

    fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
        true
    }
}

impl Asking for AnswersSince {
    fn asks(&self, _: &Fact) -> bool {
        true
    }

    fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
        self.observe(object.object(), parameter).filter(|now| now == fact)
    }
}

/// Observations of one part of the state, each a struct of its own.
macro_rules! parts {
    ($($(#[$about:meta])* $name:ident = $read:expr;)*) => {$(
        $(#[$about])*
        pub struct $name;

        impl Observation for $name {
            fn observe(&self, _: Object, _: Option<Object>) -> Option<Fact> {
                let read: fn(&TorchState) -> Fact = $read;
                Some(read(&TorchState::now()?))
            }

            fn holds(&self, _: Object, _: Option<Object>, _: &Fact) -> bool {
                true
            }
        }

        impl Asking for $name {
            fn asks(&self, _: &Fact) -> bool {
                true
            }

            fn ask(&self, object: &Owned, parameter: Option<Object>, fact: &Fact) -> Option<Fact> {
                self.observe(object.object(), parameter).filter(|now| now == fact)
            }
        }
    )*};
}

parts! {
    GradMode = |state| Fact::Bool(state.grad_mode);
    InferenceMode = |state| Fact::Bool(state.inference_mode);
    DeterministicAlgorithms = |state| Fact::Bool(state.deterministic);
    /// torch's number of the default dtype.
    DefaultDtype = |state| Fact::Int(i64::from(state.default_dtype));
    /// How many torch-function modes are active.
    FunctionModes = |state| Fact::Int(state.modes.len() as i64);
    /// Who may override torch's functions: 0 everybody, 1 modes alone (not subclasses), 2 nobody.
    FunctionState = |state| Fact::Int(i64::from(state.function_disabled));
    SavedTensorHooks = |state| Fact::Bool(state.saved_tensor_hooks);
    /// The innermost functorch level; 0 outside.
    FunctorchLevel = |state| Fact::Int(state.functorch_level);
    /// What `torch.set_default_device` set: None or a `torch.device`.
    DefaultDevice = |state| state.default_device.map_or(Fact::None, Fact::Equal);
    /// Whether autocast is on for any device.
    Autocast = |state| Fact::Bool(state.autocast_enabled != 0);
}
