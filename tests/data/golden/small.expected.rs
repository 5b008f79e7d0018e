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
    BinOp,
}

/// Dotted names of the Python objects that rules name.
pub static OBJECT_PATHS: &[&str] = &["builtins.TypeError"];

pub static RULES: &[Rule] = &[
    Rule {
        name: "list_value",
        place: at("case.rule", 14),
        parameters: &[
            Parameter { name: "src", kind: ParameterKind::Positional, ty: Type::Source, optional: false, default: None },
        ],
        registers: 10,
        body: &[
            /*  0 */ Op::Observe { guard: 0 /* LENGTH */, source: 0, parameter: None, to: 4 },
            /*  1 */ Op::Load { to: 5, value: Literal::Int(9) },
            /*  2 */ Op::Compare { how: Comparison::Less, left: 4, right: 5, to: 3 },
            /*  3 */ Op::Test { condition: 3, otherwise: 13 },
            /*  4 */ Op::Observe { guard: 0 /* LENGTH */, source: 0, parameter: None, to: 1 },
            /*  5 */ Op::ListStart { to: 7 },
            /*  6 */ Op::LoopStart { state: 8 },
            /*  7 */ Op::LoopNext { over: 1, state: 8, item: 2, done: 11 },
            /*  8 */ Op::Call { function: 1 /* item */, args: &[0, 2], to: 9 },
            /*  9 */ Op::ListPush { to: 7, item: 9 },
            /* 10 */ Op::Jump(7),
            /* 11 */ Op::Call { function: 2 /* track */, args: &[0, 7], to: 6 },
            /* 12 */ Op::Return { value: 6 },
        ],
    },
    Rule {
        name: "operator.add",
        place: at("case.rule", 20),
        parameters: &[
            Parameter { name: "a", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: None },
            Parameter { name: "b", kind: ParameterKind::Positional, ty: Type::Value, optional: false, default: Some(Literal::None) },
            Parameter { name: "rest", kind: ParameterKind::Rest, ty: Type::Values, optional: false, default: None },
        ],
        registers: 10,
        body: &[
            /*  0 */ Op::Length { values: 2, to: 4 },
            /*  1 */ Op::Load { to: 5, value: Literal::Int(0) },
            /*  2 */ Op::Compare { how: Comparison::Greater, left: 4, right: 5, to: 3 },
            /*  3 */ Op::Test { condition: 3, otherwise: 7 },
            /*  4 */ Op::Constant { to: 6, value: Literal::Object(0) },
            /*  5 */ Op::Constant { to: 7, value: Literal::Text("too many") },
            /*  6 */ Op::Raise { class: 6, args: &[7] },
            /*  7 */ Op::Load { to: 9, value: Literal::Int(0) },
            /*  8 */ Op::Call { function: 0 /* binary */, args: &[9, 0, 1], to: 8 },
            /*  9 */ Op::Return { value: 8 },
        ],
    },
    Rule {
        name: "NOP",
        place: at("cpython/common/case.rule", 1),
        parameters: &[
        ],
        registers: 0,
        body: &[
        ],
    },
    Rule {
        name: "BINARY_OP",
        place: at("cpython/common/case.rule", 2),
        parameters: &[
            Parameter { name: "operator", kind: ParameterKind::Positional, ty: Type::BinOp, optional: false, default: None },
        ],
        registers: 4,
        body: &[
            /*  0 */ Op::Call { function: 0 /* binary */, args: &[0, 1, 2], to: 3 },
        ],
    },
];

/// The releases of torch that the tables hold for, oldest first: their bits in a [`Table`].
pub static RELEASES: &[((u8, u8), &str)] = &[];

pub static OBJECTS: Table<ObjectRule> = Table::new(&[
], &[]);

/// The number of each guard rule.
pub mod guard_rules {
    pub const LENGTH: u16 = 0;
}

pub static GUARDS: &[GuardRule] = &[
    GuardRule { name: "LENGTH", observation: 0, cost: 2, implies: &[], text: "len({src}) == {fact}", explain: "len({src}) changed: expected {fact}, found {now}" },
];

/// By class, the exact match first, in the order in which they are tried.
pub static BUILDS: Table<BuildRule> = Table::new(&[
    BuildRule { rule: 0, class: "builtins.list", exact: true },
], &[]);

/// By path.
pub static CALLEES: Table<CalleeRule> = Table::new(&[
    CalleeRule { path: "operator.add", access: Access::Call, how: Callee::Rule(1) },
    CalleeRule { path: "torch.mm", access: Access::Call, how: Callee::Graph },
], &[]);

/// By path.
pub static NAMESPACES: Table<CalleeRule> = Table::new(&[
    CalleeRule { path: "torch.nn.functional", access: Access::Call, how: Callee::Graph },
], &[]);

/// Shapes of results: operator and rule, by operator.
pub static METAS: Table<(&str, u16)> = Table::new(&[
], &[]);

/// The instruction sequences of code generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Emit {
    Add,
}

static OPCODES_3_11: [Option<OpcodeRule>; 256] = {
    let mut opcodes = [None; 256];
    opcodes[9] = Some(OpcodeRule {
        name: "NOP",
        caches: 0,
        arguments: &[
        ],
        inputs: &[],
        outputs: &[],
        rule: Ok(2),
    });
    opcodes[122] = Some(OpcodeRule {
        name: "BINARY_OP",
        caches: 1,
        arguments: &[
            Argument { kind: ArgumentKind::Enum(0), shift: 0, mask: 0xffffffff },
        ],
        inputs: &[StackItem { name: "lhs", register: 1, count: Count::One, null: Null::Never, when: When::Always }, StackItem { name: "rhs", register: 2, count: Count::One, null: Null::Never, when: When::Always }],
        outputs: &[StackItem { name: "res", register: 3, count: Count::One, null: Null::Never, when: When::Always }],
        rule: Ok(3),
    });
    opcodes
};

static EMITS_3_11: &[EmitRule] = &[
    EmitRule { name: "add", operands: &[], code: &[
        EmitOp { opcode: 122, argument: EmitArgument::Number(0) },
    ] },
];

static ALONE_3_11: &[EmitRule] = &[
];

static APART_3_11: &[EmitRule] = &[
];

pub static PACKS: &[Pack] = &[
    Pack {
        version: (3, 11),
        opcodes: &OPCODES_3_11,
        extended_arg: 144,
        watches_dicts: false,
        enums: &[
            &[0, 1],
        ],
        emits: EMITS_3_11,
        alone: ALONE_3_11,
        apart: APART_3_11,
    },
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u16)]
pub enum Role {
    List,
}

/// By index of [`Role`]: what the rules call it, and its text.
pub static ROLES: Table<(&str, &str)> = Table::new(&[
    ("list", "builtins.list"),
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
    /// Line 3.
    fn binary(&mut self, operator: i64, left: types::Value, right: types::Value) -> Flow<types::Value>;
    /// Line 4.
    fn item(&mut self, src: types::SourceId, at: i64) -> Flow<types::Value>;
    /// Line 5.
    fn track(&mut self, src: types::SourceId, items: types::Values) -> Flow<types::Value>;
}

/// Everything that the rules ask.
pub trait Externs: CaseExterns {}

impl<T: CaseExterns + ?Sized> Externs for T {}

/// Calls an extern by its number.
pub fn call_extern<E: Externs + ?Sized>(engine: &mut E, id: u16, args: &[Slot]) -> Flow<Slot> {
    let _ = &engine;
    match (id, args) {
        (0, [a0, a1, a2]) => slot::apart(|| engine.binary(FromSlot::from_slot(*a0)?, FromSlot::from_slot(*a1)?, FromSlot::from_slot(*a2)?).map(IntoSlot::into_slot)),
        (1, [a0, a1]) => slot::apart(|| engine.item(FromSlot::from_slot(*a0)?, FromSlot::from_slot(*a1)?).map(IntoSlot::into_slot)),
        (2, [a0, a1]) => slot::apart(|| engine.track(FromSlot::from_slot(*a0)?, FromSlot::from_slot(*a1)?).map(IntoSlot::into_slot)),
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
    &LengthOf,
];

/// By the same number: those that may ask Python.
pub static ASKING: &[Option<&dyn Asking>] = &[
    None,
];
