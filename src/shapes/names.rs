//! Names of symbols: those that torch would give, so that its users find them in logs and graphs.
//!
//! torch calls a symbol after a hash of where its value comes from (`ShapeEnv._generate_unique_id`), so that it has the same
//! name in each compilation: `L['x'].size()[0]` is `s77`.

use sha2::{Digest, Sha256};

/// The numbers in the names of a trace's backed symbols.
#[derive(Debug, Default, Clone)]
pub struct Numbers {
    taken: Vec<bool>,
}

impl Numbers {
    /// The number of a new symbol: the hash of its source, or the next that is free.
    pub fn take(&mut self, source: &str) -> usize {
        // Modulo 100, the bytes as one number.
        let first = Sha256::digest(source).iter().fold(0, |rest, byte| (rest << 8 | usize::from(*byte)) % 100);
        let free = (first..).find(|number| !self.taken.get(*number).is_some_and(|taken| *taken));
        let number = free.unwrap_or(first);
        if number >= self.taken.len() {
            self.taken.resize(number + 1, false);
        }
        self.taken[number] = true;
        number
    }

    pub fn give_back(&mut self, number: usize) {
        self.taken[number] = false;
    }
}
