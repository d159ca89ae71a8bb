//! What NIST's scorer `sclite` knows of texts and alignments, quirks included: its encodings, its formats, its reports.
//!
//! Everything is bytes. [`scored::Scored`] is what all reports and all tests of significance are made of, whether it
//! came from an alignment or from a file.

pub mod channels;
mod characters;
mod chop;
pub mod chunks;
pub mod coding;
pub mod confusions;
pub mod ctm;
pub mod input;
mod lines;
pub mod manner;
pub mod numbers;
pub mod pairing;
pub mod scored;
mod segment;
pub mod sgml;
pub mod side;
pub mod stm;
pub mod timed;
pub mod trn;
pub mod words;
