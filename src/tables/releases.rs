//! The release of torch that runs, and tables whose rows hold for some releases alone.

use std::ops::Deref;
use std::sync::OnceLock;

use crate::tables::RELEASES;

static RUNNING: OnceLock<usize> = OnceLock::new();

/// Chooses the release by torch's `__version__`, when Alternator is imported and before any table is read.
pub fn choose(version: &str) -> Result<(), String> {
    let index = RELEASES.iter().position(|(numbers, _)| Some(*numbers) == numbers_of(version)).ok_or_else(|| {
        let known: Vec<&str> = RELEASES.iter().map(|(_, name)| *name).collect();
        format!("alternator has no rules for torch {version}: it supports {}", known.join(", "))
    })?;
    RUNNING.get_or_init(|| index);
    Ok(())
}

/// `2.15.0+cpu`, as what rules are for.
fn numbers_of(version: &str) -> Option<(u8, u8)> {
    let mut numbers = version.split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// Rows for several releases of torch. It derefs to the rows of the installed one.
pub struct Table<T: 'static> {
    rows: &'static [T],
    /// By row, a bit for each of [`RELEASES`]; empty if all rows hold for all.
    releases: &'static [u32],
    of_running: OnceLock<Box<[T]>>,
}

impl<T: Copy> Table<T> {
    pub const fn new(rows: &'static [T], releases: &'static [u32]) -> Table<T> {
        Table { rows, releases, of_running: OnceLock::new() }
    }
}

impl<T: Copy> Deref for Table<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        if self.releases.is_empty() {
            return self.rows;
        }
        self.of_running.get_or_init(|| {
            // Tests of the engine alone run no torch.
            let running = RUNNING.get().copied().unwrap_or(RELEASES.len().saturating_sub(1));
            let rows = self.rows.iter().zip(self.releases);
            rows.filter(|(_, releases)| **releases >> running & 1 == 1).map(|(row, _)| *row).collect()
        })
    }
}
