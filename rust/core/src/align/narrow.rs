//! Bit-parallel Levenshtein distance in a band of 64 diagonals (Hyyrö 2003) for longer pairs with few errors, under
//! unit or sclite costs: one block a column, which moves down with it, so O(n + m) time and memory.
//!
//! The band lies around the straight way from corner to corner. Costs outside it are taken for
//! higher than they are, so the path found costs no less than the cheapest; if it costs so little that no cheaper
//! or equal path can leave the band (Ukkonen 1985), it is the path. Otherwise another kernel must do.

use super::masks::Masks;
use super::preference::{Preference, backtrace};
use super::recurrence::{Cheapest, Recurrence, Unit};
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
        let window = Window::of(reference, hypothesis).ok_or(None)?;
        let ahead = window.ahead;
        self.choices.clear();
        let choices = &mut self.choices;
        sweep::<R>(&mut self.masks, reference, hypothesis, ahead, |cheapest| choices.push(cheapest));
        let start = steps.len();
        // Out of the band, costs are those of paths along its border.
        backtrace(reference.len(), hypothesis.len(), steps, |row, column| match (row + ahead).checked_sub(column) {
            None => Step::Insertion,
            Some(bit @ 0..WIDTH) => {
                preference.at(&self.choices[column - 1], bit, reference[row - 1] == hypothesis[column - 1])
            }
            Some(_) => Step::Deletion,
        });
        let within = R::GAP * window.proved() as i64;
        let total = steps[start..].iter().map(|&step| cost::<R>(step)).sum();
        if total <= within {
            return Ok(());
        }
        steps.truncate(start);
        Err(Some(total))
    }

    /// How many errors the pair has where each costs the same, if it is proved that they are so few.
    pub fn errors(&mut self, reference: &[u32], hypothesis: &[u32]) -> Option<usize> {
        let window = Window::of(reference, hypothesis)?;
        // Down the diagonal of the last cell, which is one bit of all windows, costs stay or rise by 1: they rise where
        // the diagonal is dear, behind the columns in which it has not begun.
        let bit = reference.len() + window.ahead - hypothesis.len();
        let (mut column, before, mut errors) = (0, hypothesis.len().saturating_sub(reference.len()), window.surplus);
        sweep::<Unit>(&mut self.masks, reference, hypothesis, window.ahead, |cheapest| {
            errors += (cheapest.substitution >> bit & 1) as usize & usize::from(column >= before);
            column += 1;
        });
        (errors <= window.proved()).then_some(errors)
    }
}

/// The diagonals of the window.
struct Window {
    /// Diagonals that every path must cross.
    surplus: usize,
    /// Diagonals on either side of those.
    spare: usize,
    /// How many columns a cell may lie ahead of its row's number.
    ahead: usize,
}

impl Window {
    /// The window around the way from corner to corner, if it is wide enough.
    fn of(reference: &[u32], hypothesis: &[u32]) -> Option<Self> {
        let surplus = reference.len().abs_diff(hypothesis.len());
        let spare = WIDTH.checked_sub(surplus + 2)?.div_ceil(2);
        Some(Self { surplus, spare, ahead: spare + hypothesis.len().saturating_sub(reference.len()) })
    }

    /// So many words alone are on no path that leaves the window.
    fn proved(&self) -> usize {
        self.surplus + 2 * self.spare + 1
    }
}

/// Moves the window over all columns. At column c it begins at row c - ahead; rows before the first are a slope that no
/// path takes.
fn sweep<R: Recurrence>(
    masks: &mut Masks,
    reference: &[u32],
    hypothesis: &[u32],
    ahead: usize,
    mut take: impl FnMut(Cheapest),
) {
    let mut vertical = R::border(!0 << ahead);
    for (start, words) in (0_usize..).step_by(COLUMNS).zip(hypothesis.chunks(COLUMNS)) {
        let first = start.saturating_sub(ahead).min(reference.len());
        let last = (start + words.len() + WIDTH - ahead).min(reference.len());
        masks.fill_from(ahead.saturating_sub(start), &reference[first..last], words.len() / WIDTH + 3);
        for (column, &word) in words.iter().enumerate() {
            if start + column > 0 {
                vertical = R::shifted(vertical);
            }
            take(R::step(&mut vertical, &mut { R::TOP }, masks.window(word, column)));
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
