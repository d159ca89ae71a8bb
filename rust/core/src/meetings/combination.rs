//! The optimal combination of references: every utterance goes to the stream of the hypothesis where it costs least.
//!
//! In each stream the utterances keep their order, and all that goes there is aligned to it as one text; the errors
//! of all streams are added up (ORC-WER). To try all combinations is out of the question, and so is a table of all
//! positions in all streams. Lagrangian relaxation: each utterance gets a dual variable, and every
//! stream chooses for itself (`stream`). The sum of all is a lower bound of the optimum, which subgradient steps raise
//! until it is nearly that much (`dual`). A combination found by changing one utterance at a time
//! (`improve`) is an upper bound. Where the two bounds differ, a search over positions goes only where the streams'
//! own costs leave a chance to do better (`search`), as in A*.

mod dual;
mod improve;
mod row;
mod search;
mod stream;

use super::Spoken;
use crate::error::Result;

/// Looks now and then whether somebody asked to stop.
pub type Watch<'a> = &'a mut dyn FnMut() -> Result<()>;

/// How much work and memory the combination may take.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Cells of tables to fill while dual variables are updated.
    pub cells: u64,
    /// Positions to keep of each utterance in the search.
    pub positions: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { cells: 2_000_000_000, positions: 200_000 }
    }
}

/// A combination, and how good it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The stream of each utterance.
    pub streams: Vec<usize>,
    /// How many errors it has.
    pub errors: u64,
    /// No combination has fewer than these; the optimum is proven where both are equal.
    pub bound: u64,
}

/// Costs and dual variables in fractions of an error, so that sums are exact.
const ERROR: i64 = 1 << 12;

/// The fewest whole errors that are no less than a cost.
fn whole(cost: i64) -> u64 {
    (cost.max(0) as u64).div_ceil(ERROR as u64)
}

/// The best combination that is found with that effort; there must be a stream.
pub fn best(utterances: &[Spoken], streams: &[Spoken], effort: Effort, watch: Watch<'_>) -> Result<Combination> {
    if streams.len() == 1 {
        let streams_of = vec![0; utterances.len()];
        let errors = whole(improve::cost(utterances, streams, &streams_of));
        return Ok(Combination { streams: streams_of, errors, bound: errors });
    }
    let relaxed = dual::optimize(utterances, streams, effort.cells, watch)?;
    let found = Combination { errors: whole(relaxed.cost), bound: whole(relaxed.bound), streams: relaxed.streams };
    if found.errors <= found.bound {
        return Ok(Combination { bound: found.errors, ..found });
    }
    search::better(utterances, streams, &relaxed.duals, found, effort.positions, watch)
}
