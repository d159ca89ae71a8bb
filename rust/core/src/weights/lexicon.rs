//! The words that weights are known for, and the rows of a matrix or table they stand at.

use crate::vocab::Vocabulary;

/// Words and the rows they stand at.
#[derive(Debug, Default)]
pub struct Lexicon {
    words: Vocabulary,
    /// By the id of a word: the row of its first appearance.
    rows: Vec<u32>,
    given: u32,
}

impl Lexicon {
    /// Adds the word of the next row.
    pub fn push(&mut self, word: &str) {
        if self.words.intern(word.as_bytes()) as usize == self.rows.len() {
            self.rows.push(self.given);
        }
        self.given += 1;
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.given as usize
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.given == 0
    }

    /// The row of a word, if there is one.
    pub(super) fn row(&self, word: &[u8]) -> Option<u32> {
        self.words.find(word).map(|id| self.rows[id as usize])
    }

    /// Each word once, with the row that counts.
    pub(super) fn known(&self) -> impl Iterator<Item = (&[u8], u32)> {
        self.words.words().zip(self.rows.iter().copied())
    }

    /// The same words at rows behind so many others.
    pub(super) fn behind(mut self, others: u32) -> Self {
        self.rows.iter_mut().for_each(|row| *row += others);
        self.given += others;
        self
    }
}
