//! The items of an utterance in a line, as sclite's sgml has them: written, and read back.

use super::scored_system::{ABSENT, Detail, Item, LETTERS, Scored, TAG, attribute, step_of};
use crate::numbers::{atof, fixed};
use crate::policy::Step;

/// What an item may tell of its words: its name in `word_aux`, its bit, and which side it is of.
pub const FIELDS: [(&str, u16, usize); 8] = [
    ("r_t1+t2", attribute::REFERENCE_TIMES, 0),
    ("h_t1+t2", attribute::HYPOTHESIS_TIMES, 1),
    ("r_conf", attribute::REFERENCE_CONFIDENCES, 0),
    ("h_conf", attribute::HYPOTHESIS_CONFIDENCES, 1),
    ("r_weight", attribute::REFERENCE_WEIGHTS, 0),
    ("h_weight", attribute::HYPOTHESIS_WEIGHTS, 1),
    // What asclite writes of speakers is read over.
    ("h_spkr", 0, 1),
    ("h_isSpkrSub", 0, 1),
];

/// What is between items and between the parts of an item.
#[derive(Clone, Copy, Debug)]
pub struct Separators {
    /// Between items: `:`, or a line end in `nl.sgml`.
    pub items: u8,
    /// Between the parts of an item: `,`, or a line end.
    pub parts: u8,
}

impl Scored {
    /// Writes the items of an utterance, without a line end.
    pub fn sgml(&self, utterance: usize, separators: Separators, out: &mut Vec<u8>) {
        let attributes = self.utterances[utterance].header.attributes;
        let details = self.details(utterance);
        for (place, item) in self.items(utterance).enumerate() {
            if place > 0 {
                out.push(separators.items);
            }
            out.push(LETTERS[item.step as usize]);
            self.quoted(item.words[0], item.step == Step::Insertion, separators.parts, out);
            self.quoted(item.words[1], item.step == Step::Deletion, separators.parts, out);
            for (_, bit, side) in FIELDS.iter().filter(|(_, bit, _)| attributes & bit != 0) {
                out.push(separators.parts);
                if item.step != [Step::Insertion, Step::Deletion][*side] {
                    let detail = details.get(place).copied().unwrap_or_default()[*side];
                    detail.write(*bit, out);
                }
            }
        }
    }

    /// A word with its tags, or nothing where there is none.
    fn quoted(&self, word: u32, absent: bool, separator: u8, out: &mut Vec<u8>) {
        out.push(separator);
        if absent {
            return;
        }
        out.push(b'"');
        let mut parts = self.spelling(word).split(|&byte| byte == TAG);
        let tagged = self.spelling(word).contains(&TAG);
        let wanted = if tagged { 3 } else { 1 };
        for place in 0..wanted {
            if place > 0 {
                out.push(b';');
            }
            for &byte in parts.next().unwrap_or_default() {
                if byte == b';' {
                    out.push(b'\\');
                }
                out.push(byte);
            }
        }
        out.push(b'"');
    }

    /// Reads items from a line and adds them to the utterance that is closed next, and what they tell of their words to
    /// the details. `fields` are the places in [`FIELDS`] of what is told, in order.
    ///
    /// Of each item that tells more than the fields it is answered how much; what cannot be read, in sclite's words.
    pub fn push_sgml(
        &mut self,
        line: &[u8],
        fields: &[usize],
        details: &mut Vec<[Detail; 2]>,
    ) -> Result<Vec<usize>, Vec<u8>> {
        let (mut rest, mut surplus) = (line, Vec::new());
        while let Some(token) = token(&mut rest) {
            let step = token
                .first()
                .and_then(|&letter| step_of(letter))
                .ok_or_else(|| said(&[b"Unknown Alignment type '", &token[..1], b"'"]))?;
            let mut place = 1;
            let reference = self.read_word(token, &mut place, step == Step::Insertion)?;
            let hypothesis = self.read_word(token, &mut place, step == Step::Deletion)?;
            self.push(Item { step, words: [reference, hypothesis] });
            let told = token.get(place..).unwrap_or_default();
            details.push(read_details(told, fields));
            let count = told.split(|&byte| byte == b',').count() - 1;
            surplus.extend((count > fields.len()).then(|| count - fields.len()));
        }
        Ok(surplus)
    }

    fn read_word(&mut self, token: &[u8], place: &mut usize, absent: bool) -> Result<u32, Vec<u8>> {
        let from = *place;
        let refused = || match from {
            1 => said(&[b"Word parse error, at ", &token[1..], b" of ", token]),
            _ => said(&[b"Word parse error, at ", token]),
        };
        if absent {
            // An insertion has a further separator here, a deletion perhaps the end.
            *place += 1;
            return match token.get(*place) {
                None | Some(b',') => Ok(ABSENT),
                Some(_) => Err(refused()),
            };
        }
        let opened = *place + 1;
        let text = token.get(opened..).and_then(|rest| rest.strip_prefix(b"\"")).ok_or_else(refused)?;
        let length = text.iter().position(|&byte| byte == b'"').ok_or_else(refused)?;
        *place = opened + 1 + length + 1;
        Ok(self.word(&text[..length]))
    }
}

impl Detail {
    fn write(&self, bit: u16, out: &mut Vec<u8>) {
        match bit {
            attribute::REFERENCE_TIMES | attribute::HYPOTHESIS_TIMES => {
                fixed(out, self.times[0], 3);
                out.push(b'+');
                fixed(out, self.times[1], 3);
            }
            attribute::REFERENCE_CONFIDENCES | attribute::HYPOTHESIS_CONFIDENCES => {
                fixed(out, self.confidence, 6);
            }
            _ => fixed(out, self.weight, 6),
        }
    }

    fn read(&mut self, bit: u16, text: &[u8]) {
        match bit {
            attribute::REFERENCE_TIMES | attribute::HYPOTHESIS_TIMES => {
                let plus = text.iter().position(|&byte| byte == b'+').unwrap_or(text.len());
                self.times = [atof(&text[..plus]), atof(text.get(plus + 1..).unwrap_or_default())];
            }
            attribute::REFERENCE_CONFIDENCES | attribute::HYPOTHESIS_CONFIDENCES => {
                self.confidence = atof(text);
            }
            0 => {}
            _ => self.weight = atof(text),
        }
    }
}

/// What the parts behind the words tell; sclite takes a weight of -1 where none is told.
fn read_details(parts: &[u8], fields: &[usize]) -> [Detail; 2] {
    let mut details = [Detail { weight: -1.0, ..Detail::default() }; 2];
    let told = parts.split(|&byte| byte == b',').skip(1);
    for (text, &field) in told.zip(fields) {
        if !text.is_empty() {
            let (_, bit, side) = FIELDS[field];
            details[side].read(bit, text);
        }
    }
    details
}

/// The next item: up to a colon or a line end that is not within quotes.
fn token<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let ends = |byte: &u8| matches!(byte, b':' | b'\n');
    let start = rest.iter().position(|byte| !ends(byte))?;
    let text = &rest[start..];
    let (mut quoted, mut end) = (false, 0);
    while let Some(byte) = text.get(end).filter(|byte| quoted || !ends(byte)) {
        quoted ^= *byte == b'"';
        end += 1;
    }
    *rest = text.get(end + 1..).unwrap_or_default();
    Some(&text[..end])
}

fn said(parts: &[&[u8]]) -> Vec<u8> {
    parts.concat()
}
