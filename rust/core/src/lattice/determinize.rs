//! Determinization: no two arcs that leave a state have the same word, and every arc has one.
//!
//! The subset construction on words, in which each state of a subset carries the best cost and the transition ids that
//! lead to it (Povey et al., "Generating exact lattices in the WFST framework", ICASSP 2012). Of each word sequence the
//! best path is kept; of equally good ones that with the shorter string of ids, then the greater one. Costs are added
//! and compared in single precision, and subsets are visited last found first, as Kaldi's `LatticeDeterminizer` does,
//! so that states, arcs and digits are its own. Exponential in the worst case.

use std::collections::VecDeque;

use super::fault::Fault;
use super::subset::{
    Common, DELTA, EMPTY, Element, Map, StringId, Strings, is_nearly_equal, is_usable, kept_states, key,
};
use super::{Arc, Builder, Lattice, StateId, Weight};
use crate::error::{ErrorKind, Result};

/// How many elements of subsets, arcs and ids of strings there may be: one to two GB. Kaldi goes on to fill the memory.
const MOST_HELD: usize = 1 << 25;

/// Where determinization ends early; 0 is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Bytes, as Kaldi counts them.
    pub memory: i32,
    /// Elements that are looked at while arcs without words are followed from one subset.
    pub loops: i32,
    /// Subsets whose costs differ by no more are one state.
    pub delta: f32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { memory: 0, loops: 0, delta: DELTA }
    }
}

/// A subset as arcs lead to it, the state that it became, and what was taken off on the way.
struct Seen {
    subset: Vec<Element>,
    state: StateId,
    common: Common,
}

struct Determinizer<'a> {
    lattice: &'a Lattice,
    limits: Limits,
    /// By state of the lattice, whether a word or an end follows at once.
    is_kept: Vec<bool>,
    strings: Strings,
    /// By state of what is made.
    subsets: Vec<Vec<Element>>,
    by_subset: Map<Vec<(StateId, StringId)>, Vec<StateId>>,
    /// Subsets before arcs without words were followed.
    seen: Map<Vec<(StateId, StringId)>, Vec<Seen>>,
    open: Vec<StateId>,
    builder: Builder,
    /// The strings of arcs and ends.
    given: Vec<StringId>,
    elements: usize,
}

impl Determinizer<'_> {
    /// Determinizes; nothing where that takes more than the limits.
    fn run(mut self, start: StateId) -> Result<Option<Lattice>> {
        // The first subset keeps what its elements have in common, as there is no arc before it to hold that.
        let mut subset = vec![Element { state: start, string: EMPTY, weight: Weight::ONE }];
        if !self.close(&mut subset)? {
            return Ok(None);
        }
        self.state_of(subset);
        while let Some(state) = self.open.pop() {
            let subset = self.subsets[state as usize].clone();
            self.end(state, &subset);
            if !self.leave(state, &subset)? || !self.fits() {
                return Ok(None);
            }
            if self.elements + self.given.len() + self.builder.ids.len() + self.strings.count() > MOST_HELD {
                return Err(Fault::TooLarge("its determinized form").into());
            }
        }
        Ok(Some(self.builder.finish(Some(0))))
    }

    fn fits(&mut self) -> bool {
        let (subsets, seen, given) = (&self.subsets, &self.seen, &self.given);
        let needed = || {
            let known = seen.values().flatten();
            let before = known.flat_map(|seen| seen.subset.iter().map(|element| element.string));
            let after = seen.values().flatten().map(|seen| seen.common.string);
            let minimal = subsets.iter().flatten().map(|element| element.string);
            before.chain(after).chain(minimal).chain(given.iter().copied())
        };
        self.strings.fit(self.limits.memory, given.len(), self.elements, needed)
    }

    /// Follows arcs without words; then leaves only states that a word or an end follows. Whether the limits allow it.
    fn close(&mut self, subset: &mut Vec<Element>) -> Result<bool> {
        let lattice = self.lattice;
        let mut best: Map<StateId, Element> = subset.iter().map(|element| (element.state, *element)).collect();
        let mut open: VecDeque<Element> = subset.iter().copied().collect();
        // More are only taken where a cycle makes paths cheaper without end.
        let most_steps = lattice.states().len().saturating_pow(2);
        let mut steps = 0;
        while let Some(element) = open.pop_front() {
            if best.get(&element.state) != Some(&element) {
                continue; // a better way was found since
            }
            steps += 1;
            if self.limits.loops > 0 && steps > self.limits.loops as usize + 1 {
                return Ok(false);
            }
            if steps > most_steps {
                return Err(ErrorKind::Cycle { node: element.state as usize }.into());
            }
            for arc in lattice.arcs(element.state).iter().filter(|arc| is_usable(arc) && arc.word == 0) {
                let next = self.strings.step(lattice, element, arc);
                if best.get(&next.state).is_none_or(|known| self.strings.is_better(next, *known)) {
                    best.insert(next.state, next);
                    open.push_back(next);
                }
            }
        }
        subset.clear();
        subset.extend(best.into_values().filter(|element| self.is_kept[element.state as usize]));
        subset.sort_unstable_by_key(|element| element.state);
        Ok(true)
    }

    /// The state of a closed subset.
    fn state_of(&mut self, subset: Vec<Element>) -> StateId {
        let known = self.by_subset.entry(key(&subset)).or_default();
        let is_alike = |state: &&StateId| is_nearly_equal(&self.subsets[**state as usize], &subset, self.limits.delta);
        if let Some(&state) = known.iter().rev().find(is_alike) {
            return state;
        }
        let state = self.builder.state();
        known.push(state);
        self.elements += subset.len();
        self.subsets.push(subset);
        self.open.push(state);
        state
    }

    /// The state of a normalized subset that arcs lead to, and what more goes before it; nothing beyond the limits.
    fn reach(&mut self, subset: Vec<Element>) -> Result<Option<(StateId, Common)>> {
        let key = key(&subset);
        let known = self.seen.get(&key).map_or(&[][..], Vec::as_slice);
        let is_alike = |seen: &&Seen| is_nearly_equal(&seen.subset, &subset, self.limits.delta);
        if let Some(seen) = known.iter().rev().find(is_alike) {
            return Ok(Some((seen.state, seen.common)));
        }
        let mut closed = subset.clone();
        if !self.close(&mut closed)? {
            return Ok(None);
        }
        let common = self.strings.normalize(&mut closed);
        let state = self.state_of(closed);
        self.elements += subset.len();
        self.seen.entry(key).or_default().push(Seen { subset, state, common });
        Ok(Some((state, common)))
    }

    /// Lets paths end in a state in the best way that any element has.
    fn end(&mut self, state: StateId, subset: &[Element]) {
        if let Some(best) = self.strings.best_end(self.lattice, subset) {
            let ids = self.builder.string(self.strings.ids(best.string));
            self.builder.end(state, best.weight, ids);
            self.given.push(best.string);
        }
    }

    /// Adds an arc for each word that leaves any element; whether the limits allow it.
    fn leave(&mut self, state: StateId, subset: &[Element]) -> Result<bool> {
        let reached = self.strings.leave(self.lattice, subset);
        for of_word in reached.chunk_by(|left, right| left.0 == right.0) {
            let mut next = self.strings.unite(of_word.iter().map(|&(_, element)| element));
            let before = self.strings.normalize(&mut next);
            let Some((next, after)) = self.reach(next)? else { return Ok(false) };
            let rest = self.strings.ids(after.string);
            let string = self.strings.concatenate(before.string, &rest);
            let ids = self.builder.string(self.strings.ids(string));
            let weight = before.weight.times(after.weight);
            self.builder.arc(state, Arc { word: of_word[0].0, next, weight, ids });
            self.given.push(string);
        }
        Ok(true)
    }
}

impl Lattice {
    /// The determinized lattice, in compact form: each word sequence stands on one path, its best.
    pub fn determinize(&self) -> Result<Self> {
        self.determinize_within(Limits::default()).map(Option::unwrap_or_default)
    }

    /// The determinized lattice; nothing where that takes more than the limits.
    pub fn determinize_within(&self, limits: Limits) -> Result<Option<Self>> {
        let expanded = self.expand();
        let Some(start) = expanded.start() else { return Ok(Some(Self::default())) };
        Determinizer {
            lattice: &expanded,
            limits,
            is_kept: kept_states(&expanded),
            strings: Strings::new(),
            subsets: Vec::new(),
            by_subset: Map::default(),
            seen: Map::default(),
            open: Vec::new(),
            builder: Builder::default(),
            given: Vec::new(),
            elements: 0,
        }
        .run(start)
    }
}
