//! The rows of a band of cells that are kept for the way back, as what they cost.

use super::CellCosts;
use super::checkpoints::{FEWEST, ROOM};
use super::preference::Preference;
use crate::cost::Amount;
use crate::policy::Step;

/// Bytes kept at a time where rows are short; few in tests, so that rows are saved and computed again there.
const ENOUGH: usize = if cfg!(test) { 1 << 8 } else { 1 << 21 };

/// The living cells of a row, from column `first` on.
#[derive(Clone, Debug, Default)]
pub struct Row<A> {
    /// How many words are behind it.
    pub number: usize,
    pub first: usize,
    pub costs: Vec<A>,
}

impl<A: Amount> Row<A> {
    #[inline(always)]
    pub fn at(&self, column: usize) -> A {
        self.costs.get(column.wrapping_sub(self.first)).copied().unwrap_or(A::DEAD)
    }

    pub fn push(&mut self, column: usize, cost: A) {
        if self.costs.is_empty() {
            self.first = column;
        }
        self.costs.push(cost);
    }
}

/// Where the costs of a row are kept.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    start: usize,
    end: usize,
}

/// The rows from `base` on.
#[derive(Default)]
pub struct TracebackRows<A> {
    pub base: usize,
    costs: Vec<A>,
    /// By row; rows that differ in nothing but their place share their costs.
    rows: Vec<Span>,
}

impl<A: Amount> TracebackRows<A> {
    pub fn restart(&mut self, row: &Row<A>) {
        self.base = row.number;
        self.costs.clear();
        self.rows.clear();
        self.push(row);
    }

    pub fn push(&mut self, row: &Row<A>) {
        let start = self.costs.len();
        self.costs.extend_from_slice(&row.costs);
        self.rows.push(Span { first: row.first, start, end: self.costs.len() });
    }

    /// Adds the last row again, so many times, each a column further right.
    pub fn push_shifted(&mut self, times: usize) {
        let Some(&last) = self.rows.last() else { return };
        self.rows.extend((1..=times).map(|shift| Span { first: last.first + shift, ..last }));
    }

    /// Whether it is time to begin anew: there is more than fits into a cache, and there are so many rows that those
    /// saved out of `all` will not be more; or there is no room.
    pub fn is_enough(&self, all: usize) -> bool {
        let bytes = size_of_val(self.costs.as_slice()) + size_of_val(self.rows.as_slice());
        let rows = self.rows.len();
        bytes > ENOUGH && rows.saturating_mul(rows) > all || bytes > ROOM && rows > FEWEST
    }

    #[inline(always)]
    fn at(&self, row: usize, column: usize) -> A {
        let Span { first, start, end } = self.rows[row - self.base];
        self.costs[start..end].get(column.wrapping_sub(first)).copied().unwrap_or(A::DEAD)
    }

    /// The last step of the path to a cell after the first row. Only here are pairings asked for that could do no
    /// more than tie with a word alone.
    pub fn step<C: CellCosts<Amount = A>>(&self, cells: &C, preference: Preference, row: usize, column: usize) -> Step {
        let cost = self.at(row, column);
        let deletion = self.at(row - 1, column).plus(cells.deletion(row - 1)) == cost;
        if column == 0 {
            return Step::Deletion;
        }
        let insertion = self.at(row, column - 1).plus(cells.insertion(column - 1)) == cost;
        let diagonal = self.at(row - 1, column - 1);
        let (gap, equal) = (insertion || deletion, cells.equal(row - 1, column - 1));
        let least = if equal { A::ZERO } else { cells.least_substitution() };
        let hopeless = diagonal >= A::DEAD || diagonal.plus(least) > cost;
        let unwanted = gap && !equal && preference.shuns_substitutions();
        let pairs = || cells.pairing(row - 1, column - 1).is_some_and(|pair| diagonal.plus(pair) == cost);
        let paired = !hopeless && !unwanted && (!gap || pairs());
        preference.choose([paired && equal, paired && !equal, insertion, deletion])
    }
}
