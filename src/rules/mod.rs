//! The compiled rules and what runs their bodies.

pub mod table;
