//! How `Sclite` runs what aligns, and what it says before.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::sctk::input::Failure;
use mondegreen_core::sctk::pairing::Pairing;

use super::Sclite;
use crate::scored::Scored;
use crate::told::Told;

impl Sclite {
    /// Runs a function that aligns, and gives what it aligned unless it failed.
    pub(super) fn run(
        &mut self,
        py: Python<'_>,
        align: impl FnOnce(&mut Pairing, &mut Told) -> Result<(), Failure> + Send,
    ) -> PyResult<Option<Scored>> {
        let mut pairing = Pairing::new(self.manner.clone());
        pairing.sequence = self.sequence;
        let mut told = Told::new(self.out.clone_ref(py), self.err.clone_ref(py));
        let outcome = py.detach(|| align(&mut pairing, &mut told));
        self.sequence = pairing.sequence;
        Ok(told.finish(outcome)?.then_some(Scored(pairing.scored)))
    }

    /// Tells which words of the lexicon are out of order, if there is one.
    pub(super) fn tell_disorder(&self, py: Python<'_>) -> PyResult<()> {
        let Some(segmented) = &self.manner.segmented else { return Ok(()) };
        let said = segmented.disorder(self.manner.coding);
        if !said.is_empty() {
            self.err.call1(py, (PyBytes::new(py, &said),))?;
        }
        Ok(())
    }
}
