//! Edit distances of one reference and an n-best list, without the alignments: bit-parallel (Myers 1999; Hyyrö 2003)
//! where every error costs 1, by columns of Wagner and Fischer's matrix where errors weigh.
//!
//! What the hypotheses have in common is computed once: where the reference's words stand, what each word of the list
//! costs against them, and the columns of a beginning that a hypothesis shares with the one before it, as neighbors
//! in an n-best list mostly do. Whoever wants the steps of the few that are chosen aligns these. Where the columns of a
//! hypothesis would take more than there is room for, each is aligned by itself instead, in memory that grows with the
//! longer side.

use super::bitparallel::row_masks;
use super::checkpoints::ROOM;
use super::general;
use super::masks::Masks;
use super::plain::Aligner;
use super::recurrence::{Recurrence, Unit};
use super::weighted::{WeighedPair, check_overflow};
use crate::error::Result;
use crate::policy::{Policy, Step};
use crate::stop_request::StopRequest;
use crate::text::{Sequences, Texts, Unit as TextUnit};
use crate::vocab::Vocabulary;
use crate::weights::{Weigher, Weights};

/// Finds the costs of lists and keeps its memory from list to list.
pub struct ListAligner<'a> {
    unit: TextUnit,
    weigher: Option<Weigher<'a>>,
    vocabulary: Vocabulary,
    sequences: Sequences,
    errors: Errors,
    weighed: Weighed,
    /// Bytes that the columns of a hypothesis may take.
    room: usize,
}

impl<'a> ListAligner<'a> {
    /// An aligner for texts cut into `unit`s; without weights every error costs 1.
    pub fn new(unit: TextUnit, weights: Option<&'a Weights>) -> Self {
        Self {
            unit,
            weigher: weights.map(Weigher::new),
            vocabulary: Vocabulary::default(),
            sequences: Sequences::default(),
            errors: Errors::default(),
            weighed: Weighed::default(),
            room: ROOM,
        }
    }

    /// Adds the cost of each hypothesis: errors, or the least weight of all alignments in billionths. The first text
    /// is the reference.
    pub fn list(&mut self, texts: &Texts, stop: &StopRequest, costs: &mut Vec<i64>) -> Result<()> {
        let Some(weigher) = &mut self.weigher else {
            texts.intern(self.unit, &mut self.vocabulary, &mut self.sequences);
            let blocks = |words: usize| words.div_ceil(64) * size_of::<<Unit as Recurrence>::Vertical>();
            if columns(&self.sequences, self.vocabulary.len(), blocks) > self.room {
                return errors_one_by_one(&self.sequences, stop, costs);
            }
            return self.errors.list(&self.sequences, stop, costs);
        };
        texts.intern_words(self.unit, &mut self.vocabulary, &mut self.sequences);
        weigher.learn_list(&mut self.vocabulary, &mut self.sequences)?;
        let cells = |words: usize| words * size_of::<i64>();
        if columns(&self.sequences, self.vocabulary.len(), cells) > self.room {
            return weights_one_by_one(weigher, &self.sequences, stop, costs);
        }
        self.weighed.list(weigher, self.vocabulary.len(), &self.sequences, stop, costs)
    }
}

/// Bytes of a column for each word of the longest hypothesis and for each word that there is.
fn columns(sequences: &Sequences, vocabulary: usize, column: impl Fn(usize) -> usize) -> usize {
    let reference = if sequences.is_empty() { 0 } else { sequences.get(0).len() };
    let longest = hypotheses(sequences).map(|(_, words)| words.len()).max().unwrap_or(0);
    column(reference).saturating_mul(longest + vocabulary)
}

fn errors_one_by_one(sequences: &Sequences, stop: &StopRequest, costs: &mut Vec<i64>) -> Result<()> {
    let mut aligner = Aligner::new(Policy::KALDI);
    let mut steps = Vec::new();
    for (_, words) in hypotheses(sequences) {
        steps.clear();
        aligner.pair(sequences.get(0), words, stop, &mut steps)?;
        costs.push(steps.iter().filter(|&&step| step != Step::Match).count() as i64);
    }
    Ok(())
}

fn weights_one_by_one(
    weigher: &Weigher<'_>,
    sequences: &Sequences,
    stop: &StopRequest,
    costs: &mut Vec<i64>,
) -> Result<()> {
    let reference = sequences.get(0);
    for (_, hypothesis) in hypotheses(sequences) {
        check_overflow(reference.len() + hypothesis.len(), weigher.insertion().max(weigher.deletion()))?;
        let pair = WeighedPair { reference, hypothesis, weigher };
        costs.push(general::align(&pair, Policy::KALDI.ties, stop)?.0);
    }
    Ok(())
}

/// The hypotheses of a list in turn, each with how many words it begins with as the one before it.
fn hypotheses(sequences: &Sequences) -> impl Iterator<Item = (usize, &[u32])> {
    let mut before: &[u32] = &[];
    (1..sequences.len()).map(move |place| {
        let words = sequences.get(place);
        let shared = before.iter().zip(words).take_while(|(left, right)| left == right).count();
        before = words;
        (shared, words)
    })
}

/// Every error costs 1: 64 rows at a time.
#[derive(Default)]
struct Errors {
    masks: Masks,
    /// The columns of the hypothesis at hand, in blocks of 64 rows; the first is that before any word.
    columns: Vec<<Unit as Recurrence>::Vertical>,
}

impl Errors {
    fn list(&mut self, sequences: &Sequences, stop: &StopRequest, costs: &mut Vec<i64>) -> Result<()> {
        let Some(reference) = (!sequences.is_empty()).then(|| sequences.get(0)) else { return Ok(()) };
        let blocks = reference.len().div_ceil(64);
        self.masks.fill(reference, blocks);
        self.columns.clear();
        self.columns.resize(blocks, Unit::LEFT);
        for (shared, words) in hypotheses(sequences) {
            stop.check()?;
            self.columns.truncate((shared + 1) * blocks);
            for &word in &words[shared..] {
                self.step(word, blocks);
            }
            let last = self.columns[self.columns.len() - blocks..].iter().zip(row_masks(reference.len()));
            let height: i64 = last.map(|(vertical, rows)| Unit::height(vertical, rows)).sum();
            costs.push(words.len() as i64 + height);
        }
        Ok(())
    }

    #[inline(always)]
    fn step(&mut self, word: u32, blocks: usize) {
        let start = self.columns.len() - blocks;
        let mut horizontal = Unit::TOP;
        for (block, &matches) in self.masks.of(word).iter().enumerate() {
            let mut vertical = self.columns[start + block];
            Unit::step(&mut vertical, &mut horizontal, matches);
            self.columns.push(vertical);
        }
    }
}

#[derive(Default)]
struct Weighed {
    /// By word of the list: whether `pairs` holds what it costs against each word of the reference.
    known: Vec<bool>,
    /// The cost of each word of the list beside each word of the reference, from its ID times the reference's length
    /// on.
    pairs: Vec<i64>,
    /// The columns of the hypothesis at hand, the first that before any word.
    columns: Vec<i64>,
}

impl Weighed {
    fn list(
        &mut self,
        weigher: &Weigher<'_>,
        vocabulary: usize,
        sequences: &Sequences,
        stop: &StopRequest,
        costs: &mut Vec<i64>,
    ) -> Result<()> {
        let Some(reference) = (!sequences.is_empty()).then(|| sequences.get(0)) else { return Ok(()) };
        let longest = hypotheses(sequences).map(|(_, words)| words.len()).max().unwrap_or(0);
        let (insertion, deletion) = (weigher.insertion(), weigher.deletion());
        check_overflow(reference.len() + longest, insertion.max(deletion))?;
        self.known.clear();
        self.known.resize(vocabulary, false);
        self.pairs.resize(vocabulary * reference.len(), 0);
        let height = reference.len() + 1;
        self.columns.resize((longest + 1) * height, 0);
        for (cell, row) in self.columns.iter_mut().zip(0..height as i64) {
            *cell = row * deletion.0;
        }
        for (shared, words) in hypotheses(sequences) {
            stop.check()?;
            for (place, &word) in words.iter().enumerate().skip(shared) {
                self.learn(weigher, reference, word);
                self.step(place * height, height, word, (insertion.0, deletion.0));
            }
            costs.push(self.columns[(words.len() + 1) * height - 1]);
        }
        Ok(())
    }

    /// What a word costs against each of the reference's.
    fn learn(&mut self, weigher: &Weigher<'_>, reference: &[u32], word: u32) {
        let word_at = word as usize;
        if std::mem::replace(&mut self.known[word_at], true) {
            return;
        }
        let room = &mut self.pairs[word_at * reference.len()..][..reference.len()];
        for (cost, &other) in room.iter_mut().zip(reference) {
            *cost = if other == word { 0 } else { weigher.substitution(other, word).0 };
        }
    }

    /// Fills the column of one more word, behind the one that begins at `start`.
    fn step(&mut self, start: usize, height: usize, word: u32, (insertion, deletion): (i64, i64)) {
        let (before, here) = self.columns[start..start + 2 * height].split_at_mut(height);
        let pairs = &self.pairs[word as usize * (height - 1)..][..height - 1];
        here[0] = before[0] + insertion;
        // Two passes, because in the first no cell waits for the one above it.
        for (cell, ((corner, left), pair)) in here[1..].iter_mut().zip(before.iter().zip(&before[1..]).zip(pairs)) {
            *cell = (corner + pair).min(left + insertion);
        }
        let mut above = here[0];
        for cell in &mut here[1..] {
            above = (above + deletion).min(*cell);
            *cell = above;
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

    use proptest::prelude::*;

    use super::*;
    use crate::align::batch::ChunkAligner;
    use crate::align::plain::TextAligner;
    use crate::align::weighted::{Goal, WeightedAligner};
    use crate::alignment::Alignment;
    use crate::cost::Cost;
    use crate::policy::Policy;
    use crate::weights::Lexicon;

    fn texts(items: &[&str]) -> Texts {
        let mut texts = Texts::default();
        for item in items {
            texts.push(item);
        }
        texts
    }

    fn pairwise(reference: &str, list: &[String], aligner: &mut dyn ChunkAligner<Found = Alignment>) -> Alignment {
        let pairs: Vec<&str> = list.iter().flat_map(|each| [reference, each]).collect();
        let mut found = Alignment::default();
        aligner.align(&texts(&pairs), &StopRequest::default(), &mut found).unwrap();
        found
    }

    /// The costs, the same whether there is room for columns or not.
    fn costs(reference: &str, list: &[String], unit: TextUnit, weights: Option<&Weights>) -> Vec<i64> {
        let items: Vec<&str> = std::iter::once(reference).chain(list.iter().map(String::as_str)).collect();
        let [with, without] = [usize::MAX, 0].map(|room| {
            let mut aligner = ListAligner { room, ..ListAligner::new(unit, weights) };
            let mut found = Vec::new();
            aligner.list(&texts(&items), &StopRequest::default(), &mut found).unwrap();
            found
        });
        assert_eq!(with, without);
        with
    }

    /// Costs of a over the words w0, w1, ... of both sides.
    fn table(values: &[u16]) -> Weights {
        let lexicon = || {
            let mut lexicon = Lexicon::default();
            for word in ["a", "b", "c", "d"] {
                lexicon.push(word);
            }
            lexicon
        };
        let costs = values.iter().map(|&value| Cost(i64::from(value) * 1_000_000)).collect();
        let mut weights = Weights::from_table(lexicon(), lexicon(), costs).unwrap();
        (weights.insertion, weights.deletion) = (Cost(700_000_000), Cost(900_000_000));
        weights
    }

    proptest! {
        #[test]
        fn errors_are_those_of_alignments(
            reference in "([abcd] ){0,90}",
            list in prop::collection::vec("(a b c ){0,9}([abcd] ){0,70}", 0..6),
        ) {
            for unit in [TextUnit::Words, TextUnit::Characters, TextUnit::Letters] {
                let twin = pairwise(&reference, &list, &mut TextAligner::new(unit, Policy::KALDI));
                let errors: Vec<i64> = twin.counts.iter().map(|counts| i64::from(counts.errors())).collect();
                prop_assert_eq!(costs(&reference, &list, unit, None), errors);
            }
        }

        #[test]
        fn weights_are_those_of_alignments(
            reference in "([abcd] ){0,9}",
            list in prop::collection::vec("(a b ){0,2}([abcd] ){0,9}", 0..6),
            values in prop::collection::vec(0_u16..2000, 16),
        ) {
            let weights = table(&values);
            let mut aligner =
                WeightedAligner::new(TextUnit::Words, Policy::KALDI, Goal::Total, &weights).unwrap();
            let twin = pairwise(&reference, &list, &mut aligner);
            prop_assert_eq!(costs(&reference, &list, TextUnit::Words, Some(&weights)), twin.weights);
        }
    }

    #[test]
    fn a_word_that_the_table_lacks_is_named() {
        let mut found = Vec::new();
        let weights = table(&[0; 16]);
        let mut aligner = ListAligner::new(TextUnit::Words, Some(&weights));
        let error = aligner.list(&texts(&["a", "b", "e"]), &StopRequest::default(), &mut found).unwrap_err();
        assert_eq!(error.to_string(), "the cost table has no column for \"e\"; build it over every word of both sides");
    }
}
