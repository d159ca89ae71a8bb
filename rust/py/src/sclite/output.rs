//! How `Sclite` runs what aligns, and hands on to Python what that prints, much at a time.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use mondegreen_core::sctk::input::{Failure, Teller};
use mondegreen_core::sctk::pairing::Pairing;

use super::Sclite;
use crate::scored_system::Scored;

/// So many bytes are handed on at a time.
const ENOUGH: usize = 1 << 15;

/// Two functions of Python's that take bytes.
pub struct Told {
    kept: Vec<u8>,
    out: Py<PyAny>,
    err: Py<PyAny>,
    raised: Option<PyErr>,
}

impl Told {
    pub fn new(out: Py<PyAny>, err: Py<PyAny>) -> Self {
        Self { kept: Vec::new(), out, err, raised: None }
    }

    /// Hands on the rest; a failure is told as well. Whether all went well is the answer.
    pub fn finish(mut self, outcome: Result<(), Failure>) -> PyResult<bool> {
        let failure = outcome.err();
        if let Some(Failure { out, err }) = &failure
            && self.raised.is_none()
        {
            self.kept.extend_from_slice(out);
            drop(self.err(err)); // what is raised is kept
        }
        drop(self.hand_on());
        self.raised.map_or(Ok(failure.is_none()), Err)
    }

    fn hand_on(&mut self) -> Result<(), Failure> {
        let kept = std::mem::take(&mut self.kept);
        self.call(&kept, |told| &told.out)
    }

    fn call(&mut self, text: &[u8], function: fn(&Self) -> &Py<PyAny>) -> Result<(), Failure> {
        if text.is_empty() || self.raised.is_some() {
            return Ok(());
        }
        let answer = Python::attach(|py| {
            py.check_signals()?;
            function(self).call1(py, (PyBytes::new(py, text),)).map(drop)
        });
        answer.map_err(|error| {
            self.raised = Some(error);
            Failure::default()
        })
    }
}

impl Teller for Told {
    fn out(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.kept.extend_from_slice(text);
        if self.kept.len() < ENOUGH { Ok(()) } else { self.hand_on() }
    }

    fn err(&mut self, text: &[u8]) -> Result<(), Failure> {
        self.call(text, |told| &told.err)
    }
}

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
