//! Long work that tells Python of its progress, and hears an interruption.

use pyo3::prelude::*;

use mondegreen_core::error::{Error, ErrorKind, Result};

/// Does the work without the GIL; it calls `told` now and then, and ends with what that raises.
pub fn watched<R: Send>(
    py: Python<'_>,
    told: &Py<PyAny>,
    error: fn(Error) -> PyErr,
    work: impl FnOnce(&mut dyn FnMut(u64) -> Result<()>) -> Result<R> + Send,
) -> PyResult<R> {
    let mut raised = None;
    let outcome = py.detach(|| {
        work(&mut |done| {
            let answer = Python::attach(|py| py.check_signals().and_then(|()| told.call1(py, (done,))));
            answer.map(drop).map_err(|error| {
                raised = Some(error);
                ErrorKind::Interrupted.into()
            })
        })
    });
    outcome.map_err(|stopped| raised.unwrap_or_else(|| error(stopped)))
}
