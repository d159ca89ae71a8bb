//! A scored system: its speakers, their utterances, and how the words of each are aligned.
//!
//! Words are ids of one vocabulary, and the items of all utterances lie one behind the other, so a corpus of millions
//! of words is a few flat arrays. Times, confidences and weights are kept only for utterances that have them.

use std::collections::HashMap;
use std::ops::Range;

use foldhash::fast::FixedState;

use super::coding::Coding;
use crate::alignment::Counts;
use crate::policy::Step;
use crate::vocab::Vocabulary;

/// The letters of steps, in the order of their numbers.
pub const LETTERS: [u8; 4] = *b"CSID";

/// The step of a letter.
pub fn step_of(letter: u8) -> Option<Step> {
    LETTERS.iter().position(|&known| known == letter).map(|number| Step::ALL[number])
}

/// In the place of a word where there is none.
pub const ABSENT: u32 = u32::MAX;

/// What is between a word and its tags in the vocabulary, as no line of text holds it.
pub const TAG: u8 = 0;

/// What an utterance says of itself and of its words, as bits.
pub mod attribute {
    /// Words were cut into characters.
    pub const CHARACTERS: u16 = 1;
    /// Capitals and small letters differ.
    pub const CASE: u16 = 1 << 1;
    /// Reference words have weights.
    pub const REFERENCE_WEIGHTS: u16 = 1 << 2;
    /// Hypothesis words have weights.
    pub const HYPOTHESIS_WEIGHTS: u16 = 1 << 3;
    /// The reference utterance has times.
    pub const REFERENCE_SPAN: u16 = 1 << 4;
    /// The hypothesis utterance has times.
    pub const HYPOTHESIS_SPAN: u16 = 1 << 5;
    /// Reference words have times.
    pub const REFERENCE_TIMES: u16 = 1 << 6;
    /// Hypothesis words have times.
    pub const HYPOTHESIS_TIMES: u16 = 1 << 7;
    /// Reference words have confidences.
    pub const REFERENCE_CONFIDENCES: u16 = 1 << 8;
    /// Hypothesis words have confidences.
    pub const HYPOTHESIS_CONFIDENCES: u16 = 1 << 9;
    /// Something is known of words besides their spelling.
    pub const DETAILS: u16 = REFERENCE_TIMES
        | HYPOTHESIS_TIMES
        | REFERENCE_CONFIDENCES
        | HYPOTHESIS_CONFIDENCES
        | REFERENCE_WEIGHTS
        | HYPOTHESIS_WEIGHTS;
}

/// What may be known of a word besides its spelling.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Detail {
    /// When it was said, in seconds.
    pub times: [f64; 2],
    /// How sure its recognizer was.
    pub confidence: f64,
    /// What it weighs.
    pub weight: f64,
}

/// One step of an alignment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// What happened.
    pub step: Step,
    /// The reference word and the hypothesis word, or [`ABSENT`].
    pub words: [u32; 2],
}

/// What is known of an utterance besides its words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Header {
    /// As the file has it, parentheses included.
    pub id: Vec<u8>,
    /// Its labels, as in `<f0,female>`.
    pub labels: Option<Vec<u8>>,
    /// Its recording.
    pub file: Option<Vec<u8>>,
    /// The channel of the recording.
    pub channel: Option<Vec<u8>>,
    /// Its place among all that were aligned, or -1.
    pub sequence: i32,
    /// From when until when it is, in the reference and in the hypothesis.
    pub spans: [[f64; 2]; 2],
    /// See [`attribute`].
    pub attributes: u16,
}

/// An utterance.
#[derive(Clone, Debug, PartialEq)]
pub struct Utterance {
    /// What is known of it besides its words.
    pub header: Header,
    /// Where its items are.
    pub items: Range<usize>,
    /// Where what is known of its words begins, if anything is.
    details: Option<usize>,
    /// How many of each step it has.
    pub counts: Counts,
}

/// A speaker, or whatever else utterances are grouped by.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Speaker {
    /// The name.
    pub name: Vec<u8>,
    /// The utterances, by number.
    pub utterances: Vec<usize>,
    /// All counts of the utterances.
    pub counts: Counts,
    /// How many of them have errors.
    pub wrong: usize,
}

/// A scored system.
#[derive(Debug, Default)]
pub struct Scored {
    /// What its bytes stand for; decides which letters have capitals.
    pub coding: Coding,
    /// The speakers, in order of first appearance.
    pub speakers: Vec<Speaker>,
    /// The utterances, in order of appearance.
    pub utterances: Vec<Utterance>,
    names: HashMap<Vec<u8>, usize, FixedState>,
    pub(super) vocabulary: Vocabulary,
    pub(super) steps: Vec<Step>,
    pub(super) words: Vec<[u32; 2]>,
    pub(super) details: Vec<[Detail; 2]>,
}

impl Scored {
    /// A system in which nobody spoke yet.
    pub fn new(coding: Coding) -> Self {
        Self { coding, ..Self::default() }
    }

    /// The number of the speaker of that name, who is new if nobody bears it.
    pub fn speaker(&mut self, name: &[u8]) -> usize {
        if let Some(&known) = self.names.get(name) {
            return known;
        }
        self.names.insert(name.to_vec(), self.speakers.len());
        self.speakers.push(Speaker { name: name.to_vec(), ..Speaker::default() });
        self.speakers.len() - 1
    }

    /// The id of a word: its value, then each of its tags behind a [`TAG`].
    pub fn word(&mut self, spelling: &[u8]) -> u32 {
        self.vocabulary.intern(spelling)
    }

    /// Adds a step to the utterance that is closed next.
    pub fn push(&mut self, item: Item) {
        self.steps.push(item.step);
        self.words.push(item.words);
    }

    /// Closes the utterance whose steps were pushed since the last one was closed. There are as many details as steps
    /// or none.
    pub fn close(&mut self, speaker: usize, header: Header, details: &[[Detail; 2]]) {
        let start = self.utterances.last().map_or(0, |last| last.items.end);
        let counts = Counts::of(&self.steps[start..]);
        let place = (details.len() == self.steps.len() - start && !details.is_empty()).then_some(self.details.len());
        self.details.extend_from_slice(details);
        self.speakers[speaker].add(self.utterances.len(), counts);
        self.utterances.push(Utterance { header, items: start..self.steps.len(), details: place, counts });
    }

    /// The items of an utterance.
    pub fn items(&self, utterance: usize) -> impl Iterator<Item = Item> + '_ {
        let span = self.utterances[utterance].items.clone();
        let pairs = self.steps[span.clone()].iter().zip(&self.words[span]);
        pairs.map(|(&step, &words)| Item { step, words })
    }

    /// The steps of an utterance.
    pub fn steps(&self, utterance: usize) -> &[Step] {
        &self.steps[self.utterances[utterance].items.clone()]
    }

    /// What is known of both words of each item of an utterance; nothing at all if it has no such attribute.
    pub fn details(&self, utterance: usize) -> &[[Detail; 2]] {
        let Utterance { items, details, .. } = &self.utterances[utterance];
        details.map_or(&[], |start| &self.details[start..start + items.len()])
    }

    /// How sure the recognizer was of each word of the hypothesis, 0 where that is not known, and whether the word is right.
    ///
    /// An empty word, which is aligned with an optional one, has no confidence.
    pub fn confidences(&self, utterance: usize) -> impl Iterator<Item = (f64, bool)> + '_ {
        let details = self.details(utterance);
        let words = self.items(utterance).enumerate().filter(|(_, item)| !self.value(item.words[1]).is_empty());
        words.map(|(index, item)| {
            let confidence = details.get(index).map_or(0.0, |[_, hypothesis]| hypothesis.confidence);
            (confidence, item.step == Step::Match)
        })
    }

    /// The value of a word, without its tags.
    pub fn value(&self, word: u32) -> &[u8] {
        let spelling = self.spelling(word);
        spelling.split(|&byte| byte == TAG).next().unwrap_or_default()
    }

    /// The value and the tags of a word.
    pub fn spelling(&self, word: u32) -> &[u8] {
        if word == ABSENT { &[] } else { self.vocabulary.word(word) }
    }
}

impl Speaker {
    fn add(&mut self, utterance: usize, counts: Counts) {
        self.utterances.push(utterance);
        self.counts.matches += counts.matches;
        self.counts.substitutions += counts.substitutions;
        self.counts.insertions += counts.insertions;
        self.counts.deletions += counts.deletions;
        self.wrong += usize::from(counts.errors() > 0);
    }
}
