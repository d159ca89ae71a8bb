//! The order of states, and which of them lie on paths.

use super::{Lattice, StateId};
use crate::error::{ErrorKind, Result};

/// What a depth-first visit knows of a state.
#[derive(Clone, Copy, PartialEq)]
enum Visit {
    Unseen,
    Open,
    Done,
}

impl Lattice {
    /// Whether every arc leads to a state of higher number.
    pub fn is_sorted(&self) -> bool {
        self.numbers().all(|state| self.arcs(state).iter().all(|arc| arc.next > state))
    }

    /// The states in topological order: the reverse of the order in which a depth-first visit leaves them.
    ///
    /// The visit begins at the start, then at every state not yet seen by number; so states that the start does not
    /// reach come before it, as in `OpenFst`.
    pub fn topological_order(&self) -> Result<Vec<StateId>> {
        let mut visits = vec![Visit::Unseen; self.states.len()];
        let mut left = Vec::with_capacity(self.states.len());
        let mut open: Vec<(StateId, usize)> = Vec::new();
        for root in self.start.into_iter().chain(self.numbers()) {
            if visits[root as usize] != Visit::Unseen {
                continue;
            }
            visits[root as usize] = Visit::Open;
            open.push((root, 0));
            while let Some((state, place)) = open.last_mut() {
                let Some(arc) = self.arcs(*state).get(*place) else {
                    visits[*state as usize] = Visit::Done;
                    left.push(*state);
                    open.pop();
                    continue;
                };
                *place += 1;
                match visits[arc.next as usize] {
                    Visit::Done => {}
                    Visit::Open => return Err(ErrorKind::Cycle { node: arc.next as usize }.into()),
                    Visit::Unseen => {
                        visits[arc.next as usize] = Visit::Open;
                        open.push((arc.next, 0));
                    }
                }
            }
        }
        left.reverse();
        Ok(left)
    }

    /// The states in the order in which a depth-first visit finds them, from the start, then from every state not yet
    /// seen by number.
    pub fn depth_first_order(&self) -> Vec<StateId> {
        let mut seen = vec![false; self.states.len()];
        let mut found = Vec::with_capacity(self.states.len());
        for root in self.start.into_iter().chain(self.numbers()) {
            let mut open = vec![root];
            while let Some(state) = open.pop() {
                if !std::mem::replace(&mut seen[state as usize], true) {
                    found.push(state);
                    let next = self.arcs(state).iter().rev().map(|arc| arc.next);
                    open.extend(next.filter(|&next| !seen[next as usize]));
                }
            }
        }
        found
    }

    /// Gives the states new numbers in topological order, which they then are known to be in.
    pub fn sort(&mut self) -> Result<()> {
        let order = self.topological_order()?;
        let mut numbers = vec![0; order.len()];
        for (number, &state) in (0..).zip(&order) {
            numbers[state as usize] = number;
        }
        self.states = order.iter().map(|&state| self.states[state as usize]).collect();
        for arc in &mut self.arcs {
            arc.next = numbers[arc.next as usize];
        }
        self.start = self.start.map(|start| numbers[start as usize]);
        self.sorted = true;
        Ok(())
    }

    /// Sorts unless every arc leads to a state of higher number already.
    pub fn sort_if_needed(&mut self) -> Result<()> {
        if self.sorted || self.is_sorted() {
            self.sorted = true;
            return Ok(());
        }
        self.sort()
    }

    /// Leaves only states on paths from the start to an end, and only arcs for which `keep` holds.
    pub fn trim(&mut self, keep: impl Fn(usize) -> bool) {
        let useful = self.useful(&keep);
        let mut numbers = vec![StateId::MAX; self.states.len()];
        let kept = self.numbers().filter(|&state| useful[state as usize]);
        for (number, state) in (0..).zip(kept) {
            numbers[state as usize] = number;
        }
        let (mut states, mut arcs) = (Vec::new(), Vec::with_capacity(self.arcs.len()));
        for state in self.numbers().filter(|&state| useful[state as usize]) {
            let mut new = self.states[state as usize];
            new.first = arcs.len() as u32;
            for place in self.states[state as usize].range() {
                let mut arc = self.arcs[place];
                if keep(place) && useful[arc.next as usize] {
                    arc.next = numbers[arc.next as usize];
                    arcs.push(arc);
                }
            }
            new.behind = arcs.len() as u32;
            states.push(new);
        }
        self.start = self.start.map(|start| numbers[start as usize]).filter(|&start| start != StateId::MAX);
        (self.states, self.arcs) = (states, arcs);
    }

    /// Which states lie on a path from the start to an end.
    fn useful(&self, keep: &impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.states.len()];
        let mut open: Vec<StateId> = self.start.into_iter().collect();
        let mut sources: Vec<(StateId, StateId)> = Vec::new();
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut reached[state as usize], true) {
                continue;
            }
            for place in self.states[state as usize].range().filter(|&place| keep(place)) {
                let next = self.arcs[place].next;
                sources.push((next, state));
                open.push(next);
            }
        }
        sources.sort_unstable();
        let mut useful = vec![false; self.states.len()];
        let ending = |state: &StateId| reached[*state as usize] && self.end(*state).is_some();
        open.extend(self.numbers().filter(ending));
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut useful[state as usize], true) {
                continue;
            }
            let first = sources.partition_point(|(next, _)| *next < state);
            open.extend(sources[first..].iter().take_while(|(next, _)| *next == state).map(|(_, from)| *from));
        }
        useful
    }
}
