//! `Sclite`: sclite's alignment of files, which tells what it does while it works.

use std::collections::HashMap;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use mondegreen_core::numbers;
use mondegreen_core::sctk::ctm::Words;
use mondegreen_core::sctk::ctm_ctm::Chunks;
use mondegreen_core::sctk::input;
use mondegreen_core::sctk::options::{Characters, Manner, Segmented, Weights};
use mondegreen_core::sctk::stm;
use mondegreen_core::sctk::stm_ctm::{Channels, Reduced};
use mondegreen_core::sctk::trn::{self, Asked, Ids};

use crate::scored_system::{Scored, coding};

mod output;

use output::Told;

/// Aligns files as NIST's sclite does, and tells of it by two functions that take bytes.
///
/// A result is none if a file was refused; why was told. Pairs of bytes are the data of a file and its path.
#[pyclass(module = "mondegreen._core")]
pub struct Sclite {
    manner: Manner,
    feedback: i32,
    sequence: i32,
    out: Py<PyAny>,
    err: Py<PyAny>,
}

#[pymethods]
impl Sclite {
    #[new]
    #[pyo3(signature = (
        out: "Callable[[bytes], object]", err: "Callable[[bytes], object]", feedback, *, coding, profile, case,
        fragments, optional, timed, characters=None, weights: "tuple[dict[bytes, float], float] | None"=None,
        segmented: "tuple[bool, bool, bytes, bytes] | None"=None
    ))]
    #[allow(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "Python's keywords, an option each"
    )]
    fn new(
        out: Py<PyAny>,
        err: Py<PyAny>,
        feedback: i32,
        coding: &[u8],
        profile: &[u8],
        case: bool,
        fragments: bool,
        optional: bool,
        timed: bool,
        characters: Option<(bool, bool)>,
        weights: Option<(HashMap<Vec<u8>, f64>, f64)>,
        segmented: Option<(bool, bool, &[u8], Vec<u8>)>,
    ) -> PyResult<Self> {
        let coding = self::coding(coding, profile)?;
        let characters = characters.map(|(whole_ascii, without_hyphens)| Characters { whole_ascii, without_hyphens });
        let weights = weights.map(|(known, missing)| Weights { known, missing });
        let segmented = segmented.map(|(reference, ascii_too, lexicon, refusal)| {
            Segmented::new(reference, ascii_too, lexicon, refusal, coding)
        });
        let manner = Manner { coding, case, characters, fragments, optional, weights, timed, segmented };
        Ok(Self { manner, feedback, sequence: 0, out, err })
    }

    /// Transcripts; with the comments of both.
    fn trn(
        &mut self,
        py: Python<'_>,
        reference: &[u8],
        hypothesis: &[u8],
        ids: &[u8],
    ) -> PyResult<Option<(Scored, Vec<Vec<u8>>)>> {
        let ids = Ids::named(ids).ok_or_else(|| PyValueError::new_err("there is no such kind of id"))?;
        let (feedback, mut comments) = (self.feedback, Vec::new());
        let scored = self.run(py, |pairing, told| {
            let mut comment = |text: &[u8]| comments.push(text.to_vec());
            let mut asked = Asked { ids, feedback, comment: &mut comment };
            trn::align(reference, hypothesis, &mut asked, pairing, told)
        })?;
        Ok(scored.map(|scored| (scored, comments)))
    }

    /// Timed words against segments; `reduced` leaves out segments, and words, outside of the other's time.
    fn stm_ctm(
        &mut self,
        py: Python<'_>,
        reference: (&[u8], &[u8]),
        hypothesis: (&[u8], &[u8]),
        reduced: (bool, bool),
    ) -> PyResult<Option<Scored>> {
        let Manner { coding, case, .. } = self.manner;
        let feedback = self.feedback;
        let reduced = Reduced { segments: reduced.0, words: reduced.1 };
        self.run(py, |pairing, teller| {
            let segments = stm::read(reference.0, reference.1, coding, case, teller)?;
            let words = Words::read(hypothesis.0, hypothesis.1, coding, case)?;
            Channels { segments, words, reduced, feedback, pairing, teller }.align()
        })
    }

    /// The comment lines of a file.
    fn comments(&self, py: Python<'_>, data: &[u8]) -> PyResult<Vec<Vec<u8>>> {
        let mut told = Told::new(self.out.clone_ref(py), self.err.clone_ref(py));
        let mut comments = Vec::new();
        let outcome = input::comments(data, &mut |text| comments.push(text.to_vec()), &mut told);
        told.finish(outcome)?;
        Ok(comments)
    }

    /// Timed words against timed words; `slips` as the versions up to 2.4.12 do where they cut.
    fn ctm_ctm(
        &mut self,
        py: Python<'_>,
        reference: (&[u8], &[u8]),
        hypothesis: (&[u8], &[u8]),
        slips: bool,
    ) -> PyResult<Option<Scored>> {
        let Manner { coding, case, .. } = self.manner;
        let feedback = self.feedback;
        let paths = [reference.1, hypothesis.1];
        self.run(py, |pairing, teller| {
            let read = |(data, path)| Words::read(data, path, coding, case);
            let words = [hypothesis, reference].map(read);
            let [heard, said] = words;
            Chunks { words: [said?, heard?], paths, feedback, slips, pairing, teller }.align()
        })
    }
}

/// What C makes of the beginning of a text as a number; 0 where there is none.
#[pyfunction]
pub fn atof(text: &[u8]) -> f64 {
    numbers::atof(text)
}
