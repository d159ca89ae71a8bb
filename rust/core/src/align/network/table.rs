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

use std::mem::take;

use crate::align::CellCosts;
use crate::amount::Amount;
use crate::error::{ErrorKind, Result};
use crate::graph::order::Order;
use crate::stop::Stop;

/// The most cells that are held.
pub const LARGEST: u64 = 1 << 31;

/// The cells that a table of these rows and columns holds.
pub fn cells(rows: &Order, columns: &Order) -> u64 {
    rows.nodes() as u64 * columns.positions() as u64
}

/// Two graphs, the costs between them, and the least amounts.
pub struct Table<'a, C: CellCosts> {
    pub costs: &'a C,
    pub rows: Order,
    pub columns: Order,
    /// By node of the rows, by column.
    least: Vec<Vec<C::Amount>>,
}

impl<'a, C: CellCosts> Table<'a, C> {
    /// Computes the table of two graphs.
    pub fn fill(costs: &'a C, rows: Order, columns: Order, stop: &Stop) -> Result<Self> {
        let cells = cells(&rows, &columns);
        if cells > LARGEST {
            return Err(ErrorKind::TooLarge { cells, limit: LARGEST }.into());
        }
        let least = vec![Vec::new(); rows.nodes()];
        let mut table = Self { costs, rows, columns, least };
        table.least[0] = table.first_row();
        let (mut row, mut corners) = (Vec::new(), Vec::new());
        for node in 0..table.rows.nodes() {
            let above = take(&mut table.least[node]);
            table.corners(&above, &mut corners);
            for position in table.rows.leaving(node).0 {
                stop.check()?;
                table.compute(position, &above, &corners, &mut row);
                fold(&mut table.least[table.rows.target(position)], &row);
            }
            table.least[node] = above;
        }
        Ok(table)
    }

    /// The least amounts of paths that end with any edge into a node of the rows, by column.
    pub fn above(&self, node: usize) -> &[C::Amount] {
        &self.least[node]
    }

    /// The least amount, in a row, of the edges that enter a node of the columns.
    pub fn entering(&self, row: &[C::Amount], node: usize) -> C::Amount {
        let amounts = self.columns.entering(node).iter().map(|&position| row[position as usize]);
        amounts.reduce(least).unwrap_or(C::Amount::ZERO)
    }

    /// The row at a position.
    pub fn row(&self, position: usize, row: &mut Vec<C::Amount>) {
        if position == 0 {
            *row = self.first_row();
        } else {
            let above = self.above(self.rows.source(position));
            let mut corners = Vec::new();
            self.corners(above, &mut corners);
            self.compute(position, above, &corners, row);
        }
    }

    /// The row before the first edge: insertions only.
    fn first_row(&self) -> Vec<C::Amount> {
        let mut row = vec![C::Amount::ZERO; self.columns.positions()];
        for node in 0..self.columns.nodes() {
            let left = self.entering(&row, node);
            let (span, edges) = self.columns.leaving(node);
            for (cell, &edge) in row[span].iter_mut().zip(edges) {
                *cell = left.plus(self.costs.insertion(edge as usize));
            }
        }
        row
    }

    /// What a pairing starts from: the least amount of any edges into both nodes, by node of the columns.
    fn corners(&self, above: &[C::Amount], corners: &mut Vec<C::Amount>) {
        corners.clear();
        corners.extend((0..self.columns.nodes()).map(|node| self.entering(above, node)));
    }

    fn compute(&self, position: usize, above: &[C::Amount], corners: &[C::Amount], row: &mut Vec<C::Amount>) {
        let word = self.rows.edge(position);
        let deletion = self.costs.deletion(word);
        row.resize(above.len(), C::Amount::ZERO);
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
