//! Bit-parallel Levenshtein distance in a band of 64 diagonals (Hyyrö 2003) for longer pairs with few errors, under
//! unit or sclite costs: one block a column, which moves down with it, so O(n + m) time and memory.
//!
//! The band lies around the straight way from corner to corner. Costs outside it are taken for
//! higher than they are, so the path found costs no less than the cheapest; if it costs so little that no cheaper
//! or equal path can leave the band (Ukkonen 1985), it is the path. Otherwise another kernel must do.

use super::masks::Masks;
use super::preference::{Preference, backtrace};
use super::recurrence::{Cheapest, Recurrence};
use crate::policy::Step;

/// Rows in the window.
const WIDTH: usize = 64;
/// Columns for whose windows the places of words are found at a time: for all at once, a table of the words that differ
/// would grow with the square of a pair.
const COLUMNS: usize = if cfg!(test) { 1 << 5 } else { 1 << 10 };

/// Memory kept from pair to pair.
#[derive(Default)]
pub struct Narrow {
    masks: Masks,
    /// By column.
    choices: Vec<Cheapest>,
}

impl Narrow {
    /// Adds the pair's path to `steps`, from last word to first, if it is proved to be the one. Otherwise the error
    /// is what the path within the window costs, if there is one.
    pub fn trace<R: Recurrence>(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        preference: Preference,
        steps: &mut Vec<Step>,
    ) -> Result<(), Option<i64>> {
        let surplus = reference.len().abs_diff(hypothesis.len());
        if surplus + 2 > WIDTH {
            return Err(None);
        }
        // Diagonals to spare on either side of those that every path must cross.
        let spare = (WIDTH - 1 - surplus) / 2;
        let ahead = spare + hypothesis.len().saturating_sub(reference.len());
        self.fill::<R>(reference, hypothesis, ahead);
        let start = steps.len();
        // Out of the band, costs are those of paths along its border.
        backtrace(reference.len(), hypothesis.len(), steps, |row, column| match (row + ahead).checked_sub(column) {
            None => Step::Insertion,
            Some(bit @ 0..WIDTH) => {
                preference.at(&self.choices[column - 1], bit, reference[row - 1] == hypothesis[column - 1])
            }
            Some(_) => Step::Deletion,
        });
        let within = R::GAP * (surplus + 2 * spare + 1) as i64;
        let total = steps[start..].iter().map(|&step| cost::<R>(step)).sum();
        if total <= within {
            return Ok(());
        }
        steps.truncate(start);
        Err(Some(total))
    }

    /// At column c the window begins at row c - ahead; rows before the first are a slope that no path takes.
    fn fill<R: Recurrence>(&mut self, reference: &[u32], hypothesis: &[u32], ahead: usize) {
        let mut vertical = R::border(!0 << ahead);
        self.choices.clear();
        for (start, words) in (0_usize..).step_by(COLUMNS).zip(hypothesis.chunks(COLUMNS)) {
            let first = start.saturating_sub(ahead).min(reference.len());
            let last = (start + words.len() + WIDTH - ahead).min(reference.len());
            let masks = &mut self.masks;
            masks.fill_from(ahead.saturating_sub(start), &reference[first..last], words.len() / WIDTH + 3);
            self.choices.extend(words.iter().enumerate().map(|(column, &word)| {
                if start + column > 0 {
                    vertical = R::shifted(vertical);
                }
                R::step(&mut vertical, &mut { R::TOP }, masks.window(word, column))
            }));
        }
    }
}

fn cost<R: Recurrence>(step: Step) -> i64 {
    match step {
        Step::Match => 0,
        Step::Substitution => R::SUBSTITUTION,
        Step::Insertion | Step::Deletion => R::GAP,
    }
}
