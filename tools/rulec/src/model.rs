//! What the rules declare, with every name resolved: the compiler's picture of the whole tree.

use std::collections::BTreeMap;
use std::fmt;

use crate::ast;
use crate::diagnostics::{Span, Word};
use crate::layout::Section;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    Value,
    Values,
    Int,
    Bool,
    Text,
    Name,
    Object,
    Source,
    Jump,
    /// Opargs that number something; each is an `Int` too.
    Local,
    Const,
    Deref,
    /// No result.
    Nothing,
    /// A call that does not come back.
    Never,
    /// The literal `none`, before it is known what it stands for.
    None,
    /// Of a mistake that was reported: nothing more is to be said of it.
    Unknown,
    /// By index in [`Model::enums`].
    Enum(u16),
    /// By index in [`Model::types`].
    Declared(u16),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type {
    pub base: Base,
    /// `T?`.
    pub perhaps: bool,
}

/// The types that need no declaration.
pub const BUILT_IN: &[(&str, Base)] = &[
    ("Value", Base::Value),
    ("Values", Base::Values),
    ("Int", Base::Int),
    ("Bool", Base::Bool),
    ("Text", Base::Text),
    ("Name", Base::Name),
    ("Object", Base::Object),
    ("Source", Base::Source),
    ("Jump", Base::Jump),
    ("Local", Base::Local),
    ("Const", Base::Const),
    ("Deref", Base::Deref),
    ("None", Base::Nothing),
    ("Never", Base::Never),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    pub observes: bool,
    pub writes: bool,
    pub calls: bool,
    pub may_raise: bool,
    pub may_break: bool,
    /// Runs the function that is its first argument while tracing.
    pub folds: bool,
}

/// What an observation says that may run Python code.
pub const ASKS: &str = "asks";

pub const EFFECTS: &[&str] = &["pure", "observes", "writes", "calls", "may_raise", "may_break", "folds"];

#[derive(Debug)]
pub struct Extern {
    /// Of meta rules alone, or of all others.
    pub of_meta: bool,
    pub name: Word,
    pub parameters: Vec<(Word, Type)>,
    /// The parameter that names an attribute, and the one whose attribute it is.
    pub attribute: Option<(usize, usize)>,
    pub result: Type,
    /// The class of the result, where it is said.
    pub class: Option<String>,
    /// What it tells of a parameter by being true.
    pub tells: Option<Told>,
    pub effects: Effects,
}

/// That a parameter of an extern is one of a class.
#[derive(Debug)]
pub struct Told {
    pub of: usize,
    pub class: TestedClass,
}

#[derive(Debug)]
pub enum TestedClass {
    Named(String),
    /// The class that this parameter names.
    Argument(usize),
}

/// A piece of body that rules call.
#[derive(Debug)]
pub struct Define {
    /// For meta rules alone, or for all others.
    pub of_meta: bool,
    pub name: Word,
    pub parameters: Vec<Parameter>,
    /// As that of an extern.
    pub attribute: Option<(usize, usize)>,
    pub result: Type,
    pub body: ast::Block,
}

#[derive(Debug)]
pub struct Parameter {
    pub name: Word,
    pub ty: Type,
    /// The class of a `Value`, where it is said.
    pub class: Option<String>,
}

#[derive(Debug)]
pub struct Enum {
    pub name: Word,
    /// In the order of the declaration, or else in that in which packs first list them.
    pub members: Vec<Word>,
    pub declared_here: bool,
}

#[derive(Debug)]
pub struct Observation {
    pub name: Word,
    pub fact: Type,
    /// Whether it is asked with a second object (a key, a name).
    pub has_parameter: bool,
    /// Whether Python may have to be asked.
    pub asks: bool,
}

#[derive(Debug)]
pub struct Guard {
    pub name: Word,
    pub fact: Type,
    pub observation: u16,
    pub has_parameter: bool,
    pub cost: u32,
    /// Indices of guards whose fact this one tells as well.
    pub implies: Vec<u16>,
    pub text: String,
    pub explain: String,
}

#[derive(Debug)]
pub struct Object {
    pub class: Word,
    pub fields: Vec<(Word, Type)>,
    /// Indices in [`Model::rules`].
    pub rebuild: Option<usize>,
    pub replay: Option<usize>,
    pub reach: Reach,
}

/// A rule with a body.
#[derive(Debug)]
pub struct Rule {
    /// Unique: trace id, test filter, coverage key.
    pub name: String,
    pub kind: RuleKind,
    /// Its name in the file.
    pub span: Span,
    pub opaque: Option<Word>,
    pub text: RuleText,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RuleKind {
    Opcode,
    Object,
    Build,
    Function,
    Method,
    Getter,
    Setter,
    Torch,
    Meta,
}

#[derive(Debug)]
pub enum RuleText {
    Opcode(ast::Opcode),
    Callable(ast::Callable),
    Build(ast::Build),
    /// What rebuilds an object: index in [`Model::objects`].
    Rebuild(usize, ast::Expr),
    /// What gives an existing one the state that the trace has left: the same, and the object itself.
    Replay(usize, ast::Expr),
}

/// What a callee that has no body of its own means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Callee {
    Rule(usize),
    Traced(String),
    Through(String),
    Pure(Purity),
    Setting { chosen: bool },
    Graph,
    Inline,
    Unsupported(String),
}

/// Why the answer of a function may be worked out while tracing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purity {
    Values,
    Identities,
    Process,
    Guarded,
}

/// The reasons, as they are written.
pub const PURITIES: &[(&str, Purity)] =
    &[("values", Purity::Values), ("identities", Purity::Identities), ("process", Purity::Process), ("guarded", Purity::Guarded)];

#[derive(Debug, Clone)]
pub struct CalleeEntry {
    pub path: Word,
    pub access: Access,
    pub how: Callee,
    pub reach: Reach,
}

/// Which shape a callable's results have, by the rule that says it.
#[derive(Debug, Clone)]
pub struct MetaEntry {
    pub target: Word,
    pub rule: usize,
    pub reach: Reach,
}

/// For which releases of torch something holds.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The pack that says it, by index in [`Model::releases`]; none if all releases inherit it.
    pub pack: Option<usize>,
    /// Whether it says that it replaces what is inherited.
    pub replaces: bool,
    /// A bit for each release, by its index.
    pub releases: u32,
}

/// A release of torch that the engine knows: a pack of rules.
#[derive(Debug)]
pub struct Release {
    pub version: (u8, u8),
    pub name: String,
    pub place: Span,
    /// The packs that it is made of, base first, itself last.
    pub chain: Vec<usize>,
    /// Inherited names that the release lacks.
    pub remove: Vec<Word>,
}

/// What is done with the object that a callee entry names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Access {
    Call,
    Get,
    Set,
}

#[derive(Debug)]
pub struct Build {
    pub name: Word,
    pub class: Word,
    pub exact: bool,
    pub before: Vec<Word>,
    pub rule: usize,
    pub reach: Reach,
}

#[derive(Debug)]
pub struct Pack {
    pub version: (u8, u8),
    pub name: String,
    /// The folders it is made of, base first.
    pub chain: Vec<String>,
    pub place: Span,
    /// Opcodes in the order of their numbers.
    pub opmap: Vec<(Word, u8)>,
    pub caches: BTreeMap<String, (u8, Span)>,
    pub extended_arg: Option<Word>,
    pub cache: Option<Word>,
    /// Of what changes the interpreter tells.
    pub watched: Vec<Word>,
    /// Names of Python objects that this version does not have.
    pub lacks: Vec<Word>,
    /// Members in oparg order, by index of the enum.
    pub enums: BTreeMap<u16, Vec<Word>>,
    pub opcodes: BTreeMap<String, PackOpcode>,
    pub emits: BTreeMap<String, PackEmit>,
    /// What stands in for instructions, by opcode and what their arguments must be.
    pub stand_ins: BTreeMap<(ast::StandIn, String, Vec<Option<u32>>), PackEmit>,
    /// `dis.stack_effect` by opcode: oparg, effect on falling through, effect on jumping; and how much is taken off the stack.
    pub stack_effects: BTreeMap<String, Vec<Effect>>,
    /// Where the interpreter keeps things.
    pub layout: Section,
    /// Fields of the layout, as dotted paths, that a version may lack.
    pub optional: Vec<Word>,
}

#[derive(Debug, Clone)]
pub struct Effect {
    pub oparg: i64,
    pub through: Option<i64>,
    pub jump: Option<i64>,
    /// How much is taken off the stack, where it is known.
    pub popped: Option<i64>,
    pub span: Span,
}

#[derive(Debug, Clone)]
pub struct PackOpcode {
    pub name: Word,
    pub how: OpcodeHow,
    /// The rules that this one replaced, oldest first, and the folder of this one.
    pub replaced: Vec<Span>,
    pub folder: String,
}

#[derive(Debug, Clone)]
pub enum OpcodeHow {
    /// Index in [`Model::rules`].
    Rule(usize),
    Unsupported(Word),
}

#[derive(Debug, Clone)]
pub struct PackEmit {
    pub emit: ast::Emit,
    pub folder: String,
}

/// A flat table of a YAML file: rows of a struct, or names with a text each.
#[derive(Debug)]
pub enum FlatTable {
    /// Columns with whether each row has them, and rows.
    Rows {
        stem: String,
        columns: Vec<(String, Column)>,
        rows: Vec<Row>,
    },
    Names {
        stem: String,
        entries: Vec<(Word, Word, Reach)>,
    },
}

#[derive(Debug, Clone)]
pub struct Row {
    /// The text of the first column, if it is one: a release's row replaces the inherited one of the same key.
    pub key: Option<Word>,
    pub cells: Vec<Option<Cell>>,
    /// What may be names of Python objects, with their places.
    pub words: Vec<Word>,
    pub reach: Reach,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    pub kind: ColumnKind,
    pub perhaps: bool,
    /// The enum that its words are members of, by index.
    pub closed: Option<u16>,
}

/// A column whose words are the members of an enum.
#[derive(Debug)]
pub struct ClosedColumn {
    pub table: Word,
    pub column: Word,
    /// By index.
    pub of: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnKind {
    Text,
    Int,
    Bool,
    Texts,
}

#[derive(Debug, Clone)]
pub enum Cell {
    Text(String),
    Int(i64),
    Bool(bool),
    Texts(Vec<String>),
}

/// What an operator of torch's does, in some releases.
#[derive(Debug)]
pub struct Operator {
    /// The operator's name, or the path of a function that is none.
    pub name: String,
    /// Where functions are that call the operator of their name.
    pub namespaces: Vec<String>,
    pub side_effects: SideEffects,
    pub reach: Reach,
}

/// What an operator does beside giving a result: `TorchOperator` of the engine's `tables` says of each what it means.
#[derive(Debug, Default, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct SideEffects {
    pub changes: Option<Argument>,
    pub writes: Vec<Argument>,
    pub views: Vec<Argument>,
    pub copies: bool,
    pub stays: bool,
    pub draws: bool,
    /// With whether it is on by default.
    pub switch: Option<(Argument, bool)>,
    pub inplace: Option<Argument>,
    pub uncast: bool,
    pub untold: bool,
}

/// Where an argument stands in a call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Argument {
    pub name: String,
    pub place: Option<usize>,
    pub rest: bool,
}

#[derive(Debug, Default)]
pub struct Model {
    /// Types declared beyond the built-in ones.
    pub types: Vec<Word>,
    pub enums: Vec<Enum>,
    pub closed_columns: Vec<ClosedColumn>,
    pub externs: Vec<Extern>,
    pub defines: Vec<Define>,
    pub observations: Vec<Observation>,
    pub guards: Vec<Guard>,
    pub objects: Vec<Object>,
    pub rules: Vec<Rule>,
    pub builds: Vec<Build>,
    pub callees: Vec<CalleeEntry>,
    pub namespaces: Vec<CalleeEntry>,
    pub metas: Vec<MetaEntry>,
    pub packs: Vec<Pack>,
    /// Releases of torch, by version.
    pub releases: Vec<Release>,
    pub tables: Vec<FlatTable>,
    /// What torch's operators do beside giving a result.
    pub operators: Vec<Operator>,
    /// The functions of lines that are not about an operator's schema.
    pub functions_of_operators: Vec<(Word, Reach)>,
}

impl Base {
    pub const fn sure(self) -> Type {
        Type { base: self, perhaps: false }
    }
}

impl Model {
    /// The type as it is written.
    pub fn spell(&self, ty: Type) -> String {
        let name = match ty.base {
            Base::Enum(i) => self.enums[i as usize].name.value.as_str(),
            Base::Declared(i) => self.types[i as usize].value.as_str(),
            Base::None => "none",
            Base::Nothing => "no value",
            Base::Unknown => "unknown",
            base => BUILT_IN.iter().find(|(_, b)| *b == base).map_or("?", |(n, _)| n),
        };
        format!("{name}{}", if ty.perhaps { "?" } else { "" })
    }

    /// The type with its article.
    pub fn spell_one(&self, ty: Type) -> String {
        let name = self.spell(ty);
        let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
        format!("{article} {name}")
    }

    pub fn find_type(&self, name: &str) -> Option<Base> {
        let built_in = BUILT_IN.iter().find(|(n, _)| *n == name).map(|(_, base)| *base);
        let declared = || self.types.iter().position(|t| t.value == name).map(|i| Base::Declared(i as u16));
        let member = || self.enums.iter().position(|e| e.name.value == name).map(|i| Base::Enum(i as u16));
        built_in.or_else(declared).or_else(member)
    }

    /// The enum that the rules declare with its members.
    pub fn declared_enum(&self, name: &str) -> Option<u16> {
        self.enums.iter().position(|e| e.declared_here && e.name.value == name).map(|i| i as u16)
    }

    pub fn type_names(&self) -> Vec<&str> {
        let declared = self.types.iter().chain(self.enums.iter().map(|e| &e.name)).map(|w| w.value.as_str());
        BUILT_IN.iter().map(|(n, _)| *n).chain(declared).collect()
    }

    /// The extern that a rule means: meta rules and the others have names of their own.
    pub fn external(&self, name: &str, of_meta: bool) -> Option<usize> {
        self.externs.iter().position(|e| e.name.value == name && e.of_meta == of_meta)
    }

    /// The define that a rule means.
    pub fn define(&self, name: &str, of_meta: bool) -> Option<usize> {
        self.defines.iter().position(|d| d.name.value == name && d.of_meta == of_meta)
    }

    /// The operands of a call that name an attribute, and whose it is.
    pub fn attribute_named<'e>(&self, expr: &'e ast::Expr, of_meta: bool) -> Option<(&'e ast::Expr, &'e ast::Expr)> {
        let ast::ExprKind::Call { function, arguments } = &expr.kind else { return None };
        let of_extern = || self.external(&function.value, of_meta).and_then(|index| self.externs[index].attribute);
        let of_define = || self.define(&function.value, of_meta).and_then(|index| self.defines[index].attribute);
        let (name, of) = of_extern().or_else(of_define)?;
        Some((arguments.get(name)?, arguments.get(of)?))
    }

    /// The class of what an extern gives.
    pub fn class_of_result(&self, expr: &ast::Expr, of_meta: bool) -> Option<&str> {
        let ast::ExprKind::Call { function, .. } = &expr.kind else { return None };
        self.externs[self.external(&function.value, of_meta)?].class.as_deref()
    }

    /// Whether something says why the function may be run while tracing.
    pub fn is_pure(&self, path: &str) -> bool {
        let names = |entries: &[CalleeEntry], path: &str| {
            entries.iter().any(|e| e.path.value == path && matches!(e.how, Callee::Pure(_)))
        };
        names(&self.callees, path) || path.rsplit_once('.').is_some_and(|(space, _)| names(&self.namespaces, space))
    }

    pub fn object(&self, class: &str) -> Option<usize> {
        self.objects.iter().position(|o| o.class.value == class)
    }
}

impl RuleText {
    /// Every expression of the rule, each before its parts.
    pub fn each_expression<'m>(&'m self, visit: &mut impl FnMut(&'m ast::Expr)) {
        match self {
            RuleText::Opcode(opcode) => ast::each_expression(&opcode.body, visit),
            RuleText::Callable(callable) => ast::each_expression(&callable.body, visit),
            RuleText::Build(build) => {
                build.conditions.iter().for_each(|condition| ast::each_part(condition, visit));
                ast::each_expression(&build.body, visit);
            }
            RuleText::Rebuild(_, value) | RuleText::Replay(_, value) => ast::each_part(value, visit),
        }
    }
}

impl Effects {
    pub fn add(&mut self, other: Effects) {
        self.observes |= other.observes;
        self.writes |= other.writes;
        self.calls |= other.calls;
        self.may_raise |= other.may_raise;
        self.may_break |= other.may_break;
        self.folds |= other.folds;
    }
}

impl fmt::Display for RuleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}
