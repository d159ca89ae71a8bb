//! A stretch of timed words as a side of an alignment, with the alternatives that marks among them set apart.

use std::ops::Range;

use super::ctm::{self, Word, Words};
use super::scored_system::Detail;
use super::side::{Reader, Side};
use super::words::Notation;
use crate::error::Result;
use crate::graph::{self, Kind, Token};

/// What is taken, and what it becomes.
struct Stretch<'a, 'b> {
    words: &'a Words,
    end: usize,
    side: &'a mut Side,
    reader: &'a mut Reader<'b>,
    tokens: Vec<Token>,
}

/// Takes a stretch of a ctm as a side: a sequence, or a graph if there are alternatives.
pub fn read_words(side: &mut Side, words: &Words, stretch: Range<usize>, reader: &mut Reader<'_>) -> Result<()> {
    side.clear();
    let taken = &words.words[stretch.clone()];
    if !taken.iter().any(|word| word.alternative) {
        for word in taken.iter().filter(|word| !word.ignored) {
            side.push_timed(&word.text, detail(words, word), reader);
        }
        return Ok(());
    }
    let mut taking = Stretch { words, end: stretch.end, side, reader, tokens: Vec::new() };
    taking.take(stretch.start);
    let tokens = taking.tokens;
    side.finish_graph(&tokens, reader)
}

impl Stretch<'_, '_> {
    fn take(&mut self, start: usize) {
        let mut place = start;
        while place < self.end {
            let word = &self.words.words[place];
            if word.alternative && !word.ignored {
                place = self.alternatives(place);
            } else if !word.ignored {
                self.push(word);
            }
            place += 1;
        }
    }

    /// Takes alternatives, and tells where they end.
    ///
    /// This is sclite's way down to what it makes of marks out of place: whatever stands where a mark should be counts
    /// as one, so that words are lost behind alternatives of which the first, or all, are empty.
    fn alternatives(&mut self, start: usize) -> usize {
        let mut place = self.past(start, |word| word.begins);
        self.tokens.push(Token::Open);
        loop {
            let first = place;
            place = self.past(first, |word| !word.is_mark());
            for word in &self.words.words[first..place] {
                self.push(word);
            }
            if place == first {
                self.push_nothing(place);
                place += 1;
            }
            let empty = self.is(place, ctm::OR) && self.is(place + 1, ctm::END);
            if !empty && !self.is(place, ctm::END) {
                place += 1;
            }
            if place >= self.end || self.is(place, ctm::END) {
                self.tokens.push(Token::Close);
                return place;
            }
            self.tokens.push(Token::Or);
        }
    }

    fn past(&self, start: usize, kind: impl Fn(&Word) -> bool) -> usize {
        let start = start.min(self.end);
        start + self.words.words[start..self.end].iter().take_while(|word| kind(word)).count()
    }

    /// Whether the word at a place, which may lie behind the stretch, is a mark.
    fn is(&self, place: usize, mark: &[u8]) -> bool {
        self.words.words.get(place).is_some_and(|word| word.is(mark))
    }

    fn push(&mut self, word: &Word) {
        let Self { side, reader, .. } = self;
        let token = reader.classes.token(&word.text, Notation::Timed, reader.manner, reader.words);
        let unit = side.unit(token.class, Some(detail(self.words, word)), reader.classes);
        self.tokens.push(Token::Word(unit));
    }

    /// Adds the word that says nothing, with the confidence of what stands in the place of words.
    fn push_nothing(&mut self, place: usize) {
        let Self { side, reader, .. } = self;
        let token = reader.classes.token(b"@", Notation::Timed, reader.manner, reader.words);
        let known = self.words.words.get(place).map(|word| f64::from(self.words.confidence(word)));
        let silent = Detail { times: [0.0; 2], confidence: known.unwrap_or_default(), weight: -1.0 };
        let word = side.unit(token.class, Some(silent), reader.classes);
        self.tokens.push(Token::Word(graph::Word { kind: Kind::Null, ..word }));
    }
}

fn detail(words: &Words, word: &Word) -> Detail {
    Detail { times: [word.start, word.end()], confidence: f64::from(words.confidence(word)), weight: -1.0 }
}
