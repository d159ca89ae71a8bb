//! What NIST's scorer `asclite` aligns: words of several hypothesis and reference speakers at once.
//!
//! Levenshtein distance in as many dimensions as there are streams (Fiscus, Ajot, Radde and Laprun, "Multiple Dimension
//! Levenshtein Edit Distance Calculations for Evaluating Automatic Speech Recognition Systems During Simultaneous
//! Speech", LREC 2006). A step takes a word of one stream, or one of a hypothesis and one of a reference, so words of
//! different references never pair; where all streams are alike (`-generic-cost`), it takes words of any of them. Time is
//! in the product of the streams' lengths, and so is memory, a byte each ([`dense`]). [`near`] leaves out cells whose
//! words are far apart in time, for groups that are too large.

pub mod cost;
mod dense;
mod near;
#[cfg(test)]
mod properties;

use crate::error::{ErrorKind, Result};
use cost::{Costs, Word};

/// Looks now and then whether somebody asked to stop.
pub type Watch<'a> = &'a mut dyn FnMut() -> Result<()>;

/// The words of one speaker, as a graph: position 0 is before all words, and position `p` behind word `p - 1`.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The words.
    pub words: Vec<Word>,
    /// Of each word the positions that it may follow, the preferred one first.
    pub before: Vec<Vec<u32>>,
    /// Where the stream may end, in asclite's order; at position 0 if there is none.
    pub ends: Vec<u32>,
}

/// A step of an alignment: the words that it takes, each as stream and position. Streams of references are counted on
/// from those of hypotheses.
pub type Step = Vec<(u32, u32)>;

/// An alignment of all streams.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alignment {
    /// From the first words to the last.
    pub steps: Vec<Step>,
    /// What it costs.
    pub cost: i64,
    /// Within which distance in milliseconds words were compared, if not all were.
    pub window: Option<i64>,
    /// How many cells asclite looks at, if that was asked.
    pub reached: u64,
}

/// What may be asked of an alignment.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most cells to fill without leaving any out, and in all.
    pub cells: u64,
    /// Whether to count what asclite looks at.
    pub counts: bool,
}

/// Aligns streams, of which the first so many are hypotheses.
pub fn align(
    streams: &[Stream],
    hypotheses: usize,
    costs: &Costs,
    effort: Effort,
    watch: Watch<'_>,
) -> Result<Alignment> {
    let sorted = streams.iter().map(|each| Sorted::new(each, costs.together)).collect::<Result<Vec<_>>>()?;
    let grid = Grid { streams: &sorted, hypotheses, costs };
    let fits = grid.cells().is_some_and(|cells| cells <= effort.cells);
    let mut found =
        if fits { dense::align(&grid, effort.counts, watch)? } else { near::align(&grid, effort.cells, watch)? };
    for (stream, rank) in found.steps.iter_mut().flatten() {
        *rank = sorted[*stream as usize].positions[*rank as usize];
    }
    Ok(found)
}

/// A stream whose positions are ranks: each is behind all that it may follow.
struct Sorted {
    /// By rank; that of rank 0 is never asked for.
    words: Vec<Word>,
    /// By rank the ranks before it.
    before: Vec<Vec<u32>>,
    ends: Vec<u32>,
    /// The position of each rank.
    positions: Vec<u32>,
}

impl Sorted {
    fn new(stream: &Stream, repeats: bool) -> Result<Self> {
        let positions = sort(stream)?;
        let mut ranks = vec![0; positions.len()];
        for (rank, &position) in positions.iter().enumerate() {
            ranks[position as usize] = rank as u32;
        }
        let mut before = vec![Vec::new()];
        let mut words = vec![Word::default()];
        for &position in &positions[1..] {
            let mut list: Vec<u32> = Vec::new();
            for &each in &stream.before[position as usize - 1] {
                // The same once more is never preferred, but where streams are alike it is one more to choose from.
                let rank = ranks[each as usize];
                if list.last() != Some(&rank) && (repeats || !list.contains(&rank)) {
                    list.push(rank);
                }
            }
            before.push(list);
            words.push(stream.words[position as usize - 1]);
        }
        let ends = if stream.ends.is_empty() { vec![0] } else { stream.ends.clone() };
        Ok(Self { words, before, ends: ends.iter().map(|&each| ranks[each as usize]).collect(), positions })
    }

    fn len(&self) -> usize {
        self.positions.len()
    }
}

/// The positions in an order in which none comes before those that it follows.
fn sort(stream: &Stream) -> Result<Vec<u32>> {
    let count = stream.words.len() + 1;
    let mut after = vec![Vec::new(); count];
    let mut missing = vec![0usize; count];
    for (word, list) in stream.before.iter().enumerate() {
        missing[word + 1] = list.len();
        for &each in list {
            after[each as usize].push(word + 1);
        }
    }
    // Position 0 first; others have something before them, or are ready as well.
    let mut ready: std::collections::BTreeSet<usize> = (0..count).filter(|&each| missing[each] == 0).collect();
    let mut order = Vec::with_capacity(count);
    while let Some(position) = ready.pop_first() {
        order.push(position as u32);
        for &next in &after[position] {
            missing[next] -= 1;
            if missing[next] == 0 {
                ready.insert(next);
            }
        }
    }
    if order.len() < count {
        let node = missing.iter().position(|&each| each > 0).unwrap_or_default();
        return Err(ErrorKind::Cycle { node }.into());
    }
    Ok(order)
}

/// The cells of an alignment and the moves between them.
struct Grid<'a> {
    streams: &'a [Sorted],
    hypotheses: usize,
    costs: &'a Costs,
}

/// A move to a cell from an earlier one: streams with the ranks that they come from, and what it costs.
#[derive(Clone, Copy)]
struct Move<'a> {
    taken: &'a [(usize, u32)],
    cost: i64,
}

/// The best move to a cell so far.
struct Best {
    cost: i64,
    /// How many words it takes.
    words: usize,
    chosen: usize,
    seen: usize,
    together: bool,
}

impl Best {
    fn new(costs: &Costs) -> Self {
        Self { cost: 0, words: 0, chosen: usize::MAX, seen: 0, together: costs.together }
    }

    /// The first of the cheapest, unless that takes fewer words than an equally cheap one behind it.
    fn consider(&mut self, each: Move<'_>, from: i64) {
        let (cost, words) = (from + each.cost, each.taken.len());
        let is_cheaper = self.chosen == usize::MAX || cost < self.cost;
        if is_cheaper || (cost == self.cost && words > self.words) {
            (self.cost, self.chosen) = (cost, self.seen);
            // Where streams are alike, asclite counts words of those alone that it prefers to equally cheap ones.
            if !(self.together && is_cheaper) {
                self.words = words;
            }
        }
        self.seen += 1;
    }
}

impl Grid<'_> {
    fn cells(&self) -> Option<u64> {
        self.streams.iter().try_fold(1u64, |product, stream| product.checked_mul(stream.len() as u64))
    }

    /// All moves to a cell in asclite's order.
    fn moves(&self, cell: &[u32], mut visit: impl FnMut(Move<'_>)) {
        if self.costs.together {
            return self.combine(cell, self.streams.len(), &mut Combined::default(), &mut visit);
        }
        let before = |stream: usize| self.streams[stream].before[cell[stream] as usize].as_slice();
        let alone = |stream: usize| self.streams[stream].words[cell[stream] as usize].alone;
        let (hypotheses, references) = (0..self.hypotheses, self.hypotheses..self.streams.len());
        for stream in hypotheses.clone().rev().filter(|&each| cell[each] > 0) {
            if self.may_stand_alone(cell, stream) {
                for &rank in before(stream) {
                    visit(Move { taken: &[(stream, rank)], cost: alone(stream) });
                }
            }
        }
        for reference in references.rev().filter(|&each| cell[each] > 0) {
            let allowed = self.may_stand_alone(cell, reference);
            for &rank in before(reference) {
                for hypothesis in hypotheses.clone().rev().filter(|&each| cell[each] > 0) {
                    let word = |stream: usize| &self.streams[stream].words[cell[stream] as usize];
                    if let Some(cost) = self.costs.pair(word(hypothesis), word(reference)) {
                        for &other in before(hypothesis) {
                            visit(Move { taken: &[(hypothesis, other), (reference, rank)], cost });
                        }
                    }
                }
                if allowed {
                    visit(Move { taken: &[(reference, rank)], cost: alone(reference) });
                }
            }
        }
    }

    /// All moves that take words of any streams, those of the last ones first.
    fn combine(&self, cell: &[u32], streams: usize, found: &mut Combined, visit: &mut impl FnMut(Move<'_>)) {
        let Some(stream) = streams.checked_sub(1) else {
            if !found.taken.is_empty() {
                let words = found.taken.iter().rev().map(|&(each, _)| self.streams[each].words[cell[each] as usize]);
                let cost = self.costs.combine(words, self.streams.len(), &mut found.texts);
                visit(Move { taken: &found.taken, cost });
            }
            return;
        };
        for &rank in &self.streams[stream].before[cell[stream] as usize] {
            found.taken.push((stream, rank));
            self.combine(cell, stream, found, visit);
            found.taken.pop();
        }
        self.combine(cell, stream, found, visit);
    }

    /// Takes the move to a cell that is so many in their order, and leaves the cell that it comes from.
    fn follow(&self, cell: &mut [u32], choice: usize) -> Option<Step> {
        let (mut seen, mut taken) = (0, Vec::new());
        self.moves(cell, |each| {
            if seen == choice {
                taken = each.taken.to_vec();
            }
            seen += 1;
        });
        taken.sort_unstable();
        let step = taken.iter().map(|&(stream, _)| (stream as u32, cell[stream])).collect();
        step_back(cell, &taken);
        Some(step).filter(|_| !taken.is_empty())
    }

    /// Whether a word may be taken alone at a cell (`-time-prune`).
    ///
    /// Not if it has only its segment's times, and another stream is at a word that begins later and is too far away. A
    /// stream before its first word ends the search for such.
    fn may_stand_alone(&self, cell: &[u32], stream: usize) -> bool {
        let Some(threshold) = self.costs.prune else { return true };
        let word = &self.streams[stream].words[cell[stream] as usize];
        let Some([start, end]) = word.estimate() else { return true };
        for other in (0..self.streams.len()).filter(|&other| other != stream) {
            if cell[other] == 0 {
                return true;
            }
            let [begin, until] = self.streams[other].words[cell[other] as usize].span;
            if begin < 0 || until < 0 {
                return true;
            }
            if start < begin && cost::gap([start, end], [begin, until]) > threshold {
                return false;
            }
        }
        true
    }

    /// The cells that streams may end at, in the order in which asclite looks for the cheapest.
    fn ends(&self) -> Vec<Vec<u32>> {
        let mut cells = vec![Vec::new()];
        for stream in self.streams.iter().rev() {
            let ends = &stream.ends;
            cells =
                cells.iter().flat_map(|tail| ends.iter().map(move |&end| [&[end], tail.as_slice()].concat())).collect();
        }
        cells.reverse();
        cells
    }
}

/// A move that is made up of streams one by one, and memory for its costs.
#[derive(Default)]
struct Combined {
    taken: Vec<(usize, u32)>,
    texts: Vec<(u32, i64)>,
}

fn step_back(cell: &mut [u32], taken: &[(usize, u32)]) {
    for &(stream, rank) in taken {
        cell[stream] = rank;
    }
}
