//! What two scored systems have in common, and the segments of the matched pairs test (Gillick and Cox 1989) as `sc_stats`
//! cuts them: where both systems got some words in a row right.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::scored_system::Scored;
use crate::policy::Step;

/// The reference words of a segment, and the errors of both systems.
pub type Segment = (usize, usize, usize);

impl Scored {
    /// The utterances of two speakers with the same ID, of duplicates the second system's first; and those of the first
    /// speaker that the second lacks.
    pub fn pair_utterances(&self, speaker: usize, other: &Self, theirs: usize) -> (Vec<(usize, usize)>, Vec<usize>) {
        let listed = |system: &Self, number: usize| {
            system.speakers.get(number).map_or_else(Vec::new, |speaker| speaker.utterances.clone())
        };
        let mut places: HashMap<&[u8], usize, FixedState> = HashMap::default();
        for utterance in listed(other, theirs) {
            places.entry(&other.utterances[utterance].header.id).or_insert(utterance);
        }
        let (mut pairs, mut missing) = (Vec::new(), Vec::new());
        for utterance in listed(self, speaker) {
            match places.get(self.utterances[utterance].header.id.as_slice()) {
                Some(&found) => pairs.push((utterance, found)),
                None => missing.push(utterance),
            }
        }
        (pairs, missing)
    }

    /// The segments of pairs of utterances, which are in range.
    pub fn segments(&self, other: &Self, pairs: &[(usize, usize)], buffer: usize) -> Vec<Segment> {
        let mut found = Vec::new();
        for &(first, second) in pairs {
            cut_segments(self.steps(first), other.steps(second), buffer, &mut found);
        }
        found
    }
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    BothRight,
    Error,
    RightAgain,
}

/// Adds the segments of an utterance.
fn cut_segments(first: &[Step], second: &[Step], buffer: usize, found: &mut Vec<Segment>) {
    let (mut state, mut right) = (State::BothRight, 0);
    // The words that both got right before the first error, and where each alignment is.
    let (mut last, mut at) = ([0; 2], [0; 2]);
    let mut add = |last: [usize; 2], ends: [usize; 2]| {
        let sides = [first, second].map(|steps| steps);
        let part = |side: usize| {
            let start = (last[side] + 1).saturating_sub(buffer);
            sides[side].get(start..ends[side].min(sides[side].len())).unwrap_or_default()
        };
        let (one, other) = (part(0), part(1));
        let count = |steps: &[Step], unwanted: Step| steps.iter().filter(|&&step| step != unwanted).count();
        let words = usize::midpoint(count(one, Step::Insertion), count(other, Step::Insertion));
        found.push((words, count(one, Step::Match), count(other, Step::Match)));
    };
    while at[0] < first.len() {
        for (side, steps) in [first, second].into_iter().enumerate() {
            while steps.get(at[side]) == Some(&Step::Insertion) {
                at[side] += 1;
                state = State::Error;
            }
        }
        if first.get(at[0]) != Some(&Step::Match) || second.get(at[1]) != Some(&Step::Match) {
            state = State::Error;
        } else if state == State::BothRight {
            last = at;
        } else {
            right = if state == State::RightAgain { right + 1 } else { 1 };
            state = State::RightAgain;
            if right == buffer {
                add(last, at.map(|place| place + 1));
                (last, state) = (at, State::BothRight);
            }
        }
        at = [(at[0] + 1).min(first.len()), (at[1] + 1).min(second.len())];
    }
    if state != State::BothRight || at[1] < second.len() {
        add(last, [first.len(), second.len()]);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

    use super::*;

    fn steps(letters: &str) -> Vec<Step> {
        letters.bytes().map(|letter| super::super::scored_system::step_of(letter).unwrap()).collect()
    }

    #[test]
    fn segments_end_where_both_are_right() {
        let cut = |first: &str, second: &str| {
            let mut found = Vec::new();
            cut_segments(&steps(first), &steps(second), 2, &mut found);
            found
        };
        assert_eq!(cut("CCCC", "CCCC"), []);
        assert_eq!(cut("CCSCCCC", "CCCCCCC"), [(5, 1, 0)]);
        assert_eq!(cut("SCCCCD", "CCCCCI"), [(3, 1, 0), (2, 1, 1)]);
        assert_eq!(cut("", "I"), [(0, 0, 1)]);
    }
}
