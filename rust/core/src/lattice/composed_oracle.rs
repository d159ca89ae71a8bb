//! The oracle path as Kaldi's `lattice-oracle` chooses it among paths with equally few errors.
//!
//! The lattice without epsilon arcs is composed with an edit-distance transducer and the reference, and the shortest
//! path of that is the oracle (Mohri, "Edit-distance of weighted automata", 2003). Arcs, their sorting and the order in
//! which states are found are those of `OpenFst`, as they decide among ties. The composition has an arc for each arc of
//! the lattice, place in the reference and kind of error; where that are too many, [`super::oracle`] serves.

use std::collections::BTreeSet;

use super::compose::{Matching, Side, Unmatched};
use super::words::remove_free_arcs;
use super::{Arc, Builder, End, Lattice, Span, Weight};
use crate::error::Result;

/// Arcs that the composition may have, by a bound.
const MOST_ARCS: u64 = 1 << 26;
const ERROR: Weight = Weight { graph: 1.0, acoustic: 0.0 };

/// The words of the path and its errors, named as errors of the recognizer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oracle {
    /// The words, without those that count for nothing.
    pub words: Vec<i32>,
    /// Words of the path that the reference does not have.
    pub insertions: u32,
    /// Words of the reference that the path does not have.
    pub deletions: u32,
    /// Words that differ.
    pub substitutions: u32,
    /// Words of both.
    pub correct: u32,
}

/// The path with the fewest errors; words of `free` count for nothing. Nothing where no path ends.
pub fn oracle(lattice: &Lattice, reference: &[i32], free: &[i32]) -> Result<Option<Oracle>> {
    lattice.topological_order()?; // a cycle is an error
    let reference: Vec<i32> = reference.iter().map(|word| if free.contains(word) { 0 } else { *word }).collect();
    if lattice.arcs.len() as u64 * (2 * reference.len() as u64 + 1) > MOST_ARCS {
        let counted: Vec<i32> = reference.into_iter().filter(|&word| word != 0).collect();
        return Ok(super::oracle::oracle(lattice, &counted, free)?.map(Oracle::from));
    }
    let words = lattice.words_alone(free);
    let edits = edit_transducer(&words, &reference);
    let line = Lattice::from_words(&reference).project(true);
    let mut edited = edits.compose(&line, Matching::Second, Unmatched::Refused)?;
    edited.sort_arcs(Side::Input);
    let composed = words.project(true).compose(&edited, Matching::First, Unmatched::Refused)?;
    Ok(composed.least_cost()?.map(|path| count_errors(&composed, &path)))
}

impl From<super::oracle::Oracle> for Oracle {
    fn from(found: super::oracle::Oracle) -> Self {
        let super::oracle::Oracle { words, insertions, deletions, substitutions, correct, .. } = found;
        Self { words, insertions, deletions, substitutions, correct }
    }
}

/// Arcs from each word of the lattice to each of the reference, and to and from nothing: words of the reference stand
/// as words, those of the lattice as transition ids.
fn edit_transducer(lattice: &Lattice, reference: &[i32]) -> Lattice {
    let distinct = |words: &mut dyn Iterator<Item = i32>| words.filter(|&word| word != 0).collect::<BTreeSet<_>>();
    let from = distinct(&mut lattice.arcs.iter().map(|arc| arc.word));
    let to = distinct(&mut reference.iter().copied());
    let mut builder = Builder::default();
    let state = builder.state();
    let mut edit = |left: i32, right: i32| {
        let ids = builder.string((left != 0).then_some(left));
        let weight = if left == right { Weight::ONE } else { ERROR };
        builder.arc(state, Arc { word: right, next: state, weight, ids });
    };
    for &word in &from {
        edit(word, 0);
    }
    for &word in &to {
        edit(0, word);
    }
    for &left in &from {
        for &right in &to {
            edit(left, right);
        }
    }
    builder.end(state, Weight::ONE, Span::EMPTY);
    let mut edits = builder.finish(Some(state));
    edits.sort_arcs(Side::Output);
    edits
}

fn count_errors(composed: &Lattice, path: &[Arc]) -> Oracle {
    let mut oracle = Oracle::default();
    for arc in path {
        let (word, reference) = (composed.ids(arc.ids).first().copied().unwrap_or(0), arc.word);
        oracle.words.extend((word != 0).then_some(word));
        match (word, reference) {
            (0, 0) => {}
            (0, _) => oracle.deletions += 1,
            (_, 0) => oracle.insertions += 1,
            (word, reference) if word == reference => oracle.correct += 1,
            _ => oracle.substitutions += 1,
        }
    }
    oracle
}

impl Lattice {
    /// The words without costs, with arcs sorted by words, and without arcs that have none.
    fn words_alone(&self, free: &[i32]) -> Self {
        let mut words = self.expand();
        words.strip(false, true);
        words.ids.clear();
        for arc in &mut words.arcs {
            arc.weight = Weight::ONE;
            if free.contains(&arc.word) {
                arc.word = 0;
            }
        }
        for state in &mut words.states {
            state.end = state.end.map(|_| End { weight: Weight::ONE, ids: Span::EMPTY });
        }
        let mut words = remove_free_arcs(&words);
        words.sort_arcs(Side::Output);
        words
    }

    /// The arcs of the shortest path, of which costs are graph costs: states in topological order, the first way of
    /// equal ones (`ShortestPath` of `OpenFst`). Nothing where no path ends.
    fn least_cost(&self) -> Result<Option<Vec<Arc>>> {
        let Some(start) = self.start else { return Ok(None) };
        let mut best: Vec<(f32, Option<(u32, usize)>)> = vec![(f32::INFINITY, None); self.states.len()];
        best[start as usize].0 = 0.0;
        let mut last: Option<(f32, u32)> = None;
        for state in self.topological_order()? {
            let here = best[state as usize].0;
            if let Some(end) = self.end(state)
                && here.is_finite()
                && last.is_none_or(|(cost, _)| here + end.weight.graph < cost)
            {
                last = Some((here + end.weight.graph, state));
            }
            for place in self.states[state as usize].range() {
                let arc = &self.arcs[place];
                let cost = here + arc.weight.graph;
                if cost < best[arc.next as usize].0 {
                    best[arc.next as usize] = (cost, Some((state, place)));
                }
            }
        }
        let Some((_, mut state)) = last else { return Ok(None) };
        let mut path = Vec::new();
        while let (_, Some((from, place))) = best[state as usize] {
            path.push(self.arcs[place]);
            state = from;
        }
        path.reverse();
        Ok(Some(path))
    }
}
