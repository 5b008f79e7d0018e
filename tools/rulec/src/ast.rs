//! Rules as they are written: what the parser makes of a file.

use crate::diagnostics::{Span, Spanned, Word};

#[derive(Debug, Clone)]
pub enum Item {
    Type(Word),
    Enum {
        name: Word,
        members: Option<Vec<Word>>,
    },
    /// The words that a column of a table may say: table, column and enum.
    Column {
        table: Word,
        column: Word,
        of: Word,
    },
    Extern(Extern),
    Observation(Extern),
    Define(Define),
    Opcode(Opcode),
    Unsupported {
        replaces: bool,
        opcode: Word,
        reason: Word,
    },
    Object(Object),
    Build(Build),
    Guard(Guard),
    Callable(Callable),
    Traced {
        replaces: bool,
        kind: CallableKind,
        path: Word,
        polyfill: Word,
    },
    Emit(Emit),
}

#[derive(Debug, Clone)]
pub struct TypeName {
    pub path: Word,
    pub perhaps: bool,
}

#[derive(Debug, Clone)]
pub struct Extern {
    /// Of meta rules alone, or of all others.
    pub of_meta: bool,
    pub name: Word,
    pub parameters: Vec<(Word, TypeName)>,
    /// A parameter that names an attribute of another: both names.
    pub attribute: Option<(Word, Word)>,
    pub result: Option<TypeName>,
    /// Where the result tells that a parameter is one of a class: both names.
    pub tells: Option<(Word, Word)>,
    pub effects: Vec<Word>,
}

/// A piece of body that rules call.
#[derive(Debug, Clone)]
pub struct Define {
    /// For meta rules alone, or for all others.
    pub of_meta: bool,
    pub name: Word,
    pub parameters: Vec<(Word, Option<TypeName>)>,
    /// As that of an extern.
    pub attribute: Option<(Word, Word)>,
    pub result: Option<TypeName>,
    pub body: Block,
}

#[derive(Debug, Clone)]
pub struct Opcode {
    pub span: Span,
    pub replaces: bool,
    pub name: Word,
    pub arguments: Vec<Argument>,
    /// The whole stack signature.
    pub stack: Span,
    pub inputs: Vec<StackItem>,
    pub outputs: Vec<StackItem>,
    pub opaque: Option<Word>,
    pub body: Block,
}

#[derive(Debug, Clone)]
pub struct Argument {
    pub name: Word,
    pub kind: Word,
    pub shift: u8,
    pub mask: u32,
}

#[derive(Debug, Clone)]
pub struct StackItem {
    pub name: Word,
    pub count: Option<Expr>,
    /// What code generation finds in its place, and where the rule says so.
    pub nullness: Option<Spanned<Nullness>>,
    pub way: Way,
}

/// Whether an instruction that is run on its own pushes a null in the place of an output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Nullness {
    #[default]
    Never,
    Always,
    Perhaps,
}

/// On which ways out of an instruction an output is pushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    Always,
    Jump,
    Fall,
}

#[derive(Debug, Clone)]
pub struct Object {
    pub class: Word,
    pub state: Vec<(Word, Option<TypeName>)>,
    pub rebuild: Option<Expr>,
    pub replay: Option<Expr>,
}

#[derive(Debug, Clone)]
pub struct Build {
    pub span: Span,
    pub name: Word,
    pub parameters: Vec<Parameter>,
    pub result: TypeName,
    pub before: Vec<Word>,
    pub opaque: Option<Word>,
    /// The classes, and whether it must be exactly that one.
    pub classes: Vec<(Word, bool)>,
    pub conditions: Vec<Expr>,
    pub body: Block,
}

#[derive(Debug, Clone)]
pub struct Guard {
    pub span: Span,
    pub name: Word,
    /// The object, and perhaps what is asked of it (a key, a name).
    pub parameters: Vec<Word>,
    pub fact: TypeName,
    pub observations: Vec<(Word, Vec<Word>)>,
    pub cost: Vec<Spanned<i64>>,
    /// Guards whose fact this one tells as well.
    pub implies: Vec<Word>,
    pub text: Vec<Word>,
    pub explain: Vec<Word>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CallableKind {
    Function,
    Method,
    Getter,
    Setter,
    Torch,
    Meta,
}

#[derive(Debug, Clone)]
pub struct Callable {
    pub span: Span,
    pub replaces: bool,
    pub kind: CallableKind,
    pub path: Word,
    pub parameters: Vec<Parameter>,
    pub result: Option<TypeName>,
    pub opaque: Option<Word>,
    pub body: Block,
}

#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: Word,
    pub kind: ParameterKind,
    pub ty: Option<TypeName>,
    pub default: Option<Expr>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ParameterKind {
    PositionalOnly,
    Positional,
    KeywordOnly,
    Rest,
    Keywords,
}

#[derive(Debug, Clone)]
pub struct Emit {
    pub replaces: bool,
    pub name: Word,
    /// Whether it stands in for an instruction; its name is then that of the opcode.
    pub stands_in: Option<StandIn>,
    pub operands: Vec<EmitOperand>,
    pub code: Vec<(Word, EmitArgument)>,
}

/// What an instruction is written as elsewhere than in the code that it comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum StandIn {
    /// Where it is run on its own, between two graphs.
    Alone,
    /// Where its variables have numbers too large for it: instructions of one variable each.
    Apart,
}

#[derive(Debug, Clone)]
pub struct EmitOperand {
    /// A name, or the digits of the number.
    pub word: Word,
    /// The rule is for instructions whose argument is this.
    pub number: Option<u32>,
}

#[derive(Debug, Clone)]
pub enum EmitArgument {
    None,
    Number(Spanned<i64>),
    Member(Word, Word),
    /// The path of a Python object, which is a constant of the code.
    Object(Word),
    Operand {
        name: Word,
        shift: u8,
        or: u32,
    },
}

// ---------------------------------------------------------------- bodies

#[derive(Debug, Clone)]
pub struct Block {
    pub statements: Vec<Statement>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum StatementKind {
    Bind { name: Word, ty: Option<TypeName>, value: Expr },
    SetField { of: Word, field: Word, value: Expr },
    Evaluate(Expr),
    If { condition: Condition, then: Block, otherwise: Option<Block> },
    For { item: Word, over: Over, body: Block },
    Jump(Expr),
    Return(Option<Expr>),
    Raise { class: Expr, arguments: Vec<Expr> },
    GraphBreak(Word),
    Require { condition: Expr, text: Word },
    Drop(Vec<Word>),
}

#[derive(Debug, Clone)]
pub enum Condition {
    True(Expr),
    Some(Word, Expr),
}

#[derive(Debug, Clone)]
pub enum Over {
    Values(Expr),
    Range(Expr, Expr),
}

#[derive(Debug, Clone)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub enum ExprKind {
    Name(String),
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    /// `py(dotted.name)`.
    Python(String),
    Call {
        function: Word,
        arguments: Vec<Expr>,
    },
    Observe {
        guard: Word,
        source: Box<Expr>,
        parameter: Option<Box<Expr>>,
    },
    Field {
        of: Box<Expr>,
        field: Word,
    },
    Index {
        of: Box<Expr>,
        index: Box<Expr>,
    },
    /// Parts marked `true` are spliced.
    List(Vec<(Expr, bool)>),
    Binary {
        operator: Operator,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Not(Box<Expr>),
    Each {
        item: Word,
        over: Box<Over>,
        body: Box<Expr>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
}

/// Every expression of a block, each before its parts.
pub fn each_expression<'a>(block: &'a Block, visit: &mut impl FnMut(&'a Expr)) {
    for statement in &block.statements {
        match &statement.kind {
            StatementKind::Bind { value, .. } | StatementKind::SetField { value, .. } => each_part(value, visit),
            StatementKind::Evaluate(value) | StatementKind::Jump(value) => each_part(value, visit),
            StatementKind::If { condition, then, otherwise } => {
                match condition {
                    Condition::True(value) | Condition::Some(_, value) => each_part(value, visit),
                }
                each_expression(then, visit);
                otherwise.iter().for_each(|b| each_expression(b, visit));
            }
            StatementKind::For { over, body, .. } => {
                each_of_over(over, visit);
                each_expression(body, visit);
            }
            StatementKind::Return(value) => value.iter().for_each(|v| each_part(v, visit)),
            StatementKind::Raise { class, arguments } => {
                each_part(class, visit);
                arguments.iter().for_each(|a| each_part(a, visit));
            }
            StatementKind::Require { condition, .. } => each_part(condition, visit),
            StatementKind::GraphBreak(_) | StatementKind::Drop(_) => {}
        }
    }
}

fn each_of_over<'a>(over: &'a Over, visit: &mut impl FnMut(&'a Expr)) {
    match over {
        Over::Values(values) => each_part(values, visit),
        Over::Range(from, to) => {
            each_part(from, visit);
            each_part(to, visit);
        }
    }
}

/// An expression, and every expression in it.
pub fn each_part<'a>(expr: &'a Expr, visit: &mut impl FnMut(&'a Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Call { arguments, .. } => arguments.iter().for_each(|a| each_part(a, visit)),
        ExprKind::Observe { source, parameter, .. } => {
            each_part(source, visit);
            parameter.iter().for_each(|p| each_part(p, visit));
        }
        ExprKind::Field { of, .. } | ExprKind::Not(of) => each_part(of, visit),
        ExprKind::Index { of, index } => {
            each_part(of, visit);
            each_part(index, visit);
        }
        ExprKind::List(parts) => parts.iter().for_each(|(part, _)| each_part(part, visit)),
        ExprKind::Binary { left, right, .. } => {
            each_part(left, visit);
            each_part(right, visit);
        }
        ExprKind::Each { over, body, .. } => {
            each_of_over(over, visit);
            each_part(body, visit);
        }
        ExprKind::Name(_) | ExprKind::None | ExprKind::Bool(_) | ExprKind::Int(_) => {}
        ExprKind::Text(_) | ExprKind::Python(_) => {}
    }
}
