//! A request to stop, which long loops look at now and then.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{ErrorKind, Result};

/// Set by whoever waits, read by whoever works.
#[derive(Debug, Default)]
pub struct StopRequest(AtomicBool);

impl StopRequest {
    /// Asks the workers to stop.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Fails once a stop was requested.
    pub fn check(&self) -> Result<()> {
        if self.0.load(Ordering::Relaxed) { Err(ErrorKind::Interrupted.into()) } else { Ok(()) }
    }
}
