//! Texts by the chunk: many strings in one buffer, cut into words, characters or tokens, and turned into ids.

use std::borrow::Cow;
use std::mem::discriminant;
use std::ops::Range;

use crate::error::{ErrorKind, Result, find_named};
use crate::split::{Encoding, Latin1, Plain, Utf8, for_each_word};
use crate::vocab::Vocabulary;

mod characters;
mod ends;
mod latin1;
pub mod ngrams;
mod sequences;

use characters::{take_characters, to_character};
use ends::CommonEnds;
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
        find_named(&Self::NAMED, name, ErrorKind::UnknownUnit)
    }
}

/// Strings in one buffer: a reference, its hypothesis, the next reference, and so on.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    held: Held,
    /// By item: where it ends in what is held.
    ends: Vec<usize>,
}

/// How the strings of a buffer are held; each way serves every unit.
#[derive(Clone, Debug)]
enum Held {
    /// Words are cut from it.
    Utf8(String),
    /// Words are cut from it; see [`latin1`].
    Latin1(Vec<u8>),
    /// Characters are taken from them.
    CodePoints(Vec<u32>),
    /// Items are lists of tokens, which are never cut; `ends` says by token where it ends in `text`.
    Tokens { text: String, ends: Vec<usize> },
    /// Texts in any encoding or none, whose tokens C's white space parts.
    Fields(Vec<u8>),
}

impl Default for Held {
    fn default() -> Self {
        Self::Utf8(String::new())
    }
}

impl Texts {
    /// No strings yet; they will be held in Latin-1, which costs Python less than UTF-8 where most texts fit it.
    pub fn in_latin1() -> Self {
        Self { held: Held::Latin1(Vec::new()), ends: Vec::new() }
    }

    /// No strings yet; they will be held as code points, which cost least where characters are wanted.
    pub fn in_code_points() -> Self {
        Self { held: Held::CodePoints(Vec::new()), ends: Vec::new() }
    }

    /// Adds a string, in whichever way the others are held.
    pub fn push(&mut self, text: &str) {
        match &mut self.held {
            Held::Utf8(held) => held.push_str(text),
            Held::Latin1(held) => latin1::push_escaped(text, held),
            Held::CodePoints(held) => held.extend(text.chars().map(u32::from)),
            Held::Tokens { .. } => self.push_token(text),
            Held::Fields(held) => held.extend_from_slice(text.as_bytes()),
        }
        self.close();
    }

    /// Adds a string in Latin-1, which has a byte for each character, and none from U+0100 on.
    pub fn push_latin1(&mut self, bytes: &[u8]) {
        let Held::Latin1(held) = &mut self.held else {
            return self.push(&bytes.iter().map(|&byte| char::from(byte)).collect::<String>());
        };
        latin1::push(bytes, held);
        self.ends.push(held.len());
    }

    /// Adds a string of so many code points, which `fill` writes.
    pub fn push_code_points(&mut self, length: usize, fill: impl FnOnce(&mut [u32])) {
        let Held::CodePoints(held) = &mut self.held else {
            let mut points = vec![0; length];
            fill(&mut points);
            return self.push(&points.into_iter().map(to_character).collect::<String>());
        };
        let start = held.len();
        held.resize(start + length, 0);
        fill(&mut held[start..]);
        self.ends.push(held.len());
    }

    /// Adds texts in Latin-1 that stand one behind the other, each up to its end, and says whether it can: none may have
    /// the byte that begins an escape.
    pub fn extend_latin1(&mut self, ends: &[usize], bytes: &[u8]) -> bool {
        let Held::Latin1(held) = &mut self.held else { return false };
        let fits = !bytes.contains(&latin1::ESCAPE) && ends.last().copied().unwrap_or(0) == bytes.len();
        if fits {
            self.ends.extend(ends.iter().map(|end| held.len() + end));
            held.extend_from_slice(bytes);
        }
        fits
    }

    /// Adds texts of code points that stand one behind the other, each up to its end, and says whether it can.
    pub fn extend_code_points(&mut self, ends: &[usize], points: &[u32]) -> bool {
        let Held::CodePoints(held) = &mut self.held else { return false };
        self.ends.extend(ends.iter().map(|end| held.len() + end));
        held.extend_from_slice(points);
        true
    }

    /// Turns from Latin-1 to UTF-8, because too few texts fit Latin-1.
    pub fn widen(&mut self) {
        if matches!(self.held, Held::Latin1(_)) {
            *self = self.in_utf8();
        }
    }

    /// Adds one token to the item that is being built; such items are never cut again.
    pub fn push_token(&mut self, token: &str) {
        self.hold(Held::Tokens { text: String::new(), ends: Vec::new() });
        if let Held::Tokens { text, ends } = &mut self.held {
            text.push_str(token);
            ends.push(text.len());
        }
    }

    /// Ends the item whose tokens were pushed.
    pub fn close_tokens(&mut self) {
        self.hold(Held::Tokens { text: String::new(), ends: Vec::new() });
        self.close();
    }

    /// Adds a text in any encoding or none, whose tokens C's white space parts.
    pub fn push_fields(&mut self, text: &[u8]) {
        self.hold(Held::Fields(Vec::new()));
        if let Held::Fields(held) = &mut self.held {
            held.extend_from_slice(text);
        }
        self.close();
    }

    /// Has a buffer that is still empty hold its items in a way of its own.
    fn hold(&mut self, held: Held) {
        if discriminant(&self.held) != discriminant(&held) {
            debug_assert!(self.is_empty(), "strings, lists of tokens and fields do not mix");
            *self = Self { held, ends: Vec::new() };
        }
    }

    /// Whether the items are lists of tokens rather than strings to cut.
    pub fn holds_tokens(&self) -> bool {
        matches!(self.held, Held::Tokens { .. } | Held::Fields(_))
    }

    /// Whether tokens are still to be cut from the items.
    pub fn holds_fields(&self) -> bool {
        matches!(self.held, Held::Fields(_))
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
        match &self.held {
            Held::Tokens { text, .. } => text.len(),
            _ => self.ends.last().copied().unwrap_or(0),
        }
    }

    /// How many cells the matrices of all pairs have, of which no item has more rows or columns than characters.
    pub fn cells(&self) -> usize {
        let mut sizes = self.spans().map(|span| span.len());
        let pairs = std::iter::from_fn(|| Some(sizes.next()?.saturating_mul(sizes.next()?)));
        pairs.fold(0, usize::saturating_add)
    }

    /// Cuts all strings and replaces `ids` by theirs: of words as the vocabulary counts them, of characters their
    /// code points.
    pub fn intern(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        vocabulary.clear();
        let held = self.held_for(unit);
        held.intern_spans(held.spans(), unit, vocabulary, ids);
    }

    /// Cuts the strings of one pair as [`Self::intern`] does, with IDs that mean nothing beyond it, and says how many
    /// words at both beginnings and at both ends are the same and were left out, where these may be. Texts must be
    /// [held](Self::held_for) for the unit.
    pub fn intern_pair(
        &self,
        pair: usize,
        unit: Unit,
        [prefix, suffix]: [bool; 2],
        vocabulary: &mut Vocabulary,
        ids: &mut Sequences,
    ) -> [usize; 2] {
        let mut spans = [2 * pair, 2 * pair + 1].map(|item| self.span(item));
        let mut common = [0, 0];
        if let Held::Latin1(bytes) = &self.held {
            let ends = CommonEnds::of::<Latin1>(spans.clone().map(|span| &bytes[span]), prefix, suffix);
            common = [ends.prefix, ends.suffix];
            for (span, between) in spans.iter_mut().zip(ends.between) {
                *span = span.start + between.start..span.start + between.end;
            }
        }
        vocabulary.clear_for(spans[0].len() + spans[1].len());
        self.intern_spans(spans.into_iter(), unit, vocabulary, ids);
        common
    }

    /// The same strings, held in a way from which this unit is cut.
    pub fn held_for(&self, unit: Unit) -> Cow<'_, Self> {
        match (&self.held, unit) {
            (Held::CodePoints(_), Unit::Words) => Cow::Owned(self.in_utf8()),
            (Held::Utf8(_) | Held::Latin1(_), Unit::Characters | Unit::Letters) => {
                Cow::Owned(self.copied_to(Self::in_code_points()))
            }
            _ => Cow::Borrowed(self),
        }
    }

    fn intern_spans(
        &self,
        spans: impl Iterator<Item = Range<usize>>,
        unit: Unit,
        vocabulary: &mut Vocabulary,
        ids: &mut Sequences,
    ) {
        ids.clear();
        for span in spans {
            match &self.held {
                Held::Tokens { text, ends } => intern_tokens(text, ends, span, vocabulary, ids),
                Held::Fields(fields) => cut::<Plain>(fields, span, vocabulary, ids),
                Held::Utf8(text) => cut::<Utf8>(text.as_bytes(), span, vocabulary, ids),
                Held::Latin1(bytes) => cut::<Latin1>(bytes, span, vocabulary, ids),
                Held::CodePoints(points) => take_characters(&points[span], ids, unit == Unit::Characters),
            }
            ids.close();
        }
    }

    /// Cuts all strings as [`Self::intern`] does, but has the vocabulary hold characters, too, and all in UTF-8.
    pub fn intern_words(&self, unit: Unit, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
        if matches!(self.held, Held::Latin1(_)) {
            return self.in_utf8().intern_words(unit, vocabulary, ids);
        }
        self.intern(unit, vocabulary, ids);
        if unit != Unit::Words && !self.holds_tokens() {
            ids.rename(|point| vocabulary.intern(to_character(point).encode_utf8(&mut [0; 4]).as_bytes()));
        }
    }

    fn close(&mut self) {
        self.ends.push(match &self.held {
            Held::Utf8(held) => held.len(),
            Held::Latin1(held) | Held::Fields(held) => held.len(),
            Held::CodePoints(held) => held.len(),
            Held::Tokens { ends, .. } => ends.len(),
        });
    }

    fn span(&self, item: usize) -> Range<usize> {
        let start = if item == 0 { 0 } else { self.ends[item - 1] };
        start..self.ends[item]
    }

    fn spans(&self) -> impl Iterator<Item = Range<usize>> {
        (0..self.len()).map(|item| self.span(item))
    }

    /// The same strings in UTF-8; what is no character becomes U+FFFD.
    fn in_utf8(&self) -> Self {
        self.copied_to(Self::default())
    }

    /// The strings once more, each added to a buffer that holds them in another way.
    fn copied_to(&self, mut texts: Self) -> Self {
        for span in self.spans() {
            match &self.held {
                Held::Utf8(held) => texts.push(&held[span]),
                Held::Latin1(held) => texts.push(&latin1::characters(&held[span]).collect::<String>()),
                Held::CodePoints(held) => texts.push(&held[span].iter().copied().map(to_character).collect::<String>()),
                Held::Tokens { .. } | Held::Fields(_) => return self.clone(),
            }
        }
        texts
    }
}

fn cut<E: Encoding>(text: &[u8], span: Range<usize>, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
    let rest = &text[span.start..];
    for_each_word::<E>(&rest[..span.len()], |from, to| ids.flat.push(vocabulary.intern_within(rest, from, to)));
}

fn intern_tokens(text: &str, ends: &[usize], span: Range<usize>, vocabulary: &mut Vocabulary, ids: &mut Sequences) {
    let mut begin = if span.start == 0 { 0 } else { ends[span.start - 1] };
    for &end in &ends[span] {
        ids.flat.push(vocabulary.intern(&text.as_bytes()[begin..end]));
        begin = end;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_way_of_holding_text_serves_every_unit() {
        for some in [["", "l'été  à ", " x\u{a0}y\u{85}", "\u{ff} a"], ["", "l'été  à ", " 日本", "\u{10ffff} a"]]
        {
            let (mut texts, mut latin, mut points) = (Texts::default(), Texts::in_latin1(), Texts::in_code_points());
            let mut mixed = Texts::in_latin1();
            for (place, text) in some.into_iter().enumerate() {
                let characters: Vec<u32> = text.chars().map(u32::from).collect();
                texts.push(text);
                points.push_code_points(characters.len(), |room| room.copy_from_slice(&characters));
                match characters.iter().map(|&point| u8::try_from(point)).collect::<Result<Vec<_>, _>>() {
                    Ok(bytes) => latin.push_latin1(&bytes),
                    Err(_) => latin.push(text),
                }
                if place == 2 {
                    mixed.widen();
                }
                mixed.push_code_points(characters.len(), |room| room.copy_from_slice(&characters));
            }
            for (_, unit) in Unit::NAMED {
                let mut vocabulary = Vocabulary::default();
                let [one, others @ ..] = [&texts, &latin, &points, &mixed].map(|texts| {
                    let mut ids = Sequences::default();
                    texts.intern(unit, &mut vocabulary, &mut ids);
                    ids
                });
                assert_eq!(one.len(), some.len());
                assert_eq!(others, [&one; 3].map(Clone::clone), "{unit:?}");
                latin.intern_words(unit, &mut vocabulary, &mut Sequences::default());
                assert!(unit == Unit::Letters || vocabulary.find("à".as_bytes()).is_some());
            }
        }
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
