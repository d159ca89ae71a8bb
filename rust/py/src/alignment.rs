//! The alignments of a batch, as Python sees them.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use mondegreen_core::alignment;
use mondegreen_core::policy::Step;

use crate::array::{Array, Part};
use crate::convert::{Rebuilt, from_bytes};

/// The alignments of a batch: pair `p` has the steps `offsets[p]:offsets[p + 1]`.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Alignment(pub Arc<alignment::Alignment>);

impl Alignment {
    fn array(&self, part: Part) -> Array {
        Array { owner: Arc::clone(&self.0), part }
    }
}

#[pymethods]
impl Alignment {
    /// uint8[n]: 0 match, 1 substitution, 2 insertion, 3 deletion; pairs one behind the other.
    #[getter]
    fn steps(&self) -> Array {
        self.array(Part::Steps)
    }

    /// uint64[pairs + 1]: where each pair begins, and at last where the last one ends.
    #[getter]
    fn offsets(&self) -> Array {
        self.array(Part::Offsets)
    }

    /// uint32[pairs, 4]: matches, substitutions, insertions, deletions.
    #[getter]
    fn counts(&self) -> Array {
        self.array(Part::Counts)
    }

    /// int64[pairs], or empty where nothing was weighed: what the errors weigh, in billionths.
    #[getter]
    fn weights(&self) -> Array {
        self.array(Part::Weights)
    }

    /// uint32[pairs], or empty where nothing was weighed: words of both sides that have no vector.
    #[getter]
    fn unknown(&self) -> Array {
        self.array(Part::Unknown)
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Matches, substitutions, insertions and deletions of all pairs together, and how many pairs have an error.
    fn totals(&self) -> (u64, u64, u64, u64, u64) {
        let ([matches, substitutions, insertions, deletions], wrong) = self.0.totals();
        (matches, substitutions, insertions, deletions, wrong)
    }

    /// From the bytes of its arrays, little-endian, checked; the counts are those of the steps.
    #[staticmethod]
    fn from_bytes(steps: &[u8], offsets: &[u8], weights: &[u8], unknown: &[u8]) -> PyResult<Self> {
        let steps: Option<Vec<Step>> =
            steps.iter().map(|&number| Step::ALL.get(usize::from(number)).copied()).collect();
        let offsets = from_bytes(offsets, u64::from_le_bytes)?;
        let (weights, unknown) = (from_bytes(weights, i64::from_le_bytes)?, from_bytes(unknown, u32::from_le_bytes)?);
        let whole = steps.and_then(|steps| alignment::Alignment::from_parts(steps, offsets, weights, unknown));
        match whole {
            Some(whole) => Ok(Self(Arc::new(whole))),
            None => Err(PyValueError::new_err("these steps, offsets, weights and unknown words are of no alignment")),
        }
    }

    #[pyo3(signature = () -> "tuple[Callable[..., Alignment], tuple[Any, ...]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Rebuilt<'py>> {
        let parts = [Part::Steps, Part::Offsets, Part::Weights, Part::Unknown];
        let arguments = PyTuple::new(slf.py(), parts.map(|part| slf.get().array(part).bytes(slf.py())))?;
        Ok((slf.get_type().getattr("from_bytes")?, arguments))
    }
}
