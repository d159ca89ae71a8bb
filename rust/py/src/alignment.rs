//! The alignments of a batch, as Python sees them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use mondegreen_core::alignment;
use mondegreen_core::policy::Step;

use crate::array::{Array, Part};
use crate::{Rebuilt, numbers};

#[pyclass(frozen, module = "mondegreen._core")]
pub struct Alignment(pub Arc<alignment::Alignment>);

impl Alignment {
    fn array(&self, part: Part) -> Array {
        Array { owner: Arc::clone(&self.0), part }
    }
}

#[pymethods]
impl Alignment {
    #[getter]
    fn steps(&self) -> Array {
        self.array(Part::Steps)
    }

    #[getter]
    fn offsets(&self) -> Array {
        self.array(Part::Offsets)
    }

    #[getter]
    fn counts(&self) -> Array {
        self.array(Part::Counts)
    }

    #[getter]
    fn weights(&self) -> Array {
        self.array(Part::Weights)
    }

    #[getter]
    fn unknown(&self) -> Array {
        self.array(Part::Unknown)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    #[staticmethod]
    fn from_bytes(steps: &[u8], offsets: &[u8], weights: &[u8], unknown: &[u8]) -> PyResult<Self> {
        let steps: Option<Vec<Step>> =
            steps.iter().map(|&number| Step::ALL.get(usize::from(number)).copied()).collect();
        let offsets = numbers(offsets, u64::from_le_bytes)?;
        let (weights, unknown) = (numbers(weights, i64::from_le_bytes)?, numbers(unknown, u32::from_le_bytes)?);
        let whole = steps.and_then(|steps| alignment::Alignment::from_parts(steps, offsets, weights, unknown));
        match whole {
            Some(whole) => Ok(Self(Arc::new(whole))),
            None => Err(PyValueError::new_err("these steps, offsets, weights and unknown words are of no alignment")),
        }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Rebuilt<'py>> {
        let parts = [Part::Steps, Part::Offsets, Part::Weights, Part::Unknown];
        let arguments = PyTuple::new(slf.py(), parts.map(|part| slf.get().array(part).bytes(slf.py())))?;
        Ok((slf.get_type().getattr("from_bytes")?, arguments))
    }
}
