//! The reference implementation: Levenshtein distance by dynamic programming over the whole matrix, with a backtrace
//! from its end (Wagner and Fischer, "The string-to-string correction problem", 1974).
//!
//! Every other kernel must give this distance and this path. It needs O(n m) time and memory; use it to check, never to
//! score.

use super::CellCosts;
use crate::cost::Amount;
use crate::policy::{Step, Ties};

/// The least cost, and the path that the tie order picks among the cheapest ones, from first word to last.
pub fn align<C: CellCosts>(costs: &C, ties: Ties) -> (C::Amount, Vec<Step>) {
    let (rows, columns) = (costs.rows(), costs.columns());
    let mut least = vec![vec![C::Amount::ZERO; columns + 1]; rows + 1];
    for row in 0..=rows {
        for column in 0..=columns {
            let arrivals = Step::ALL.into_iter().filter_map(|step| arrive(costs, &least, row, column, step));
            least[row][column] = arrivals.reduce(|a, b| if b < a { b } else { a }).unwrap_or(C::Amount::ZERO);
        }
    }
    let (mut row, mut column) = (rows, columns);
    let mut path = Vec::new();
    while row > 0 || column > 0 {
        let cheapest = |step: &Step| arrive(costs, &least, row, column, *step) == Some(least[row][column]);
        let Some(step) = ties.steps().into_iter().find(cheapest) else { break };
        row -= usize::from(step != Step::Insertion);
        column -= usize::from(step != Step::Deletion);
        path.push(step);
    }
    path.reverse();
    (least[rows][columns], path)
}

/// The cost of reaching a cell by a given last step, if that step can be taken.
fn arrive<C: CellCosts>(
    costs: &C,
    least: &[Vec<C::Amount>],
    row: usize,
    column: usize,
    step: Step,
) -> Option<C::Amount> {
    match step {
        Step::Insertion if column > 0 => Some(least[row][column - 1].plus(costs.insertion(column - 1))),
        Step::Deletion if row > 0 => Some(least[row - 1][column].plus(costs.deletion(row - 1))),
        Step::Match | Step::Substitution if row > 0 && column > 0 => {
            let fits = costs.equal(row - 1, column - 1) == (step == Step::Match);
            let pairing = costs.pairing(row - 1, column - 1).filter(|_| fits)?;
            Some(least[row - 1][column - 1].plus(pairing))
        }
        _ => None,
    }
}
