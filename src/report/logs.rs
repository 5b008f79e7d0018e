//! Logs by topic: those of `ALTERNATOR_LOGS=graph_code,guards,…`, written to standard error, and those that torch's
//! loggers ask for, passed on by Python.

use std::sync::{LazyLock, PoisonError, RwLock};

use pyo3::prelude::*;
use tracing_subscriber::EnvFilter;

/// The topics asked for.
static TOPICS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let wanted = std::env::var("ALTERNATOR_LOGS").unwrap_or_default();
    let topics: Vec<String> = wanted.split(',').map(|topic| topic.trim().to_owned()).filter(|topic| !topic.is_empty()).collect();
    if !topics.is_empty() {
        let mut filter = String::from("alternator::topic=info");
        if topics.iter().any(|topic| topic == "dynamic" || topic == "all") {
            filter.push_str(",dynamic=info");
        }
        if topics.iter().any(|topic| topic == "debug") {
            filter.push_str(",alternator=debug,rules=trace,fake=debug");
        }
        let written = tracing_subscriber::fmt()
            .with_env_filter(EnvFilter::new(filter))
            .with_writer(std::io::stderr)
            .without_time()
            .with_target(false)
            .with_level(false)
            .try_init();
        // Another subscriber of the process stays: it gets the events.
        drop(written);
    }
    topics
});

/// Reads the topics and installs the writer, so that no event comes too early for it.
pub fn initialise() {
    LazyLock::force(&TOPICS);
}

/// The topics that torch's loggers ask for.
static OF_TORCH: RwLock<Vec<String>> = RwLock::new(Vec::new());

/// From now on these topics go to torch's loggers (`alternator.logs`).
pub fn set_of_torch(topics: Vec<String>) {
    *OF_TORCH.write().unwrap_or_else(PoisonError::into_inner) = topics;
}

pub fn enabled(topic: &str) -> bool {
    is_asked_for(topic) || is_of_torch(topic)
}

fn is_asked_for(topic: &str) -> bool {
    TOPICS.iter().any(|wanted| wanted == topic || wanted == "all")
}

fn is_of_torch(topic: &str) -> bool {
    OF_TORCH.read().unwrap_or_else(PoisonError::into_inner).iter().any(|wanted| wanted == topic)
}

/// Writes a text if its topic is on; it is not made otherwise.
pub fn write(topic: &str, text: impl FnOnce() -> String) {
    let (here, of_torch) = (is_asked_for(topic), is_of_torch(topic));
    if !here && !of_torch {
        return;
    }
    let text = text();
    if here {
        for line in text.lines() {
            tracing::info!(target: "alternator::topic", "[__{topic}] {line}");
        }
    }
    if of_torch {
        Python::attach(|python| {
            let written =
                crate::python::import(python, "alternator.logs").and_then(|module| module.call_method1("write", (topic, text)));
            if let Err(error) = written {
                error.write_unraisable(python, None);
            }
        });
    }
}
