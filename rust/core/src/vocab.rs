//! Words to ids: equal words get equal `u32`s, counted from 0 in order of first sight.
//!
//! Most of the time of scoring ordinary utterances goes here, so words of up to fifteen bytes are their own key, and
//! longer ones are compared only where 64 bits of hash agree. The table is an open one of 24-byte entries, probed in
//! line: one look for nearly every word (1.6 times as fast here as a general hash map).

use std::hash::{BuildHasher, Hasher};

use foldhash::fast::FixedState;

/// A word that was seen; `VACANT`, whose length no key has, marks a free place.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: Key,
    id: u32,
}

/// The bytes of a short word, the hash of a long one, and in the highest byte the length of either.
///
/// Two halves rather than one number, which would leave a quarter of the table empty for its alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key([u64; 2]);

impl Key {
    #[inline(always)]
    fn new(bytes: u128, length: usize) -> Self {
        let marked = bytes | (length as u128) << (8 * SHORT);
        Self([marked as u64, (marked >> 64) as u64])
    }
}

const VACANT: Entry = Entry { key: Key([u64::MAX; 2]), id: u32::MAX };
const SHORT: usize = 15;
const SMALLEST: usize = 1 << 10;
const FEWEST: usize = 1 << 6;

/// The words seen so far.
#[derive(Debug)]
pub struct Vocabulary {
    table: Vec<Entry>,
    /// All words, one behind the other, and where each ends.
    spellings: Vec<u8>,
    ends: Vec<usize>,
    hasher: FixedState,
    /// What the table adds to the IDs: entries of lower ones are of words that were forgotten, and free places.
    base: u32,
    /// The last place of the table that is in use, one less than a power of two.
    last: usize,
}

impl Default for Vocabulary {
    fn default() -> Self {
        let table = vec![VACANT; SMALLEST];
        Self {
            table,
            spellings: Vec::new(),
            ends: Vec::new(),
            hasher: FixedState::default(),
            base: 0,
            last: SMALLEST - 1,
        }
    }
}

impl Vocabulary {
    /// Forgets all words and keeps the memory, without touching it: a large table may serve many small texts.
    pub fn clear(&mut self) {
        self.restart(self.table.len());
    }

    /// Forgets all words and confines those of a text of so many bytes to the beginning of the table, which then stays
    /// in the nearest cache from text to text.
    pub(crate) fn clear_for(&mut self, bytes: usize) {
        self.restart((bytes / 2).next_power_of_two().clamp(FEWEST, self.table.len()));
    }

    fn restart(&mut self, places: usize) {
        self.last = places - 1;
        self.base += self.ends.len() as u32;
        if self.base > u32::MAX / 2 {
            self.table.fill(VACANT);
            self.base = 0;
        }
        self.spellings.clear();
        self.ends.clear();
    }

    /// How many different words there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many bytes of memory it holds.
    pub fn room(&self) -> usize {
        size_of_val(self.table.as_slice()) + self.spellings.capacity() + size_of::<usize>() * self.ends.capacity()
    }

    /// Whether no word was seen.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The word of an id, as the bytes it was given in.
    pub fn word(&self, id: u32) -> &[u8] {
        let id = id as usize;
        let start = if id == 0 { 0 } else { self.ends[id - 1] };
        &self.spellings[start..self.ends[id]]
    }

    /// The words in order of their ids.
    pub fn words(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len() as u32).map(|id| self.word(id))
    }

    /// The id of a word, a new one if it was never seen.
    pub fn intern(&mut self, word: &[u8]) -> u32 {
        let key = self.key(word);
        match self.look_up_word(word, key) {
            Ok(id) => id,
            Err(place) => self.add(word, key, place),
        }
    }

    /// The id of the word at a place of a longer text, read sixteen bytes at a time where the text goes on.
    #[inline(always)]
    pub(crate) fn intern_within(&mut self, text: &[u8], start: usize, end: usize) -> u32 {
        let length = end - start;
        match text.get(start..).and_then(|rest| rest.first_chunk::<{ SHORT + 1 }>()) {
            Some(bytes) if length <= SHORT => {
                let key = Key::new(u128::from_le_bytes(*bytes) & KEEP[length], length);
                match self.look_up(key, |_| true) {
                    Ok(id) => id,
                    Err(place) => self.add_short(*bytes, length, key, place),
                }
            }
            _ => self.intern(&text[start..end]),
        }
    }

    /// The id of a word, if it was ever seen.
    pub fn find(&self, word: &[u8]) -> Option<u32> {
        self.look_up_word(word, self.key(word)).ok()
    }

    fn key(&self, word: &[u8]) -> Key {
        let length = word.len().min(SHORT + 1);
        let bytes = if word.len() <= SHORT { short_key(word) } else { u128::from(self.hash(word)) };
        Key::new(bytes, length)
    }

    fn look_up_word(&self, word: &[u8], key: Key) -> Result<u32, usize> {
        self.look_up(key, |id| word.len() <= SHORT || self.word(id) == word)
    }

    /// The id of the word of this key for which `same` holds, or the place where it belongs.
    #[inline(always)]
    fn look_up(&self, key: Key, same: impl Fn(u32) -> bool) -> Result<u32, usize> {
        let last = self.last;
        let mut place = spread(key) & last;
        loop {
            let entry = self.table[place];
            let id = entry.id.wrapping_sub(self.base);
            if id as usize >= self.ends.len() {
                return Err(place);
            }
            if entry.key == key && same(id) {
                return Ok(id);
            }
            place = (place + 1) & last;
        }
    }

    fn add(&mut self, word: &[u8], key: Key, place: usize) -> u32 {
        self.spellings.extend_from_slice(word);
        self.close(key, place)
    }

    /// Adds a short word that begins these bytes, all of which are copied because that takes no call.
    #[inline(always)]
    fn add_short(&mut self, bytes: [u8; SHORT + 1], length: usize, key: Key, place: usize) -> u32 {
        let end = self.spellings.len() + length;
        self.spellings.extend_from_slice(&bytes);
        self.spellings.truncate(end);
        self.close(key, place)
    }

    /// Gives the word that was spelled last its ID.
    #[inline(always)]
    fn close(&mut self, key: Key, place: usize) -> u32 {
        let id = self.ends.len() as u32;
        self.ends.push(self.spellings.len());
        self.table[place] = Entry { key, id: self.base + id };
        if 2 * self.ends.len() > self.last {
            self.grow();
        }
        id
    }

    #[cold]
    fn grow(&mut self) {
        let known = self.table[..=self.last].iter().filter(|entry| self.is_known(entry)).copied().collect::<Vec<_>>();
        // What stands in the table is forgotten, and entered again under higher numbers.
        let base = self.base;
        self.base += self.ends.len() as u32;
        self.last = 4 * self.last + 3;
        if self.last >= self.table.len() {
            self.table = vec![VACANT; self.last + 1];
        }
        for Entry { key, id } in known {
            let mut place = spread(key) & self.last;
            while self.is_known(&self.table[place]) {
                place = (place + 1) & self.last;
            }
            self.table[place] = Entry { key, id: id - base + self.base };
        }
    }

    fn is_known(&self, entry: &Entry) -> bool {
        (entry.id.wrapping_sub(self.base) as usize) < self.ends.len()
    }

    fn hash(&self, word: &[u8]) -> u64 {
        let mut hasher = self.hasher.build_hasher();
        hasher.write(word);
        hasher.finish()
    }
}

/// Masks that keep so many bytes.
const KEEP: [u128; SHORT + 1] = {
    let mut masks = [0; SHORT + 1];
    let mut length = 1;
    while length <= SHORT {
        masks[length] = masks[length - 1] << 8 | 0xff;
        length += 1;
    }
    masks
};

fn short_key(word: &[u8]) -> u128 {
    word.iter().rev().fold(0, |key, &byte| key << 8 | u128::from(byte))
}

/// Spreads a key over the places of the table.
#[inline(always)]
fn spread(key: Key) -> usize {
    let [low, high] = key.0;
    let product = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd6e8_feb8_6659_fd93);
    (product as u64 ^ (product >> 64) as u64) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn equal_ids_mean_equal_words(words in prop::collection::vec("[abé\0]{0,12}", 0..900)) {
            let mut vocabulary = Vocabulary::default();
            let mut twin: HashMap<String, u32> = HashMap::new();
            for word in &words {
                let next = twin.len() as u32;
                let expected = *twin.entry(word.clone()).or_insert(next);
                prop_assert_eq!(vocabulary.intern(word.as_bytes()), expected);
                let text = format!("é{word} suite");
                prop_assert_eq!(vocabulary.intern_within(text.as_bytes(), 2, 2 + word.len()), expected);
                prop_assert_eq!(vocabulary.find(word.as_bytes()), Some(expected));
                prop_assert_eq!(vocabulary.word(expected), word.as_bytes());
            }
            prop_assert_eq!(vocabulary.len(), twin.len());
        }
    }

    #[test]
    fn length_is_part_of_a_short_key() {
        let mut vocabulary = Vocabulary::default();
        let ids = ["", "\0", "\0\0", "a", "a\0"].map(|word| vocabulary.intern(word.as_bytes()));
        assert_eq!(ids, [0, 1, 2, 3, 4]);
        assert_eq!(vocabulary.find(b"b"), None);
        vocabulary.clear();
        assert_eq!(vocabulary.intern(b"a\0"), 0);
    }

    #[test]
    fn a_table_serves_small_texts_and_large_ones_in_turn() {
        let mut vocabulary = Vocabulary::default();
        let words: Vec<String> = (0..3_000).map(|number| format!("{number}")).collect();
        for (bytes, count) in [(10, 3_000), (10, 5), (4_000, 900), (0, 200), (100_000, 3_000)] {
            vocabulary.clear_for(bytes);
            for _ in 0..2 {
                for (place, word) in words[..count].iter().enumerate() {
                    assert_eq!(vocabulary.intern(word.as_bytes()), place as u32, "of {bytes} bytes");
                }
            }
            assert!(vocabulary.words().eq(words[..count].iter().map(String::as_bytes)));
            assert_eq!(words.get(count).and_then(|word| vocabulary.find(word.as_bytes())), None);
        }
    }

    #[test]
    fn what_was_forgotten_is_counted_anew() {
        let mut vocabulary = Vocabulary { base: u32::MAX / 2 - 3_000, ..Vocabulary::default() };
        let words: Vec<String> = (0..1_500).map(|number| format!("{number} and a long word")).collect();
        for round in 0..4 {
            for (place, word) in words.iter().enumerate().skip(round) {
                assert_eq!(vocabulary.find(word.as_bytes()), None);
                assert_eq!(vocabulary.intern(word.as_bytes()), (place - round) as u32);
            }
            assert_eq!(vocabulary.intern(words[round].as_bytes()), 0);
            vocabulary.clear();
        }
        assert!(vocabulary.base < u32::MAX / 4, "numbers began at 0 again when they were used up");
    }
}
