//! Rows drawn anew, as Python sees it.

use std::thread::available_parallelism;

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::resample::bootstrap;

use crate::{numbers, to_python};

#[pyclass(frozen, module = "mondegreen._core")]
pub struct Resampler(bootstrap::Resampler);

#[pymethods]
impl Resampler {
    #[new]
    fn new(values: &[u8], columns: usize) -> PyResult<Self> {
        let values = numbers(values, f64::from_le_bytes)?;
        bootstrap::Resampler::new(&values, columns).map(Self).map_err(to_python)
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
        let threads = threads.unwrap_or_else(|| available_parallelism().map_or(1, usize::from));
        let sums = py.detach(|| self.0.sums(seed, first, count, threads));
        let bytes: Vec<u8> = sums.into_iter().flat_map(f64::to_le_bytes).collect();
        PyBytes::new(py, &bytes)
    }
}
