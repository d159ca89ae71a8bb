//! Texts by the chunk: many strings in one buffer, cut into words, characters or tokens, and turned into ids.

use crate::error::{ErrorKind, Result};
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

    /// Cuts all strings and replaces `ids` by theirs.
    pub fn intern(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        ids.clear();
        vocabulary.clear();
        if let Some(tokens) = &self.tokens {
            self.intern_tokens(tokens, vocabulary, ids);
            return;
        }
        let mut start = 0;
        for &end in &self.ends {
            let text = &self.text[start..end];
            match unit {
                Unit::Words => for_each_word(text, |word| ids.flat.push(vocabulary.intern(word))),
                Unit::Characters => {
                    for_each_word(text, |word| {
                        if ids.flat.len() > ids.start() {
                            ids.flat.push(u32::from(' '));
                        }
                        ids.flat.extend(word.chars().map(u32::from));
                    });
                }
                Unit::Letters => for_each_word(text, |word| ids.flat.extend(word.chars().map(u32::from))),
            }
            ids.close();
            start = end;
        }
    }

    fn intern_tokens(&self, tokens: &[usize], vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        let mut begin = 0;
        let mut first = 0;
        for &last in &self.ends {
            for &end in &tokens[first..last] {
                ids.flat.push(vocabulary.intern(&self.text[begin..end]));
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

    fn start(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn close(&mut self) {
        self.ends.push(self.flat.len());
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

/// Calls `take` with each run of anything but white space.
fn for_each_word(text: &str, mut take: impl FnMut(&str)) {
    let bytes = text.as_bytes();
    let mut start = 0;
    let mut position = 0;
    while position < bytes.len() {
        let width = white_space_at(bytes, position);
        if width == 0 {
            position += 1;
            continue;
        }
        if start < position {
            take(&text[start..position]);
        }
        position += width;
        start = position;
    }
    if start < position {
        take(&text[start..]);
    }
}

/// How many bytes of white space begin at a position; 0 for none.
///
/// White space is what Python's `str.split` takes for it: Unicode's, and the four separators U+001C to U+001F.
#[inline]
fn white_space_at(bytes: &[u8], position: usize) -> usize {
    match bytes[position] {
        b'\t'..=b'\r' | 0x1c..=0x20 => 1,
        ..=0xc1 | 0xc3..=0xe0 | 0xe4.. => 0,
        _ => wide_white_space(&bytes[position..]),
    }
}

/// White space outside ASCII, which only four lead bytes can begin.
fn wide_white_space(bytes: &[u8]) -> usize {
    match bytes {
        [0xc2, 0x85 | 0xa0, ..] => 2,
        [0xe1, 0x9a, 0x80, ..]
        | [0xe2, 0x80, 0x80..=0x8a | 0xa8 | 0xa9 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f, ..]
        | [0xe3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_unicodes_and_pythons() {
        for point in 0..=0x0010_ffff {
            let Some(character) = char::from_u32(point) else { continue };
            let mut buffer = [0; 4];
            let encoded = character.encode_utf8(&mut buffer).as_bytes();
            let expected = character.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&character);
            assert_eq!(white_space_at(encoded, 0) == encoded.len(), expected, "U+{point:04X}");
        }
    }

    fn words(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        for_each_word(text, |word| found.push(word.to_owned()));
        found
    }

    #[test]
    fn words_lie_between_white_space() {
        assert_eq!(words("  le\u{a0}mot \u{3000}dévié\t\n"), ["le", "mot", "dévié"]);
        assert_eq!(words(" \u{2003} "), [""; 0]);
        assert_eq!(words("un"), ["un"]);
    }

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
