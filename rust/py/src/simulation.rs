//! What words sound like and may be taken for, as Python sees it.

pub mod columns;
pub mod model;
pub mod phrases;

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use mondegreen_core::simulation::confusion_table::{Kernel, Rules, Side, build};
use mondegreen_core::simulation::pronunciation::{self, cost, parts};

use crate::convert::{Bytes, borrow_matrix, from_bytes, to_bytes};
use crate::progress::count_threads;
use crate::progress::run_with_progress;
use crate::to_python;

/// Phones, and what it costs to take one for another: float64 as bytes, of all pairs and of phones by themselves.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Sounds(Arc<pronunciation::Sounds>);

#[pymethods]
impl Sounds {
    #[new]
    fn new(pairs: &[u8], alone: &[u8]) -> PyResult<Self> {
        let (pairs, alone) = (from_bytes(pairs, f64::from_le_bytes)?, from_bytes(alone, f64::from_le_bytes)?);
        pronunciation::Sounds::new(&pairs, &alone).map(|sounds| Self(Arc::new(sounds))).map_err(to_python)
    }

    /// The least cost of changes that make the phones of one word those of another.
    fn distance(&self, one: Vec<u16>, other: Vec<u16>) -> PyResult<f64> {
        let phones = [one.clone(), other.clone()].concat();
        let ends = vec![one.len() as u32, phones.len() as u32];
        pronunciation::Spoken::new(phones, ends.clone(), vec![1, 2], &self.0).map_err(to_python)?;
        let found = self.0.distance(&one, &other, u32::MAX, &mut Vec::new());
        Ok(found.map_or(f64::INFINITY, cost))
    }
}

/// Words, and how each may be said: phones (uint16), where each way ends, and where those of a word do (uint32).
#[pyclass(frozen, module = "mondegreen._core")]
pub struct Spoken {
    spoken: pronunciation::Spoken,
    sounds: Arc<pronunciation::Sounds>,
}

#[pymethods]
impl Spoken {
    #[new]
    fn new(phones: &[u8], ends: &[u8], words: &[u8], sounds: &Sounds) -> PyResult<Self> {
        let phones = from_bytes(phones, u16::from_le_bytes)?;
        let (ends, words) = (from_bytes(ends, u32::from_le_bytes)?, from_bytes(words, u32::from_le_bytes)?);
        let spoken = pronunciation::Spoken::new(phones, ends, words, &sounds.0).map_err(to_python)?;
        Ok(Self { spoken, sounds: Arc::clone(&sounds.0) })
    }
}

/// Of the nearest targets of each query those that are nearest in sound.
///
/// Where each row ends (uint64), places (uint32), probabilities, distances in sound (float64) and cosines (float32).
/// `own` are the places (uint32) of the queries among the targets.
#[pyfunction]
#[pyo3(signature = (
    queries: "tuple[NDArray[np.float32], Spoken]", own, targets: "tuple[NDArray[np.float32], Spoken]", *,
    neighbors, threshold, confusions, kernel, told: "Callable[[int], object]", threads=None
))]
#[allow(clippy::too_many_arguments, reason = "both sides, the rules, and who is told by how many threads")]
pub fn confusable<'py>(
    py: Python<'py>,
    queries: (Bound<'py, PyAny>, PyRef<'py, Spoken>),
    own: &[u8],
    targets: (Bound<'py, PyAny>, PyRef<'py, Spoken>),
    neighbors: usize,
    threshold: f64,
    confusions: usize,
    kernel: &str,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<[Bytes<'py>; 5]> {
    let kernel = match kernel {
        "gauss" => Kernel::Gauss,
        "exp" => Kernel::Exp,
        _ => return Err(PyValueError::new_err("the kernel is gauss or exp")),
    };
    let (own, threads) = (from_bytes(own, u32::from_le_bytes)?, count_threads(threads));
    let rules = Rules { neighbors, threshold: parts(threshold), confusions, kernel };
    let sounds = &*queries.1.sounds;
    let queries = Side { vectors: borrow_matrix(&queries.0)?, spoken: &queries.1.spoken };
    let targets = Side { vectors: borrow_matrix(&targets.0)?, spoken: &targets.1.spoken };
    let rows =
        run_with_progress(py, &told, to_python, |told| build(queries, &own, targets, sounds, rules, threads, told))?;
    Ok([
        to_bytes(py, &rows.ends, u64::to_le_bytes),
        to_bytes(py, &rows.places, u32::to_le_bytes),
        to_bytes(py, &rows.probabilities, f64::to_le_bytes),
        to_bytes(py, &rows.distances, f64::to_le_bytes),
        to_bytes(py, &rows.cosines, f32::to_le_bytes),
    ])
}
