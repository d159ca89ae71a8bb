//! The removal of arcs of nothing, state by state and arc by arc as `OpenFst` does it.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::unfold::Sketch;
use crate::lattice::{Arc, End, Lattice, Span, StateId, Weight};

/// Differences that `OpenFst` passes over.
const DELTA: f32 = 1e-6;

/// An arc without a word, which a path may follow unseen.
fn is_free(arc: &Arc) -> bool {
    arc.word == 0
}

/// What a state can do at once, over arcs of nothing.
struct Closure<'a> {
    sketch: &'a mut Sketch,
    /// Places of states in an order in which arcs of nothing lead forward.
    order: Vec<u32>,
}

impl Sketch {
    /// The lattice without arcs of nothing, with `labels` taken off afterwards.
    pub fn without_free_arcs(mut self, labels: &[i32]) -> Lattice {
        let mut entered = vec![false; self.arcs.len()];
        entered[self.start as usize] = true;
        for arc in self.arcs.iter().flatten().filter(|arc| !is_free(arc)) {
            entered[arc.next as usize] = true;
        }
        let left = self.leaving_order();
        let mut order = vec![0; left.len()];
        for (place, &state) in (0..).zip(left.iter().rev()) {
            order[state as usize] = place;
        }
        for &state in left.iter().filter(|state| entered[**state as usize]) {
            let mut closure = Closure { sketch: &mut self, order: std::mem::take(&mut order) };
            let (mut arcs, end) = closure.of(state);
            order = closure.order;
            arcs.reverse();
            self.arcs[state as usize] = arcs;
            self.ends[state as usize] = end;
        }
        for (arcs, entered) in self.arcs.iter_mut().zip(entered) {
            if !entered {
                arcs.clear();
            }
        }
        for arc in self.arcs.iter_mut().flatten().filter(|arc| labels.contains(&arc.word)) {
            arc.word = 0;
        }
        self.finish()
    }

    /// States in the order in which a depth-first visit over arcs of nothing leaves them.
    fn leaving_order(&self) -> Vec<StateId> {
        let mut seen = vec![false; self.arcs.len()];
        let mut left = Vec::with_capacity(self.arcs.len());
        for root in std::iter::once(self.start).chain(0..self.arcs.len() as StateId) {
            if std::mem::replace(&mut seen[root as usize], true) {
                continue;
            }
            let mut open = vec![(root, 0)];
            while let Some((state, place)) = open.last_mut() {
                let Some(arc) = self.arcs[*state as usize].get(*place) else {
                    left.push(*state);
                    open.pop();
                    continue;
                };
                *place += 1;
                if is_free(arc) && !std::mem::replace(&mut seen[arc.next as usize], true) {
                    open.push((arc.next, 0));
                }
            }
        }
        left
    }

    /// Whether the first of two weights with strings is better: by cost, then by the shorter string, then by the
    /// greater one.
    fn is_better(&self, left: End, right: End) -> bool {
        let ids = |span: Span| &self.ids[span.range()];
        if left.weight.is_better(right.weight) || right.weight.is_better(left.weight) {
            return left.weight.is_better(right.weight);
        }
        (right.ids.len, ids(left.ids)) > (left.ids.len, ids(right.ids))
    }

    fn spells_alike(&self, left: Span, right: Span) -> bool {
        self.ids[left.range()] == self.ids[right.range()]
    }

    /// The weight and the string of one after the other.
    fn times(&mut self, left: End, right: End) -> End {
        let ids = match (left.ids.len, right.ids.len) {
            (0, _) => right.ids,
            (_, 0) => left.ids,
            _ => {
                let start = self.ids.len() as u32;
                self.ids.extend_from_within(left.ids.range());
                self.ids.extend_from_within(right.ids.range());
                Span { start, len: left.ids.len + right.ids.len }
            }
        };
        End { weight: left.weight.times(right.weight), ids }
    }
}

const ONE: End = End { weight: Weight::ONE, ids: Span::EMPTY };
const ZERO: End = End { weight: Weight::ZERO, ids: Span::EMPTY };

fn end_of(arc: &Arc) -> End {
    End { weight: arc.weight, ids: arc.ids }
}

impl Closure<'_> {
    /// The arcs with words of all states that a state reaches over arcs of nothing, in the order in which they are
    /// found, and how a path may end in one of them.
    fn of(&mut self, source: StateId) -> (Vec<Arc>, Option<End>) {
        let mut arcs: Vec<Arc> = Vec::new();
        let mut places: HashMap<(i32, StateId), usize, FixedState> = HashMap::default();
        let mut end: Option<End> = None;
        for (state, distance) in self.reached(source) {
            for place in 0..self.sketch.arcs[state as usize].len() {
                let arc = self.sketch.arcs[state as usize][place];
                if is_free(&arc) {
                    continue;
                }
                let End { weight, ids } = self.sketch.times(distance, end_of(&arc));
                let arc = Arc { weight, ids, ..arc };
                let place = *places.entry((arc.word, arc.next)).or_insert(arcs.len());
                match arcs.get_mut(place) {
                    Some(known) if self.sketch.is_better(end_of(&arc), end_of(known)) => *known = arc,
                    Some(_) => {}
                    None => arcs.push(arc),
                }
            }
            if let Some(here) = self.sketch.ends[state as usize] {
                let here = self.sketch.times(distance, here);
                end = end.filter(|known| !self.sketch.is_better(here, *known)).or(Some(here));
            }
        }
        (arcs, end)
    }

    /// The states that a state reaches over arcs of nothing, the last found first, and the least cost of each.
    fn reached(&mut self, source: StateId) -> Vec<(StateId, End)> {
        let mut found = Vec::new();
        let mut distances: HashMap<StateId, End, FixedState> = HashMap::default();
        let mut open = vec![source];
        while let Some(state) = open.pop() {
            if distances.insert(state, ZERO).is_none() {
                found.push(state);
                let free = self.sketch.arcs[state as usize].iter().filter(|arc| is_free(arc));
                open.extend(free.map(|arc| arc.next).filter(|next| !distances.contains_key(next)));
            }
        }
        distances.insert(source, ONE);
        let mut forward = found.clone();
        forward.sort_unstable_by_key(|&state| self.order[state as usize]);
        for state in forward {
            let here = distances.get(&state).copied().unwrap_or(ZERO);
            for place in 0..self.sketch.arcs[state as usize].len() {
                let arc = self.sketch.arcs[state as usize][place];
                if !is_free(&arc) {
                    continue;
                }
                let way = self.sketch.times(here, end_of(&arc));
                if let Some(known) = distances.get_mut(&arc.next)
                    && self.sketch.is_better(way, *known)
                    && (!known.weight.is_near(way.weight, DELTA) || !self.sketch.spells_alike(way.ids, known.ids))
                {
                    *known = way;
                }
            }
        }
        found.into_iter().map(|state| (state, distances.get(&state).copied().unwrap_or(ZERO))).collect()
    }
}
