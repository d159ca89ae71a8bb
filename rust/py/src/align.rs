//! `align`: texts in, flat alignments out.

use std::sync::Arc;

use pyo3::prelude::*;

use mondegreen_core::align::batch;
use mondegreen_core::align::plain::TextAligner;
use mondegreen_core::align::weighted::{Goal, WeightedAligner};
use mondegreen_core::policy;
use mondegreen_core::text::Unit;

use crate::alignment::Alignment;
use crate::feed::Pairs;
use crate::policy::Policy;
use crate::threads::threads;
use crate::to_python;
use crate::weights::Weights;

#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit="words", policy=None, threads=None, weights=None, goal="total"))]
pub fn align(
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
    unit: &str,
    policy: Option<PyRef<'_, Policy>>,
    threads: Option<usize>,
    weights: Option<PyRef<'_, Weights>>,
    goal: &str,
) -> PyResult<Alignment> {
    let unit = Unit::named(unit).map_err(to_python)?;
    let goal = Goal::named(goal).map_err(to_python)?;
    let policy = policy.map_or(policy::Policy::KALDI, |policy| policy.0);
    let threads = self::threads(threads);
    let mut pairs = Pairs::new(references, hypotheses, unit, weights.is_some())?;
    let alignment = if let Some(weights) = weights.map(|weights| Arc::clone(&weights.0)) {
        batch::run(&mut pairs, threads, || WeightedAligner::new(unit, policy, goal, &weights))
    } else {
        batch::run(&mut pairs, threads, || Ok(TextAligner::new(unit, policy)))
    };
    Ok(Alignment(Arc::new(alignment.map_err(|raised| raised.0)?)))
}
