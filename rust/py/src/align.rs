//! `align`: texts in, flat alignments out; and `distinct_words`, what there is to look up for them.

use std::sync::Arc;

use pyo3::prelude::*;

use mondegreen_core::align::batch::{self, Feed};
use mondegreen_core::align::plain::{ErrorCounter, TextAligner};
use mondegreen_core::align::weighted::{Goal, WeightedAligner};
use mondegreen_core::policy;
use mondegreen_core::text::{Sequences, Unit};
use mondegreen_core::vocab::Vocabulary;

use crate::alignment::Alignment;
use crate::feed::Pairs;
use crate::policy::Policy;
use crate::progress::count_threads;
use crate::strings::Strings;
use crate::to_python;
use crate::weights::Weights;

/// Aligns texts pair by pair.
///
/// Texts are cut into `words`, `characters` (one blank between words) or `letters` (no blanks); lists of tokens are
/// taken as they are, and bytes are cut into tokens at the white space of C. With weights, the goal says what they
/// decide: `after`, `total`, `least` or `greatest`.
#[pyfunction]
#[pyo3(signature = (
    references: "Sequence[str | bytes | Sequence[str]]", hypotheses: "Sequence[str | bytes | Sequence[str]]", unit="words",
    policy=None, threads=None, weights=None, goal="total"
))]
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
    let threads = count_threads(threads);
    let mut pairs = Pairs::new(references, hypotheses, unit, weights.is_some())?;
    let alignment = if let Some(weights) = weights.map(|weights| Arc::clone(&weights.0)) {
        batch::run(&mut pairs, threads, || WeightedAligner::new(unit, policy, goal, &weights))
    } else {
        batch::run(&mut pairs, threads, || Ok(TextAligner::new(unit, policy)))
    };
    Ok(Alignment(Arc::new(alignment.map_err(|raised| raised.0)?)))
}

/// Counts the errors of texts pair by pair, as `align` finds them without weights, in less time.
///
/// The number of pairs, those with an error, tokens of the references, and errors.
#[pyfunction]
#[pyo3(signature = (
    references: "Sequence[str | bytes | Sequence[str]]", hypotheses: "Sequence[str | bytes | Sequence[str]]", unit="words",
    policy=None, threads=None
))]
pub fn count_errors(
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
    unit: &str,
    policy: Option<PyRef<'_, Policy>>,
    threads: Option<usize>,
) -> PyResult<(usize, usize, u64, u64)> {
    let unit = Unit::named(unit).map_err(to_python)?;
    let policy = policy.map_or(policy::Policy::KALDI, |policy| policy.0);
    let mut pairs = Pairs::new(references, hypotheses, unit, false)?;
    let counted = batch::run(&mut pairs, count_threads(threads), || Ok(ErrorCounter::new(unit, policy)));
    let totals = counted.map_err(|raised| raised.0)?;
    Ok((totals.pairs, totals.wrong, totals.length, totals.errors))
}

/// The words of all texts, as `align` cuts them, each once.
#[pyfunction]
#[pyo3(signature = (references: "Sequence[str | Sequence[str]]", hypotheses: "Sequence[str | Sequence[str]]"))]
pub fn distinct_words(
    py: Python<'_>,
    references: &Bound<'_, PyAny>,
    hypotheses: &Bound<'_, PyAny>,
) -> PyResult<Strings> {
    let mut pairs = Pairs::new(references, hypotheses, Unit::Words, true)?;
    let (mut words, mut of_chunk, mut ids) = (Vocabulary::default(), Vocabulary::default(), Sequences::default());
    while let Some(chunk) = pairs.next().map_err(|raised| raised.0)? {
        py.detach(|| {
            chunk.intern_words(Unit::Words, &mut of_chunk, &mut ids);
            for word in of_chunk.words() {
                words.intern(word);
            }
        });
    }
    Ok(Strings::joined(py, words.words().map(String::from_utf8_lossy)))
}
