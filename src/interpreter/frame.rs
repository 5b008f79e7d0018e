//! An interpreted frame. Frames live on the heap: a generator is a suspended one.

use std::rc::Rc;

use crate::bytecode::decode::CodeInfo;
use crate::python::Object;
use crate::values::Value;

#[derive(Debug, Clone)]
pub struct Frame {
    pub code: Rc<CodeInfo>,
    /// Index of the next instruction.
    pub next: u32,
    /// Index of the instruction being run.
    pub current: u32,
    /// The instruction that raised the exception which is being reraised.
    pub raised_at: Option<u32>,
    pub stack: Vec<Value>,
    /// `localsplus`: locals, cells, free variables. Null is unbound; cells and free variables hold cells.
    pub locals: Vec<Value>,
    /// The function's closure, until COPY_FREE_VARS moves it into `locals`.
    pub closure: Vec<Value>,
    /// The module's globals, a tracked dict.
    pub globals: Value,
    pub builtins: Object,
    /// Of a class body: the tracked dict that its names are the entries of. Null otherwise.
    pub namespace: Value,
    /// Whether the rule of the current instruction has jumped.
    pub jumped: bool,
    /// Keyword names announced for the next call.
    pub keywords: Value,
    /// Whether a generator's frame has run since its call returned the generator.
    pub begun: bool,
    /// The generator that owns this frame, by its number.
    pub generator: Option<u32>,
    /// The exception that a generator's frame was handling when it yielded.
    pub handled: Value,
    /// The iterator that a generator's frame delegates to (`yield from`).
    pub delegate: Option<Delegate>,
    /// The graph site of the call that made this frame.
    pub caller: Option<u32>,
    /// Whether the instruction that made the frame gives what it returns, and does nothing else.
    pub is_direct: bool,
    /// The trace's step of the instruction being run, where breaks may nest.
    pub step: u64,
    /// Whether the frame has given out its one dict of its variables.
    pub shown: bool,
    /// The frame object that tracebacks name. Null before the first does.
    pub object: Value,
}

/// An iterator that a frame delegates to: where the frame continues when it ends, and whether it is then still on the
/// stack.
#[derive(Debug, Clone, Copy)]
pub struct Delegate {
    pub iterator: Value,
    pub target: u32,
    pub kept: bool,
}

/// How a frame stops running, for now or for good.
#[derive(Debug, Clone, Copy)]
pub enum Exit {
    Return(Value),
    Yield(Value),
    /// A generator function's call returns its generator; the frame waits for the first `next`.
    Suspend(Value),
}

impl Frame {
    /// A frame for a call, before its first instruction.
    pub fn new(
        code: Rc<CodeInfo>,
        locals: Vec<Value>,
        closure: Vec<Value>,
        globals: Value,
        builtins: Object,
        caller: Option<u32>,
    ) -> Frame {
        Frame {
            code,
            next: 0,
            current: 0,
            raised_at: None,
            stack: Vec::with_capacity(8),
            locals,
            closure,
            globals,
            builtins,
            namespace: Value::NULL,
            jumped: false,
            keywords: Value::NULL,
            begun: false,
            generator: None,
            handled: Value::NULL,
            delegate: None,
            caller,
            is_direct: false,
            step: 0,
            shown: false,
            object: Value::NULL,
        }
    }

    pub fn pop(&mut self) -> Option<Value> {
        self.stack.pop()
    }
}
