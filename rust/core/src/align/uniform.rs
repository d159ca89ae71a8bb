//! The cells of a pair under a policy: every substitution costs the same.

use super::CellCosts;
use super::banded::Limit;
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

    fn least_substitution(&self) -> i64 {
        self.costs.substitution.0
    }

    fn gaps(&self) -> Option<(i64, i64)> {
        Some((self.costs.insertion.0, self.costs.deletion.0))
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.reference[row] == self.hypothesis[column]
    }
}

/// The least that a path within `bound` must still pay: one side's surplus of words, each alone.
#[derive(Clone, Copy, Debug)]
pub struct Surplus<A> {
    /// What the cheapest path costs at the most.
    pub bound: A,
    /// Reference words.
    pub rows: usize,
    /// Hypothesis words.
    pub columns: usize,
    /// What a hypothesis word alone costs.
    pub insertion: A,
    /// What a reference word alone costs.
    pub deletion: A,
}

impl<A: Copy> Surplus<A> {
    /// How many words more one side has left than the other, and what each costs.
    #[inline(always)]
    pub fn left(&self, row: usize, column: usize) -> (usize, A) {
        let (rows, columns) = (self.rows - row, self.columns - column);
        if rows > columns { (rows - columns, self.deletion) } else { (columns - rows, self.insertion) }
    }
}

impl Limit<i64> for Surplus<i64> {
    #[inline(always)]
    fn allows(&self, cost: i64, row: usize, column: usize) -> bool {
        let (words, each) = self.left(row, column);
        cost + words as i64 * each <= self.bound
    }
}
