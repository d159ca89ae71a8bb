//! From compact to expanded lattices and back.

use super::{Arc, Builder, Lattice, Span, StateId, Weight};

impl Lattice {
    /// One arc for each transition id: the word and the weight are on the first, new states come behind the others.
    #[must_use]
    pub fn expand(&self) -> Self {
        let mut builder = Builder { ids: self.ids.clone(), ..Builder::default() };
        if let Some(last) = self.numbers().next_back() {
            builder.reach(last);
        }
        for state in self.numbers() {
            match self.end(state) {
                Some(end) if end.ids.len > 0 => {
                    let arc = Arc { word: 0, next: state, weight: end.weight, ids: end.ids };
                    let (from, arc) = builder.chain(state, arc);
                    let next = builder.state();
                    builder.arc(from, Arc { next, ..arc });
                    builder.end(next, Weight::ONE, Span::EMPTY);
                }
                Some(end) => builder.end(state, end.weight, end.ids),
                None => {}
            }
            for arc in self.arcs(state) {
                let (from, arc) = builder.chain(state, *arc);
                builder.arc(from, arc);
            }
        }
        builder.finish(self.start)
    }

    /// Chains of states between which nothing happens become strings of transition ids; then the states are sorted,
    /// unless there is a cycle.
    #[must_use]
    pub fn contract(&self) -> Self {
        let inner = self.inner_states();
        let mut builder = Builder::default();
        let mut numbers = vec![StateId::MAX; self.states.len()];
        let mut number_of = |state: StateId, builder: &mut Builder| {
            let number = &mut numbers[state as usize];
            if *number == StateId::MAX {
                *number = builder.state();
            }
            *number
        };
        // Numbers are given in the order of Kaldi's `Factor`; they stay where states cannot be sorted.
        for state in self.depth_first_order().into_iter().filter(|&state| !inner[state as usize]) {
            let number = number_of(state, &mut builder);
            for arc in self.arcs(state) {
                let merged = self.follow(*arc, &inner, &mut builder);
                let next = number_of(merged.next, &mut builder);
                builder.arc(number, Arc { next, ..merged });
            }
            if let Some(end) = self.end(state) {
                let ids = builder.string(self.ids(end.ids).iter().copied());
                builder.end(number, end.weight, ids);
            }
        }
        let start = self.start.map(|start| numbers[start as usize]);
        let mut lattice = builder.finish(start);
        if lattice.sort().is_err() {
            lattice.sorted = false; // Kaldi leaves the order, too
        }
        lattice
    }

    /// The arc with all that follows it through inner states.
    fn follow(&self, mut arc: Arc, inner: &[bool], builder: &mut Builder) -> Arc {
        let start = builder.ids.len();
        builder.ids.extend_from_slice(self.ids(arc.ids));
        // A cycle of inner states has no way in, so this comes to an end.
        while inner[arc.next as usize] {
            let Some(next) = self.arcs(arc.next).first() else { break };
            builder.ids.extend_from_slice(self.ids(next.ids));
            arc.weight = arc.weight.times(next.weight);
            arc.next = next.next;
        }
        arc.ids = Span { start: start as u32, len: (builder.ids.len() - start) as u32 };
        arc
    }

    /// States with one arc in and one out, which begin and end nothing and after which no word stands.
    fn inner_states(&self) -> Vec<bool> {
        let mut entries = vec![0_u8; self.states.len()];
        for arc in &self.arcs {
            let count = &mut entries[arc.next as usize];
            *count = count.saturating_add(1);
        }
        let is_inner = |state: StateId| {
            let plain = matches!(self.arcs(state), [arc] if arc.word == 0);
            plain && entries[state as usize] == 1 && self.end(state).is_none() && self.start != Some(state)
        };
        self.numbers().map(is_inner).collect()
    }
}

impl Builder {
    /// Adds an arc and a state for each transition id but the last; gives the arc for that, and where it begins.
    fn chain(&mut self, mut from: StateId, mut arc: Arc) -> (StateId, Arc) {
        let end = arc.next;
        while arc.ids.len > 1 {
            arc.next = self.state();
            self.arc(from, Arc { ids: Span { len: 1, ..arc.ids }, ..arc });
            from = arc.next;
            let rest = Span { start: arc.ids.start + 1, len: arc.ids.len - 1 };
            arc = Arc { word: 0, next: end, weight: Weight::ONE, ids: rest };
        }
        (from, arc)
    }
}
