//! Archives of lattices, from files or from what Python reads.

use std::io::{self, Read};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::error::Result;
use mondegreen_core::lattice::{Form, table};

use super::{Lattice, form};
use crate::to_python;

/// An exception that a stream of Python's raised while the core read it.
type Raised = Arc<Mutex<Option<PyErr>>>;

/// A binary stream of Python's.
struct Stream {
    stream: Py<PyAny>,
    raised: Raised,
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = Python::attach(|py| {
            py.check_signals()?;
            let data = self.stream.bind(py).call_method1("read", (buffer.len(),))?;
            let bytes: &[u8] = data.extract()?;
            let count = bytes.len().min(buffer.len());
            buffer[..count].copy_from_slice(&bytes[..count]);
            PyResult::Ok(count)
        });
        read.map_err(|error| {
            let message = error.to_string();
            if let Ok(mut raised) = self.raised.lock() {
                *raised = Some(error);
            }
            io::Error::other(message)
        })
    }
}

/// Keys and lattices of an archive, binary or text, one in memory at a time.
///
/// A ValueError names the file, the utterance and the byte of a fault. Lattices of either form become compact, or
/// expanded.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct LatticeArchive {
    archive: Mutex<table::Archive>,
    raised: Raised,
}

impl LatticeArchive {
    /// Reads with the GIL free; what a stream of Python's raised goes before what the core says of it.
    fn read<T: Send>(&self, py: Python<'_>, read: impl FnOnce(&mut table::Archive) -> Result<T> + Send) -> PyResult<T> {
        let outcome = py.detach(|| read(&mut self.archive.lock().unwrap_or_else(PoisonError::into_inner)));
        outcome.map_err(|error| {
            let raised = self.raised.lock().ok().and_then(|mut raised| raised.take());
            raised.unwrap_or_else(|| to_python(error))
        })
    }
}

#[pymethods]
impl LatticeArchive {
    #[new]
    #[pyo3(signature = (stream: "BinaryIO", name="standard input", *, compact=true))]
    fn new(stream: Py<PyAny>, name: &str, compact: bool) -> Self {
        let raised = Raised::default();
        let source = Stream { stream, raised: Arc::clone(&raised) };
        let archive = table::Archive::new(Box::new(source), name).form(form(compact));
        Self { archive: Mutex::new(archive), raised }
    }

    /// Reads a file, unpacking it if it is packed by gzip, from an offset of what is unpacked on.
    #[staticmethod]
    #[pyo3(signature = (path, offset=0, *, compact=true))]
    fn open(py: Python<'_>, path: PathBuf, offset: u64, compact: bool) -> PyResult<Self> {
        let archive = py.detach(|| table::Archive::open_at(&path, offset)).map_err(to_python)?;
        Ok(Self { archive: Mutex::new(archive.form(form(compact))), raised: Raised::default() })
    }

    /// An archive of automata of OpenFst, given as expanded lattices whose transition ids are what is read.
    #[staticmethod]
    #[pyo3(signature = (stream: "BinaryIO", name))]
    fn of_transducers(stream: Py<PyAny>, name: &str) -> Self {
        let raised = Raised::default();
        let source = Stream { stream, raised: Arc::clone(&raised) };
        let archive = table::Archive::new(Box::new(source), name).form(Form::Transducer);
        Self { archive: Mutex::new(archive), raised }
    }

    /// A lattice that no key precedes, as where a script file points; the key is for errors.
    fn object(&self, py: Python<'_>, key: &str) -> PyResult<Lattice> {
        self.read(py, |archive| archive.object(key)).map(Lattice)
    }

    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<(Bound<'py, PyBytes>, Lattice)>> {
        let entry = self.read(py, table::Archive::next_entry)?;
        Ok(entry.map(|(key, lattice)| (PyBytes::new(py, &key), Lattice(lattice))))
    }
}
