//! What the fuzzer runs: for each door of the core a function that makes input of bytes, and holds what comes out
//! against a definition.
//!
//! Plain functions of bytes, so that they run under libFuzzer and, over the inputs it found, as a test of the core
//! (`rust/core/tests/fuzz_seeds.rs`, which takes this file as a module).
#![allow(clippy::unwrap_used, reason = "to fail loudly is what these are for")]

mod batch;
mod corrupt;
mod graphs;
mod input;
mod lattices;
mod linear;
mod policy;
mod read;
mod texts;
mod timed;
mod vectors;
mod weighted;

pub use batch::batch;
pub use corrupt::corrupt;
pub use graphs::{alternatives, network};
pub use lattices::lattices;
pub use linear::linear;
pub use policy::policy;
pub use read::read;
pub use texts::texts;
pub use timed::timed;
pub use vectors::vectors;
pub use weighted::weighted;

/// A function that takes any bytes and panics where the core is wrong.
pub type Target = fn(&[u8]);

/// All of them, by the names of `targets/` and of the archives and folders in `corpus/`.
pub const TARGETS: [(&str, Target); 12] = [
    ("alternatives", alternatives),
    ("batch", batch),
    ("corrupt", corrupt),
    ("lattices", lattices),
    ("linear", linear),
    ("network", network),
    ("policy", policy),
    ("read", read),
    ("texts", texts),
    ("timed", timed),
    ("vectors", vectors),
    ("weighted", weighted),
];
