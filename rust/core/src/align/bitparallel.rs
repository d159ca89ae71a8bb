//! Banded bit-parallel Levenshtein distance with backtrace (Myers 1999; Hyyrö 2003) for more than 64 words, under unit
//! or sclite costs.
//!
//! The cost of a known path proves that no cheaper one leaves a band of diagonals (Ukkonen 1985), and only the blocks
//! of 64 rows that the band touches are computed: O(band / 64) steps a column, and 24 bytes a block and column to keep
//! all choices for the path. `long` serves pairs for which that is too much.

use super::masks::Masks;
use super::preference::{Preference, backtrace};
use super::recurrence::{Cheapest, Recurrence};
use crate::policy::Step;

/// The diagonals that the cheapest paths of a pair stay on.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    /// How many columns a cell may lie ahead of its row's number.
    ahead: usize,
    /// How many columns a cell may lie behind its row's number.
    behind: usize,
}

impl Band {
    /// The band that a path costing no more than `bound` cannot leave, or all diagonals.
    pub fn new<R: Recurrence>(rows: usize, columns: usize, bound: Option<i64>) -> Self {
        let Some(bound) = bound else { return Self { ahead: columns, behind: rows } };
        let spare = ((bound / R::GAP) as usize).saturating_sub(rows.abs_diff(columns)) / 2;
        Self { ahead: spare + columns.saturating_sub(rows), behind: spare + rows.saturating_sub(columns) }
    }

    /// The blocks of a column (counted from 1) that hold rows of the band.
    #[inline(always)]
    fn blocks(self, column: usize, rows: usize) -> std::ops::Range<usize> {
        let first = column.saturating_sub(self.ahead + 1) / 64;
        first..(column + self.behind).min(rows).div_ceil(64).max(first)
    }

    /// How many blocks of how many columns there are at the most.
    pub fn size(self, rows: usize, columns: usize) -> usize {
        rows.div_ceil(64).min((self.ahead + self.behind) / 64 + 2).saturating_mul(columns)
    }
}

/// Memory kept from pair to pair.
#[derive(Default)]
pub struct BitParallel {
    masks: Masks,
    choices: Vec<Cheapest>,
    /// By column: where the choices of block 0 stand or would stand in `choices`.
    places: Vec<isize>,
}

impl BitParallel {
    /// Adds the pair's path to `steps`, from last word to first.
    pub fn trace<R: Recurrence>(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        band: Band,
        preference: Preference,
        steps: &mut Vec<Step>,
    ) {
        self.masks.fill_common(reference, hypothesis, reference.len().div_ceil(64));
        self.fill::<R>(reference.len(), hypothesis, band);
        backtrace(reference.len(), hypothesis.len(), steps, |row, column| {
            let cheapest = &self.choices[(self.places[column - 1] + (row as isize - 1) / 64) as usize];
            preference.at(cheapest, (row - 1) % 64, reference[row - 1] == hypothesis[column - 1])
        });
    }

    /// Outside the band costs are taken for higher than they are, as those of paths along its border.
    fn fill<R: Recurrence>(&mut self, rows: usize, hypothesis: &[u32], band: Band) {
        let mut vertical = vec![R::LEFT; rows.div_ceil(64)];
        self.choices.clear();
        self.places.clear();
        for (column, &word) in (1..).zip(hypothesis) {
            let blocks = band.blocks(column, rows);
            self.places.push(self.choices.len() as isize - blocks.start as isize);
            let mut horizontal = R::TOP;
            let cells = vertical[blocks.clone()].iter_mut().zip(&self.masks.of(word)[blocks]);
            self.choices.extend(cells.map(|(vertical, &matches)| R::step(vertical, &mut horizontal, matches)));
        }
    }

    /// The pair's cost in the scheme's own numbers, without a path.
    pub fn cost<R: Recurrence>(&mut self, reference: &[u32], hypothesis: &[u32]) -> i64 {
        let blocks = reference.len().div_ceil(64);
        self.masks.fill_common(reference, hypothesis, blocks);
        let mut vertical = vec![R::LEFT; blocks];
        for &word in hypothesis {
            let mut horizontal = R::TOP;
            for (vertical, &matches) in vertical.iter_mut().zip(self.masks.of(word)) {
                R::step(vertical, &mut horizontal, matches);
            }
        }
        let insertions = R::GAP * hypothesis.len() as i64;
        insertions + vertical.iter().zip(row_masks(reference.len())).map(|(v, rows)| R::height(v, rows)).sum::<i64>()
    }
}

/// For each block of so many rows, the bits that are rows.
pub fn row_masks(rows: usize) -> impl Iterator<Item = u64> {
    (0..rows.div_ceil(64)).map(move |block| match rows - 64 * block {
        64.. => !0,
        last => !(!0 << last),
    })
}
