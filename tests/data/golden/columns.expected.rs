// tables.rs
// Written by rulec from rules/. Do not edit.

use super::*;
use super::releases::Table;

const fn at(file: &'static str, line: u32) -> Place {
    Place { file, line }
}

/// Every type of the rule language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    Value,
    Values,
    Int,
    Bool,
    Text,
    Name,
    Object,
    Source,
    Jump,
    Local,
    Const,
    Deref,
    None,
    Never,
    Means,
    Property,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Means {
    Constant,
    Disabled,
    LeftAlone,
}

impl Means {
    /// The member as rules and facts write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Constant => "constant",
            Self::Disabled => "disabled",
            Self::LeftAlone => "left_alone",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Property {
    Pure,
    Own,
}

impl Property {
    /// The member as rules and facts write it.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pure => "pure",
            Self::Own => "own",
        }
    }
}

/// Dotted names of the Python objects that rules name.
pub static OBJECT_PATHS: &[&str] = &[];

pub static RULES: &[Rule] = &[
    Rule {
        name: "a.f",
        place: at("case.rule", 8),
        parameters: &[
            Parameter { name: "x", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 5,
        body: &[
            /*  0 */ Op::Load { to: 3, value: Literal::Int(1) },
            /*  1 */ Op::Call { function: 0 /* mark */, args: &[0, 3], to: 2 },
            /*  2 */ Op::Load { to: 4, value: Literal::Int(2) },
            /*  3 */ Op::Call { function: 0 /* mark */, args: &[2, 4], to: 1 },
            /*  4 */ Op::Return { value: 1 },
        ],
    },
];

/// The releases of torch that the tables hold for, oldest first: their bits in a [`Table`].
pub static RELEASES: &[((u8, u8), &str)] = &[];

pub static OBJECTS: Table<ObjectRule> = Table::new(&[
], &[]);

/// The number of each guard rule.
pub mod guard_rules {
}

pub static GUARDS: &[GuardRule] = &[
];

/// By class, the exact match first, in the order in which they are tried.
pub static BUILDS: Table<BuildRule> = Table::new(&[
], &[]);

/// By path.
pub static CALLEES: Table<CalleeRule> = Table::new(&[
    CalleeRule { path: "a.f", access: Access::Call, how: Callee::Rule(0) },
], &[]);

/// By path.
pub static NAMESPACES: Table<CalleeRule> = Table::new(&[
], &[]);

/// Shapes of results: operator and rule, by operator.
pub static METAS: Table<(&str, u16)> = Table::new(&[
], &[]);

/// The instruction sequences of code generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emit {
}

pub static PACKS: &[Pack] = &[
];

#[derive(Debug, Clone, Copy)]
pub struct Classe {
    pub name: &'static str,
    pub properties: &'static [Property],
    pub first: Option<Property>,
}

pub static CLASSES: Table<Classe> = Table::new(&[
    Classe { name: "a", properties: &[Property::Pure], first: Some(Property::Pure) },
    Classe { name: "b", properties: &[], first: Some(Property::Own) },
    Classe { name: "c", properties: &[Property::Pure, Property::Own], first: None },
], &[]);

#[derive(Debug, Clone, Copy)]
pub struct Mark {
    pub name: &'static str,
    pub means: Means,
}

pub static MARKS: Table<Mark> = Table::new(&[
    Mark { name: "one", means: Means::Constant },
    Mark { name: "two", means: Means::Disabled },
    Mark { name: "three", means: Means::LeftAlone },
], &[]);

pub static TORCH_OPERATORS: Table<TorchOperator> = Table::new(&[
], &[]);


// layout.rs
// Written by rulec from rules/. Do not edit.


// externs.rs
// Written by rulec from rules/. Do not edit.

#[allow(unused_imports)]
use super::slot::{self, FromSlot, IntoSlot, Slot};
#[allow(unused_imports)]
use super::{Flow, types};

/// What the rules ask of the engine by case.rule, one method for each `extern fn`.
pub trait CaseExterns {
    /// Line 7.
    fn mark(&mut self, value: types::Value, means: crate::tables::Means) -> Flow<types::Value>;
}

/// Everything that the rules ask.
pub trait Externs: CaseExterns {}

impl<T: CaseExterns + ?Sized> Externs for T {}

impl FromSlot for crate::tables::Means {
    fn from_slot(slot: Slot) -> Flow<Self> {
        slot::member(slot, &[crate::tables::Means::Constant, crate::tables::Means::Disabled, crate::tables::Means::LeftAlone])
    }
}

impl FromSlot for crate::tables::Property {
    fn from_slot(slot: Slot) -> Flow<Self> {
        slot::member(slot, &[crate::tables::Property::Pure, crate::tables::Property::Own])
    }
}

/// Calls an extern by its number.
pub fn call_extern<E: Externs + ?Sized>(engine: &mut E, id: u16, args: &[Slot]) -> Flow<Slot> {
    let _ = &engine;
    match (id, args) {
        (0, [a0, a1]) => slot::apart(|| engine.mark(FromSlot::from_slot(*a0)?, FromSlot::from_slot(*a1)?).map(IntoSlot::into_slot)),
        _ => Err(slot::no_such_extern(id, args)),
    }
}


// meta_externs.rs
// Written by rulec from rules/. Do not edit.

use super::words as meta;

/// Everything that the meta rules ask.
pub trait ExternsOfMeta {}

impl<T: ?Sized> ExternsOfMeta for T {}

/// Calls an extern of meta rules by its number.
pub fn call_meta_extern<E: ExternsOfMeta + ?Sized>(machine: &mut E, id: u16, args: &[meta::MetaArgument]) -> Option<meta::MetaArgument> {
    let _ = &machine;
    match (id, args) {
        _ => None,
    }
}


// observations.rs
// Written by rulec from rules/. Do not edit.

/// What guards observe, by the number in `GuardRule`.
pub static OBSERVATIONS: &[&dyn Observation] = &[
];

/// By the same number: those that may ask Python.
pub static ASKING: &[Option<&dyn Asking>] = &[
];
