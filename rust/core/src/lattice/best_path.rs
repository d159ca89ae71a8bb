//! Viterbi search: the best path of a lattice whose states are in topological order, in time linear in its arcs.

use super::{Arc, Builder, Lattice, Span, StateId, Weight};

/// Where the best path to a state comes from.
#[derive(Clone, Copy)]
struct Reached {
    cost: f64,
    from: StateId,
}

const NOWHERE: StateId = StateId::MAX;

/// The buffers of a search, so that many lattices can be searched without asking for memory each time.
#[derive(Default)]
pub struct Search {
    reached: Vec<Reached>,
    states: Vec<StateId>,
    arcs: Vec<Arc>,
}

impl Search {
    /// The arcs of the best path of a sorted lattice, and the state it ends in; nothing where none ends.
    ///
    /// Costs are added in double precision. Of equal paths the one over the state of lower number is taken, and of
    /// equal arcs between two states the first. `weigh` says what an arc costs.
    pub fn best(
        &mut self,
        lattice: &Lattice,
        weigh: impl Fn(&Arc) -> f64,
        weigh_end: impl Fn(Weight) -> f64,
    ) -> Option<(&[Arc], StateId)> {
        let start = lattice.start()?;
        self.reached.clear();
        self.reached.resize(lattice.states().len(), Reached { cost: f64::INFINITY, from: NOWHERE });
        self.reached[start as usize].cost = 0.0;
        let mut best = Reached { cost: f64::INFINITY, from: NOWHERE };
        for (number, state) in (0..).zip(lattice.states()) {
            let here = self.reached[number as usize].cost;
            for arc in &lattice.all_arcs()[state.range()] {
                let cost = here + weigh(arc);
                let next = &mut self.reached[arc.next as usize];
                if cost < next.cost {
                    *next = Reached { cost, from: number };
                }
            }
            let cost = here + state.end.map_or(f64::INFINITY, |end| weigh_end(end.weight));
            if cost < best.cost {
                best = Reached { cost, from: number };
            }
        }
        (best.from != NOWHERE).then(|| (self.trace(lattice, best.from, weigh), best.from))
    }

    fn trace(&mut self, lattice: &Lattice, end: StateId, weigh: impl Fn(&Arc) -> f64) -> &[Arc] {
        self.states.clear();
        let mut state = end;
        while state != NOWHERE {
            self.states.push(state);
            state = self.reached[state as usize].from;
        }
        self.states.reverse();
        self.arcs.clear();
        for pair in self.states.windows(2) {
            let between = lattice.arcs(pair[0]).iter().filter(|arc| arc.next == pair[1]);
            let cheapest = between.reduce(|best, arc| if weigh(arc) < weigh(best) { arc } else { best });
            self.arcs.extend(cheapest);
        }
        &self.arcs
    }
}

impl Lattice {
    /// The best path, as a lattice of one path; an empty one where no path ends. The states must be sorted.
    #[must_use]
    pub fn best_path(&self) -> Self {
        let mut search = Search::default();
        let Some((arcs, end)) = search.best(self, |arc| arc.weight.total(), Weight::total) else {
            return Self::default();
        };
        let mut builder = Builder::default();
        let start = builder.state();
        let mut state = start;
        for arc in arcs {
            let ids = builder.string(self.ids(arc.ids).iter().copied());
            let next = builder.state();
            builder.arc(state, Arc { next, ids, ..*arc });
            state = next;
        }
        if let Some(end) = self.end(end) {
            let ids = builder.string(self.ids(end.ids).iter().copied());
            builder.end(state, end.weight, ids);
        }
        builder.finish(Some(start))
    }
}

/// What stands along the only path of a lattice.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its words, without those that are none.
    pub words: Vec<i32>,
    /// Its transition ids.
    pub ids: Vec<i32>,
    /// The sum of its weights, in single precision from the start on.
    pub weight: Weight,
}

impl Lattice {
    /// The arcs of the only path, and its end; nothing where there are more paths, or none.
    pub fn only_path(&self) -> Option<(Vec<Arc>, super::End)> {
        let mut state = self.start()?;
        let mut arcs = Vec::new();
        // More arcs than there are states would go in a circle.
        for _ in self.states() {
            match (self.arcs(state), self.end(state)) {
                ([arc], None) => {
                    arcs.push(*arc);
                    state = arc.next;
                }
                ([], Some(end)) => return Some((arcs, end)),
                _ => return None,
            }
        }
        None
    }

    /// Words, transition ids and weight of the only path; nothing where there are more paths, or none.
    pub fn line(&self) -> Option<Line> {
        let (arcs, end) = self.only_path()?;
        let mut line = Line { words: Vec::new(), ids: Vec::new(), weight: Weight::ONE };
        let steps = arcs.iter().map(|arc| (arc.word, arc.weight, arc.ids));
        for (word, weight, ids) in steps.chain([(0, end.weight, end.ids)]) {
            line.words.extend((word != 0).then_some(word));
            line.ids.extend_from_slice(self.ids(ids));
            line.weight = line.weight.times(weight);
        }
        Some(line)
    }

    /// A lattice of one path, with a word or none and a transition id or none on each arc.
    #[must_use]
    pub fn from_line(line: &Line) -> Self {
        let mut builder = Builder::default();
        let start = builder.state();
        let mut state = start;
        for place in 0..line.words.len().max(line.ids.len()) {
            let next = builder.state();
            let ids = builder.string(line.ids.get(place).copied().filter(|&id| id != 0));
            let word = line.words.get(place).copied().unwrap_or(0);
            builder.arc(state, Arc { word, next, weight: Weight::ONE, ids });
            state = next;
        }
        builder.end(state, line.weight, Span::EMPTY);
        builder.finish(Some(start))
    }
}
