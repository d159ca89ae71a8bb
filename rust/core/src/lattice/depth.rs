//! How many arcs lie side by side.

use super::Lattice;
use crate::error::Result;

impl Lattice {
    /// Frames of all arcs and ends together, and the frames of the utterance; their quotient is the depth.
    pub fn arc_frames(&self) -> Result<(u64, u32)> {
        if self.start.is_none() {
            return Ok((0, 0));
        }
        let (_, frames) = self.times()?;
        let ends = self.states.iter().filter_map(|state| state.end).map(|end| end.ids);
        let spans = self.arcs.iter().map(|arc| arc.ids).chain(ends);
        Ok((spans.map(|span| u64::from(span.len)).sum(), frames.cast_unsigned()))
    }

    /// For each frame how many arcs and ends last through it. The states must be sorted.
    pub fn depth_per_frame(&self) -> Result<Vec<i32>> {
        if self.start.is_none() {
            return Ok(Vec::new());
        }
        let (times, frames) = self.times()?;
        let mut changes = vec![0; frames.max(0) as usize + 1];
        for state in self.numbers() {
            let begin = times[state as usize].max(0) as usize;
            let end = self.end(state).map(|end| end.ids);
            for span in self.arcs(state).iter().map(|arc| arc.ids).chain(end) {
                for (place, change) in [(begin, 1), (begin + span.len as usize, -1)] {
                    if let Some(sum) = changes.get_mut(place) {
                        *sum += change;
                    }
                }
            }
        }
        changes.pop();
        let sum = |sum: &mut i32, change| {
            *sum += change;
            Some(*sum)
        };
        Ok(changes.into_iter().scan(0, sum).collect())
    }
}
