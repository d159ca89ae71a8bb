//! Words found by phones that only begin them, end them, or stand alone.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::model::Model;
use super::unfold::{Pending, Unfolding};
use super::{Aligned, CHANGED, CYCLIC, EMPTY, most_states};
use crate::error::Error;
use crate::lattice::fault::Fault;
use crate::lattice::{Lattice, StateId, Weight};

const UNEXPECTED: &str = "a phone stands inside a word that cannot";
const INVALID: &str = "the last word does not end; was the lattice forced out?";
const DISCARDED: &str = "words at the end have no frames";
const PARTIAL: &str = "the utterance ends within a word";

/// Where in a word a phone may stand.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Position {
    Nonword,
    Begin,
    End,
    Internal,
    Singleton,
}

/// Where in words phones may stand, as `phones/word_boundary.int` tells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Boundaries(HashMap<i32, Position, FixedState>);

impl Boundaries {
    /// Reads lines of a phone's number and `nonword`, `begin`, `end`, `internal` or `singleton`.
    pub fn read(text: &str) -> Result<Self, Error> {
        let mut positions = HashMap::default();
        for line in text.lines() {
            let entry = || -> Option<(i32, Position)> {
                let (phone, position) = line.trim().split_once([' ', '\t'])?;
                let position = match position.trim() {
                    "nonword" => Position::Nonword,
                    "begin" => Position::Begin,
                    "end" => Position::End,
                    "internal" => Position::Internal,
                    "singleton" => Position::Singleton,
                    _ => return None,
                };
                Some((phone.parse().ok().filter(|&phone| phone > 0)?, position))
            };
            let fault = || Fault::List { what: "the number of a phone and its place in words", line: line.to_owned() };
            let (phone, position) = entry().ok_or_else(fault)?;
            if positions.insert(phone, position).is_some() {
                return Err(Fault::Repeated(phone.to_string()).into());
            }
        }
        Ok(Self(positions))
    }

    fn is(&self, phone: i32, position: Position) -> bool {
        self.0.get(&phone) == Some(&position)
    }
}

/// Words for what has none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels {
    /// For silence.
    pub silence: i32,
    /// For part of a word at the end of the utterance.
    pub partial: i32,
}

impl Labels {
    /// Labels that no arc has for those of 0, so that silence and partial words are not taken for nothing while that is
    /// removed; and those that are to be taken off afterwards.
    fn stand_ins(self, lattice: &Lattice) -> (Self, Vec<i32>) {
        let words = lattice.all_arcs().iter().map(|arc| arc.word);
        let mut unused = 1 + words.chain([self.silence, self.partial]).max().unwrap_or(0).max(0);
        let mut free = Vec::new();
        let mut stand_in = |label| {
            if label != 0 {
                return label;
            }
            free.push(unused);
            unused += 1;
            unused - 1
        };
        let partial = stand_in(self.partial);
        (Self { silence: stand_in(self.silence), partial }, free)
    }
}

/// An arc that can be given out: its word, and how many ids it takes.
struct Output {
    word: i32,
    ids: usize,
    takes_word: bool,
}

struct Aligner<'a> {
    model: &'a Model,
    boundaries: &'a Boundaries,
    labels: Labels,
    reorder: bool,
    complaint: Option<&'static str>,
}

impl Boundaries {
    /// Aligns the words of a lattice, in which each must have a phone that begins it.
    pub fn align(
        &self,
        lattice: &Lattice,
        model: &Model,
        labels: Labels,
        reorder: bool,
        most_expansion: Option<f32>,
    ) -> Result<Aligned, Error> {
        model.check(lattice.all_ids())?;
        let (stand_ins, free) = labels.stand_ins(lattice);
        let aligner = Aligner { model, boundaries: self, labels: stand_ins, reorder, complaint: None };
        let most = most_expansion.map(|times| most_states(times, lattice));
        Ok(aligner.run(&lattice.clone().with_one_end(), most, &free))
    }
}

impl Aligner<'_> {
    fn run(mut self, lattice: &Lattice, most: Option<usize>, free: &[i32]) -> Aligned {
        let Some(start) = lattice.start() else {
            return Aligned { lattice: Lattice::default(), complaint: Some(EMPTY) };
        };
        if lattice.topological_order().is_err() {
            return Aligned { lattice: Lattice::default(), complaint: Some(CYCLIC) };
        }
        let first = Pending { state: start, words: Vec::new(), ids: Vec::new() };
        let mut unfolding = Unfolding::new(first);
        while let Some((pending, number)) = unfolding.next() {
            if let Some(excess) = unfolding.excess(most) {
                self.complain(excess);
                break; // what there is so far is given out, as by Kaldi
            }
            self.expand(lattice, &mut unfolding, &pending, number);
        }
        Aligned { lattice: unfolding.sketch.without_free_arcs(free), complaint: self.complaint }
    }

    /// Gives out what can be given out, or else reads on.
    fn expand(&mut self, lattice: &Lattice, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId) {
        if let Some(output) = self.output(pending) {
            give(unfolding, pending, number, &output);
            return;
        }
        if lattice.end(pending.state).is_some() {
            if pending.ids.is_empty() && pending.words.is_empty() {
                unfolding.end(number);
            } else {
                self.force(unfolding, pending, number);
            }
        }
        for arc in lattice.arcs(pending.state) {
            let mut next = pending.clone();
            next.state = arc.next;
            next.ids.extend_from_slice(lattice.ids(arc.ids));
            next.words.extend((arc.word != 0).then_some(arc.word));
            unfolding.arc(number, next, 0, arc.weight, &[]);
        }
    }

    fn complain(&mut self, what: &'static str) {
        self.complaint.get_or_insert(what);
    }

    /// A word, a silence, or a word of one phone, once the id behind it is there too.
    fn output(&mut self, pending: &Pending) -> Option<Output> {
        let phone = self.model.phone(*pending.ids.first()?);
        let word = pending.words.first().copied();
        if self.boundaries.is(phone, Position::Nonword) {
            let ids = self.phone_end(&pending.ids, 1)?;
            return Some(Output { word: self.labels.silence, ids, takes_word: false });
        }
        let word = word?;
        let ids = if self.boundaries.is(phone, Position::Begin) {
            self.word_end(&pending.ids)?
        } else if self.boundaries.is(phone, Position::Singleton) {
            self.phone_end(&pending.ids, 1)?
        } else {
            return None;
        };
        Some(Output { word, ids, takes_word: true })
    }

    /// Behind the last id of the phone that these begin with, looking for its last transition from a place on;
    /// nothing unless an id follows.
    fn phone_end(&mut self, ids: &[i32], from: usize) -> Option<usize> {
        let phone = self.model.phone(*ids.first()?);
        let last = (from..ids.len()).find(|&place| self.model.is_final(ids[place]));
        let looked_at = ids.get(from..last.map_or(ids.len(), |last| last + 1))?;
        if looked_at.iter().any(|&id| self.model.phone(id) != phone) {
            self.complain(CHANGED);
        }
        let mut end = last? + 1;
        if self.reorder {
            end += ids[end..].iter().take_while(|&&id| self.model.is_self_loop(id)).count();
        }
        if end == ids.len() {
            return None;
        }
        if self.model.phone(ids[end - 1]) != phone {
            self.complain(CHANGED);
        }
        Some(end)
    }

    /// Behind the last id of a word of several phones; nothing unless an id follows.
    fn word_end(&mut self, ids: &[i32]) -> Option<usize> {
        let first = self.phone_end(ids, 0)?;
        let mut last = first;
        while !self.boundaries.is(self.model.phone(*ids.get(last)?), Position::End) {
            if !self.boundaries.is(self.model.phone(ids[last]), Position::Internal) {
                self.complain(UNEXPECTED);
            }
            last += 1;
        }
        self.phone_end(&ids[last..], 0).map(|end| last + end)
    }

    /// At the end of the utterance gives out what is left, as a word, a silence, or part of a word.
    fn force(&mut self, unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId) {
        let ids = pending.ids.len();
        let output = match (pending.words.first(), pending.ids.first()) {
            (Some(&word), Some(_)) => {
                if !self.is_plausible(&pending.ids) {
                    self.complain(INVALID);
                }
                Output { word, ids, takes_word: true }
            }
            (Some(_), None) => {
                self.complain(DISCARDED);
                let wordless = Pending { words: Vec::new(), ..pending.clone() };
                return give(unfolding, &wordless, number, &Output { word: 0, ids, takes_word: false });
            }
            (None, Some(&first)) if self.boundaries.is(self.model.phone(first), Position::Nonword) => {
                Output { word: self.labels.silence, ids, takes_word: false }
            }
            (None, _) => {
                self.complain(PARTIAL);
                Output { word: self.labels.partial, ids, takes_word: false }
            }
        };
        give(unfolding, pending, number, &output);
    }

    fn is_plausible(&self, ids: &[i32]) -> bool {
        let (Some(&first), Some(&last)) = (ids.first(), ids.last()) else { return false };
        let (begin, end) = (self.model.phone(first), self.model.phone(last));
        let is_word = (self.boundaries.is(begin, Position::Singleton) && begin == end)
            || (self.boundaries.is(begin, Position::Begin) && self.boundaries.is(end, Position::End));
        is_word && (self.model.is_final(last) || (self.reorder && self.model.is_self_loop(last)))
    }
}

/// Adds the arc to what is left.
fn give(unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId, output: &Output) {
    let (given, rest) = pending.ids.split_at(output.ids);
    let next = Pending {
        state: pending.state,
        words: pending.words[usize::from(output.takes_word)..].to_vec(),
        ids: rest.to_vec(),
    };
    unfolding.arc(number, next, output.word, Weight::ONE, given);
}
