//! Long pairs under unit or sclite costs, exactly, in little memory.
//!
//! The matrix is walked in strips of 512 rows. A real path's cost bounds the distance from above, so a cell whose
//! cost and remaining surplus of words already exceed the bound is dead, and each strip covers only the columns
//! between its first and its last cell that lives. Outside, costs are taken for higher than they are, as paths along
//! the border of the living part; that changes neither a living cell's cost nor which steps are cheapest to it.
//!
//! Of each strip only the differences along its last row (a byte a column) and down its rows at every 512th column
//! are kept. The path is traced tile by tile, computing again only the tiles that it passes.

use super::bitparallel::row_masks;
use super::masks::Masks;
use super::preference::Preference;
use super::recurrence::{Cheapest, Recurrence};
use crate::error::Result;
use crate::policy::Step;
use crate::stop::Stop;

const BLOCKS: usize = 8;
const ROWS: usize = 64 * BLOCKS;
const COLUMNS: usize = 512;

/// Differences down the rows of a strip.
type Column<R> = [<R as Recurrence>::Vertical; BLOCKS];

/// What is kept of a strip.
struct Strip<R: Recurrence> {
    /// The column before its first.
    start: usize,
    /// Differences along its last row, from column `start + 1` on.
    bottom: Vec<u8>,
    /// Differences down its rows at the multiples of `COLUMNS` after `start`.
    verticals: Vec<Column<R>>,
}

impl<R: Recurrence> Strip<R> {
    /// The difference along the last row at a column, if the strip reaches it.
    #[inline(always)]
    fn bottom_at(&self, column: usize) -> R::Horizontal {
        self.bottom.get(column - self.start - 1).map_or(R::TOP, |&bits| R::unpack(bits))
    }
}

/// The part of the last row whose cells live, and the cost at its first.
struct Living {
    first: usize,
    last: usize,
    cost: i64,
}

/// One long pair.
pub struct Long<'a, R: Recurrence> {
    reference: &'a [u32],
    hypothesis: &'a [u32],
    /// Costs above this are of no interest.
    bound: i64,
    stop: &'a Stop,
    masks: Masks,
    strips: Vec<Strip<R>>,
}

impl<'a, R: Recurrence> Long<'a, R> {
    /// A pair of non-empty sides, and the cost of one of its paths.
    pub fn new(reference: &'a [u32], hypothesis: &'a [u32], bound: i64, stop: &'a Stop) -> Self {
        Self { reference, hypothesis, bound, stop, masks: Masks::default(), strips: Vec::new() }
    }

    /// Adds the pair's path to `steps`, from last word to first.
    pub fn trace(mut self, preference: Preference, steps: &mut Vec<Step>) -> Result<()> {
        let mut living = Living { first: 0, last: self.hypothesis.len(), cost: 0 };
        for index in 0..self.reference.len().div_ceil(ROWS) {
            living = self.walk(index, &living)?;
        }
        self.path(preference, steps)
    }

    fn rows(&self, strip: usize) -> &'a [u32] {
        &self.reference[strip * ROWS..self.reference.len().min((strip + 1) * ROWS)]
    }

    /// The surplus of words on one side that remains at a cell, at what it must cost.
    fn surplus(&self, row: usize, column: usize) -> i64 {
        R::GAP * (self.reference.len() - row).abs_diff(self.hypothesis.len() - column) as i64
    }

    /// Walks a strip from its first living column to its last, and keeps what the path will need.
    fn walk(&mut self, index: usize, above: &Living) -> Result<Living> {
        let rows = self.rows(index);
        self.masks.fill(rows, BLOCKS);
        let mut strip = Strip { start: above.first, bottom: Vec::new(), verticals: Vec::new() };
        let mut column = [R::LEFT; BLOCKS];
        let mut top_cost = above.cost;
        for next in above.first + 1..=self.hypothesis.len() {
            let top = self.top(index, next);
            top_cost += R::width(top);
            let matches = self.masks.of(self.hypothesis[next - 1]);
            strip.bottom.push(R::pack(walk_column::<R>(&mut column, top, matches, |_, _| {})));
            if next % COLUMNS == 0 {
                self.stop.check()?;
                strip.verticals.push(column);
            }
            if next > above.last && next % 64 == 0 && self.is_dead(&column, index, next, top_cost) {
                break;
            }
        }
        let living = self.living(&strip, index, above.cost + R::GAP * rows.len() as i64);
        strip.bottom.truncate(living.last - strip.start);
        self.strips.push(strip);
        Ok(living)
    }

    #[inline(always)]
    fn top(&self, strip: usize, column: usize) -> R::Horizontal {
        strip.checked_sub(1).map_or(R::TOP, |above| self.strips[above].bottom_at(column))
    }

    /// Whether all cells of a strip's column are dead, judged from the cells at the ends of its blocks: within a
    /// block a cell's cost and surplus together fall by at most two gaps a row.
    fn is_dead(&self, column: &Column<R>, strip: usize, at: usize, top_cost: i64) -> bool {
        let mut row = strip * ROWS;
        let mut upper = top_cost + self.surplus(row, at);
        let mut cost = top_cost;
        column.iter().zip(row_masks(self.rows(strip).len())).all(|(vertical, rows)| {
            row += rows.count_ones() as usize;
            cost += R::height(vertical, rows);
            let lower = cost + self.surplus(row, at);
            let dead = i64::midpoint(upper, lower) - 64 * R::GAP > self.bound;
            upper = lower;
            dead
        })
    }

    /// The living part of a strip's last row, whose cost at the strip's start is given.
    fn living(&self, strip: &Strip<R>, index: usize, start_cost: i64) -> Living {
        let row = index * ROWS + self.rows(index).len();
        let mut living = Living { first: usize::MAX, last: strip.start, cost: 0 };
        let mut cost = start_cost;
        for column in strip.start..=strip.start + strip.bottom.len() {
            if column > strip.start {
                cost += R::width(strip.bottom_at(column));
            }
            if cost + self.surplus(row, column) <= self.bound {
                if living.first == usize::MAX {
                    (living.first, living.cost) = (column, cost);
                }
                living.last = column;
            }
        }
        living
    }

    fn path(&mut self, preference: Preference, steps: &mut Vec<Step>) -> Result<()> {
        let (mut row, mut column) = (self.reference.len(), self.hypothesis.len());
        let mut tile = Vec::with_capacity(COLUMNS * BLOCKS);
        let mut masked = usize::MAX;
        while row > 0 {
            self.stop.check()?;
            let strip = (row - 1) / ROWS;
            let start = self.strips[strip].start;
            if column == start {
                // Left of this border everything is dead, so the path came down it.
                steps.resize(steps.len() + row - strip * ROWS, Step::Deletion);
                row = strip * ROWS;
                continue;
            }
            if masked != strip {
                self.masks.fill(self.rows(strip), BLOCKS);
                masked = strip;
            }
            let left = start.max((column - 1) / COLUMNS * COLUMNS);
            self.tile(strip, left, column, &mut tile);
            while row > strip * ROWS && column > left {
                let inside = row - 1 - strip * ROWS;
                let cheapest = &tile[(column - 1 - left) * BLOCKS + inside / 64];
                let equal = self.reference[row - 1] == self.hypothesis[column - 1];
                let step = preference.at(cheapest, inside % 64, equal);
                row -= usize::from(step != Step::Insertion);
                column -= usize::from(step != Step::Deletion);
                steps.push(step);
            }
        }
        steps.resize(steps.len() + column, Step::Insertion);
        Ok(())
    }

    /// Computes the columns after `left` up to `right` again and keeps all their choices.
    fn tile(&self, strip: usize, left: usize, right: usize, choices: &mut Vec<Cheapest>) {
        choices.clear();
        let kept = &self.strips[strip];
        let mut column = if left == kept.start {
            [R::LEFT; BLOCKS]
        } else {
            kept.verticals[left / COLUMNS - kept.start / COLUMNS - 1]
        };
        for next in left + 1..=right {
            let matches = self.masks.of(self.hypothesis[next - 1]);
            walk_column::<R>(&mut column, self.top(strip, next), matches, |_, cheapest| {
                choices.push(cheapest);
            });
        }
    }
}

/// Moves a strip one column to the right; gives the difference along its last row.
#[inline(always)]
fn walk_column<R: Recurrence>(
    column: &mut Column<R>,
    top: R::Horizontal,
    matches: &[u64],
    mut keep: impl FnMut(usize, Cheapest),
) -> R::Horizontal {
    let mut horizontal = top;
    for (block, (vertical, &matches)) in column.iter_mut().zip(matches).enumerate() {
        keep(block, R::step(vertical, &mut horizontal, matches));
    }
    horizontal
}
