//! Nearest neighbors of vectors that numpy holds, as Python sees them.

use std::path::PathBuf;
use std::sync::Mutex;

use pyo3::prelude::*;

use mondegreen_core::vector::induce::{Chance, induce};
use mondegreen_core::vector::load::load;
use mondegreen_core::vector::{csls as scaling, knn};

use crate::convert::{Bytes, borrow_array, borrow_matrix, to_bytes};
use crate::mapped_vectors::placed;
use crate::progress::{count_threads, run_with_progress};
use crate::to_python;

/// The rows with the greatest product with each query, less what is taken off: places (uint32) and scores (float32).
///
/// All functions on vectors look at them where they are, and tell how many left rows are done.
#[pyfunction]
#[pyo3(signature = (
    queries: "NDArray[np.float32]", targets: "NDArray[np.float32]", count, taken_off: "NDArray[np.float32] | None",
    told: "Callable[[int], object]", threads=None
))]
pub fn nearest<'py>(
    py: Python<'py>,
    queries: &Bound<'py, PyAny>,
    targets: &Bound<'py, PyAny>,
    count: usize,
    taken_off: Option<&Bound<'py, PyAny>>,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let (queries, targets, threads) = (borrow_matrix(queries)?, borrow_matrix(targets)?, count_threads(threads));
    let taken_off = taken_off.map(borrow_array).transpose()?.map(|(numbers, _)| numbers);
    let found = run_with_progress(py, &told, to_python, |told| {
        knn::nearest(queries, targets, count, taken_off, threads, told)
    })?;
    Ok((to_bytes(py, &found.places, u32::to_le_bytes), to_bytes(py, &found.scores, f32::to_le_bytes)))
}

/// The mean product of each row of both sides with its nearest on the other, as bytes of float32.
#[pyfunction]
#[pyo3(signature = (
    left: "NDArray[np.float32]", right: "NDArray[np.float32]", count, told: "Callable[[int], object]", threads=None
))]
pub fn neighborhoods<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    count: usize,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bytes<'py>, Bytes<'py>)> {
    let (left, right, threads) = (borrow_matrix(left)?, borrow_matrix(right)?, count_threads(threads));
    let (left, right) =
        run_with_progress(py, &told, to_python, |told| knn::neighborhoods(left, right, count, threads, told))?;
    Ok((to_bytes(py, &left, f32::to_le_bytes), to_bytes(py, &right, f32::to_le_bytes)))
}

/// The best right rows of each left row by CSLS: places, scores, and the means of both sides.
#[pyfunction]
#[pyo3(signature = (
    left: "NDArray[np.float32]", right: "NDArray[np.float32]", count, neighbors, told: "Callable[[int], object]",
    threads=None
))]
pub fn csls<'py>(
    py: Python<'py>,
    left: &Bound<'py, PyAny>,
    right: &Bound<'py, PyAny>,
    count: usize,
    neighbors: usize,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<(Bytes<'py>, Bytes<'py>, Bytes<'py>, Bytes<'py>)> {
    let (left, right, threads) = (borrow_matrix(left)?, borrow_matrix(right)?, count_threads(threads));
    let found =
        run_with_progress(py, &told, to_python, |told| scaling::csls(left, right, count, neighbors, threads, told))?;
    Ok((
        to_bytes(py, &found.nearest.places, u32::to_le_bytes),
        to_bytes(py, &found.nearest.scores, f32::to_le_bytes),
        to_bytes(py, &found.left, f32::to_le_bytes),
        to_bytes(py, &found.right, f32::to_le_bytes),
    ))
}

/// Induces dictionaries one after the other, in the same memory.
#[pyclass(frozen, module = "mondegreen._core")]
#[derive(Default)]
pub struct Inducer(Mutex<Vec<f32>>);

#[pymethods]
impl Inducer {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// The best right row of each left row and the best left row of each right row by CSLS, as bytes of uint32.
    ///
    /// Each product counts with the probability `keep`. With them the mean of the greatest product of each row.
    #[pyo3(signature = (
        left: "NDArray[np.float32]", right: "NDArray[np.float32]", neighbors, keep, seed,
        told: "Callable[[int], object]", threads=None
    ))]
    #[allow(clippy::too_many_arguments, reason = "what is induced from, how, and by how many threads")]
    fn induce<'py>(
        &self,
        py: Python<'py>,
        left: &Bound<'py, PyAny>,
        right: &Bound<'py, PyAny>,
        neighbors: usize,
        keep: f64,
        seed: u64,
        told: Py<PyAny>,
        threads: Option<usize>,
    ) -> PyResult<(Bytes<'py>, Bytes<'py>, f64)> {
        let (left, right, threads) = (borrow_matrix(left)?, borrow_matrix(right)?, count_threads(threads));
        let mut room = self.0.lock().map(|mut room| std::mem::take(&mut *room)).unwrap_or_default();
        let found = run_with_progress(py, &told, to_python, |told| {
            induce(left, right, neighbors, Chance { keep, seed }, threads, &mut room, told)
        });
        if let Ok(mut kept) = self.0.lock() {
            *kept = room;
        }
        let found = found?;
        let (forward, backward) = (&found.forward, &found.backward);
        Ok((to_bytes(py, forward, u32::to_le_bytes), to_bytes(py, backward, u32::to_le_bytes), found.objective))
    }
}

/// The first words of a text of vectors, their numbers as the bytes of float32, and how many a vector has.
#[pyfunction]
#[pyo3(signature = (path, limit, told: "Callable[[int], object]", threads=None))]
pub fn load_vectors(
    py: Python<'_>,
    path: PathBuf,
    limit: usize,
    told: Py<PyAny>,
    threads: Option<usize>,
) -> PyResult<(Vec<String>, Bytes<'_>, usize)> {
    let threads = count_threads(threads);
    let loaded = run_with_progress(py, &told, placed, |told| load(&path, limit, threads, told))?;
    let mut begin = 0;
    let mut words = Vec::with_capacity(loaded.ends.len());
    for end in loaded.ends.iter().map(|&end| end as usize) {
        words.push(String::from_utf8_lossy(&loaded.spellings[begin..end]).into_owned());
        begin = end;
    }
    Ok((words, to_bytes(py, &loaded.values, f32::to_le_bytes), loaded.dimension))
}
