//! The backtrace, and a tie order as a table: which step to take, given which steps are on a cheapest path.

use super::recurrence::Cheapest;
use crate::policy::{Step, Ties};

/// Adds the path of a pair to `steps`, from its last word to its first; `step_to` says which step leads to a cell,
/// whose row and column are counted from 1.
#[inline(always)]
pub fn backtrace(rows: usize, columns: usize, steps: &mut Vec<Step>, step_to: impl Fn(usize, usize) -> Step) {
    steps.reserve(rows + columns);
    let (mut row, mut column) = (rows, columns);
    while row > 0 && column > 0 {
        let step = step_to(row, column);
        row -= usize::from(step != Step::Insertion);
        column -= usize::from(step != Step::Deletion);
        steps.push(step);
    }
    steps.resize(steps.len() + row, Step::Deletion);
    steps.resize(steps.len() + column, Step::Insertion);
}

/// The step to take for each of the 16 answers to "match, substitution, insertion, deletion on a cheapest path?".
#[derive(Clone, Copy, Debug)]
pub struct Preference([Step; 16]);

impl Preference {
    /// The table of a tie order.
    pub fn new(ties: Ties) -> Self {
        Self(std::array::from_fn(|case| {
            let open = |step: &Step| case >> *step as usize & 1 == 1;
            ties.steps().into_iter().find(open).unwrap_or(Step::Deletion)
        }))
    }

    /// The step to take, given which are open, in the order of their numbers.
    #[inline(always)]
    pub fn choose(&self, open: [bool; 4]) -> Step {
        let [matching, substitution, insertion, deletion] = open.map(usize::from);
        self.0[matching | substitution << 1 | insertion << 2 | deletion << 3]
    }

    /// Whether a substitution is never taken where a gap is as cheap.
    pub fn shuns_substitutions(&self) -> bool {
        let against = |insertion, deletion| self.choose([false, true, insertion, deletion]) != Step::Substitution;
        against(true, false) && against(false, true)
    }

    /// The step to take at one of 64 cells, where a match is open wherever words are equal.
    #[inline(always)]
    pub fn at(&self, cheapest: &Cheapest, bit: usize, equal: bool) -> Step {
        let open = |bits: u64| bits >> bit & 1 == 1;
        let substitution = !equal && open(cheapest.substitution);
        self.choose([equal, substitution, open(cheapest.insertion), open(cheapest.deletion)])
    }
}
