//! One error for the whole core: what went wrong and, added by the caller who knows it, where.

use std::fmt;

use crate::align::weighted::Goal;
use crate::cost::Cost;
use crate::policy::Policy;
use crate::text::Unit;

/// What went wrong. Every kind has a case that provokes it (`error_cases.rs`).
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each sentence says what its kind is")]
pub enum ErrorKind {
    #[error("the {name} cost is {value}; give a number from 0 to {}", Cost::LARGEST)]
    InvalidCost { name: String, value: f64 },
    #[error("the probability of {what} is {value}; give a number from 0 to 1")]
    InvalidProbability { what: String, value: f64 },
    #[error("the tie order \"{0}\" does not name each of match, substitution, insertion and deletion once")]
    InvalidTieOrder(String),
    #[error("there is no policy \"{}\"; choose from {}", .0, names(&Policy::NAMED))]
    UnknownPolicy(String),
    #[error("there is no unit \"{}\"; choose from {}", .0, names(&Unit::NAMED))]
    UnknownUnit(String),
    #[error("{what} must come in pairs, but there are {left} and {right}")]
    LengthMismatch { what: &'static str, left: usize, right: usize },
    #[error("the cost table has no {what} for \"{word}\"; build it over every word of both sides")]
    UncoveredWord { word: String, what: &'static str },
    #[error("there is no goal \"{}\"; choose from {}", .0, names(&Goal::NAMED))]
    UnknownGoal(String),
    #[error("weights break ties only where every error costs something; give costs above 0")]
    FreeErrors,
    #[error(
        "a table of {rows} rows and {columns} columns needs {} values, but {values} were given",
        rows.saturating_mul(*columns)
    )]
    TableShape { rows: usize, columns: usize, values: usize },
    #[error("vector {row} holds a value that is not a finite number, or beyond use; remove or repair it")]
    InvalidVector { row: usize },
    #[error("the word graph has a cycle through node {node}; a graph must run from start to end")]
    Cycle { node: usize },
    #[error("edge {edge} of the word graph does not lie on a path from its start to its end; remove it or join it")]
    DanglingEdge { edge: usize },
    #[error("no path of the word graph joins its start to its end")]
    NoPath,
    #[error("token {token} ends or continues alternatives that did not begin, or ends the text within some")]
    UnbalancedAlternatives { token: usize },
    #[error("alternatives lie within others more than {most} times")]
    NestedTooDeeply { most: usize },
    #[error("word {word} runs from {start} to {end} seconds; times must be finite and not run backwards")]
    InvalidTimes { word: usize, start: f64, end: f64 },
    #[error("the pair needs {cells} cells in memory, and {limit} is the limit; cut it into shorter utterances")]
    TooLarge { cells: u64, limit: u64 },
    #[error("{asked} neighbors of each of so many vectors are too many; ask for {most} at most")]
    TooManyNeighbors { asked: usize, most: usize },
    #[error("the costs are too large for sequences of this length; divide all of them by a common factor")]
    CostOverflow,
    #[error("byte {byte} is not UTF-8; name the file's encoding")]
    NotUtf8 { byte: usize },
    #[error(transparent)]
    Vectors(#[from] crate::vector::fault::Fault),
    #[error(transparent)]
    Lattice(#[from] crate::lattice::fault::Fault),
    #[error(transparent)]
    Model(#[from] crate::model::fault::Fault),
    #[error("interrupted")]
    Interrupted,
}

/// What bears a name, or the error that none does.
pub(crate) fn find_named<T: Copy>(named: &[(&str, T)], name: &str, unknown: fn(String) -> ErrorKind) -> Result<T> {
    let found = named.iter().find(|(known, _)| *known == name);
    found.map(|&(_, value)| value).ok_or_else(|| unknown(name.to_owned()).into())
}

fn names<T, const COUNT: usize>(named: &[(&str, T); COUNT]) -> String {
    named.each_ref().map(|(name, _)| *name).join(", ")
}

/// Where it went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "file, key and byte are what they are called")]
pub enum Place {
    /// The pair of a batch, counted from 0.
    Pair(usize),
    /// The line of a file, counted from 1.
    Line(u64),
    /// A lattice that was read whole, by the file of its table and its key.
    Lattice { file: String, key: String },
    /// An object of a table, by its key, which is empty until it is known, and the unpacked bytes before the fault.
    Entry { file: String, key: String, byte: u64 },
}

/// What went wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What went wrong.
    pub kind: ErrorKind,
    /// Where, once somebody knew it.
    pub place: Option<Place>,
}

/// The result of everything that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Says where, unless someone nearer the fault already did.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place.get_or_insert(place);
        self
    }

    /// The same error in a batch that has so many pairs before this part.
    #[must_use]
    pub fn behind(mut self, pairs: usize) -> Self {
        if let Some(Place::Pair(index)) = &mut self.place {
            *index += pairs;
        }
        self
    }

    /// The same error in a file that has so many lines before this part.
    #[must_use]
    pub fn below(mut self, lines: u64) -> Self {
        if let Some(Place::Line(line)) = &mut self.place {
            *line += lines;
        }
        self
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, place: None }
    }
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Some(Place::Pair(index)) => write!(f, "pair {index}: ")?,
            Some(Place::Line(line)) => write!(f, "line {line}: ")?,
            Some(Place::Lattice { file, key }) => write!(f, "{file}: utterance {key}: ")?,
            Some(Place::Entry { file, key, byte }) => {
                f.write_str(file)?;
                if !key.is_empty() {
                    write!(f, ": utterance {key}")?;
                }
                write!(f, ": byte {byte}: ")?;
            }
            None => {}
        }
        self.kind.fmt(f)
    }
}
