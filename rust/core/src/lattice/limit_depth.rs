//! At most so many arcs through each frame: of more, those whose best path costs most are removed.
//!
//! Viterbi costs forwards and backwards give each arc the cost of its best path; in each frame a selection finds the
//! worst arcs in time linear in their number. Which of equally good arcs go is as GNU's library selects.

use super::introsort::introselect;
use super::{Lattice, Weight};
use crate::error::Result;

/// An arc in a frame, by how much more than the best its best path costs, with the sign turned.
#[derive(Clone, Copy)]
struct Passing {
    log: f32,
    place: u32,
}

impl Lattice {
    /// Removes arcs through frames that more than so many last through, and what is on no path without them.
    pub fn limit_depth(&mut self, most: usize) -> Result<()> {
        self.sort_if_needed()?;
        if self.start.is_none() {
            return Ok(());
        }
        let (times, count) = self.times()?;
        let (forward, backward, best) = self.viterbi();
        let mut frames: Vec<Vec<Passing>> = vec![Vec::new(); count.max(0) as usize];
        for state in self.numbers() {
            let begin = times[state as usize].max(0) as usize;
            for place in self.states[state as usize].range() {
                let arc = &self.arcs[place];
                let log = forward[state as usize] + backward[arc.next as usize] - arc.weight.total() - best;
                let passing = Passing { log: log as f32, place: place as u32 };
                for frame in frames.iter_mut().skip(begin).take(arc.ids.len as usize) {
                    frame.push(passing);
                }
            }
        }
        let mut kept = vec![true; self.arcs.len()];
        for frame in &mut frames {
            let excess = frame.len().saturating_sub(most);
            if excess > 0 {
                introselect(frame, excess, |left, right| left.log < right.log);
                for passing in &frame[..excess] {
                    kept[passing.place as usize] = false;
                }
            }
        }
        self.trim(|place| kept[place]);
        Ok(())
    }

    /// For each state of a sorted lattice the best path to it and from it, costs with their sign turned, and the best.
    fn viterbi(&self) -> (Vec<f64>, Vec<f64>, f64) {
        let end = |state| self.end(state).map_or(f64::NEG_INFINITY, |end| -Weight::total(end.weight));
        let mut forward = vec![f64::NEG_INFINITY; self.states.len()];
        forward[0] = 0.0;
        let mut best = f64::NEG_INFINITY;
        for state in self.numbers() {
            let here = forward[state as usize];
            for arc in self.arcs(state) {
                let next = &mut forward[arc.next as usize];
                *next = next.max(here - arc.weight.total());
            }
            best = best.max(here + end(state));
        }
        let mut backward = vec![f64::NEG_INFINITY; self.states.len()];
        for state in self.numbers().rev() {
            let ways = self.arcs(state).iter().map(|arc| backward[arc.next as usize] - arc.weight.total());
            backward[state as usize] = ways.fold(end(state), f64::max);
        }
        // Both are the same but for rounding; Kaldi takes their mean.
        let best = 0.5 * (backward[0] + best);
        (forward, backward, best)
    }
}
