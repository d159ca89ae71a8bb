//! The core of mondegreen: words become `u32` ids, and pairs of id sequences become alignments.
//!
//! Modules stand in the order data flows. Nothing here knows of Python, prints, exits, or panics on input.

pub mod align;
pub mod alignment;
pub mod cost;
pub mod digest;
pub mod error;
#[cfg(test)]
mod error_cases;
pub mod graph;
pub mod lattice;
pub mod meetings;
pub mod model;
pub mod numbers;
pub mod policy;
pub mod read;
pub mod resample;
pub mod sctk;
pub mod simulation;
mod split;
pub mod stop_request;
pub mod text;
pub mod vector;
pub mod vocab;
pub mod weights;
