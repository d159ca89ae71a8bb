//! Determinization with pruning: the best arcs are made first, and none that no path within a beam takes.
//!
//! The subset construction of [`super::determinize`], in which the arcs that are to be made wait in a queue by the cost
//! of the best path over them (Povey et al., "Generating exact lattices in the WFST framework", ICASSP 2012, section
//! 5). Where memory, states or arcs would exceed a limit, what was made so far is the lattice of a narrower beam; if
//! that is much narrower, the lattice is pruned first and determinized anew, as Kaldi's `DeterminizeLatticePruned`
//! does. Arcs of equal cost come in the order of GNU's priority queue. Exponential in the worst case, but for limits.

use std::collections::BTreeSet;

use super::compose::Side;
use super::fault::Fault;
use super::introsort::{pop_heap, push_heap};
use super::subset::{
    Common, DELTA, EMPTY, Element, Map, StringId, Strings, is_nearly_equal, is_usable, kept_states, key,
};
use super::{Arc, Builder, Lattice, StateId, Weight};
use crate::error::Result;

/// How often a lattice is determinized with narrower beams.
const MOST_ROUNDS: usize = 10;

/// Where determinization ends early; 0 is no limit.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How much more than the best path a path may cost.
    pub beam: f64,
    /// Bytes, as Kaldi counts them.
    pub memory: i32,
    /// Elements that are looked at while arcs without words are followed from one subset.
    pub loops: i32,
    /// States.
    pub states: i32,
    /// Arcs.
    pub arcs: i32,
    /// Subsets whose costs differ by no more are one state.
    pub delta: f32,
    /// The share of the beam that must be reached, or it is narrowed for another round.
    pub retry: f32,
}

impl Default for Options {
    fn default() -> Self {
        Self { beam: 10.0, memory: 0, loops: 0, states: 0, arcs: 0, delta: DELTA, retry: 0.5 }
    }
}

/// What became of a lattice.
#[derive(Debug)]
pub struct Determinized {
    /// The determinized lattice.
    pub lattice: Lattice,
    /// Whether it has all paths within the beam.
    pub is_whole: bool,
    /// The beams of further rounds.
    pub beams: Vec<f64>,
}

/// An arc that is to be made: the place of its subset, and the cost of the best path over it.
#[derive(Clone, Copy)]
struct Task {
    cost: f64,
    place: usize,
}

/// The state that an arc leaves, its word, and the elements that it leads to.
type Planned = (StateId, i32, Vec<Element>);

struct Output {
    subset: Vec<Element>,
    /// The best cost from the start.
    forward: f64,
}

/// A subset before arcs without words were followed, the state that it became, and what was taken off.
type Seen = (Vec<Element>, StateId, Common);

struct Determinizer<'a> {
    lattice: &'a Lattice,
    options: Options,
    is_kept: Vec<bool>,
    /// By state of the lattice, the best cost to an end.
    backward: Vec<f64>,
    cutoff: f64,
    strings: Strings,
    outputs: Vec<Output>,
    by_subset: Map<Vec<(StateId, StringId)>, Vec<StateId>>,
    /// Subsets before arcs without words were followed, the states that they became, and what was taken off.
    seen: Map<Vec<(StateId, StringId)>, Vec<Seen>>,
    planned: Vec<Option<Planned>>,
    queue: Vec<Task>,
    builder: Builder,
    /// The strings of arcs and ends.
    given: Vec<StringId>,
    elements: usize,
}

fn comes_later(left: &Task, right: &Task) -> bool {
    left.cost > right.cost
}

impl<'a> Determinizer<'a> {
    fn new(lattice: &'a Lattice, start: StateId, options: Options) -> Self {
        let mut backward = vec![f64::INFINITY; lattice.states().len()];
        for state in lattice.numbers().rev() {
            let end = lattice.end(state).map_or(f64::INFINITY, |end| Weight::total(end.weight));
            let ways = lattice.arcs(state).iter().map(|arc| arc.weight.total() + backward[arc.next as usize]);
            backward[state as usize] = ways.fold(end, f64::min);
        }
        Self {
            lattice,
            options,
            is_kept: kept_states(lattice),
            cutoff: backward[start as usize] + options.beam,
            backward,
            strings: Strings::new(),
            outputs: Vec::new(),
            by_subset: Map::default(),
            seen: Map::default(),
            planned: Vec::new(),
            queue: Vec::new(),
            builder: Builder::default(),
            given: Vec::new(),
            elements: 0,
        }
    }

    /// Determinizes; also gives the beam that was reached, if it is not the whole beam.
    fn run(mut self, start: StateId) -> Result<(Lattice, Option<f64>)> {
        let mut subset = vec![Element { state: start, string: EMPTY, weight: Weight::ONE }];
        self.close(&mut subset)?;
        self.state_of(subset, 0.0);
        while !self.queue.is_empty() {
            if self.is_full() {
                break;
            }
            let task = pop_heap(&mut self.queue, comes_later);
            if let Some((state, word, subset)) = task.and_then(|task| self.planned[task.place].take()) {
                self.make_arc(state, word, subset)?;
            }
        }
        let reached = self.queue.first().map(|task| task.cost - self.backward[start as usize]);
        Ok((self.builder.finish(Some(0)), reached))
    }

    fn is_full(&mut self) -> bool {
        let exceeds = |count: usize, limit: i32| usize::try_from(limit).is_ok_and(|limit| limit > 0 && count > limit);
        let states = self.outputs.len();
        exceeds(states, self.options.states)
            || exceeds(self.given.len(), self.options.arcs)
            || (states.is_multiple_of(10) && !self.fits())
    }

    fn fits(&mut self) -> bool {
        let (outputs, seen, planned, given) = (&self.outputs, &self.seen, &self.planned, &self.given);
        let needed = || {
            let minimal = outputs.iter().flat_map(|output| &output.subset);
            let waiting = planned.iter().flatten().flat_map(|(_, _, subset)| subset);
            let before = seen.values().flatten().flat_map(|(subset, _, _)| subset);
            let common = seen.values().flatten().map(|(_, _, common)| common.string);
            let strings = minimal.chain(waiting).chain(before).map(|element| element.string);
            strings.chain(common).chain(given.iter().copied())
        };
        self.strings.fit(self.options.memory, given.len(), self.elements, needed)
    }

    /// Follows arcs without words, from lower states to higher; then leaves only states that a word or an end follows.
    fn close(&mut self, subset: &mut Vec<Element>) -> Result<()> {
        let lattice = self.lattice;
        let mut best: Map<StateId, Element> = subset.iter().map(|element| (element.state, *element)).collect();
        let mut open: BTreeSet<StateId> = subset.iter().map(|element| element.state).collect();
        let mut steps = 0;
        while let Some(element) = open.pop_first().and_then(|state| best.get(&state).copied()) {
            steps += 1;
            if self.options.loops > 0 && steps > self.options.loops.saturating_add(1) {
                return Err(Fault::Loops(self.options.loops).into());
            }
            for arc in lattice.arcs(element.state).iter().filter(|arc| is_usable(arc) && arc.word == 0) {
                let next = self.strings.step(lattice, element, arc);
                if best.get(&next.state).is_none_or(|known| self.strings.is_better(next, *known)) {
                    best.insert(next.state, next);
                    open.insert(next.state);
                }
            }
        }
        subset.clear();
        subset.extend(best.into_values().filter(|element| self.is_kept[element.state as usize]));
        subset.sort_unstable_by_key(|element| element.state);
        Ok(())
    }

    /// The state of a closed subset; a new one gets its end, and its arcs are planned.
    fn state_of(&mut self, subset: Vec<Element>, forward: f64) -> StateId {
        let known = self.by_subset.entry(key(&subset)).or_default();
        let is_alike =
            |state: &&StateId| is_nearly_equal(&self.outputs[**state as usize].subset, &subset, self.options.delta);
        if let Some(&state) = known.iter().rev().find(is_alike) {
            return state;
        }
        let state = self.builder.state();
        known.push(state);
        self.elements += subset.len();
        self.outputs.push(Output { subset, forward });
        self.end(state);
        self.plan(state);
        state
    }

    fn end(&mut self, state: StateId) {
        let Output { subset, forward } = &self.outputs[state as usize];
        let best = self.strings.best_end(self.lattice, subset);
        if let Some(best) = best.filter(|best| best.weight.total() + forward <= self.cutoff) {
            let ids = self.builder.string(self.strings.ids(best.string));
            self.builder.end(state, best.weight, ids);
            self.given.push(best.string);
        }
    }

    /// Plans an arc for each word that leaves any element, if a path over it is within the beam.
    fn plan(&mut self, state: StateId) {
        let Output { subset, forward } = &self.outputs[state as usize];
        let reached = self.strings.leave(self.lattice, subset);
        for of_word in reached.chunk_by(|left, right| left.0 == right.0) {
            let costs = of_word.iter().map(|(_, next)| next.weight.total() + self.backward[next.state as usize]);
            let cost = costs.fold(f64::INFINITY, f64::min) + forward;
            if cost <= self.cutoff {
                let subset = self.strings.unite(of_word.iter().map(|&(_, element)| element));
                push_heap(&mut self.queue, Task { cost, place: self.planned.len() }, comes_later);
                self.planned.push(Some((state, of_word[0].0, subset)));
            }
        }
    }

    fn make_arc(&mut self, state: StateId, word: i32, mut subset: Vec<Element>) -> Result<()> {
        let before = self.strings.normalize(&mut subset);
        let forward = self.outputs[state as usize].forward + before.weight.total();
        let (next, after) = self.reach(subset, forward)?;
        let rest = self.strings.ids(after.string);
        let string = self.strings.concatenate(before.string, &rest);
        let ids = self.builder.string(self.strings.ids(string));
        let weight = before.weight.times(after.weight);
        self.builder.arc(state, Arc { word, next, weight, ids });
        self.given.push(string);
        Ok(())
    }

    /// The state of a normalized subset that arcs lead to, and what more goes before it.
    fn reach(&mut self, subset: Vec<Element>, forward: f64) -> Result<(StateId, Common)> {
        let key = key(&subset);
        let known = self.seen.get(&key).map_or(&[][..], Vec::as_slice);
        let alike = known.iter().rev().find(|seen| is_nearly_equal(&seen.0, &subset, self.options.delta));
        if let Some((_, state, common)) = alike {
            return Ok((*state, *common));
        }
        let mut closed = subset.clone();
        self.close(&mut closed)?;
        let common = self.strings.normalize(&mut closed);
        let state = self.state_of(closed, forward + common.weight.total());
        self.elements += subset.len();
        self.seen.entry(key).or_default().push((subset, state, common));
        Ok((state, common))
    }
}

impl Lattice {
    /// The determinized lattice of paths within a beam, in compact form; a cycle is an error.
    pub fn determinize_pruned(&self, options: Options) -> Result<Determinized> {
        let mut lattice = self.expand();
        lattice.sort()?;
        lattice.sort_arcs(Side::Output);
        let mut options = options;
        let mut beams = Vec::new();
        loop {
            let Some(start) = lattice.start() else {
                return Ok(Determinized { lattice: Self::default(), is_whole: true, beams });
            };
            let (mut determinized, reached) = Determinizer::new(&lattice, start, options).run(start)?;
            let is_whole = reached.is_none();
            let reached = reached.unwrap_or(options.beam);
            let wanted = options.beam * f64::from(options.retry);
            if reached >= wanted || options.beam.is_infinite() || beams.len() + 1 == MOST_ROUNDS {
                determinized.trim(|_| true); // what was planned and not made leaves states without an end
                return Ok(Determinized { lattice: determinized, is_whole, beams });
            }
            options.beam = (options.beam * (reached.max(0.0) / options.beam).sqrt()).max(0.5 * options.beam);
            beams.push(options.beam);
            lattice.prune(options.beam)?;
        }
    }
}
