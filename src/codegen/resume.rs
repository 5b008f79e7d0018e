//! Resume functions: the rest of a function, from one of its instructions on.
//!
//! A resume function is the original code entered in its middle. Its arguments are the variables that are still needed,
//! cells among them, and the values on the stack; only what was free in the original is free in it. Its prologue pushes
//! the stack and goes to the instruction. Handlers are carried over, so that a `try` or `with` that was open stays
//! open. A break in a resume function leads to another resume function of the *original* code, so that a loop needs one
//! per instruction that breaks.

use std::cell::{OnceCell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use ahash::AHashMap;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyWeakrefMethods, PyWeakrefReference};

use super::assemble::{Assembler, Operand, Slot};
use super::copy::{copy_code, labels};
use super::nested::resume_call;
use super::{Error, Result};
use crate::bytecode::decode::CodeInfo;
use crate::bytecode::flow::{self, Kind, Known, Liveness};
use crate::python::bytecode::Header;
use crate::python::{Object, Owned, UnderGil, WeakTable, bytecode};
use crate::tables::Emit;
use crate::tables::Pack;

/// Where the resume functions are that are alive. Nothing is kept alive here: a resume function lives in the compiled code
/// that goes on in it, and what is known of a function ends with its code.
#[derive(Debug, Default)]
pub struct Resumes {
    /// By the code of a resume function.
    origins: WeakTable<Rc<Origin>>,
    originals: WeakTable<Rc<Original>>,
}

/// Those of the whole process: a break inside one goes on in another of the same code.
static OF_PROCESS: UnderGil<OnceCell<Rc<Resumes>>> = UnderGil::new(OnceCell::new());

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    globals: Option<Object>,
    instruction: u32,
    in_call: Option<Callee>,
    stack: Vec<Kind>,
    variables: Vec<u32>,
}

/// Where a resume function begins.
#[derive(Debug, Clone, Copy)]
pub struct Begin<'a> {
    /// An instruction of the original.
    pub instruction: u32,
    /// Whether it is a call that the frame is in, and of what. Then the last item of the stack is the rest of the callee, and the
    /// resume function begins by resuming that.
    pub in_call: Option<Callee>,
    pub stack: &'a [Kind],
    /// The instruction of the original that the code before has stopped at. Its line is in the name.
    pub stopped_at: u32,
}

/// Where a called frame and those that it called are, as a hash: what goes on at different places has entries, and a limit
/// of recompiles, of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Callee(pub u64);

/// A function of the user, with what is worked out of it once.
#[derive(Debug)]
pub struct Original {
    pub info: Rc<CodeInfo>,
    pub known: Known,
    pub liveness: Liveness,
    alive: Py<PyWeakrefReference>,
    made: RefCell<AHashMap<Key, Made>>,
}

/// A resume function, if it is still alive.
#[derive(Debug)]
struct Made {
    code: Py<PyWeakrefReference>,
    function: Option<Py<PyWeakrefReference>>,
    arguments: Vec<Argument>,
    closure: Vec<u32>,
}

/// How a code that is being compiled lies in the original: itself, or as a resume function of it.
#[derive(Debug)]
pub struct Origin {
    pub original: Rc<Original>,
    /// By instruction of the code, that of the original.
    instructions: Option<Vec<Option<u32>>>,
    /// By variable of the original, that of the code.
    variables: Option<Vec<Option<u32>>>,
    /// Of a resume function, its instruction that the original's stands at where it begins.
    begins_at: Option<u32>,
    begins_in_call: bool,
}

/// An origin whose original is kept alive.
pub struct Located {
    origin: Rc<Origin>,
    #[expect(dead_code, reason = "held")]
    code: Py<PyAny>,
}

impl Deref for Located {
    type Target = Origin;

    fn deref(&self) -> &Origin {
        &self.origin
    }
}

#[derive(Debug)]
pub struct Resume {
    pub code: Py<PyAny>,
    /// The function, if it has no closure and its globals are known.
    pub function: Option<Py<PyAny>>,
    pub arguments: Vec<Argument>,
    /// Free variables of the original, whose cells make up the closure.
    pub closure: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Argument {
    /// A local, by variable of the original.
    Local(u32),
    /// The cell of this variable of the original: an error has to say that it is a local variable.
    Cell(u32),
    /// The n-th item of the stack, bottom first; where that is [`Kind::Handled`], the exception that is
    /// being handled.
    Stack(u32),
}

/// Variables of the original, where a resume function begins.
#[derive(Debug, Clone, Copy)]
pub struct Needed<'a> {
    /// Those that have a value.
    pub bound: &'a [u32],
    /// Those that are kept though nobody reads them.
    pub unread: &'a [u32],
}

impl Resumes {
    pub fn of_process() -> Rc<Resumes> {
        OF_PROCESS.get().get_or_init(Rc::default).clone()
    }

    pub fn new() -> Resumes {
        Resumes::default()
    }

    /// Whether `code` is that of a resume function made here.
    pub fn is_resume(&self, code: Object) -> bool {
        self.origins.get(code).is_some()
    }

    /// Whether an instruction is the call that a resume function begins with, where it goes on in a call.
    pub fn goes_on_in_call(&self, code: Object, index: u32) -> bool {
        self.origins.get(code).is_some_and(|origin| origin.begins_in_call && origin.begins_at == Some(index))
    }

    /// The user's function and its instruction that one of a resume function is a copy of; none for what it does first,
    /// and for what enters a region ahead of a copy.
    pub fn place(&self, py: Python<'_>, code: Object, index: u32) -> Option<(Owned, u32)> {
        let origin = self.origins.get(code)?;
        let alive = origin.original.alive.bind(py).upgrade()?;
        let of_original = origin.instruction(index).ok()?;
        let enters = origin.instruction(index + 1).is_ok_and(|next| next == of_original);
        (!enters).then(|| (Owned::from_bound(alive), origin.original.info.instructions[of_original as usize].offset))
    }

    /// Forgets what can be worked out again. Where a resume function comes from cannot: one that is alive may run still.
    pub fn clear(&self) {
        self.originals.clear();
    }

    /// Where the instructions of `info` lie in the user's function.
    pub fn origin(&self, py: Python<'_>, info: &Rc<CodeInfo>, pack: &Pack) -> Result<Located> {
        if let Some(origin) = self.origins.get(info.code) {
            let gone = || Error::Cannot("the function that this is the rest of is gone".to_owned());
            let code = origin.original.alive.bind(py).upgrade().ok_or_else(gone)?.unbind();
            return Ok(Located { origin, code });
        }
        if info.variables.iter().any(|variable| variable.is_given) {
            return Err(Error::Cannot("nobody knows of which function this is the rest".to_owned()));
        }
        let original = match self.originals.get(info.code) {
            Some(original) => original,
            None => {
                let known = Known::of(pack);
                let liveness = Liveness::of(info, pack)?;
                let alive = PyWeakrefReference::new(&info.code.bound(py))?.unbind();
                let original = Rc::new(Original { info: info.clone(), known, liveness, alive, made: RefCell::default() });
                self.originals.insert(info.code, original.clone());
                original
            }
        };
        let origin = Rc::new(Origin { original, instructions: None, variables: None, begins_at: None, begins_in_call: false });
        Ok(Located { origin, code: info.code.bound(py).unbind() })
    }

    /// The resume function of `original` that begins there.
    pub fn get(
        &self,
        py: Python<'_>,
        pack: &Pack,
        original: &Rc<Original>,
        begin: &Begin,
        needed: &Needed,
        globals: Option<Object>,
    ) -> Result<Resume> {
        let Begin { instruction, in_call, stack, stopped_at } = *begin;
        if stack.contains(&Kind::Perhaps) {
            return Err(Error::Cannot("a graph break where a value on the stack may be missing".to_owned()));
        }
        let captured = |v: &u32| original.info.variables[*v as usize].is_captured();
        let live = |v: &u32| !captured(v) && (original.liveness.is_live(instruction, *v) || needed.unread.contains(v));
        let variables = needed.bound.iter().copied().filter(live).collect();
        let key = Key { globals, instruction, in_call, stack: stack.to_vec(), variables };
        if let Some(resume) = original.made.borrow().get(&key).and_then(|made| made.alive(py)) {
            return Ok(resume);
        }
        let (resume, origin) = make(py, pack, original, &key, stopped_at)?;
        self.origins.insert(Object::from_bound(resume.code.bind(py)), Rc::new(origin));
        let made = Made::of(py, &resume)?;
        let before = original.made.borrow_mut().insert(key, made);
        drop(before);
        Ok(resume)
    }
}

impl Made {
    fn of(py: Python<'_>, resume: &Resume) -> PyResult<Made> {
        let weak = |object: &Py<PyAny>| PyResult::Ok(PyWeakrefReference::new(object.bind(py))?.unbind());
        Ok(Made {
            code: weak(&resume.code)?,
            function: resume.function.as_ref().map(weak).transpose()?,
            arguments: resume.arguments.clone(),
            closure: resume.closure.clone(),
        })
    }

    fn alive(&self, py: Python<'_>) -> Option<Resume> {
        let alive = |reference: &Py<PyWeakrefReference>| Some(reference.bind(py).upgrade()?.unbind());
        let function = match &self.function {
            Some(function) => Some(alive(function)?),
            None => None,
        };
        Some(Resume { code: alive(&self.code)?, function, arguments: self.arguments.clone(), closure: self.closure.clone() })
    }
}

impl Origin {
    /// The instruction of the original that the one at `index` is a copy of.
    pub fn instruction(&self, index: u32) -> Result<u32> {
        let Some(instructions) = &self.instructions else { return Ok(index) };
        let found = instructions.get(index as usize).copied().flatten();
        found.ok_or_else(|| Error::Cannot("code cannot go on in what a resume function does first".to_owned()))
    }

    /// Where a resume function begins, behind what it does first.
    pub fn begins_at(&self) -> Result<u32> {
        self.begins_at.ok_or_else(|| Error::Cannot("code that begins at no instruction of another".to_owned()))
    }

    /// The locals of the code that may still be read once the instruction is about to run.
    pub fn live_locals(&self, instruction: u32) -> Result<Vec<u16>> {
        let of_original = self.instruction(instruction)?;
        let original = &self.original;
        let live = |v: &u32| original.liveness.is_live(of_original, *v) && !original.info.variables[*v as usize].is_captured();
        Ok((0..original.info.local_count).filter(live).filter_map(|v| self.variable(v)).map(|v| v as u16).collect())
    }

    /// The variable of the code that holds a variable of the original.
    pub fn variable(&self, of_original: u32) -> Option<u32> {
        match &self.variables {
            None => Some(of_original),
            Some(variables) => variables.get(of_original as usize).copied().flatten(),
        }
    }
}

fn make(py: Python<'_>, pack: &Pack, original: &Rc<Original>, key: &Key, stopped_at: u32) -> Result<(Resume, Origin)> {
    let info = &original.info;
    let mut assembler = Assembler::new(pack);
    assembler.add_objects(info);
    let Variables { slots, arguments, cells, closure, mut pushed } = lay_out(&mut assembler, py, info, key);
    let variables = slots.iter().map(|slot| Some(assembler.index_of(*slot))).collect();

    let handler = info.handler(key.instruction);
    let first = key.instruction + u32::from(key.in_call.is_some());
    let handled = handler.filter(|_| key.in_call.is_some()).map(|handler| handler.target);
    let starts: Vec<u32> = [first].into_iter().chain(handled).collect();
    let wanted = flow::reachable(info, pack, &starts);
    assembler.location = info.instructions[key.instruction as usize].location;
    let labels = labels(&mut assembler, info);
    if !closure.is_empty() {
        assembler.emit(Emit::CopyFreeVars, &[Operand::Number(closure.len() as u32)])?;
    }
    assembler.emit(if info.is_generator() { Emit::BeginGenerator } else { Emit::Resume }, &[])?;
    assembler.claim_cells(&cells)?;
    let rest = key.in_call.and_then(|_| pushed.pop().flatten());
    push_stack(&mut assembler, py, &pushed, &key.stack)?;
    let mut in_call = None;
    if let Some(rest) = rest {
        let start = assembler.here();
        if handler.is_some() {
            assembler.emit(Emit::EnterRegion, &[])?;
        }
        resume_call(&mut assembler, py, rest)?;
        if let Some(handler) = handler {
            let end = assembler.here();
            assembler.protect(start, end, labels[handler.target as usize], handler.depth, handler.push_last_instruction);
        }
        in_call = Some(assembler.len() - 1);
    }
    if wanted.iter().position(|wanted| *wanted) != Some(first as usize) {
        assembler.emit(Emit::JumpForward, &[Operand::Label(labels[first as usize])])?;
    }
    let mut instructions = vec![None; assembler.len()];
    if let Some(call) = in_call {
        instructions[call] = Some(key.instruction);
        // Whoever goes to what follows goes where that leads.
        instructions[call + 1..].fill(Some(first));
    }
    instructions.extend(copy_code(&mut assembler, info, &slots, &wanted, &labels)?);
    let copied = || instructions.iter().rposition(|of| *of == Some(key.instruction));
    let begins_at = in_call.or_else(copied).map(|index| index as u32);

    let header = Header { argument_count: arguments.len() as u32, ..header(&mut assembler, py, info, stopped_at) };
    let code = assembler.assemble(&info.code.bound(py), &header)?;
    let function = match key.globals {
        Some(globals) if closure.is_empty() => Some(bytecode::function(&code, &globals.bound(py))?.unbind()),
        _ => None,
    };
    let origin = Origin {
        original: original.clone(),
        instructions: Some(instructions),
        variables: Some(variables),
        begins_at,
        begins_in_call: key.in_call.is_some(),
    };
    Ok((Resume { code: code.unbind(), function, arguments, closure }, origin))
}

/// The variables of a resume function.
struct Variables {
    /// Those of the original.
    slots: Vec<Slot>,
    arguments: Vec<Argument>,
    /// Arguments that are cells.
    cells: Vec<Slot>,
    closure: Vec<u32>,
    /// The arguments that hold items of the stack, bottom first; `None` for an item that is no object.
    pushed: Vec<Option<Slot>>,
}

fn lay_out(assembler: &mut Assembler, py: Python<'_>, info: &CodeInfo, key: &Key) -> Variables {
    // Arguments come first and in the order of the original, so that no variable moves up, and the first
    // argument stays where `super()` looks for it.
    let mut slots = vec![None; info.variables.len()];
    let (mut arguments, mut cells, mut closure) = (Vec::new(), Vec::new(), Vec::new());
    for (index, variable) in info.variables.iter().enumerate() {
        let number = index as u32;
        if variable.is_cell {
            slots[index] = Some(assembler.add_captured_local(variable.name));
            cells.extend(slots[index]);
            arguments.push(Argument::Cell(number));
        } else if key.variables.contains(&number) {
            slots[index] = Some(assembler.add_local(variable.name));
            arguments.push(Argument::Local(number));
        }
    }
    let of_variables = arguments.len();
    let mut pushed = Vec::new();
    for (depth, kind) in key.stack.iter().enumerate() {
        pushed.push(if matches!(kind, Kind::Null | Kind::LastInstruction) {
            None
        } else {
            let name = assembler.text(py, &format!("___stack{}", arguments.len() - of_variables));
            arguments.push(Argument::Stack(depth as u32));
            Some(assembler.add_local(name))
        });
    }
    for (index, variable) in info.variables.iter().enumerate() {
        if variable.is_free {
            closure.push(index as u32);
        } else if slots[index].is_none() {
            slots[index] = Some(assembler.add_local(variable.name));
        }
    }
    for index in &closure {
        slots[*index as usize] = Some(assembler.add_free(info.variables[*index as usize].name));
    }
    Variables { slots: slots.into_iter().flatten().collect(), arguments, cells, closure, pushed }
}

/// Pushes the items of the stack that a resume function got as arguments.
fn push_stack(assembler: &mut Assembler, py: Python<'_>, pushed: &[Option<Slot>], stack: &[Kind]) -> Result<()> {
    for (depth, (slot, kind)) in pushed.iter().zip(stack).enumerate() {
        match (slot, kind) {
            (Some(slot), _) => {
                assembler.emit(Emit::LoadFast, &[Operand::Slot(*slot)])?;
                assembler.emit(Emit::DeleteFast, &[Operand::Slot(*slot)])?;
            }
            (None, Kind::LastInstruction) => {}
            (None, _) => assembler.emit(Emit::PushNull, &[])?,
        }
        assembler.settle(py, stack, depth)?;
    }
    Ok(())
}

/// That of a function without keyword or rest parameters. In tracebacks it is the original; its qualified name, which is the one
/// that torch gives, tells it apart, but for a generator's, which the generator shows.
fn header(assembler: &mut Assembler, py: Python<'_>, info: &CodeInfo, stopped_at: u32) -> Header {
    let (name, mut qualified_name) = (info.header.name.text(), info.header.qualified_name.text());
    if !info.is_generator() {
        let outer = qualified_name.strip_suffix(name.as_str()).unwrap_or("");
        let line = info.instructions[stopped_at as usize].location.line;
        qualified_name = format!("{outer}torch_dynamo_resume_in_{name}_at_{line}");
    }
    Header {
        qualified_name: assembler.text(py, &qualified_name),
        argument_count: 0,
        positional_only: 0,
        keyword_only: 0,
        flags: info.header.flags & !(ffi::CO_VARARGS | ffi::CO_VARKEYWORDS) as u32,
        ..info.header
    }
}
