//! Texts with the errors that a recognizer might make: what words sound like, which they may be taken for, and draws.
//!
//! Voleti, Liss and Berisha, "Investigating the effects of word substitution errors on sentence embeddings" (ICASSP
//! 2019), and beyond it deletions, insertions, bursts, and words that are heard as two.

pub mod casing;
pub(crate) mod chance;
pub mod confusion_table;
pub mod draw;
pub mod model;
pub mod phrases;
pub mod pronunciation;
#[cfg(test)]
mod properties;
pub(crate) mod trie;
pub mod writer;
