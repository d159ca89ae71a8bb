//! Bit-parallel Levenshtein distance with backtrace (Myers 1999; Hyyrö 2003) for long pairs under unit or sclite costs,
//! exactly, in little memory.
//!
//! O(n band / 64) time; checkpoints ([`super::checkpoints`]) take the place of Hirschberg's divide and conquer (1975).
//! The band is Ukkonen's (1985): the matrix is walked in strips of 512 rows; a real path's cost bounds the distance
//! from above, so a cell whose cost and remaining surplus of words already exceed the bound is dead, and each strip
//! covers only the columns between its first and its last cell that lives. Outside, costs are taken for higher than
//! they are, as paths along the border of the living part; that changes neither a living cell's cost nor which steps
//! are cheapest to it.
//!
//! Of each strip only the differences along its last row (a byte a column) and down its rows at every 512th column
//! are kept, for as many strips as have room; of those before them, some last rows as [`super::checkpoints`], from
//! which strips are walked again, as far as the column where the path is. The path is traced tile by tile, computing
//! again only the tiles that it passes.

use super::bitparallel::row_masks;
use super::checkpoints::{Checkpoints, FEWEST, ROOM};
use super::masks::Masks;
use super::preference::Preference;
use super::recurrence::{Cheapest, Recurrence};
use crate::error::Result;
use crate::policy::Step;
use crate::stop_request::StopRequest;

const BLOCKS: usize = 8;
const ROWS: usize = 64 * BLOCKS;
const COLUMNS: usize = 512;

/// Differences down the rows of a strip.
type Column<R> = [<R as Recurrence>::Vertical; BLOCKS];

/// Differences along the last row of a strip, from column `start + 1` on.
#[derive(Clone, Default)]
struct Bottom {
    /// The column before the strip's first.
    start: usize,
    bits: Vec<u8>,
}

impl Bottom {
    /// The difference at a column, if the strip reaches it.
    #[inline(always)]
    fn at<R: Recurrence>(&self, column: usize) -> R::Horizontal {
        self.bits.get(column - self.start - 1).map_or(R::TOP, |&bits| R::unpack(bits))
    }
}

struct Strip<R: Recurrence> {
    bottom: Bottom,
    /// Differences down its rows at the multiples of `COLUMNS` after its start.
    verticals: Vec<Column<R>>,
}

/// The part of the last row whose cells live, and the cost at its first.
#[derive(Clone, Copy)]
struct Living {
    first: usize,
    last: usize,
    cost: i64,
}

pub struct Long<'a, R: Recurrence> {
    reference: &'a [u32],
    hypothesis: &'a [u32],
    /// Costs above this are of no interest.
    bound: i64,
    stop: &'a StopRequest,
    masks: Masks,
    /// The strips from `first` on, and the last row of the one before them.
    strips: Vec<Strip<R>>,
    first: usize,
    above: Bottom,
    saved: Checkpoints<(Bottom, Living)>,
}

impl<'a, R: Recurrence> Long<'a, R> {
    /// A pair of non-empty sides, and the cost of one of its paths.
    pub fn new(reference: &'a [u32], hypothesis: &'a [u32], bound: i64, stop: &'a StopRequest) -> Self {
        Self {
            reference,
            hypothesis,
            bound,
            stop,
            masks: Masks::default(),
            strips: Vec::new(),
            first: 0,
            above: Bottom::default(),
            saved: Checkpoints::new(ROOM),
        }
    }

    /// Adds the pair's path to `steps`, from last word to first.
    pub fn trace(mut self, preference: Preference, steps: &mut Vec<Step>) -> Result<()> {
        let living = Living { first: 0, last: self.hypothesis.len(), cost: 0 };
        self.saved.restart((Bottom::default(), living));
        self.pass(living, self.reference.len().div_ceil(ROWS), self.hypothesis.len())?;
        self.path(preference, steps)
    }

    /// Walks the strips from `first` to before `end`, each as far as a column, and saves the last rows of some.
    fn pass(&mut self, mut living: Living, end: usize, last_column: usize) -> Result<()> {
        self.strips.clear();
        let mut held = 0;
        for index in self.first..end {
            if held > ROOM && self.strips.len() > FEWEST {
                self.above = self.strips.pop().map_or_else(Bottom::default, |last| last.bottom);
                self.strips.clear();
                self.first = index;
                self.saved.offer(index, self.above.bits.len(), || (self.above.clone(), living));
                held = 0;
            }
            let strip = self.walk(index, &mut living, last_column)?;
            held += strip.bottom.bits.len() + size_of_val(strip.verticals.as_slice());
            self.strips.push(strip);
        }
        Ok(())
    }

    /// Makes the strips that end with this one anew.
    fn resume(&mut self, strip: usize, last_column: usize) -> Result<()> {
        let Some((first, (above, living))) = self.saved.resume(strip) else { return Ok(()) };
        let living = *living;
        self.first = first;
        self.above.clone_from(above);
        self.pass(living, strip + 1, last_column)
    }

    fn rows(&self, strip: usize) -> &'a [u32] {
        &self.reference[strip * ROWS..self.reference.len().min((strip + 1) * ROWS)]
    }

    /// The surplus of words on one side that remains at a cell, at what it must cost.
    fn surplus(&self, row: usize, column: usize) -> i64 {
        R::GAP * (self.reference.len() - row).abs_diff(self.hypothesis.len() - column) as i64
    }

    /// Walks a strip from its first living column to its last, or to the last that matters.
    fn walk(&mut self, index: usize, living: &mut Living, last_column: usize) -> Result<Strip<R>> {
        let rows = self.rows(index);
        self.masks.fill(rows, BLOCKS);
        let above = self.above(index);
        let mut bottom = Bottom { start: living.first, bits: Vec::new() };
        let mut verticals = Vec::new();
        let mut column = [R::LEFT; BLOCKS];
        let mut top_cost = living.cost;
        for next in living.first + 1..=last_column {
            let top = above.at::<R>(next);
            top_cost += R::width(top);
            let matches = self.masks.of(self.hypothesis[next - 1]);
            bottom.bits.push(R::pack(walk_column::<R>(&mut column, top, matches, |_, _| {})));
            if next % COLUMNS == 0 {
                self.stop.check()?;
                verticals.push(column);
            }
            if next > living.last && next % 64 == 0 && self.is_dead(&column, index, next, top_cost) {
                break;
            }
        }
        *living = self.living(&bottom, index, living.cost + R::GAP * rows.len() as i64);
        bottom.bits.truncate(living.last - bottom.start);
        Ok(Strip { bottom, verticals })
    }

    /// The last row of the strip before one that is kept.
    fn above(&self, strip: usize) -> &Bottom {
        if strip == self.first { &self.above } else { &self.strips[strip - 1 - self.first].bottom }
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
    fn living(&self, bottom: &Bottom, index: usize, start_cost: i64) -> Living {
        let row = index * ROWS + self.rows(index).len();
        let mut living = Living { first: usize::MAX, last: bottom.start, cost: 0 };
        let mut cost = start_cost;
        for column in bottom.start..=bottom.start + bottom.bits.len() {
            if column > bottom.start {
                cost += R::width(bottom.at::<R>(column));
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
            if strip < self.first {
                self.resume(strip, column)?;
                masked = usize::MAX;
            }
            let start = self.strips[strip - self.first].bottom.start;
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
        let kept = &self.strips[strip - self.first];
        let (start, above) = (kept.bottom.start, self.above(strip));
        let mut column =
            if left == start { [R::LEFT; BLOCKS] } else { kept.verticals[left / COLUMNS - start / COLUMNS - 1] };
        for next in left + 1..=right {
            let matches = self.masks.of(self.hypothesis[next - 1]);
            walk_column::<R>(&mut column, above.at::<R>(next), matches, |_, cheapest| {
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
