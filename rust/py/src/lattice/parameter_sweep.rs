//! Many lattices decoded with many settings at once.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::lattice::parameter_sweep::{self, Decoding, Found, Setting, Swept};
use mondegreen_core::stop_request::StopRequest;

use crate::progress::count_threads;
use crate::to_python;

/// Lattices between two looks at whether the user wants to stop.
const BATCH: usize = 256;

/// Words, graph cost, acoustic cost, frames, expected errors.
type Row = (Vec<i32>, f32, f32, usize, f64);
/// A key, and a row for each setting with which a path ends.
type Rows<'py> = (Bound<'py, PyBytes>, Vec<Option<Row>>);

fn row(found: Found) -> Row {
    (found.words, found.weight.graph, found.weight.acoustic, found.frames, found.risk)
}

#[pyclass(frozen, module = "mondegreen._core")]
pub struct LatticeSweep {
    state: Mutex<(parameter_sweep::Sweep, VecDeque<Swept>)>,
    threads: usize,
}

#[pymethods]
impl LatticeSweep {
    #[new]
    #[pyo3(signature = (paths, settings, *, beam=None, threads=None))]
    fn new(paths: Vec<PathBuf>, settings: Vec<(f32, f32)>, beam: Option<f64>, threads: Option<usize>) -> Self {
        let settings = settings.into_iter().map(|(acoustic, penalty)| Setting { acoustic, penalty }).collect();
        let decoding = beam.map_or(Decoding::Best, |beam| Decoding::LeastRisk { beam });
        let sweep = parameter_sweep::Sweep::new(paths, settings, decoding);
        let threads = count_threads(threads);
        Self { state: Mutex::new((sweep, VecDeque::new())), threads }
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Rows<'py>>> {
        py.check_signals()?;
        let next = py.detach(|| {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            let (sweep, waiting) = &mut *state;
            if waiting.is_empty() {
                waiting.extend(sweep.batch(BATCH, self.threads, &StopRequest::default())?);
            }
            Ok(waiting.pop_front())
        });
        let next = next.map_err(to_python)?;
        Ok(next.map(|(key, found)| {
            let rows = found.into_iter().map(|found| found.map(row)).collect();
            (PyBytes::new(py, &key), rows)
        }))
    }
}
