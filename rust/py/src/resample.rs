//! Rows drawn anew, as Python sees it.

use std::thread::available_parallelism;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::resample::rows;

use crate::{numbers, to_python};

#[pyclass(frozen, module = "mondegreen._core")]
pub struct Resampler(rows::Resampler);

#[pymethods]
impl Resampler {
    #[new]
    fn new(values: &[u8], columns: usize) -> PyResult<Self> {
        let values = numbers(values, f64::from_le_bytes)?;
        rows::Resampler::new(&values, columns).map(Self).map_err(to_python)
    }

    #[pyo3(signature = (seed, first, count, threads=None))]
    fn sums<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        count: usize,
        threads: Option<usize>,
    ) -> Bound<'py, PyBytes> {
        bytes(py, || self.0.sums(seed, first, count, cores(threads)))
    }

    #[pyo3(signature = (seed, first, count, threads=None))]
    fn halves<'py>(
        &self,
        py: Python<'py>,
        seed: u64,
        first: u64,
        count: usize,
        threads: Option<usize>,
    ) -> Bound<'py, PyBytes> {
        bytes(py, || self.0.halves(seed, first, count, cores(threads)))
    }
}

/// So many threads as were asked for, else one for each core.
fn cores(threads: Option<usize>) -> usize {
    threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
}

/// What some work gives, done while the GIL is free.
fn bytes(py: Python<'_>, work: impl Fn() -> Vec<f64> + Send + Sync) -> Bound<'_, PyBytes> {
    let bytes: Vec<u8> = py.detach(work).into_iter().flat_map(f64::to_le_bytes).collect();
    PyBytes::new(py, &bytes)
}
