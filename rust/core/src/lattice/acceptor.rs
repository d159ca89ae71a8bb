//! Word acceptors: a lattice with its words alone, each with one cost, as `OpenFst` writes automata of standard arcs.
//!
//! Epsilon arcs are removed locally: an arc without a word is joined with what follows it where neither arcs nor states
//! become more (`RemoveEpsLocal` of Kaldi), so some may stay. Each arc is looked at once, in time linear in the arcs
//! that leave the states they lead to.

use std::fmt::Write;

use super::{Arc, Lattice, Span, StateId, Weight};
use crate::numbers::cost;

/// Where arcs lead that are removed.
const GONE: StateId = StateId::MAX;

/// The arcs of each state while they change, and how many arcs enter and leave it.
struct Reduction {
    arcs: Vec<Vec<Arc>>,
    ends: Vec<f32>,
    /// The start counts as an arc that enters, an end as one that leaves.
    entering: Vec<usize>,
    leaving: Vec<usize>,
}

impl Lattice {
    /// The words alone, with the sum of both costs as graph cost; without epsilon arcs where they go without trouble.
    #[must_use]
    pub fn to_acceptor(mut self, removes_epsilons: bool) -> Self {
        self.strip(false, true);
        self.ids.clear();
        let total = |weight: Weight| Weight { graph: weight.sum(), acoustic: 0.0 };
        for arc in &mut self.arcs {
            arc.weight = total(arc.weight);
        }
        for end in self.states.iter_mut().filter_map(|state| state.end.as_mut()) {
            end.weight = total(end.weight);
        }
        match self.start {
            Some(start) if removes_epsilons => Reduction::new(&self, start).run(start),
            _ => self,
        }
    }

    /// Appends the automaton with words on both sides of its arcs, as text or binary.
    pub fn write_acceptor(&self, text: bool, out: &mut Vec<u8>) {
        if text {
            let mut written = String::from("\n");
            self.print_acceptor(&mut written);
            written.push('\n');
            out.extend(written.into_bytes());
            return;
        }
        self.write_header("standard", out);
        for state in self.numbers() {
            out.extend(self.end(state).map_or(f32::INFINITY, |end| end.weight.graph).to_le_bytes());
            out.extend((self.arcs(state).len() as i64).to_le_bytes());
            for arc in self.arcs(state) {
                out.extend([arc.word.to_le_bytes(), arc.word.to_le_bytes()].concat());
                out.extend(arc.weight.graph.to_le_bytes());
                out.extend((arc.next as i32).to_le_bytes());
            }
        }
    }

    fn print_acceptor(&self, text: &mut String) {
        let price = |text: &mut String, value: f32| {
            if value != 0.0 {
                text.push('\t');
                cost(text, value);
            }
            text.push('\n');
        };
        for state in self.start.into_iter().chain(self.numbers().filter(|&state| Some(state) != self.start)) {
            for arc in self.arcs(state) {
                let _ = write!(text, "{state}\t{}\t{word}\t{word}", arc.next, word = arc.word);
                price(text, arc.weight.graph);
            }
            let end = self.end(state);
            if end.is_some() || self.arcs(state).is_empty() {
                let _ = write!(text, "{state}");
                price(text, end.map_or(f32::INFINITY, |end| end.weight.graph));
            }
        }
    }
}

impl Reduction {
    fn new(lattice: &Lattice, start: StateId) -> Self {
        let arcs: Vec<Vec<Arc>> = lattice.numbers().map(|state| lattice.arcs(state).to_vec()).collect();
        let end = |state| lattice.end(state).map_or(f32::INFINITY, |end| end.weight.graph);
        let ends: Vec<f32> = lattice.numbers().map(end).collect();
        let mut entering = vec![0; arcs.len()];
        entering[start as usize] = 1;
        for arc in lattice.all_arcs() {
            entering[arc.next as usize] += 1;
        }
        let leaving = arcs.iter().zip(&ends).map(|(arcs, end)| arcs.len() + usize::from(end.is_finite())).collect();
        Self { arcs, ends, entering, leaving }
    }

    fn run(mut self, start: StateId) -> Lattice {
        for state in 0..self.arcs.len() {
            let mut place = 0;
            while let Some(&arc) = self.arcs[state].get(place) {
                let next = arc.next as usize;
                if arc.next != GONE && next != state {
                    if self.entering[next] == 1 && self.leaving[next] > 1 {
                        self.join_all(state, place, arc);
                    } else if self.leaving[next] == 1 {
                        self.join_only(state, place, arc);
                    }
                }
                place += 1;
            }
        }
        let mut builder = super::Builder::default();
        for (arcs, end) in self.arcs.iter().zip(&self.ends) {
            let state = builder.state();
            builder.end(state, if end.is_finite() { graph(*end) } else { Weight::ZERO }, Span::EMPTY);
            arcs.iter().filter(|arc| arc.next != GONE).for_each(|arc| builder.arc(state, *arc));
        }
        let mut lattice = builder.finish(Some(start));
        lattice.trim(|_| true);
        lattice
    }

    /// Joins an arc with the arcs and the end that follow it where only it leads: those with which it goes together
    /// come to leave its own state, and the others get the cost that the best of all would otherwise lose.
    fn join_all(&mut self, state: usize, place: usize, arc: Arc) {
        let next = arc.next as usize;
        let (mut removed, mut kept) = (f32::INFINITY, f32::INFINITY);
        let mut joined = Vec::new();
        for index in 0..self.arcs[next].len() {
            let follower = self.arcs[next][index];
            if follower.next == GONE {
                continue;
            }
            if let Some(both) = join(&arc, &follower) {
                removed = removed.min(follower.weight.graph);
                self.leaving[next] -= 1;
                self.entering[follower.next as usize] -= 1;
                self.arcs[next][index].next = GONE;
                joined.push(both);
            } else {
                kept = kept.min(follower.weight.graph);
            }
        }
        let end = self.ends[next];
        if end.is_finite() {
            if arc.word == 0 {
                removed = removed.min(end);
                self.end(state, arc.weight.graph + end);
                self.drop_end(next);
            } else {
                kept = kept.min(end);
            }
        }
        if removed.is_finite() {
            if kept == f32::INFINITY {
                self.drop_arc(state, place);
            } else {
                self.reweight(state, place, kept - removed.min(kept));
            }
        }
        for both in joined {
            self.add(state, both);
        }
    }

    /// Adds a cost to an arc and takes it off what follows.
    fn reweight(&mut self, state: usize, place: usize, cost: f32) {
        let arc = &mut self.arcs[state][place];
        arc.weight.graph += cost;
        let next = arc.next as usize;
        for follower in self.arcs[next].iter_mut().filter(|arc| arc.next != GONE) {
            follower.weight.graph -= cost;
        }
        self.ends[next] -= cost; // an infinite one stays so
    }

    /// Joins an arc with the only arc or end that follows it, which stays where others lead to it.
    fn join_only(&mut self, state: usize, place: usize, arc: Arc) {
        let next = arc.next as usize;
        let is_last = self.entering[next] == 1;
        let end = self.ends[next];
        if end.is_finite() {
            if arc.word == 0 {
                self.end(state, arc.weight.graph + end);
                if is_last {
                    self.drop_end(next);
                }
                self.drop_arc(state, place);
            }
            return;
        }
        let Some(index) = self.arcs[next].iter().position(|arc| arc.next != GONE) else { return };
        if let Some(both) = join(&arc, &self.arcs[next][index]) {
            if is_last {
                self.drop_arc(next, index);
            }
            self.add(state, both);
            self.drop_arc(state, place);
        }
    }

    fn add(&mut self, state: usize, arc: Arc) {
        self.leaving[state] += 1;
        self.entering[arc.next as usize] += 1;
        self.arcs[state].push(arc);
    }

    fn drop_arc(&mut self, state: usize, place: usize) {
        let arc = &mut self.arcs[state][place];
        self.leaving[state] -= 1;
        self.entering[arc.next as usize] -= 1;
        arc.next = GONE;
    }

    fn end(&mut self, state: usize, cost: f32) {
        self.leaving[state] += usize::from(self.ends[state].is_infinite());
        self.ends[state] = self.ends[state].min(cost);
    }

    fn drop_end(&mut self, state: usize) {
        self.leaving[state] -= 1;
        self.ends[state] = f32::INFINITY;
    }
}

fn graph(cost: f32) -> Weight {
    Weight { graph: cost, acoustic: 0.0 }
}

/// One arc for two of which at most one has a word.
fn join(arc: &Arc, follower: &Arc) -> Option<Arc> {
    (arc.word == 0 || follower.word == 0).then(|| Arc {
        word: arc.word.max(follower.word),
        weight: graph(arc.weight.graph + follower.weight.graph),
        ..*follower
    })
}
