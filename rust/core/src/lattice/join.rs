//! Several lattices as one.

use super::{Arc, Builder, Lattice, Span, StateId, Weight};
use crate::error::Result;

impl Lattice {
    /// The paths of both: the states of the other follow, and an arc without a word leads to its start.
    ///
    /// Where an arc comes back to the start, a new state leads to both.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        let (Some(start), Some(other_start)) = (self.start, other.start) else {
            return if self.start.is_some() { self.clone() } else { other.clone() };
        };
        let mut builder = Builder::default();
        self.copy_into(&mut builder);
        let first = other.copy_into(&mut builder) + other_start;
        let free = |next| Arc { word: 0, next, weight: Weight::ONE, ids: Span::EMPTY };
        let begin = if self.returns_to(start) {
            let begin = builder.state();
            builder.arc(begin, free(start));
            begin
        } else {
            start
        };
        builder.arc(begin, free(first));
        Self { sorted: false, ..builder.finish(Some(begin)) }
    }

    /// The paths of all these, to whose starts arcs without a word lead from the first state.
    pub fn alternatives<'a>(lattices: impl Iterator<Item = &'a Self>) -> Self {
        let mut builder = Builder::default();
        let start = builder.state();
        for lattice in lattices {
            if let Some(other) = lattice.start {
                let next = lattice.copy_into(&mut builder) + other;
                builder.arc(start, Arc { word: 0, next, weight: Weight::ONE, ids: Span::EMPTY });
            }
        }
        builder.finish(Some(start))
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
    pub fn normalise(&mut self, weight: f32) -> Result<()> {
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
