//! What errors cost where a reference meets a lattice: each pair of words is weighed once.

use crate::cost::Cost;
use crate::text::Sequences;
use crate::weights::Weigher;

/// Weights that are held; more are asked for anew each time.
const MOST_HELD: usize = 1 << 24;
/// No row has this number.
const NONE: u32 = u32::MAX;

pub enum Prices<'a, 'w> {
    /// Every error costs 1.
    Errors,
    /// Errors weigh by their tokens.
    Weights(Weighed<'a, 'w>),
}

/// A weigher, and what it says of each token of a reference against each of a lattice.
pub struct Weighed<'a, 'w> {
    weigher: &'a Weigher<'w>,
    /// By token: its row in the table.
    rows: Vec<u32>,
    costs: Vec<i64>,
}

impl<'a, 'w> Prices<'a, 'w> {
    /// The weights of sequences, of which the first is the reference.
    pub fn weighed(weigher: &'a Weigher<'w>, sequences: &Sequences) -> Self {
        let all = || (0..sequences.len()).flat_map(|place| sequences.get(place));
        let width = all().max().map_or(0, |&last| last as usize + 1);
        let (mut rows, mut said) = (vec![NONE; width], Vec::new());
        for &token in sequences.get(0) {
            if rows[token as usize] == NONE {
                rows[token as usize] = said.len() as u32;
                said.push(token);
            }
        }
        if said.len().saturating_mul(width) > MOST_HELD {
            return Self::Weights(Weighed { weigher, rows: Vec::new(), costs: Vec::new() });
        }
        // A table of weights may know of words of the lattice only.
        let mut heard = vec![false; width];
        for place in 1..sequences.len() {
            sequences.get(place).iter().for_each(|&token| heard[token as usize] = true);
        }
        let mut costs = vec![0; said.len() * width];
        for (cost, place) in costs.iter_mut().zip(0..) {
            let (row, token): (usize, usize) = (place / width, place % width);
            if heard[token] {
                *cost = weigher.substitution(said[row], token as u32).0;
            }
        }
        Self::Weights(Weighed { weigher, rows, costs })
    }

    /// What a hypothesis word alone costs, and a reference word alone.
    pub fn alone(&self) -> (Cost, Cost) {
        match self {
            Self::Errors => (Cost::whole(1), Cost::whole(1)),
            Self::Weights(weighed) => (weighed.weigher.insertion(), weighed.weigher.deletion()),
        }
    }

    /// What it costs to take a token of the reference for one of the lattice.
    pub fn substitution(&self, reference: u32, hypothesis: u32) -> i64 {
        match self {
            Self::Errors => Cost::ONE,
            Self::Weights(Weighed { weigher, rows, .. }) if rows.is_empty() => {
                weigher.substitution(reference, hypothesis).0
            }
            Self::Weights(Weighed { rows, costs, .. }) => {
                costs[rows[reference as usize] as usize * rows.len() + hypothesis as usize]
            }
        }
    }
}
