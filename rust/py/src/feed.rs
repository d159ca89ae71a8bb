//! Python's strings, copied chunk by chunk while workers align the chunks before.

use pyo3::prelude::*;
use pyo3::types::PyString;

use mondegreen_core::align::batch::{CHUNK_PAIRS, CHUNK_SIZE, Feed};
use mondegreen_core::error::Error;
use mondegreen_core::text::{Texts, Unit};

use crate::convert::check_lengths;
use crate::push::{Pushing, count_points};
use crate::side::Side;
use crate::to_python;

/// So many pairs, or characters, are taken from Python at once: more would need memory from the system in each call, and
/// would leave the nearest cache before they are copied.
const BLOCK_PAIRS: usize = 64;
const BLOCK_SIZE: usize = 1 << 14;

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

impl Pairs<'_> {
    /// Adds some pairs of two lists at once, and says how many: none where they cannot be had so.
    fn push_block(&mut self, texts: &mut Texts) -> PyResult<usize> {
        let (Side::List(references), Side::List(hypotheses)) = (&self.references, &self.hypotheses) else {
            return Ok(0);
        };
        if !self.pushing.joins() {
            return Ok(0);
        }
        let room = 2 * BLOCK_PAIRS;
        let (mut items, mut ends, mut end) = (Vec::with_capacity(room), Vec::with_capacity(room), 0);
        for place in self.position..references.len().min(hypotheses.len()).min(self.position + BLOCK_PAIRS) {
            let pair = [references.get_item(place)?, hypotheses.get_item(place)?];
            let [Ok(reference), Ok(hypothesis)] = pair.each_ref().map(|item| item.cast::<PyString>()) else { break };
            for (side, text) in [(&self.references, reference), (&self.hypotheses, hypothesis)] {
                side.prefetch(place);
                end += count_points(text)?;
                ends.push(end);
            }
            items.extend(pair);
            if end >= BLOCK_SIZE {
                break;
            }
        }
        self.pushing.items(texts, items, &ends)?;
        Ok(ends.len() / 2)
    }
}

impl Feed for Pairs<'_> {
    type Error = Raised;

    fn next(&mut self) -> Result<Option<Texts>, Raised> {
        let mut texts = self.pushing.texts();
        // The lists may shrink while the GIL is free, so each item is asked for.
        let end = self.references.len().min(self.hypotheses.len());
        while self.position < end && texts.len() < 2 * CHUNK_PAIRS && texts.size() < CHUNK_SIZE {
            let pushed = self.push_block(&mut texts)?;
            if pushed == 0 {
                for side in [&self.references, &self.hypotheses] {
                    side.prefetch(self.position);
                    side.push(self.position, &mut texts, &mut self.pushing)?;
                }
            }
            self.position += pushed.max(1);
        }
        Ok((!texts.is_empty()).then_some(texts))
    }

    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<(), Raised> {
        let py = self.references.py();
        py.detach(wait);
        Ok(py.check_signals()?)
    }
}
