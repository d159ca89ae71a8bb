//! Lattices in which each arc is a word, a silence or part of a word at the end, with the frames it lasts.
//!
//! The states of what is made are pairs of a state of the lattice and what was read but not yet given out; the order
//! in which they are found, depth first, gives them their numbers. Then arcs of nothing are removed (`epsilon`).

mod boundary;
mod epsilon;
mod lexicon;
pub mod model;
pub mod phones;
#[cfg(test)]
mod properties;
mod unfold;

pub use boundary::{Boundaries, Labels};
pub use lexicon::Lexicon;

use super::Lattice;

/// What became of a lattice.
#[derive(Debug, PartialEq)]
pub struct Aligned {
    /// The aligned lattice; an empty one where nothing came of it.
    pub lattice: Lattice,
    /// What is wrong with it, if anything.
    pub complaint: Option<&'static str>,
}

/// States that an aligned lattice may have besides those that grow with the lattice.
const SPARE_STATES: usize = 1000;
const CHANGED: &str = "a phone changed before its last transition; is the lattice of this model, and --reorder right?";
const TOO_MANY_STATES: &str = "the number of states exceeded the limit of --max-expand";
const TOO_LARGE: &str = "its words need more memory than a lattice may take; prune it, or set --max-expand";

const EMPTY: &str = "the lattice is empty";
const CYCLIC: &str = "it has a cycle, in which words would come without end";

/// The lattice without arcs that have no word: what such arcs lead to follows at once (`RmEpsilon` of `OpenFst`).
pub(super) fn remove_free_arcs(lattice: &Lattice) -> Lattice {
    if lattice.start().is_none() {
        return Lattice::default();
    }
    unfold::Sketch::from(lattice).without_free_arcs(&[])
}

/// States above which an aligned lattice is given up.
fn most_states(times: f32, lattice: &Lattice) -> usize {
    (SPARE_STATES as f32 + times * lattice.states().len() as f32) as usize
}
