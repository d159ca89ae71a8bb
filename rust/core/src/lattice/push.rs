//! Pushing of strings and of weights towards the start, as Kaldi does it to compact lattices.
//!
//! Strings: from the end on, each state but the start learns the longest prefix that all its continuations share, which
//! then moves to the arcs that lead to it. Weights: each state learns the cost of its best path to an end, which moves
//! in the same way (Mohri and Riley, "A weight pushing algorithm for large vocabulary speech recognition", 2001). Time
//! is linear in arcs times the length of what moves.

use super::{End, Lattice, Span, StateId, Weight};
use crate::error::Result;

impl Lattice {
    /// Moves strings as near to the start as possible. The states are sorted if need be.
    pub fn push_strings(&mut self) -> Result<()> {
        self.sort_if_needed()?;
        let shifts = self.common_prefixes();
        let mut ids = Vec::with_capacity(self.ids.len());
        let mut arcs = self.arcs.clone();
        for state in self.numbers() {
            let shift = shifts[state as usize];
            for place in self.states[state as usize].range() {
                let arc = self.arcs[place];
                let start = ids.len();
                ids.extend_from_slice(self.ids(arc.ids));
                self.append_prefix(arc.next, shifts[arc.next as usize], &mut ids);
                ids.drain(start..start + shift);
                arcs[place].ids = span(start, ids.len());
            }
        }
        for state in self.numbers() {
            if let Some(end) = self.end(state) {
                let start = ids.len();
                ids.extend_from_slice(&self.ids(end.ids)[shifts[state as usize]..]);
                self.states[state as usize].end = Some(End { ids: span(start, ids.len()), ..end });
            }
        }
        self.sorted &= self.arcs.is_empty();
        (self.arcs, self.ids) = (arcs, ids);
        Ok(())
    }

    /// For each state the length of what all its continuations share; 0 for the start and what precedes it.
    fn common_prefixes(&self) -> Vec<usize> {
        let mut shifts = vec![0; self.states.len()];
        let start = self.start.unwrap_or(0);
        for state in self.numbers().rev().take_while(|&state| state > start) {
            let end = self.end(state).map(|end| end.ids.len as usize);
            let lengths = self.arcs(state).iter().map(|arc| shifts[arc.next as usize] + arc.ids.len as usize);
            let most = lengths.chain(end).min().unwrap_or(0);
            let ways = self.ways(state, most, &shifts);
            let agree = |length: &usize, way: &Vec<i32>| {
                let first = &ways[0][..*length];
                first.iter().zip(way).take_while(|(left, right)| left == right).count()
            };
            shifts[state as usize] = ways.iter().fold(most, |length, way| agree(&length, way));
        }
        shifts
    }

    /// The first so many ids of each way out of a state, its end first.
    fn ways(&self, state: StateId, length: usize, shifts: &[usize]) -> Vec<Vec<i32>> {
        if length == 0 {
            return Vec::new();
        }
        let end = self.end(state).map(|end| self.ids(end.ids)[..length].to_vec());
        let along = |arc: &super::Arc| {
            let mut way = self.ids(arc.ids).to_vec();
            if way.len() < length {
                self.append_prefix(arc.next, (length - way.len()).min(shifts[arc.next as usize]), &mut way);
            }
            way.truncate(length);
            way
        };
        end.into_iter().chain(self.arcs(state).iter().map(along)).collect()
    }

    /// Appends the first ids from a state on, along its end or else its first arc; all ways share so many.
    fn append_prefix(&self, mut state: StateId, mut length: usize, ids: &mut Vec<i32>) {
        while length > 0 {
            let (next, string) = match (self.end(state), self.arcs(state).first()) {
                (Some(end), _) => (state, self.ids(end.ids)),
                (None, Some(arc)) => (arc.next, self.ids(arc.ids)),
                (None, None) => return,
            };
            let taken = length.min(string.len());
            ids.extend_from_slice(&string[..taken]);
            length -= taken;
            if next == state {
                return;
            }
            state = next;
        }
    }

    /// Moves weights as near to the start as possible, so that the best way from every other state costs nothing; gives
    /// how many states no end follows. The states are sorted if need be.
    pub fn push_weights(&mut self) -> Result<usize> {
        self.sort_if_needed()?;
        let mut rest = vec![Weight::ZERO; self.states.len()];
        let mut dead = 0;
        for state in self.numbers().rev() {
            let end = self.end(state).map_or(Weight::ZERO, |end| end.weight);
            let ways = self.arcs(state).iter().map(|arc| arc.weight.times(rest[arc.next as usize]));
            let best = ways.fold(end, |best, way| if way.is_better(best) { way } else { best });
            dead += usize::from(best == Weight::ZERO);
            rest[state as usize] = best;
        }
        // What is left over stays at the start, which is the first of sorted states.
        if let Some(first) = rest.first_mut() {
            *first = Weight::ONE;
        }
        for state in self.numbers() {
            let here = rest[state as usize];
            if here == Weight::ZERO {
                continue;
            }
            for place in self.states[state as usize].range() {
                let arc = &mut self.arcs[place];
                let next = rest[arc.next as usize];
                if next != Weight::ZERO {
                    arc.weight = arc.weight.times(next.without(here));
                    self.sorted = false;
                }
            }
            if let Some(end) = &mut self.states[state as usize].end {
                end.weight = end.weight.without(here);
            }
        }
        Ok(dead)
    }
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, len: (end - start) as u32 }
}
