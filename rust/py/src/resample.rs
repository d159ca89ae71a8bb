//! Resampling for tests of significance, and Kaldi's bootstrap, as Python sees them.

use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::resample::{kaldi, rows};

use crate::convert::{from_bytes, to_bytes};
use crate::memory::is_available;
use crate::progress::count_threads;
use crate::to_python;

/// Rows of nothing could be of any length otherwise.
const MOST_COLUMNS: usize = 1 << 16;

/// Rows of numbers to draw from, as the bytes of little-endian float64[rows, columns].
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Resampler(rows::Resampler);

#[pymethods]
impl Resampler {
    #[new]
    fn new(values: &[u8], columns: usize) -> PyResult<Self> {
        if columns > MOST_COLUMNS {
            let sentence = format!("{columns} numbers a row are too many; there may be {MOST_COLUMNS}");
            return Err(PyValueError::new_err(sentence));
        }
        let values = from_bytes(values, f64::from_le_bytes)?;
        rows::Resampler::new(&values, columns).map(Self).map_err(to_python)
    }

    /// The sums of as many rows drawn with replacement, as the bytes of little-endian float64[count, columns].
    ///
    /// A resample, of which the `first` has that number, is given by the seed and its number, whatever the number of
    /// threads.
    #[pyo3(signature = (seed, first, count, threads=None))]
    fn sums<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        count: usize,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let threads = count_threads(threads);
        self.bytes(py, (first, count), |rows| rows.sums(seed, first, count, threads))
    }

    /// The sums of rows of which a fair coin takes or leaves each, in the form of `sums`.
    #[pyo3(signature = (seed, first, count, threads=None))]
    fn halves<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        count: usize,
        threads: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let threads = count_threads(threads);
        self.bytes(py, (first, count), |rows| rows.halves(seed, first, count, threads))
    }
}

impl Resampler {
    /// What some work gives of so many resamples, done while the GIL is free.
    fn bytes<'py>(
        &self,
        py: Python<'py>,
        (first, count): (u64, usize),
        work: impl Fn(&rows::Resampler) -> Vec<f64> + Send + Sync,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let size = first.checked_add(count as u64).and_then(|_| count.checked_mul(self.0.columns()));
        if size.and_then(|size| size.checked_mul(8)).is_none_or(|bytes| !is_available(bytes)) {
            return Err(PyMemoryError::new_err(format!("{count} resamples are too many; ask for fewer at a time")));
        }
        let sums = py.detach(|| work(&self.0));
        Ok(to_bytes(py, &sums, f64::to_le_bytes))
    }
}

/// The bootstrap of Kaldi's compute-wer-bootci; each question goes on where the last one left its random numbers.
#[pyclass(module = "mondegreen._core")]
pub struct KaldiBootstrap(kaldi::Bootstrap);

#[pymethods]
impl KaldiBootstrap {
    #[new]
    fn new() -> Self {
        Self(kaldi::Bootstrap::default())
    }

    /// The mean word error rate and the half width of its interval, from the bytes of uint32[n, 2].
    ///
    /// Each row holds the errors and the reference words of an utterance.
    fn interval(&mut self, py: Python<'_>, utterances: &[u8], replications: u32) -> PyResult<(f32, f32)> {
        let flat = from_bytes(utterances, u32::from_le_bytes)?;
        let (pairs, rest) = flat.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("errors and words must come in pairs"));
        }
        let pairs: Vec<_> = pairs.iter().map(|&[errors, words]| (errors, words)).collect();
        Ok(py.detach(|| self.0.interval(&pairs, replications)))
    }

    /// In how many replications the differences, as the bytes of int32[n], add up to more than 0.
    fn improvements(&mut self, py: Python<'_>, differences: &[u8], replications: u32) -> PyResult<u32> {
        let differences = from_bytes(differences, i32::from_le_bytes)?;
        Ok(py.detach(|| self.0.improvements(&differences, replications)))
    }
}
