//! What can be wrong with a file of word vectors.

use std::fmt;

use crate::error::{Error, ErrorKind, Place};

/// A fault of a text of vectors, or of the file it is kept in.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// Nothing but blank lines.
    Empty,
    /// A first line that promises another number of vectors.
    Count {
        /// Vectors promised.
        promised: u64,
        /// Vectors found.
        found: u64,
    },
    /// A line with more or fewer numbers than the first.
    Fields {
        /// Numbers in a line.
        expected: usize,
        /// Numbers here.
        found: usize,
    },
    /// Something in the place of a number.
    Number(String),
    /// A word that is not UTF-8.
    NotUtf8,
    /// More vectors than can be numbered.
    TooMany,
    /// What the system said of a file.
    File(String),
    /// What it said of the file that vectors are kept in.
    Kept(String),
}

impl Fault {
    /// The error of a line, counted from 1.
    pub fn at(self, line: u64) -> Error {
        Error::from(ErrorKind::Vectors(self)).at(Place::Line(line))
    }

    /// Vectors that cannot be kept.
    pub(super) fn kept(error: &std::io::Error) -> Self {
        Self::Kept(error.to_string())
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

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("there is no vector in this file"),
            Self::Count { promised, found } => {
                write!(f, "{promised} vectors are promised here, but {found} follow; is the file whole?")
            }
            Self::Fields { expected, found } => {
                write!(f, "numbers after the word: {found}, but {expected} belong here")
            }
            Self::Number(text) => write!(f, "\"{text}\" is not a finite number"),
            Self::NotUtf8 => f.write_str("this word is not UTF-8; convert the file first"),
            Self::TooMany => f.write_str("there are more vectors than can be told apart; take the most frequent"),
            Self::File(what) | Self::Kept(what) => f.write_str(what),
        }
    }
}
