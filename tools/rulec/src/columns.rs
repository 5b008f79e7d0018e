//! Closed columns: of a table in YAML, those whose words are the members of an enum that the rules declare.

use std::collections::BTreeSet;

use crate::diagnostics::{Code, Diagnostics, Word};
use crate::load::{Data, Yaml};
use crate::model::*;

pub fn declare(table: Word, column: Word, of: &Word, model: &mut Model, diagnostics: &mut Diagnostics) {
    match model.declared_enum(&of.value) {
        Some(of) => model.closed_columns.push(ClosedColumn { table, column, of }),
        None => {
            let known = model.enums.iter().filter(|e| e.declared_here).map(|e| e.name.value.as_str());
            diagnostics.report(Code::UnknownName, of.span, format!("no enum with members is called `{}`", of.value)).nearest(
                &of.value,
                known,
                &format!("declare it: `enum {} {{ … }}`", of.value),
            );
        }
    }
}

pub fn closed<'m>(table: &str, column: &str, model: &'m Model) -> Option<&'m ClosedColumn> {
    model.closed_columns.iter().find(|closed| closed.table.value == table && closed.column.value == column)
}

/// Reports what a cell says that its column may not.
pub fn refuse_other_words(table: &str, column: &str, value: &Yaml, model: &Model, diagnostics: &mut Diagnostics) {
    let Some(closed) = closed(table, column, model) else { return };
    let known = &model.enums[closed.of as usize];
    let words = match &value.value {
        Data::List(_) => value.words(diagnostics),
        Data::Text(_) => vec![value.word(diagnostics)],
        Data::Null => return,
        _ => return drop(value.word(diagnostics)),
    };
    for word in words.iter().filter(|word| known.members.iter().all(|member| member.value != word.value)) {
        let members: Vec<&str> = known.members.iter().map(|member| member.value.as_str()).collect();
        diagnostics
            .report(Code::UnknownName, word.span, format!("`{}` has no member `{}`", known.name.value, word.value))
            .note(closed.column.span, "this column is closed")
            .nearest(&word.value, members.iter().copied(), &format!("the members are: {}", members.join(", ")));
    }
}

/// Every closed column is in its table, and says each member somewhere.
pub fn check(model: &Model, diagnostics: &mut Diagnostics) {
    for closed in &model.closed_columns {
        let (table, column) = (&closed.table.value, &closed.column.value);
        let cells = model.tables.iter().find_map(|known| match known {
            FlatTable::Rows { stem, columns, rows } if stem == table => {
                let at = columns.iter().position(|(name, _)| name == column)?;
                Some(rows.iter().filter_map(move |row| row.cells[at].as_ref()))
            }
            _ => None,
        });
        let Some(cells) = cells else {
            diagnostics
                .report(Code::UnknownName, closed.column.span, format!("no table `{table}` has a column `{column}`"))
                .help(format!("a table is a file `{table}.yaml` that is a list of maps"));
            continue;
        };
        let mut said: BTreeSet<&str> = BTreeSet::new();
        for cell in cells {
            match cell {
                Cell::Text(text) => said.extend([text.as_str()]),
                Cell::Texts(texts) => said.extend(texts.iter().map(String::as_str)),
                Cell::Int(_) | Cell::Bool(_) => {}
            }
        }
        for member in model.enums[closed.of as usize].members.iter().filter(|member| !said.contains(member.value.as_str())) {
            diagnostics
                .report(Code::Unused, member.span, format!("no row of `{table}` says `{}`", member.value))
                .help("take it out, or write the row that says it");
        }
    }
}
