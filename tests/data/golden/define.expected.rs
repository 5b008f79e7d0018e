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
}

/// Dotted names of the Python objects that rules name.
pub static OBJECT_PATHS: &[&str] = &["builtins.ValueError"];

pub static RULES: &[Rule] = &[
    Rule {
        name: "a.returned",
        place: at("case.rule", 20),
        parameters: &[
            Parameter { name: "x", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 5,
        body: &[
            /*  0 */ Op::Constant { to: 1, value: Literal::Text("key") },
            /*  1 */ Op::Constant { to: 2, value: Literal::None },
            /*  2 */ Op::Call { function: 1 /* find */, args: &[0, 1], to: 4 },
            /*  3 */ Op::TestSome { option: 4, to: 3, otherwise: 5 },
            /*  4 */ Op::Return { value: 3 },
            /*  5 */ Op::Return { value: 2 },
        ],
    },
    Rule {
        name: "a.bound",
        place: at("case.rule", 22),
        parameters: &[
            Parameter { name: "x", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
        ],
        registers: 9,
        body: &[
            /*  0 */ Op::Call { function: 2 /* is_true */, args: &[0], to: 3 },
            /*  1 */ Op::Test { condition: 3, otherwise: 3 },
            /*  2 */ Op::Jump(5),
            /*  3 */ Op::Constant { to: 4, value: Literal::Object(0) },
            /*  4 */ Op::Raise { class: 4, args: &[0] },
            /*  5 */ Op::Call { function: 1 /* find */, args: &[0, 0], to: 6 },
            /*  6 */ Op::TestSome { option: 6, to: 5, otherwise: 9 },
            /*  7 */ Op::Copy { to: 1, from: 5 },
            /*  8 */ Op::Jump(10),
            /*  9 */ Op::Copy { to: 1, from: 0 },
            /* 10 */ Op::Call { function: 0 /* call */, args: &[1], to: 7 },
            /* 11 */ Op::Call { function: 0 /* call */, args: &[7], to: 8 },
            /* 12 */ Op::Return { value: 8 },
        ],
    },
    Rule {
        name: "a.nested",
        place: at("case.rule", 28),
        parameters: &[
            Parameter { name: "x", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
            Parameter { name: "rest", kind: ParameterKind::Rest, ty: Type::Values, optional: false, default: None },
        ],
        registers: 17,
        body: &[
            /*  0 */ Op::Call { function: 0 /* call */, args: &[0], to: 5 },
            /*  1 */ Op::Call { function: 0 /* call */, args: &[5], to: 6 },
            /*  2 */ Op::Call { function: 0 /* call */, args: &[6], to: 7 },
            /*  3 */ Op::Call { function: 0 /* call */, args: &[7], to: 8 },
            /*  4 */ Op::Call { function: 2 /* is_true */, args: &[8], to: 4 },
            /*  5 */ Op::Test { condition: 4, otherwise: 7 },
            /*  6 */ Op::Return { value: 0 },
            /*  7 */ Op::ListStart { to: 3 },
            /*  8 */ Op::LoopStart { state: 9 },
            /*  9 */ Op::LoopNext { over: 1, state: 9, item: 2, done: 19 },
            /* 10 */ Op::Call { function: 0 /* call */, args: &[2], to: 11 },
            /* 11 */ Op::Call { function: 0 /* call */, args: &[11], to: 12 },
            /* 12 */ Op::Call { function: 1 /* find */, args: &[0, 2], to: 14 },
            /* 13 */ Op::TestSome { option: 14, to: 13, otherwise: 16 },
            /* 14 */ Op::Copy { to: 10, from: 13 },
            /* 15 */ Op::Jump(17),
            /* 16 */ Op::Copy { to: 10, from: 12 },
            /* 17 */ Op::ListPush { to: 3, item: 10 },
            /* 18 */ Op::Jump(9),
            /* 19 */ Op::Load { to: 16, value: Literal::Int(0) },
            /* 20 */ Op::Element { values: 3, index: 16, to: 15 },
            /* 21 */ Op::Return { value: 15 },
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
    CalleeRule { path: "a.bound", access: Access::Call, how: Callee::Rule(1) },
    CalleeRule { path: "a.nested", access: Access::Call, how: Callee::Rule(2) },
    CalleeRule { path: "a.returned", access: Access::Call, how: Callee::Rule(0) },
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
    /// Line 2.
    fn call(&mut self, value: types::Value) -> Flow<types::Value>;
    /// Line 3.
    fn find(&mut self, container: types::Value, key: types::Value) -> Flow<Option<types::Value>>;
    /// Line 4.
    fn is_true(&mut self, value: types::Value) -> Flow<bool>;
}

/// Everything that the rules ask.
pub trait Externs: CaseExterns {}

impl<T: CaseExterns + ?Sized> Externs for T {}

/// Calls an extern by its number.
pub fn call_extern<E: Externs + ?Sized>(engine: &mut E, id: u16, args: &[Slot]) -> Flow<Slot> {
    let _ = &engine;
    match (id, args) {
        (0, [a0]) => slot::apart(|| engine.call(FromSlot::from_slot(*a0)?).map(IntoSlot::into_slot)),
        (1, [a0, a1]) => slot::apart(|| engine.find(FromSlot::from_slot(*a0)?, FromSlot::from_slot(*a1)?).map(IntoSlot::into_slot)),
        (2, [a0]) => slot::apart(|| engine.is_true(FromSlot::from_slot(*a0)?).map(IntoSlot::into_slot)),
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
