//! What is found in lattices: paths, words, likelihoods.

use pyo3::prelude::*;

use mondegreen_core::lattice::mbr::{self, Options, Times};
use mondegreen_core::lattice::{composed_oracle, oracle};

use super::Lattice;
use crate::to_python;

/// What was most likely said, by minimum Bayes risk; times are mean frames.
#[pyclass(frozen, get_all, module = "mondegreen._core")]
pub struct Decoded {
    words: Vec<i32>,
    /// Begin and end of each word.
    times: Vec<Times>,
    /// How likely each word is.
    confidences: Vec<f32>,
    /// How many errors are to be expected.
    risk: f64,
    /// For each place, between words too, what may have been said and how likely, the most likely first.
    bins: Vec<Vec<(i32, f32)>>,
    /// Begin and end of each place.
    bin_times: Vec<Times>,
}

/// Minimum Bayes risk decoding from the best path or from words on; without `decode` the words stay.
#[pyfunction]
#[pyo3(signature = (lattice, *, decode=true, keep_silence=false, words=None))]
pub fn least_risk(
    py: Python<'_>,
    lattice: &Lattice,
    decode: bool,
    keep_silence: bool,
    words: Option<Vec<i32>>,
) -> PyResult<Decoded> {
    let options = Options { decode, keep_silence };
    let found = py.detach(|| mbr::decode(lattice.0.clone(), options, words)).map_err(to_python)?;
    Ok(Decoded {
        words: found.words,
        times: found.times,
        confidences: found.confidences,
        risk: found.risk,
        bins: found.bins,
        bin_times: found.bin_times,
    })
}

/// The path with the fewest errors; `arcs` are places among all arcs.
#[pyclass(frozen, get_all, module = "mondegreen._core")]
pub struct Oracle {
    words: Vec<i32>,
    arcs: Vec<usize>,
    insertions: u32,
    deletions: u32,
    substitutions: u32,
    correct: u32,
}

/// The path with the fewest errors, of which words of `free` are none; none where no path ends.
#[pyfunction]
#[pyo3(signature = (lattice, reference, free=None))]
pub fn least_errors(
    py: Python<'_>,
    lattice: &Lattice,
    reference: Vec<i32>,
    free: Option<Vec<i32>>,
) -> PyResult<Option<Oracle>> {
    let found = py.detach(|| oracle::oracle(&lattice.0, &reference, &free.unwrap_or_default())).map_err(to_python)?;
    Ok(found.map(|found| Oracle {
        words: found.words,
        arcs: found.arcs,
        insertions: found.insertions,
        deletions: found.deletions,
        substitutions: found.substitutions,
        correct: found.correct,
    }))
}

/// Words, insertions, deletions, substitutions, and words of both.
type Errors = (Vec<i32>, u32, u32, u32, u32);

/// Words and errors of the path with the fewest errors that Kaldi takes; none where no path ends.
#[pyfunction]
pub fn least_errors_as_kaldi(
    py: Python<'_>,
    lattice: &Lattice,
    reference: Vec<i32>,
    free: Vec<i32>,
) -> PyResult<Option<Errors>> {
    let found = py.detach(|| composed_oracle::oracle(&lattice.0, &reference, &free)).map_err(to_python)?;
    Ok(found.map(|found| (found.words, found.insertions, found.deletions, found.substitutions, found.correct)))
}

/// The paths that cost least, as expanded lattices, in the order of their costs.
#[pyfunction]
pub fn best_paths(py: Python<'_>, lattice: &Lattice, count: usize) -> PyResult<Vec<Lattice>> {
    let paths = py.detach(|| lattice.0.nbest(count)).map_err(to_python)?;
    Ok(paths.into_iter().map(Lattice).collect())
}

/// Begin, frames, word, transition ids and logarithm of the likelihood.
type ArcPosterior = (i32, u32, i32, Vec<i32>, f64);

/// Of each arc of a sorted lattice: begin, frames, word, transition ids, and the logarithm of its likelihood.
#[pyfunction]
pub fn arc_posteriors(py: Python<'_>, lattice: &Lattice) -> PyResult<Vec<ArcPosterior>> {
    let posteriors = py.detach(|| lattice.0.arc_posteriors()).map_err(to_python)?;
    let row = |arc: &mondegreen_core::lattice::posterior::Posterior| {
        let ids = lattice.0.ids(arc.arc.ids).to_vec();
        (arc.begin, arc.arc.ids.len, arc.arc.word, ids, arc.log)
    };
    Ok(posteriors.iter().map(row).collect())
}

/// For each frame its transition ids and how likely they are.
type Frames = Vec<Vec<(i32, f32)>>;

/// For each frame of an expanded, sorted lattice its transition ids and how likely they are.
///
/// Then the logarithm of what all paths weigh, and the expected acoustic likelihood.
#[pyfunction]
pub fn frame_posteriors(py: Python<'_>, lattice: &Lattice) -> PyResult<(Frames, f64, f64)> {
    let frames = py.detach(|| lattice.0.frame_posteriors()).map_err(to_python)?;
    Ok((frames.ids, frames.total, frames.acoustic))
}

/// Paths drawn by chance, each step as likely as any other.
#[pyfunction]
pub fn any_paths(py: Python<'_>, lattice: &Lattice, count: usize, seed: u64) -> PyResult<Vec<Lattice>> {
    let paths = py.detach(|| lattice.0.any_paths(count, seed)).map_err(to_python)?;
    Ok(paths.into_iter().map(Lattice).collect())
}

/// Whether paths drawn of either have the same words, at nearly the same cost, in the other.
#[pyfunction]
#[pyo3(signature = (left, right, *, paths=20, delta=0.1))]
pub fn are_equivalent(py: Python<'_>, left: &Lattice, right: &Lattice, paths: usize, delta: f64) -> PyResult<bool> {
    py.detach(|| left.0.is_equivalent(&right.0, paths, delta)).map_err(to_python)
}
