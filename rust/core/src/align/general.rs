//! Any cells of two sequences: times, collars, or costs of the caller's own.

use super::CellCosts;
use super::banded::{Banded, Unlimited};
use super::preference::Preference;
use crate::error::Result;
use crate::policy::{Step, Ties};
use crate::stop_request::StopRequest;

/// The least cost, and the path that the tie order picks among the cheapest ones, from first word to last.
///
/// Every cell is computed, one row at a time in memory: time is rows x columns.
pub fn align<C: CellCosts>(cells: &C, ties: Ties, stop: &StopRequest) -> Result<(C::Amount, Vec<Step>)> {
    let mut steps = Vec::with_capacity(cells.rows() + cells.columns());
    let total = Banded::default().trace(cells, Preference::new(ties), &Unlimited, stop, &mut steps)?;
    steps.reverse();
    Ok((total, steps))
}
