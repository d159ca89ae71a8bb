//! What Python has for the parts of a scored system.

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::alignment::Counts;
use mondegreen_core::sctk::coding::{Coding, Profile};

use super::Scored;

pub type Words<'py> = (Option<Bound<'py, PyBytes>>, Option<Bound<'py, PyBytes>>);
pub type Total = (usize, usize, (u32, u32, u32, u32));
pub type Known = (f64, f64, f64, f64);
pub type Told = (Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>, Option<Vec<u8>>, i32, [[f64; 2]; 2], u16);
pub type Ranked<'py> = Vec<(Bound<'py, PyBytes>, u64)>;
pub type Pairs<'py> = Vec<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, u64)>;
pub type Confused<'py> = (Pairs<'py>, Ranked<'py>, Ranked<'py>, Ranked<'py>, Ranked<'py>);

/// The encoding of that name, with that profile if it has any.
pub fn coding(name: &[u8], profile: &[u8]) -> PyResult<Coding> {
    let unknown = || PyValueError::new_err("there is no such encoding or profile");
    let profile = Profile::named(profile).ok_or_else(unknown)?;
    Ok(match Coding::named(name).ok_or_else(unknown)? {
        Coding::Utf8(_) => Coding::Utf8(profile),
        other => other,
    })
}

pub fn numbers(counts: Counts) -> (u32, u32, u32, u32) {
    (counts.matches, counts.substitutions, counts.deletions, counts.insertions)
}

impl Scored {
    /// The utterance, if there is one of that number.
    pub(super) fn checked(&self, utterance: usize) -> PyResult<usize> {
        let known = utterance < self.0.utterances.len();
        known.then_some(utterance).ok_or_else(|| PyIndexError::new_err(format!("there is no utterance {utterance}")))
    }

    pub(super) fn ranked<'py>(&self, py: Python<'py>, ranking: &[(u32, u64)]) -> Ranked<'py> {
        ranking.iter().map(|&(word, count)| (PyBytes::new(py, self.0.value(word)), count)).collect()
    }
}
