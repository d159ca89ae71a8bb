//! Plain words, and phrases that sound like them, as Python sees them.

use pyo3::prelude::*;

use mondegreen_core::simulation::casing::plain;
use mondegreen_core::simulation::phrases::{Heard, Wish, phrases};
use mondegreen_core::simulation::pronunciation::{cost, parts};

use super::Spoken;
use crate::progress::count_threads;
use crate::progress::run_with_progress;
use crate::strings::Strings;
use crate::to_python;

/// Words, perhaps another behind each, and how far they are.
type Row = Vec<(u32, Option<u32>, f64)>;

/// The words of the lexicon, or the pairs of them, that sound most like each query, and how far they are.
#[pyfunction]
#[pyo3(signature = (queries, lexicon, *, two, threshold, count, told: "Callable[[int], object]", threads=None))]
#[allow(clippy::too_many_arguments, reason = "what is looked for where, and who is told by how many threads")]
pub fn phrases_heard(
    py: Python<'_>,
    queries: &Spoken,
    lexicon: &Spoken,
    two: bool,
    threshold: f64,
    count: usize,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<Vec<Row>> {
    let (wish, threads) = (Wish { two, threshold: parts(threshold), count }, count_threads(threads));
    let found = run_with_progress(py, &told, to_python, |told| {
        phrases(&queries.spoken, &lexicon.spoken, &lexicon.sounds, wish, threads, told)
    })?;
    let heard = |heard: Heard| (heard.first, heard.second, cost(heard.distance));
    Ok(found.into_iter().map(|row| row.into_iter().map(heard).collect()).collect())
}

/// The words of texts in small letters, without marks beside them, a blank between each two.
#[pyfunction]
pub fn plain_texts(py: Python<'_>, texts: &Strings) -> Strings {
    let texts: Vec<&str> = (0..texts.len()).map(|at| texts.text(py, at)).collect();
    let plain: Vec<String> = py.detach(|| texts.into_iter().map(plain).collect());
    Strings::joined(py, plain.iter())
}
