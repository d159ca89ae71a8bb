//! Any costs: the matrix row by row, as far as cells can lie on a path within a limit.
//!
//! A cell from which no path within the limit leads on is dead; each row is computed from its first living cell to
//! its last. A pairing's cost is asked for only where it could win, for it may be a product of vectors. Choices are
//! kept for as many rows as fit into `KEPT` bytes; then the row is saved, and when the path comes to the rows
//! before it their choices are computed again.

use super::CellCosts;
use super::preference::Preference;
use crate::amount::Amount;
use crate::error::Result;
use crate::policy::Step;
use crate::stop::Stop;

/// Choices kept at a time; few in tests, so that rows are saved and computed again there.
const KEPT: usize = if cfg!(test) { 1 << 7 } else { 1 << 24 };
/// Cells computed between two looks at the request to stop.
const GLANCE: usize = 1 << 20;

/// What is known beforehand of the paths that matter.
pub trait Limit<A> {
    /// Whether a cell of this cost can lie on such a path; rows and columns count the words behind.
    fn allows(&self, cost: A, row: usize, column: usize) -> bool;
}

/// Nothing is known: every cell is computed.
pub struct Unlimited;

impl<A> Limit<A> for Unlimited {
    fn allows(&self, _cost: A, _row: usize, _column: usize) -> bool {
        true
    }
}

/// The living cells of a row, from column `first` on.
#[derive(Clone, Debug)]
struct Row<A> {
    number: usize,
    first: usize,
    costs: Vec<A>,
}

impl<A> Default for Row<A> {
    fn default() -> Self {
        Self { number: 0, first: 0, costs: Vec::new() }
    }
}

impl<A: Amount> Row<A> {
    #[inline(always)]
    fn at(&self, column: usize) -> A {
        self.costs.get(column.wrapping_sub(self.first)).copied().unwrap_or(A::DEAD)
    }

    fn push(&mut self, column: usize, cost: A) {
        if self.costs.is_empty() {
            self.first = column;
        }
        self.costs.push(cost);
    }
}

/// The choices of the rows after `base`.
#[derive(Default)]
struct Choices {
    base: usize,
    steps: Vec<Step>,
    /// First column and place in `steps`, by row.
    rows: Vec<(usize, usize)>,
}

impl Choices {
    fn restart(&mut self, base: usize) {
        self.base = base;
        self.steps.clear();
        self.rows.clear();
    }

    fn at(&self, row: usize, column: usize) -> Option<Step> {
        let (first, place) = *self.rows.get(row - self.base - 1)?;
        self.steps.get(place + column.checked_sub(first)?).copied()
    }
}

/// Memory kept from pair to pair.
pub struct Banded<A> {
    above: Row<A>,
    current: Row<A>,
    saved: Vec<Row<A>>,
    choices: Choices,
}

impl<A> Default for Banded<A> {
    fn default() -> Self {
        Self {
            above: Row::default(),
            current: Row::default(),
            saved: Vec::new(),
            choices: Choices::default(),
        }
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
        stop: &Stop,
        steps: &mut Vec<Step>,
    ) -> Result<A> {
        let (mut row, mut column) = (cells.rows(), cells.columns());
        self.begin(cells, limit);
        self.advance(cells, preference, limit, row, stop)?;
        let total = self.above.at(column);
        let mut end = row;
        while let Some(start) = self.saved.pop() {
            let begin = start.number;
            if self.choices.base != begin {
                self.choices.restart(begin);
                self.above = start;
                self.advance(cells, preference, limit, end, stop)?;
            }
            end = begin;
            while row > self.choices.base {
                let Some(step) = self.choices.at(row, column) else { break };
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
        self.saved.clear();
        self.saved.push(self.above.clone());
        self.choices.restart(0);
    }

    /// Computes rows until `last`, saving some while the whole is walked for the first time.
    fn advance<C: CellCosts<Amount = A>>(
        &mut self,
        cells: &C,
        preference: Preference,
        limit: &impl Limit<A>,
        last: usize,
        stop: &Stop,
    ) -> Result<()> {
        let mut unseen = 0;
        while self.above.number < last {
            unseen += self.above.costs.len();
            if unseen > GLANCE {
                stop.check()?;
                unseen = 0;
            }
            if self.choices.steps.len() > KEPT {
                self.saved.push(self.above.clone());
                self.choices.restart(self.above.number);
            }
            self.next_row(cells, preference, limit);
            std::mem::swap(&mut self.above, &mut self.current);
        }
        Ok(())
    }

    fn next_row<C: CellCosts<Amount = A>>(
        &mut self,
        cells: &C,
        preference: Preference,
        limit: &impl Limit<A>,
    ) {
        let (above, current) = (&self.above, &mut self.current);
        current.number = above.number + 1;
        current.first = above.first;
        current.costs.clear();
        let word = above.number;
        let deletion = cells.deletion(word);
        let least_substitution = cells.least_substitution();
        let shuns = preference.shuns_substitutions();
        let end = above.first + above.costs.len();
        let place = self.choices.steps.len();
        let mut left = A::DEAD;
        let mut diagonal = A::DEAD;
        for column in above.first..=cells.columns() {
            let up = above.at(column);
            let deleted = up.plus(deletion);
            let inserted = if column > 0 { left.plus(cells.insertion(column - 1)) } else { A::DEAD };
            let (mut matched, mut substituted) = (A::DEAD, A::DEAD);
            let gap = if inserted < deleted { inserted } else { deleted };
            if diagonal <= gap && diagonal < A::DEAD {
                let paired = || cells.pairing(word, column - 1).map_or(A::DEAD, |cost| diagonal.plus(cost));
                if cells.equal(word, column - 1) {
                    matched = paired();
                } else {
                    let hope = diagonal.plus(least_substitution);
                    let wins = hope < gap || hope == gap && !shuns;
                    if wins && limit.allows(hope, current.number, column) {
                        substituted = paired();
                    }
                }
            }
            diagonal = up;
            left = least([matched, substituted, inserted, deleted]);
            if left < A::DEAD && limit.allows(left, current.number, column) {
                current.push(column, left);
                let step =
                    preference.choose([matched, substituted, inserted, deleted].map(|cost| cost == left));
                self.choices.steps.push(step);
                continue;
            }
            left = A::DEAD;
            if column >= end {
                break;
            }
            if !current.costs.is_empty() {
                current.costs.push(A::DEAD);
                self.choices.steps.push(Step::Deletion);
            }
        }
        self.choices.rows.push((current.first, place));
    }
}

#[inline(always)]
fn least<A: Amount>(costs: [A; 4]) -> A {
    let [a, b, c, d] = costs;
    let lesser = |x: A, y: A| if y < x { y } else { x };
    lesser(lesser(a, b), lesser(c, d))
}
