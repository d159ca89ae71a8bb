//! Minimum Bayes risk (MBR) decoding: the words of least expected errors, and how likely each word is.
//!
//! Source: H. Xu, D. Povey, L. Mangu, J. Zhu, "Minimum Bayes risk decoding and system combination based on a recursion
//! for edit distance", Computer Speech and Language 25 (2011). The names α, α', β' and the numbers of lines are those
//! of its figures 5 and 6. Time is linear in arcs times reference length, for each of a few rounds.

mod bins;
mod sums;

use super::{Arc, Lattice, StateId};
use crate::error::{ErrorKind, Result};
use bins::Bins;
use sums::Sums;

/// Cells that the two tables of states by reference words may have.
const MOST_CELLS: u64 = 1 << 28;
/// Rounds after which the words are taken as they are.
const MOST_ROUNDS: usize = 102;

/// What is wanted.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether to look for better words; otherwise only likelihoods are found, for the words there are.
    pub decode: bool,
    /// Whether places where most likely nothing was said count as words.
    pub keep_silence: bool,
}

/// Begin and end in frames; they are means.
pub type Times = (f32, f32);

/// What was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decoded {
    /// The words.
    pub words: Vec<i32>,
    /// Of each word, its mean time.
    pub times: Vec<Times>,
    /// Of each word, how likely it is.
    pub confidences: Vec<f32>,
    /// How many errors are to be expected.
    pub risk: f64,
    /// For each place, between the words too, what was said there and how likely, the most likely first.
    pub bins: Vec<Vec<(i32, f32)>>,
    /// For each place its mean time.
    pub bin_times: Vec<Times>,
}

/// An arc as the recursion sees it.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    word: i32,
    loglike: f32,
}

/// A lattice as the recursion sees it: the arcs that enter each state, in the order of the states they come from.
///
/// Arcs that no path from the start takes are not among them: sums over nothing are no numbers, and would spoil others.
struct Graph {
    edges: Vec<Edge>,
    /// Where the arcs that enter a state begin, and behind the last state where all end.
    first: Vec<u32>,
    times: Vec<i32>,
    ends: bool,
}

impl Graph {
    fn new(lattice: &Lattice) -> Result<Self> {
        let (times, _) = lattice.times()?;
        let reached = reached(lattice);
        let arcs = |state: StateId| {
            let coming = reached[state as usize];
            lattice.arcs(state).iter().filter(move |arc| coming && can_be(arc))
        };
        let mut first = vec![0_u32; lattice.states().len() + 1];
        for arc in lattice.numbers().flat_map(arcs) {
            first[arc.next as usize + 1] += 1;
        }
        for place in 1..first.len() {
            first[place] += first[place - 1];
        }
        let mut places = first.clone();
        let count = first.last().copied().unwrap_or_default() as usize;
        let mut edges = vec![Edge { from: 0, word: 0, loglike: 0.0 }; count];
        for state in lattice.numbers() {
            for arc in arcs(state) {
                let place = &mut places[arc.next as usize];
                edges[*place as usize] = Edge { from: state, word: arc.word, loglike: -arc.weight.sum() };
                *place += 1;
            }
        }
        Ok(Self { edges, first, times, ends: reached.last().copied().unwrap_or_default() })
    }

    fn states(&self) -> usize {
        self.times.len()
    }

    fn entering(&self, state: usize) -> &[Edge] {
        &self.edges[self.first[state] as usize..self.first[state + 1] as usize]
    }

    /// The words of the most likely path, by costs in single precision.
    fn best_words(&self) -> Vec<i32> {
        let mut best = vec![(f32::INFINITY, 0_u32, 0_i32); self.states()];
        best[0].0 = 0.0;
        for state in 1..self.states() {
            for edge in self.entering(state) {
                let cost = best[edge.from as usize].0 - edge.loglike;
                if cost < best[state].0 {
                    best[state] = (cost, edge.from, edge.word);
                }
            }
        }
        let mut words = Vec::new();
        let mut state = self.states() - 1;
        while state != 0 {
            let (_, from, word) = best[state];
            words.push(word);
            state = from as usize;
        }
        words.reverse();
        words
    }
}

/// Of each state, whether a path from the start comes there.
fn reached(lattice: &Lattice) -> Vec<bool> {
    let mut reached = vec![false; lattice.states().len()];
    if let Some(start) = reached.first_mut() {
        *start = true;
    }
    for state in lattice.numbers() {
        for arc in lattice.arcs(state).iter().filter(|arc| can_be(arc)) {
            reached[arc.next as usize] |= reached[state as usize];
        }
    }
    reached
}

/// Whether a path can take an arc: not if it costs more than any.
fn can_be(arc: &Arc) -> bool {
    arc.weight.sum() < f32::INFINITY
}

/// Decodes a lattice whose costs are already scaled; without `words` it begins at the best path. Without a path nothing
/// is found.
pub fn decode(lattice: Lattice, options: Options, words: Option<Vec<i32>>) -> Result<Decoded> {
    let mut lattice = lattice.with_one_end();
    if !lattice.is_known_sorted() {
        lattice.sort()?;
    }
    let graph = Graph::new(&lattice)?;
    if !graph.ends {
        return Ok(Decoded::default());
    }
    let mut words = words.unwrap_or_else(|| graph.best_words());
    let mut sums = Sums::default();
    let mut decoded = Decoded::default();
    for _ in 0..MOST_ROUNDS {
        words = between_nothing(&words);
        let cells = (words.len() as u64 + 1) * graph.states() as u64;
        if cells > MOST_CELLS {
            return Err(ErrorKind::TooLarge { cells, limit: MOST_CELLS }.into());
        }
        let mut bins = Bins::new(words.len());
        decoded.risk = sums.forward(&graph, &words);
        sums.backward(&graph, &words, &mut bins);
        let bins = bins.finish();
        let gain = if options.decode { bins.improve(&mut words) } else { 0.0 };
        bins.describe(&words, options.keep_silence, &mut decoded);
        if gain == 0.0 || gain.is_nan() {
            break;
        }
    }
    if !options.keep_silence {
        words.retain(|&word| word != 0);
    }
    decoded.words = words;
    Ok(decoded)
}

/// The words with a place for nothing before, between and behind them.
fn between_nothing(words: &[i32]) -> Vec<i32> {
    let words = words.iter().filter(|&&word| word != 0);
    std::iter::once(0).chain(words.flat_map(|&word| [word, 0])).collect()
}
