//! The same pair the other way round, for tables that are smaller with the hypothesis as rows.

use super::{Item, Path};
use crate::align::CellCosts;
use crate::error::Result;
use crate::policy::{Step, Ties};

/// Costs whose rows are columns and whose columns are rows.
pub struct Turned<'a, C>(pub &'a C);

impl<C: CellCosts> CellCosts for Turned<'_, C> {
    type Amount = C::Amount;

    fn rows(&self) -> usize {
        self.0.columns()
    }

    fn columns(&self) -> usize {
        self.0.rows()
    }

    fn deletion(&self, row: usize) -> Self::Amount {
        self.0.insertion(row)
    }

    fn insertion(&self, column: usize) -> Self::Amount {
        self.0.deletion(column)
    }

    fn pairing(&self, row: usize, column: usize) -> Option<Self::Amount> {
        self.0.pairing(column, row)
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.0.equal(column, row)
    }
}

/// The tie order of the turned pair.
pub fn ties(ties: Ties) -> Result<Ties> {
    Ties::new(ties.steps().map(step))
}

pub fn path<A>(path: Path<A>) -> Path<A> {
    let turn = |Item { step: taken, reference, hypothesis }| Item {
        step: step(taken),
        reference: hypothesis,
        hypothesis: reference,
    };
    Path { amount: path.amount, items: path.items.into_iter().map(turn).collect() }
}

fn step(step: Step) -> Step {
    match step {
        Step::Insertion => Step::Deletion,
        Step::Deletion => Step::Insertion,
        both => both,
    }
}
