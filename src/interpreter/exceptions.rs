//! Exceptions of the traced program: those that are being handled, and those that the trace raised.

use ahash::AHashMap;

use crate::values::Value;

pub struct Exceptions {
    /// The handled exception of the innermost running generator, or else of the root frame.
    pub handled: Value,
    /// The handled exceptions of the callers that resumed generators, outermost first.
    outside: Vec<Value>,
    /// Exceptions that the trace raised, with the step of the root frame.
    pub raised: AHashMap<Value, u64>,
    /// What only the running program can tell: the words of an operator's error, of which the trace knows the class; and
    /// the rest of a traceback behind the frames of a function for which a rule stands. With the step of the root frame, and
    /// the reason, with which the graph then ends there.
    pub untold: AHashMap<Value, (u64, String)>,
    /// Whether the one on its way is raised again, which adds no line of this frame to its traceback.
    pub again: bool,
    /// The AttributeError of the last failed lookup, if one was raised.
    pub of_attribute: Option<Value>,
}

/// What was being handled in the root frame.
#[derive(Clone, Copy)]
pub struct Mark(Value);

impl Default for Exceptions {
    fn default() -> Exceptions {
        Exceptions {
            handled: Value::NULL,
            outside: Vec::new(),
            raised: AHashMap::new(),
            untold: AHashMap::new(),
            again: false,
            of_attribute: None,
        }
    }
}

impl Exceptions {
    /// A generator is resumed that was handling this.
    pub fn enter(&mut self, handled: Value) {
        self.outside.push(std::mem::replace(&mut self.handled, handled));
    }

    /// The generator has ended or yielded; what it was handling.
    pub fn leave(&mut self) -> Value {
        let outside = self.outside.pop().unwrap_or(Value::NULL);
        std::mem::replace(&mut self.handled, outside)
    }

    /// The one that is being handled, as `sys.exception()` tells it; null if there is none.
    pub fn handled_now(&self) -> Value {
        let all = self.outside.iter().chain([&self.handled]);
        all.copied().rfind(|handled| !handled.is_null()).unwrap_or(Value::NULL)
    }

    pub fn mark(&self) -> Mark {
        Mark(self.handled)
    }

    /// Back to the mark, when the first `known` values were there and the root frame was about to take this step.
    pub fn roll_back(&mut self, mark: Mark, known: usize, step: u64) {
        self.raised.retain(|exception, raised_at| (exception.0 as usize) < known && *raised_at < step);
        self.untold.retain(|exception, (raised_at, _)| (exception.0 as usize) < known && *raised_at < step);
        self.handled = mark.0;
        self.outside.clear();
    }
}
