//! Costs and tie order, as Python sees them.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::convert::{Rebuilt, rebuilt};
use crate::to_python;
use mondegreen_core::policy::{self, Costs, Step, Ties};

/// Costs and tie order: what decides which of many alignments is the one.
#[pyclass(frozen, eq, hash, module = "mondegreen._core")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Policy(pub policy::Policy);

#[pymethods]
impl Policy {
    #[new]
    #[pyo3(signature = (
        substitution=1.0, insertion=1.0, deletion=1.0, *, ties="diagonal insertion deletion", trims=false
    ))]
    fn new(substitution: f64, insertion: f64, deletion: f64, ties: &str, trims: bool) -> PyResult<Self> {
        let costs = Costs::new(substitution, insertion, deletion).map_err(to_python)?;
        let ties = Ties::parse(ties).map_err(to_python)?;
        Ok(Self(policy::Policy { costs, ties, trims }))
    }

    #[staticmethod]
    fn named(name: &str) -> PyResult<Self> {
        policy::Policy::named(name).map(Self).map_err(to_python)
    }

    #[classattr]
    #[pyo3(name = "NAMES")]
    fn names(py: Python<'_>) -> PyResult<Bound<'_, PyTuple>> {
        PyTuple::new(py, policy::Policy::NAMED.map(|(name, _)| name))
    }

    #[getter]
    fn substitution(&self) -> f64 {
        self.0.costs.substitution.value()
    }

    #[getter]
    fn insertion(&self) -> f64 {
        self.0.costs.insertion.value()
    }

    #[getter]
    fn deletion(&self) -> f64 {
        self.0.costs.deletion.value()
    }

    #[getter]
    fn ties(&self) -> String {
        self.0.ties.steps().map(Step::name).join(" ")
    }

    #[getter]
    fn trims(&self) -> bool {
        self.0.trims
    }

    #[pyo3(signature = () -> "tuple[Callable[..., Policy], tuple[Any, ...]]")]
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Rebuilt<'py>> {
        let (policy, named) = (slf.get(), PyDict::new(slf.py()));
        named.set_item("ties", policy.ties())?;
        named.set_item("trims", policy.trims())?;
        let costs = (policy.substitution(), policy.insertion(), policy.deletion());
        rebuilt(slf.get_type().as_any(), costs.into_pyobject(slf.py())?, &named)
    }

    fn __repr__(&self) -> String {
        format!(
            "Policy(substitution={}, insertion={}, deletion={}, ties=\"{}\", trims={})",
            self.substitution(),
            self.insertion(),
            self.deletion(),
            self.ties(),
            if self.0.trims { "True" } else { "False" }
        )
    }
}
