//! What can be wrong with a table or a lattice.

use std::fmt;

use crate::error::{Error, ErrorKind};

/// A fault of a table, of an object in it, or of what was asked of a lattice.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Fault {
    /// What the system said of a file.
    Input(String),
    /// A file that ends within an object.
    Truncated,
    /// A key that is followed by nothing an object may follow.
    Key(String),
    /// Bytes that begin neither a binary nor a text lattice.
    Magic,
    /// A kind of automaton other than `vector`.
    FstType(String),
    /// A kind of arc other than those of lattices.
    ArcType(String),
    /// A version of the binary form that is no longer read.
    Version(i32),
    /// A count that cannot be one.
    Count {
        /// What is counted.
        what: &'static str,
        /// The count.
        value: i64,
    },
    /// A state that is named but not there.
    State {
        /// The state.
        state: i64,
        /// How many there are.
        states: usize,
    },
    /// A line of a text lattice that is none.
    Line(String),
    /// More of something than can be numbered.
    TooMany(&'static str),
    /// What would fill the memory.
    TooLarge(&'static str),
    /// A specifier of a table that cannot be read.
    Specifier {
        /// `rspecifier` or `wspecifier`.
        what: &'static str,
        /// The specifier.
        text: String,
    },
    /// A line of a script file that does not say where its object is.
    Script(String),
    /// A key that comes twice where each must come once.
    Repeated(String),
    /// A lattice in which no path reaches an end.
    NoEnd,
    /// A lattice whose paths do not agree on the time of a state.
    Times {
        /// The state.
        state: u32,
    },
    /// A lattice of several paths where one is asked for.
    NotLinear,
    /// A transition model that is none.
    Model(&'static str),
    /// A list of phones or words that is none.
    List {
        /// What should stand there.
        what: &'static str,
        /// What does.
        line: String,
    },
    /// A transition id that the model does not have.
    TransitionId(i32),
    /// A word that the lexicon does not have.
    Unpronounced(i32),
}

impl From<std::io::Error> for Fault {
    fn from(error: std::io::Error) -> Self {
        Self::Input(error.to_string())
    }
}

impl From<Fault> for ErrorKind {
    fn from(fault: Fault) -> Self {
        Self::Lattice(fault)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        ErrorKind::Lattice(fault).into()
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Input(what) => f.write_str(what),
            Self::Truncated => f.write_str("the file ends within this lattice; is it whole?"),
            Self::Key(key) => write!(f, "the key \"{key}\" is not followed by a blank and a lattice"),
            Self::Magic => f.write_str("this is neither a binary nor a text lattice"),
            Self::FstType(name) => {
                write!(f, "an automaton of type \"{name}\" is no lattice; Kaldi writes \"vector\"")
            }
            Self::ArcType(name) => write!(f, "arcs of type \"{name}\" are not those of a lattice"),
            Self::Version(version) => {
                write!(f, "version {version} of the binary form is not read; it must be 2 or later")
            }
            Self::Count { what, value } => write!(f, "there cannot be {value} {what}"),
            Self::State { state, states } => {
                write!(f, "state {state} is named, but there are only {states} states")
            }
            Self::Line(line) => write!(f, "\"{line}\" is no line of a text lattice"),
            Self::TooLarge(what) => write!(f, "{what} needs more memory than a lattice may take"),
            Self::TooMany(what) => write!(f, "there are more {what} than can be numbered"),
            Self::Specifier { what, text } => {
                write!(f, "\"{text}\" is no {what}; write for example \"ark:lat.1.gz\"")
            }
            Self::Script(line) => write!(f, "\"{line}\" is no line of a script file: a key and a file name"),
            Self::Repeated(key) => write!(f, "the key \"{key}\" comes twice"),
            Self::NoEnd => f.write_str("no path of the lattice leads from its start to an end"),
            Self::Times { state } => write!(f, "the paths to state {state} do not agree on its time"),
            Self::NotLinear => f.write_str("the lattice has more than one path"),
            Self::Model(what) => write!(f, "this is no transition model of Kaldi: {what}"),
            Self::List { what, line } => write!(f, "{what} should stand here, not \"{line}\""),
            Self::TransitionId(id) => {
                write!(f, "the model has no transition id {id}; is it the model of these lattices?")
            }
            Self::Unpronounced(word) => write!(f, "word {word} is not present in the lexicon"),
        }
    }
}
