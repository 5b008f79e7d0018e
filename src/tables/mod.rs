//! The typed tables that the rule compiler writes: the engine's whole knowledge of Python.
//!
//! Everything here is `const`-constructible, because `rulec` emits it as const data.

mod generated;
pub mod releases;

pub use generated::*;

/// The side effects of a torch function.
#[derive(Debug, Clone, Copy)]
pub struct TorchOperator {
    /// The operator's name; a path if there are no namespaces.
    pub name: &'static str,
    /// Modules and classes whose functions of this name call the operator.
    pub namespaces: &'static [&'static str],
    /// The argument that is written into and returned.
    pub changes: Option<ArgumentPlace>,
    /// `changes` holds only if this argument is true.
    pub inplace: Option<ArgumentPlace>,
    /// Other arguments that are written into.
    pub writes: &'static [ArgumentPlace],
    /// The arguments whose memory a result may share.
    pub views: &'static [ArgumentPlace],
    /// The result may also be a copy.
    pub copies: bool,
    /// A view has the storage offset of the argument.
    pub stays: bool,
    /// It draws numbers from torch's random number generators.
    pub draws: bool,
    /// The argument that switches writing and drawing on, and its default.
    pub switch: Option<(ArgumentPlace, bool)>,
    /// Autocast does not cast its arguments.
    pub uncast: bool,
    /// What it writes, and what is written into a view that it gives, does not raise a tensor's version.
    pub untold: bool,
}

/// The position of an argument in a call.
#[derive(Debug, Clone, Copy)]
pub struct ArgumentPlace {
    pub name: &'static str,
    /// `None` if it is keyword-only.
    pub place: Option<usize>,
    /// Whether it is variadic.
    pub rest: bool,
}

/// A register of a rule body. Operands come first, in the order of the signature.
pub type Register = u16;

/// Where a rule stands, for traces and messages.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    pub file: &'static str,
    pub line: u32,
}

#[derive(Debug, Clone, Copy)]
pub struct Rule {
    pub name: &'static str,
    pub place: Place,
    pub parameters: &'static [Parameter],
    pub registers: u16,
    pub body: &'static [Op],
}

#[derive(Debug, Clone, Copy)]
pub struct Parameter {
    pub name: &'static str,
    pub kind: ParameterKind,
    pub ty: Type,
    /// `T?`: an argument that may be missing.
    pub optional: bool,
    pub default: Option<Literal>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    PositionalOnly,
    Positional,
    KeywordOnly,
    /// `*rest`, a register holding `Values`.
    Rest,
    /// `**keywords`, a register holding a dict `Value`.
    Keywords,
}

#[derive(Debug, Clone, Copy)]
pub enum Literal {
    None,
    /// The default of a parameter that may be left out, but takes no `None`.
    Missing,
    Bool(bool),
    Int(i64),
    Text(&'static str),
    /// Text that stands where a `Name` is wanted.
    Name(&'static str),
    /// Index into [`OBJECT_PATHS`].
    Object(u16),
}

/// One step of a rule body. Jumps are indices into the body.
#[derive(Debug, Clone, Copy)]
pub enum Op {
    /// `to = extern(args…)`.
    Call {
        function: u16,
        args: &'static [Register],
        to: Register,
    },
    /// `to = observe GUARD(source, parameter)`: read a fact and guard it.
    Observe {
        guard: u16,
        source: Register,
        parameter: Option<Register>,
        to: Register,
    },
    Load {
        to: Register,
        value: Literal,
    },
    /// The tracked constant of a literal: it stands where a `Value` is wanted.
    Constant {
        to: Register,
        value: Literal,
    },
    Copy {
        to: Register,
        from: Register,
    },
    /// Go to `otherwise` unless `condition` is true.
    Test {
        condition: Register,
        otherwise: u32,
    },
    /// Unwrap a `T?` into `to`, or go to `otherwise`.
    TestSome {
        option: Register,
        to: Register,
        otherwise: u32,
    },
    Jump(u32),
    Compare {
        how: Comparison,
        left: Register,
        right: Register,
        to: Register,
    },
    Arithmetic {
        how: Arithmetic,
        left: Register,
        right: Register,
        to: Register,
    },
    Not {
        of: Register,
        to: Register,
    },
    /// Declared state of an object rule, by slot.
    GetState {
        object: Register,
        slot: u16,
        to: Register,
    },
    SetState {
        object: Register,
        slot: u16,
        from: Register,
    },
    /// `[a, *b]` into `Values`; a part marked `true` is spliced.
    Collect {
        parts: &'static [(Register, bool)],
        to: Register,
    },
    /// `xs[i]` and `xs.len` of `Values`.
    Element {
        values: Register,
        index: Register,
        to: Register,
    },
    Length {
        values: Register,
        to: Register,
    },
    /// Begin a loop: `state` is a private register.
    LoopStart {
        state: Register,
    },
    /// The next of `Values`, or of `0..n` if `over` holds an Int, into `item`; or go to `done`.
    LoopNext {
        over: Register,
        state: Register,
        item: Register,
        done: u32,
    },
    /// Begin the `Values` that `each` builds, and append to them.
    ListStart {
        to: Register,
    },
    ListPush {
        to: Register,
        item: Register,
    },
    /// The next instruction of the interpreted frame. The body ends here.
    Goto {
        target: Register,
    },
    Return {
        value: Register,
    },
    /// Raise `class(args…)` in the traced program.
    Raise {
        class: Register,
        args: &'static [Register],
    },
    /// Break the graph. The text's `{}` are filled by `args`.
    Break {
        text: &'static str,
        args: &'static [Register],
    },
    /// A `require` that does not hold. The text's `{}` are filled by `args`.
    Fail {
        text: &'static str,
        args: &'static [Register],
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
}

// ---------------------------------------------------------------- opcodes

/// One CPython version: everything that decoding, interpreting and assembling it takes.
#[derive(Debug)]
pub struct Pack {
    /// `(3, 11)`.
    pub version: (u8, u8),
    /// By opcode number.
    pub opcodes: &'static [Option<OpcodeRule>; 256],
    pub extended_arg: u8,
    /// Whether the interpreter tells of changes of dicts, to those who ask (`PyDict_Watch`).
    pub watches_dicts: bool,
    /// By enum and oparg, the index of the member among the enum's members.
    pub enums: &'static [&'static [u16]],
    /// By [`Emit`]: every pack has them all.
    pub emits: &'static [EmitRule],
    /// What compiled code runs in place of an instruction that breaks the graph: the same, with a known stack layout.
    pub alone: &'static [EmitRule],
    /// Replacements of an instruction whose variables' numbers do not fit into its oparg.
    pub apart: &'static [EmitRule],
}

impl Pack {
    pub fn emit(&self, emit: Emit) -> &'static EmitRule {
        &self.emits[emit as usize]
    }
}

#[derive(Debug, Clone, Copy)]
pub struct OpcodeRule {
    pub name: &'static str,
    /// Inline cache entries (2 bytes each) that follow the instruction.
    pub caches: u8,
    pub arguments: &'static [Argument],
    pub inputs: &'static [StackItem],
    pub outputs: &'static [StackItem],
    /// Index into `RULES`, or why the opcode is not supported.
    pub rule: Result<u16, &'static str>,
}

/// A part of the oparg: `(oparg >> shift) & mask`, and what it means.
#[derive(Debug, Clone, Copy)]
pub struct Argument {
    pub kind: ArgumentKind,
    pub shift: u8,
    pub mask: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArgumentKind {
    Int,
    /// Index into the frame's locals, cells and free variables: of one that is read.
    Local,
    /// The same, of one that is set.
    Stored,
    /// The same, of one that is left without a value.
    Cleared,
    Name,
    Const,
    /// Index of a cell or free variable in the same array as `Local`.
    Deref,
    Forward,
    Backward,
    /// An enum, by index; [`Pack::enums`] says which member an oparg is.
    Enum(u16),
}

/// One stack item of a signature, or `count` of them as `Values`.
#[derive(Debug, Clone, Copy)]
pub struct StackItem {
    pub name: &'static str,
    pub register: Register,
    pub count: Count,
    /// Whether the instruction, run on its own, pushes a null in the place of an output.
    pub null: Null,
    /// On which ways out of the instruction an output is pushed.
    pub when: When,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Null {
    Never,
    Always,
    Perhaps,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    Always,
    Jump,
    Fall,
}

#[derive(Debug, Clone, Copy)]
pub enum Count {
    One,
    /// `scale * register + offset`; the register is an argument's.
    Argument {
        register: Register,
        scale: i32,
        offset: i32,
    },
    Constant(u32),
    /// `first + second + offset`; both are arguments.
    Sum {
        first: Register,
        second: Register,
        offset: i32,
    },
}

// ---------------------------------------------------------------- code generation

/// `emit NAME(operand, …) { OPCODE operand; … }`.
#[derive(Debug, Clone, Copy)]
pub struct EmitRule {
    /// That of the opcode, for what stands in for one.
    pub name: &'static str,
    /// By operand: the number that an instruction's argument must be for the rule to stand in for it.
    pub operands: &'static [Option<u32>],
    pub code: &'static [EmitOp],
}

#[derive(Debug, Clone, Copy)]
pub struct EmitOp {
    pub opcode: u8,
    pub argument: EmitArgument,
}

#[derive(Debug, Clone, Copy)]
pub enum EmitArgument {
    None,
    Number(u32),
    /// The Python object of this dotted name, as a constant.
    Object(&'static str),
    /// `(operand << shift) | or`: the operand is the n-th of the rule.
    Operand {
        index: u8,
        shift: u8,
        or: u32,
    },
}

// ---------------------------------------------------------------- objects, guards, functions

#[derive(Debug, Clone, Copy)]
pub struct ObjectRule {
    /// Dotted name of the class.
    pub class: &'static str,
    pub state: &'static [&'static str],
    /// Index into `RULES` of the body that rebuilds it: parameters are the state, the result a Value.
    pub rebuild: Option<u16>,
    /// The same of the body that gives an existing object this state: the object is the parameter before.
    pub replay: Option<u16>,
}

#[derive(Debug, Clone, Copy)]
pub struct BuildRule {
    /// Index into `RULES`.
    pub rule: u16,
    pub class: &'static str,
    pub exact: bool,
}

#[derive(Clone, Copy)]
pub struct GuardRule {
    pub name: &'static str,
    /// Index into the generated table of observations.
    pub observation: u16,
    /// Relative cost of one check; the cheap ones of a node run first.
    pub cost: u32,
    /// Guards whose fact this one tells as well.
    pub implies: &'static [u16],
    pub text: &'static str,
    pub explain: &'static str,
}

/// What a call of a known C (or Python) object means.
#[derive(Debug, Clone, Copy)]
pub struct CalleeRule {
    /// Dotted name, resolved in a running interpreter once its module is loaded.
    pub path: &'static str,
    pub access: Access,
    pub how: Callee,
}

/// How the object is used. `Get` and `Set` are for descriptors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Access {
    Call,
    Get,
    Set,
}

/// Why a function may be run while tracing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purity {
    /// It reads the values of its arguments, which are immutable.
    Values,
    /// It reads the identity of its arguments and their constant attributes.
    Identities,
    /// Its result is constant in the process.
    Process,
    /// Every entry is guarded by everything that it reads.
    Guarded,
}

#[derive(Debug, Clone, Copy)]
pub enum Callee {
    /// Run this rule's body.
    Rule(u16),
    /// Trace through this Python function instead (dotted name).
    Traced(&'static str),
    /// Call this function (dotted name) with the callee before the arguments.
    Through(&'static str),
    /// Call it while tracing when all arguments are constants.
    Pure(Purity),
    /// Call it while tracing, if all arguments are constants, and again whenever guards are checked. If `chosen`, a
    /// region of the graph may set it for itself.
    Setting { chosen: bool },
    /// A node of the graph.
    Graph,
    /// Break the graph, for this reason.
    Unsupported(&'static str),
    /// Trace through the Python code, as if there were no rule (an exception to a namespace).
    Inline,
}
