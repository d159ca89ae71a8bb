//! `align`: texts in, flat alignments out.

use std::sync::Arc;
use std::thread::available_parallelism;

use pyo3::prelude::*;

use mondegreen_core::align::batch;
use mondegreen_core::align::plain::TextAligner;
use mondegreen_core::policy;
use mondegreen_core::text::Unit;

use crate::alignment::Alignment;
use crate::feed::Pairs;
use crate::policy::Policy;
use crate::to_python;

#[pyfunction]
#[pyo3(signature = (references, hypotheses, unit="words", policy=None, threads=None))]
pub fn align(
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
    unit: &str,
    policy: Option<PyRef<'_, Policy>>,
    threads: Option<usize>,
) -> PyResult<Alignment> {
    let unit = Unit::named(unit).map_err(to_python)?;
    let policy = policy.map_or(policy::Policy::KALDI, |policy| policy.0);
    let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
    let mut pairs = Pairs::new(references, hypotheses)?;
    let alignment =
        batch::run(&mut pairs, threads, || TextAligner::new(unit, policy)).map_err(|raised| raised.0)?;
    Ok(Alignment(Arc::new(alignment)))
}
