//! The best paths of a lattice, in the order of their costs.
//!
//! An A* search from the ends backwards, guided by the exact cost from the start to each state, as `OpenFst`'s: paths
//! come out of a heap that is ordered as the C++ library orders it, so that of equal costs the same path comes first.

mod heap;

use super::{Arc, Builder, Lattice, Span, StateId, Weight};
use crate::error::{Error, Result};
use heap::Heap;

/// Costs that differ by less are taken as equal by `OpenFst`.
const DELTA: f32 = 1e-6;

/// A path from some state to an end, which grows backwards.
#[derive(Clone, Copy)]
struct Tail {
    /// The state it begins in; nothing once it begins at the start of the lattice.
    state: Option<StateId>,
    weight: Weight,
    /// The step it begins with, and the tail that follows.
    step: Arc,
    rest: usize,
}

/// Whether two costs are as good as equal.
fn nearly(left: Weight, right: Weight) -> bool {
    let (left, right) = (left.sum(), right.sum());
    left.total_cmp(&right).is_eq() || (left - right).abs() <= DELTA
}

/// An arc that goes back to a state.
struct Back {
    from: StateId,
    arc: Arc,
}

struct Search<'a> {
    lattice: &'a Lattice,
    start: StateId,
    distances: Vec<Weight>,
    entering: Vec<Vec<Back>>,
    tails: Vec<Tail>,
}

impl Search<'_> {
    fn estimate(&self, tail: usize) -> Weight {
        let tail = &self.tails[tail];
        tail.state.map_or(tail.weight, |state| self.distances[state as usize].times(tail.weight))
    }

    /// Whether the heap holds the first below the second; whole paths wait for what may be as good.
    fn is_below(&self, left: usize, right: usize) -> bool {
        let (left_cost, right_cost) = (self.estimate(left), self.estimate(right));
        match (self.tails[left].state, self.tails[right].state) {
            (None, Some(_)) => right_cost.is_better(left_cost) || nearly(left_cost, right_cost),
            (Some(_), None) => right_cost.is_better(left_cost) && !nearly(left_cost, right_cost),
            _ => right_cost.is_better(left_cost),
        }
    }

    /// Adds a tail, unless it costs more than any number: no path ends in it then.
    fn push(&mut self, heap: &mut Heap, tail: Tail) {
        if tail.weight.sum().is_nan() || tail.weight.sum() == f32::INFINITY {
            return;
        }
        self.tails.push(tail);
        heap.push(self.tails.len() - 1, |left, right| self.is_below(left, right));
    }

    /// The whole paths, as the tails they are.
    fn run(&mut self, count: usize) -> Vec<usize> {
        let mut heap = Heap::default();
        let mut passed = vec![0_usize; self.lattice.states.len()];
        let mut found = Vec::new();
        self.begin(&mut heap);
        while let Some(tail) = heap.pop(|left, right| self.is_below(left, right)) {
            let Tail { state, weight, .. } = self.tails[tail];
            let Some(state) = state else {
                found.push(tail);
                if found.len() == count {
                    break;
                }
                continue;
            };
            passed[state as usize] += 1;
            if passed[state as usize] > count {
                continue;
            }
            for place in 0..self.entering[state as usize].len() {
                let Back { from, arc } = self.entering[state as usize][place];
                let weight = weight.times(arc.weight);
                self.push(&mut heap, Tail { state: Some(from), weight, step: arc, rest: tail });
            }
            if state == self.start {
                let step = free(Weight::ONE);
                self.push(&mut heap, Tail { state: None, weight, step, rest: tail });
            }
        }
        found
    }

    /// Every end of the lattice is the beginning of a tail.
    fn begin(&mut self, heap: &mut Heap) {
        let end = Tail { state: None, weight: Weight::ONE, step: free(Weight::ONE), rest: usize::MAX };
        self.tails.push(end);
        for state in self.lattice.numbers() {
            if let Some(end) = self.lattice.end(state) {
                let step = free(end.weight);
                self.push(heap, Tail { state: Some(state), weight: end.weight, step, rest: 0 });
            }
        }
    }

    /// A path as a lattice. `OpenFst` begins each with an arc of nothing.
    fn path(&self, mut tail: usize) -> Lattice {
        let mut builder = Builder { ids: self.lattice.ids.clone(), ..Builder::default() };
        let begin = builder.state();
        let mut state = builder.state();
        builder.arc(begin, Arc { next: state, ..free(Weight::ONE) });
        while tail != 0 {
            let next = builder.state();
            builder.arc(state, Arc { next, ..self.tails[tail].step });
            state = next;
            tail = self.tails[tail].rest;
        }
        builder.end(state, Weight::ONE, Span::EMPTY);
        builder.finish(Some(begin))
    }
}

/// In which order states are visited until no cost changes any more: once along the arcs, and again and again where
/// there are cycles (Bellman and Ford).
struct Visits {
    order: Vec<StateId>,
    /// The cycle, and how many rounds are left before one of them must make paths cheaper without end.
    cycle: Option<(Error, usize)>,
}

impl Visits {
    fn of(lattice: &Lattice) -> Self {
        match lattice.topological_order() {
            Ok(order) => Self { order, cycle: None },
            Err(cycle) => Self { order: lattice.numbers().collect(), cycle: Some((cycle, lattice.states.len())) },
        }
    }

    fn are_enough(&mut self, changed: bool) -> Result<bool> {
        match &mut self.cycle {
            Some((cycle, 0)) if changed => Err(cycle.clone()),
            Some((_, left)) if changed => {
                *left -= 1;
                Ok(false)
            }
            _ => Ok(true),
        }
    }
}

/// An arc of nothing but a weight.
fn free(weight: Weight) -> Arc {
    Arc { word: 0, next: 0, weight, ids: Span::EMPTY }
}

impl Lattice {
    /// The so many best paths, the best first, in expanded form; those of equal words too.
    pub fn nbest(&self, count: usize) -> Result<Vec<Self>> {
        let expanded = self.expand();
        let Some(start) = expanded.start else { return Ok(Vec::new()) };
        let order = Visits::of(&expanded);
        if count <= 1 {
            let path = expanded.shortest(start, order)?;
            return Ok(path.filter(|_| count == 1).into_iter().collect());
        }
        let mut entering: Vec<Vec<Back>> = expanded.states.iter().map(|_| Vec::new()).collect();
        for from in expanded.numbers() {
            for &arc in expanded.arcs(from) {
                entering[arc.next as usize].push(Back { from, arc });
            }
        }
        let distances = expanded.distances(start, order)?;
        let mut search = Search { lattice: &expanded, start, distances, entering, tails: Vec::new() };
        let found = search.run(count);
        Ok(found.into_iter().map(|tail| search.path(tail)).collect())
    }

    /// The best path, by costs in single precision; of equal ones the one found first (`ShortestPath` of `OpenFst`).
    pub fn shortest_path(&self) -> Result<Option<Self>> {
        self.start.map_or(Ok(None), |start| self.shortest(start, Visits::of(self)))
    }

    /// What the best path from the start to each state costs; differences too small for `OpenFst` are passed over.
    fn distances(&self, start: StateId, mut visits: Visits) -> Result<Vec<Weight>> {
        let mut distances = vec![Weight::ZERO; self.states.len()];
        distances[start as usize] = Weight::ONE;
        loop {
            let mut changed = false;
            for &state in &visits.order {
                let here = distances[state as usize];
                if here == Weight::ZERO {
                    continue;
                }
                for arc in self.arcs(state) {
                    let (known, weight) = (&mut distances[arc.next as usize], here.times(arc.weight));
                    if weight.is_better(*known) && !nearly(*known, weight) {
                        *known = weight;
                        changed = true;
                    }
                }
            }
            if visits.are_enough(changed)? {
                return Ok(distances);
            }
        }
    }

    /// The one best path, by costs in single precision; of equal ones the one found first.
    fn shortest(&self, start: StateId, mut visits: Visits) -> Result<Option<Self>> {
        let mut reached: Vec<Option<(Weight, StateId, Arc)>> = vec![None; self.states.len()];
        let mut best: Option<(Weight, StateId)> = None;
        let mut distances = vec![Weight::ZERO; self.states.len()];
        distances[start as usize] = Weight::ONE;
        loop {
            let mut changed = false;
            for &state in &visits.order {
                let here = distances[state as usize];
                if let Some(end) = self.end(state) {
                    let cost = here.times(end.weight);
                    if best.map_or(Weight::ZERO, |(cost, _)| cost).is_worse_than(cost) {
                        best = Some((cost, state));
                    }
                }
                for &arc in self.arcs(state) {
                    let cost = here.times(arc.weight);
                    if distances[arc.next as usize].is_worse_than(cost) {
                        distances[arc.next as usize] = cost;
                        reached[arc.next as usize] = Some((cost, state, arc));
                        changed = true;
                    }
                }
            }
            if visits.are_enough(changed)? {
                break;
            }
        }
        let Some((last, end)) = best.and_then(|(_, last)| Some((last, self.end(last)?))) else {
            return Ok(None);
        };
        let mut arcs = Vec::new();
        let mut state = last;
        while let Some((_, from, arc)) = reached[state as usize] {
            arcs.push(arc);
            state = from;
        }
        Ok(Some(self.path_of(arcs.into_iter().rev(), end.weight)))
    }

    /// A lattice of these arcs, one behind the other.
    fn path_of(&self, arcs: impl Iterator<Item = Arc>, end: Weight) -> Self {
        let mut builder = Builder { ids: self.ids.clone(), ..Builder::default() };
        let start = builder.state();
        let mut state = start;
        for arc in arcs {
            let next = builder.state();
            builder.arc(state, Arc { next, ..arc });
            state = next;
        }
        builder.end(state, end, Span::EMPTY);
        builder.finish(Some(start))
    }
}
