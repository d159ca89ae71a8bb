//! The removal of arcs of nothing, state by state and arc by arc as `OpenFst` does it.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::unfold::Sketch;
use crate::lattice::{Arc, Lattice, Span, StateId, Weight};

/// Differences that `OpenFst` passes over.
const DELTA: f32 = 1e-6;

/// An arc without a word, which a path may follow unseen.
fn is_free(arc: &Arc) -> bool {
    arc.word == 0
}

/// What a state can do at once, over arcs of nothing.
struct Closure<'a> {
    sketch: &'a Sketch,
    /// Places of states in an order in which arcs of nothing lead forward.
    order: Vec<u32>,
}

impl Sketch {
    /// The lattice without arcs of nothing, with `labels` taken off afterwards.
    pub fn without_free_arcs(mut self, labels: &[i32]) -> Lattice {
        let mut entered = vec![false; self.arcs.len()];
        entered[0] = true;
        for arc in self.arcs.iter().flatten().filter(|arc| !is_free(arc)) {
            entered[arc.next as usize] = true;
        }
        let left = self.leaving_order();
        let mut order = vec![0; left.len()];
        for (place, &state) in (0..).zip(left.iter().rev()) {
            order[state as usize] = place;
        }
        for &state in left.iter().filter(|state| entered[**state as usize]) {
            let closure = Closure { sketch: &self, order: std::mem::take(&mut order) };
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
        for root in 0..self.arcs.len() as StateId {
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

    /// Whether the first of two arcs is better: by weight, then by the shorter string, then by the greater one.
    fn is_better(&self, left: &Arc, right: &Arc) -> bool {
        let ids = |span: Span| &self.ids[span.range()];
        if left.weight.is_better(right.weight) || right.weight.is_better(left.weight) {
            return left.weight.is_better(right.weight);
        }
        (right.ids.len, ids(left.ids)) > (left.ids.len, ids(right.ids))
    }
}

impl Closure<'_> {
    /// The arcs with words of all states that a state reaches over arcs of nothing, in the order in which they are
    /// found, and how a path may end in one of them.
    fn of(&self, source: StateId) -> (Vec<Arc>, Option<Weight>) {
        let mut arcs: Vec<Arc> = Vec::new();
        let mut places: HashMap<(i32, StateId), usize, FixedState> = HashMap::default();
        let mut end: Option<Weight> = None;
        for (state, distance) in self.reached(source) {
            for arc in self.sketch.arcs[state as usize].iter().filter(|arc| !is_free(arc)) {
                let arc = Arc { weight: distance.times(arc.weight), ..*arc };
                let place = *places.entry((arc.word, arc.next)).or_insert(arcs.len());
                match arcs.get_mut(place) {
                    Some(known) if self.sketch.is_better(&arc, known) => *known = arc,
                    Some(_) => {}
                    None => arcs.push(arc),
                }
            }
            if let Some(weight) = self.sketch.ends[state as usize] {
                let weight = distance.times(weight);
                end = end.filter(|known| !weight.is_better(*known)).or(Some(weight));
            }
        }
        (arcs, end)
    }

    /// The states that a state reaches over arcs of nothing, the last found first, and the least cost of each.
    fn reached(&self, source: StateId) -> Vec<(StateId, Weight)> {
        let mut found = Vec::new();
        let mut distances: HashMap<StateId, Weight, FixedState> = HashMap::default();
        let mut open = vec![source];
        while let Some(state) = open.pop() {
            if distances.insert(state, Weight::ZERO).is_none() {
                found.push(state);
                let free = self.sketch.arcs[state as usize].iter().filter(|arc| is_free(arc));
                open.extend(free.map(|arc| arc.next).filter(|next| !distances.contains_key(next)));
            }
        }
        distances.insert(source, Weight::ONE);
        let mut forward = found.clone();
        forward.sort_unstable_by_key(|&state| self.order[state as usize]);
        for state in forward {
            let here = distances.get(&state).copied().unwrap_or(Weight::ZERO);
            for arc in self.sketch.arcs[state as usize].iter().filter(|arc| is_free(arc)) {
                let weight = here.times(arc.weight);
                if let Some(known) = distances.get_mut(&arc.next)
                    && weight.is_better(*known)
                    && (known.sum() - weight.sum()).abs() > DELTA
                {
                    *known = weight;
                }
            }
        }
        found.into_iter().map(|state| (state, distances.get(&state).copied().unwrap_or(Weight::ZERO))).collect()
    }
}
