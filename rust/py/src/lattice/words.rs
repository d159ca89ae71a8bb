//! Models and lexicons, and lattices aligned by them.

use pyo3::prelude::*;

use mondegreen_core::lattice::words::{self, Aligned, Labels};

use super::Lattice;
use crate::to_python;

/// The aligned lattice, and what is wrong with it.
type Outcome = (Lattice, Option<&'static str>);

fn outcome(aligned: Aligned) -> Outcome {
    (Lattice(aligned.lattice), aligned.complaint)
}

/// What transition ids mean: the beginning of Kaldi's final.mdl, binary or text.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct TransitionModel(words::model::Model);

#[pymethods]
impl TransitionModel {
    #[new]
    fn new(data: &[u8]) -> PyResult<Self> {
        let source = std::io::Cursor::new(data.to_vec());
        words::model::Model::read(Box::new(source)).map(Self).map_err(to_python)
    }

    /// The phones that end in these.
    fn phones(&self, ids: Vec<i32>) -> Vec<i32> {
        ids.into_iter().filter(|&id| self.0.is_final(id)).map(|id| self.0.phone(id)).collect()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// Where in words phones stand, as `phones/word_boundary.int` tells.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct WordBoundaries(words::Boundaries);

#[pymethods]
impl WordBoundaries {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        words::Boundaries::read(text).map(Self).map_err(to_python)
    }

    /// The lattice with a word on each arc, and what is wrong with it, if anything.
    #[pyo3(signature = (lattice, model, *, silence=0, partial=0, reorder=true, expansion=None))]
    #[expect(clippy::too_many_arguments, reason = "they are named in Python")]
    fn align(
        &self,
        py: Python<'_>,
        lattice: &Lattice,
        model: &TransitionModel,
        silence: i32,
        partial: i32,
        reorder: bool,
        expansion: Option<f32>,
    ) -> PyResult<Outcome> {
        let labels = Labels { silence, partial };
        py.detach(|| self.0.align(&lattice.0, &model.0, labels, reorder, expansion)).map(outcome).map_err(to_python)
    }
}

/// The phones of words, as `phones/align_lexicon.int` tells.
#[pyclass(frozen, module = "mondegreen._core")]
pub struct AlignmentLexicon(words::Lexicon);

#[pymethods]
impl AlignmentLexicon {
    #[new]
    fn new(text: &str) -> PyResult<Self> {
        words::Lexicon::read(text).map(Self).map_err(to_python)
    }

    /// The lattice with a word on each arc, and what is wrong with it, if anything.
    #[pyo3(signature = (lattice, model, *, partial=0, reorder=true, expansion=None))]
    fn align(
        &self,
        py: Python<'_>,
        lattice: &Lattice,
        model: &TransitionModel,
        partial: i32,
        reorder: bool,
        expansion: Option<f32>,
    ) -> PyResult<Outcome> {
        py.detach(|| self.0.align(&lattice.0, &model.0, partial, reorder, expansion)).map(outcome).map_err(to_python)
    }
}
