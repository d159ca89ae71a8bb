//! Subsets of states, each with the best way that leads to it: what determinization works on.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::{Arc, Lattice, StateId, Weight};

pub type Map<K, V> = HashMap<K, V, FixedState>;

/// Subsets whose costs differ by no more are one state (`kDelta` of `OpenFst`).
pub const DELTA: f32 = 1.0 / 1024.0;

/// The number of a string of transition ids; equal strings have one number.
pub type StringId = u32;
pub const EMPTY: StringId = 0;

/// Bytes that Kaldi counts for a string, an arc and an element of a subset.
const STRING_SIZE: usize = 32;
const ARC_SIZE: usize = 32;
const ELEMENT_SIZE: usize = 24;
/// What memory must come down to by forgetting strings, or determinization ends.
const MARGIN: f64 = 0.8;

/// Strings of transition ids as a trie: each is one that is known and an id more.
pub struct Strings {
    parents: Vec<(StringId, i32)>,
    lengths: Vec<u32>,
    known: Map<(StringId, i32), StringId>,
}

/// A state of the lattice within a subset, and how the best path leads to it from what the subset has in common.
#[derive(Clone, Copy, PartialEq)]
pub struct Element {
    pub state: StateId,
    pub string: StringId,
    pub weight: Weight,
}

/// What all elements of a subset have in common.
#[derive(Clone, Copy)]
pub struct Common {
    pub weight: Weight,
    pub string: StringId,
}

/// What subsets are found by; costs are compared with some slack.
pub fn key(subset: &[Element]) -> Vec<(StateId, StringId)> {
    subset.iter().map(|element| (element.state, element.string)).collect()
}

pub fn is_nearly_equal(left: &[Element], right: &[Element], delta: f32) -> bool {
    left.iter().zip(right).all(|(left, right)| left.weight.is_near(right.weight, delta))
}

/// An arc that costs more than any number leads nowhere.
pub fn is_usable(arc: &Arc) -> bool {
    arc.weight != Weight::ZERO
}

/// By state of an expanded lattice, whether a word or an end follows at once.
pub fn kept_states(lattice: &Lattice) -> Vec<bool> {
    let is_kept =
        |state| lattice.end(state).is_some() || lattice.arcs(state).iter().any(|arc| is_usable(arc) && arc.word != 0);
    lattice.numbers().map(is_kept).collect()
}

impl Strings {
    pub fn new() -> Self {
        Self { parents: vec![(EMPTY, 0)], lengths: vec![0], known: HashMap::default() }
    }

    pub fn append(&mut self, string: StringId, id: i32) -> StringId {
        let next = self.parents.len() as StringId;
        let number = *self.known.entry((string, id)).or_insert(next);
        if number == next {
            self.parents.push((string, id));
            self.lengths.push(self.lengths[string as usize] + 1);
        }
        number
    }

    /// How many there are, those that were forgotten too.
    pub fn count(&self) -> usize {
        self.parents.len()
    }

    fn length(&self, string: StringId) -> u32 {
        self.lengths[string as usize]
    }

    pub fn ids(&self, mut string: StringId) -> Vec<i32> {
        let mut ids = Vec::with_capacity(self.length(string) as usize);
        while string != EMPTY {
            let (parent, id) = self.parents[string as usize];
            ids.push(id);
            string = parent;
        }
        ids.reverse();
        ids
    }

    pub fn concatenate(&mut self, left: StringId, right: &[i32]) -> StringId {
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

    /// Forgets all strings but those needed and what they begin with.
    fn retain(&mut self, needed: impl Iterator<Item = StringId>) {
        let mut kept = vec![false; self.parents.len()];
        for mut string in needed {
            while !std::mem::replace(&mut kept[string as usize], true) {
                string = self.parents[string as usize].0;
            }
        }
        self.known.retain(|_, string| kept[*string as usize]);
    }

    /// Whether strings, arcs and elements take no more memory than there may be, as Kaldi counts it; strings that are
    /// not needed are forgotten where they take more. A limit of 0 is none.
    pub fn fit<I: Iterator<Item = StringId>>(
        &mut self,
        limit: i32,
        arcs: usize,
        elements: usize,
        needed: impl FnOnce() -> I,
    ) -> bool {
        let Some(limit) = usize::try_from(limit).ok().filter(|&limit| limit > 0) else { return true };
        let others = arcs * ARC_SIZE + elements * ELEMENT_SIZE;
        if self.known.len() * STRING_SIZE + others <= limit {
            return true;
        }
        self.retain(needed());
        (self.known.len() * STRING_SIZE + others) as f64 <= limit as f64 * MARGIN
    }

    /// Whether the first is better: it costs less, or its string is shorter, or greater.
    pub fn is_better(&self, left: Element, right: Element) -> bool {
        if left.weight.is_better(right.weight) || right.weight.is_better(left.weight) {
            return left.weight.is_better(right.weight);
        }
        let [one, other] = [left, right].map(|element| self.length(element.string));
        one < other || (one == other && self.ids(left.string) > self.ids(right.string))
    }

    /// Where an arc of an expanded lattice leads an element.
    pub fn step(&mut self, lattice: &Lattice, element: Element, arc: &Arc) -> Element {
        let ids = lattice.ids(arc.ids).iter();
        let string = ids.fold(element.string, |string, &id| self.append(string, id));
        Element { state: arc.next, string, weight: element.weight.times(arc.weight) }
    }

    /// The elements that words lead to from a subset, by word and state.
    pub fn leave(&mut self, lattice: &Lattice, subset: &[Element]) -> Vec<(i32, Element)> {
        let mut reached = Vec::new();
        for element in subset {
            for arc in lattice.arcs(element.state).iter().filter(|arc| is_usable(arc) && arc.word != 0) {
                reached.push((arc.word, self.step(lattice, *element, arc)));
            }
        }
        super::introsort::introsort(&mut reached, |&(word, element): &(i32, Element)| (word, element.state));
        reached
    }

    /// The best element of each state, of elements in the order of states.
    pub fn unite(&self, elements: impl Iterator<Item = Element>) -> Vec<Element> {
        let mut best: Vec<Element> = Vec::new();
        for element in elements {
            match best.last_mut() {
                Some(last) if last.state == element.state => {
                    if self.is_better(element, *last) {
                        *last = element;
                    }
                }
                _ => best.push(element),
            }
        }
        best
    }

    /// Takes off what all elements have in common, which is given.
    pub fn normalize(&mut self, subset: &mut [Element]) -> Common {
        let Some((first, rest)) = subset.split_first() else {
            return Common { weight: Weight::ZERO, string: EMPTY };
        };
        let mut common = Common { weight: first.weight, string: first.string };
        for element in rest {
            if element.weight.is_better(common.weight) {
                common.weight = element.weight;
            }
            common.string = self.common_prefix(common.string, element.string);
        }
        let length = self.length(common.string);
        for element in subset {
            element.weight = element.weight.without(common.weight);
            element.string = self.without_prefix(element.string, length);
        }
        common
    }

    /// The best way to end in any element.
    pub fn best_end(&self, lattice: &Lattice, subset: &[Element]) -> Option<Element> {
        let mut best: Option<Element> = None;
        for element in subset {
            let Some(end) = lattice.end(element.state) else { continue };
            let ending = Element { weight: element.weight.times(end.weight), ..*element };
            if ending.weight != Weight::ZERO && best.is_none_or(|best| self.is_better(ending, best)) {
                best = Some(ending);
            }
        }
        best
    }
}
