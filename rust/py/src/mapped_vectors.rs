//! Word vectors kept in a file, as Python sees them.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::cost::Cost;
use mondegreen_core::error::{Error, ErrorKind, Place};
use mondegreen_core::vector::fault::Fault;
use mondegreen_core::vector::mapped::{self, Stamp};
use mondegreen_core::weights::{self, Scale};

use crate::progress::{count_threads, run_with_progress};
use crate::to_python;
use crate::weights::Weights;

/// Word vectors of unit length in a file that is mapped; words are found by a table in it.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct KeptVectors(Arc<mapped::MappedVectors>);

#[pymethods]
impl KeptVectors {
    /// What was kept of the text with this stamp of 32 bytes; none if it is of another, damaged or not there.
    #[staticmethod]
    #[pyo3(signature = (path, stamp: "bytes"))]
    fn open(path: PathBuf, stamp: Stamp) -> Option<Self> {
        mapped::MappedVectors::open(&path, &stamp).map(|kept| Self(Arc::new(kept)))
    }

    /// Reads a text and keeps it, calling `told` with the bytes done; an error has a sentence and perhaps a line.
    #[staticmethod]
    #[pyo3(signature = (source, path, stamp: "bytes", told: "Callable[[int], object]", threads=None))]
    fn keep(
        py: Python<'_>,
        source: PathBuf,
        path: PathBuf,
        stamp: Stamp,
        told: Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<()> {
        let threads = count_threads(threads);
        run_with_progress(py, &told, placed, |told| mapped::store(&source, &path, &stamp, threads, told))
    }

    #[getter]
    fn dimension(&self) -> usize {
        self.0.dimension()
    }

    /// Words that had come before, whose first vector counts.
    #[getter]
    fn repeated(&self) -> u64 {
        self.0.repeated()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn has(&self, words: Vec<String>) -> Vec<bool> {
        words.iter().map(|word| self.0.row(word.as_bytes()).is_some()).collect()
    }

    /// The vectors of words that have one, as the bytes of little-endian float32[words, dimension].
    fn rows<'py>(&self, py: Python<'py>, words: Vec<String>) -> Bound<'py, PyBytes> {
        let rows = words.iter().filter_map(|word| self.0.row(word.as_bytes()));
        let bytes: Vec<u8> = rows.flat_map(|row| self.0.vector(row)).flat_map(|value| value.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }

    /// Weights by the vectors where they lie.
    #[pyo3(signature = (*, above=None, close=0.1, missing=1.0))]
    fn weights(&self, above: Option<f64>, close: f64, missing: f64) -> PyResult<Weights> {
        let close = Cost::new("close", close).map_err(to_python)?;
        let missing = Cost::new("missing", missing).map_err(to_python)?;
        let scale = above.map_or(Scale::Distance, |above| Scale::Step { above, close });
        Ok(Weights(Arc::new(weights::Weights::from_mapped(Arc::clone(&self.0), scale, missing))))
    }
}

/// The sentence and the line apart, for the caller to write the name of the file before it.
pub fn placed(error: Error) -> PyErr {
    if let ErrorKind::Vectors(Fault::Stored(what)) = error.kind {
        return PyOSError::new_err(what);
    }
    match error.place {
        Some(Place::Line(line)) => PyValueError::new_err((error.kind.to_string(), line)),
        _ => to_python(error),
    }
}
