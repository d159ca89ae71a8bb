//! N-grams that the two texts of a pair share, for scores that do not ask where they stand.

use std::hash::BuildHasher;

use foldhash::fast::FixedState;

use super::characters::take_characters;
use super::{Sequences, Unit};

/// Texts of one side, one behind the other: code points, or numbers of words.
#[derive(Clone, Debug, Default)]
pub struct Numbered {
    /// Of all texts.
    pub tokens: Vec<u32>,
    /// By text, how many of the tokens are its own.
    pub lengths: Vec<usize>,
}

impl Numbered {
    /// The tokens of each text. Code points are cut into characters or letters; numbers of words are taken as they are.
    fn cut(&self, unit: Unit) -> Sequences {
        let (mut cut, mut rest) = (Sequences::default(), &self.tokens[..]);
        for &length in &self.lengths {
            let (text, others) = rest.split_at_checked(length).unwrap_or((rest, &[]));
            rest = others;
            if unit == Unit::Words {
                cut.flat.extend_from_slice(text);
            } else {
                take_characters(text, &mut cut, unit == Unit::Characters);
            }
            cut.close();
        }
        cut
    }
}

/// By pair, and by n up to the order: how many n-grams both texts have, how many the reference, and the hypothesis.
pub fn count_shared(references: &Numbered, hypotheses: &Numbered, unit: Unit, order: usize) -> Vec<[i64; 3]> {
    let (references, hypotheses) = (references.cut(unit), hypotheses.cut(unit));
    let mut counts = Vec::with_capacity(references.len() * order);
    for pair in 0..references.len().min(hypotheses.len()) {
        count_of_pair(references.get(pair), hypotheses.get(pair), order, &mut counts);
    }
    counts
}

/// An n-gram of the reference in an open table; its place there is its number.
#[derive(Clone, Copy)]
struct Gram {
    /// The number of the one that is shorter by one, and the token behind it.
    key: u64,
    /// How many of them the hypothesis has not matched yet.
    left: u32,
}

/// The number of an n-gram that the reference does not have; nor does it any longer one that begins with it.
const MISSING: u32 = u32::MAX;
/// A free place, whose key no n-gram has: of a `MISSING` one none is made.
const FREE: Gram = Gram { key: u64::MAX, left: 0 };

/// Where an n-gram stands, or would.
fn find_place(grams: &[Gram], hasher: &FixedState, key: u64) -> usize {
    let last = grams.len() - 1;
    let mut place = hasher.hash_one(key) as usize & last;
    while grams[place].key != key && grams[place].key != FREE.key {
        place = (place + 1) & last;
    }
    place
}

fn count_of_pair(reference: &[u32], hypothesis: &[u32], order: usize, counts: &mut Vec<[i64; 3]>) {
    let sizes = |n: usize| [reference, hypothesis].map(|tokens| (tokens.len() + 1).saturating_sub(n) as i64);
    if reference == hypothesis {
        counts.extend((1..=order).map(|n| [sizes(n)[0]; 3]));
        return;
    }
    let hasher = FixedState::default();
    let mut grams = vec![FREE; (2 * reference.len()).next_power_of_two()];
    // By place in the text the n-gram that begins there: the empty one at first.
    let (mut ours, mut theirs) = (vec![0_u32; reference.len()], vec![0_u32; hypothesis.len()]);
    let key = |shorter: u32, token: u32| u64::from(shorter) << 32 | u64::from(token);
    for n in 1..=order {
        let lasts = [reference, hypothesis].map(|tokens| tokens.get(n - 1..).unwrap_or_default());
        grams.fill(FREE);
        for (gram, &token) in ours.iter_mut().zip(lasts[0]) {
            let key = key(*gram, token);
            let place = find_place(&grams, &hasher, key);
            grams[place] = Gram { key, left: grams[place].left + 1 };
            *gram = place as u32;
        }
        let mut shared = 0;
        for (gram, &token) in theirs.iter_mut().zip(lasts[1]).filter(|(gram, _)| **gram != MISSING) {
            let place = find_place(&grams, &hasher, key(*gram, token));
            let found = &mut grams[place];
            *gram = if found.key == FREE.key { MISSING } else { place as u32 };
            shared += i64::from(found.left > 0);
            found.left = found.left.saturating_sub(1);
        }
        let [ours, theirs] = sizes(n);
        counts.push([shared, ours, theirs]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn times(gram: &[u32], text: &[u32]) -> usize {
        text.windows(gram.len()).filter(|other| *other == gram).count()
    }

    proptest! {
        #[test]
        fn each_is_shared_as_often_as_both_have_it(pairs in prop::collection::vec(
            (prop::collection::vec(0_u32..3, 0..12), prop::collection::vec(0_u32..3, 0..12)), 0..4
        )) {
            let side = |texts: Vec<&Vec<u32>>| Numbered {
                tokens: texts.iter().flat_map(|text| text.iter().copied()).collect(),
                lengths: texts.iter().map(|text| text.len()).collect(),
            };
            let sides = (side(pairs.iter().map(|pair| &pair.0).collect()), side(pairs.iter().map(|pair| &pair.1).collect()));
            let mut expected = Vec::new();
            for (one, other) in &pairs {
                for n in 1..=4 {
                    let mut grams: Vec<&[u32]> = one.windows(n).collect();
                    grams.sort_unstable();
                    grams.dedup();
                    let shared: usize = grams.iter().map(|gram| times(gram, one).min(times(gram, other))).sum();
                    expected.push([shared, one.windows(n).len(), other.windows(n).len()].map(|count| count as i64));
                }
            }
            prop_assert_eq!(count_shared(&sides.0, &sides.1, Unit::Words, 4), expected);
        }
    }
}
