//! Dual variables under which the streams, each for itself, take every utterance about once: Lagrangian relaxation by
//! subgradient steps (Held and Karp 1971).
//!
//! A dual variable rises where no stream took its utterance and falls where several did. What the streams cost together
//! plus all dual variables is a lower bound, whatever these are.

use super::stream::Rest;
use super::{ERROR, Watch, improve, whole};
use crate::error::Result;
use crate::meetings::Spoken;

/// The best dual variables, the bound that they prove, and the best combination seen on the way.
pub struct Dual {
    pub duals: Vec<i64>,
    pub bound: i64,
    pub streams: Vec<usize>,
    pub cost: i64,
}

/// How often the dual variables are updated at most.
const MOST: u64 = 400;
/// How often the dual variables are updated at least.
const LEAST: u64 = 10;
/// How many updates without a better bound shrink the step.
const PATIENCE: u32 = 8;
/// A combination is made from the dual variables once in so many updates.
const COMBINE: u64 = 20;
/// Steps smaller than this part of the first change nothing.
const SMALLEST: f64 = 0.005;

/// Updates the dual variables until the bounds meet, the steps vanish, or so many cells were filled.
pub fn optimize(utterances: &[Spoken], streams: &[Spoken], cells: u64, watch: Watch<'_>) -> Result<Dual> {
    let words = |side: &[Spoken]| side.iter().map(Spoken::len).sum::<usize>() as u64;
    let moves = (cells / (words(utterances) * words(streams)).max(1)).clamp(LEAST, MOST);
    let mut duals = vec![0; utterances.len()];
    let mut best = Dual { duals: duals.clone(), bound: i64::MIN, streams: Vec::new(), cost: i64::MAX };
    let (mut size, mut vain) = (1.0, 0);
    for count in 0..moves {
        watch()?;
        let rest: Vec<Rest> = streams.iter().map(|stream| Rest::relaxed(utterances, stream, &duals)).collect();
        if count % COMBINE == 0 {
            let made = improve::chosen(utterances, streams, &rest);
            let (cost, combination) = improve::improved(utterances, streams, made);
            if cost < best.cost {
                (best.cost, best.streams) = (cost, combination);
            }
        }
        let bound = duals.iter().sum::<i64>() + rest.iter().map(Rest::whole).sum::<i64>();
        vain += 1;
        if bound > best.bound {
            (best.bound, vain) = (bound, 0);
            best.duals.clone_from(&duals);
        }
        let takers = takers(utterances.len(), &rest);
        let odd: i64 = takers.iter().map(|&(taken, _)| (1 - taken).pow(2)).sum();
        if odd == 0 {
            (best.cost, best.streams) = (bound, takers.into_iter().map(|(_, stream)| stream).collect());
            break;
        }
        if whole(best.bound) >= whole(best.cost) || size < SMALLEST {
            break;
        }
        if vain == PATIENCE {
            (size, vain) = (size / 2.0, 0);
        }
        let step = (size * (best.cost - bound).max(ERROR / 8) as f64 / odd as f64) as i64;
        for (dual, (taken, _)) in duals.iter_mut().zip(takers) {
            *dual += step * (1 - taken);
        }
    }
    Ok(best)
}

/// How many streams take each utterance, and the last of them.
fn takers(utterances: usize, rest: &[Rest]) -> Vec<(i64, usize)> {
    let mut takers = vec![(0, 0); utterances];
    for (stream, rest) in rest.iter().enumerate() {
        for utterance in rest.taken() {
            takers[utterance] = (takers[utterance].0 + 1, stream);
        }
    }
    takers
}
