//! Paths drawn by chance, and by them whether two lattices say the same.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::{Arc, Builder, Lattice, Span, StateId, Weight};
use crate::error::Result;
use crate::resample::random::Stream;

/// The seed of the paths by which lattices are compared.
const SEED: u64 = 1;

impl Lattice {
    /// So many paths of an expanded lattice, at each state any arc or end as likely as any other.
    pub fn any_paths(&self, count: usize, seed: u64) -> Result<Vec<Self>> {
        let mut lattice = self.clone();
        lattice.trim(|_| true);
        // A path that goes in a circle might never end.
        lattice.topological_order()?;
        let Some(start) = lattice.start else { return Ok(Vec::new()) };
        let mut random = Stream::new(seed, 0);
        let mut paths = Vec::new(); // a number from outside is no measure of the room there is
        for _ in 0..count {
            paths.push(lattice.any_path(start, &mut random));
        }
        Ok(paths)
    }

    /// A path of a lattice in which every state leads to an end.
    fn any_path(&self, start: StateId, random: &mut Stream) -> Self {
        let mut builder = Builder { ids: self.ids.clone(), ..Builder::default() };
        let (begin, mut state) = (builder.state(), start);
        let mut last = begin;
        loop {
            let (arcs, end) = (self.arcs(state), self.end(state));
            let choice = random.below(arcs.len() + usize::from(end.is_some()));
            let Some(arc) = arcs.get(choice) else {
                let end = end.map_or((Weight::ONE, Span::EMPTY), |end| (end.weight, end.ids));
                builder.end(last, end.0, end.1);
                return builder.finish(Some(begin));
            };
            let next = builder.state();
            builder.arc(last, Arc { next, ..*arc });
            (last, state) = (next, arc.next);
        }
    }

    /// Whether paths drawn of each of two lattices have their words in the other, at nearly the same least cost.
    pub fn is_equivalent(&self, other: &Self, paths: usize, delta: f64) -> Result<bool> {
        for (drawn, looked_up) in [(self, other), (other, self)] {
            for path in drawn.any_paths(paths, SEED)? {
                let words: Vec<i32> = path.all_arcs().iter().map(|arc| arc.word).filter(|&word| word != 0).collect();
                let costs = [drawn.cost_of(&words)?, looked_up.cost_of(&words)?];
                let same = costs[0].total_cmp(&costs[1]).is_eq() || (costs[0] - costs[1]).abs() <= delta;
                if !same {
                    return Ok(false);
                }
            }
        }
        Ok(self.start.is_some() == other.start.is_some())
    }

    /// What the best path with these words costs; infinite where there is none.
    pub fn cost_of(&self, words: &[i32]) -> Result<f64> {
        let order = self.topological_order()?;
        let mut costs: Vec<HashMap<usize, f64, FixedState>> = vec![HashMap::default(); self.states.len()];
        if let Some(start) = self.start {
            costs[start as usize].insert(0, 0.0);
        }
        let mut best = f64::INFINITY;
        for state in order {
            let here = std::mem::take(&mut costs[state as usize]);
            if let (Some(end), Some(cost)) = (self.end(state), here.get(&words.len())) {
                best = best.min(cost + end.weight.total());
            }
            for (&place, &cost) in &here {
                for arc in self.arcs(state) {
                    let next = match words.get(place) {
                        _ if arc.word == 0 => place,
                        Some(&word) if word == arc.word => place + 1,
                        _ => continue,
                    };
                    let known = costs[arc.next as usize].entry(next).or_insert(f64::INFINITY);
                    *known = known.min(cost + arc.weight.total());
                }
            }
        }
        Ok(best)
    }
}
