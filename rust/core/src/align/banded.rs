//! Weighted edit distance with backtrace for any costs: the matrix of Wagner and Fischer (1974) row by row, as far as
//! cells can lie on a path within a limit (Ukkonen 1985).
//!
//! Time is in the cells that are left; without a limit these are all n m. A cell from which no path within the limit
//! leads on is dead; each row is computed from its first living cell to its last. A pairing's cost is asked for only
//! where it could win, for it may be a product of vectors. Costs are kept for some rows; then the last is saved as one
//! of the [`super::checkpoints`], and when the path comes to the rows before it they are computed again, as far as the
//! column where it is.
//!
//! Where every gap costs the same, most rows of a good hypothesis need no computing. Call a row a cone if each cell
//! costs what its middle costs and the gaps between the two: insertions to its right, deletions to its left. If the
//! words after the middle are equal, the next row is the same cone one column further right. For its middle costs no
//! more, a match being free; right of it the row's own insertions lead from there, left of it deletions do from the
//! row above; and a pairing comes from the same cell of the cone above, so it costs no less. Only at errors do cones
//! break, and soon after them they are whole again.

use super::CellCosts;
use super::checkpoints::{Checkpoints, ROOM};
use super::preference::Preference;
use super::traceback::{Row, TracebackRows};
use crate::cost::Amount;
use crate::error::Result;
use crate::policy::Step;
use crate::stop_request::StopRequest;

/// Cells computed between two looks at the request to stop.
const GLANCE: usize = 1 << 20;

/// What is known beforehand of the paths that matter.
pub trait Limit<A> {
    /// Whether a cell of this cost can lie on such a path; rows and columns count the words behind. Where gaps cost
    /// the same everywhere, the answer is the same along a diagonal.
    fn allows(&self, cost: A, row: usize, column: usize) -> bool;
}

/// Nothing is known: every cell is computed.
pub struct Unlimited;

impl<A> Limit<A> for Unlimited {
    fn allows(&self, _cost: A, _row: usize, _column: usize) -> bool {
        true
    }
}

/// Memory kept from pair to pair.
pub struct Banded<A> {
    above: Row<A>,
    current: Row<A>,
    saved: Checkpoints<Row<A>>,
    kept: TracebackRows<A>,
}

impl<A: Amount> Default for Banded<A> {
    fn default() -> Self {
        let saved = Checkpoints::new(ROOM);
        Self { above: Row::default(), current: Row::default(), saved, kept: TracebackRows::default() }
    }
}

impl<A: Amount> Banded<A> {
    /// Adds the pair's path to `steps`, from last word to first, and gives its cost.
    ///
    /// The limit must allow every cell of every cheapest path.
    pub fn trace<C: CellCosts<Amount = A>>(
        &mut self,
        cells: &C,
        preference: Preference,
        limit: &impl Limit<A>,
        stop: &StopRequest,
        steps: &mut Vec<Step>,
    ) -> Result<A> {
        let (mut row, mut column) = (cells.rows(), cells.columns());
        self.begin(cells, limit);
        self.advance(cells, limit, (row, column), stop)?;
        let total = self.above.at(column);
        while row > 0 {
            if row == self.kept.base {
                let Some((_, start)) = self.saved.resume(row - 1) else { break };
                self.above.clone_from(start);
                self.kept.restart(start);
                self.advance(cells, limit, (row, column), stop)?;
            }
            while row > self.kept.base {
                let step = self.kept.step(cells, preference, row, column);
                row -= usize::from(step != Step::Insertion);
                column -= usize::from(step != Step::Deletion);
                steps.push(step);
            }
        }
        steps.resize(steps.len() + column, Step::Insertion);
        Ok(total)
    }

    /// The row before the first word, along which everything is inserted.
    fn begin<C: CellCosts<Amount = A>>(&mut self, cells: &C, limit: &impl Limit<A>) {
        self.above.number = 0;
        self.above.first = 0;
        self.above.costs.clear();
        let mut cost = A::ZERO;
        for column in 0..=cells.columns() {
            if column > 0 {
                cost = cost.plus(cells.insertion(column - 1));
            }
            if !limit.allows(cost, 0, column) {
                break;
            }
            self.above.costs.push(cost);
        }
        self.saved.restart(self.above.clone());
        self.kept.restart(&self.above);
    }

    /// Computes the rows until `last`, each as far as the last column, and saves some of them.
    fn advance<C: CellCosts<Amount = A>>(
        &mut self,
        cells: &C,
        limit: &impl Limit<A>,
        (last, last_column): (usize, usize),
        stop: &StopRequest,
    ) -> Result<()> {
        let mut unseen = 0;
        while self.above.number < last {
            unseen += self.above.costs.len();
            if unseen > GLANCE {
                stop.check()?;
                unseen = 0;
            }
            if self.kept.is_enough(cells.rows()) {
                let bytes = size_of_val(self.above.costs.as_slice());
                self.saved.offer(self.above.number, bytes, || self.above.clone());
                self.kept.restart(&self.above);
            }
            let run = self.run(cells, limit, last);
            if run > 0 {
                self.above.number += run;
                self.above.first += run;
                self.kept.push_shifted(run);
                continue;
            }
            self.next_row(cells, limit, last_column);
            std::mem::swap(&mut self.above, &mut self.current);
            self.kept.push(&self.above);
        }
        Ok(())
    }

    /// How many of the next rows are the last one shifted: it is a cone, and its middle runs into matches.
    fn run<C: CellCosts<Amount = A>>(&self, cells: &C, limit: &impl Limit<A>, last: usize) -> usize {
        let Row { number, first, ref costs } = self.above;
        let (Some((insertion, deletion)), Some(&leftmost)) = (cells.gaps(), costs.first()) else { return 0 };
        // A deletion further left would be alive: the first column is not yet out of reach.
        if limit.allows(leftmost.plus(deletion), number + 1, first) {
            return 0;
        }
        let left = |pair: &&[A]| pair[0] == pair[1].plus(deletion);
        let right = |pair: &[A]| pair[1] == pair[0].plus(insertion);
        let middle = costs.windows(2).take_while(left).count();
        if !costs.windows(2).skip(middle).all(right) {
            return 0;
        }
        let most = (last - number).min(cells.columns() - first - middle);
        (0..most).take_while(|ahead| cells.equal(number + ahead, first + middle + ahead)).count()
    }

    fn next_row<C: CellCosts<Amount = A>>(&mut self, cells: &C, limit: &impl Limit<A>, last_column: usize) {
        let (above, current) = (&self.above, &mut self.current);
        current.number = above.number + 1;
        current.first = above.first;
        current.costs.clear();
        let word = above.number;
        let deletion = cells.deletion(word);
        let least_substitution = cells.least_substitution();
        let end = above.first + above.costs.len();
        let mut left = A::DEAD;
        let mut diagonal = A::DEAD;
        for column in above.first..=last_column {
            let up = above.at(column);
            let deleted = up.plus(deletion);
            let inserted = if column > 0 { left.plus(cells.insertion(column - 1)) } else { A::DEAD };
            let gap = lesser(inserted, deleted);
            left = gap;
            if diagonal < gap && diagonal < A::DEAD {
                let paired = || cells.pairing(word, column - 1).map_or(A::DEAD, |cost| diagonal.plus(cost));
                let hope = diagonal.plus(least_substitution);
                if cells.equal(word, column - 1) || hope < gap && limit.allows(hope, current.number, column) {
                    left = lesser(gap, paired());
                }
            }
            diagonal = up;
            if left < A::DEAD && limit.allows(left, current.number, column) {
                current.push(column, left);
                continue;
            }
            left = A::DEAD;
            if column >= end {
                break;
            }
            if !current.costs.is_empty() {
                current.costs.push(A::DEAD);
            }
        }
    }
}

#[inline(always)]
fn lesser<A: Amount>(one: A, other: A) -> A {
    if other < one { other } else { one }
}
