//! Numbers that numpy sees in place, and that anybody may have as bytes.

use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::PyDict;

use mondegreen_core::alignment;

use crate::convert::{Bytes, to_bytes};

#[derive(Clone, Copy)]
pub enum Part {
    Steps,
    Offsets,
    Counts,
    Weights,
    Unknown,
}

/// Numbers owned by the core, seen by `numpy.asarray` without a copy, read-only.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Array {
    pub owner: Arc<alignment::Alignment>,
    pub part: Part,
}

impl Array {
    /// Address, numpy type and shape of the numbers.
    fn layout(&self) -> (usize, &'static str, Vec<usize>) {
        let owner = &*self.owner;
        match self.part {
            Part::Steps => (owner.steps.as_ptr() as usize, "|u1", vec![owner.steps.len()]),
            Part::Offsets => (owner.offsets.as_ptr() as usize, "<u8", vec![owner.offsets.len()]),
            Part::Counts => (owner.counts.as_ptr() as usize, "<u4", vec![owner.counts.len(), 4]),
            Part::Weights => (owner.weights.as_ptr() as usize, "<i8", vec![owner.weights.len()]),
            Part::Unknown => (owner.unknown.as_ptr() as usize, "<u4", vec![owner.unknown.len()]),
        }
    }

    pub fn bytes<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        let owner = &*self.owner;
        match self.part {
            Part::Steps => to_bytes(py, &owner.steps, |step| [step as u8]),
            Part::Offsets => to_bytes(py, &owner.offsets, u64::to_le_bytes),
            Part::Counts => {
                let flat: Vec<u32> = owner.counts.iter().flat_map(|counts| counts.by_step()).collect();
                to_bytes(py, &flat, u32::to_le_bytes)
            }
            Part::Weights => to_bytes(py, &owner.weights, i64::to_le_bytes),
            Part::Unknown => to_bytes(py, &owner.unknown, u32::to_le_bytes),
        }
    }
}

#[pymethods]
impl Array {
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (address, kind, shape) = self.layout();
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
        let read_only = true;
        interface.set_item("data", (address, read_only))?;
        Ok(interface)
    }

    /// A copy, the lowest byte of each number first.
    fn __bytes__<'py>(&self, py: Python<'py>) -> Bytes<'py> {
        self.bytes(py)
    }

    fn __len__(&self) -> usize {
        self.layout().2[0]
    }
}
