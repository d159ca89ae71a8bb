//! Kaldi's bootstrap, as Python sees it.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use mondegreen_core::resample::kaldi;

use crate::numbers;

#[pyclass(module = "mondegreen._core")]
pub struct KaldiBootstrap(kaldi::Bootstrap);

#[pymethods]
impl KaldiBootstrap {
    #[new]
    fn new() -> Self {
        Self(kaldi::Bootstrap::default())
    }

    fn interval(&mut self, py: Python<'_>, utterances: &[u8], replications: u32) -> PyResult<(f32, f32)> {
        let flat = numbers(utterances, u32::from_le_bytes)?;
        let (pairs, rest) = flat.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(PyValueError::new_err("errors and words must come in pairs"));
        }
        let pairs: Vec<_> = pairs.iter().map(|&[errors, words]| (errors, words)).collect();
        Ok(py.detach(|| self.0.interval(&pairs, replications)))
    }

    fn improvements(&mut self, py: Python<'_>, differences: &[u8], replications: u32) -> PyResult<u32> {
        let differences = numbers(differences, i32::from_le_bytes)?;
        Ok(py.detach(|| self.0.improvements(&differences, replications)))
    }
}
