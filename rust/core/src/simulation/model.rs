//! What may become of words: the rows of a substitution table, and how often each word is replaced or lost.

use super::casing::{core, lower};
use crate::error::{ErrorKind, Result};
use crate::split::{Utf8, for_each_word};
use crate::vocab::Vocabulary;

/// Words, some of them two with a blank between, and of each the candidates for its place.
#[derive(Debug, Default)]
pub struct Model {
    words: Vocabulary,
    /// Where the candidates of each word end.
    ends: Vec<usize>,
    spellings: String,
    /// Where each candidate ends.
    spelled: Vec<usize>,
    /// Of each candidate, the probabilities of its row up to it.
    cumulative: Vec<f64>,
}

/// A token of a text, and what it is to a model.
#[derive(Clone, Copy, Debug)]
pub struct Token {
    /// Where its letters begin in the text, marks beside them left out.
    pub begin: usize,
    /// Where its letters end.
    pub end: usize,
    /// Where all of it begins, marks included.
    pub outer_begin: usize,
    /// Where all of it ends.
    pub outer_end: usize,
    /// The number of the word, if the model knows it.
    pub word: Option<u32>,
    /// Whether it has letters or digits: what has none is no word.
    pub counts: bool,
}

impl Model {
    /// Adds a word and its candidates, with their probabilities; a word that is there is refused, and so is a
    /// probability that is none. After a refusal the model is of no more use.
    pub fn push<'a>(&mut self, word: &str, row: impl Iterator<Item = (&'a str, f64)>) -> Result<()> {
        if self.words.intern(word.as_bytes()) as usize != self.ends.len() {
            return Err(ErrorKind::UncoveredWord { word: word.to_owned(), what: "only one row" }.into());
        }
        let mut sum = 0.0;
        for (candidate, probability) in row {
            if !(0.0..f64::INFINITY).contains(&probability) {
                let what = format!("\"{candidate}\" for \"{word}\"");
                return Err(ErrorKind::InvalidProbability { what, value: probability }.into());
            }
            sum += probability;
            self.spellings.push_str(candidate);
            self.spelled.push(self.spellings.len());
            self.cumulative.push(sum);
        }
        self.ends.push(self.spelled.len());
        Ok(())
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The number of a word, if it is there.
    pub fn find(&self, word: &str) -> Option<u32> {
        self.words.find(word.as_bytes())
    }

    /// The candidate of a word that a number from 0 to 1 falls on, if it has any.
    pub fn draw(&self, word: u32, chance: f64) -> Option<usize> {
        let begin = if word == 0 { 0 } else { self.ends[word as usize - 1] };
        let row = &self.cumulative[begin..*self.ends.get(word as usize)?];
        let goal = chance * row.last()?;
        Some(begin + row.partition_point(|&sum| sum <= goal).min(row.len() - 1))
    }

    /// A candidate's spelling.
    pub fn candidate(&self, at: usize) -> &str {
        let begin = if at == 0 { 0 } else { self.spelled[at - 1] };
        &self.spellings[begin..self.spelled[at]]
    }

    /// The tokens of a text, in place of what `tokens` held. A token is looked up as it stands, then without the marks
    /// beside it.
    pub fn cut(&self, text: &str, tokens: &mut Vec<Token>, room: &mut String) {
        tokens.clear();
        for_each_word::<Utf8>(text.as_bytes(), |outer_begin, outer_end| {
            let token = &text[outer_begin..outer_end];
            let mut found =
                Token { begin: outer_begin, end: outer_end, outer_begin, outer_end, word: None, counts: false };
            if let Some((begin, end)) = core(token) {
                found.counts = true;
                found.word = self.find(lower(token, room));
                if found.word.is_none() && end - begin < token.len() {
                    found.word = self.find(lower(&token[begin..end], room));
                    (found.begin, found.end) = (outer_begin + begin, outer_begin + end);
                }
            }
            tokens.push(found);
        });
    }

    /// How often each word stands in texts, how many words are not known, and how many texts have words.
    pub fn count<'a>(&self, texts: impl Iterator<Item = &'a str>) -> (Vec<u64>, u64, u64) {
        let (mut tokens, mut room) = (Vec::new(), String::new());
        let (mut counts, mut unknown, mut spoken) = (vec![0; self.len()], 0, 0);
        for text in texts {
            self.cut(text, &mut tokens, &mut room);
            spoken += u64::from(tokens.iter().any(|token| token.counts));
            for token in tokens.iter().filter(|token| token.counts) {
                match token.word {
                    Some(word) => counts[word as usize] += 1,
                    None => unknown += 1,
                }
            }
        }
        (counts, unknown, spoken)
    }
}
