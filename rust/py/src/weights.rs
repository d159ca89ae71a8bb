//! Weights of errors, as Python sees them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::convert::{Rebuilt, from_bytes, rebuilt, to_bytes};
use crate::to_python;
use mondegreen_core::cost::Cost;
use mondegreen_core::error;
use mondegreen_core::vector::Vectors;
use mondegreen_core::weights::{self, Known, Lexicon, Parts, Scale};

/// What errors weigh: a substitution by its two words, insertions and deletions the same each.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Weights(pub Arc<weights::Weights>);

#[pymethods]
impl Weights {
    /// From the vectors of words, as the bytes of little-endian float32[words, dimension].
    ///
    /// Hypotheses in another language have words of their own, the `others`, with vectors behind those of the first.
    /// Vectors that are `scaled` to length 1 already are taken to the last digit as they are.
    #[staticmethod]
    #[pyo3(signature = (
        words: "Iterable[str]", values, dimension, *, above=None, close=0.1, missing=1.0, insertion=1.0, deletion=1.0,
        others: "Iterable[str] | None"=None, scaled=false
    ))]
    #[allow(clippy::too_many_arguments, reason = "Python's keywords, each with its default")]
    fn from_vectors(
        words: &Bound<'_, PyAny>,
        values: &[u8],
        dimension: usize,
        above: Option<f64>,
        close: f64,
        missing: f64,
        insertion: f64,
        deletion: f64,
        others: Option<&Bound<'_, PyAny>>,
        scaled: bool,
    ) -> PyResult<Self> {
        let (words, others) = (lexicon(words)?, others.map(lexicon).transpose()?);
        let values = from_bytes(values, f32::from_le_bytes)?;
        let build = || {
            let close = Cost::new("close", close)?;
            let scale = above.map_or(Scale::Distance, |above| Scale::Step { above, close });
            let missing = Cost::new("missing", missing)?;
            let rows = words.len() + others.as_ref().map_or(0, Lexicon::len);
            let vectors = if scaled { Vectors::scaled } else { Vectors::new }(values, rows, dimension)?;
            match others {
                Some(others) => weights::Weights::across(words, others, vectors, scale, missing),
                None => weights::Weights::from_vectors(words, vectors, scale, missing),
            }
        };
        Self::with_gaps(build(), insertion, deletion)
    }

    /// From the costs of reference words by hypothesis words, as the bytes of little-endian float64.
    #[staticmethod]
    #[pyo3(signature = (rows: "Iterable[str]", columns: "Iterable[str]", costs, *, insertion=1.0, deletion=1.0))]
    fn from_table(
        rows: &Bound<'_, PyAny>,
        columns: &Bound<'_, PyAny>,
        costs: &[u8],
        insertion: f64,
        deletion: f64,
    ) -> PyResult<Self> {
        let (rows, columns) = (lexicon(rows)?, lexicon(columns)?);
        let costs = from_bytes(costs, f64::from_le_bytes)?;
        let costs: error::Result<Vec<Cost>> = costs.into_iter().map(|cost| Cost::new("substitution", cost)).collect();
        let table = costs.and_then(|costs| weights::Weights::from_table(rows, columns, costs));
        Self::with_gaps(table, insertion, deletion)
    }

    #[pyo3(signature = () -> "tuple[Callable[..., Weights], tuple[Any, ...]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Rebuilt<'py>> {
        let (py, kind, weights) = (slf.py(), slf.get_type(), &slf.get().0);
        let named = PyDict::new(py);
        named.set_item("insertion", weights.insertion.value())?;
        named.set_item("deletion", weights.deletion.value())?;
        match weights.parts() {
            Parts::Vectors { words, others, values, dimension, scale, missing } => {
                if let Scale::Step { above, close } = scale {
                    named.set_item("above", above)?;
                    named.set_item("close", close.value())?;
                }
                named.set_item("missing", missing.value())?;
                named.set_item("others", others.map(spelled).transpose()?)?;
                named.set_item("scaled", true)?;
                let values = to_bytes(py, &values, f32::to_le_bytes);
                let arguments = (spelled(words)?, values, dimension).into_pyobject(py)?;
                rebuilt(&kind.getattr("from_vectors")?, arguments, &named)
            }
            Parts::Table { rows, columns, costs } => {
                let costs: Vec<f64> = costs.into_iter().map(Cost::value).collect();
                let costs = to_bytes(py, &costs, f64::to_le_bytes);
                let arguments = (spelled(rows)?, spelled(columns)?, costs).into_pyobject(py)?;
                rebuilt(&kind.getattr("from_table")?, arguments, &named)
            }
        }
    }
}

fn spelled(words: Known<'_>) -> PyResult<Vec<&str>> {
    let spelled: Result<_, _> = words.into_iter().map(std::str::from_utf8).collect();
    spelled.map_err(|_| PyValueError::new_err("a word of the vectors is not UTF-8, so that they cannot be copied"))
}

impl Weights {
    fn with_gaps(weights: error::Result<weights::Weights>, insertion: f64, deletion: f64) -> PyResult<Self> {
        let mut weights = weights.map_err(to_python)?;
        weights.insertion = Cost::new("insertion", insertion).map_err(to_python)?;
        weights.deletion = Cost::new("deletion", deletion).map_err(to_python)?;
        Ok(Self(Arc::new(weights)))
    }
}

fn lexicon(words: &Bound<'_, PyAny>) -> PyResult<Lexicon> {
    let mut lexicon = Lexicon::default();
    for word in words.try_iter()? {
        lexicon.push(&word?.cast::<PyString>()?.to_cow()?);
    }
    Ok(lexicon)
}
