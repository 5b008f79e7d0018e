//! A sign of life during long traces: a line after two seconds, then every few, on a terminal alone.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Instructions between two looks at the clock.
const STRIDE: u64 = 4096;
const FIRST: Duration = Duration::from_secs(2);
const THEN: Duration = Duration::from_secs(4);

pub struct Progress {
    start: Instant,
    next: Duration,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { start: Instant::now(), next: FIRST }
    }
}

impl Progress {
    /// Called once per instruction; says how far the trace is when its time has come.
    #[inline]
    pub fn step(&mut self, instructions: u64, state: impl FnOnce() -> (usize, usize)) {
        if instructions.is_multiple_of(STRIDE) && self.start.elapsed() >= self.next {
            self.next = self.start.elapsed() + THEN;
            if stderr().is_terminal() {
                let (frames, operators) = state();
                let seconds = self.start.elapsed().as_secs();
                eprintln!(
                    "alternator: tracing for {seconds} s: {frames} frames deep, {instructions} instructions, {operators} operators"
                );
            }
        }
    }
}
