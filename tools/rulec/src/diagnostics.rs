//! What a check has to say: place, code, message and what to do about it.

use std::fmt::{self, Write as _};

/// A piece of a file, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub file: u32,
    pub start: u32,
    pub end: u32,
}

/// A text with its place in the files.
#[derive(Debug, Clone)]
pub struct Spanned<T> {
    pub value: T,
    pub span: Span,
}

/// A name as it stands in a file.
pub type Word = Spanned<String>;

/// Every kind of diagnostic, with its code and the short name of the mistake.
macro_rules! codes {
    ($($code:ident $number:literal $what:literal)*) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Code { $($code),* }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$code),*];

            pub fn number(self) -> &'static str {
                match self { $(Code::$code => $number),* }
            }

            /// What is wrong, in general.
            pub fn what(self) -> &'static str {
                match self { $(Code::$code => $what),* }
            }
        }
    };
}

codes! {
    Syntax           "R001" "the text is not in the rule language"
    Yaml             "R002" "the file is not YAML, or a key is written twice"
    UnknownKey       "R003" "a key that means nothing here"
    BadValue         "R004" "a value of the wrong kind"
    Missing          "R005" "something that must be there is not"
    UnknownName      "R010" "a name that nothing declares"
    DuplicateName    "R011" "a name declared twice"
    Unbound          "R020" "a name that is not bound on every path to its use"
    BoundTwice       "R021" "a name bound twice on one path"
    OutputUnassigned "R022" "an output that some path leaves unassigned"
    InputUnused      "R023" "an input neither used nor dropped"
    Unreachable      "R024" "a statement that can never run"
    NoResult         "R025" "a path that ends without a result"
    Misplaced        "R026" "a statement that this kind of rule cannot have"
    WrongType        "R030" "a value of the wrong type"
    WrongCount       "R031" "a wrong number of arguments"
    Perhaps          "R032" "a value that may be missing, used as if it were there"
    UnguardedFact    "R033" "a fact about a source that no guard would keep"
    ImpureCondition  "R034" "an effect where only observation is allowed"
    NotPure          "R035" "a function that is run while tracing for no stated reason"
    ClassUnknown     "R036" "a value used as one of a class that nothing has established"
    StackEffect      "R040" "a stack effect that differs from CPython's"
    NoRule           "R041" "an opcode with neither rule nor reason"
    NoSuchOpcode     "R042" "a rule for an opcode that the version does not have"
    OverridesNothing "R043" "an override that overrides nothing"
    RemovesNothing   "R044" "a remove that removes nothing"
    NotOverride      "R045" "a rule that hides an inherited one without saying so"
    Overlap          "R050" "build rules that match the same objects in no stated order"
    NeverMatches     "R051" "a rule that can never match"
    Cycle            "R052" "an order that leads back to its beginning"
    NoSuchObject     "R055" "a name of a Python object that some version lacks"
    SaidBySchema     "R056" "a line that says what is known of an operator already"
    WrongKind        "R057" "a Python object that is of another kind than its use wants"
    Unused           "R060" "an extern or a define that no rule uses"
    NotOpaque        "R061" "a registration that does not say that it is opaque"
    FalselyOpaque    "R062" "a rule called opaque that says more than the name of a function"
}

impl Code {
    /// Whether the rules still mean what they say: the mistake is one of order in the house.
    pub fn is_untidy(self) -> bool {
        matches!(self, Code::Unused | Code::NotOpaque | Code::FalselyOpaque)
    }
}

#[derive(Debug, Clone)]
pub struct Diagnostic {
    pub code: Code,
    pub span: Span,
    pub message: String,
    /// What would help.
    pub help: Option<String>,
    /// Other places that belong to it, each with a remark.
    pub notes: Vec<(Span, String)>,
    /// The versions of CPython in which it is so; none if it is so in all.
    pub versions: Vec<String>,
}

/// The texts that spans point into.
#[derive(Debug, Default)]
pub struct Files {
    files: Vec<File>,
}

#[derive(Debug)]
struct File {
    name: String,
    text: String,
}

/// The diagnostics of one run, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
}

impl Files {
    /// `name` is what messages call the file: its path from the root of the rules.
    pub fn add(&mut self, name: String, text: String) -> u32 {
        self.files.push(File { name, text });
        self.files.len() as u32 - 1
    }

    pub fn name(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |f| &f.name)
    }

    pub fn text(&self, file: u32) -> &str {
        self.files.get(file as usize).map_or("", |f| &f.text)
    }

    /// Line and column, counted from 1; columns in characters.
    pub fn position(&self, span: Span) -> (u32, u32) {
        let text = self.text(span.file);
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() as u32 + 1;
        (line, column)
    }

    pub fn line(&self, span: Span) -> u32 {
        self.position(span).0
    }

    /// The line that the span begins in.
    pub fn line_text(&self, span: Span) -> &str {
        self.text(span.file).split('\n').nth(self.line(span) as usize - 1).unwrap_or("")
    }

    /// The text of the span.
    pub fn slice(&self, span: Span) -> &str {
        self.text(span.file).get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// The byte at which a line (from 1) and a column in characters (from 1) stand.
    pub fn offset(&self, file: u32, line: usize, column: usize) -> u32 {
        let text = self.text(file);
        let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let inside: usize = text[start.min(text.len())..].chars().take(column.saturating_sub(1)).map(char::len_utf8).sum();
        (start + inside) as u32
    }

    /// The diagnostic as a person reads it.
    pub fn render(&self, diagnostic: &Diagnostic) -> String {
        let mut out = format!("error[{}]: {}", diagnostic.code.number(), diagnostic.message);
        if !diagnostic.versions.is_empty() {
            let _ = write!(out, " in {}", diagnostic.versions.join(", "));
        }
        out.push('\n');
        // Writing to a String cannot fail.
        let _ = self.excerpt(&mut out, "-->", diagnostic.span, "");
        for (span, remark) in &diagnostic.notes {
            let _ = self.excerpt(&mut out, ":::", *span, remark);
        }
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "   = help: {help}");
        }
        out
    }

    fn excerpt(&self, out: &mut String, arrow: &str, span: Span, remark: &str) -> fmt::Result {
        let (line, column) = self.position(span);
        let text = self.line_text(span);
        let width = self.slice(span).split('\n').next().unwrap_or("").trim_end().chars().count().max(1);
        let indent: String = text.chars().take(column as usize - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        writeln!(out, "  {arrow} {}:{line}:{column}", self.name(span.file))?;
        writeln!(out, "{line:4} | {text}")?;
        let space = if remark.is_empty() { "" } else { " " };
        writeln!(out, "     | {indent}{}{space}{remark}", "^".repeat(width))
    }
}

impl Diagnostics {
    pub fn report(&mut self, code: Code, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.found.push(Diagnostic { code, span, message: message.into(), help: None, notes: Vec::new(), versions: Vec::new() });
        let last = self.found.len() - 1;
        &mut self.found[last]
    }

    /// Whether nothing was found that makes the tables wrong.
    pub fn allow_tables(&self) -> bool {
        self.found.iter().all(|d| d.code.is_untidy())
    }

    /// By place, each once.
    pub fn sorted(mut self) -> Vec<Diagnostic> {
        self.found.sort_by_key(|d| (d.span, d.code));
        self.found.dedup_by(|a, b| {
            let same = a.span == b.span && a.code == b.code && a.message == b.message;
            if same {
                let further = a.versions.drain(..).filter(|version| !b.versions.contains(version));
                b.versions.extend(further.collect::<Vec<_>>());
            }
            same
        });
        self.found
    }
}

impl Diagnostic {
    /// It is so in this version. What is said of several versions at one place is one diagnostic.
    pub fn in_version(&mut self, version: &str) -> &mut Self {
        self.versions.push(version.to_string());
        self
    }

    pub fn help(&mut self, help: impl Into<String>) -> &mut Self {
        self.help = Some(help.into());
        self
    }

    pub fn note(&mut self, span: Span, remark: impl Into<String>) -> &mut Self {
        self.notes.push((span, remark.into()));
        self
    }

    /// Names the known word that is nearest to the unknown one, or else says `otherwise`.
    pub fn nearest<'a>(&mut self, word: &str, known: impl IntoIterator<Item = &'a str>, otherwise: &str) -> &mut Self {
        self.help(match nearest(word, known) {
            Some(name) => format!("did you mean `{name}`?"),
            None => otherwise.to_string(),
        })
    }
}

/// The known word that is nearest to an unknown one, if one is near.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = word.len().div_ceil(3).max(1);
    known.into_iter().map(|k| (distance(word, k), k)).filter(|(d, _)| *d <= limit).min().map(|(_, name)| name)
}

/// How many letters must be put in, taken out, changed or swapped to get from one word to the other;
/// letters that differ only in case count as equal.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut next = vec![i];
        for j in 1..=b.len() {
            let change = row[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(row[j] + 1).min(next[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[b.len()]
}
