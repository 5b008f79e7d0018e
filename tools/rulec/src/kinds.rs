//! What rules take a name for, held against what was recorded of it: a class, an attribute, a function in C or in Python.

use crate::diagnostics::{Code, Diagnostics};
use crate::names::{Named, Record};

/// What a name has to be where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// A role, a cell of a table, an operand: whatever it is.
    Any,
    Called,
    /// Python code that is traced.
    Inlined,
    /// What a getter or a setter speaks of.
    Attribute,
    Class,
    /// What has the names below it.
    Space,
}

/// Kinds of a record (`tools/recording.py`). An `object` may be anything.
const IN_C: &[&str] = &["c_function", "c_method", "c_slot", "c_getter"];
const IN_PYTHON: &[&str] = &["function"];
const ATTRIBUTES: &[&str] = &["c_getter", "property", "object", "class"];
const SPACES: &[&str] = &["class", "module"];

impl Use {
    fn permits(self, kind: &str) -> bool {
        match self {
            Use::Any => true,
            Use::Called => !matches!(kind, "module" | "c_getter" | "property"),
            Use::Inlined => !IN_C.contains(&kind) && kind != "module",
            Use::Attribute => ATTRIBUTES.contains(&kind),
            Use::Class => kind == "class",
            Use::Space => SPACES.contains(&kind),
        }
    }

    fn wanted(self) -> &'static str {
        match self {
            Use::Any => "anything",
            Use::Called => "something that is called",
            Use::Inlined => "written in Python",
            Use::Attribute => "an attribute",
            Use::Class => "a class",
            Use::Space => "a module or a class",
        }
    }
}

/// One version, what it has recorded, and the kind of a name there.
pub struct Known<'a> {
    pub version: &'a str,
    pub record: &'a Record<'a>,
    pub kind: &'a str,
}

/// Reports a name that is of another kind than its use wants.
pub fn check(whose: &str, named: &Named<'_>, known: &[Known<'_>], diagnostics: &mut Diagnostics) {
    let wrong: Vec<&Known<'_>> = known.iter().filter(|known| !named.used.permits(known.kind)).collect();
    if let Some(last) = wrong.last() {
        let space = named.path.rsplit_once('.').map_or("", |(space, _)| space);
        let right = last.record.members(space).filter(|(_, kind)| named.used.permits(kind));
        let right: Vec<String> = right.map(|(name, _)| format!("{space}.{name}")).collect();
        let message =
            format!("`{}` is {} in {whose} {}, not {}", named.path, said(last.kind), versions(&wrong), named.used.wanted());
        diagnostics.report(Code::WrongKind, named.span, message).nearest(
            &named.path,
            right.iter().map(String::as_str),
            "say what it is where such things are said",
        );
    }
}

/// Reports a rule that takes one name for C code in one release and for Python code in another: what it says of the one
/// need not be true of the other.
pub fn refuse_mixed(whose: &str, named: &Named<'_>, known: &[Known<'_>], diagnostics: &mut Diagnostics) {
    if matches!(named.used, Use::Any | Use::Class | Use::Space) {
        return;
    }
    let of = |kinds: &[&str]| known.iter().filter(|known| kinds.contains(&known.kind)).collect::<Vec<_>>();
    let (in_c, in_python) = (of(IN_C), of(IN_PYTHON));
    if !in_c.is_empty() && !in_python.is_empty() {
        let message = format!("`{}` is in Python in {whose} {}, in C in {}", named.path, versions(&in_python), versions(&in_c));
        diagnostics.report(Code::WrongKind, named.span, message).help(
            "what holds for C code need not hold for Python code: say it in the folders of the releases that it is true of",
        );
    }
}

fn versions(known: &[&Known<'_>]) -> String {
    known.iter().map(|known| known.version).collect::<Vec<_>>().join(", ")
}

/// A kind as a reader says it.
fn said(kind: &str) -> String {
    match kind {
        "c_function" | "c_method" | "c_slot" => "a function in C".to_owned(),
        "c_getter" => "an attribute in C".to_owned(),
        "function" => "a function in Python".to_owned(),
        "object" => "an object".to_owned(),
        _ => format!("a {}", kind.replace('_', " ")),
    }
}
