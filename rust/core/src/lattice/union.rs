//! Several lattices as one.

use super::{Arc, Builder, Lattice, Span, StateId, Weight};
use crate::error::Result;

/// An arc that says and costs nothing.
fn free(next: StateId) -> Arc {
    Arc { word: 0, next, weight: Weight::ONE, ids: Span::EMPTY }
}

impl Lattice {
    /// The paths of all these: the states of each follow those of the ones before, and an arc without a word leads from
    /// the start of the first to that of each other. Where an arc comes back to the start, a new state leads to all.
    pub fn union<'a>(lattices: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut lattices = lattices.into_iter().filter_map(|lattice| Some((lattice, lattice.start?)));
        let Some((first, start)) = lattices.next() else { return Self::default() };
        let mut builder = Builder::default();
        first.copy_into(&mut builder);
        let mut begin = start;
        if first.returns_to(start) {
            begin = builder.state();
            builder.arc(begin, free(start));
        }
        for (other, other_start) in lattices {
            let next = other.copy_into(&mut builder) + other_start;
            builder.arc(begin, free(next));
        }
        Self { sorted: false, ..builder.finish(Some(begin)) }
    }

    /// One path of these words, without cost.
    #[must_use]
    pub fn from_words(words: &[i32]) -> Self {
        let mut builder = Builder::default();
        let mut state = builder.state();
        for &word in words {
            let next = builder.state();
            builder.arc(state, Arc { word, next, weight: Weight::ONE, ids: Span::EMPTY });
            state = next;
        }
        builder.end(state, Weight::ONE, Span::EMPTY);
        builder.finish(Some(0))
    }

    /// Adds the states behind those that are there; gives the number of the first.
    fn copy_into(&self, builder: &mut Builder) -> StateId {
        let first = builder.len() as StateId;
        let moved = |span: Span, base: usize| Span { start: span.start + base as u32, ..span };
        let base = builder.ids.len();
        builder.ids.extend_from_slice(&self.ids);
        for state in self.numbers() {
            let number = builder.state();
            if let Some(end) = self.end(state) {
                builder.end(number, end.weight, moved(end.ids, base));
            }
            for arc in self.arcs(state) {
                builder.arc(number, Arc { next: first + arc.next, ids: moved(arc.ids, base), ..*arc });
            }
        }
        first
    }

    /// Whether a path from a state comes back to it.
    fn returns_to(&self, start: StateId) -> bool {
        if self.is_sorted() {
            return false;
        }
        let mut seen = vec![false; self.states.len()];
        let mut open = vec![start];
        while let Some(state) = open.pop() {
            for arc in self.arcs(state) {
                if arc.next == start {
                    return true;
                }
                if !std::mem::replace(&mut seen[arc.next as usize], true) {
                    open.push(arc.next);
                }
            }
        }
        false
    }

    /// Weighs the paths so that all together weigh as much as is said: the logarithm of what they weighed, less that
    /// of the weight, is added to the graph cost of every end.
    pub fn normalize(&mut self, weight: f32) -> Result<()> {
        if !self.sorted {
            self.sort()?;
        }
        let Some(start) = self.start else { return Ok(()) };
        let total = self.backward()[start as usize] as f32;
        let added = total - weight.ln();
        for end in self.states.iter_mut().filter_map(|state| state.end.as_mut()) {
            end.weight.graph += added;
        }
        Ok(())
    }
}
