//! The table of a pair of graphs, filled forwards. Its rows are one graph's edges, its columns the other's.
//!
//! A cell holds the least amount of a path that ends with both its edges. It is reached from the cells of the edges
//! before: by an insertion within its row, by a deletion within its column, by a pairing from both. The row of an edge
//! is needed only until it is folded into the node that the edge enters, so the table keeps one row a node: by column
//! the least amount over all edges that enter the node. From these the row of any edge is soon computed again, which
//! is what [`super::trace`] does along its way.
//!
//! The least amount before a cell is found once a node, not once a cell, so a cell costs the same however many edges
//! meet in its nodes.
//!
//! Of a table that takes more than there is room for, only the last nodes are held. Where earlier ones are given up,
//! a checkpoint has the rows of the edges that cross there: all that nodes behind it are computed from, and all edges
//! before it that a path can come to from behind it. So however the edges of a graph run, the trace goes through each
//! block of nodes once, the last one first.

use std::rc::Rc;

use crate::align::CellCosts;
use crate::align::checkpoints::Checkpoints;
use crate::cost::Amount;
use crate::error::{ErrorKind, Result};
use crate::graph::order::Order;
use crate::stop_request::StopRequest;

/// The most cells that are held where too many edges run beside each other for checkpoints.
const LARGEST: u64 = 1 << 31;

/// Two graphs, the costs between them, and which rows are held together.
pub struct Table<'a, C> {
    pub costs: &'a C,
    pub rows: Order,
    pub columns: Order,
    cuts: Cuts,
}

impl<'a, C: CellCosts> Table<'a, C> {
    /// A table of which so many bytes are to be held.
    pub fn new(costs: &'a C, rows: Order, columns: Order, room: usize) -> Result<Self> {
        let cuts = Cuts::of(&rows, room / size_of::<C::Amount>());
        let cells = cuts.largest_block(&columns);
        if cells > LARGEST {
            return Err(ErrorKind::TooLarge { cells, limit: LARGEST }.into());
        }
        Ok(Self { costs, rows, columns, cuts })
    }
}

impl<C: CellCosts> Table<'_, C> {
    /// The least amount, in a row, of the edges that enter a node of the columns.
    pub fn entering(&self, row: &[C::Amount], node: usize) -> C::Amount {
        let amounts = self.columns.entering(node).iter().map(|&position| row[position as usize]);
        amounts.reduce(least).unwrap_or(C::Amount::ZERO)
    }

    /// The nodes of the columns up to the one that an edge leaves: those that lie on a way to it.
    pub fn nodes_to(&self, column: usize) -> usize {
        self.columns.source(column) + 1
    }

    /// The columns of the edges that leave so many nodes.
    fn width(&self, nodes: usize) -> usize {
        self.columns.leaving(nodes - 1).0.end
    }

    /// The row before the first edge: insertions only.
    fn first_row(&self, nodes: usize) -> Vec<C::Amount> {
        let mut row = vec![C::Amount::ZERO; self.width(nodes)];
        for node in 0..nodes {
            let left = self.entering(&row, node);
            let (span, edges) = self.columns.leaving(node);
            for (cell, &edge) in row[span].iter_mut().zip(edges) {
                *cell = left.plus(self.costs.insertion(edge as usize));
            }
        }
        row
    }

    /// What a pairing starts from: the least amount of any edges into both nodes, by node of the columns.
    fn corners(&self, above: &[C::Amount], nodes: usize, corners: &mut Vec<C::Amount>) {
        corners.clear();
        corners.extend((0..nodes).map(|node| self.entering(above, node)));
    }

    fn compute(&self, position: usize, above: &[C::Amount], corners: &[C::Amount], row: &mut Vec<C::Amount>) {
        let word = self.rows.edge(position);
        let deletion = self.costs.deletion(word);
        row.resize(self.width(corners.len()), C::Amount::ZERO);
        row[0] = above[0].plus(deletion);
        for (node, corner) in corners.iter().enumerate() {
            let left = self.entering(row, node);
            let (span, edges) = self.columns.leaving(node);
            let cells = row[span.clone()].iter_mut().zip(&above[span]).zip(edges);
            for ((cell, above), &edge) in cells {
                let edge = edge as usize;
                let alone = least(above.plus(deletion), left.plus(self.costs.insertion(edge)));
                let pair = self.costs.pairing(word, edge);
                *cell = pair.map_or(alone, |pair| least(alone, corner.plus(pair)));
            }
        }
    }
}

/// The cells of a table of these rows and columns.
pub fn cells(rows: &Order, columns: &Order) -> u64 {
    rows.nodes() as u64 * columns.positions() as u64
}

/// Between which nodes a table may be cut into blocks.
pub struct Cuts {
    /// By node: how many edges run from before it to it or behind it.
    crossings: Vec<usize>,
    /// How many cells a block should have.
    cells: u64,
}

impl Cuts {
    pub fn of(order: &Order, cells: usize) -> Self {
        let mut open = 0;
        let mut crossings = Vec::with_capacity(order.nodes());
        for node in 0..order.nodes() {
            crossings.push(open);
            let entering = order.entering(node).iter().filter(|&&position| position > 0).count();
            open = open - entering + order.leaving(node).0.len();
        }
        Self { crossings, cells: cells as u64 }
    }

    /// Whether the block that begins with a node ends before another: it takes all room, and the edges that cross
    /// here take much less.
    fn is_between(&self, first: usize, node: usize, width: usize) -> bool {
        let count = node - first;
        let cells = count as u64 * width as u64;
        cells > self.cells && 4 * self.crossings[node] <= count
    }

    /// The cells of the largest block against these columns; all that fit are as good as each other.
    pub fn largest_block(&self, columns: &Order) -> u64 {
        let (mut first, mut largest) = (0, 0);
        for node in 1..self.crossings.len() {
            if self.is_between(first, node, columns.positions()) {
                first = node;
            }
            largest = largest.max(node - first);
        }
        self.cells.max((largest as u64 + 1).saturating_mul(columns.positions() as u64))
    }
}

/// The rows of edges that cross from one block to another, by position.
type Crossing<A> = Vec<(usize, Rc<[A]>)>;

/// What is held of the least amounts of a table.
pub struct Held<A> {
    /// By node of the rows, by column; none for nodes before `first`.
    least: Vec<Vec<A>>,
    first: usize,
    /// The edges that run from before `first` to it or behind it.
    crossing: Crossing<A>,
    saved: Checkpoints<Crossing<A>>,
}

impl<A: Amount> Held<A> {
    /// Computes the table of two graphs, and holds so many bytes of it.
    pub fn fill<C: CellCosts<Amount = A>>(table: &Table<'_, C>, room: usize, stop: &StopRequest) -> Result<Self> {
        let (nodes, columns) = (table.rows.nodes(), table.columns.nodes());
        let mut saved = Checkpoints::new(room);
        saved.restart(Crossing::new());
        let mut held = Self { least: vec![Vec::new(); nodes], first: 0, crossing: Crossing::new(), saved };
        held.pass(table, nodes, columns, stop)?;
        Ok(held)
    }

    /// The least amounts of paths that end with any edge into a node of the rows, by column.
    pub fn above(&self, node: usize) -> &[A] {
        &self.least[node]
    }

    /// Makes sure that a node of the rows is held, at least for so many nodes of the columns.
    pub fn reach<C: CellCosts<Amount = A>>(
        &mut self,
        table: &Table<'_, C>,
        node: usize,
        nodes: usize,
        stop: &StopRequest,
    ) -> Result<()> {
        if node >= self.first {
            return Ok(());
        }
        if let Some((first, crossing)) = self.saved.resume(node) {
            self.first = first;
            self.crossing.clone_from(crossing);
        }
        self.pass(table, node + 1, nodes, stop)
    }

    /// The row at a position whose edge comes from a node that is held, or crosses to one.
    pub fn row<C: CellCosts<Amount = A>>(&self, table: &Table<'_, C>, position: usize, nodes: usize, row: &mut Vec<A>) {
        if position == 0 {
            *row = table.first_row(nodes);
        } else if let Ok(place) = self.crossing.binary_search_by_key(&position, |&(position, _)| position) {
            row.clear();
            row.extend_from_slice(&self.crossing[place].1[..table.width(nodes)]);
        } else {
            let above = self.above(table.rows.source(position));
            let mut corners = Vec::new();
            table.corners(above, nodes, &mut corners);
            table.compute(position, above, &corners, row);
        }
    }

    /// Computes the nodes from `first` to before `end`, for so many nodes of the columns, and holds the last of them.
    fn pass<C: CellCosts<Amount = A>>(
        &mut self,
        table: &Table<'_, C>,
        end: usize,
        nodes: usize,
        stop: &StopRequest,
    ) -> Result<()> {
        give_up(&mut self.least);
        let width = table.width(nodes);
        if self.first == 0 {
            self.least[0] = table.first_row(nodes);
        }
        for (position, row) in &self.crossing {
            let target = table.rows.target(*position);
            if target < end {
                fold(&mut self.least[target], &row[..width]);
            }
        }
        let (mut row, mut corners) = (Vec::new(), Vec::new());
        for node in self.first..end {
            if table.cuts.is_between(self.first, node, width) {
                self.cut(table, node, nodes);
            }
            let above = std::mem::take(&mut self.least[node]);
            table.corners(&above, nodes, &mut corners);
            for position in table.rows.leaving(node).0 {
                stop.check()?;
                let target = table.rows.target(position);
                if target < end {
                    table.compute(position, &above, &corners, &mut row);
                    fold(&mut self.least[target], &row);
                }
            }
            self.least[node] = above;
        }
        Ok(())
    }

    /// Gives up the nodes before this one, but for the edges that cross here.
    fn cut<C: CellCosts<Amount = A>>(&mut self, table: &Table<'_, C>, node: usize, nodes: usize) {
        let earlier = self.crossing.iter().map(|&(position, _)| position);
        let own = (self.first..node).flat_map(|source| table.rows.leaving(source).0);
        let across = earlier.chain(own).filter(|&position| table.rows.target(position) >= node);
        let mut row = Vec::new();
        let crossing = across.map(|position| {
            let known = self.crossing.binary_search_by_key(&position, |&(position, _)| position);
            let compute = |_| {
                self.row(table, position, nodes, &mut row);
                Rc::from(row.as_slice())
            };
            let shared = known.map_or_else(compute, |place| Rc::clone(&self.crossing[place].1));
            (position, shared)
        });
        self.crossing = crossing.collect();
        give_up(&mut self.least[self.first..node]);
        self.first = node;
        let bytes = self.crossing.iter().map(|(_, row)| size_of_val(&**row)).sum();
        self.saved.offer(node, bytes, || self.crossing.clone());
    }
}

/// Gives back what rows take; `fill` would clear them and keep it.
fn give_up<A>(rows: &mut [Vec<A>]) {
    for row in rows {
        *row = Vec::new();
    }
}

/// The first of the two unless the second is smaller.
fn least<A: PartialOrd>(first: A, second: A) -> A {
    if second < first { second } else { first }
}

/// Takes the row of one more edge into the least amounts of the node it enters.
fn fold<A: PartialOrd + Copy>(amounts: &mut Vec<A>, row: &[A]) {
    if amounts.is_empty() {
        amounts.extend_from_slice(row);
    } else {
        for (amount, &other) in amounts.iter_mut().zip(row) {
            *amount = least(*amount, other);
        }
    }
}
