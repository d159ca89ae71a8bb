//! Alignments against a reference implementation that follows asclite's own recursion.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::HashMap;

use proptest::prelude::*;

use super::cost::{Costs, Text, Word};
use super::{Alignment, Effort, Step, Stream, align};

/// Costs by recursion from the end, and the path that asclite takes: a list of candidates, generated and reversed.
struct Naive<'a> {
    streams: &'a [Stream],
    hypotheses: usize,
    costs: &'a Costs,
    known: HashMap<Vec<u32>, i64>,
}

impl Naive<'_> {
    fn candidates(&self, cell: &[u32]) -> Vec<(Vec<u32>, i64, Step)> {
        let mut list = if self.costs.together { self.combined(cell) } else { self.paired(cell) };
        list.reverse();
        list
    }

    /// Lists here have the preferred one first; asclite's, which it walks through to generate, are reversed.
    fn before(&self, cell: &[u32], stream: usize) -> Vec<u32> {
        self.streams[stream].before[cell[stream] as usize - 1].iter().rev().copied().collect()
    }

    fn paired(&self, cell: &[u32]) -> Vec<(Vec<u32>, i64, Step)> {
        let word = |stream: usize| &self.streams[stream].words[cell[stream] as usize - 1];
        let mut list = Vec::new();
        for r in (self.hypotheses..self.streams.len()).filter(|&r| cell[r] > 0) {
            for rank in self.before(cell, r) {
                let mut to = cell.to_vec();
                to[r] = rank;
                let reference = (r as u32, cell[r]);
                list.push((to.clone(), word(r).alone, vec![reference]));
                for h in (0..self.hypotheses).filter(|&h| cell[h] > 0) {
                    for other in self.before(cell, h) {
                        let mut both = to.clone();
                        both[h] = other;
                        if let Some(cost) = self.costs.pair(word(h), word(r)) {
                            list.push((both, cost, vec![(h as u32, cell[h]), reference]));
                        }
                    }
                }
            }
        }
        for h in (0..self.hypotheses).filter(|&h| cell[h] > 0) {
            for rank in self.before(cell, h) {
                let mut to = cell.to_vec();
                to[h] = rank;
                list.push((to, word(h).alone, vec![(h as u32, cell[h])]));
            }
        }
        list
    }

    /// What asclite's counter of many digits passes, whose last digit stands for no position.
    fn combined(&self, cell: &[u32]) -> Vec<(Vec<u32>, i64, Step)> {
        let digits: Vec<Vec<u32>> = (0..cell.len())
            .map(|stream| {
                let mut list = vec![cell[stream]];
                list.extend(if cell[stream] > 0 { self.before(cell, stream) } else { vec![] });
                list.dedup();
                list
            })
            .collect();
        let (mut counter, mut list) = (vec![0; cell.len()], Vec::new());
        loop {
            for (count, digits) in counter.iter_mut().zip(&digits) {
                *count = (*count + 1) % (digits.len() + 1);
                if *count != digits.len() {
                    break;
                }
            }
            if counter[cell.len() - 1] == digits[cell.len() - 1].len() {
                break;
            }
            let to: Option<Vec<u32>> = counter.iter().zip(&digits).map(|(&c, list)| list.get(c).copied()).collect();
            let Some(to) = to else { continue };
            let moved: Vec<usize> = (0..cell.len()).filter(|&stream| to[stream] != cell[stream]).collect();
            let step = moved.iter().map(|&stream| (stream as u32, cell[stream])).collect();
            list.push((to, self.combined_cost(cell, &moved), step));
        }
        list
    }

    fn combined_cost(&self, cell: &[u32], moved: &[usize]) -> i64 {
        let words: Vec<Word> =
            moved.iter().map(|&stream| self.streams[stream].words[cell[stream] as usize - 1]).collect();
        let missing = (cell.len() - moved.len()) as i64;
        let last = words.last().unwrap();
        let Some(divisor) = self.costs.timed else {
            let most =
                words.iter().map(|one| words.iter().filter(|other| other.text == one.text).count()).max().unwrap();
            return last.alone * missing + 400 * (words.len() - most) as i64;
        };
        // A time of -1 counts as none.
        let start = words.iter().map(|word| word.times[0]).fold(-1, |a, b| if a == -1 { b } else { a.min(b) });
        let end = words.iter().map(|word| word.times[1]).fold(-1, |a, b| if a == -1 { b } else { a.max(b) });
        let shorter = end - last.times[1] + last.times[0] - start;
        (last.alone * missing * (end - start) + 400 * shorter) / divisor
    }

    fn cost(&mut self, cell: &[u32]) -> i64 {
        if let Some(&cost) = self.known.get(cell) {
            return cost;
        }
        let candidates = self.candidates(cell);
        let cost = candidates.iter().map(|(to, cost, _)| self.cost(to) + cost).min().unwrap_or(0);
        self.known.insert(cell.to_vec(), cost);
        cost
    }

    fn align(&mut self) -> Alignment {
        let mut ends: Vec<Vec<u32>> = vec![vec![]];
        for stream in self.streams.iter().rev() {
            let own = if stream.ends.is_empty() { vec![0] } else { stream.ends.clone() };
            ends = ends.iter().flat_map(|tail| own.iter().map(move |&e| [vec![e], tail.clone()].concat())).collect();
        }
        ends.reverse();
        let mut cell = ends[0].clone();
        for end in &ends {
            if self.cost(end) < self.cost(&cell) {
                cell.clone_from(end);
            }
        }
        let (cost, mut steps) = (self.cost(&cell), Vec::new());
        loop {
            let mut best: Option<(i64, Vec<u32>, Step)> = None;
            let mut most = 0;
            for (to, cost, step) in self.candidates(&cell) {
                let total = self.cost(&to) + cost;
                let is_cheaper = best.as_ref().is_none_or(|(least, ..)| total < *least);
                let is_as_cheap = best.as_ref().is_some_and(|(least, ..)| total == *least);
                if self.costs.together && is_as_cheap && step.len() > most {
                    most = step.len();
                    best = Some((total, to, step));
                } else if is_cheaper
                    || (!self.costs.together
                        && is_as_cheap
                        && step.len() == 2
                        && best.as_ref().is_some_and(|(_, _, old)| old.len() == 1))
                {
                    best = Some((total, to, step));
                }
            }
            let Some((_, to, step)) = best else { break };
            steps.push(step);
            cell = to;
        }
        steps.reverse();
        let reached = self.known.len() as u64;
        Alignment { steps, cost, window: None, reached }
    }
}

fn word() -> impl Strategy<Value = Word> {
    (0..4u32, prop_oneof![Just(300), Just(200)], 0..40i64, 1..20i64, 0..3u32, any::<bool>()).prop_map(
        |(text, alone, start, length, speaker, is_timed)| {
            let span = [start * 10, (start + length) * 10];
            Word { text, alone, times: if is_timed { span } else { [-1, -2] }, span, speaker }
        },
    )
}

/// A stream of words, some of which may be skipped or are alternatives of the one before them.
fn stream() -> impl Strategy<Value = Stream> {
    prop::collection::vec((word(), 0..8u8), 0..5).prop_map(|list| {
        let mut stream = Stream::default();
        let mut last = vec![0u32];
        let mut previous = vec![0u32];
        for (index, (word, kind)) in list.into_iter().enumerate() {
            let position = index as u32 + 1;
            if kind == 0 && index > 0 {
                stream.before.push(previous.clone());
                last.push(position);
            } else {
                stream.before.push(last.clone());
                previous = std::mem::replace(&mut last, vec![position]);
                if kind == 1 {
                    last.extend_from_slice(&previous);
                }
            }
            stream.words.push(word);
        }
        stream.ends = last.into_iter().filter(|&each| each > 0).collect();
        stream
    })
}

fn costs() -> impl Strategy<Value = Costs> {
    let texts = [&b"a"[..], b"ab", b"b", b"abc"].map(|bytes| Text { bytes: bytes.to_vec(), ..Text::default() });
    (any::<[bool; 5]>(), prop::option::of(1..300i64), prop::option::of(0..200i64)).prop_map(
        move |([spelling, speakers, adapts, timed, together], divisor, apart)| Costs {
            together,
            texts: texts.to_vec(),
            spelling,
            speakers,
            adaptive: adapts.then_some(600),
            timed: divisor.filter(|_| timed),
            apart,
            ..Costs::default()
        },
    )
}

proptest! {
    #[test]
    fn the_recursion_takes_the_same_path(
        streams in prop::collection::vec(stream(), 2..5), hypotheses in 1..3usize, costs in costs()
    ) {
        let hypotheses = hypotheses.min(streams.len() - 1);
        let expected = Naive { streams: &streams, hypotheses, costs: &costs, known: HashMap::new() }.align();
        let effort = Effort { cells: u64::MAX, counts: true };
        let found = align(&streams, hypotheses, &costs, effort, &mut || Ok(())).unwrap();
        prop_assert_eq!(&found, &expected);
        // A window that holds all cells changes nothing.
        let cells: u64 = streams.iter().map(|stream| stream.words.len() as u64 + 1).product();
        if cells > 1 {
            let wide = Effort { cells: cells * 40, counts: false };
            let grid: Vec<_> = streams.iter().map(|stream| super::Sorted::new(stream, costs.together).unwrap()).collect();
            let grid = super::Grid { streams: &grid, hypotheses, costs: &costs };
            let near = super::near::align(&grid, wide.cells, &mut || Ok(())).unwrap();
            prop_assert_eq!(near.cost, expected.cost);
        }
    }

    #[test]
    fn a_window_bounds_the_cells_and_finds_a_path(
        streams in prop::collection::vec(stream(), 2..5), costs in costs(), share in 1..9u64
    ) {
        let costs = Costs { apart: None, ..costs };
        let best = align(&streams, 1, &costs, Effort { cells: u64::MAX, counts: false }, &mut || Ok(())).unwrap();
        let cells: u64 = streams.iter().map(|stream| stream.words.len() as u64 + 1).product();
        let effort = Effort { cells: (cells * share / 10).max(1), counts: false };
        if let Ok(found) = align(&streams, 1, &costs, effort, &mut || Ok(())) {
            prop_assert!(found.cost >= best.cost);
        }
        let grid: Vec<_> = streams.iter().map(|stream| super::Sorted::new(stream, costs.together).unwrap()).collect();
        let grid = super::Grid { streams: &grid, hypotheses: 1, costs: &costs };
        // So many cells as there are steps that take one word are always found.
        let near = super::near::align(&grid, 40 * cells, &mut || Ok(())).unwrap();
        prop_assert_eq!(near.cost, best.cost);
    }
}
