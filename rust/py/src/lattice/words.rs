//! Models and lexicons, and lattices aligned by them.

use pyo3::prelude::*;

use mondegreen_core::lattice::words::phones::{Options, align_phones};
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
        self.0.phones(&ids)
    }

    /// The phones of an alignment, and how many ids each has.
    fn split(&self, ids: Vec<i32>) -> PyResult<Vec<(i32, usize)>> {
        self.0.split(&ids).map_err(to_python)
    }

    /// The lattice with a phone on each arc, and what is wrong with it, if anything.
    #[pyo3(signature = (lattice, *, reorder=true, merges_free_arcs=true, replaces_words=false))]
    fn align(
        &self,
        py: Python<'_>,
        lattice: &Lattice,
        reorder: bool,
        merges_free_arcs: bool,
        replaces_words: bool,
    ) -> PyResult<Outcome> {
        let options = Options { reorder, merges_free_arcs, replaces_words };
        py.detach(|| align_phones(&lattice.0, &self.0, options)).map(outcome).map_err(to_python)
    }

    /// An expanded lattice with the phone that begins with a transition id in the place of its word.
    fn phones_as_words(&self, lattice: &Lattice) -> Lattice {
        Lattice(lattice.0.clone().with_phones_as_words(&self.0))
    }

    /// A compact lattice with phones in the place of the transition ids that they end in.
    fn phones_as_ids(&self, lattice: &Lattice) -> Lattice {
        Lattice(lattice.0.clone().with_phones_as_ids(&self.0))
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
