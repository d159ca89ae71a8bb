//! Texts by the chunk: many strings in one buffer, cut into words, characters or tokens, and turned into ids.

use crate::error::{ErrorKind, Result};
use crate::split::for_each_word;
use crate::vocab::Vocabulary;

/// What a text is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Runs of anything but white space, as Python's `str.split` finds them.
    Words,
    /// Code points, with one blank between words and none around them.
    Characters,
    /// Code points without any white space.
    Letters,
}

impl Unit {
    /// The units that have names.
    pub const NAMED: [(&'static str, Self); 3] =
        [("words", Self::Words), ("characters", Self::Characters), ("letters", Self::Letters)];

    /// The unit of that name.
    pub fn named(name: &str) -> Result<Self> {
        Self::NAMED
            .into_iter()
            .find_map(|(known, unit)| (known == name).then_some(unit))
            .ok_or_else(|| ErrorKind::UnknownUnit(name.to_owned()).into())
    }
}

/// Strings in one buffer: a reference, its hypothesis, the next reference, and so on.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    text: String,
    ends: Vec<usize>,
    tokens: Option<Vec<usize>>,
}

impl Texts {
    /// Adds a string that is still to be cut.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// Adds one token to the item that is being built; such items are never cut again.
    pub fn push_token(&mut self, token: &str) {
        self.text.push_str(token);
        self.tokens.get_or_insert_default().push(self.text.len());
    }

    /// Ends the item whose tokens were pushed.
    pub fn close_tokens(&mut self) {
        self.ends.push(self.tokens.get_or_insert_default().len());
    }

    /// Whether the items are lists of tokens rather than strings to cut.
    pub fn holds_tokens(&self) -> bool {
        self.tokens.is_some()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many bytes they take.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Cuts all strings and replaces `ids` by theirs: of words as the vocabulary counts them, of characters their
    /// code points.
    pub fn intern(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        ids.clear();
        vocabulary.clear();
        if let Some(tokens) = &self.tokens {
            self.intern_tokens(tokens, vocabulary, ids);
            return;
        }
        let mut start = 0;
        for &end in &self.ends {
            let text = &self.text[start..];
            match unit {
                Unit::Words => for_each_word(&text[..end - start], |from, to| {
                    ids.flat.push(vocabulary.intern_within(text.as_bytes(), from, to));
                }),
                Unit::Characters => for_each_word(&text[..end - start], |from, to| {
                    if ids.flat.len() > ids.ends.last().copied().unwrap_or(0) {
                        ids.flat.push(u32::from(' '));
                    }
                    ids.extend_characters(&text[from..to]);
                }),
                Unit::Letters => for_each_word(&text[..end - start], |from, to| {
                    ids.extend_characters(&text[from..to]);
                }),
            }
            ids.close();
            start = end;
        }
    }

    /// The same, with every id that of a word in the vocabulary, characters too.
    pub fn intern_words(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        self.intern(unit, vocabulary, ids);
        if unit != Unit::Words && !self.holds_tokens() {
            ids.rename(|point| {
                let character = char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
                vocabulary.intern(character.encode_utf8(&mut [0; 4]).as_bytes())
            });
        }
    }

    fn intern_tokens(&self, tokens: &[usize], vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        let mut begin = 0;
        let mut first = 0;
        for &last in &self.ends {
            for &end in &tokens[first..last] {
                ids.flat.push(vocabulary.intern(&self.text.as_bytes()[begin..end]));
                begin = end;
            }
            ids.close();
            first = last;
        }
    }
}

/// Id sequences, one behind the other.
#[derive(Clone, Debug, Default)]
pub struct Sequences {
    flat: Vec<u32>,
    ends: Vec<usize>,
}

impl Sequences {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.flat.clear();
        self.ends.clear();
    }

    fn close(&mut self) {
        self.ends.push(self.flat.len());
    }

    fn extend_characters(&mut self, word: &str) {
        if word.is_ascii() {
            self.flat.extend(word.bytes().map(u32::from));
        } else {
            self.flat.extend(word.chars().map(u32::from));
        }
    }

    /// Gives every id another name.
    pub fn rename(&mut self, mut name: impl FnMut(u32) -> u32) {
        self.flat.iter_mut().for_each(|id| *id = name(*id));
    }

    /// How many sequences there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One sequence.
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.flat[start..self.ends[index]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_keep_one_blank_between_words() {
        let mut texts = Texts::default();
        texts.push("  à  b ");
        texts.push(" ");
        let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
        texts.intern(Unit::Characters, &mut vocabulary, &mut ids);
        assert_eq!(ids.get(0), ['à', ' ', 'b'].map(u32::from));
        assert_eq!(ids.get(1), [0; 0]);
        texts.intern(Unit::Letters, &mut vocabulary, &mut ids);
        assert_eq!(ids.get(0), ['à', 'b'].map(u32::from));
    }

    #[test]
    fn tokens_are_taken_as_they_are() {
        let mut texts = Texts::default();
        for item in [vec!["a b", "", "a b"], vec![], vec![""]] {
            for token in item {
                texts.push_token(token);
            }
            texts.close_tokens();
        }
        let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
        texts.intern(Unit::Words, &mut vocabulary, &mut ids);
        assert_eq!((ids.get(0), ids.get(1), ids.get(2)), (&[0, 1, 0][..], &[][..], &[1][..]));
    }
}
