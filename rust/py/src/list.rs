//! One reference against many hypotheses: what each costs; and the path of a lattice nearest to a reference.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use mondegreen_core::align::list::ListAligner;
use mondegreen_core::align::weighted::Goal;
use mondegreen_core::lattice::nearest::nearest_text;
use mondegreen_core::lattice::nearest_by_policy::Judge;
use mondegreen_core::policy::Policy;
use mondegreen_core::stop_request::StopRequest;
use mondegreen_core::text::Unit;

use crate::convert::{Bytes, check_lengths, to_bytes};
use crate::lattice::Lattice;
use crate::push::Pushing;
use crate::side::Side;
use crate::to_python;
use crate::weights::Weights;

/// What each hypothesis of each list costs against the list's reference, as the bytes of little-endian int64.
///
/// Without weights that are errors; with them, billionths of the least weight of all alignments.
#[pyfunction]
#[pyo3(signature = (
    references: "Sequence[str | Sequence[str]]", lists: "Sequence[Sequence[str | Sequence[str]]]", unit="words",
    weights=None
))]
pub fn list_costs<'py>(
    py: Python<'py>,
    references: &Bound<'py, PyAny>,
    lists: &Bound<'py, PyAny>,
    unit: &str,
    weights: Option<PyRef<'_, Weights>>,
) -> PyResult<Bytes<'py>> {
    let unit = Unit::named(unit).map_err(to_python)?;
    let references = Side::new(references, "references")?;
    let lists: Vec<Bound<'py, PyAny>> = lists.try_iter()?.collect::<PyResult<_>>()?;
    check_lengths("references and lists of hypotheses", references.len(), lists.len())?;
    let weights = weights.as_deref().map(|weights| &*weights.0);
    let mut aligner = ListAligner::new(unit, weights);
    let (mut costs, mut pushing) = (Vec::new(), Pushing::new(unit, weights.is_none()));
    for (place, list) in lists.iter().enumerate() {
        py.check_signals()?;
        let list = Side::new(list, "each list")?;
        let mut texts = pushing.texts();
        references.push(place, &mut texts, &mut pushing)?;
        for hypothesis in 0..list.len() {
            list.prefetch(hypothesis);
            list.push(hypothesis, &mut texts, &mut pushing)?;
        }
        py.detach(|| aligner.list(&texts, &StopRequest::default(), &mut costs)).map_err(to_python)?;
    }
    Ok(to_bytes(py, &costs, i64::to_le_bytes))
}

/// Words, places of arcs, the cost in billionths, and whether none costs less.
type Found = (Vec<i32>, Vec<usize>, i64, bool);

/// The path nearest to a reference: words, arcs as places among all arcs, cost in billionths, whether it is sure.
///
/// Words are written out as the tokens that stand for them, with the blank, a list of one token, between two words;
/// those that are not given are nothing. Any alignment may be the one that costs least, or with a judge, that is a
/// policy and "after" or "least", the one of the policy, or the least of those as good by it. None where no path ends.
#[pyfunction]
#[pyo3(signature = (
    lattice, reference: "Sequence[str]", spellings: "dict[int, list[str]]", *,
    blank: "list[str] | None"=None, weights=None, judge=None
))]
pub fn nearest_path(
    py: Python<'_>,
    lattice: &Lattice,
    reference: &Bound<'_, PyAny>,
    spellings: &Bound<'_, PyDict>,
    blank: Option<Bound<'_, PyList>>,
    weights: Option<PyRef<'_, Weights>>,
    judge: Option<(&str, &str)>,
) -> PyResult<Option<Found>> {
    let judge = judge.map(|(policy, goal)| Ok(Judge { policy: Policy::named(policy)?, goal: Goal::named(goal)? }));
    let judge = judge.transpose().map_err(to_python)?;
    let mut pushing = Pushing::new(Unit::Words, false);
    let mut texts = pushing.texts();
    pushing.item(&mut texts, reference)?;
    let mut words: Vec<i32> = Vec::with_capacity(spellings.len());
    for (word, spelling) in spellings {
        words.push(word.extract()?);
        pushing.item(&mut texts, &spelling)?;
    }
    if let Some(blank) = &blank {
        pushing.item(&mut texts, blank)?;
    }
    let (weights, blank) = (weights.as_deref().map(|weights| &*weights.0), blank.is_some());
    let found = py
        .detach(|| nearest_text(&lattice.0, &words, &texts, blank, weights, judge, &StopRequest::default()))
        .map_err(to_python)?;
    Ok(found.map(|found| (found.words, found.arcs, found.amount, found.exact)))
}
