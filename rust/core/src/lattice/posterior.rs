//! Posteriors of arcs and transition IDs by the forward-backward algorithm.

use super::introsort::introsort;
use super::logs::log_add;
use super::{Arc, Lattice, Weight};
use crate::error::Result;

/// An arc and how likely it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posterior {
    /// The frame at which it begins.
    pub begin: i32,
    /// The arc.
    pub arc: Arc,
    /// The logarithm of its likelihood.
    pub log: f64,
}

/// What a sweep over all frames gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frames {
    /// For each frame the transition ids that may stand there, by number, and how likely they are.
    pub ids: Vec<Vec<(i32, f32)>>,
    /// The logarithm of what all paths weigh.
    pub total: f64,
    /// The acoustic cost that is to be expected, with its sign turned.
    pub acoustic: f64,
}

impl Lattice {
    /// Every arc of a sorted lattice, in order, and how likely it is; costs count as negative logarithms.
    pub fn arc_posteriors(&self) -> Result<Vec<Posterior>> {
        let (times, _) = self.times()?;
        let (forward, backward) = (self.forward(), self.backward());
        let total = self.start.map_or(f64::NEG_INFINITY, |start| backward[start as usize]);
        let of_state = |state: u32| {
            let before = forward[state as usize] - total;
            let (backward, times) = (&backward, &times);
            self.arcs(state).iter().map(move |&arc| {
                let log = -arc.weight.total() + before + backward[arc.next as usize];
                Posterior { begin: times[state as usize], arc, log: log.min(0.0) }
            })
        };
        Ok(self.numbers().flat_map(of_state).collect())
    }

    /// For each frame the transition ids there; the lattice must be expanded and sorted.
    pub fn frame_posteriors(&self) -> Result<Frames> {
        let (times, count) = self.times()?;
        let forward = self.forward_by(Weight::total); // in double precision
        let minus_sum = |weight: Weight| -f64::from(weight.sum());
        let ending = |state| self.end(state).map(|end| forward[state as usize] + minus_sum(end.weight));
        let total = self.numbers().filter_map(ending).fold(f64::NEG_INFINITY, log_add);
        let mut frames = Frames { ids: vec![Vec::new(); count.max(0) as usize], ..Frames::default() };
        let mut backward = vec![f64::NEG_INFINITY; self.states.len()];
        for state in self.numbers().rev() {
            let before = forward[state as usize];
            let mut sum = f64::NEG_INFINITY;
            if let Some(end) = self.end(state) {
                sum = minus_sum(end.weight);
                frames.acoustic -= (before - end.weight.total() - total).exp() * f64::from(end.weight.acoustic);
            }
            for arc in self.arcs(state) {
                let rest = backward[arc.next as usize] - arc.weight.total();
                sum = log_add(sum, rest);
                let posterior = (before + rest - total).exp();
                frames.acoustic -= posterior * f64::from(arc.weight.acoustic);
                if let (Some(&id), Some(frame)) =
                    (self.ids(arc.ids).first(), frames.ids.get_mut(times[state as usize].max(0) as usize))
                {
                    frame.push((id, posterior as f32));
                }
            }
            backward[state as usize] = sum;
        }
        frames.total = self.start.map_or(f64::NEG_INFINITY, |start| backward[start as usize]);
        for ids in &mut frames.ids {
            merge(ids);
        }
        Ok(frames)
    }
}

/// Sorts, and adds up what is of one id, in single precision and in the order that sorting leaves equals in, so that
/// the last digit is Kaldi's; what comes to nothing is left out.
fn merge(ids: &mut Vec<(i32, f32)>) {
    introsort(ids, |&(id, _)| id);
    ids.dedup_by(|next, kept| {
        let same = next.0 == kept.0;
        if same {
            kept.1 += next.1;
        }
        same
    });
    ids.retain(|(_, posterior)| *posterior != 0.0);
}
