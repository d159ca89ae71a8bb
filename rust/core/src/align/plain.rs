//! Pairs under a policy: which kernel runs is decided here and shows in nothing but the time.

use super::batch::ChunkAligner;
use super::naive;
use super::uniform::UniformCosts;
use crate::alignment::Alignment;
use crate::error::{Place, Result};
use crate::policy::{Policy, Step};
use crate::stop::Stop;
use crate::text::{Sequences, Texts, Unit};
use crate::vocab::Vocabulary;

/// Aligns pairs under one policy and keeps its memory from pair to pair.
pub struct Aligner {
    policy: Policy,
}

impl Aligner {
    /// An aligner for a policy.
    pub fn new(policy: Policy) -> Self {
        Self { policy }
    }

    /// Adds the steps of one pair to `steps`.
    pub fn pair(
        &mut self,
        reference: &[u32],
        hypothesis: &[u32],
        stop: &Stop,
        steps: &mut Vec<Step>,
    ) -> Result<()> {
        stop.check()?;
        let cells = UniformCosts { reference, hypothesis, costs: self.policy.costs };
        steps.extend(naive::align(&cells, self.policy.ties).1);
        Ok(())
    }
}

/// Cuts texts and aligns them.
pub struct TextAligner {
    unit: Unit,
    aligner: Aligner,
    vocabulary: Vocabulary,
    sequences: Sequences,
}

impl TextAligner {
    /// An aligner for texts cut into `unit`s.
    pub fn new(unit: Unit, policy: Policy) -> Self {
        Self {
            unit,
            aligner: Aligner::new(policy),
            vocabulary: Vocabulary::default(),
            sequences: Sequences::default(),
        }
    }
}

impl ChunkAligner for TextAligner {
    fn align(&mut self, chunk: &Texts, stop: &Stop, alignment: &mut Alignment) -> Result<()> {
        chunk.intern(self.unit, &mut self.vocabulary, &mut self.sequences);
        for pair in 0..self.sequences.len() / 2 {
            let (reference, hypothesis) = (self.sequences.get(2 * pair), self.sequences.get(2 * pair + 1));
            self.aligner
                .pair(reference, hypothesis, stop, &mut alignment.steps)
                .map_err(|error| error.at(Place::Pair(pair)))?;
            alignment.close_pair();
        }
        Ok(())
    }
}
