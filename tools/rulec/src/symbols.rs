//! What the engine takes from torch's libraries, held against what was recorded of each release.

use crate::diagnostics::{Code, Diagnostics};
use crate::model::*;
use crate::names::Record;

/// The table, and its columns.
const TABLE: &str = "symbols";
const LIBRARY: &str = "library";
const SYMBOL: &str = "symbol";

/// The library and the symbol of each row, with the row.
pub fn all(model: &Model) -> Vec<(&str, &str, &Row)> {
    let mut found = Vec::new();
    for table in &model.tables {
        let FlatTable::Rows { stem, columns, rows } = table else { continue };
        let column = |wanted: &str| columns.iter().position(|(name, _)| name == wanted);
        let (true, Some(library), Some(symbol)) = (stem == TABLE, column(LIBRARY), column(SYMBOL)) else { continue };
        found.extend(rows.iter().filter_map(|row| Some((text(row, library)?, text(row, symbol)?, row))));
    }
    found
}

fn text(row: &Row, column: usize) -> Option<&str> {
    match row.cells.get(column)? {
        Some(Cell::Text(text)) => Some(text),
        _ => None,
    }
}

/// The section of a record that has a library's symbols.
fn section(library: &str) -> String {
    format!("symbols of {library}")
}

/// Reports each symbol that some release lacks.
pub fn check(model: &Model, torch: &[Record<'_>], diagnostics: &mut Diagnostics) {
    for (library, symbol, row) in all(model) {
        let Some(place) = row.words.iter().find(|word| word.value == symbol) else { continue };
        let lacks = |(at, record): &(usize, &Record<'_>)| {
            row.reach.releases >> at & 1 == 1 && record.member(&section(library), symbol).is_none()
        };
        let lacking: Vec<usize> = torch.iter().enumerate().filter(lacks).map(|(at, _)| at).collect();
        let Some(last) = lacking.last() else { continue };
        let names: Vec<&str> = lacking.iter().map(|at| model.releases[*at].name.as_str()).collect();
        let names = names.join(", ");
        let message = format!("{library} of torch {names} has no `{symbol}`");
        let diagnostic = diagnostics.report(Code::NoSuchObject, place.span, message);
        let section = section(library);
        let known = torch[*last].members(&section).map(|(name, _)| name);
        diagnostic.nearest(symbol, known, "run tools/record_torch.py with these versions, if it is new;");
        let nearest = diagnostic.help.take().unwrap_or_default();
        let key = row.key.as_ref().map_or("", |key| key.value.as_str());
        diagnostic.help(format!("{nearest} if there is none, list `{key}` under `remove` in the pack.yaml of {names}"));
    }
}
