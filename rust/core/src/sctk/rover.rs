//! What SCTK's `rover` charges where it aligns the network of some systems with the words of the next (Fiscus, "A
//! post-processing system to yield reduced word error rates", ASRU 1997), by words or by times.

use crate::align::network::{self, Item, costs::ItemCosts};
use crate::error::Result;
use crate::graph::{Edge, Graph, Word};
use crate::policy::Policy;
use crate::stop_request::StopRequest;

/// The word that stands for none.
pub const NO_WORD: u32 = 0;

/// A word between two nodes, with its times.
#[derive(Clone, Copy, Debug)]
pub struct Arc {
    /// The node it leaves.
    pub from: u32,
    /// The node it enters.
    pub to: u32,
    /// The word, or [`NO_WORD`].
    pub word: u32,
    /// When it begins.
    pub start: f64,
    /// When it ends.
    pub end: f64,
}

/// What a pair of words costs.
#[derive(Clone, Copy, Debug)]
pub enum Distance<'a> {
    /// 3 for a word alone, 4 for two, 1 where one of them is none; the words that are listed mark times, which are
    /// paired with themselves alone.
    Words(&'a [u32]),
    /// A word alone costs its duration, two what their starts and ends differ.
    Times,
}

/// Arcs between a start and an end.
pub type Network<'a> = (&'a [Arc], u32, u32);

/// The steps of the cheapest path through both networks; sclite's choice among equals.
pub fn align(left: Network<'_>, right: Network<'_>, distance: Distance<'_>, stop: &StopRequest) -> Result<Vec<Item>> {
    let (rows, columns) = (graph(left)?, graph(right)?);
    let alone = |arcs: &[Arc]| arcs.iter().map(|arc| distance.alone(arc)).collect();
    let costs = ItemCosts {
        deletions: alone(left.0),
        insertions: alone(right.0),
        equal: |row: usize, column: usize| left.0[row].word == right.0[column].word,
        pairing: |row: usize, column: usize, equal| Some(distance.pair(&left.0[row], &right.0[column], equal)),
    };
    Ok(network::align(&rows, &columns, &costs, Policy::SCLITE.ties, stop)?.items)
}

fn graph((arcs, start, end): Network<'_>) -> Result<Graph> {
    let edges: Vec<Edge> =
        arcs.iter().map(|arc| Edge { from: arc.from, to: arc.to, word: Word::plain(arc.word) }).collect();
    let nodes = edges.iter().fold(start.max(end), |most, edge| most.max(edge.from).max(edge.to)) + 1;
    Graph::from_edges(nodes, start, end, edges)
}

impl Distance<'_> {
    fn marks_time(self, arc: &Arc) -> bool {
        matches!(self, Self::Words(marks) if marks.contains(&arc.word))
    }

    fn alone(self, arc: &Arc) -> f32 {
        match self {
            _ if arc.word == NO_WORD => 0.001,
            Self::Words(_) if self.marks_time(arc) => 0.00001,
            Self::Words(_) => 3.0,
            Self::Times => (arc.end - arc.start) as f32,
        }
    }

    fn pair(self, left: &Arc, right: &Arc, equal: bool) -> f32 {
        if let Self::Times = self {
            let apart = (left.start - right.start).abs() + (left.end - right.end).abs();
            return (apart + if equal { 0.0 } else { 0.001 }) as f32;
        }
        match (left.word == NO_WORD, right.word == NO_WORD) {
            (true, true) => 1.0,
            _ if self.marks_time(left) || self.marks_time(right) => {
                if equal {
                    -3.0
                } else {
                    20.0
                }
            }
            _ if equal => 0.0,
            (true, _) | (_, true) => 1.0,
            _ => 4.0,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

    use super::*;

    fn chain(words: &[u32]) -> Vec<Arc> {
        let arc = |(at, &word): (usize, &u32)| Arc {
            from: at as u32,
            to: at as u32 + 1,
            word,
            start: at as f64,
            end: at as f64 + 0.5,
        };
        words.iter().enumerate().map(arc).collect()
    }

    fn pairs(left: &[u32], right: &[u32], distance: Distance<'_>) -> Vec<(Option<u32>, Option<u32>)> {
        let sides = (chain(left), chain(right));
        let ends = [left.len() as u32, right.len() as u32];
        let items = align((&sides.0, 0, ends[0]), (&sides.1, 0, ends[1]), distance, &StopRequest::default());
        items.unwrap().iter().map(|item| (item.reference, item.hypothesis)).collect()
    }

    #[test]
    fn words_are_paired_with_their_equals() {
        let found = pairs(&[1, 2, 3], &[2, 3, 4], Distance::Words(&[]));
        assert_eq!(found, [(Some(0), None), (Some(1), Some(0)), (Some(2), Some(1)), (None, Some(2))]);
    }

    #[test]
    fn no_word_costs_next_to_nothing_alone() {
        assert_eq!(pairs(&[1, NO_WORD], &[1], Distance::Words(&[])), [(Some(0), Some(0)), (Some(1), None)]);
    }

    #[test]
    fn a_mark_of_time_is_paired_with_itself_alone() {
        let (left, right) = ([7, 1, 2], [3, 7, 2]);
        for (one, other) in pairs(&left, &right, Distance::Words(&[7])) {
            let marks = (one.map(|at| left[at as usize] == 7), other.map(|at| right[at as usize] == 7));
            assert_ne!(marks, (Some(true), Some(false)));
            assert_ne!(marks, (Some(false), Some(true)));
        }
        assert_eq!(pairs(&[7], &[1], Distance::Words(&[7])).len(), 2);
    }

    #[test]
    fn by_times_words_hardly_matter() {
        let found = pairs(&[1, 2], &[3, 4], Distance::Times);
        assert_eq!(found, [(Some(0), Some(0)), (Some(1), Some(1))]);
    }

    #[test]
    fn nothing_against_nothing_is_nothing() {
        assert_eq!(pairs(&[], &[], Distance::Times), []);
        assert_eq!(pairs(&[], &[1], Distance::Words(&[])), [(None, Some(0))]);
    }
}
