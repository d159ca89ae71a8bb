//! Determinization: no two arcs that leave a state have the same word, and every arc has one.
//!
//! The subset construction on words, in which each state of a subset carries the best cost and the transition ids that
//! lead to it (Povey et al., "Generating exact lattices in the WFST framework", ICASSP 2012). Of each word sequence the
//! best path is kept; of equally good ones that with the shorter string of ids, then the greater one. Costs are added
//! and compared in single precision, and subsets are visited last found first, as Kaldi's `LatticeDeterminizer` does,
//! so that states, arcs and digits are its own. Exponential in the worst case.

use std::collections::{HashMap, VecDeque};

use foldhash::quality::FixedState;

use super::fault::Fault;
use super::introsort::introsort;
use super::{Arc, Builder, Lattice, StateId, Weight};
use crate::error::{ErrorKind, Result};

/// Subsets whose costs differ by no more are one state.
const DELTA: f32 = 1.0 / 1024.0;
/// How many elements of subsets, arcs and ids of strings there may be: one to two GB. Kaldi goes on to fill the memory.
const MOST_HELD: usize = 1 << 25;

type Map<K, V> = HashMap<K, V, FixedState>;
/// The number of a string of transition ids; equal strings have one number.
type StringId = u32;
const EMPTY: StringId = 0;

/// Strings of transition ids as a trie: each is one that is known and an id more.
struct Strings {
    parents: Vec<(StringId, i32)>,
    lengths: Vec<u32>,
    known: Map<(StringId, i32), StringId>,
}

impl Strings {
    fn new() -> Self {
        Self { parents: vec![(EMPTY, 0)], lengths: vec![0], known: HashMap::default() }
    }

    fn append(&mut self, string: StringId, id: i32) -> StringId {
        let next = self.parents.len() as StringId;
        let number = *self.known.entry((string, id)).or_insert(next);
        if number == next {
            self.parents.push((string, id));
            self.lengths.push(self.lengths[string as usize] + 1);
        }
        number
    }

    fn length(&self, string: StringId) -> u32 {
        self.lengths[string as usize]
    }

    fn ids(&self, mut string: StringId) -> Vec<i32> {
        let mut ids = Vec::with_capacity(self.length(string) as usize);
        while string != EMPTY {
            let (parent, id) = self.parents[string as usize];
            ids.push(id);
            string = parent;
        }
        ids.reverse();
        ids
    }

    fn concatenate(&mut self, left: StringId, right: &[i32]) -> StringId {
        right.iter().fold(left, |string, &id| self.append(string, id))
    }

    fn without_prefix(&mut self, string: StringId, length: u32) -> StringId {
        let ids = self.ids(string);
        self.concatenate(EMPTY, &ids[length as usize..])
    }

    fn common_prefix(&self, mut left: StringId, mut right: StringId) -> StringId {
        while left != right {
            let longer = if self.length(left) > self.length(right) { &mut left } else { &mut right };
            *longer = self.parents[*longer as usize].0;
        }
        left
    }
}

/// A state of the lattice within a subset, and how the best path leads to it from what the subset has in common.
#[derive(Clone, Copy, PartialEq)]
struct Element {
    state: StateId,
    string: StringId,
    weight: Weight,
}

/// What subsets are found by; costs are compared with some slack.
fn key(subset: &[Element]) -> Vec<(StateId, StringId)> {
    subset.iter().map(|element| (element.state, element.string)).collect()
}

fn is_nearly_equal(left: &[Element], right: &[Element]) -> bool {
    left.iter()
        .zip(right)
        .all(|(left, right)| left.weight == right.weight || (left.weight.sum() - right.weight.sum()).abs() <= DELTA)
}

/// What all elements of a subset have in common.
#[derive(Clone, Copy)]
struct Common {
    weight: Weight,
    string: StringId,
}

/// A subset as arcs lead to it, the state that it became, and what was taken off on the way.
struct Seen {
    subset: Vec<Element>,
    state: StateId,
    common: Common,
}

struct Determinizer<'a> {
    lattice: &'a Lattice,
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
    held: usize,
}

impl Determinizer<'_> {
    fn run(mut self, start: StateId) -> Result<Lattice> {
        // The first subset keeps what its elements have in common, as there is no arc before it to hold that.
        let mut subset = vec![Element { state: start, string: EMPTY, weight: Weight::ONE }];
        self.close(&mut subset)?;
        self.state_of(subset);
        while let Some(state) = self.open.pop() {
            let subset = self.subsets[state as usize].clone();
            self.end(state, &subset);
            self.leave(state, &subset)?;
            if self.held + self.strings.parents.len() > MOST_HELD {
                return Err(Fault::TooLarge("its determinized form").into());
            }
        }
        Ok(self.builder.finish(Some(0)))
    }

    /// Whether the first is better: it costs less, or its string is shorter, or greater.
    fn is_better(&self, left: Element, right: Element) -> bool {
        if left.weight.is_better(right.weight) || right.weight.is_better(left.weight) {
            return left.weight.is_better(right.weight);
        }
        let [one, other] = [left, right].map(|element| self.strings.length(element.string));
        one < other || (one == other && self.strings.ids(left.string) > self.strings.ids(right.string))
    }

    fn step(&mut self, element: Element, arc: &Arc) -> Element {
        let ids = self.lattice.ids(arc.ids).iter();
        let string = ids.fold(element.string, |string, &id| self.strings.append(string, id));
        Element { state: arc.next, string, weight: element.weight.times(arc.weight) }
    }

    /// Follows arcs without words; then leaves only states that a word or an end follows.
    fn close(&mut self, subset: &mut Vec<Element>) -> Result<()> {
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
            if steps > most_steps {
                return Err(ErrorKind::Cycle { node: element.state as usize }.into());
            }
            for arc in lattice.arcs(element.state).iter().filter(|arc| is_usable(arc) && arc.word == 0) {
                let next = self.step(element, arc);
                if best.get(&next.state).is_none_or(|known| self.is_better(next, *known)) {
                    best.insert(next.state, next);
                    open.push_back(next);
                }
            }
        }
        subset.clear();
        subset.extend(best.into_values().filter(|element| self.is_kept[element.state as usize]));
        subset.sort_unstable_by_key(|element| element.state);
        Ok(())
    }

    fn normalize(&mut self, subset: &mut [Element]) -> Common {
        let Some((first, rest)) = subset.split_first() else {
            return Common { weight: Weight::ZERO, string: EMPTY };
        };
        let mut common = Common { weight: first.weight, string: first.string };
        for element in rest {
            if element.weight.is_better(common.weight) {
                common.weight = element.weight;
            }
            common.string = self.strings.common_prefix(common.string, element.string);
        }
        let length = self.strings.length(common.string);
        for element in subset {
            element.weight = divide(element.weight, common.weight);
            element.string = self.strings.without_prefix(element.string, length);
        }
        common
    }

    /// The state of a closed subset.
    fn state_of(&mut self, subset: Vec<Element>) -> StateId {
        let known = self.by_subset.entry(key(&subset)).or_default();
        let alike = known.iter().rev().find(|&&state| is_nearly_equal(&self.subsets[state as usize], &subset));
        if let Some(&state) = alike {
            return state;
        }
        let state = self.builder.state();
        known.push(state);
        self.held += subset.len();
        self.subsets.push(subset);
        self.open.push(state);
        state
    }

    /// The state of a normalized subset that arcs lead to, and what more goes before it.
    fn reach(&mut self, subset: Vec<Element>) -> Result<(StateId, Common)> {
        let key = key(&subset);
        let known = self.seen.get(&key).map_or(&[][..], Vec::as_slice);
        if let Some(seen) = known.iter().rev().find(|seen| is_nearly_equal(&seen.subset, &subset)) {
            return Ok((seen.state, seen.common));
        }
        let mut closed = subset.clone();
        self.close(&mut closed)?;
        let common = self.normalize(&mut closed);
        let state = self.state_of(closed);
        self.held += subset.len();
        self.seen.entry(key).or_default().push(Seen { subset, state, common });
        Ok((state, common))
    }

    /// Lets paths end in a state in the best way that any element has.
    fn end(&mut self, state: StateId, subset: &[Element]) {
        let mut best: Option<Element> = None;
        for element in subset {
            let Some(end) = self.lattice.end(element.state) else { continue };
            let ending = Element { weight: element.weight.times(end.weight), ..*element };
            if ending.weight != Weight::ZERO && best.is_none_or(|best| self.is_better(ending, best)) {
                best = Some(ending);
            }
        }
        if let Some(best) = best {
            let ids = self.builder.string(self.strings.ids(best.string));
            self.builder.end(state, best.weight, ids);
        }
    }

    /// Adds an arc for each word that leaves any element.
    fn leave(&mut self, state: StateId, subset: &[Element]) -> Result<()> {
        let lattice = self.lattice;
        let mut reached: Vec<(i32, Element)> = Vec::new();
        for element in subset {
            for arc in lattice.arcs(element.state).iter().filter(|arc| is_usable(arc) && arc.word != 0) {
                reached.push((arc.word, self.step(*element, arc)));
            }
        }
        introsort(&mut reached, |&(word, element)| (word, element.state));
        for of_word in reached.chunk_by(|left, right| left.0 == right.0) {
            let mut next: Vec<Element> = Vec::with_capacity(of_word.len());
            for &(_, element) in of_word {
                match next.last_mut() {
                    Some(last) if last.state == element.state => {
                        if self.is_better(element, *last) {
                            *last = element;
                        }
                    }
                    _ => next.push(element),
                }
            }
            let before = self.normalize(&mut next);
            let (next, after) = self.reach(next)?;
            let mut ids = self.strings.ids(before.string);
            ids.extend(self.strings.ids(after.string));
            self.held += 1 + ids.len();
            let ids = self.builder.string(ids);
            let weight = before.weight.times(after.weight);
            self.builder.arc(state, Arc { word: of_word[0].0, next, weight, ids });
        }
        Ok(())
    }
}

/// An arc that costs more than any number leads nowhere.
fn is_usable(arc: &Arc) -> bool {
    arc.weight != Weight::ZERO
}

/// What is left of a weight without another; nothing is left of one that no path has.
fn divide(weight: Weight, other: Weight) -> Weight {
    let rest = Weight { graph: weight.graph - other.graph, acoustic: weight.acoustic - other.acoustic };
    if rest.graph.is_finite() && rest.acoustic.is_finite() { rest } else { Weight::ZERO }
}

impl Lattice {
    /// The determinized lattice, in compact form: each word sequence stands on one path, its best.
    pub fn determinize(&self) -> Result<Self> {
        let expanded = self.expand();
        let Some(start) = expanded.start() else { return Ok(Self::default()) };
        let is_kept = |state| {
            expanded.end(state).is_some() || expanded.arcs(state).iter().any(|arc| is_usable(arc) && arc.word != 0)
        };
        Determinizer {
            lattice: &expanded,
            is_kept: expanded.numbers().map(is_kept).collect(),
            strings: Strings::new(),
            subsets: Vec::new(),
            by_subset: HashMap::default(),
            seen: HashMap::default(),
            open: Vec::new(),
            builder: Builder::default(),
            held: 0,
        }
        .run(start)
    }
}
