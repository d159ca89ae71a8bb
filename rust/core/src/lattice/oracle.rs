//! The oracle path of a lattice: that with the least Levenshtein distance from a reference.
//!
//! Dynamic programming over states and places of the reference: time is in arcs times words, memory in states times
//! words.

use super::{Arc, Lattice, StateId};
use crate::error::{ErrorKind, Result};

/// Cells that the table of states by reference words may have.
const MOST_CELLS: u64 = 1 << 28;
const UNREACHED: u32 = u32::MAX;

/// The errors of a path, named as errors of the recognizer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Oracle {
    /// The words of the path, without those that count for nothing.
    pub words: Vec<i32>,
    /// The arcs of the path, those without a word too, as places among all arcs.
    pub arcs: Vec<usize>,
    /// The state in which the path ends.
    pub end: StateId,
    /// Words of the path that the reference does not have.
    pub insertions: u32,
    /// Words of the reference that the path does not have.
    pub deletions: u32,
    /// Words that differ.
    pub substitutions: u32,
    /// Words of both.
    pub correct: u32,
}

impl Oracle {
    /// All errors.
    pub fn errors(&self) -> u32 {
        self.insertions + self.deletions + self.substitutions
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Step {
    None,
    /// The reference goes on alone.
    Deletion,
    /// An arc without a word that counts.
    Free(u32),
    /// An arc alone.
    Insertion(u32),
    /// An arc with a word of the reference, the same or another.
    Both(u32),
}

#[derive(Clone, Copy)]
struct Cell {
    errors: u32,
    step: Step,
}

/// The best path against a reference; words of `free` count for nothing on either side.
///
/// Time and memory grow with arcs and states times the length of the reference. Of paths with equally few errors one
/// is chosen, in the order of states and arcs.
pub fn oracle(lattice: &Lattice, reference: &[i32], free: &[i32]) -> Result<Option<Oracle>> {
    let reference: Vec<i32> = reference.iter().copied().filter(|word| !free.contains(word)).collect();
    let order = lattice.topological_order()?;
    let width = reference.len() + 1;
    let cells = lattice.states().len() as u64 * width as u64;
    if cells > MOST_CELLS {
        return Err(ErrorKind::TooLarge { cells, limit: MOST_CELLS }.into());
    }
    let Some(start) = lattice.start() else { return Ok(None) };
    let mut table = Table { cells: vec![Cell { errors: UNREACHED, step: Step::None }; cells as usize], width };
    table.cells[start as usize * width].errors = 0;
    for &state in &order {
        table.delete(state);
        // Of arcs that are as good, that with the word of higher number is taken, as mostly by Kaldi.
        let mut places: Vec<usize> = lattice.states()[state as usize].range().collect();
        places.sort_by_key(|&place| std::cmp::Reverse(lattice.all_arcs()[place].word));
        for place in places {
            let arc = &lattice.all_arcs()[place];
            let counts = arc.word != 0 && !free.contains(&arc.word);
            table.follow(state, arc, place as u32, counts.then_some(reference.as_slice()));
        }
    }
    let ending = lattice.numbers().filter(|&state| lattice.end(state).is_some());
    let best = ending.min_by_key(|&state| table.at(state, width - 1).errors);
    let best = best.filter(|&state| table.at(state, width - 1).errors != UNREACHED);
    Ok(best.map(|end| table.trace(lattice, end, &reference)))
}

struct Table {
    cells: Vec<Cell>,
    width: usize,
}

impl Table {
    fn at(&self, state: StateId, place: usize) -> Cell {
        self.cells[state as usize * self.width + place]
    }

    fn offer(&mut self, state: StateId, place: usize, errors: u32, step: Step) {
        let cell = &mut self.cells[state as usize * self.width + place];
        if errors < cell.errors {
            *cell = Cell { errors, step };
        }
    }

    /// Words of the reference that nothing stands for, from each place of a state on.
    fn delete(&mut self, state: StateId) {
        for place in 1..self.width {
            let before = self.at(state, place - 1).errors;
            if before != UNREACHED {
                self.offer(state, place, before + 1, Step::Deletion);
            }
        }
    }

    /// What an arc leads to; without a reference it is free.
    fn follow(&mut self, from: StateId, arc: &Arc, place_of_arc: u32, reference: Option<&[i32]>) {
        for place in 0..self.width {
            let errors = self.at(from, place).errors;
            if errors == UNREACHED {
                continue;
            }
            let Some(reference) = reference else {
                self.offer(arc.next, place, errors, Step::Free(place_of_arc));
                continue;
            };
            if let Some(word) = reference.get(place) {
                let errors = errors + u32::from(*word != arc.word);
                self.offer(arc.next, place + 1, errors, Step::Both(place_of_arc));
            }
            self.offer(arc.next, place, errors + 1, Step::Insertion(place_of_arc));
        }
    }

    fn trace(&self, lattice: &Lattice, end: StateId, reference: &[i32]) -> Oracle {
        let sources = sources(lattice);
        let mut oracle = Oracle { end, ..Oracle::default() };
        let (mut state, mut place) = (end, self.width - 1);
        loop {
            let arc = match self.at(state, place).step {
                Step::None => break,
                Step::Deletion => {
                    oracle.deletions += 1;
                    place -= 1;
                    continue;
                }
                Step::Free(arc) => arc as usize,
                Step::Insertion(arc) => {
                    oracle.insertions += 1;
                    oracle.words.push(lattice.all_arcs()[arc as usize].word);
                    arc as usize
                }
                Step::Both(arc) => {
                    place -= 1;
                    let word = lattice.all_arcs()[arc as usize].word;
                    let same = word == reference[place];
                    oracle.correct += u32::from(same);
                    oracle.substitutions += u32::from(!same);
                    oracle.words.push(word);
                    arc as usize
                }
            };
            oracle.arcs.push(arc);
            state = sources[arc];
        }
        oracle.words.reverse();
        oracle.arcs.reverse();
        oracle
    }
}

fn sources(lattice: &Lattice) -> Vec<StateId> {
    let mut sources = vec![0; lattice.all_arcs().len()];
    for state in lattice.numbers() {
        sources[lattice.states()[state as usize].range()].fill(state);
    }
    sources
}
