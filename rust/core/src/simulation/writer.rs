//! Texts written with the errors that were drawn, and a record of each error.

use super::casing::{Case, is_loud, lower};
use super::chance::{Chance, Purpose};
use super::draw::{Draw, Fate, Slot};
use super::model::Token;

/// What stands at a place in place of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edit {
    /// The place of the first token.
    pub position: u32,
    /// Tokens that are gone: none where a word was added.
    pub tokens: u32,
    /// The candidate that was drawn, of the model's or of the words to be added; none where a word was lost.
    pub candidate: Option<u32>,
    /// The word of the model, if it is known.
    pub word: Option<u32>,
}

/// Texts with errors, one behind the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The texts, one behind the other.
    pub text: String,
    /// Where each text ends.
    pub ends: Vec<usize>,
    /// The errors of all texts.
    pub edits: Vec<Edit>,
    /// Where the errors of each text end.
    pub edit_ends: Vec<usize>,
    /// The words that were there, error by error, without marks beside them.
    pub said: String,
    /// Where each of these words ends.
    pub said_ends: Vec<usize>,
    /// What stands in their place, error by error.
    pub heard: String,
    /// Where each of these ends.
    pub heard_ends: Vec<usize>,
}

/// Writes a text, word by word.
pub struct Writer<'a> {
    draw: &'a Draw<'a>,
    text: &'a str,
    tokens: &'a [Token],
    drawn: &'a mut Drawn,
    room: &'a mut String,
    /// How much of the text is written.
    copied: usize,
    /// Where the text written begins, and its first error.
    begin: (usize, usize),
}

impl<'a> Writer<'a> {
    /// For a text and its tokens.
    pub fn new(
        draw: &'a Draw<'a>,
        text: &'a str,
        tokens: &'a [Token],
        drawn: &'a mut Drawn,
        room: &'a mut String,
    ) -> Self {
        let begin = (drawn.text.len(), drawn.edits.len());
        Self { draw, text, tokens, drawn, room, copied: 0, begin }
    }

    /// Writes what becomes of a word; says whether the next goes with it.
    pub fn take(&mut self, slot: &Slot) -> bool {
        let token = self.tokens[slot.at];
        if let Some(before) = slot.before.filter(|&chance| self.draw.adds(chance)) {
            self.copy(token.outer_begin);
            self.add(before, 0, slot.chance);
        }
        let merged = match self.draw.fate(slot) {
            Fate::Kept | Fate::Gone => false,
            Fate::Lost => {
                self.lose(&token, slot.at);
                false
            }
            Fate::Replaced => self.replace(&token, slot),
        };
        if !merged {
            self.copy(token.outer_end);
            self.add(slot.behind, slot.at + 1, slot.chance);
        }
        merged
    }

    /// Writes the rest of the text.
    pub fn end(mut self) {
        self.copy(self.text.len());
        let Self { drawn, begin: (begin, first), .. } = self;
        if drawn.edits.len() > first {
            // The first word may be lost, and the blanks behind it stand first then.
            let blanks = drawn.text[begin..].len() - drawn.text[begin..].trim_start().len();
            drawn.text.drain(begin..begin + blanks);
        }
        drawn.ends.push(drawn.text.len());
        drawn.edit_ends.push(drawn.edits.len());
    }

    /// Writes the text up to a place as it is.
    fn copy(&mut self, end: usize) {
        if self.copied < end {
            self.drawn.text.push_str(&self.text[self.copied..end]);
            self.copied = end;
        }
    }

    /// Leaves a token out, and the blanks before it.
    fn lose(&mut self, token: &Token, at: usize) {
        self.drawn.text.push_str(self.text[self.copied..token.outer_begin].trim_end());
        self.copied = token.outer_end;
        let edit = Edit { position: at as u32, tokens: 1, candidate: None, word: token.word };
        self.drawn.note(&self.text[token.begin..token.end], "", edit);
    }

    /// Writes another word in the place of a token, or of it and the next.
    fn replace(&mut self, token: &Token, slot: &Slot) -> bool {
        let pair = self.pair(token, slot);
        let (word, end) = pair.map_or((token.word, token.end), |(word, end)| (Some(word), end));
        let chance = slot.chance.at(slot.at + 1, Purpose::Word);
        let Some(chosen) = word.and_then(|word| self.draw.model.draw(word, chance)) else { return false };
        self.copy(token.begin);
        let case = Case::of(&self.text[token.begin..token.end], self.text);
        let tokens = 1 + u32::from(pair.is_some());
        let edit = Edit { position: slot.at as u32, tokens, candidate: Some(chosen as u32), word };
        self.drawn.hear(case, self.draw.model.candidate(chosen), &self.text[token.begin..end], edit);
        self.copied = end;
        pair.is_some()
    }

    /// The number of this word and the next together, and where they end, if they are to be heard as one.
    fn pair(&mut self, token: &Token, slot: &Slot) -> Option<(u32, usize)> {
        let next = self.tokens.get(slot.at + 1).filter(|next| next.counts && next.begin == next.outer_begin)?;
        let merge = slot.chance.at(slot.at + 1, Purpose::Merge) < self.draw.rates.merge;
        if !merge || token.end < token.outer_end {
            return None;
        }
        let both = format!("{} {}", &self.text[token.begin..token.end], &self.text[next.begin..next.end]);
        Some((self.draw.model.find(lower(&both, self.room))?, next.end))
    }

    /// Writes words too many, if chance will have them.
    fn add(&mut self, chance: f64, place: usize, chances: Chance) {
        if !self.draw.adds(chance) {
            return;
        }
        let (within, added) = (chances.within(place), self.draw.added);
        for number in 0.. {
            let Some(chosen) = added.draw(0, within.at(number, Purpose::Inserted)) else { return };
            let edit = Edit { position: place as u32, tokens: 0, candidate: Some(chosen as u32), word: None };
            let case = if is_loud(self.text) { Case::Upper } else { Case::Plain };
            self.drawn.text.push_str(if place == 0 { "" } else { " " });
            self.drawn.hear(case, added.candidate(chosen), "", edit);
            self.drawn.text.push_str(if place == 0 { " " } else { "" });
            if within.at(number, Purpose::Stay) >= self.draw.rates.again {
                return;
            }
        }
    }
}

impl Drawn {
    fn hear(&mut self, case: Case, word: &str, said: &str, edit: Edit) {
        let mut written = String::with_capacity(word.len());
        case.write(word, &mut written);
        self.text.push_str(&written);
        self.note(said, &written, edit);
    }

    fn note(&mut self, said: &str, heard: &str, edit: Edit) {
        self.said.push_str(said);
        self.said_ends.push(self.said.len());
        self.heard.push_str(heard);
        self.heard_ends.push(self.heard.len());
        self.edits.push(edit);
    }

    /// What others wrote, behind this.
    pub fn append(&mut self, other: Self) {
        let (text, edits) = (self.text.len(), self.edits.len());
        let (said, heard) = (self.said.len(), self.heard.len());
        self.ends.extend(other.ends.iter().map(|end| text + end));
        self.edit_ends.extend(other.edit_ends.iter().map(|end| edits + end));
        self.said_ends.extend(other.said_ends.iter().map(|end| said + end));
        self.heard_ends.extend(other.heard_ends.iter().map(|end| heard + end));
        self.text.push_str(&other.text);
        self.said.push_str(&other.said);
        self.heard.push_str(&other.heard);
        self.edits.extend(other.edits);
    }
}
