//! Utterances under unit or sclite costs: 64 cells a step, the whole pair's choices kept for the path.
//!
//! Time is rows x columns / 64 steps, memory 24 bytes a step; `long` serves pairs for which that is too much.

use super::masks::Masks;
use super::preference::Preference;
use super::recurrence::{Cheapest, Recurrence};
use crate::policy::Step;

/// Memory kept from pair to pair.
#[derive(Default)]
pub struct BitParallel {
    masks: Masks,
    /// By column, then block.
    choices: Vec<Cheapest>,
}

impl BitParallel {
    /// Adds the pair's path to `steps`, from last word to first.
    pub fn trace<R: Recurrence>(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        preference: Preference,
        steps: &mut Vec<Step>,
    ) {
        let blocks = reference.len().div_ceil(64);
        self.masks.fill(reference, blocks);
        self.choices.clear();
        if blocks == 1 {
            self.fill_one::<R>(hypothesis);
        } else {
            self.fill::<R>(hypothesis, blocks);
        }
        let (mut row, mut column) = (reference.len(), hypothesis.len());
        while row > 0 && column > 0 {
            let cheapest = &self.choices[(column - 1) * blocks + (row - 1) / 64];
            let step = preference.at(cheapest, (row - 1) % 64, reference[row - 1] == hypothesis[column - 1]);
            row -= usize::from(step != Step::Insertion);
            column -= usize::from(step != Step::Deletion);
            steps.push(step);
        }
        steps.resize(steps.len() + row, Step::Deletion);
        steps.resize(steps.len() + column, Step::Insertion);
    }

    /// At most 64 rows: the state stays in registers.
    fn fill_one<R: Recurrence>(&mut self, hypothesis: &[u32]) {
        let mut vertical = R::LEFT;
        let masks = &self.masks;
        self.choices.extend(
            hypothesis.iter().map(|&word| R::step(&mut vertical, &mut { R::TOP }, masks.of(word)[0])),
        );
    }

    fn fill<R: Recurrence>(&mut self, hypothesis: &[u32], blocks: usize) {
        let mut vertical = vec![R::LEFT; blocks];
        for &word in hypothesis {
            let mut horizontal = R::TOP;
            let cells = vertical.iter_mut().zip(self.masks.of(word));
            self.choices
                .extend(cells.map(|(vertical, &matches)| R::step(vertical, &mut horizontal, matches)));
        }
    }

    /// The pair's cost in the scheme's own numbers, without a path.
    pub fn cost<R: Recurrence>(&mut self, reference: &[u32], hypothesis: &[u32]) -> i64 {
        let blocks = reference.len().div_ceil(64);
        self.masks.fill(reference, blocks);
        let mut vertical = vec![R::LEFT; blocks];
        for &word in hypothesis {
            let mut horizontal = R::TOP;
            for (vertical, &matches) in vertical.iter_mut().zip(self.masks.of(word)) {
                R::step(vertical, &mut horizontal, matches);
            }
        }
        let insertions = R::GAP * hypothesis.len() as i64;
        insertions
            + vertical.iter().zip(row_masks(reference.len())).map(|(v, rows)| R::height(v, rows)).sum::<i64>()
    }
}

/// For each block of so many rows, the bits that are rows.
pub fn row_masks(rows: usize) -> impl Iterator<Item = u64> {
    (0..rows.div_ceil(64)).map(move |block| match rows - 64 * block {
        64.. => !0,
        last => !(!0 << last),
    })
}
