//! Bit-parallel Levenshtein distance with backtrace (Myers 1999; Hyyrö 2003) for up to 64 reference words, under unit
//! or sclite costs.
//!
//! A column is one step, so time and memory are O(m) for m hypothesis words.

use super::bitparallel::row_masks;
use super::preference::{Preference, backtrace};
use super::recurrence::{Cheapest, Recurrence, Unit};
use crate::policy::Step;

/// Memory kept from pair to pair.
#[derive(Default)]
pub struct Short {
    /// By id: the rows where it stands; cleared after use, so a pair costs no more than its own words.
    places: Vec<u64>,
    /// By column.
    choices: Vec<Cheapest>,
}

impl Short {
    /// Adds the pair's path to `steps`, from last word to first.
    pub fn trace<R: Recurrence>(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        preference: Preference,
        steps: &mut Vec<Step>,
    ) {
        self.fill::<R>(reference, hypothesis);
        backtrace(reference.len(), hypothesis.len(), steps, |row, column| {
            preference.at(&self.choices[column - 1], row - 1, reference[row - 1] == hypothesis[column - 1])
        });
    }

    fn fill<R: Recurrence>(&mut self, reference: &[u32], hypothesis: &[u32]) {
        self.mark(reference, hypothesis);
        let mut vertical = R::LEFT;
        let places = &self.places;
        let step = |&word: &u32| R::step(&mut vertical, &mut { R::TOP }, places[word as usize]);
        self.choices.clear();
        self.choices.extend(hypothesis.iter().map(step));
        self.unmark(reference);
    }

    /// How many errors the pair has where each costs the same, without a path.
    pub fn errors(&mut self, reference: &[u32], hypothesis: &[u32]) -> usize {
        self.mark(reference, hypothesis);
        let mut vertical = Unit::LEFT;
        for &word in hypothesis {
            Unit::step(&mut vertical, &mut { Unit::TOP }, self.places[word as usize]);
        }
        self.unmark(reference);
        let height: i64 = row_masks(reference.len()).map(|rows| Unit::height(&vertical, rows)).sum();
        hypothesis.len().saturating_add_signed(height as isize)
    }

    fn mark(&mut self, reference: &[u32], hypothesis: &[u32]) {
        let last = reference.iter().chain(hypothesis).copied().max().unwrap_or(0) as usize;
        if last >= self.places.len() {
            self.places.resize((last + 1).next_power_of_two(), 0);
        }
        for (row, &word) in reference.iter().enumerate() {
            self.places[word as usize] |= 1 << row;
        }
    }

    fn unmark(&mut self, reference: &[u32]) {
        for &word in reference {
            self.places[word as usize] = 0;
        }
    }
}
