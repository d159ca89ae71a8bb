//! How far words are in sound: the least cost of changes that make the phones of one those of another.
//!
//! Costs are counted in whole parts, so that sums are exact whatever their order; a quarter, of which the costs of
//! articulatory features are made, is a number of parts.

use crate::error::{ErrorKind, Result};

/// Parts of a cost of 1.
const PARTS: f64 = 65_536.0;
/// More than any two words are apart.
pub const FAR: u32 = u32::MAX / 4;
/// No cost of a phone is above this.
const LARGEST: f64 = 100.0;
/// Nobody says a word of more phones; so no sum of costs is too large for its number.
pub const LONGEST: usize = 255;

/// Phones and what it costs to change them.
#[derive(Clone, Debug)]
pub struct Sounds {
    /// Of each pair of phones, the one for the other.
    pairs: Vec<u32>,
    /// Of each phone by itself, lost or added.
    alone: Vec<u32>,
    /// Whether no pair costs less than its phones differ by themselves; then words do not either.
    bounded: bool,
}

impl Sounds {
    /// Costs of pairs, phone by phone, and of phones by themselves.
    pub fn new(pairs: &[f64], alone: &[f64]) -> Result<Self> {
        let count = alone.len();
        if count * count != pairs.len() {
            return Err(ErrorKind::TableShape { rows: count, columns: count, values: pairs.len() }.into());
        }
        let odd = |cost: &&f64| !(0.0..=LARGEST).contains(*cost);
        if let Some(&value) = pairs.iter().chain(alone).find(odd) {
            return Err(ErrorKind::InvalidCost { name: "phone".to_owned(), value }.into());
        }
        let parts = |costs: &[f64]| costs.iter().map(|cost| (cost * PARTS).round() as u32).collect();
        let (pairs, alone): (Vec<u32>, Vec<u32>) = (parts(pairs), parts(alone));
        let bounded = (0..count * count).all(|at| pairs[at] >= alone[at / count].abs_diff(alone[at % count]));
        Ok(Self { pairs, alone, bounded })
    }

    /// How many phones there are.
    pub fn len(&self) -> usize {
        self.alone.len()
    }

    /// What it costs to take a phone for each of the others.
    pub fn of(&self, phone: u16) -> &[u32] {
        &self.pairs[usize::from(phone) * self.alone.len()..][..self.alone.len()]
    }

    /// What it costs to lose or add a phone.
    pub fn alone(&self, phone: u16) -> u32 {
        self.alone[usize::from(phone)]
    }

    /// What it costs to lose all of these.
    pub fn whole(&self, phones: &[u16]) -> u32 {
        phones.iter().map(|&phone| self.alone(phone)).sum()
    }

    /// Whether words are at least as far apart as their whole costs differ.
    pub fn are_bounded(&self) -> bool {
        self.bounded
    }

    /// The distance in parts, if it is less than `limit`. `room` is memory that others may have used.
    pub fn distance(&self, one: &[u16], other: &[u16], limit: u32, room: &mut Vec<u32>) -> Option<u32> {
        room.clear();
        room.push(0);
        let mut sum = 0;
        room.extend(other.iter().map(|&phone| {
            sum += self.alone(phone);
            sum
        }));
        for &phone in one {
            if self.step(phone, other, room) >= limit {
                return None;
            }
        }
        room.last().copied().filter(|&distance| distance < limit)
    }

    /// Adds a phone to what a row of costs belongs to, and gives the least of the new row.
    #[inline(always)]
    pub fn step(&self, phone: u16, other: &[u16], row: &mut [u32]) -> u32 {
        let (pairs, lost) = (self.of(phone), self.alone(phone));
        let Some((first, rest)) = row.split_first_mut() else { return FAR };
        let mut diagonal = *first;
        *first += lost;
        let (mut left, mut least) = (*first, *first);
        for (cell, &heard) in rest.iter_mut().zip(other) {
            let heard = usize::from(heard);
            left = (diagonal + pairs[heard]).min(*cell + lost).min(left + self.alone[heard]);
            diagonal = *cell;
            *cell = left;
            least = least.min(left);
        }
        least
    }
}

/// Parts as the cost they stand for.
pub fn cost(parts: u32) -> f64 {
    f64::from(parts) / PARTS
}

/// A cost in parts.
pub fn parts(cost: f64) -> u32 {
    (cost.clamp(0.0, cost_of_far()) * PARTS).round() as u32
}

fn cost_of_far() -> f64 {
    f64::from(FAR) / PARTS
}

/// Words, and how each may be spoken.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    phones: Vec<u16>,
    /// Where each variant ends among the phones.
    ends: Vec<u32>,
    /// Where the variants of each word end among all.
    words: Vec<u32>,
}

impl Spoken {
    /// Phones of all variants, one behind the other, where each variant ends, and where those of each word do.
    pub fn new(phones: Vec<u16>, ends: Vec<u32>, words: Vec<u32>, sounds: &Sounds) -> Result<Self> {
        let rising = |ends: &[u32], last: usize| {
            ends.windows(2).all(|pair| pair[0] <= pair[1]) && ends.last().map_or(0, |&end| end as usize) == last
        };
        let known = phones.iter().all(|&phone| usize::from(phone) < sounds.len());
        if !(rising(&ends, phones.len()) && rising(&words, ends.len()) && known) {
            let (rows, columns, values) = (words.len(), ends.len(), phones.len());
            return Err(ErrorKind::TableShape { rows, columns, values }.into());
        }
        let longest = ends.windows(2).map(|pair| pair[1] - pair[0]).chain(ends.first().copied()).max();
        let cells = u64::from(longest.unwrap_or(0));
        if cells > LONGEST as u64 {
            return Err(ErrorKind::TooLarge { cells, limit: LONGEST as u64 }.into());
        }
        Ok(Self { phones, ends, words })
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// The ways a word is spoken.
    pub fn variants(&self, word: usize) -> impl Iterator<Item = &[u16]> + Clone {
        let begin = |ends: &[u32], at: usize| if at == 0 { 0 } else { ends[at - 1] as usize };
        let range = begin(&self.words, word)..self.words[word] as usize;
        range.map(move |at| &self.phones[begin(&self.ends, at)..self.ends[at] as usize])
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition: the least over all first steps, by recursion.
    pub fn naive(sounds: &Sounds, one: &[u16], other: &[u16]) -> u32 {
        let lost = |rest: &[u16], phone: u16| naive(sounds, rest, other) + sounds.alone(phone);
        match (one, other) {
            ([], _) => sounds.whole(other),
            (_, []) => sounds.whole(one),
            ([a, one @ ..], [b, rest @ ..]) => (naive(sounds, one, rest) + sounds.of(*a)[usize::from(*b)])
                .min(lost(one, *a))
                .min(naive(sounds, &[&[*a], one].concat(), rest) + sounds.alone(*b)),
        }
    }

    pub fn sounds() -> impl Strategy<Value = Sounds> {
        let quarters = |count| prop::collection::vec((0..40_u32).prop_map(|each| f64::from(each) / 4.0), count);
        (quarters(16), quarters(4)).prop_map(|(pairs, alone)| Sounds::new(&pairs, &alone).unwrap_or_else(|_| none()))
    }

    fn none() -> Sounds {
        Sounds { pairs: Vec::new(), alone: Vec::new(), bounded: true }
    }

    pub fn phones(longest: usize) -> impl Strategy<Value = Vec<u16>> {
        prop::collection::vec(0..4_u16, 0..=longest)
    }

    proptest! {
        #[test]
        fn distances_are_those_of_the_definition(sounds in sounds(), one in phones(5), other in phones(5), limit in 0..30_u32) {
            let expected = naive(&sounds, &one, &other);
            let mut room = vec![7; 3];
            prop_assert_eq!(sounds.distance(&one, &other, FAR, &mut room), Some(expected));
            let limit = parts(f64::from(limit));
            prop_assert_eq!(sounds.distance(&one, &other, limit, &mut room), Some(expected).filter(|&d| d < limit));
            prop_assert!(!sounds.are_bounded() || expected >= sounds.whole(&one).abs_diff(sounds.whole(&other)));
        }
    }

    #[test]
    fn costs_that_cannot_be_are_refused() {
        for (pairs, alone) in [(vec![0.0], vec![]), (vec![-1.0], vec![1.0]), (vec![f64::NAN], vec![1.0])] {
            assert!(Sounds::new(&pairs, &alone).is_err());
        }
        let sounds = Sounds::new(&[0.0], &[1.0]);
        assert!(sounds.is_ok_and(|sounds| Spoken::new(vec![1], vec![1], vec![1], &sounds).is_err()
            && Spoken::new(vec![0], vec![2], vec![1], &sounds).is_err()));
    }
}
