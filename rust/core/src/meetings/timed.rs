//! Levenshtein distance between two speakers whose words pair only where their times overlap (tcpWER; von Neumann et
//! al. 2023), by dynamic programming over the pairs that may.
//!
//! A pair of equal words saves two errors and any other pair one, against words that all stand alone; so the cheapest
//! alignment is the one that saves most. A row of savings changes only at columns whose word may pair with the row's,
//! and from there to the right as far as a word alone saved less before. Time is in the number of words that are near
//! each other, memory in the number of the hypothesis.

use super::Spoken;
use crate::alignment::Counts;

/// What the best alignment of two beginnings saves, and how many words are right in it.
#[derive(Clone, Copy, Default)]
struct Saved {
    errors: u32,
    matches: u32,
}

/// How many of each step the best alignment has. Among equally good ones it is that of meeteval: traced from the end,
/// insertions come before deletions before pairs.
pub fn counts(reference: &Spoken, hypothesis: &Spoken) -> Counts {
    let near = Near::new(hypothesis);
    // Columns from `known` on are all as the one before them.
    let (mut row, mut known) = (vec![Saved::default(); hypothesis.len() + 1], 0);
    for word in 0..reference.len() {
        let columns = near.columns(reference, word);
        while known < columns.end {
            row[known + 1] = row[known];
            known += 1;
        }
        let right = columns.end;
        let left = pair_columns(&mut row, columns, |column| reference.pairs(word, hypothesis, column));
        for above in &mut row[right + 1..=known] {
            if above.errors > left.errors {
                break;
            }
            *above = left;
        }
    }
    counted(reference.len() as u32, hypothesis.len() as u32, row[known])
}

/// Fills the columns in which a row's word may pair, and gives the last of them.
#[inline(always)]
fn pair_columns(row: &mut [Saved], columns: std::ops::Range<usize>, pairs: impl Fn(usize) -> Option<bool>) -> Saved {
    let mut diagonal = row[columns.start];
    let mut left = diagonal;
    for column in columns {
        let above = row[column + 1];
        let mut best = if above.errors > left.errors { above } else { left };
        if let Some(equal) = pairs(column) {
            let errors = diagonal.errors + 1 + u32::from(equal);
            if errors > best.errors {
                best = Saved { errors, matches: diagonal.matches + u32::from(equal) };
            }
        }
        row[column + 1] = best;
        (diagonal, left) = (above, best);
    }
    left
}

fn counted(words: u32, others: u32, saved: Saved) -> Counts {
    let substitutions = saved.errors - 2 * saved.matches;
    let paired = saved.matches + substitutions;
    Counts { matches: saved.matches, substitutions, insertions: others - paired, deletions: words - paired }
}

/// Where the words stand that may pair with a word, in whatever order their times are.
struct Near {
    /// By column the latest end up to there, and the earliest start from there on: both only grow.
    ends: Vec<i64>,
    starts: Vec<i64>,
    len: usize,
}

impl Near {
    fn new(spoken: &Spoken) -> Self {
        let mut ends: Vec<i64> = spoken.spans.iter().map(|span| span.end).collect();
        let mut starts: Vec<i64> = spoken.spans.iter().map(|span| span.start).collect();
        for column in 1..ends.len() {
            ends[column] = ends[column].max(ends[column - 1]);
        }
        for column in (1..starts.len()).rev() {
            starts[column - 1] = starts[column - 1].min(starts[column]);
        }
        Self { ends, starts, len: spoken.len() }
    }

    /// Columns outside of these do not pair with the word; those inside may.
    fn columns(&self, other: &Spoken, word: usize) -> std::ops::Range<usize> {
        match other.spans.get(word) {
            Some(span) if !self.ends.is_empty() => {
                let first = self.ends.partition_point(|&end| end <= span.start);
                let last = self.starts.partition_point(|&start| start < span.end);
                first..last.max(first)
            }
            _ => 0..self.len,
        }
    }
}
