//! Words found by the phones that a lexicon gives them.

use std::collections::{HashMap, HashSet};

use foldhash::quality::FixedState;

use super::model::Model;
use super::unfold::{Key, Sketch, Unfolding};
use super::{Aligned, CYCLIC, EMPTY, TOO_LARGE, most_states, phones};
use crate::error::Error;
use crate::lattice::fault::Fault;
use crate::lattice::{Lattice, StateId, Weight};

/// Stands for a word that is none until arcs of nothing are removed.
const NOTHING: i32 = -2;
const FORCED_OUT: &str = "the lattice was forced out and ends within a word";
const NO_END: &str = "no path of the lattice agrees with the lexicon";

type Map<K, V> = HashMap<K, V, FixedState>;

/// The pronunciations of words, as `phones/align_lexicon.int` tells.
#[derive(Clone, Debug, Default)]
pub struct Lexicon {
    /// The word to give out, by the word that is read and its phones.
    words: Map<(i32, Vec<i32>), i32>,
    /// The least and the greatest number of phones of a word.
    lengths: Map<i32, (usize, usize)>,
    /// The words that may follow from the phones so far.
    begun: Map<Vec<i32>, HashSet<i32, FixedState>>,
}

impl Lexicon {
    /// Reads lines of the word in lattices, the word to give out, and phones.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut lexicon = Self::default();
        for line in text.lines() {
            let fields: Option<Vec<i32>> = line.split_ascii_whitespace().map(|field| field.parse().ok()).collect();
            let entry = fields.as_deref().and_then(|fields| fields.split_first_chunk::<2>());
            let fault = || Fault::List { what: "two words and phones, all as numbers", line: line.to_owned() };
            let ([word, output], phones) = entry.ok_or_else(fault)?;
            lexicon.add(*word, *output, phones)?;
        }
        Ok(lexicon)
    }

    fn add(&mut self, word: i32, output: i32, phones: &[i32]) -> Result<(), Fault> {
        if word < 0 || (word == 0 && phones.is_empty()) {
            return Err(Fault::List { what: "a word with phones", line: word.to_string() });
        }
        let output = if output == 0 { NOTHING } else { output };
        if self.words.insert((word, phones.to_vec()), output).is_some_and(|known| known != output) {
            return Err(Fault::Repeated(word.to_string()));
        }
        for length in 1..phones.len() {
            self.begun.entry(phones[..length].to_vec()).or_default().insert(word);
        }
        let (least, most) = self.lengths.entry(word).or_insert((phones.len(), phones.len()));
        (*least, *most) = ((*least).min(phones.len()), (*most).max(phones.len()));
        Ok(())
    }

    /// Aligns the words of a lattice, each to the phones that the lexicon gives it.
    pub fn align(
        &self,
        lattice: &Lattice,
        model: &Model,
        partial: i32,
        reorder: bool,
        most_expansion: Option<f32>,
    ) -> Result<Aligned, Error> {
        model.check(lattice.all_ids())?;
        let lattice = lattice.clone().with_one_end();
        let Some(start) = lattice.start() else {
            return Ok(Aligned { lattice, complaint: Some(EMPTY) });
        };
        if lattice.topological_order().is_err() {
            return Ok(Aligned { lattice: Lattice::default(), complaint: Some(CYCLIC) });
        }
        let (sketch, complaint) = phones::align(&lattice, start, model, reorder);
        if complaint == Some(TOO_LARGE) {
            return Ok(Aligned { lattice: Lattice::default(), complaint });
        }
        let phones = sketch.whole();
        let most = most_expansion.map(|times| most_states(times, &phones));
        let partial = if partial == 0 { NOTHING } else { partial };
        Aligner { lexicon: self, phones: phones.with_one_end(), model, partial, complaint }.run(most)
    }
}

/// How new the phones that were read are: no way of giving them out must be tried twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Freshness {
    /// All ways were tried.
    Old,
    /// The last phone is new.
    Last,
    /// Every way is new, since phones before them were given out.
    All,
}

/// What was read and not yet given out.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Pending {
    state: StateId,
    words: Vec<i32>,
    word_is_new: bool,
    phones: Vec<i32>,
    freshness: Freshness,
    ids: Vec<Vec<i32>>,
}

impl Key for Pending {
    fn held(&self) -> usize {
        self.words.len() + self.phones.len() + self.ids.iter().map(Vec::len).sum::<usize>() + 1
    }
}

impl Pending {
    fn new(state: StateId) -> Self {
        Self {
            state,
            words: Vec::new(),
            word_is_new: false,
            phones: Vec::new(),
            freshness: Freshness::Old,
            ids: Vec::new(),
        }
    }

    fn is_empty(&self) -> bool {
        self.ids.is_empty() && self.words.is_empty()
    }

    /// What is left once a word, or nothing, is given out with so many phones.
    fn without(&self, word: i32, phones: usize) -> Self {
        let words = self.words[usize::from(word != 0)..].to_vec();
        let rest = self.phones[phones..].to_vec();
        // A word without phones makes the phones as good as new: nothing may now be given out for them.
        let freshness = if rest.is_empty() || (phones == 0 && word == 0) { Freshness::Old } else { Freshness::All };
        Self {
            state: self.state,
            word_is_new: word != 0 && !words.is_empty(),
            words,
            phones: rest,
            freshness,
            ids: self.ids[phones..].to_vec(),
        }
    }
}

struct Aligner<'a> {
    lexicon: &'a Lexicon,
    phones: Lattice,
    model: &'a Model,
    partial: i32,
    complaint: Option<&'static str>,
}

impl Aligner<'_> {
    fn run(mut self, most: Option<usize>) -> Result<Aligned, Error> {
        let mut unfolding = Unfolding::new(Pending::new(self.phones.start().unwrap_or(0)));
        let mut ends = Vec::new();
        while let Some((pending, number)) = unfolding.next() {
            if let Some(excess) = unfolding.excess(most) {
                // Nothing is given out, as by Kaldi; what there is so far may be no word's.
                return Ok(Aligned { lattice: Lattice::default(), complaint: Some(excess) });
            }
            self.give_nothing(&mut unfolding, &pending, number);
            self.give_word(&mut unfolding, &pending, number)?;
            self.advance(&mut unfolding, &pending, number);
            if self.phones.end(pending.state).is_some() {
                ends.push((pending, number));
            }
        }
        if !end(&mut unfolding, &ends) {
            self.complain(FORCED_OUT);
            let forced = self.force(&mut unfolding, &ends);
            if !end(&mut unfolding, &forced) {
                self.complain(NO_END);
            }
        }
        let trimmed = unfolding.sketch.finish();
        let lattice =
            if trimmed.start().is_some() { Sketch::from(&trimmed).without_free_arcs(&[NOTHING]) } else { trimmed };
        Ok(Aligned { lattice, complaint: self.complaint })
    }

    fn complain(&mut self, what: &'static str) {
        self.complaint.get_or_insert(what);
    }

    /// Gives out phones that the lexicon says are no word, such as silence.
    fn give_nothing(&self, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId) {
        let Some(&(least, most)) = self.lexicon.lengths.get(&0) else { return };
        let count = pending.phones.len();
        let lengths = match pending.freshness {
            Freshness::All => least..=most.min(count),
            Freshness::Last if (least..=most).contains(&count) => count..=count,
            Freshness::Last | Freshness::Old => return,
        };
        for length in lengths {
            self.give(unfolding, pending, number, 0, length);
        }
    }

    /// Gives out the first word with as many phones as it may have.
    fn give_word(&self, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId) -> Result<(), Fault> {
        let Some(&word) = pending.words.first() else { return Ok(()) };
        let count = pending.phones.len();
        let lengths = if pending.word_is_new || pending.freshness == Freshness::All {
            let &(least, most) = self.lexicon.lengths.get(&word).ok_or(Fault::Unpronounced(word))?;
            least..=most.min(count)
        } else if pending.freshness == Freshness::Last {
            count..=count
        } else {
            return Ok(());
        };
        for length in lengths {
            self.give(unfolding, pending, number, word, length);
        }
        Ok(())
    }

    fn give(&self, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId, word: i32, phones: usize) {
        let key = (word, pending.phones[..phones].to_vec());
        if let Some(&output) = self.lexicon.words.get(&key) {
            let ids = pending.ids[..phones].concat();
            unfolding.arc(number, pending.without(word, phones), output, Weight::ONE, &ids);
        }
    }

    /// Reads on, if the lexicon has anything that goes on as what was read begins.
    fn advance(&self, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId) {
        if let Some(word) = pending.words.first()
            && !pending.phones.is_empty()
        {
            let begun = self.lexicon.begun.get(&pending.phones);
            if !begun.is_some_and(|words| words.contains(word) || words.contains(&0)) {
                return;
            }
        }
        for arc in self.phones.arcs(pending.state) {
            let mut next = Pending { state: arc.next, ..pending.clone() };
            next.word_is_new = arc.word != 0 && next.words.is_empty();
            next.words.extend((arc.word != 0).then_some(arc.word));
            let ids = self.phones.ids(arc.ids);
            next.freshness = Freshness::Old;
            if let Some(&id) = ids.first() {
                next.phones.push(self.model.phone(id));
                next.ids.push(ids.to_vec());
                next.freshness = Freshness::Last;
            }
            unfolding.arc(number, next, 0, arc.weight, &[]);
        }
    }

    /// Gives out what is left where nothing could be given out, as part of a word.
    fn force(&self, unfolding: &mut Unfolding<Pending>, ends: &[(Pending, StateId)]) -> Vec<(Pending, StateId)> {
        let mut forced = Vec::new();
        for (pending, number) in ends {
            let goes_on = unfolding.sketch.arcs[*number as usize].iter().any(|arc| arc.word != 0 || arc.ids.len > 0);
            if goes_on || pending.is_empty() {
                continue;
            }
            let word = pending.words.first().copied().unwrap_or(self.partial);
            let next = Pending { word_is_new: true, freshness: Freshness::Last, ..Pending::new(pending.state) };
            unfolding.arc(*number, next.clone(), word, Weight::ONE, &pending.ids.concat());
            let new = unfolding.state(next.clone());
            forced.push((next, new));
        }
        unfolding.close();
        forced
    }
}

/// Lets paths end where nothing is left; whether there is such a place.
fn end(unfolding: &mut Unfolding<Pending>, ends: &[(Pending, StateId)]) -> bool {
    let mut found = false;
    for (_, number) in ends.iter().filter(|(pending, _)| pending.is_empty()) {
        unfolding.end(*number);
        found = true;
    }
    found
}
