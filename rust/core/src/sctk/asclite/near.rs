//! The cells of an alignment whose words are close in time, for groups of too many speakers or words to fill all.
//!
//! A position of a stream lasts from the end of its word to the end of the next. A cell is kept if the positions of all
//! streams lie within a window of each other; the window is as wide as the memory allows. At width 0 there still is a
//! path: it takes the words in the order in which they end. Cells are the leaves of a tree with a level for each stream,
//! in which the children of a node are consecutive positions, so that a cell is found in as many steps as there are
//! streams.

use super::{Alignment, Best, Grid, Sorted, Watch, step_back};
use crate::error::{ErrorKind, Result};

/// The widest window that is tried, in milliseconds; each further one is half as wide.
const WIDEST: i64 = 1 << 22;
/// How many bytes a kept cell takes, those of the tree while it is built included.
const BYTES: u64 = 40;
const TURN: usize = 1 << 16;
/// No path leads to a cell.
const NEVER: i64 = i64::MAX / 4;

/// From when to when each position of a stream lasts; both only grow.
struct Times {
    starts: Vec<i64>,
    ends: Vec<i64>,
}

impl Times {
    fn new(stream: &Sorted) -> Self {
        let count = stream.len();
        let mut starts = vec![i64::MIN / 4];
        for rank in 1..count {
            starts.push(estimate_end(stream, rank).max(starts[rank - 1]));
        }
        let mut ends = starts.clone();
        for (rank, list) in stream.before.iter().enumerate() {
            for &each in list {
                ends[each as usize] = ends[each as usize].max(starts[rank]);
            }
        }
        for &end in &stream.ends {
            ends[end as usize] = i64::MAX / 4;
        }
        for rank in 1..count {
            ends[rank] = ends[rank].max(ends[rank - 1]);
        }
        Self { starts, ends }
    }

    /// The positions that are within a window of all between two times.
    fn within(&self, start: i64, end: i64, window: i64) -> std::ops::Range<usize> {
        self.ends.partition_point(|&each| each < start - window)
            ..self.starts.partition_point(|&each| each <= end + window)
    }
}

/// When a word ends. Those of a segment that have no times of their own share its time.
fn estimate_end(stream: &Sorted, rank: usize) -> i64 {
    let Some(span) = stream.words[rank].estimate() else { return stream.words[rank].span[1] };
    let is_same = |other: &&super::cost::Word| other.estimate() == Some(span);
    let before = stream.words[1..rank].iter().rev().take_while(is_same).count() as i64;
    let behind = stream.words[rank..].iter().take_while(is_same).count() as i64;
    span[0] + (span[1] - span[0]) * (before + 1) / (before + behind)
}

/// A node of the tree: the first of its children, and at which position that is.
#[derive(Clone, Copy)]
struct Node {
    first: u32,
    rank: u32,
}

/// The kept cells.
struct Tree {
    /// The nodes above each level's children, and one more behind them.
    levels: Vec<Vec<Node>>,
    leaves: usize,
}

/// A node while the tree is built: the latest start and the earliest end of the positions above.
type Span = (i64, i64);

impl Tree {
    /// The cells within a window, or nothing if they are too many.
    fn new(times: &[Times], window: i64, most: usize, watch: Watch<'_>) -> Result<Option<Self>> {
        let mut spans: Vec<Span> = vec![(i64::MIN / 4, i64::MAX / 4)];
        let mut levels = Vec::new();
        for stream in times {
            let (mut nodes, mut below) = (Vec::with_capacity(spans.len() + 1), Vec::new());
            for &(start, end) in &spans {
                let ranks = stream.within(start, end, window);
                nodes.push(Node { first: below.len() as u32, rank: ranks.start as u32 });
                below.extend(ranks.map(|rank| (start.max(stream.starts[rank]), end.min(stream.ends[rank]))));
                if below.len() > most {
                    return Ok(None);
                }
            }
            watch()?;
            nodes.push(Node { first: below.len() as u32, rank: 0 });
            levels.push(nodes);
            spans = below;
        }
        Ok(Some(Self { levels, leaves: spans.len() }))
    }

    /// The leaf of a cell, if it is kept.
    fn find(&self, cell: &[u32]) -> Option<usize> {
        cell.iter().zip(&self.levels).try_fold(0, |index, (&rank, nodes)| {
            let (node, next) = (nodes[index], nodes[index + 1]);
            let child = node.first.checked_add(rank.checked_sub(node.rank)?)?;
            (child < next.first).then_some(child as usize)
        })
    }

    /// The cell behind another one in the order of leaves; the first is all zeros.
    fn advance(&self, path: &mut [usize], cell: &mut [u32]) {
        // Up to where a node has another child, and from there down along first children.
        for level in (0..path.len()).rev() {
            let nodes = &self.levels[level];
            let above = if level == 0 { 0 } else { path[level - 1] };
            if path[level] + 1 < nodes[above + 1].first as usize {
                path[level] += 1;
                cell[level] += 1;
                for lower in level + 1..path.len() {
                    let node = self.levels[lower][path[lower - 1]];
                    (path[lower], cell[lower]) = (node.first as usize, node.rank);
                }
                return;
            }
        }
    }
}

pub fn align(grid: &Grid<'_>, bytes: u64, watch: Watch<'_>) -> Result<Alignment> {
    let times: Vec<Times> = grid.streams.iter().map(Times::new).collect();
    let most = usize::try_from(bytes / BYTES).unwrap_or(usize::MAX).min(u32::MAX as usize - 1);
    let mut window = WIDEST;
    let tree = loop {
        if let Some(tree) = Tree::new(&times, window, most, watch)? {
            break tree;
        }
        if window == 0 {
            let cells = grid.cells().unwrap_or(u64::MAX);
            return Err(ErrorKind::TooLarge { cells, limit: most as u64 }.into());
        }
        window /= 2;
    };
    let (costs, choices) = fill(grid, &tree, watch)?;
    let ends = grid.ends();
    let found = ends.iter().filter_map(|end| Some((tree.find(end)?, end))).min_by_key(|&(leaf, _)| costs[leaf]);
    let Some((leaf, end)) = found else { return Err(ErrorKind::NoPath.into()) };
    let mut alignment = Alignment { cost: costs[leaf], window: Some(window), ..Alignment::default() };
    let mut cell = end.clone();
    while let Some(leaf) = tree.find(&cell).filter(|&leaf| choices[leaf] != u32::MAX) {
        let Some(step) = grid.follow(&mut cell, choices[leaf] as usize) else { break };
        alignment.steps.push(step);
    }
    alignment.steps.reverse();
    Ok(alignment)
}

/// Costs and choices of all leaves, whose order has each behind those before it.
fn fill(grid: &Grid<'_>, tree: &Tree, watch: Watch<'_>) -> Result<(Vec<i64>, Vec<u32>)> {
    let (mut costs, mut choices) = (vec![NEVER; tree.leaves], vec![u32::MAX; tree.leaves]);
    let (mut path, mut cell) = (vec![0; grid.streams.len()], vec![0; grid.streams.len()]);
    let mut from = cell.clone();
    for leaf in 0..tree.leaves {
        let mut best = Best::new(grid.costs);
        grid.moves(&cell, |each| {
            from.copy_from_slice(&cell);
            step_back(&mut from, each.taken);
            best.consider(each, tree.find(&from).map_or(NEVER, |found| costs[found]));
        });
        costs[leaf] = best.cost.min(NEVER);
        choices[leaf] = u32::try_from(best.chosen).unwrap_or(u32::MAX);
        tree.advance(&mut path, &mut cell);
        if leaf % TURN == 0 {
            watch()?;
        }
    }
    Ok((costs, choices))
}
