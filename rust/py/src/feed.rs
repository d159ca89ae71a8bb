//! Python's strings, copied chunk by chunk while workers align the chunks before.

use pyo3::prelude::*;

use mondegreen_core::align::batch::{CHUNK_PAIRS, CHUNK_SIZE, Feed};
use mondegreen_core::error::Error;
use mondegreen_core::text::{Texts, Unit};

use crate::convert::check_lengths;
use crate::push::Pushing;
use crate::side::Side;
use crate::to_python;

/// References and hypotheses in turn, until both lists end.
pub struct Pairs<'py> {
    references: Side<'py>,
    hypotheses: Side<'py>,
    pushing: Pushing,
    position: usize,
}

/// A Python exception that the core may pass through.
pub struct Raised(pub PyErr);

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        Self(to_python(error))
    }
}

impl From<PyErr> for Raised {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl<'py> Pairs<'py> {
    /// A feed over two sequences of one length; sequences other than lists are copied into one. `spelled` says that
    /// somebody will look at the words in the vocabulary, which is then in UTF-8.
    pub fn new(
        references: &Bound<'py, PyAny>,
        hypotheses: &Bound<'py, PyAny>,
        unit: Unit,
        spelled: bool,
    ) -> PyResult<Self> {
        let (references, hypotheses) = (Side::new(references, "references")?, Side::new(hypotheses, "hypotheses")?);
        check_lengths("references and hypotheses", references.len(), hypotheses.len())?;
        let latin = !spelled && references.is_list() && hypotheses.is_list();
        Ok(Self { references, hypotheses, pushing: Pushing::new(unit, latin), position: 0 })
    }
}

impl Feed for Pairs<'_> {
    type Error = Raised;

    fn next(&mut self) -> Result<Option<Texts>, Raised> {
        let mut texts = self.pushing.texts();
        // The lists may shrink while the GIL is free, so each item is asked for.
        let end = self.references.len().min(self.hypotheses.len());
        while self.position < end && texts.len() < 2 * CHUNK_PAIRS && texts.size() < CHUNK_SIZE {
            for side in [&self.references, &self.hypotheses] {
                side.prefetch(self.position);
                side.push(self.position, &mut texts, &mut self.pushing)?;
            }
            self.position += 1;
        }
        Ok((!texts.is_empty()).then_some(texts))
    }

    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<(), Raised> {
        let py = self.references.py();
        py.detach(wait);
        Ok(py.check_signals()?)
    }
}
