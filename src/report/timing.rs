//! Where the time of a compilation goes: a span per phase, and a line per frame on request.

use std::time::{Duration, Instant};

use tracing::span::EnteredSpan;

/// The phases of one compilation, in the order in which they began.
pub struct Timing {
    done: Vec<(&'static str, Duration)>,
    running: Option<(&'static str, Instant, EnteredSpan)>,
    start: Instant,
}

impl Timing {
    pub fn begin(phase: &'static str) -> Timing {
        let mut timing = Timing { done: Vec::with_capacity(8), running: None, start: Instant::now() };
        timing.next(phase);
        timing
    }

    /// Ends the running phase and begins another.
    pub fn next(&mut self, phase: &'static str) {
        self.end();
        let span = tracing::debug_span!(target: "alternator::phase", "phase", name = phase).entered();
        self.running = Some((phase, Instant::now(), span));
    }

    fn end(&mut self) {
        if let Some((phase, start, span)) = self.running.take() {
            drop(span);
            self.done.push((phase, start.elapsed()));
        }
    }

    /// Ends the last phase and writes the line, if it was asked for.
    pub fn finish(&mut self, frame: &str, instructions: u64, operations: usize) {
        self.end();
        super::logs::write("timing", || {
            let mut line = format!(
                "{frame}: {:.2} ms, {instructions} instructions, {operations} operators:",
                self.start.elapsed().as_secs_f64() * 1e3
            );
            for (phase, time) in &self.done {
                line.push_str(&format!(" {phase} {:.2}", time.as_secs_f64() * 1e3));
            }
            line
        });
    }
}
