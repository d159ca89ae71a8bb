//! The cells of a pair under a policy: every substitution costs the same.

use super::CellCosts;
use crate::policy::Costs;

/// A pair of id sequences and the costs of its policy.
#[derive(Clone, Copy, Debug)]
pub struct UniformCosts<'a> {
    /// Reference ids.
    pub reference: &'a [u32],
    /// Hypothesis ids.
    pub hypothesis: &'a [u32],
    /// What errors cost.
    pub costs: Costs,
}

impl CellCosts for UniformCosts<'_> {
    type Amount = i64;

    fn rows(&self) -> usize {
        self.reference.len()
    }

    fn columns(&self) -> usize {
        self.hypothesis.len()
    }

    fn deletion(&self, _row: usize) -> i64 {
        self.costs.deletion.0
    }

    fn insertion(&self, _column: usize) -> i64 {
        self.costs.insertion.0
    }

    fn pairing(&self, row: usize, column: usize) -> Option<i64> {
        Some(if self.equal(row, column) { 0 } else { self.costs.substitution.0 })
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.reference[row] == self.hypothesis[column]
    }
}
