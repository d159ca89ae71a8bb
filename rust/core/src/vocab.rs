//! Words to ids: equal words get equal `u32`s, counted from 0 in order of first sight.
//!
//! Three quarters of the time of scoring ordinary utterances goes here, so words of up to eight bytes are their own
//! key, and longer ones are compared only where their 64-bit hashes agree.

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;
use hashbrown::HashTable;

/// A word's key: itself if short, else its hash.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Key {
    bits: u64,
    length: u32,
}

const SHORT: usize = 8;

struct Entry {
    key: Key,
    id: u32,
}

/// The words seen so far.
#[derive(Default)]
pub struct Vocabulary {
    table: HashTable<Entry>,
    /// Spelling of the words longer than a key, by id; empty for the others.
    long: Vec<Box<str>>,
    size: u32,
    hasher: FixedState,
}

impl Vocabulary {
    /// Forgets all words and keeps the memory.
    pub fn clear(&mut self) {
        self.table.clear();
        self.long.clear();
        self.size = 0;
    }

    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.size as usize
    }

    /// Whether no word was seen.
    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// The id of a word, a new one if it was never seen.
    pub fn intern(&mut self, word: &str) -> u32 {
        let key = self.key(word.as_bytes());
        let hash = spread(key.bits ^ u64::from(key.length) << 56);
        let Self { table, long, size, .. } = self;
        let same = |entry: &Entry| {
            entry.key == key
                && (word.len() <= SHORT || long.get(entry.id as usize).is_some_and(|l| **l == *word))
        };
        if let Some(entry) = table.find(hash, same) {
            return entry.id;
        }
        let id = *size;
        *size += 1;
        if word.len() > SHORT {
            long.resize_with(id as usize, Box::default);
            long.push(word.into());
        }
        table.insert_unique(hash, Entry { key, id }, |entry| {
            spread(entry.key.bits ^ u64::from(entry.key.length) << 56)
        });
        id
    }

    fn key(&self, word: &[u8]) -> Key {
        let length = word.len() as u32;
        if word.len() <= SHORT {
            return Key { bits: short_bits(word), length };
        }
        let mut hasher = self.hasher.build_hasher();
        hasher.write(word);
        Key { bits: hasher.finish(), length }
    }
}

/// Up to eight bytes as a number, by two reads that may overlap.
#[inline]
fn short_bits(word: &[u8]) -> u64 {
    let length = word.len();
    if let (Some(first), Some(last)) = (word.first_chunk::<4>(), word.last_chunk::<4>()) {
        u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4))
    } else if let (Some(first), Some(last)) = (word.first_chunk::<2>(), word.last_chunk::<2>()) {
        u64::from(u16::from_le_bytes(*first)) | u64::from(u16::from_le_bytes(*last)) << (8 * (length - 2))
    } else {
        word.first().copied().map_or(0, u64::from)
    }
}

/// Spreads a key over the bits that the table looks at: the top seven and the low ones.
#[inline]
fn spread(bits: u64) -> u64 {
    let product = u128::from(bits ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    product as u64 ^ (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equal_ids_mean_equal_words(words in prop::collection::vec("[abé\0]{0,12}", 0..200)) {
            let mut vocabulary = Vocabulary::default();
            let mut twin: HashMap<String, u32> = HashMap::new();
            for word in words {
                let next = twin.len() as u32;
                let expected = *twin.entry(word.clone()).or_insert(next);
                prop_assert_eq!(vocabulary.intern(&word), expected);
            }
            prop_assert_eq!(vocabulary.len(), twin.len());
        }
    }

    #[test]
    fn length_is_part_of_a_short_key() {
        let mut vocabulary = Vocabulary::default();
        let ids = ["", "\0", "\0\0", "a", "a\0"].map(|word| vocabulary.intern(word));
        assert_eq!(ids, [0, 1, 2, 3, 4]);
    }
}
