//! The loops of significance: rows drawn anew, many times.

pub mod bootstrap;
mod glibc;
pub mod kaldi;
pub mod permute;
pub(crate) mod random;
pub mod rows;
