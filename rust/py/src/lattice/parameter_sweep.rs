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

/// All lattices of some files decoded with all settings, each lattice read once, on all cores.
///
/// A setting is an acoustic scale and a word insertion penalty, both as 32-bit floats hold them: for the language
/// model weight L, `struct.unpack("f", struct.pack("f", 1 / L))[0]`. For each lattice, in the order of the files, it
/// gives the key, and for each setting words, graph cost, acoustic cost, frames and expected errors, or none where no
/// path ends. Costs and frames are those that `lattice-scale --inv-acoustic-scale=L | lattice-add-penalty |
/// lattice-best-path` tells; with a beam, words and expected errors are those of `... | lattice-prune --beam |
/// lattice-mbr-decode`. Memory stays that of some hundred results. A ValueError names file, utterance and byte of a
/// fault, once all before it was given:
///
///     for key, found in LatticeSweep(["lat.1.gz", "lat.2.gz"], [(0.1, 0.0), (0.1, 0.5)]):
///         for words, graph, acoustic, frames, errors in filter(None, found): ...
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
