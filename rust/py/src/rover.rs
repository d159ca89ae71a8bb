//! The alignment of SCTK's `rover`.

use pyo3::prelude::*;

use mondegreen_core::sctk::rover::{self, Distance};
use mondegreen_core::stop_request::StopRequest;

use crate::to_python;

/// Where an arc leaves and enters, its word, and its times.
type Arc = (u32, u32, u32, f64, f64);

/// Pairs arcs of a network with those of a system, as rover does: their places on each side, or none on one.
///
/// An arc has the nodes that it leaves and enters, its word, where 0 is none, and its times; of each side the start
/// and the end are given. Words that are listed as marks of time are paired with themselves alone.
#[pyfunction]
#[pyo3(signature = (network, ends, system, system_ends, *, by_times=false, marks=Vec::new()))]
pub fn pair_arcs(
    py: Python<'_>,
    network: Vec<Arc>,
    ends: (u32, u32),
    system: Vec<Arc>,
    system_ends: (u32, u32),
    by_times: bool,
    marks: Vec<u32>,
) -> PyResult<Vec<(Option<u32>, Option<u32>)>> {
    let convert = |arcs: Vec<Arc>| -> Vec<rover::Arc> {
        arcs.into_iter().map(|(from, to, word, start, end)| rover::Arc { from, to, word, start, end }).collect()
    };
    let (left, right) = (convert(network), convert(system));
    let distance = if by_times { Distance::Times } else { Distance::Words(&marks) };
    let (one, other) = ((&*left, ends.0, ends.1), (&*right, system_ends.0, system_ends.1));
    let items = py.detach(|| rover::align(one, other, distance, &StopRequest::default()));
    Ok(items.map_err(to_python)?.iter().map(|item| (item.reference, item.hypothesis)).collect())
}
