//! How `Sclite` runs what aligns.

use pyo3::prelude::*;

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
}
