//! One word heard as two, and two as one: the pairs of words, or the words, that sound most like some phones.

use std::panic::resume_unwind;
use std::thread;

use super::pronunciation::{Sounds, Spoken};
use super::trie::Trie;
use crate::error::Result;

/// Queries after which the caller is told of them.
const PORTION: usize = 1_024;
/// Of each part of a word so many that sound like it are tried with as many of the other part.
const PARTS_TRIED: usize = 8;

/// Words that sound like something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Heard {
    /// How far they are, in parts of a cost.
    pub distance: u32,
    /// The word.
    pub first: u32,
    /// The word behind it, if there is one.
    pub second: Option<u32>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// Whether two words are to be found, else one.
    pub two: bool,
    /// Candidates lie at less than this distance.
    pub threshold: u32,
    /// How many of the nearest are candidates.
    pub count: usize,
}

/// Words by their phones, both ways.
struct Lexicon<'a> {
    sounds: &'a Sounds,
    forward: Trie,
    backward: Trie,
}

/// Of each query, spoken in the first of its ways, the words of the lexicon that it may be heard as, the nearest first.
pub fn phrases(
    queries: &Spoken,
    lexicon: &Spoken,
    sounds: &Sounds,
    wish: Wish,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Vec<Vec<Heard>>> {
    let lexicon = &Lexicon { sounds, forward: Trie::new(lexicon, false), backward: Trie::new(lexicon, true) };
    let mut found = Vec::with_capacity(queries.len());
    for begin in (0..queries.len()).step_by(PORTION) {
        let end = (begin + PORTION).min(queries.len());
        let share = (end - begin).div_ceil(threads.max(1));
        thread::scope(|scope| {
            let works: Vec<_> = (begin..end)
                .step_by(share)
                .map(|first| {
                    scope.spawn(move || {
                        let range = first..(first + share).min(end);
                        range.map(|query| lexicon.heard(queries, query, wish)).collect::<Vec<_>>()
                    })
                })
                .collect();
            found.extend(works.into_iter().flat_map(|work| work.join().unwrap_or_else(|cause| resume_unwind(cause))));
        });
        told(end as u64)?;
    }
    Ok(found)
}

impl Lexicon<'_> {
    fn heard(&self, queries: &Spoken, query: usize, wish: Wish) -> Vec<Heard> {
        let Some(phones) = queries.variants(query).next().filter(|phones| !phones.is_empty()) else {
            return Vec::new();
        };
        let prefixes = self.nearest(&self.forward, phones, wish);
        let mut found: Vec<Heard> = if wish.two {
            let reversed: Vec<u16> = phones.iter().rev().copied().collect();
            let suffixes = self.nearest(&self.backward, &reversed, wish);
            let cuts = 1..phones.len();
            let pairs = cuts.flat_map(|cut| joined(&prefixes[cut], &suffixes[phones.len() - cut]));
            pairs.filter(|pair| pair.distance < wish.threshold).collect()
        } else {
            prefixes.into_iter().last().unwrap_or_default()
        };
        // The same two words may be found by several cuts: the least distance is theirs.
        found.sort_unstable_by_key(|heard| (heard.first, heard.second, heard.distance));
        found.dedup_by_key(|heard| (heard.first, heard.second));
        found.sort_unstable();
        found.truncate(wish.count);
        found
    }

    /// The words nearest to the first phones, for each number of them.
    fn nearest(&self, trie: &Trie, phones: &[u16], wish: Wish) -> Vec<Vec<Heard>> {
        let keep = if wish.two { PARTS_TRIED } else { wish.count };
        let mut best = vec![Vec::<Heard>::new(); phones.len() + 1];
        let width = phones.len() + 1;
        let mut rows = vec![0; (trie.deepest() + 1) * width];
        for (place, &phone) in phones.iter().enumerate() {
            rows[place + 1] = rows[place] + self.sounds.alone(phone);
        }
        trie.walk(|phone, depth, words| {
            let (before, row) = rows[(depth - 1) * width..].split_at_mut(width);
            let row = &mut row[..width];
            row.copy_from_slice(before);
            let least = self.sounds.step(phone, phones, row);
            for &first in words {
                for (best, &distance) in best.iter_mut().zip(row.iter()) {
                    offer(best, Heard { distance, first, second: None }, keep, wish.threshold);
                }
            }
            least < wish.threshold
        });
        best
    }
}

/// Keeps a word if it is among the nearest.
fn offer(best: &mut Vec<Heard>, heard: Heard, keep: usize, threshold: u32) {
    if heard.distance >= threshold || best.len() >= keep && best.last().is_some_and(|last| *last <= heard) {
        return;
    }
    // A word that is spoken in several ways counts once.
    if let Some(at) = best.iter().position(|each| each.first == heard.first) {
        if best[at] <= heard {
            return;
        }
        best.remove(at);
    }
    best.insert(best.partition_point(|each| *each < heard), heard);
    best.truncate(keep);
}

/// All pairs of words for the first part and for the second.
fn joined<'a>(firsts: &'a [Heard], seconds: &'a [Heard]) -> impl Iterator<Item = Heard> + 'a {
    firsts.iter().flat_map(move |one| {
        seconds.iter().map(move |other| Heard {
            distance: one.distance + other.distance,
            first: one.first,
            second: Some(other.first),
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pronunciation::parts;
    use super::super::pronunciation::tests::{naive, phones, sounds};
    use super::*;

    fn spoken(words: &[Vec<u16>], sounds: &Sounds) -> Spoken {
        let mut sum = 0;
        let ends = words
            .iter()
            .map(|word| {
                sum += word.len() as u32;
                sum
            })
            .collect();
        let numbers = (1..=words.len() as u32).collect();
        Spoken::new(words.concat(), ends, numbers, sounds).unwrap_or_default()
    }

    /// Costs are symmetric: a query is compared with words from either side.
    fn even(sounds: Sounds) -> Sounds {
        let pairs: Vec<f64> = (0..16)
            .map(|at| {
                let (one, other) = (at / 4, at % 4);
                super::super::pronunciation::cost(sounds.of(one.min(other))[usize::from(one.max(other))])
            })
            .collect();
        let alone: Vec<f64> = (0..4).map(|phone| super::super::pronunciation::cost(sounds.alone(phone))).collect();
        Sounds::new(&pairs, &alone).unwrap_or(sounds)
    }

    proptest! {
        #[test]
        fn the_nearest_are_those_of_all(
            sounds in sounds(),
            words in prop::collection::btree_set(prop::collection::vec(0..4_u16, 1..4), 1..6),
            query in phones(5),
            threshold in 1..15_u32,
        ) {
            let sounds = even(sounds);
            let words: Vec<Vec<u16>> = words.into_iter().collect();
            let lexicon = spoken(&words, &sounds);
            let queries = spoken(&[if query.is_empty() { vec![0] } else { query.clone() }], &sounds);
            let query = if query.is_empty() { vec![0] } else { query };
            let threshold = parts(f64::from(threshold));
            for two in [false, true] {
                // Few words, so that none is left out for the number of those tried.
                let wish = Wish { two, threshold, count: 8 };
                let found = phrases(&queries, &lexicon, &sounds, wish, 2, &mut |_| Ok(()));
                let found = found.map(|mut found| found.remove(0)).unwrap_or_default();
                let mut all: Vec<Heard> = Vec::new();
                for (first, one) in words.iter().enumerate() {
                    if !two {
                        all.push(Heard { distance: naive(&sounds, one, &query), first: first as u32, second: None });
                        continue;
                    }
                    for (second, other) in words.iter().enumerate() {
                        // Each of the two stands for a part of the word, so one of a single sound is never two.
                        let cuts = (1..query.len()).map(|cut| {
                            naive(&sounds, one, &query[..cut]) + naive(&sounds, other, &query[cut..])
                        });
                        all.extend(cuts.min().map(|distance| Heard {
                            distance, first: first as u32, second: Some(second as u32),
                        }));
                    }
                }
                all.retain(|heard| heard.distance < threshold);
                all.sort_unstable();
                all.truncate(8);
                prop_assert_eq!(found, all);
            }
        }
    }
}
