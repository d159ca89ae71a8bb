//! What NIST's scorer `sclite` knows of texts and alignments, quirks included: its encodings, its formats, its reports.
//!
//! Everything is bytes. [`scored::Scored`] is what all reports and all tests of significance are made of, whether it
//! came from an alignment or from a file.

pub mod coding;
pub mod confusions;
mod lines;
pub mod numbers;
pub mod scored;
pub mod sgml;
