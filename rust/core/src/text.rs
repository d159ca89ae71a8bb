//! Texts by the chunk: many strings in one buffer, cut into words, characters or tokens, and turned into ids.

use crate::error::{ErrorKind, Result};
use crate::latin;
use crate::split::{Encoding, Latin1, Plain, Utf8, for_each_word, is_white_space};
use crate::vocab::Vocabulary;

mod sequences;

pub use sequences::Sequences;

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
///
/// Strings that are still to be cut are held in UTF-8 or Latin-1, which words are cut from, or as code points, which
/// characters are; whoever fills a buffer does it in one of these ways, and each serves every unit.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    text: String,
    latin: Vec<u8>,
    points: Vec<u32>,
    /// By item: where it ends in `text`, in `latin`, in `points`, in `fields`, or in `tokens`.
    ends: Vec<usize>,
    /// By token: where it ends in `text`.
    tokens: Option<Vec<usize>>,
    /// Texts of tokens with C's white space between them.
    fields: Option<Vec<u8>>,
}

impl Texts {
    /// Adds a string that is still to be cut.
    pub fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len());
    }

    /// Adds a string in Latin-1, which has a byte for each character, and none from U+0100 on.
    pub fn push_latin(&mut self, bytes: &[u8]) {
        latin::push(bytes, &mut self.latin);
        self.ends.push(self.latin.len());
    }

    /// Adds any other string to such as are in Latin-1.
    pub fn push_beside_latin(&mut self, text: &str) {
        latin::push_escaped(text, &mut self.latin);
        self.ends.push(self.latin.len());
    }

    /// Turns from Latin-1 to UTF-8, because it is too seldom enough.
    pub fn widen(&mut self) {
        if !self.latin.is_empty() {
            *self = self.in_utf8();
        }
    }

    /// Adds a string of so many code points, which `fill` writes.
    pub fn push_points(&mut self, length: usize, fill: impl FnOnce(&mut [u32])) {
        let start = self.points.len();
        self.points.resize(start + length, 0);
        fill(&mut self.points[start..]);
        self.ends.push(self.points.len());
    }

    /// Adds the code points of a string.
    pub fn push_characters(&mut self, text: &str) {
        self.points.extend(text.chars().map(u32::from));
        self.ends.push(self.points.len());
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

    /// Adds a text in any encoding or none, whose tokens C's white space parts.
    pub fn push_fields(&mut self, text: &[u8]) {
        let fields = self.fields.get_or_insert_default();
        fields.extend_from_slice(text);
        self.ends.push(fields.len());
    }

    /// Whether the items are lists of tokens rather than strings to cut.
    pub fn holds_tokens(&self) -> bool {
        self.tokens.is_some() || self.fields.is_some()
    }

    /// Whether tokens are still to be cut from the items.
    pub fn holds_fields(&self) -> bool {
        self.fields.is_some()
    }

    /// How many strings there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// How many characters, or bytes of tokens, they take.
    pub fn size(&self) -> usize {
        self.points.len() + self.latin.len() + self.text.len() + self.fields.as_ref().map_or(0, Vec::len)
    }

    /// Cuts all strings and replaces `ids` by theirs: of words as the vocabulary counts them, of characters their
    /// code points.
    pub fn intern(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        ids.clear();
        vocabulary.clear();
        if let Some(tokens) = &self.tokens {
            self.intern_tokens(tokens, vocabulary, ids);
        } else if let Some(fields) = &self.fields {
            self.cut::<Plain>(fields, vocabulary, ids);
        } else if unit == Unit::Words {
            self.cut_words(vocabulary, ids);
        } else if !self.latin.is_empty() {
            self.in_utf8().by_points().take_points(ids, unit == Unit::Characters);
        } else if self.points.is_empty() {
            self.by_points().take_points(ids, unit == Unit::Characters);
        } else {
            self.take_points(ids, unit == Unit::Characters);
        }
    }

    fn cut_words(&self, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        if !self.latin.is_empty() {
            self.cut::<Latin1>(&self.latin, vocabulary, ids);
        } else if self.points.is_empty() {
            self.cut::<Utf8>(self.text.as_bytes(), vocabulary, ids);
        } else {
            self.in_utf8().cut_words(vocabulary, ids);
        }
    }

    fn cut<E: Encoding>(&self, text: &[u8], vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        let mut start = 0;
        for &end in &self.ends {
            let rest = &text[start..];
            for_each_word::<E>(&rest[..end - start], |from, to| {
                ids.flat.push(vocabulary.intern_within(rest, from, to));
            });
            ids.close();
            start = end;
        }
    }

    /// The same strings as code points.
    fn by_points(&self) -> Self {
        let mut texts = Self::default();
        let mut start = 0;
        for &end in &self.ends {
            texts.push_characters(&self.text[start..end]);
            start = end;
        }
        texts
    }

    /// The same strings in UTF-8; what is no character becomes U+FFFD.
    fn in_utf8(&self) -> Self {
        let mut texts = Self::default();
        let mut start = 0;
        for &end in &self.ends {
            if self.latin.is_empty() {
                let character = |&point| char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER);
                texts.text.extend(self.points[start..end].iter().map(character));
            } else {
                texts.text.extend(latin::characters(&self.latin[start..end]));
            }
            texts.ends.push(texts.text.len());
            start = end;
        }
        texts
    }

    /// Characters as they are, with one blank between words or none.
    fn take_points(&self, ids: &mut Sequences, blanks: bool) {
        let mut start = 0;
        for &end in &self.ends {
            let points = &self.points[start..end];
            if blanks && is_tidy(points) {
                ids.flat.extend_from_slice(points);
            } else {
                let mut words = points.split(|&point| is_white_space(point)).filter(|word| !word.is_empty());
                ids.flat.extend_from_slice(words.next().unwrap_or_default());
                for word in words {
                    ids.flat.extend(blanks.then_some(u32::from(' ')));
                    ids.flat.extend_from_slice(word);
                }
            }
            ids.close();
            start = end;
        }
    }

    /// The same, with every id that of a word in the vocabulary, characters too, which then holds them in UTF-8.
    pub fn intern_words(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        if !self.latin.is_empty() {
            return self.in_utf8().intern_words(unit, vocabulary, ids);
        }
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

/// Whether the only white space is single blanks between words, as far as a look without branches can tell.
fn is_tidy(points: &[u32]) -> bool {
    let doubtful = |point: u32| point < 0x20 || point == 0x85 || point == 0xa0 || point.wrapping_sub(0x1680) <= 0x1980;
    let odd = points.iter().fold(false, |odd, &point| odd | doubtful(point));
    let blank = |point: u32| point == 0x20;
    let double = points.iter().zip(points.iter().skip(1)).fold(false, |any, (&a, &b)| any | (blank(a) & blank(b)));
    let ends = [points.first(), points.last()].into_iter().flatten().any(|&point| blank(point));
    !(odd || double || ends)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn characters_are_those_of_the_words(text in "[ab\u{e9}\u{2003}\u{a0}\t\n ]{0,9}") {
            let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
            let mut texts = Texts::default();
            texts.push(&text);
            let words: Vec<&str> = text.split_whitespace().collect();
            for (unit, joined) in [(Unit::Characters, words.join(" ")), (Unit::Letters, words.concat())] {
                texts.intern(unit, &mut vocabulary, &mut ids);
                prop_assert_eq!(ids.get(0), joined.chars().map(u32::from).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn each_way_of_holding_text_serves_every_unit() {
        for some in [["", "l'été  à ", " x\u{a0}y\u{85}", "\u{ff} a"], ["", "l'été  à ", " 日本", "\u{10ffff} a"]]
        {
            let (mut texts, mut latin, mut points) = <(Texts, Texts, Texts)>::default();
            for text in some {
                let characters: Vec<u32> = text.chars().map(u32::from).collect();
                texts.push(text);
                points.push_points(characters.len(), |room| room.copy_from_slice(&characters));
                let bytes: Result<Vec<_>, _> = characters.iter().map(|&point| u8::try_from(point)).collect();
                match bytes {
                    Ok(bytes) => latin.push_latin(&bytes),
                    Err(_) if some.len() > 4 => latin.push_beside_latin(text),
                    Err(_) => {
                        latin.widen();
                        latin.push(text);
                    }
                }
            }
            for (_, unit) in Unit::NAMED {
                let (mut vocabulary, mut one, mut two, mut three) = Default::default();
                texts.intern(unit, &mut vocabulary, &mut one);
                points.intern(unit, &mut vocabulary, &mut two);
                latin.intern(unit, &mut vocabulary, &mut three);
                assert_eq!((&one, &one), (&two, &three), "{unit:?}");
                assert_eq!(one.len(), some.len());
                latin.intern_words(unit, &mut vocabulary, &mut three);
                assert!(unit == Unit::Letters || vocabulary.find("à".as_bytes()).is_some());
            }
        }
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
    fn fields_are_what_c_takes_for_them() {
        let mut texts = Texts::default();
        // The letter in UTF-8, in Latin-1, and in UTF-8 of what its bytes are in Latin-1 are three words; a no-break
        // space and a separator of records part nothing.
        texts.push_fields(b" \xc3\xa9\t\xe9\x0b\xc3\x83\xc2\xa9\x0c\xe9\r\n");
        texts.push_fields("a\u{a0}b\u{1e}c".as_bytes());
        texts.push_fields(b" \n");
        let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
        texts.intern(Unit::Words, &mut vocabulary, &mut ids);
        assert_eq!((ids.get(0), ids.get(1), ids.get(2)), (&[0, 1, 2, 1][..], &[3][..], &[][..]));
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
