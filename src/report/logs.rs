//! `ALTERNATOR_LOGS=graph_code,guards,…`: topics, written through `tracing` to standard error.

use std::sync::LazyLock;

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

pub fn enabled(topic: &str) -> bool {
    TOPICS.iter().any(|wanted| wanted == topic || wanted == "all")
}

/// Writes a text if its topic is on; it is not made otherwise.
pub fn write(topic: &str, text: impl FnOnce() -> String) {
    if enabled(topic) {
        for line in text().lines() {
            tracing::info!(target: "alternator::topic", "[__{topic}] {line}");
        }
    }
}
