//! The alignments of a batch, as Python sees them.

use std::sync::Arc;

use pyo3::prelude::*;

use mondegreen_core::alignment;

use crate::array::{Array, Part};

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
}
