//! What NIST's scorer `sclite` knows of texts and alignments, quirks included: its encodings, its formats, its reports.
//!
//! Everything is bytes. [`scored_system::Scored`] is what all reports and all tests of significance are made of,
//! whether it came from an alignment or from a file.

pub mod asclite;
mod characters;
mod chop;
pub mod coding;
pub(crate) mod confusions;
pub mod ctm;
pub mod ctm_ctm;
pub mod det;
pub mod filter;
pub mod input;
mod lines;
pub mod mappings;
pub mod matched_pairs;
pub mod options;
pub mod pairing;
mod paths;
pub mod rover;
pub mod scored_system;
mod segment;
pub mod sgml;
pub(crate) mod side;
pub mod stm;
pub mod stm_ctm;
pub mod timed;
pub mod trn;
pub mod words;
