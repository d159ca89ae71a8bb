//! What a token of a text stands for: a word with its tags, what it is compared by, and what it asks of a recognizer.
//!
//! A corpus has few different tokens, so each is looked at once.

use std::mem::take;
use std::ops::Range;

use super::characters::separated;
use super::coding::Coding;
use super::options::{Characters, Manner};
use super::scored_system::TAG;
use crate::graph::Kind;
use crate::vocab::Vocabulary;

/// A word as it is aligned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Class {
    /// Its id among the words that reports print: value and tags.
    pub word: u32,
    /// Its id among the texts that are compared: an optional word's is what its parentheses hold.
    pub text: u32,
    /// What it asks.
    pub kind: Kind,
    /// Whether it may be a part of a word (`-F`).
    pub fragment: bool,
    /// What it weighs (`-w`); sclite's -1 where nothing is weighed.
    pub weight: f64,
}

/// Where a token was found, which decides how it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// A text, where a semicolon parts a word from its tags.
    Text = 0,
    /// A text whose letters stay as they are.
    Unfolded = 1,
    /// A line of a ctm, where a word may begin with a brace, and then has no tags.
    Timed = 2,
}

/// What a token stands for.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// The word itself.
    pub class: u32,
    /// Where what it is cut into under `-c` begins and ends among all pieces; without, that is itself.
    pieces: [u32; 2],
    /// Whether neither it nor any of its pieces asks for more than a comparison of ids.
    pub simple: bool,
}

impl Token {
    fn span(self) -> Range<usize> {
        self.pieces[0] as usize..self.pieces[1] as usize
    }
}

/// All classes that were seen.
#[derive(Debug, Default)]
pub struct Classes {
    /// By number.
    pub classes: Vec<Class>,
    /// Numbers of classes, one token's behind the other's.
    pieces: Vec<u32>,
    texts: Vocabulary,
    tokens: [Vec<Token>; 3],
    raw: [Vocabulary; 3],
}

impl Classes {
    /// What a token stands for; new words go into the vocabulary of those that reports print.
    pub fn token(&mut self, raw: &[u8], notation: Notation, manner: &Manner, words: &mut Vocabulary) -> Token {
        let table = notation as usize;
        let number = self.raw[table].intern(raw) as usize;
        if number == self.tokens[table].len() {
            let token = self.look(raw, notation, manner, words);
            self.tokens[table].push(token);
        }
        self.tokens[table][number]
    }

    /// The classes of what a token is cut into.
    pub fn pieces(&self, token: Token) -> &[u32] {
        &self.pieces[token.span()]
    }

    /// The text by which a class is compared.
    pub fn text(&self, class: u32) -> &[u8] {
        self.texts.word(self.classes[class as usize].text)
    }

    /// Whether two classes are equal to sclite.
    pub fn equal(&self, reference: u32, hypothesis: u32) -> bool {
        let [left, right] = [reference, hypothesis].map(|class| self.classes[class as usize]);
        if left.fragment || right.fragment {
            fragments_match(self.texts.word(left.text), self.texts.word(right.text))
        } else {
            left.text == right.text
        }
    }

    /// A class made of others (`-S`): the word that the text spells, optional if all of them are.
    pub fn joined(&mut self, text: &[u8], optional: bool, fragment: bool, words: &mut Vocabulary) -> u32 {
        let value = if optional { [b"(", text, b")"].concat() } else { text.to_vec() };
        let kind = match optional {
            true => Kind::Optional,
            false if value == b"@" => Kind::Null,
            false => Kind::Plain,
        };
        let class = Class { word: words.intern(&value), text: self.texts.intern(text), kind, fragment, weight: -1.0 };
        self.add(class)
    }

    /// The pieces of a class under a way of cutting it into characters.
    pub fn cut(&mut self, class: u32, how: Characters, manner: &Manner, words: &mut Vocabulary) -> Vec<u32> {
        let value = words.word(self.classes[class as usize].word);
        let value = value.split(|&byte| byte == TAG).next().unwrap_or_default().to_vec();
        if value.len() <= 1 {
            return vec![class];
        }
        let optional = self.classes[class as usize].kind == Kind::Optional;
        let characters = separated(if optional { inside(&value) } else { &value }, how, manner.coding);
        if characters == value {
            return vec![class];
        }
        let mut pieces = Vec::new();
        let mut rest = characters.as_slice();
        while let Some(piece) = next_word(&mut rest, manner.coding) {
            let spelled: Vec<u8> = piece.iter().copied().filter(|&byte| byte != b'\\').collect();
            pieces.push(self.joined(without_star(&spelled), optional, false, words));
        }
        pieces
    }

    fn look(&mut self, raw: &[u8], notation: Notation, manner: &Manner, words: &mut Vocabulary) -> Token {
        let mut folded = raw.to_vec();
        if !manner.case && notation != Notation::Unfolded {
            manner.coding.to_lower(&mut folded);
        }
        let spelling = match notation {
            Notation::Timed if folded.starts_with(b"{") => without_star(&folded).to_vec(),
            _ => parted(&folded),
        };
        let class = self.class(&spelling, manner, words);
        let start = self.pieces.len();
        let pieces = match manner.characters {
            Some(how) => self.cut(class, how, manner, words),
            None => vec![class],
        };
        let plain = |&piece: &u32| {
            let Class { kind, fragment, .. } = self.classes[piece as usize];
            kind == Kind::Plain && !fragment
        };
        let simple = !pieces.is_empty() && pieces.iter().all(plain);
        self.pieces.extend(pieces);
        Token { class, pieces: [start, self.pieces.len()].map(|place| place as u32), simple }
    }

    fn class(&mut self, spelling: &[u8], manner: &Manner, words: &mut Vocabulary) -> u32 {
        let value = spelling.split(|&byte| byte == TAG).next().unwrap_or_default();
        let optional = manner.optional && value.len() > 1 && value.starts_with(b"(") && value.ends_with(b")");
        let text = if optional { inside(value) } else { value };
        let kind = match value {
            b"@" => Kind::Null,
            _ if optional => Kind::Optional,
            _ => Kind::Plain,
        };
        let hyphened = value.starts_with(b"-") || value.ends_with(b"-") || (optional && text.ends_with(b"-"));
        let weight = match &manner.weights {
            None => -1.0,
            Some(_) if kind != Kind::Plain => 0.0,
            Some(weights) => weights.of(value),
        };
        let fragment = manner.fragments && hyphened;
        let text = self.texts.intern(text);
        let word = words.intern(spelling);
        self.add(Class { word, text, kind, fragment, weight })
    }

    fn add(&mut self, class: Class) -> u32 {
        self.classes.push(class);
        self.classes.len() as u32 - 1
    }
}

/// The next token between blanks; a byte of a wide character is none.
pub fn next_word<'a>(rest: &mut &'a [u8], coding: Coding) -> Option<&'a [u8]> {
    let start = rest.iter().position(|&byte| !is_blank(byte))?;
    let text = &rest[start..];
    let mut end = 0;
    while let Some(&byte) = text.get(end) {
        if is_blank(byte) {
            break;
        }
        end += if byte < 0x80 { 1 } else { coding.width(byte).max(1) };
    }
    let (word, behind) = text.split_at(end.min(text.len()));
    *rest = behind;
    Some(word)
}

/// What C's `isspace` finds blank.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn inside(value: &[u8]) -> &[u8] {
    value.get(1..value.len() - 1).unwrap_or_default()
}

/// A word loses one asterisk at its end, unless it has nothing else.
fn without_star(value: &[u8]) -> &[u8] {
    match value.split_last() {
        Some((b'*', rest)) if !rest.is_empty() => rest,
        _ => value,
    }
}

/// `value;tag1;tag2` in the spelling of the vocabulary; backslashes escape semicolons and vanish.
fn parted(token: &[u8]) -> Vec<u8> {
    let plain = |byte: &u8| !matches!(byte, b';' | b'\\' | b'*');
    if token.iter().all(plain) {
        return token.to_vec();
    }
    let (mut parts, mut part, mut escaped) = (Vec::new(), Vec::new(), false);
    for &byte in token {
        match byte {
            b';' if !escaped => parts.push(take(&mut part)),
            b'\\' => {}
            _ => part.push(byte),
        }
        escaped = byte == b'\\';
    }
    parts.push(part);
    parts.truncate(3);
    let mut spelling = without_star(&parts[0]).to_vec();
    for tag in &parts[1..] {
        spelling.push(TAG);
        spelling.extend_from_slice(tag);
    }
    spelling
}

/// Whether one may be a part of the other: the reference's hyphens are looked at first.
fn fragments_match(reference: &[u8], hypothesis: &[u8]) -> bool {
    match (part_of(reference, hypothesis), part_of(hypothesis, reference)) {
        (Some(matches), _) | (None, Some(matches)) => matches,
        (None, None) => reference == hypothesis,
    }
}

/// Whether a word ends or begins as a fragment does; nothing if it is none.
fn part_of(fragment: &[u8], word: &[u8]) -> Option<bool> {
    match fragment {
        [] | [_] => None,
        [b'-', end @ ..] => Some(word.ends_with(end)),
        [start @ .., b'-'] => Some(word.starts_with(start)),
        _ => None,
    }
}
