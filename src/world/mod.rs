//! The only reader of user objects while tracing: every read is an observation.
