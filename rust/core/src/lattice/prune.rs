//! Beam pruning: arcs whose best path, by Viterbi costs forwards and backwards, is far from the best of all are
//! removed.

use super::{Lattice, Weight};
use crate::error::Result;

impl Lattice {
    /// Removes arcs and ends on which no path costs less than the best and `beam` more; then what leads nowhere.
    ///
    /// Costs are added in double precision. A lattice in which no path ends becomes empty.
    pub fn prune(&mut self, beam: f64) -> Result<()> {
        self.sort_if_needed()?;
        let Some(start) = self.start else { return Ok(()) };
        let mut forward = vec![f64::INFINITY; self.states.len()];
        forward[start as usize] = 0.0;
        let mut best = f64::INFINITY;
        for state in self.numbers() {
            let here = forward[state as usize];
            for arc in self.arcs(state) {
                let next = &mut forward[arc.next as usize];
                *next = next.min(here + arc.weight.total());
            }
            best = best.min(here + self.end_cost(state));
        }
        let cutoff = best + beam;
        let mut backward = vec![f64::INFINITY; self.states.len()];
        let mut kept = vec![true; self.arcs.len()];
        for state in self.numbers().rev() {
            let here = forward[state as usize];
            let mut cost = self.end_cost(state);
            if cost + here > cutoff {
                self.states[state as usize].end = None;
            }
            for place in self.states[state as usize].range() {
                let arc = self.arcs[place];
                let rest = arc.weight.total() + backward[arc.next as usize];
                cost = cost.min(rest);
                kept[place] = here + rest <= cutoff;
            }
            backward[state as usize] = cost;
        }
        self.sorted &= kept.iter().all(|&kept| kept);
        self.trim(|place| kept[place]);
        Ok(())
    }

    fn end_cost(&self, state: super::StateId) -> f64 {
        self.end(state).map_or(f64::INFINITY, |end| Weight::total(end.weight))
    }
}
