//! The lists behind the rules' `Values`.

use crate::rules::slot::Slot;
use crate::rules::types::Values;
use crate::values::Value;

/// Lists in use, and behind them unused ones, which keep their memory for reuse.
#[derive(Default)]
pub struct Lists {
    all: Vec<Vec<Value>>,
    used: usize,
}

impl Lists {
    pub fn fresh(&mut self) -> Values {
        if self.used == self.all.len() {
            self.all.push(Vec::new());
        }
        self.all[self.used].clear();
        self.used += 1;
        Values(self.used as u32 - 1)
    }

    pub fn of(&mut self, items: &[Value]) -> Values {
        let list = self.fresh();
        self.get_mut(list).extend_from_slice(items);
        list
    }

    pub fn get(&self, values: Values) -> &[Value] {
        &self.all[values.0 as usize]
    }

    pub fn get_mut(&mut self, values: Values) -> &mut Vec<Value> {
        &mut self.all[values.0 as usize]
    }

    /// How many are in use.
    pub fn mark(&self) -> usize {
        self.used
    }

    pub fn roll_back(&mut self, mark: usize) {
        self.used = mark;
    }

    /// The same, but keeps the list that is this result.
    pub fn roll_back_but(&mut self, mark: usize, result: Slot) -> Slot {
        self.used = mark;
        match result {
            Slot::Values(values) if values.0 as usize >= mark => {
                self.all.swap(mark, values.0 as usize);
                self.used += 1;
                Slot::Values(Values(mark as u32))
            }
            other => other,
        }
    }
}
