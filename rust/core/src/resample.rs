//! The loops of significance: rows drawn anew, many times.

pub(crate) mod bootstrap;
mod glibc;
pub mod kaldi;
pub(crate) mod permute;
pub(crate) mod random;
pub mod rows;
