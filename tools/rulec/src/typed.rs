//! Bodies after checking: every name is a register, every conversion is spelt out.

use crate::model::Type;

pub type Register = u16;

#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    None,
    /// The default of a parameter that may be left out, but takes no `None`.
    Missing,
    Bool(bool),
    Int(i64),
    Text(String),
    /// Text that stands where a `Name` is wanted: interned by the engine.
    Name(String),
    /// Dotted path.
    Object(String),
}

/// A rule that passed the checks.
#[derive(Debug, Clone)]
pub struct Body {
    pub parameters: Vec<Parameter>,
    pub registers: u16,
    pub statements: Vec<Statement>,
    pub stack: Stack,
    /// For rules that give Python's `None` when they end without `return`.
    pub ends_in_none: bool,
}

/// A define that passed the checks. The first registers are its parameters.
#[derive(Debug, Clone)]
pub struct Define {
    pub parameters: u16,
    pub registers: u16,
    pub statements: Vec<Statement>,
}

#[derive(Debug, Clone)]
pub struct Parameter {
    pub name: String,
    pub kind: crate::ast::ParameterKind,
    pub ty: Type,
    pub default: Option<Literal>,
}

/// The stack items of an opcode rule.
#[derive(Debug, Clone, Default)]
pub struct Stack {
    pub inputs: Vec<StackItem>,
    pub outputs: Vec<StackItem>,
}

#[derive(Debug, Clone)]
pub struct StackItem {
    pub name: String,
    pub register: Register,
    pub count: Count,
    pub nullness: crate::ast::Nullness,
    pub way: crate::ast::Way,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Count {
    One,
    Constant(i32),
    Sum { first: Register, second: Register, offset: i32 },
    Linear { register: Register, scale: i32, offset: i32 },
}

#[derive(Debug, Clone)]
pub enum Statement {
    /// The rule does not match unless this holds.
    When(Expr),
    Bind {
        to: Register,
        value: Expr,
    },
    SetState {
        object: Register,
        slot: u16,
        value: Expr,
    },
    Evaluate(Expr),
    If {
        condition: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    IfSome {
        to: Register,
        value: Expr,
        then: Vec<Statement>,
        otherwise: Vec<Statement>,
    },
    For {
        item: Register,
        over: Over,
        body: Vec<Statement>,
    },
    Goto(Expr),
    Return(Option<Expr>),
    Raise {
        class: Expr,
        arguments: Vec<Expr>,
    },
    Break {
        text: String,
        arguments: Vec<Register>,
    },
    Require {
        condition: Expr,
        text: String,
        arguments: Vec<Register>,
    },
}

#[derive(Debug, Clone)]
pub enum Over {
    Values(Expr),
    Range(Expr, Expr),
}

#[derive(Debug, Clone)]
pub enum Expr {
    Register(Register),
    Literal(Literal),
    /// The tracked constant of a literal.
    Constant(Literal),
    Call {
        function: u16,
        arguments: Vec<Expr>,
    },
    /// A define, written out here.
    Expand {
        define: u16,
        arguments: Vec<Expr>,
    },
    Observe {
        guard: u16,
        source: Box<Expr>,
        parameter: Option<Box<Expr>>,
    },
    State {
        object: Box<Expr>,
        slot: u16,
    },
    Element {
        values: Box<Expr>,
        index: Box<Expr>,
    },
    Length(Box<Expr>),
    Collect(Vec<(Expr, bool)>),
    Compare {
        how: &'static str,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    Arithmetic {
        how: &'static str,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Each {
        item: Register,
        over: Box<Over>,
        body: Box<Expr>,
    },
}
