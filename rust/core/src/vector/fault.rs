//! What can be wrong with a file of word vectors.

use crate::error::{Error, ErrorKind, Place};

/// A fault of a text of vectors, or of the file it is kept in.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each sentence says what its fault is")]
pub enum Fault {
    #[error("there is no vector in this file")]
    Empty,
    #[error("{promised} vectors are promised here, but {found} follow; is the file whole?")]
    Count { promised: u64, found: u64 },
    #[error("numbers after the word: {found}, but {expected} belong here")]
    Fields { expected: usize, found: usize },
    #[error("\"{0}\" is not a finite number")]
    Number(String),
    #[error("this word is not UTF-8; convert the file first")]
    NotUtf8,
    #[error("there are more vectors than can be told apart; take the most frequent")]
    TooMany,
    /// What the system said of the text.
    #[error("{0}")]
    File(String),
    /// What it said of the file that vectors are kept in.
    #[error("{0}")]
    Stored(String),
}

impl Fault {
    /// The error of a line, counted from 1.
    pub fn at(self, line: u64) -> Error {
        Error::from(self).at(Place::Line(line))
    }

    pub(super) fn stored(error: &std::io::Error) -> Self {
        Self::Stored(error.to_string())
    }
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::File(error.to_string())
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        ErrorKind::Vectors(fault).into()
    }
}
