//! Exceptions that rules and the engine raise in the traced program.

use crate::interpreter::Trace;
use crate::interpreter::bind::Arguments;
use crate::rules::{Flow, Stop};
use crate::tables::Role;
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
    pub fn refuse<T>(&mut self, role: Role, arguments: &[Value]) -> Flow<T> {
        let function = self.held(self.role(role));
        self.call_values(function, arguments)?;
        Err(Stop::Abandon("a refusal that did not raise".into()))
    }

    /// Raises that a special method of `of` returned an object of a wrong class.
    pub fn refuse_result<T>(&mut self, method: &str, of: Value, result: Value) -> Flow<T> {
        let name = self.text_constant(method)?;
        let [class, result] = [of, result].map(|value| self.held(self.class(value)));
        self.refuse(Role::WrongResult, &[name, class, result])
    }

    pub fn is_exception(&self, exception: Value, role: Role) -> bool {
        self.class(exception).is_subclass(self.role(role))
    }
}
