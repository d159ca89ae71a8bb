//! Acoustic costs by frame and transition id, taken from one lattice to another, as determinization moves costs along
//! paths.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::fault::Fault;
use super::{Lattice, Span, Weight};
use crate::error::Result;

/// The sum of the costs of an id in a frame, and how many there are.
pub type FrameCosts = HashMap<(i32, i32), (f32, u32), FixedState>;

impl Lattice {
    /// The acoustic costs of the ids of a sorted expanded lattice, which must have no others.
    pub fn frame_costs(&self) -> Result<FrameCosts> {
        if !self.is_sorted() {
            return Err(Fault::Unsorted.into());
        }
        let (times, _) = self.times()?;
        let mut costs = FrameCosts::default();
        for state in self.numbers() {
            for arc in self.arcs(state) {
                let Some(&id) = self.ids(arc.ids).first() else {
                    check_free(arc.weight)?;
                    continue;
                };
                let (sum, count) = costs.entry((times[state as usize], id)).or_insert((0.0, 0));
                *sum += arc.weight.acoustic;
                *count += 1;
            }
            self.end(state).map_or(Ok(()), |end| check_free(end.weight))?;
        }
        Ok(costs)
    }

    /// An expanded lattice with the mean of these acoustic costs on each id, and no others; it is sorted if need be.
    pub fn with_frame_costs(mut self, costs: &FrameCosts) -> Result<Self> {
        self.sort_if_needed()?;
        let (times, _) = self.times()?;
        for state in self.numbers() {
            for place in self.states[state as usize].range() {
                let id = self.ids(self.arcs[place].ids).first().copied();
                let mean = id.map(|id| costs.get(&(times[state as usize], id)).ok_or(Fault::TransitionId(id)));
                self.arcs[place].weight.acoustic = mean.transpose()?.map_or(0.0, |(sum, count)| sum / *count as f32);
            }
        }
        for end in self.states.iter_mut().filter_map(|state| state.end.as_mut()) {
            (end.weight.acoustic, end.ids) = (0.0, Span::EMPTY);
        }
        self.sorted &= self.arcs.is_empty();
        Ok(self)
    }
}

fn check_free(weight: Weight) -> Result<()> {
    if weight.acoustic == 0.0 { Ok(()) } else { Err(Fault::Frameless.into()) }
}
