//! Digests, as Python sees them.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

use mondegreen_core::digest;

/// The BLAKE3 digest of bytes in whatever portions they come.
#[pyclass(frozen, module = "mondegreen._core")]
#[derive(Default)]
pub struct Digest(Mutex<digest::Digest>);

#[pymethods]
impl Digest {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Takes in the next bytes, without the GIL.
    fn update(&self, py: Python<'_>, bytes: &[u8]) {
        py.detach(|| self.0.lock().unwrap_or_else(PoisonError::into_inner).update(bytes));
    }

    /// The digest of all bytes so far: 64 characters.
    fn hex(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).hex()
    }
}
