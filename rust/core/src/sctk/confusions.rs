//! What was taken for what, and how often.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::FixedState;

use super::scored_system::Scored;
use crate::policy::Step;

/// Words or pairs of words, each with how often it came: the most frequent first, then in sclite's order of words.
type Ranking<T> = Vec<(T, u64)>;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Confusions {
    /// Reference words and the words in their place.
    pub pairs: Ranking<[u32; 2]>,
    pub inserted: Ranking<u32>,
    pub deleted: Ranking<u32>,
    pub substituted: Ranking<u32>,
    pub falsely: Ranking<u32>,
}

/// Counts what comes, and keeps the order of first sight.
struct Tally<T> {
    places: HashMap<T, usize, FixedState>,
    ranking: Ranking<T>,
}

impl<T: Copy + Eq + Hash> Tally<T> {
    fn new() -> Self {
        Self { places: HashMap::default(), ranking: Vec::new() }
    }

    fn add(&mut self, seen: T) {
        let place = *self.places.entry(seen).or_insert_with(|| {
            self.ranking.push((seen, 0));
            self.ranking.len() - 1
        });
        self.ranking[place].1 += 1;
    }
}

impl Scored {
    /// What was taken for what in some utterances. Words are counted by their value: tags do not tell them apart.
    pub fn confusions(&self, utterances: impl Iterator<Item = usize>) -> Confusions {
        let alike = self.alike();
        let (mut pairs, mut inserted, mut deleted) = (Tally::new(), Tally::new(), Tally::new());
        let (mut substituted, mut falsely) = (Tally::new(), Tally::new());
        for item in utterances.flat_map(|utterance| self.items(utterance)) {
            let [reference, hypothesis] = item.words.map(|word| alike.get(word as usize).copied().unwrap_or(word));
            match item.step {
                Step::Match => {}
                Step::Insertion => inserted.add(hypothesis),
                Step::Deletion => deleted.add(reference),
                Step::Substitution => {
                    pairs.add([reference, hypothesis]);
                    substituted.add(reference);
                    falsely.add(hypothesis);
                }
            }
        }
        let word = |word: u32| self.value(word).to_vec();
        let pair = |[said, heard]: [u32; 2]| [self.value(said), b" ==> ", self.value(heard)].concat();
        Confusions {
            pairs: self.ranked(pairs, pair),
            inserted: self.ranked(inserted, word),
            deleted: self.ranked(deleted, word),
            substituted: self.ranked(substituted, word),
            falsely: self.ranked(falsely, word),
        }
    }

    fn ranked<T: Copy>(&self, tally: Tally<T>, spelled: impl Fn(T) -> Vec<u8>) -> Ranking<T> {
        let mut keyed: Vec<_> = tally.ranking.into_iter().map(|entry| (spelled(entry.0), entry)).collect();
        keyed.sort_by(|(one, (_, count)), (other, (_, times))| {
            times.cmp(count).then_with(|| self.coding.compare(one, other))
        });
        keyed.into_iter().map(|(_, entry)| entry).collect()
    }

    /// Of each word the first with its value.
    fn alike(&self) -> Vec<u32> {
        let mut first: HashMap<&[u8], u32, FixedState> = HashMap::default();
        (0..self.vocabulary.len() as u32).map(|word| *first.entry(self.value(word)).or_insert(word)).collect()
    }
}
