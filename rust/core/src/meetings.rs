//! Recordings of several speakers: whose words are held against whose, and what that costs.

pub mod assignment;
pub mod combination;
pub mod timed;

#[cfg(test)]
mod properties;

/// When a word was said, in nanoseconds: decimal times that touch then touch, whatever their last binary digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// From when.
    pub start: i64,
    /// Until when.
    pub end: i64,
}

impl Span {
    /// Whether the two overlap; to touch is not to overlap.
    fn meets(self, other: Self) -> bool {
        self.start < other.end && other.start < self.end
    }
}

/// The words of a speaker or an utterance, in the order in which they are compared.
#[derive(Clone, Debug, Default)]
pub struct Spoken {
    words: Vec<u32>,
    spans: Vec<Span>,
}

impl Spoken {
    /// Words, and when each was said, or no spans at all where times do not matter.
    pub fn new(words: Vec<u32>, spans: Vec<Span>) -> crate::error::Result<Self> {
        if spans.is_empty() || spans.len() == words.len() {
            Ok(Self { words, spans })
        } else {
            let (left, right) = (words.len(), spans.len());
            Err(crate::error::ErrorKind::LengthMismatch { what: "words and their times", left, right }.into())
        }
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether a word of ours may pair with one of the other's, and if so, whether they are equal.
    #[inline(always)]
    fn pairs(&self, word: usize, other: &Self, place: usize) -> Option<bool> {
        let near = self.spans.is_empty() || other.spans.is_empty() || self.spans[word].meets(other.spans[place]);
        near.then(|| self.words[word] == other.words[place])
    }
}
