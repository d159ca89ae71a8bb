//! States that are found while they are needed, the last found first.

use std::collections::HashMap;
use std::hash::Hash;

use foldhash::quality::FixedState;

use super::{TOO_LARGE, TOO_MANY_STATES};
use crate::lattice::{Arc, Builder, End, Lattice, Span, StateId, Weight};

/// Arcs by the states they leave, while they may still change.
#[derive(Debug, Default)]
pub struct Sketch {
    pub start: StateId,
    pub arcs: Vec<Vec<Arc>>,
    pub ends: Vec<Option<End>>,
    pub ids: Vec<i32>,
}

impl Sketch {
    pub fn string(&mut self, ids: &[i32]) -> Span {
        let start = self.ids.len() as u32;
        self.ids.extend_from_slice(ids);
        Span { start, len: ids.len() as u32 }
    }

    /// The lattice without what is on no whole path.
    pub fn finish(self) -> Lattice {
        let mut lattice = self.whole();
        lattice.trim(|_| true);
        lattice
    }

    pub fn whole(self) -> Lattice {
        let start = self.start;
        let mut builder = Builder { ids: self.ids, ..Builder::default() };
        for (arcs, end) in self.arcs.into_iter().zip(self.ends) {
            let state = builder.state();
            if let Some(End { weight, ids }) = end {
                builder.end(state, weight, ids);
            }
            for arc in arcs {
                builder.arc(state, arc);
            }
        }
        builder.finish(Some(start))
    }
}

impl From<&Lattice> for Sketch {
    fn from(lattice: &Lattice) -> Self {
        Self {
            start: lattice.start().unwrap_or(0),
            arcs: lattice.numbers().map(|state| lattice.arcs(state).to_vec()).collect(),
            ends: lattice.numbers().map(|state| lattice.end(state)).collect(),
            ids: lattice.all_ids().to_vec(),
        }
    }
}

/// What states are told apart by.
pub trait Key: Clone + Eq + Hash {
    /// How many words, phones and transition ids it holds.
    fn held(&self) -> usize;
}

/// What was read and not yet given out.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Pending {
    pub state: StateId,
    pub words: Vec<i32>,
    pub ids: Vec<i32>,
}

impl Key for Pending {
    fn held(&self) -> usize {
        self.words.len() + self.ids.len() + 1
    }
}

/// The bytes that all keys together may take. A lattice of which no word can be given out would fill any memory, as
/// each path then has states of its own: Kaldi goes on until there is none left.
const MOST_BYTES: usize = 1 << 29;

/// A search for states that are told apart by keys.
pub struct Unfolding<K> {
    numbers: HashMap<K, StateId, FixedState>,
    open: Vec<(K, StateId)>,
    bytes: usize,
    pub sketch: Sketch,
}

impl<K: Key> Unfolding<K> {
    pub fn new(first: K) -> Self {
        let mut unfolding = Self { numbers: HashMap::default(), open: Vec::new(), bytes: 0, sketch: Sketch::default() };
        unfolding.state(first);
        unfolding
    }

    /// The number of a state, which is looked into later if it is new.
    pub fn state(&mut self, key: K) -> StateId {
        let next = self.numbers.len() as StateId;
        let number = *self.numbers.entry(key.clone()).or_insert(next);
        if number == next {
            self.bytes += 2 * (size_of::<K>() + size_of::<i32>() * key.held());
            self.sketch.arcs.push(Vec::new());
            self.sketch.ends.push(None);
            self.open.push((key, number));
        }
        number
    }

    /// Lets paths end in a state.
    pub fn end(&mut self, state: StateId) {
        self.sketch.ends[state as usize] = Some(End { weight: Weight::ONE, ids: Span::EMPTY });
    }

    pub fn arc(&mut self, from: StateId, next: K, word: i32, weight: Weight, ids: &[i32]) {
        let next = self.state(next);
        let ids = self.sketch.string(ids);
        self.sketch.arcs[from as usize].push(Arc { word, next, weight, ids });
    }

    pub fn next(&mut self) -> Option<(K, StateId)> {
        self.open.pop()
    }

    /// What is wrong if there are more states than there may be, or they hold too much.
    pub fn excess(&self, most: Option<usize>) -> Option<&'static str> {
        if most.is_some_and(|most| self.numbers.len() > most) {
            return Some(TOO_MANY_STATES);
        }
        (self.bytes > MOST_BYTES).then_some(TOO_LARGE)
    }

    pub fn close(&mut self) {
        self.open.clear();
    }
}
