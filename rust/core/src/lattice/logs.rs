//! The forward-backward algorithm (Baum et al. 1970) in the log semiring: what all paths to and from each state weigh,
//! in time linear in the arcs.

use super::{Lattice, StateId, Weight};

/// The logarithm of the least number that changes 1 when added to it.
const LEAST: f64 = -36.043_653_389_117_15;

/// The logarithm of the sum of two numbers given by theirs.
pub(crate) fn log_add(left: f64, right: f64) -> f64 {
    let (more, less) = if left < right { (right, left) } else { (left, right) };
    let difference = less - more;
    // Of two zeros the difference is no number, and the comparison false.
    if difference >= LEAST { more + difference.exp().ln_1p() } else { more }
}

impl Lattice {
    /// For each state of a sorted lattice the logarithm of what all paths from the start to it weigh.
    ///
    /// The two costs of an arc are added in single precision.
    pub fn forward(&self) -> Vec<f64> {
        self.forward_by(|weight| f64::from(weight.sum()))
    }

    /// The sums of [`Self::forward`], with an arc's cost by a function of its weight.
    pub(super) fn forward_by(&self, cost: impl Fn(Weight) -> f64) -> Vec<f64> {
        let mut sums = vec![f64::NEG_INFINITY; self.states.len()];
        if let Some(start) = self.start {
            sums[start as usize] = 0.0;
        }
        for state in self.numbers() {
            let here = sums[state as usize];
            for arc in self.arcs(state) {
                let next = &mut sums[arc.next as usize];
                *next = log_add(*next, here - cost(arc.weight));
            }
        }
        sums
    }

    /// For each state of a sorted lattice the logarithm of what all paths from it to an end weigh.
    pub fn backward(&self) -> Vec<f64> {
        let mut sums = vec![f64::NEG_INFINITY; self.states.len()];
        for state in self.numbers().rev() {
            sums[state as usize] = self.backward_of(state, &sums);
        }
        sums
    }

    fn backward_of(&self, state: StateId, sums: &[f64]) -> f64 {
        let end = self.end(state).map_or(f64::NEG_INFINITY, |end| -f64::from(Weight::sum(end.weight)));
        let rest = self.arcs(state).iter().map(|arc| sums[arc.next as usize] - f64::from(arc.weight.sum()));
        rest.fold(end, log_add)
    }
}
