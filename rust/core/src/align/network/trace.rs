//! The path, traced from the end of both graphs.
//!
//! Nothing but amounts was kept: at each cell the steps are tried in the order of the ties, and among the cells that
//! the step may have come from the first with the least amount is it, reference edges outside, hypothesis edges
//! inside, oldest first. That is the cell a forward pass would remember that replaces its best only by a smaller one.
//! Amounts are compared before the step is added, as in sclite: after it, rounding may hide which was smaller.
//! No reference node is on the path twice, so rows computed again are at most those of the whole table once more.

use super::table::Table;
use super::{Item, Path};
use crate::align::CellCosts;
use crate::amount::Amount;
use crate::error::Result;
use crate::policy::{Step, Ties};
use crate::stop::Stop;

/// The cheapest path that the tie order and the order of the edges pick.
pub fn trace<C: CellCosts>(table: &Table<'_, C>, ties: Ties, stop: &Stop) -> Result<Path<C::Amount>> {
    let (end, last) = (table.reference.end(), table.hypothesis.end());
    let amount = table.entering(table.above(end), last);
    let mut walk = Walk { table, stop, at: (0, 0), loaded: usize::MAX, row: Vec::new() };
    let mut items = Vec::new();
    walk.go(table.reference.entering(end), table.hypothesis.entering(last), amount)?;
    while let Some((step, before)) = walk.choose(ties) {
        items.push(walk.item(step));
        walk.undo(step, before)?;
    }
    items.reverse();
    Ok(Path { amount, items })
}

struct Walk<'a, 'b, C: CellCosts> {
    table: &'a Table<'b, C>,
    stop: &'a Stop,
    /// The positions of the last edges of both sides; 0 is the one before the start.
    at: (usize, usize),
    /// Which reference edge `row` belongs to.
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
        let Table { costs, reference, hypothesis, .. } = self.table;
        let (row, column) = self.at;
        let above = || self.table.above(reference.source(row));
        match step {
            Step::Insertion if column > 0 => {
                let left = self.table.entering(&self.row, hypothesis.source(column));
                Some((left, costs.insertion(hypothesis.edge(column))))
            }
            Step::Deletion if row > 0 => Some((above()[column], costs.deletion(reference.edge(row)))),
            Step::Match | Step::Substitution if row > 0 && column > 0 => {
                let (word, other) = (reference.edge(row), hypothesis.edge(column));
                let fits = costs.equal(word, other) == (step == Step::Match);
                let cost = costs.pairing(word, other).filter(|_| fits)?;
                Some((self.table.entering(above(), hypothesis.source(column)), cost))
            }
            _ => None,
        }
    }

    fn item(&self, step: Step) -> Item {
        let Table { reference, hypothesis, .. } = self.table;
        Item {
            step,
            reference: (step != Step::Insertion).then(|| reference.edge(self.at.0) as u32),
            hypothesis: (step != Step::Deletion).then(|| hypothesis.edge(self.at.1) as u32),
        }
    }

    fn undo(&mut self, step: Step, before: C::Amount) -> Result<()> {
        let Table { reference, hypothesis, .. } = self.table;
        let (row, column) = (self.at.0 as u32, self.at.1 as u32);
        let rows =
            if step == Step::Insertion { &[row] } else { reference.entering(reference.source(self.at.0)) };
        let columns = if step == Step::Deletion {
            &[column]
        } else {
            hypothesis.entering(hypothesis.source(self.at.1))
        };
        self.go(rows, columns, before)
    }

    /// Goes to the first of these cells that has the amount.
    fn go(&mut self, rows: &[u32], columns: &[u32], amount: C::Amount) -> Result<()> {
        self.at = (0, 0);
        for &row in rows {
            self.stop.check()?;
            self.load(row as usize);
            if let Some(&column) = columns.iter().find(|&&column| self.row[column as usize] == amount) {
                self.at = (row as usize, column as usize);
                break;
            }
        }
        Ok(())
    }

    fn load(&mut self, row: usize) {
        if self.loaded != row {
            self.table.row(row, &mut self.row);
            self.loaded = row;
        }
    }
}
