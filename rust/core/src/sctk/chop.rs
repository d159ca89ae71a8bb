//! Where two channels of timed words are cut, so that long recordings are aligned piece by piece.
//!
//! A cut is made where both sides are silent. It is looked for backwards from some words ahead; where no silence is
//! common to both, twice as many words are looked at. Places are counted as sclite counts them: both ends of a range
//! belong to it, and a search may look at the word before a range.

use super::ctm::{Word, Words};

/// Until when silence lasts behind the last word.
const FOREVER: f64 = 999_999.99;

/// What is left of a channel, of the reference and of the hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    pub first: [i64; 2],
    pub last: [i64; 2],
}

pub struct Chopper<'a> {
    pub words: [&'a Words; 2],
    /// Whether the slip of the distributed versions is made; see [`Chopper::slipped_overlap`].
    pub slips: bool,
}

impl Chopper<'_> {
    pub fn piece(&self, rest: Rest) -> [i64; 2] {
        let mut most = 50;
        loop {
            if let Some(ends) = self.chop(rest, most) {
                return ends;
            }
            most *= 2;
        }
    }

    fn chop(&self, Rest { first, last }: Rest, most: i64) -> Option<[i64; 2]> {
        if last[0] - first[0] < most && last[1] - first[1] < most {
            return Some(last);
        }
        let mut at = [0, 1].map(|side| (first[side] + most).min(last[side]));
        while at[0] >= first[0] && self.alternative(at[0]) {
            at[0] -= 1;
        }
        self.synchronise(&mut at, first);
        while at[0] > first[0] && at[1] > first[1] {
            if self.silent_together(at, last) {
                return Some(at);
            }
            self.step_back(&mut at, first);
        }
        (at[0] > first[0] || at[1] > first[1]).then_some(at)
    }

    /// Moves the side that is ahead back to where it overlaps with the other or is no longer ahead.
    fn synchronise(&self, at: &mut [i64; 2], first: [i64; 2]) {
        let mut skipped = true;
        while skipped {
            skipped = false;
            if self.ahead(*at, 0) {
                while !skipped && at[0] >= first[0] && self.ahead(*at, 0) && self.overlap(*at) < 0.0 {
                    skipped = self.back(at, first);
                }
            } else {
                while at[1] >= first[1] && self.ahead(*at, 1) && self.overlap(*at) < 0.0 {
                    at[1] -= 1;
                }
            }
        }
    }

    /// Moves the side whose word begins later back by a word, and then the other as far as it is ahead.
    fn step_back(&self, at: &mut [i64; 2], first: [i64; 2]) {
        let mut skipped = true;
        while skipped {
            skipped = false;
            if self.ahead(*at, 0) {
                if at[0] > first[0] {
                    skipped = self.back(at, first);
                }
                while !skipped && at[1] >= first[1] && self.ahead(*at, 1) && self.overlap(*at) < 0.0 {
                    at[1] -= 1;
                }
            } else {
                if at[1] > first[1] {
                    at[1] -= 1;
                }
                while !skipped && at[0] >= first[0] && self.ahead(*at, 0) && self.slipped_overlap(*at) < 0.0 {
                    skipped = self.back(at, first);
                }
            }
        }
    }

    /// Moves the reference back by a word, and out of alternatives; tells whether there were any.
    fn back(&self, at: &mut [i64; 2], first: [i64; 2]) -> bool {
        at[0] -= 1;
        let before = at[0];
        while at[0] >= first[0] && self.alternative(at[0]) {
            at[0] -= 1;
        }
        at[0] < before
    }

    fn word(&self, side: usize, place: i64) -> Option<&Word> {
        usize::try_from(place).ok().and_then(|place| self.words[side].words.get(place))
    }

    fn start(&self, side: usize, place: i64) -> f64 {
        self.word(side, place).map_or(0.0, |word| word.start)
    }

    fn end(&self, side: usize, place: i64) -> f64 {
        self.word(side, place).map_or(0.0, Word::end)
    }

    fn alternative(&self, place: i64) -> bool {
        self.word(0, place).is_some_and(|word| word.alternative)
    }

    fn ahead(&self, at: [i64; 2], side: usize) -> bool {
        self.start(side, at[side]) > self.start(1 - side, at[1 - side])
    }

    fn overlap(&self, at: [i64; 2]) -> f64 {
        let span = |side: usize| [self.start(side, at[side]), self.end(side, at[side])];
        overlap(span(0), span(1))
    }

    /// How long two words overlap by sclite up to 2.4.12, which takes for the end of the hypothesis's word its start
    /// and the duration of the reference word that has its place.
    fn slipped_overlap(&self, at: [i64; 2]) -> f64 {
        if !self.slips {
            return self.overlap(at);
        }
        let start = self.start(1, at[1]);
        let end = start + self.word(0, at[1]).map_or(0.0, |word| word.duration);
        overlap([self.start(0, at[0]), self.end(0, at[0])], [start, end])
    }

    fn silent_together(&self, at: [i64; 2], last: [i64; 2]) -> bool {
        let gap = |side: usize| {
            let until = if at[side] == last[side] { FOREVER } else { self.start(side, at[side] + 1) };
            [self.end(side, at[side]), until]
        };
        overlap(gap(0), gap(1)) >= 0.0
    }
}

/// How long two stretches of time overlap; less than 0 where they do not.
fn overlap(one: [f64; 2], other: [f64; 2]) -> f64 {
    let end = if one[1] < other[1] { one[1] } else { other[1] };
    end - if one[0] < other[0] { other[0] } else { one[0] }
}
