//! Random numbers that belong to a place in an utterance: whoever needs them asks for them, in any order.

use crate::resample::random::mix;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// Numbers that belong to each place.
const PLACE: u64 = 8;

#[derive(Clone, Copy, Debug)]
pub enum Purpose {
    /// Whether there is an error at the word.
    Error,
    /// Whether chance stays as it was at the word before.
    Stay,
    /// Which kind of error it is.
    Kind,
    /// Which word takes its place.
    Word,
    /// Whether it and the next word are merged.
    Merge,
    /// Whether a word is inserted behind it.
    Insertion,
    /// Whether the chance of an insertion stays as it was.
    StayBehind,
    /// Which words are inserted, and how many.
    Inserted,
}

/// The numbers of an utterance, which depend on the seed and its key alone.
#[derive(Clone, Copy, Debug)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64, key: &str) -> Self {
        // FNV-1a, by Fowler, Noll and Vo.
        let number = key
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |number, byte| (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self(mix(seed.wrapping_add(GOLDEN)) ^ mix(number.wrapping_mul(GOLDEN).wrapping_add(1)))
    }

    /// A number from 0 to 1, 1 excluded, all equally likely.
    pub fn at(self, place: usize, purpose: Purpose) -> f64 {
        let number = PLACE.wrapping_mul(place as u64).wrapping_add(purpose as u64 + 1);
        let bits = mix(self.0.wrapping_add(number.wrapping_mul(GOLDEN)));
        (bits >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The numbers of what is inserted at a place.
    #[must_use]
    pub fn within(self, place: usize) -> Self {
        Self(mix(self.0 ^ mix(place as u64 ^ GOLDEN)))
    }
}
