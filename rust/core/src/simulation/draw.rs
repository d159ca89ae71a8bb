//! Errors drawn: which words are replaced, lost or added, the same for a seed whatever the order and the threads.

use std::panic::resume_unwind;
use std::thread;

use super::chance::{Chance, Purpose};
use super::model::{Model, Token};
use super::writer::{Drawn, Writer};
use crate::error::{ErrorKind, Result};

/// How often what happens.
#[derive(Clone, Debug, Default)]
pub struct Rates {
    /// Of each word of the model, the probability that it is replaced.
    pub substitution: Vec<f64>,
    /// Of each word of the model, the probability that it is deleted.
    pub deletion: Vec<f64>,
    /// The probability of an error at words that the model does not know.
    pub unknown: f64,
    /// The probability that there are words too many before the first word, or behind any.
    pub insertion: f64,
    /// The probability that another follows such a word.
    pub again: f64,
    /// The probability that chance stays as it was at the word before: with it errors come in bursts, as often as ever.
    pub stay: f64,
    /// The probability that chance behind a word is that of the word: with it words too many stand beside other errors.
    pub stay_behind: f64,
    /// The probability that a word that is replaced is so together with the next, if the model knows the two.
    pub merge: f64,
}

impl Rates {
    /// Fails where one is no probability, or where words too many would have no end.
    fn check(&self) -> Result<()> {
        let one = std::slice::from_ref;
        // Rates that were reckoned may be above 1 by a rounding.
        let any = f64::INFINITY;
        for (what, rates, most) in [
            ("a word to be replaced", &self.substitution[..], any),
            ("a word to be lost", &self.deletion, any),
            ("an unknown word to be lost", one(&self.unknown), any),
            ("words too many", one(&self.insertion), any),
            ("chance to stay as it was", one(&self.stay), any),
            ("chance behind a word to be that of the word", one(&self.stay_behind), any),
            ("two words to be heard as one", one(&self.merge), any),
            ("another word too many, which must be below 1,", one(&self.again), 1.0),
        ] {
            if let Some(&value) = rates.iter().find(|rate| !(0.0..most).contains(*rate)) {
                return Err(ErrorKind::InvalidProbability { what: what.to_owned(), value }.into());
            }
        }
        Ok(())
    }
}

/// Limits that chance must stay below; other than 1 where numbers of errors are to be met.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For an error, as a multiple of its probability.
    pub error: f64,
    /// For a deletion, as a multiple of its probability.
    pub loss: f64,
    /// For an insertion, as a multiple of its probability.
    pub insertion: f64,
}

impl Limits {
    /// Each probability is what it is.
    pub const PLAIN: Self = Self { error: 1.0, loss: 1.0, insertion: 1.0 };
}

/// Numbers of errors to be met.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    /// Words substituted or deleted.
    pub errors: usize,
    /// Words deleted.
    pub losses: usize,
    /// Words inserted.
    pub insertions: usize,
}

/// All that errors are drawn from.
#[derive(Clone, Copy)]
pub struct Draw<'a> {
    /// What words may become.
    pub model: &'a Model,
    /// Words that may be added, as the only row.
    pub added: &'a Model,
    /// How often.
    pub rates: &'a Rates,
    /// With what limits.
    pub limits: Limits,
    /// The seed.
    pub seed: u64,
}

/// A text and its utterance's key.
pub type Keyed<'a> = (&'a str, &'a str);

impl<'a> Draw<'a> {
    /// A draw without limits.
    pub fn new(model: &'a Model, added: &'a Model, rates: &'a Rates, seed: u64) -> Result<Self> {
        for (what, right) in [
            ("words and how often they are replaced", rates.substitution.len()),
            ("words and how often they are lost", rates.deletion.len()),
        ] {
            if model.len() != right {
                return Err(ErrorKind::LengthMismatch { what, left: model.len(), right }.into());
            }
        }
        rates.check()?;
        Ok(Self { model, added, rates, limits: Limits::PLAIN, seed })
    }
}

impl Draw<'_> {
    /// The texts with errors, of several threads.
    pub fn all(&self, texts: &[Keyed<'_>], threads: usize) -> Drawn {
        let mut whole = Drawn::default();
        for part in in_parts(texts, threads, |part| self.some(part)) {
            whole.append(part);
        }
        whole
    }

    fn some(&self, texts: &[Keyed<'_>]) -> Drawn {
        let (mut drawn, mut tokens, mut room) = (Drawn::default(), Vec::new(), String::new());
        for (key, text) in texts {
            self.model.cut(text, &mut tokens, &mut room);
            let mut writer = Writer::new(self, text, &tokens, &mut drawn, &mut room);
            self.visit(Chance::new(self.seed, key), &tokens, |slot| writer.take(slot));
            writer.end();
        }
        drawn
    }

    /// The limits with which so many errors come about.
    pub fn meeting(&self, texts: &[Keyed<'_>], wanted: Wanted, threads: usize) -> Limits {
        let mut limits = Limits::PLAIN;
        let scores = |which: Scores, limits: Limits| {
            let parts = in_parts(texts, threads, |part| self.scores(part, which, limits));
            parts.into_iter().flatten().collect::<Vec<f64>>()
        };
        limits.error = limit(scores(|_, slot, _, all| all.extend(slot.error_score()), limits), wanted.errors);
        limits.loss =
            limit(scores(|_, slot, limits, all| all.extend(slot.loss_score_within(limits)), limits), wanted.losses);
        limits.insertion =
            limit(scores(|draw, slot, _, all| draw.insertion_scores(slot, all), limits), wanted.insertions);
        limits
    }

    fn scores(&self, texts: &[Keyed<'_>], which: Scores, limits: Limits) -> Vec<f64> {
        let (mut scores, mut tokens, mut room) = (Vec::new(), Vec::new(), String::new());
        for (key, text) in texts {
            self.model.cut(text, &mut tokens, &mut room);
            self.visit(Chance::new(self.seed, key), &tokens, |slot| {
                which(self, slot, limits, &mut scores);
                false
            });
        }
        scores
    }

    /// Chance at the words of a text, and at the places before and behind them; the caller says whether the next word
    /// is gone together with this.
    fn visit(&self, chance: Chance, tokens: &[Token], mut take: impl FnMut(&Slot) -> bool) {
        let (stay, mut at_word, mut gone, mut first) = (self.rates.stay, None, false, true);
        for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.counts) {
            let fresh = || chance.at(at + 1, Purpose::Error);
            let error = at_word.filter(|_| chance.at(at + 1, Purpose::Stay) < stay).unwrap_or_else(fresh);
            at_word = Some(error);
            let stays = chance.at(at + 1, Purpose::StayBehind) < self.rates.stay_behind;
            let behind = if stays { error } else { chance.at(at + 1, Purpose::Insertion) };
            let before = first.then(|| chance.at(0, Purpose::Insertion));
            let (replaced, lost) = self.probabilities(token);
            gone = take(&Slot { at, error, before, behind, replaced, lost, gone, chance });
            first = false;
        }
    }

    /// How likely a word is to be replaced, and lost.
    fn probabilities(&self, token: &Token) -> (f64, f64) {
        token.word.map_or((0.0, self.rates.unknown), |word| {
            (self.rates.substitution[word as usize], self.rates.deletion[word as usize])
        })
    }

    fn insertion_scores(&self, slot: &Slot, scores: &mut Vec<f64>) {
        let chances = slot.before.into_iter().chain([slot.behind]);
        scores.extend(chances.filter_map(|chance| self.insertion_score(chance)));
    }

    /// Below its limit there are words too many.
    fn insertion_score(&self, chance: f64) -> Option<f64> {
        (self.rates.insertion > 0.0).then_some(chance / self.rates.insertion)
    }

    /// Whether there are words too many.
    pub fn adds(&self, chance: f64) -> bool {
        self.insertion_score(chance).is_some_and(|score| score < self.limits.insertion)
    }

    /// What becomes of a word.
    pub fn fate(&self, slot: &Slot) -> Fate {
        match slot.error_score() {
            _ if slot.gone => Fate::Gone,
            Some(score) if score < self.limits.error => {
                let lost = slot.replaced == 0.0 || slot.loss_score() < self.limits.loss;
                if lost { Fate::Lost } else { Fate::Replaced }
            }
            _ => Fate::Kept,
        }
    }
}

/// What becomes of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Kept,
    /// It is deleted.
    Lost,
    /// Another takes its place.
    Replaced,
    /// It was merged with the word before.
    Gone,
}

type Scores = fn(&Draw<'_>, &Slot, Limits, &mut Vec<f64>);

/// A word, and chance there.
#[derive(Clone, Copy, Debug)]
pub struct Slot {
    /// Its place among the tokens.
    pub at: usize,
    error: f64,
    /// The chance of an insertion before it, if it is the first word.
    pub before: Option<f64>,
    /// The chance of an insertion behind it.
    pub behind: f64,
    replaced: f64,
    lost: f64,
    gone: bool,
    /// The numbers of its utterance.
    pub chance: Chance,
}

impl Slot {
    /// The score that decides between words replaced and lost, if there is an error within the limits.
    fn loss_score_within(&self, limits: Limits) -> Option<f64> {
        self.error_score().filter(|&score| score < limits.error).map(|_| self.loss_score())
    }

    /// Below its limit there is an error.
    fn error_score(&self) -> Option<f64> {
        let any = self.replaced + self.lost;
        (any > 0.0).then_some(self.error / any)
    }

    /// Below the limit, 1 unless numbers are to be met, an error is a word lost.
    fn loss_score(&self) -> f64 {
        if self.replaced == 0.0 {
            return -1.0;
        }
        self.chance.at(self.at + 1, Purpose::Kind) * (self.replaced + self.lost) / self.lost
    }
}

/// What so many scores are below: with ties, as many as can be without there being more.
fn limit(mut scores: Vec<f64>, wanted: usize) -> f64 {
    if wanted >= scores.len() {
        return f64::INFINITY;
    }
    *scores.select_nth_unstable_by(wanted, f64::total_cmp).1
}

/// What some work gives of parts of texts, in their order.
fn in_parts<T: Send>(texts: &[Keyed<'_>], threads: usize, work: impl Fn(&[Keyed<'_>]) -> T + Sync) -> Vec<T> {
    let share = texts.len().div_ceil(threads.max(1)).max(1);
    thread::scope(|scope| {
        let works: Vec<_> = texts.chunks(share).map(|part| scope.spawn(|| work(part))).collect();
        works.into_iter().map(|work| work.join().unwrap_or_else(|cause| resume_unwind(cause))).collect()
    })
}
