//! All cells of an alignment, with a byte for each: costs are kept in planes across the longest stream.

use super::{Alignment, Best, Grid, Watch, step_back};
use crate::error::Result;

/// How many cells are filled between two looks at whether to stop.
const TURN: usize = 1 << 20;
/// Stands for no move to a cell.
const NONE: u8 = u8::MAX;

/// How cells are numbered.
struct Layout {
    /// The stream across which planes lie.
    slow: usize,
    /// The distance of neighbors in a plane, by stream; 0 for the slow one.
    strides: Vec<usize>,
    /// How many cells a plane has.
    plane: usize,
}

impl Layout {
    fn new(grid: &Grid<'_>) -> Self {
        let lengths: Vec<usize> = grid.streams.iter().map(super::Sorted::len).collect();
        let slow = (0..lengths.len()).max_by_key(|&stream| (lengths[stream], stream)).unwrap_or_default();
        let (mut strides, mut plane) = (vec![0; lengths.len()], 1);
        for (stream, &length) in lengths.iter().enumerate().filter(|&(stream, _)| stream != slow) {
            strides[stream] = plane;
            plane *= length;
        }
        Self { slow, strides, plane }
    }

    fn place(&self, cell: &[u32]) -> usize {
        cell.iter().zip(&self.strides).map(|(&rank, &stride)| rank as usize * stride).sum()
    }

    fn number(&self, cell: &[u32]) -> usize {
        cell[self.slow] as usize * self.plane + self.place(cell)
    }

    /// The next cell of a plane.
    fn advance(&self, cell: &mut [u32], grid: &Grid<'_>) {
        for (stream, rank) in cell.iter_mut().enumerate().filter(|&(stream, _)| stream != self.slow) {
            *rank += 1;
            if (*rank as usize) < grid.streams[stream].len() {
                return;
            }
            *rank = 0;
        }
    }
}

pub fn align(grid: &Grid<'_>, counts: bool, watch: Watch<'_>) -> Result<Alignment> {
    let layout = Layout::new(grid);
    let mut choices = Choices { bytes: vec![NONE; grid.streams[layout.slow].len() * layout.plane], more: Vec::new() };
    let ends = grid.ends();
    let costs = fill(grid, &layout, &mut choices, &ends, watch)?;
    // The first of the cheapest.
    let last = (0..ends.len()).min_by_key(|&end| costs[end]).unwrap_or_default();
    let mut found = Alignment { cost: costs[last], ..Alignment::default() };
    let mut cell = ends[last].clone();
    while let Some(choice) = choices.get(layout.number(&cell)) {
        let Some(step) = grid.follow(&mut cell, choice) else { break };
        found.steps.push(step);
    }
    found.steps.reverse();
    if counts {
        found.reached = count_reached(grid, &layout, &ends, watch)?;
    }
    Ok(found)
}

/// Which of the moves to each cell is best, in a byte, or in a list where there are more moves than a byte can number.
struct Choices {
    bytes: Vec<u8>,
    more: Vec<(usize, usize)>,
}

impl Choices {
    fn set(&mut self, cell: usize, choice: usize) {
        match u8::try_from(choice).ok().filter(|&byte| byte < NONE - 1) {
            Some(byte) => self.bytes[cell] = byte,
            None if choice == usize::MAX => {}
            None => {
                self.bytes[cell] = NONE - 1;
                self.more.push((cell, choice)); // cells come in order
            }
        }
    }

    fn get(&self, cell: usize) -> Option<usize> {
        match self.bytes[cell] {
            NONE => None,
            byte if byte == NONE - 1 => {
                let index = self.more.binary_search_by_key(&cell, |each| each.0).ok()?;
                Some(self.more[index].1)
            }
            byte => Some(usize::from(byte)),
        }
    }
}

/// The costs of the cells at which streams may end. A cell that no move leads to costs nothing.
fn fill(
    grid: &Grid<'_>,
    layout: &Layout,
    choices: &mut Choices,
    ends: &[Vec<u32>],
    watch: Watch<'_>,
) -> Result<Vec<i64>> {
    let slow = &grid.streams[layout.slow];
    let last_use = last_uses(&slow.before);
    let mut planes: Vec<Vec<i64>> = Vec::with_capacity(slow.len());
    let mut costs = vec![0; ends.len()];
    let mut cell = vec![0; grid.streams.len()];
    let mut filled = 0;
    for rank in 0..slow.len() {
        cell[layout.slow] = rank as u32;
        let mut plane = vec![0; layout.plane];
        for place in 0..layout.plane {
            let mut best = Best::new(grid.costs);
            grid.moves(&cell, |each| {
                let (mut from, mut source) = (place, rank);
                for &(stream, before) in each.taken {
                    if stream == layout.slow {
                        source = before as usize;
                    } else {
                        from -= (cell[stream] - before) as usize * layout.strides[stream];
                    }
                }
                best.consider(each, if source == rank { plane[from] } else { planes[source][from] });
            });
            plane[place] = best.cost;
            choices.set(rank * layout.plane + place, best.chosen);
            layout.advance(&mut cell, grid);
            filled += 1;
            if filled % TURN == 0 {
                watch()?;
            }
        }
        for (end, cost) in ends.iter().zip(&mut costs).filter(|(end, _)| end[layout.slow] as usize == rank) {
            *cost = plane[layout.place(end)];
        }
        planes.push(plane);
        for (each, plane) in planes.iter_mut().enumerate() {
            if last_use[each] <= rank && !plane.is_empty() {
                *plane = Vec::new();
            }
        }
    }
    Ok(costs)
}

/// The last rank that follows each.
fn last_uses(before: &[Vec<u32>]) -> Vec<usize> {
    let mut last = vec![0; before.len()];
    for (rank, list) in before.iter().enumerate() {
        for &each in list {
            last[each as usize] = rank;
        }
    }
    last
}

/// How many cells lie on the way from the ends to the beginning.
fn count_reached(grid: &Grid<'_>, layout: &Layout, ends: &[Vec<u32>], watch: Watch<'_>) -> Result<u64> {
    let cells = grid.streams[layout.slow].len() * layout.plane;
    let mut marked = vec![0u64; cells.div_ceil(64)];
    for end in ends {
        mark(&mut marked, layout.number(end));
    }
    let mut count = 0;
    for number in (0..cells).rev() {
        if number % TURN == 0 {
            watch()?;
        }
        if marked[number / 64] >> (number % 64) & 1 == 0 {
            continue;
        }
        count += 1;
        let mut cell = locate(number, grid, layout);
        let here = cell.clone();
        grid.moves(&here, |each| {
            cell.copy_from_slice(&here);
            step_back(&mut cell, each.taken);
            mark(&mut marked, layout.number(&cell));
        });
    }
    Ok(count)
}

fn mark(marked: &mut [u64], number: usize) {
    marked[number / 64] |= 1 << (number % 64);
}

fn locate(number: usize, grid: &Grid<'_>, layout: &Layout) -> Vec<u32> {
    let mut rest = number % layout.plane;
    let mut cell = vec![0; grid.streams.len()];
    for (stream, rank) in cell.iter_mut().enumerate() {
        if stream == layout.slow {
            *rank = (number / layout.plane) as u32;
        } else {
            let length = grid.streams[stream].len();
            *rank = (rest % length) as u32;
            rest /= length;
        }
    }
    cell
}
