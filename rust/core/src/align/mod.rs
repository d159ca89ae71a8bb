//! Alignment of two sequences or word graphs by weighted edit distance: one kernel, one file.
//!
//! All kernels give the distance and the path of [`naive`], Levenshtein's distance by dynamic programming (Wagner and
//! Fischer 1974). [`plain`] chooses among them: `short`, `narrow`, `bitparallel` and `long` are bit-parallel (Myers
//! 1999; Hyyrö 2003) and take unit costs or sclite's; `banded` takes any costs and [`network`] word graphs.

mod banded;
pub mod batch;
mod bitparallel;
mod bound;
pub(crate) mod checkpoints;
pub mod general;
pub mod list;
mod long;
mod masks;
pub mod naive;
mod narrow;
pub mod network;
pub mod plain;
mod preference;
mod recurrence;
mod short;
pub mod timed;
mod traceback;
mod trim;
pub mod uniform;
pub mod weighted;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod weighted_properties;

use crate::cost::Amount;

/// What the cells of a pair's matrix cost.
///
/// Rows are reference words, columns hypothesis words, both counted from 0.
pub trait CellCosts {
    /// What paths add up.
    type Amount: Amount;
    /// Reference words.
    fn rows(&self) -> usize;
    /// Hypothesis words.
    fn columns(&self) -> usize;
    /// The cost of leaving reference word `row` alone.
    fn deletion(&self, row: usize) -> Self::Amount;
    /// The cost of leaving hypothesis word `column` alone.
    fn insertion(&self, column: usize) -> Self::Amount;
    /// The cost of pairing the two words, or `None` where that is forbidden.
    fn pairing(&self, row: usize, column: usize) -> Option<Self::Amount>;
    /// What every substitution costs at least; a kernel asks for no pairing that could not win even so.
    fn least_substitution(&self) -> Self::Amount {
        Self::Amount::ZERO
    }
    /// What every insertion costs and what every deletion, if that is the same everywhere, a match costs nothing and
    /// no pairing less.
    fn gaps(&self) -> Option<(Self::Amount, Self::Amount)> {
        None
    }
    /// Whether pairing the two words is a match rather than a substitution.
    fn equal(&self, row: usize, column: usize) -> bool;
}
