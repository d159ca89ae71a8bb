//! The loops of significance: rows drawn anew, many times.

pub mod bootstrap;
mod random;
