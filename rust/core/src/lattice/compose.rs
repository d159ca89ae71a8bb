//! The paths of two lattices of which one's words are the other's transition ids, in the order in which `OpenFst`
//! composes.
//!
//! As a transducer an expanded lattice reads transition ids and writes words; an automaton of `OpenFst` reads and
//! writes words alike, with the ones it reads as transition ids. Pairs of states are visited in the order in which they
//! are found, and arcs come in that of `OpenFst`'s matchers (Mohri, "Weighted automata algorithms", 2009, section 5.1,
//! with its sequencing filter); time and memory grow with the pairs that both sides reach.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::fault::Fault;
use super::introsort::introsort;
use super::{Arc, Builder, End, Lattice, Span, StateId, Weight};
use crate::error::Result;

/// Arcs that a composition may have: about two GB.
const MOST_ARCS: usize = 1 << 26;

/// A side of an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// What it reads: its transition id.
    Input,
    /// What it writes: its word.
    Output,
}

/// How matching arcs are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// For each arc of the state with fewer of them; both sides are sorted.
    Both,
    /// For each arc of the first lattice, in its order; arcs of the second are sorted by their input.
    First,
    /// For each arc of the second lattice, in its order; arcs of the first are sorted by their output.
    Second,
}

/// What the second lattice does with a word that no arc of a state reads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unmatched {
    /// There is no path.
    #[default]
    Refused,
    /// It is read at the state that the arc with this label leads to, as in a language model with backoff.
    BackedOff(i32),
    /// Arcs with this label read it.
    Taken(i32),
}

/// A pair of states. Arcs without a word of the first come before those of the second, never after: so no path is
/// found twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    first: StateId,
    second: StateId,
    second_went_alone: bool,
}

/// A step from a pair: what the arc of each lattice leads to, or nothing where it stays.
struct Step {
    left: Option<Arc>,
    right: Option<Arc>,
    second_went_alone: bool,
}

struct Composer<'a> {
    first: &'a Lattice,
    second: &'a Lattice,
    matching: Matching,
    unmatched: Unmatched,
    /// Whether each arc of the second reads what it writes.
    writes_what_it_reads: bool,
}

impl Composer<'_> {
    fn run(&self) -> Result<Lattice> {
        let (Some(first), Some(second)) = (self.first.start, self.second.start) else { return Ok(Lattice::default()) };
        let mut builder = Builder { ids: self.first.ids.clone(), ..Builder::default() };
        let mut pairs = vec![Pair { first, second, second_went_alone: false }];
        let mut numbers: HashMap<Pair, StateId, FixedState> = HashMap::default();
        numbers.insert(pairs[0], builder.state());
        let (mut number, mut arcs) = (0, 0);
        let mut steps = Vec::new();
        while let Some(&pair) = pairs.get(number) {
            if let (Some(left), Some(right)) = (self.first.end(pair.first), self.second.end(pair.second)) {
                builder.end(number as StateId, left.weight.times(right.weight), left.ids);
            }
            self.expand(pair, &mut steps)?;
            arcs += steps.len();
            if arcs > MOST_ARCS {
                return Err(Fault::TooLarge("its composition").into());
            }
            for Step { left, right, second_went_alone } in steps.drain(..) {
                let next = Pair {
                    first: left.map_or(pair.first, |arc| arc.next),
                    second: right.map_or(pair.second, |arc| arc.next),
                    second_went_alone,
                };
                let next = *numbers.entry(next).or_insert_with(|| {
                    pairs.push(next);
                    builder.state()
                });
                let [before, after] = [left, right].map(|arc| arc.map_or(Weight::ONE, |arc| arc.weight));
                let word = right.map_or(0, |arc| arc.word);
                let ids = left.map_or(Span::EMPTY, |arc| arc.ids);
                builder.arc(number as StateId, Arc { word, next, weight: before.times(after), ids });
            }
            number += 1;
        }
        let mut composed = builder.finish(Some(0));
        composed.trim(|_| true);
        Ok(composed)
    }

    /// The steps from a pair, in their order.
    fn expand(&self, pair: Pair, steps: &mut Vec<Step>) -> Result<()> {
        let (left, right) = (self.first.arcs(pair.first), self.second.arcs(pair.second));
        let looks_up_second = match self.matching {
            Matching::Both => left.len() <= right.len(),
            Matching::First => true,
            Matching::Second => false,
        };
        let free = left.iter().filter(|arc| arc.word == 0).count();
        let first_must_move = free == left.len() && self.first.end(pair.first).is_none();
        let go_right = |arc: &Arc| Step { left: None, right: Some(*arc), second_went_alone: free > 0 };
        let go_left = |arc: &Arc| Step { left: Some(*arc), right: None, second_went_alone: false };
        let go_both = |left: Arc, right: Arc| Step { left: Some(left), right: Some(right), second_went_alone: false };
        if looks_up_second {
            if !first_must_move {
                steps.extend(self.second.labeled(pair.second, Side::Input, 0).iter().map(go_right));
            }
            for arc in left {
                if arc.word != 0 {
                    let (found, ahead) = self.read(pair.second, arc.word)?;
                    steps.extend(found.iter().map(|&found| go_both(*arc, self.rewrite(found, ahead, arc.word))));
                } else if !pair.second_went_alone {
                    steps.push(go_left(arc));
                }
            }
            return Ok(());
        }
        if !pair.second_went_alone {
            steps.extend(self.first.labeled(pair.first, Side::Output, 0).iter().map(go_left));
        }
        for arc in right {
            match self.second.label(arc, Side::Input) {
                0 if first_must_move => {}
                0 => steps.push(go_right(arc)),
                label => {
                    let found = self.first.labeled(pair.first, Side::Output, label);
                    steps.extend(found.iter().map(|&found| go_both(found, *arc)));
                }
            }
        }
        Ok(())
    }

    /// The arcs of the second that read a word in a state, and what it costs to come to them.
    fn read(&self, mut state: StateId, word: i32) -> Result<(&[Arc], Weight)> {
        if matches!(self.unmatched, Unmatched::BackedOff(label) | Unmatched::Taken(label) if label == word) {
            return Err(Fault::Reserved(word).into());
        }
        let mut cost = Weight::ONE;
        for _ in self.second.numbers() {
            let found = self.second.labeled(state, Side::Input, word);
            match self.unmatched {
                Unmatched::BackedOff(label) if found.is_empty() => match self.second.backoff(state, label)? {
                    Some(arc) => (cost, state) = (cost.times(arc.weight), arc.next),
                    None => return Ok((found, cost)),
                },
                Unmatched::Taken(label) if found.is_empty() => {
                    return Ok((self.second.labeled(state, Side::Input, label), cost));
                }
                _ => return Ok((found, cost)),
            }
        }
        Err(Fault::Backoffs { state }.into())
    }

    /// An arc with what it costs to come to it, and the word in place of the label that takes any.
    fn rewrite(&self, arc: Arc, ahead: Weight, word: i32) -> Arc {
        let is_any = matches!(self.unmatched, Unmatched::Taken(label) if label == arc.word);
        let word = if is_any && self.writes_what_it_reads { word } else { arc.word };
        Arc { word, weight: ahead.times(arc.weight), ..arc }
    }
}

impl Lattice {
    /// The paths of both on which the second reads the words of the first, with the transition ids of the first, the
    /// words of the second, and the sums of costs. Both are expanded.
    pub fn compose(&self, other: &Self, matching: Matching, unmatched: Unmatched) -> Result<Self> {
        let writes_what_it_reads = matches!(unmatched, Unmatched::Taken(_))
            && other.all_arcs().iter().all(|arc| other.label(arc, Side::Input) == arc.word);
        Composer { first: self, second: other, matching, unmatched, writes_what_it_reads }.run()
    }

    /// The same, looking for arcs where they are sorted: of the second they are sorted where need be.
    pub fn compose_as_sorted(&self, other: &Self, unmatched: Unmatched) -> Result<Self> {
        let sorted = (self.has_sorted_arcs(Side::Output), other.has_sorted_arcs(Side::Input));
        match (sorted, unmatched) {
            ((true, true), Unmatched::Refused) => self.compose(other, Matching::Both, unmatched),
            ((_, true), _) => self.compose(other, Matching::First, unmatched),
            ((true, false), Unmatched::Refused) => self.compose(other, Matching::Second, unmatched),
            _ => {
                let mut other = other.clone();
                other.sort_arcs(Side::Input);
                self.compose(&other, Matching::First, unmatched)
            }
        }
    }

    /// The paths with these words, between which others of `free` may stand.
    #[must_use]
    pub fn with_words(&self, words: &[i32], free: &[i32]) -> Self {
        let Some(start) = self.start else { return Self::default() };
        let mut builder = Builder { ids: self.ids.clone(), ..Builder::default() };
        let mut numbers: HashMap<(StateId, usize), StateId, FixedState> = HashMap::default();
        let mut pairs = vec![(start, 0)];
        numbers.insert(pairs[0], builder.state());
        let mut number = 0;
        while let Some(&(state, place)) = pairs.get(number) {
            let from = number as StateId;
            if let Some(End { weight, ids }) = self.end(state).filter(|_| place == words.len()) {
                builder.end(from, weight, ids);
            }
            for arc in self.arcs(state) {
                let is_free = arc.word == 0 || free.contains(&arc.word);
                if !is_free && words.get(place) != Some(&arc.word) {
                    continue;
                }
                let pair = (arc.next, place + usize::from(!is_free));
                let next = *numbers.entry(pair).or_insert_with(|| {
                    pairs.push(pair);
                    builder.state()
                });
                builder.arc(from, Arc { next, ..*arc });
            }
            number += 1;
        }
        let mut found = builder.finish(Some(0));
        found.trim(|_| true);
        found
    }

    /// Sorts the arcs of each state by a side, then by the other (`ArcSort` of `OpenFst`).
    pub fn sort_arcs(&mut self, side: Side) {
        let other = if side == Side::Input { Side::Output } else { Side::Input };
        let mut arcs = std::mem::take(&mut self.arcs);
        for state in &self.states {
            introsort(&mut arcs[state.range()], |arc| (self.label(arc, side), self.label(arc, other)));
        }
        self.arcs = arcs;
    }

    /// Whether the arcs of each state are in the order of a side.
    pub fn has_sorted_arcs(&self, side: Side) -> bool {
        self.numbers().all(|state| self.arcs(state).is_sorted_by_key(|arc| self.label(arc, side)))
    }

    /// Lets paths end where backoff arcs lead to an end, with what they cost (`PropagateFinal` of Kaldi).
    pub fn end_after_backoff(&mut self, label: i32) -> Result<()> {
        for state in self.numbers() {
            let mut way = Vec::new();
            let mut last = state;
            while self.end(last).is_none() {
                let Some(arc) = self.backoff(last, label)?.filter(|arc| arc.next != last) else { break };
                if way.len() > self.states.len() {
                    return Err(Fault::Backoffs { state: last }.into());
                }
                way.push((last, arc.weight));
                last = arc.next;
            }
            let mut end = self.end(last);
            for (state, weight) in way.into_iter().rev() {
                end = end.map(|end| End { weight: end.weight.times(weight), ..end });
                self.states[state as usize].end = end;
            }
        }
        Ok(())
    }

    /// The only backoff arc of a state.
    fn backoff(&self, state: StateId, label: i32) -> Result<Option<Arc>> {
        match self.labeled(state, Side::Input, label) {
            [] => Ok(None),
            [arc] => Ok(Some(*arc)),
            _ => Err(Fault::Backoffs { state }.into()),
        }
    }

    fn label(&self, arc: &Arc, side: Side) -> i32 {
        match side {
            Side::Input => self.ids(arc.ids).first().copied().unwrap_or(0),
            Side::Output => arc.word,
        }
    }

    /// The arcs of a state with a label, of those sorted by this side.
    fn labeled(&self, state: StateId, side: Side, label: i32) -> &[Arc] {
        let arcs = self.arcs(state);
        let first = arcs.partition_point(|arc| self.label(arc, side) < label);
        let count = arcs[first..].partition_point(|arc| self.label(arc, side) == label);
        &arcs[first..first + count]
    }
}
