//! Scales of costs, and penalties for words.

use super::{End, Lattice, Weight};

/// What becomes of each cost: `[graph from graph, graph from acoustic], [acoustic from graph, acoustic from acoustic]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale(pub [[f64; 2]; 2]);

impl Scale {
    /// Nothing changes.
    pub const IDENTITY: Self = Self([[1.0, 0.0], [0.0, 1.0]]);

    /// Each cost by a factor of its own.
    pub fn new(graph: f64, acoustic: f64) -> Self {
        Self([[graph, 0.0], [0.0, acoustic]])
    }

    /// The weight as this scale has it: products in double precision, kept in single. An infinite graph cost stays
    /// infinite, even times 0.
    #[must_use]
    pub fn apply(self, weight: Weight) -> Weight {
        if weight.graph == f32::INFINITY {
            return Weight::ZERO;
        }
        let costs = [f64::from(weight.graph), f64::from(weight.acoustic)];
        let [graph, acoustic] = self.0.map(|[left, right]| (left * costs[0] + right * costs[1]) as f32);
        Weight { graph, acoustic }
    }
}

impl Lattice {
    /// Scales every cost. The states are no longer known to be sorted, unless nothing was to change.
    pub fn scale(&mut self, scale: Scale) {
        if scale == Scale::IDENTITY {
            return;
        }
        for arc in &mut self.arcs {
            arc.weight = scale.apply(arc.weight);
        }
        for state in &mut self.states {
            let scaled = state.end.map(|end| End { weight: scale.apply(end.weight), ..end });
            // What costs infinitely much is no end; with transition ids it counts as one, and is never taken.
            state.end = scaled.filter(|end| end.weight != Weight::ZERO || end.ids.len > 0);
        }
        self.sorted = false;
    }

    /// Adds to the graph cost of every arc with a word.
    pub fn add_penalty(&mut self, penalty: f32) {
        for arc in self.arcs.iter_mut().filter(|arc| arc.word != 0) {
            arc.weight.graph += penalty;
            self.sorted = false;
        }
    }

    /// An expanded lattice with the word of each arc as its transition id too, or with its transition id as its word.
    #[must_use]
    pub fn project(&self, words: bool) -> Self {
        let mut projected = Self { ids: Vec::new(), ..self.clone() };
        for arc in &mut projected.arcs {
            if !words {
                arc.word = self.ids(arc.ids).first().copied().unwrap_or(0);
            }
            let start = projected.ids.len() as u32;
            projected.ids.extend((arc.word != 0).then_some(arc.word));
            arc.ids = super::Span { start, len: projected.ids.len() as u32 - start };
        }
        projected
    }

    /// Takes the words, or the transition ids, or both off.
    pub fn strip(&mut self, words: bool, ids: bool) {
        for arc in &mut self.arcs {
            if words {
                arc.word = 0;
            }
            if ids {
                arc.ids = super::Span::EMPTY;
            }
        }
        if ids {
            for end in self.states.iter_mut().filter_map(|state| state.end.as_mut()) {
                end.ids = super::Span::EMPTY;
            }
        }
    }
}
