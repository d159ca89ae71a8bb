//! The frames at which states lie, and how many arcs lie side by side.

use super::fault::Fault;
use super::{Builder, Lattice, Span, Weight};
use crate::error::Result;

/// What no path from the start reaches has no time.
const NEVER: i32 = -1;

impl Lattice {
    /// The frame of each state of a sorted lattice, and how many frames there are.
    ///
    /// Every path to a state must have the same length, and the start be the first state; of different lengths of
    /// whole paths, which Kaldi lets pass, the greatest counts.
    pub fn times(&self) -> Result<(Vec<i32>, i32)> {
        let mut times = vec![NEVER; self.states.len()];
        match self.start {
            None => return Err(Fault::NoEnd.into()),
            Some(0) => times[0] = 0,
            Some(start) => return Err(Fault::Times { state: start }.into()),
        }
        let mut frames = 0;
        for state in self.numbers() {
            let here = times[state as usize];
            for arc in self.arcs(state) {
                let there = here.saturating_add_unsigned(arc.ids.len);
                let known = &mut times[arc.next as usize];
                if *known != NEVER && *known != there {
                    return Err(Fault::Times { state: arc.next }.into());
                }
                *known = there;
            }
            if let Some(end) = self.end(state) {
                frames = frames.max(here.saturating_add_unsigned(end.ids.len));
            }
        }
        Ok((times, frames))
    }

    /// The same paths, ending in one state without cost and without arcs.
    #[must_use]
    pub fn with_one_end(mut self) -> Self {
        let ending: Vec<_> = self.numbers().filter(|&state| self.end(state).is_some()).collect();
        if let [only] = ending[..]
            && self.arcs(only).is_empty()
            && self.end(only).is_some_and(|end| end.weight == Weight::ONE && end.ids.len == 0)
        {
            return self;
        }
        let known = self.sorted;
        let last = self.states.len() as u32;
        let mut builder = Builder { ids: std::mem::take(&mut self.ids), ..Builder::default() };
        builder.reach(last);
        for state in self.numbers() {
            for arc in self.arcs(state) {
                builder.arc(state, *arc);
            }
            if let Some(end) = self.end(state) {
                builder.arc(state, super::Arc { word: 0, next: last, weight: end.weight, ids: end.ids });
            }
        }
        builder.end(last, Weight::ONE, Span::EMPTY);
        Self { sorted: known, ..builder.finish(self.start) }
    }

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
