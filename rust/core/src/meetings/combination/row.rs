//! A row of the search: what it costs to be at each place of one stream, where that may still lead to something better.

use super::ERROR;
use super::stream::NEVER;

/// A cost, and the number of the state that it comes from.
#[derive(Clone, Copy)]
pub struct Cell {
    pub cost: i64,
    pub state: u32,
}

impl Cell {
    const NEVER: Self = Self { cost: NEVER, state: 0 };

    /// The cheaper of two, the first if they are equal.
    fn or(self, other: Self) -> Self {
        if other.cost < self.cost { other } else { self }
    }

    fn more(self, cost: i64) -> Self {
        Self { cost: self.cost + cost, ..self }
    }

    /// The cell, if the rest does not cost too much.
    fn within(self, limit: i64, rest: i64) -> Self {
        if self.cost + rest > limit { Self::NEVER } else { self }
    }
}

/// Cells from a first place on; beyond the last there is no hope.
#[derive(Default)]
pub struct Row {
    first: usize,
    cells: Vec<Cell>,
}

impl Row {
    /// States by place, in order, and the words of the stream that stand alone behind them.
    pub fn fill(&mut self, states: impl Iterator<Item = (usize, Cell)>, limit: i64, rest: &[i64]) {
        let mut states = states.peekable();
        self.cells.clear();
        self.first = states.peek().map_or(0, |&(place, _)| place);
        let mut cell = Cell::NEVER;
        for (place, &rest) in rest.iter().enumerate().skip(self.first) {
            cell = cell.more(ERROR);
            while let Some((_, state)) = states.next_if(|&(at, _)| at == place) {
                cell = cell.or(state);
            }
            cell = cell.within(limit, rest);
            self.cells.push(cell);
            if cell.cost == NEVER && states.peek().is_none() {
                break;
            }
        }
    }

    /// The row after a word of an utterance, from the row before it.
    pub fn follow(&mut self, before: &Self, limit: i64, rest: &[i64], pairs: impl Fn(usize) -> Option<bool>) {
        self.cells.clear();
        self.first = before.first;
        let (mut diagonal, mut left) = (Cell::NEVER, Cell::NEVER);
        for (place, &rest) in rest.iter().enumerate().skip(before.first) {
            let above = before.cells.get(place - before.first).copied();
            let mut best = above.unwrap_or(Cell::NEVER).or(left).more(ERROR);
            if diagonal.cost < NEVER
                && let Some(equal) = pairs(place - 1)
            {
                best = best.or(diagonal.more(if equal { 0 } else { ERROR }));
            }
            best = best.within(limit, rest);
            if best.cost == NEVER && above.is_none() {
                break;
            }
            if best.cost == NEVER && self.cells.is_empty() {
                self.first = place + 1;
            } else {
                self.cells.push(best);
            }
            (diagonal, left) = (above.unwrap_or(Cell::NEVER), best);
        }
    }

    /// Where an utterance may end: not behind words that may as well stand alone before the next one.
    pub fn ends(&self) -> impl Iterator<Item = (usize, Cell)> {
        let before = std::iter::once(NEVER).chain(self.cells.iter().map(|cell| cell.cost));
        let places = self.cells.iter().zip(before).enumerate();
        let better = places.filter(|(_, (cell, before))| cell.cost < NEVER && cell.cost < before + ERROR);
        better.map(|(place, (&cell, _))| (self.first + place, cell))
    }
}
