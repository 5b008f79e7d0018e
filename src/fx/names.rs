//! Names as torch's graphs give them out: `add`, `add_1`, `add_2`.

use ahash::{AHashMap, AHashSet};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

/// What a namespace remembers.
pub trait Tables {
    type Name: Clone;
    fn name(&self, text: &str) -> Self::Name;
    fn is_used(&self, name: &Self::Name) -> PyResult<bool>;
    /// Whether the name means something else already: a keyword, a builtin.
    fn is_reserved(&self, name: &Self::Name) -> PyResult<bool>;
    /// The last number given out behind a base.
    fn last(&self, base: &Self::Name) -> PyResult<u64>;
    fn enter(&mut self, name: &Self::Name, base: &Self::Name, number: u64) -> PyResult<()>;
}

/// The name that torch's namespace would give for a candidate, and for its text. `None` for a candidate that is no name of
/// ASCII letters with a number of ordinary size: torch must be asked.
pub fn unique<T: Tables>(tables: &mut T, candidate: &T::Name, text: &str) -> PyResult<Option<T::Name>> {
    let Some((stem, given)) = split(text) else { return Ok(None) };
    let base = if stem == text { candidate.clone() } else { tables.name(stem) };
    let mut name = candidate.clone();
    let mut taken = tables.is_used(&name)?;
    let mut number = match given {
        Some(number) if !taken => number,
        _ => {
            let mut last = tables.last(&base)?;
            if tables.is_reserved(candidate)? {
                last += 1;
                name = tables.name(&format!("{stem}_{last}"));
                taken = tables.is_used(&name)?;
            }
            last
        }
    };
    while taken {
        number += 1;
        name = tables.name(&format!("{stem}_{number}"));
        taken = tables.is_used(&name)?;
    }
    tables.enter(&name, &base, number)?;
    Ok(Some(name))
}

/// A target's text as torch writes it in names: `L_headA_` as `l_head_a_`. `None` for what is no name of ASCII letters, or
/// is `__special__`: torch must be asked.
pub fn snake_case(text: &str) -> Option<String> {
    if !is_identifier(text) || text.starts_with("__") {
        return None;
    }
    let mut written = String::with_capacity(text.len());
    let mut follows_lower = false;
    for byte in text.bytes() {
        if follows_lower && byte.is_ascii_uppercase() {
            written.push('_');
        }
        follows_lower = byte.is_ascii_lowercase();
        written.push(byte.to_ascii_lowercase() as char);
    }
    Some(written)
}

/// The parts of `add_3`: `add` and 3.
fn split(name: &str) -> Option<(&str, Option<u64>)> {
    if !is_identifier(name) {
        return None;
    }
    if let Some(at) = name.rfind('_')
        && at > 0
        && at + 1 < name.len()
        && name[at + 1..].bytes().all(|byte| byte.is_ascii_digit())
    {
        return name[at + 1..].parse().ok().map(|number| (&name[..at], Some(number)));
    }
    Some((name, None))
}

/// Whether a text is a name of ASCII letters.
pub fn is_identifier(text: &str) -> bool {
    let starts = text.bytes().next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_');
    starts && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// The namespace of one text of code.
pub struct Names<'py> {
    used: AHashSet<String>,
    last: AHashMap<String, u64>,
    /// What the reserved names stand for.
    reserved: Bound<'py, PyDict>,
}

impl<'py> Names<'py> {
    /// Some names are in use from the start.
    pub fn new(reserved: Bound<'py, PyDict>, first: &Bound<'py, PyDict>) -> PyResult<Names<'py>> {
        let mut names = Names { used: AHashSet::new(), last: AHashMap::new(), reserved };
        for name in first.keys() {
            let name = name.cast_into::<PyString>()?;
            names.used.insert(name.to_str()?.to_owned());
        }
        Ok(names)
    }

    /// A name for a node.
    pub fn of_node(&mut self, candidate: &str) -> PyResult<Option<String>> {
        unique(self, &candidate.to_owned(), candidate)
    }

    /// A name for an object, which a reserved name may stand for.
    pub fn of_object(&mut self, hint: &str, object: &Bound<'py, PyAny>) -> PyResult<Option<String>> {
        let mut candidate = String::with_capacity(hint.len() + 1);
        for letter in hint.chars() {
            if letter.is_ascii_alphanumeric() || letter == '_' {
                candidate.push(letter);
            } else if !candidate.ends_with('\u{0}') {
                // Several letters in a row that no name may have are one underscore.
                candidate.push('\u{0}');
            }
        }
        let mut candidate = candidate.replace('\u{0}', "_");
        if candidate.starts_with(|letter: char| letter.is_ascii_digit()) {
            candidate.insert(0, '_');
        }
        let stands_for_it = self.reserved.get_item(&candidate)?.is_some_and(|meaning| meaning.is(object));
        if stands_for_it && !self.used.contains(&candidate) {
            self.used.insert(candidate.clone());
            self.last.insert(candidate.clone(), 0);
            return Ok(Some(candidate));
        }
        unique(self, &candidate, &candidate)
    }
}

impl Tables for Names<'_> {
    type Name = String;

    fn name(&self, text: &str) -> String {
        text.to_owned()
    }

    fn is_used(&self, name: &String) -> PyResult<bool> {
        Ok(self.used.contains(name))
    }

    fn is_reserved(&self, name: &String) -> PyResult<bool> {
        self.reserved.contains(name)
    }

    fn last(&self, base: &String) -> PyResult<u64> {
        Ok(self.last.get(base).copied().unwrap_or(0))
    }

    fn enter(&mut self, name: &String, base: &String, number: u64) -> PyResult<()> {
        self.used.insert(name.clone());
        match self.last.get_mut(base) {
            Some(last) => *last = number,
            None => {
                self.last.insert(base.clone(), number);
            }
        }
        Ok(())
    }
}
