//! Exceptions that rules and the engine raise in the traced program.

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::rules::{Flow, Reason, Stop};
use crate::tables::{OwnFunction, Role};
use crate::values::Value;

impl Trace<'_> {
    /// `class(*arguments)`.
    pub fn new_exception(&mut self, class: Value, arguments: Vec<Value>) -> Flow<Value> {
        self.call_any(class, Arguments::positional(arguments))
    }

    pub fn raise_text<T>(&mut self, class: Role, text: &str) -> Flow<T> {
        let class = self.role(class);
        let class = self.held(class);
        let text = self.text_constant(text)?;
        let exception = self.new_exception(class, vec![text])?;
        Err(Stop::Raise(exception))
    }

    /// Raises the exception that the polyfill of a role raises.
    pub fn refuse<T>(&mut self, refusal: OwnFunction, arguments: &[Value]) -> Flow<T> {
        let function = self.held(self.own(refusal)?);
        self.call_values(function, arguments)?;
        Err(Stop::Abandon("a refusal that did not raise".into()))
    }

    /// Raises that a special method of `of` returned an object of a wrong class.
    pub fn refuse_result<T>(&mut self, method: &str, of: Value, result: Value) -> Flow<T> {
        let name = self.text_constant(method)?;
        let [class, result] = [of, result].map(|value| self.held(self.class(value)));
        self.refuse(OwnFunction::WrongResult, &[name, class, result])
    }

    /// Raises the error of an operator that torch's fake tensors refuse, where a handler of the program may catch it. Without
    /// `fullgraph` the graph ends instead, and the running operator raises its own error.
    pub fn raise_refusal(&mut self, rule: Option<u16>, reason: &Reason) -> Flow<()> {
        let class = self.fakes.refused_by.take();
        let caught = self.frames.iter().any(|frame| frame.code.handler(frame.current).is_some());
        let (Some(class), Some(_), true, true) = (class, rule, self.settings.fullgraph, caught) else { return Ok(()) };
        let class = self.held(class);
        let exception = self.new_exception(class, Vec::new())?;
        self.exceptions.untold.insert(exception, (self.root_step, reason.text.clone()));
        Err(Stop::Raise(exception))
    }

    /// Traces the frame again, with a break before the instruction that raised, where only the running program can tell
    /// the words of an exception or the rest of a traceback.
    pub fn check_told(&self, exception: Value) -> Flow<()> {
        match self.exceptions.untold.get(&self.arena.resolve(exception)) {
            Some((step, reason)) => Err(Stop::restart(*step, reason.clone())),
            None => Ok(()),
        }
    }

    pub fn is_exception(&self, exception: Value, role: Role) -> bool {
        self.class(exception).is_subclass(self.role(role))
    }
}
