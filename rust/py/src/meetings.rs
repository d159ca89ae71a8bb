//! Recordings of several speakers, as Python sees them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::check_lengths;
use crate::to_python;
use mondegreen_core::error::{Error, ErrorKind};
use mondegreen_core::meetings::combination::{self, Effort};
use mondegreen_core::meetings::{Span, Spoken, assignment, timed};
use mondegreen_core::vocab::Vocabulary;

/// Words, and when each starts and ends, in nanoseconds; no times where they do not matter.
type Words = (Vec<String>, Vec<i64>, Vec<i64>);

fn spoken((words, starts, ends): &Words, vocabulary: &mut Vocabulary) -> PyResult<Spoken> {
    check_lengths("starts and ends of words", starts.len(), ends.len())?;
    let spans = starts.iter().zip(ends).map(|(&start, &end)| Span { start, end }).collect();
    let words = words.iter().map(|word| vocabulary.intern(word.as_bytes())).collect();
    Spoken::new(words, spans).map_err(to_python)
}

fn both(left: &[Words], right: &[Words]) -> PyResult<(Vec<Spoken>, Vec<Spoken>)> {
    let mut vocabulary = Vocabulary::default();
    let mut side = |texts: &[Words]| -> PyResult<Vec<Spoken>> {
        texts.iter().map(|words| spoken(words, &mut vocabulary)).collect()
    };
    Ok((side(left)?, side(right)?))
}

/// The column of each row of a square table, row by row, so that the costs of all add up to the least there is.
#[pyfunction]
pub fn least_assignment(costs: Vec<f64>, size: usize) -> PyResult<Vec<usize>> {
    assignment::least(&costs, size).map_err(to_python)
}

/// Matches, substitutions, insertions and deletions of each reference against each hypothesis, row by row.
///
/// Each is its words, and from when to when each was said, in nanoseconds: only words whose times overlap pair. Where
/// a side has no times, any words do.
#[pyfunction]
pub fn timed_counts(py: Python<'_>, references: Vec<Words>, hypotheses: Vec<Words>) -> PyResult<Vec<[u32; 4]>> {
    let (references, hypotheses) = both(&references, &hypotheses)?;
    Ok(py.detach(|| {
        let pairs = references.iter().flat_map(|one| hypotheses.iter().map(move |other| (one, other)));
        pairs.map(|(one, other)| timed::counts(one, other).by_step()).collect()
    }))
}

/// The stream of each utterance so that errors are few, how many they are, and how many there are at least.
///
/// There must be a stream. The two numbers are equal where the optimum is proven; `cells` and `positions` bound the
/// work and the memory.
#[pyfunction]
#[pyo3(signature = (utterances, streams, cells=None, positions=None))]
pub fn best_combination(
    py: Python<'_>,
    utterances: Vec<Words>,
    streams: Vec<Words>,
    cells: Option<u64>,
    positions: Option<usize>,
) -> PyResult<(Vec<usize>, u64, u64)> {
    if streams.is_empty() {
        return Err(PyValueError::new_err("there must be a stream that utterances may go to"));
    }
    let (utterances, streams) = both(&utterances, &streams)?;
    let usual = Effort::default();
    let effort = Effort { cells: cells.unwrap_or(usual.cells), positions: positions.unwrap_or(usual.positions) };
    let mut watch = || {
        let asked: PyResult<()> = Python::attach(|py| {
            py.check_signals()?;
            Ok(())
        });
        asked.map_err(|_| Error::from(ErrorKind::Interrupted))
    };
    let found = py.detach(|| combination::best(&utterances, &streams, effort, &mut watch));
    let found = found.map_err(to_python)?;
    Ok((found.streams, found.errors, found.bound))
}
