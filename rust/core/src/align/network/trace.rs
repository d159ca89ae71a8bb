//! The path, traced from the end of both graphs.
//!
//! Nothing but amounts was kept. At each cell the steps are tried in the order of the ties, and among the cells that
//! the step may have come from, the first with the least amount is it: oldest edges first, reference edges outside.
//! That is the cell a forward pass remembers that replaces its best only by a smaller one. Amounts are compared before
//! the step is added, as in sclite: after it, rounding may hide which was smaller.
//!
//! A path enters no node twice, so all rows computed again are hardly more than those of the whole table, and only as
//! far as the column where the path is.

use super::table::{Held, Table};
use super::{Item, Path};
use crate::align::CellCosts;
use crate::cost::Amount;
use crate::error::Result;
use crate::policy::{Step, Ties};
use crate::stop_request::StopRequest;

/// Which edges are tried in the outer loop where a step may have come from several of both sides.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    Rows,
    Columns,
}

/// The cheapest path that the tie order and the order of the edges pick, with so many bytes of the table held.
pub fn trace<C: CellCosts>(
    table: &Table<'_, C>,
    ties: Ties,
    outside: Outside,
    room: usize,
    stop: &StopRequest,
) -> Result<Path<C::Amount>> {
    let (bottom, right) = (table.rows.end(), table.columns.end());
    let held = Held::fill(table, room, stop)?;
    let amount = table.entering(held.above(bottom), right);
    let nodes = table.columns.nodes();
    let mut walk = Walk { table, held, outside, stop, at: (0, 0), nodes, loaded: usize::MAX, row: Vec::new() };
    let mut items = Vec::new();
    walk.go(table.rows.entering(bottom), table.columns.entering(right), amount)?;
    while let Some((step, before)) = walk.choose(ties) {
        items.push(walk.item(step));
        walk.undo(step, before)?;
    }
    items.reverse();
    Ok(Path { amount, items })
}

struct Walk<'a, 'b, C: CellCosts> {
    table: &'b Table<'a, C>,
    held: Held<C::Amount>,
    outside: Outside,
    stop: &'a StopRequest,
    /// The positions of the last edges of both sides; at 0 nothing has been said.
    at: (usize, usize),
    /// How many nodes of the columns the path can still come to.
    nodes: usize,
    /// Whose row `row` is.
    loaded: usize,
    row: Vec<C::Amount>,
}

impl<C: CellCosts> Walk<'_, '_, C> {
    /// The first step of the order that reaches this cell at its amount, and the amount before it.
    fn choose(&self, ties: Ties) -> Option<(Step, C::Amount)> {
        let amount = self.row[self.at.1];
        ties.steps().into_iter().find_map(|step| {
            let (before, cost) = self.arrive(step)?;
            (before.plus(cost) == amount).then_some((step, before))
        })
    }

    /// The least amount that a step to this cell can start from, and its cost, if the step can be taken.
    fn arrive(&self, step: Step) -> Option<(C::Amount, C::Amount)> {
        let Table { costs, rows, columns, .. } = self.table;
        let (row, column) = self.at;
        let above = || self.held.above(rows.source(row));
        match step {
            Step::Insertion if column > 0 => {
                let left = self.table.entering(&self.row, columns.source(column));
                Some((left, costs.insertion(columns.edge(column))))
            }
            Step::Deletion if row > 0 => Some((above()[column], costs.deletion(rows.edge(row)))),
            Step::Match | Step::Substitution if row > 0 && column > 0 => {
                let (word, other) = (rows.edge(row), columns.edge(column));
                let fits = costs.equal(word, other) == (step == Step::Match);
                let cost = costs.pairing(word, other).filter(|_| fits)?;
                Some((self.table.entering(above(), columns.source(column)), cost))
            }
            _ => None,
        }
    }

    fn item(&self, step: Step) -> Item {
        let Table { rows, columns, .. } = self.table;
        Item {
            step,
            reference: (step != Step::Insertion).then(|| rows.edge(self.at.0) as u32),
            hypothesis: (step != Step::Deletion).then(|| columns.edge(self.at.1) as u32),
        }
    }

    fn undo(&mut self, step: Step, before: C::Amount) -> Result<()> {
        let Table { rows, columns, .. } = self.table;
        let (row, column) = (&[self.at.0 as u32], &[self.at.1 as u32]);
        match step {
            Step::Insertion => self.go(row, columns.entering(columns.source(self.at.1)), before),
            Step::Deletion => self.go(rows.entering(rows.source(self.at.0)), column, before),
            Step::Match | Step::Substitution => {
                let (above, left) = (rows.source(self.at.0), columns.source(self.at.1));
                self.go(rows.entering(above), columns.entering(left), before)
            }
        }
    }

    /// Goes to the first of these cells that has the amount.
    fn go(&mut self, rows: &[u32], columns: &[u32], amount: C::Amount) -> Result<()> {
        let mut best = None;
        for &row in rows {
            self.stop.check()?;
            self.load(row as usize);
            let rank = columns.iter().position(|&column| self.row[column as usize] == amount);
            let Some(rank) = rank.filter(|&rank| best.is_none_or(|(_, best)| rank < best)) else { continue };
            best = Some((row as usize, rank));
            if rank == 0 || self.outside == Outside::Rows {
                break;
            }
        }
        let (row, rank) = best.unwrap_or((0, 0));
        self.load(row);
        self.at = (row, columns[rank] as usize);
        self.nodes = self.table.nodes_to(self.at.1);
        self.held.reach(self.table, self.table.rows.source(row), self.nodes, self.stop)
    }

    fn load(&mut self, row: usize) {
        if self.loaded != row {
            self.held.row(self.table, row, self.nodes, &mut self.row);
            self.loaded = row;
        }
    }
}
