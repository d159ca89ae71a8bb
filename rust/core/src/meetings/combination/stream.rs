//! What one stream costs: rows of costs by position in the stream, moved over an utterance forwards or backwards.

use super::ERROR;
use crate::meetings::Spoken;

/// More than anything costs.
pub const NEVER: i64 = i64::MAX / 4;

/// Costs by position before an utterance become costs by position after it, in place.
pub fn forwards(row: &mut [i64], utterance: &Spoken, stream: &Spoken) {
    insert_forwards(row);
    for word in 0..utterance.len() {
        let mut diagonal = row[0];
        row[0] += ERROR;
        let mut left = row[0];
        for (place, cell) in row[1..].iter_mut().enumerate() {
            let mut best = left.min(*cell) + ERROR;
            if let Some(equal) = utterance.pairs(word, stream, place) {
                best = best.min(diagonal + if equal { 0 } else { ERROR });
            }
            diagonal = *cell;
            *cell = best;
            left = best;
        }
    }
}

/// Words of the stream that stand alone before an utterance.
pub fn insert_forwards(row: &mut [i64]) {
    for place in 1..row.len() {
        row[place] = row[place].min(row[place - 1] + ERROR);
    }
}

/// Costs by position after a word become costs by position before it. `ends` moves along: where the utterance that
/// begins at each position ends at last.
fn word_backwards(row: &mut [i64], ends: &mut [u32], utterance: &Spoken, word: usize, stream: &Spoken) {
    let last = row.len() - 1;
    let (mut diagonal, mut after) = (row[last], ends[last]);
    row[last] += ERROR;
    let (mut right, mut end) = (row[last], ends[last]);
    for place in (0..last).rev() {
        let (mut best, mut best_end) = (row[place] + ERROR, ends[place]);
        if let Some(equal) = utterance.pairs(word, stream, place) {
            let cost = diagonal + if equal { 0 } else { ERROR };
            if cost < best {
                (best, best_end) = (cost, after);
            }
        }
        if right + ERROR < best {
            (best, best_end) = (right + ERROR, end);
        }
        (diagonal, after) = (row[place], ends[place]);
        (row[place], ends[place]) = (best, best_end);
        (right, end) = (best, best_end);
    }
}

/// The cost of the rest of a stream from each position on, before each word of an utterance that it takes; the last
/// row is the one that was given, after it.
pub fn within(after: &[i64], utterance: &Spoken, stream: &Spoken) -> Vec<Vec<i64>> {
    let mut row = after.to_vec();
    let mut ends = vec![0; row.len()];
    let mut rows = vec![row.clone()];
    for word in (0..utterance.len()).rev() {
        word_backwards(&mut row, &mut ends, utterance, word, stream);
        rows.push(row.clone());
    }
    rows.reverse();
    rows
}

/// The cost of the rest of a stream by utterance and position, and which utterances it takes.
pub struct Rest {
    width: usize,
    /// A row for each utterance, from its beginning, and one for the end of all.
    costs: Vec<i64>,
    /// Where an utterance ends that is taken at a position, or `LEFT` where it had better be left.
    ends: Vec<u32>,
}

const LEFT: u32 = u32::MAX;

impl Rest {
    /// Nothing is known yet but what remains of the stream after the last of so many utterances.
    fn unknown(utterances: usize, stream: &Spoken) -> Self {
        let width = stream.len() + 1;
        let mut costs = vec![0; width * (utterances + 1)];
        for (left, cost) in costs[width * utterances..].iter_mut().rev().enumerate() {
            *cost = left as i64 * ERROR;
        }
        Self { width, costs, ends: vec![LEFT; width * utterances] }
    }

    /// Of a stream that may take an utterance or leave it, and is paid the dual variable of each that it takes.
    pub fn relaxed(utterances: &[Spoken], stream: &Spoken, duals: &[i64]) -> Self {
        let mut rest = Self::unknown(utterances.len(), stream);
        for (at, (utterance, &dual)) in utterances.iter().zip(duals).enumerate().rev() {
            rest.step(at, utterance, stream, Some(dual));
        }
        rest
    }

    /// Of a stream that takes exactly these utterances.
    pub fn fixed(utterances: &[Spoken], stream: &Spoken, takes: impl Fn(usize) -> bool) -> Self {
        let mut rest = Self::unknown(utterances.len(), stream);
        for (at, utterance) in utterances.iter().enumerate().rev() {
            if takes(at) {
                rest.step(at, utterance, stream, None);
            } else {
                let (before, after) = rest.costs.split_at_mut((at + 1) * rest.width);
                before[at * rest.width..].copy_from_slice(&after[..rest.width]);
            }
        }
        rest
    }

    /// Fills the rows of an utterance that is taken, where it has a dual variable only if that costs no more.
    fn step(&mut self, at: usize, utterance: &Spoken, stream: &Spoken, dual: Option<i64>) {
        let mut row = self.after(at).to_vec();
        let mut ends: Vec<u32> = (0..self.width as u32).collect();
        for word in (0..utterance.len()).rev() {
            word_backwards(&mut row, &mut ends, utterance, word, stream);
        }
        let (before, after) = self.costs.split_at_mut((at + 1) * self.width);
        let before = before[at * self.width..].iter_mut().zip(&after[..self.width]);
        let ends = self.ends[at * self.width..].iter_mut().zip(ends);
        for (((cost, &left), (kept, end)), taken) in before.zip(ends).zip(row) {
            let taken = taken - dual.unwrap_or(0);
            let takes = dual.is_none() || taken <= left;
            (*cost, *kept) = if takes { (taken, end) } else { (left, LEFT) };
        }
    }

    /// By position, what the rest costs from the beginning of an utterance.
    pub fn before(&self, utterance: usize) -> &[i64] {
        &self.costs[utterance * self.width..(utterance + 1) * self.width]
    }

    /// By position, what the rest costs after an utterance.
    pub fn after(&self, utterance: usize) -> &[i64] {
        self.before(utterance + 1)
    }

    pub fn whole(&self) -> i64 {
        self.costs[0]
    }

    pub fn taken(&self) -> impl Iterator<Item = usize> {
        let mut place = 0;
        (0..self.ends.len() / self.width).filter(move |at| {
            let end = self.ends[at * self.width + place];
            if end != LEFT {
                place = end as usize;
            }
            end != LEFT
        })
    }
}
