//! What can be wrong with a table or a lattice.

use crate::error::{Error, ErrorKind};

/// A fault of a table, of an object in it, or of what was asked of a lattice.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each sentence says what its fault is")]
pub enum Fault {
    /// The system's own words.
    #[error("{0}")]
    Input(String),
    #[error("the file ends within this lattice; is it whole?")]
    Truncated,
    #[error("the key \"{0}\" is not followed by a blank and a lattice")]
    Key(String),
    #[error("this is neither a binary nor a text lattice")]
    Magic,
    #[error("an automaton of type \"{0}\" is no lattice; Kaldi writes \"vector\"")]
    FstType(String),
    #[error("arcs of type \"{0}\" are not those of a lattice")]
    ArcType(String),
    #[error("arcs of type \"{0}\" are not the standard ones of a grammar")]
    NoStandard(String),
    #[error("version {0} of the binary form is not read; it must be 2 or later")]
    Version(i32),
    #[error("there cannot be {value} {what}")]
    Count { what: &'static str, value: i64 },
    #[error("state {state} is named, but there are only {states} states")]
    State { state: i64, states: usize },
    #[error("\"{0}\" is no line of a text lattice")]
    Line(String),
    #[error("there are more {0} than can be numbered")]
    TooMany(&'static str),
    #[error("{0} needs more memory than a lattice may take")]
    TooLarge(&'static str),
    #[error("the key \"{0}\" comes twice")]
    Repeated(String),
    #[error("no path of the lattice leads from its start to an end")]
    NoEnd,
    #[error("the paths to state {state} do not agree on its time")]
    Times { state: u32 },
    #[error("determinization looked at more than {0} elements at once, as --max-loop allows no more")]
    Loops(i32),
    #[error("its states are not in topological order; --write-compact=false needs lattices as decoders write them")]
    Unsorted,
    #[error("word {0} is the label of special arcs, and cannot be read")]
    Reserved(i32),
    #[error("state {state} has several backoff arcs, or they lead in a circle")]
    Backoffs { state: u32 },
    #[error("an arc without a transition id has an acoustic cost, as in lattices that are determinized already")]
    Frameless,
    #[error("this is no transition model of Kaldi: {0}")]
    Model(&'static str),
    #[error("{what} should stand here, not \"{line}\"")]
    List { what: &'static str, line: String },
    #[error("the model has no transition id {0}; is it the model of these lattices?")]
    TransitionId(i32),
    #[error("word {0} is not present in the lexicon")]
    Unpronounced(i32),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        ErrorKind::Lattice(fault).into()
    }
}
