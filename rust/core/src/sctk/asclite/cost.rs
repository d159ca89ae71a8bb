//! What steps of an asclite alignment cost: words alone, and words that pair.

use std::cell::RefCell;

/// What a pair of different words costs; equal ones cost nothing, and a word alone what it says itself.
const DIFFERENT: i64 = 400;
/// What a pair costs more whose speakers do not belong together (`-spkr-align`).
const OTHER_SPEAKER: i64 = 100;
/// What a pair costs more that is as far apart as its group is long (`-adaptive-cost`).
const ADAPTIVE: i64 = 50;
/// Of how many texts at most all pairs are kept.
const MOST_KNOWN: usize = 2048;

/// A word of a stream.
#[derive(Clone, Copy, Debug, Default)]
pub struct Word {
    /// The number of its text.
    pub text: u32,
    /// What it costs alone.
    pub alone: i64,
    /// Its own times in milliseconds, below 0 where there are none.
    pub times: [i64; 2],
    /// Its times, or else its segment's.
    pub span: [i64; 2],
    /// Who speaks, as a reference; in a hypothesis, whom the mapping makes of the speaker.
    pub speaker: u32,
}

impl Word {
    /// The times of its segment if it has none itself.
    pub(super) fn estimate(&self) -> Option<[i64; 2]> {
        let is_estimate = self.times[0] < 0 && self.times[1] < 0 && self.span[0] >= 0 && self.span[1] >= 0;
        is_estimate.then_some(self.span)
    }
}

/// What is at the end of a text that was cut off (`-F`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Fragment {
    /// It is whole.
    #[default]
    None,
    /// The beginning of a word.
    Beginning,
    /// The end of a word.
    End,
}

/// A text as it is compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// Without marks of fragments, and folded.
    pub bytes: Vec<u8>,
    /// What was marked.
    pub fragment: Fragment,
}

/// How words are compared.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(Debug, Default)]
pub struct Costs {
    /// Whether all streams are alike, so that words of any of them go together (`-generic-cost`).
    pub together: bool,
    /// The texts by their numbers; equal ones have one number.
    pub texts: Vec<Text>,
    /// Whether fragments count as correct.
    pub fragments: bool,
    /// Whether the edit distance of different words is added.
    pub spelling: bool,
    /// The duration of the group, if words far apart cost more.
    pub adaptive: Option<i64>,
    /// Whether speakers matter.
    pub speakers: bool,
    /// What times are divided by, if they alone make the costs.
    pub timed: Option<i64>,
    /// How far apart a word alone may be from those of other streams.
    pub prune: Option<i64>,
    /// How far apart words of a pair may be.
    pub apart: Option<i64>,
    /// Costs of pairs of texts that were compared; empty at first.
    pub known: RefCell<Vec<i64>>,
}

/// The distance of two times, 0 where they touch.
pub(super) fn gap(one: [i64; 2], other: [i64; 2]) -> i64 {
    (other[0] - one[1]).max(one[0] - other[1]).max(0)
}

impl Costs {
    /// What a pair costs, if it may be.
    #[inline]
    pub(super) fn pair(&self, hypothesis: &Word, reference: &Word) -> Option<i64> {
        let known = [hypothesis, reference].iter().all(|word| word.span[0] >= 0 && word.span[1] >= 0);
        let distance = if known { gap(hypothesis.span, reference.span) } else { 0 };
        if self.apart.is_some_and(|threshold| known && distance > threshold) {
            return None;
        }
        let stranger = if self.speakers && hypothesis.speaker != reference.speaker { OTHER_SPEAKER } else { 0 };
        if let Some(divisor) = self.timed {
            let [starts, ends] = [0, 1].map(|side: usize| (hypothesis.times[side] - reference.times[side]).abs());
            return Some((DIFFERENT * (starts + ends) + stranger) / divisor);
        }
        let adaptive = self.adaptive.map_or(0, |duration| ADAPTIVE * distance / duration);
        let spelled = if self.fragments || self.spelling {
            self.compare(hypothesis.text, reference.text)
        } else if hypothesis.text == reference.text {
            0
        } else {
            DIFFERENT
        };
        Some(adaptive + if spelled == 0 { stranger } else { spelled })
    }

    /// What words cost that go together, of some of all streams: each stream that has none costs what the last word does
    /// alone, and each word another one that most of them are not.
    ///
    /// If times alone make the costs, a stream that has none costs that for the time that they last, and of words only
    /// the last one counts, by how much it is shorter.
    pub(super) fn combine(
        &self,
        words: impl Iterator<Item = Word>,
        streams: usize,
        texts: &mut Vec<(u32, i64)>,
    ) -> i64 {
        texts.clear();
        let (mut count, mut last, mut span) = (0, Word::default(), [-1, -1]);
        for word in words {
            // Which of several that are like it counts, as fragments may be.
            match texts.iter().rposition(|&(text, _)| self.is_alike(word.text, text)) {
                Some(found) => texts[found].1 += 1,
                None => texts.push((word.text, 1)),
            }
            let [start, end] = word.times;
            span = [
                if span[0] == -1 { start } else { span[0].min(start) },
                if span[1] == -1 { end } else { span[1].max(end) },
            ];
            (count, last) = (count + 1, word);
        }
        let missing = streams as i64 - count;
        let Some(divisor) = self.timed else {
            let most = texts.iter().map(|&(_, count)| count).max().unwrap_or_default();
            return last.alone * missing + DIFFERENT * (count - most);
        };
        let duration = span[1] - span[0];
        let shorter = duration - (last.times[1] - last.times[0]);
        (last.alone * missing * duration + DIFFERENT * shorter) / divisor
    }

    fn is_alike(&self, one: u32, other: u32) -> bool {
        one == other || (self.fragments && self.compare(one, other) == 0)
    }

    /// What two texts cost; of so many as fit into a table, it is computed once.
    fn compare(&self, hypothesis: u32, reference: u32) -> i64 {
        let count = self.texts.len();
        if count > MOST_KNOWN {
            return self.compute(hypothesis, reference);
        }
        let mut known = self.known.borrow_mut();
        if known.is_empty() {
            known.resize(count * count, -1);
        }
        let cost = &mut known[hypothesis as usize * count + reference as usize];
        if *cost < 0 {
            *cost = self.compute(hypothesis, reference);
        }
        *cost
    }

    fn compute(&self, hypothesis: u32, reference: u32) -> i64 {
        let [one, other] = [hypothesis, reference].map(|text| &self.texts[text as usize]);
        if self.are_equal(one, other) {
            0
        } else {
            DIFFERENT + if self.spelling { edit_distance(&one.bytes, &other.bytes) } else { 0 }
        }
    }

    fn are_equal(&self, one: &Text, other: &Text) -> bool {
        let (left, right) = (one.bytes.as_slice(), other.bytes.as_slice());
        if !self.fragments {
            return left == right;
        }
        match (one.fragment, other.fragment) {
            (Fragment::None, Fragment::None) => left == right,
            (Fragment::None, Fragment::Beginning) => left.starts_with(right),
            (Fragment::None, Fragment::End) => left.ends_with(right),
            (Fragment::Beginning, Fragment::None) => right.starts_with(left),
            (Fragment::End, Fragment::None) => right.ends_with(left),
            (Fragment::Beginning, Fragment::Beginning) => contains(left, right) || contains(right, left),
            (Fragment::End, Fragment::End) => left.ends_with(right) || right.ends_with(left),
            (Fragment::Beginning, Fragment::End) | (Fragment::End, Fragment::Beginning) => false,
        }
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    part.is_empty() || text.windows(part.len()).any(|window| window == part)
}

/// The Levenshtein distance of two texts in bytes; 0 if one is empty, as asclite has it.
fn edit_distance(one: &[u8], other: &[u8]) -> i64 {
    if one.is_empty() || other.is_empty() {
        return 0;
    }
    let mut row: Vec<i64> = (0..=other.len() as i64).collect();
    for (above, left) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = above as i64 + 1;
        for (column, right) in other.iter().enumerate() {
            let least = (diagonal + i64::from(left != right)).min(row[column] + 1).min(row[column + 1] + 1);
            diagonal = std::mem::replace(&mut row[column + 1], least);
        }
    }
    row[other.len()]
}
