//! Errors drawn from a substitution table, as Python sees it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::simulation::draw::{Draw, Rates, Wanted};
use mondegreen_core::simulation::model::Model;

use super::columns::columns;
use crate::convert::{Bytes, check_lengths, from_bytes, to_bytes};
use crate::progress::count_threads;
use crate::strings::Strings;
use crate::to_python;

/// What is drawn, and how often.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct How<'py> {
    substitution: Bound<'py, PyBytes>,
    deletion: Bound<'py, PyBytes>,
    unknown: f64,
    insertion: f64,
    again: f64,
    stay: f64,
    stay_behind: f64,
    merge: f64,
    wanted: Option<(usize, usize, usize)>,
    seed: u64,
}

/// Words in small letters and their candidates: where each row ends (uint64), and probabilities (float64).
#[pyclass(frozen, module = "mondegreen._core")]
pub struct ErrorModel(Model);

#[pymethods]
impl ErrorModel {
    #[new]
    fn new(py: Python<'_>, words: &Strings, ends: &[u8], candidates: &Strings, probabilities: &[u8]) -> PyResult<Self> {
        let ends = from_bytes(ends, u64::from_le_bytes)?;
        let probabilities = from_bytes(probabilities, f64::from_le_bytes)?;
        let last = ends.last().map_or(0, |&end| end as usize);
        check_lengths("words and ends of rows", words.len(), ends.len())?;
        check_lengths("candidates and their probabilities", candidates.len(), probabilities.len())?;
        check_lengths("the last end and the candidates", last, candidates.len())?;
        if !ends.is_sorted() {
            return Err(PyValueError::new_err("rows must end one behind the other"));
        }
        let (mut model, mut begin) = (Model::default(), 0);
        for (word, end) in ends.into_iter().map(|end| end as usize).enumerate() {
            let row = (begin..end).map(|at| (candidates.text(py, at), probabilities[at]));
            model.push(words.text(py, word), row).map_err(to_python)?;
            begin = end;
        }
        Ok(Self(model))
    }

    /// How often each word stands in texts (uint64), how many words are not known, how many texts have words.
    fn count<'py>(&self, py: Python<'py>, texts: &Strings) -> (Bytes<'py>, u64, u64) {
        let texts: Vec<&str> = (0..texts.len()).map(|at| texts.text(py, at)).collect();
        let (counts, unknown, spoken) = py.detach(|| self.0.count(texts.into_iter()));
        (to_bytes(py, &counts, u64::to_le_bytes), unknown, spoken)
    }

    /// Texts with errors, what was said, what was heard, and columns of int64.
    ///
    /// Where the errors of each text end, places, words gone, candidates, words of the model (-1 for none).
    #[pyo3(signature = (keys, texts, added, how: "_How", threads=None))]
    #[allow(clippy::type_complexity, reason = "the columns of what was drawn")]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        keys: &Strings,
        texts: &Strings,
        added: &Self,
        how: How<'py>,
        threads: Option<usize>,
    ) -> PyResult<([Strings; 3], [Bytes<'py>; 5])> {
        let rates = Rates {
            substitution: from_bytes(how.substitution.as_bytes(), f64::from_le_bytes)?,
            deletion: from_bytes(how.deletion.as_bytes(), f64::from_le_bytes)?,
            unknown: how.unknown,
            insertion: how.insertion,
            again: how.again,
            stay: how.stay,
            stay_behind: how.stay_behind,
            merge: how.merge,
        };
        let (seed, threads, wanted) = (how.seed, count_threads(threads), how.wanted);
        check_lengths("keys and texts", keys.len(), texts.len())?;
        let pairs: Vec<_> = (0..texts.len()).map(|at| (keys.text(py, at), texts.text(py, at))).collect();
        let drawn = py.detach(|| {
            let mut draw = Draw::new(&self.0, &added.0, &rates, seed)?;
            if let Some((errors, losses, insertions)) = wanted {
                draw.limits = draw.meeting(&pairs, Wanted { errors, losses, insertions }, threads);
            }
            Ok(draw.all(&pairs, threads))
        });
        Ok(columns(py, &drawn.map_err(to_python)?))
    }
}
