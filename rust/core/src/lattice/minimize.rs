//! Minimization of sorted lattices: states from which the same words, ids and costs follow become one.
//!
//! From the end on, states are looked up by their arcs, whose next states are already those that stay (Revuz,
//! "Minimisation of acyclic deterministic automata in linear time", 1992). Costs count as equal within a tolerance, so
//! those of equal key are compared one by one. Of a class the state of highest number stays, as in Kaldi.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::introsort::introsort;
use super::subset::DELTA;
use super::{Arc, Lattice, StateId};
use crate::error::Result;

/// Words, next states and ids of arcs, and the ids of an end: all but the costs.
type Key = (Vec<(i32, StateId, Vec<i32>)>, Option<Vec<i32>>);

impl Lattice {
    /// Merges states from which the same follows. The states are sorted if need be.
    pub fn minimize(&mut self) -> Result<()> {
        self.sort_if_needed()?;
        let mut kept: Vec<StateId> = self.numbers().collect();
        let mut classes: HashMap<Key, Vec<StateId>, FixedState> = HashMap::default();
        for state in self.numbers().rev() {
            let class = classes.entry(self.minimal_key(state, &kept)).or_default();
            // The lowest number first.
            match class.iter().rev().find(|&&other| self.cost_alike(state, other, &kept)) {
                Some(&other) => kept[state as usize] = other,
                None => class.push(state),
            }
        }
        if (0..).zip(&kept).all(|(state, &other)| state == other) {
            return Ok(());
        }
        self.start = self.start.map(|start| kept[start as usize]);
        for arc in &mut self.arcs {
            arc.next = kept[arc.next as usize];
        }
        self.sorted = false;
        self.trim(|_| true);
        Ok(())
    }

    /// The arcs of a state with their next states as they stay, sorted by words and next states.
    fn minimal_arcs(&self, state: StateId, kept: &[StateId]) -> Vec<Arc> {
        let stay = |arc: &Arc| Arc { next: kept[arc.next as usize], ..*arc };
        let mut arcs: Vec<Arc> = self.arcs(state).iter().map(stay).collect();
        introsort(&mut arcs, |arc| (arc.word, arc.next));
        arcs
    }

    fn minimal_key(&self, state: StateId, kept: &[StateId]) -> Key {
        let key = |arc: &Arc| (arc.word, arc.next, self.ids(arc.ids).to_vec());
        let arcs = self.minimal_arcs(state, kept).iter().map(key).collect();
        (arcs, self.end(state).map(|end| self.ids(end.ids).to_vec()))
    }

    /// Whether the costs of two states of one key are nearly the same.
    fn cost_alike(&self, left: StateId, right: StateId, kept: &[StateId]) -> bool {
        let ends = [left, right].map(|state| self.end(state).map(|end| end.weight));
        let [left, right] = [left, right].map(|state| self.minimal_arcs(state, kept));
        let near = |(left, right): (&Arc, &Arc)| left.weight.is_near(right.weight, DELTA);
        let ends_near = match ends {
            [Some(left), Some(right)] => left.is_near(right, DELTA),
            _ => true,
        };
        ends_near && left.iter().zip(&right).all(near)
    }
}
