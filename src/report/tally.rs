//! The counts of one trace, for the reports.

use ahash::{AHashMap, AHashSet};

use super::progress::Progress;

#[derive(Default)]
pub struct Tally {
    pub progress: Progress,
    /// Results described by meta rules,
    pub rule_inferences: u64,
    /// and by torch's fake tensors.
    pub fake_inferences: AHashMap<String, u64>,
    pub rules_reached: AHashSet<u16>,
}
