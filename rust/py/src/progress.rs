//! Long work: on how many threads it is done, and how Python hears of its progress and interrupts it.

use std::sync::OnceLock;
use std::thread::available_parallelism;

use pyo3::prelude::*;

use mondegreen_core::error::{Error, ErrorKind, Result};

/// Does the work without the GIL; it calls `told` now and then, and ends with what that raises.
pub fn run_with_progress<R: Send>(
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

/// More make nothing faster, and a machine may refuse them.
const MOST: usize = 256;

/// As many threads as were asked for, else one for each core. What they make is the same whatever their number.
pub fn count_threads(asked: Option<usize>) -> usize {
    // Linux is asked through files of its control groups, which takes twenty times as long as to align a sentence.
    static CORES: OnceLock<usize> = OnceLock::new();
    let cores = || *CORES.get_or_init(|| available_parallelism().map_or(1, usize::from));
    asked.unwrap_or_else(cores).min(MOST)
}
