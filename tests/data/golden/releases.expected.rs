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
    Tensor,
}

/// Dotted names of the Python objects that rules name.
pub static OBJECT_PATHS: &[&str] = &[];

pub static RULES: &[Rule] = &[
    Rule {
        name: "torch.both",
        place: at("case.rule", 2),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 1,
        body: &[
            /*  0 */ Op::Return { value: 0 },
        ],
    },
    Rule {
        name: "torch.changed",
        place: at("case.rule", 3),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 1,
        body: &[
            /*  0 */ Op::Return { value: 0 },
        ],
    },
    Rule {
        name: "torch.both.meta",
        place: at("case.rule", 4),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Tensor, optional: false, default: None },
        ],
        registers: 1,
        body: &[
            /*  0 */ Op::Return { value: 0 },
        ],
    },
    Rule {
        name: "torch.changed@2.12",
        place: at("torch/2.12/case.rule", 1),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
            Parameter { name: "b", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 2,
        body: &[
            /*  0 */ Op::Return { value: 1 },
        ],
    },
    Rule {
        name: "torch.new@2.12",
        place: at("torch/2.12/case.rule", 2),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 1,
        body: &[
            /*  0 */ Op::Return { value: 0 },
        ],
    },
];

/// The releases of torch that the tables hold for, oldest first: their bits in a [`Table`].
pub static RELEASES: &[((u8, u8), &str)] = &[((2, 11), "2.11"), ((2, 12), "2.12")];

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
    CalleeRule { path: "torch.add", access: Access::Call, how: Callee::Graph },
    CalleeRule { path: "torch.both", access: Access::Call, how: Callee::Rule(0) },
    CalleeRule { path: "torch.changed", access: Access::Call, how: Callee::Rule(1) },
    CalleeRule { path: "torch.changed", access: Access::Call, how: Callee::Rule(3) },
    CalleeRule { path: "torch.gone", access: Access::Call, how: Callee::Graph },
    CalleeRule { path: "torch.new", access: Access::Call, how: Callee::Rule(4) },
    CalleeRule { path: "torch.old", access: Access::Call, how: Callee::Graph },
], &[3, 3, 1, 2, 1, 2, 1]);

/// By path.
pub static NAMESPACES: Table<CalleeRule> = Table::new(&[
], &[]);

/// Shapes of results: operator and rule, by operator.
pub static METAS: Table<(&str, u16)> = Table::new(&[
    ("torch.add", 2),
    ("torch.both", 2),
    ("torch.gone", 2),
], &[3, 3, 1]);

/// The instruction sequences of code generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emit {
}

pub static PACKS: &[Pack] = &[
];

#[derive(Debug, Clone, Copy)]
pub struct Effect {
    pub path: &'static str,
    pub draws: bool,
}

pub static EFFECTS: Table<Effect> = Table::new(&[
    Effect { path: "torch.both", draws: true },
    Effect { path: "torch.changed", draws: false },
    Effect { path: "torch.changed", draws: true },
], &[3, 1, 2]);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Role {
    Tensor,
    Level,
}

/// By index of [`Role`]: what the rules call it, and its text.
pub static ROLES: Table<(&str, &str)> = Table::new(&[
    ("tensor", "torch.Tensor"),
    ("level", "torch.level"),
    ("level", "torch._C.level"),
], &[3, 1, 2]);

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

/// Everything that the rules ask.
pub trait Externs {}

impl<T: ?Sized> Externs for T {}

/// Calls an extern by its number.
pub fn call_extern<E: Externs + ?Sized>(engine: &mut E, id: u16, args: &[Slot]) -> Flow<Slot> {
    let _ = &engine;
    match (id, args) {
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
