//! The table of a pair of graphs, filled forwards.
//!
//! A cell belongs to an edge of each graph and holds the least amount of a path that ends with both. It is reached
//! from the cells of the edges before: by an insertion within its row, by a deletion within its column, by a pairing
//! from both. Rows of edges are needed only while they are folded into the node that the edge enters, so the table
//! keeps one row a reference node: for every hypothesis edge the least amount over all edges that enter the node.
//! From these the row of any edge is soon computed again, which is what [`super::trace`] does along its way.
//!
//! The minimum over the edges before a cell is taken once a node, not once a cell, so a cell costs the same however
//! many edges its nodes have. Adding the step after the minimum and not before gives the same amount, rounded sums
//! included, as addition never turns a smaller sum into a larger one.

use std::mem::take;

use crate::align::CellCosts;
use crate::amount::Amount;
use crate::error::{ErrorKind, Result};
use crate::graph::order::Order;
use crate::stop::Stop;

/// The most cells that are held.
pub const LARGEST: u64 = 1 << 31;

/// Two graphs, the costs between them, and the least amounts.
pub struct Table<'a, C: CellCosts> {
    pub costs: &'a C,
    pub reference: Order,
    pub hypothesis: Order,
    /// By reference node, by position of a hypothesis edge.
    least: Vec<Vec<C::Amount>>,
}

impl<'a, C: CellCosts> Table<'a, C> {
    /// Computes the table of two graphs.
    pub fn fill(costs: &'a C, reference: Order, hypothesis: Order, stop: &Stop) -> Result<Self> {
        let cells = reference.nodes() as u64 * hypothesis.positions() as u64;
        if cells > LARGEST {
            return Err(ErrorKind::TooLarge { cells, limit: LARGEST }.into());
        }
        let least = vec![Vec::new(); reference.nodes()];
        let mut table = Self { costs, reference, hypothesis, least };
        table.least[0] = table.first_row();
        let (mut row, mut corners) = (Vec::new(), Vec::new());
        for node in 0..table.reference.nodes() {
            let above = take(&mut table.least[node]);
            table.corners(&above, &mut corners);
            for position in table.reference.leaving(node) {
                stop.check()?;
                table.compute(position, &above, &corners, &mut row);
                fold(&mut table.least[table.reference.target(position)], &row);
            }
            table.least[node] = above;
        }
        Ok(table)
    }

    /// The least amounts of paths that end with any edge into a reference node, by hypothesis edge.
    pub fn above(&self, node: usize) -> &[C::Amount] {
        &self.least[node]
    }

    /// The least amount, in a row, of the edges that enter a hypothesis node.
    pub fn entering(&self, row: &[C::Amount], node: usize) -> C::Amount {
        let amounts = self.hypothesis.entering(node).iter().map(|&position| row[position as usize]);
        amounts.reduce(least).unwrap_or(C::Amount::ZERO)
    }

    /// The row of the reference edge at a position.
    pub fn row(&self, position: usize, row: &mut Vec<C::Amount>) {
        if position == 0 {
            *row = self.first_row();
        } else {
            let above = self.above(self.reference.source(position));
            let mut corners = Vec::new();
            self.corners(above, &mut corners);
            self.compute(position, above, &corners, row);
        }
    }

    /// The row before the first reference edge: insertions only.
    fn first_row(&self) -> Vec<C::Amount> {
        let mut row = Vec::with_capacity(self.hypothesis.positions());
        row.push(C::Amount::ZERO);
        for node in 0..self.hypothesis.nodes() {
            let left = self.entering(&row, node);
            row.extend(self.edges(node).map(|edge| left.plus(self.costs.insertion(edge))));
        }
        row
    }

    /// What a pairing starts from: the least amount of any edges into both nodes, by hypothesis node.
    fn corners(&self, above: &[C::Amount], corners: &mut Vec<C::Amount>) {
        corners.clear();
        corners.extend((0..self.hypothesis.nodes()).map(|node| self.entering(above, node)));
    }

    fn compute(&self, position: usize, above: &[C::Amount], corners: &[C::Amount], row: &mut Vec<C::Amount>) {
        let word = self.reference.edge(position);
        let deletion = self.costs.deletion(word);
        row.clear();
        row.push(above[0].plus(deletion));
        for (node, corner) in corners.iter().enumerate() {
            let left = self.entering(row, node);
            let first = row.len();
            row.extend(self.edges(node).zip(&above[first..]).map(|(edge, above)| {
                let alone = least(above.plus(deletion), left.plus(self.costs.insertion(edge)));
                self.costs.pairing(word, edge).map_or(alone, |pair| least(alone, corner.plus(pair)))
            }));
        }
    }

    fn edges(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.hypothesis.leaving(node).map(|position| self.hypothesis.edge(position))
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
