//! One error for the whole core: what went wrong and, added by the caller who knows it, where.

use std::fmt;

/// What went wrong. Every kind has a case that provokes it (`error_cases.rs`).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A cost that is negative, not a number, infinite, or beyond [`crate::amount::Cost::LARGEST`].
    InvalidCost {
        /// Which cost, as the user wrote it.
        name: String,
        /// The value refused.
        value: f64,
    },
    /// A probability that is none.
    InvalidProbability {
        /// Of what.
        what: String,
        /// The value refused.
        value: f64,
    },
    /// A tie order that does not name each of the four steps once.
    InvalidTieOrder(String),
    /// A policy name that is not known.
    UnknownPolicy(String),
    /// A unit name that is not known.
    UnknownUnit(String),
    /// Two lists that must be of one length are not.
    LengthMismatch {
        /// What the lists hold.
        what: &'static str,
        /// Length of the first.
        left: usize,
        /// Length of the second.
        right: usize,
    },
    /// A word for which a cost table has no row or column.
    UncoveredWord {
        /// The word.
        word: String,
        /// What the table lacks.
        what: &'static str,
    },
    /// A goal of weights that is not known.
    UnknownGoal(String),
    /// Weights that are to break ties among errors of which some cost nothing.
    FreeErrors,
    /// A table whose number of values is not rows times columns.
    TableShape {
        /// Rows promised.
        rows: usize,
        /// Columns promised.
        columns: usize,
        /// Values found.
        values: usize,
    },
    /// A vector with a value that is not finite, or so large that products are not.
    InvalidVector {
        /// Which vector.
        row: usize,
    },
    /// A graph whose edges form a cycle.
    Cycle {
        /// A node on the cycle.
        node: usize,
    },
    /// An edge that names a node the graph does not have, or a node that no path joins to both ends.
    DanglingEdge {
        /// The edge.
        edge: usize,
    },
    /// A graph whose start and end no path joins.
    NoPath,
    /// Alternatives that are closed or continued where none are open, or left open at the end of the text.
    UnbalancedAlternatives {
        /// The token.
        token: usize,
    },
    /// Alternatives that lie in alternatives that lie in others, too many times.
    NestedTooDeeply {
        /// How many times they may.
        most: usize,
    },
    /// A word that ends before it starts, or whose times are not finite.
    InvalidTimes {
        /// Which word.
        word: usize,
        /// Its start in seconds.
        start: f64,
        /// Its end in seconds.
        end: f64,
    },
    /// A problem whose cells the kernel would all have to hold in memory.
    TooLarge {
        /// Cells asked for.
        cells: u64,
        /// Cells allowed.
        limit: u64,
    },
    /// More neighbors than memory holds for each of so many vectors.
    TooManyNeighbors {
        /// So many were asked for.
        asked: usize,
        /// So many may be.
        most: usize,
    },
    /// Costs so large that their sum along a path might overflow.
    CostOverflow,
    /// Bytes that are not UTF-8.
    NotUtf8 {
        /// The first of them, counted from 0.
        byte: usize,
    },
    /// A text of word vectors that is none, or a file of them that cannot be used.
    Vectors(crate::vector::fault::Fault),
    /// A table of lattices that is none, or a lattice that cannot be used.
    Lattice(crate::lattice::fault::Fault),
    /// The caller asked to stop.
    Interrupted,
}

/// Where it went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// The pair of a batch, counted from 0.
    Pair(usize),
    /// The line of a file, counted from 1.
    Line(u64),
    /// A lattice that was read whole.
    Lattice {
        /// The file of its table.
        file: String,
        /// Its key.
        key: String,
    },
    /// An object of a table, and how far the table was read.
    Entry {
        /// The table's file.
        file: String,
        /// The object's key, or nothing before it is known.
        key: String,
        /// Bytes of the file, unpacked, before the fault.
        byte: u64,
    },
}

/// An error: a kind, and a place once somebody knew it.
#[derive(Clone, Debug, PartialEq)]
pub struct Error {
    /// What went wrong.
    pub kind: ErrorKind,
    /// Where, if known.
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

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidCost { name, value } => {
                write!(f, "the {name} cost is {value}; give a number from 0 to {}", crate::amount::Cost::LARGEST)
            }
            Self::InvalidProbability { what, value } => {
                write!(f, "the probability of {what} is {value}; give a number from 0 to 1")
            }
            Self::InvalidTieOrder(order) => write!(
                f,
                "the tie order \"{order}\" does not name each of match, substitution, insertion and deletion once"
            ),
            Self::UnknownPolicy(name) => write!(
                f,
                "there is no policy \"{name}\"; choose from {}",
                crate::policy::Policy::NAMED.map(|(name, _)| name).join(", ")
            ),
            Self::UnknownUnit(name) => write!(
                f,
                "there is no unit \"{name}\"; choose from {}",
                crate::text::Unit::NAMED.map(|(name, _)| name).join(", ")
            ),
            Self::LengthMismatch { what, left, right } => {
                write!(f, "{what} must come in pairs, but there are {left} and {right}")
            }
            Self::UncoveredWord { word, what } => {
                write!(f, "the cost table has no {what} for \"{word}\"; build it over every word of both sides")
            }
            Self::UnknownGoal(name) => write!(
                f,
                "there is no goal \"{name}\"; choose from {}",
                crate::align::weighted::Goal::NAMED.map(|(name, _)| name).join(", ")
            ),
            Self::FreeErrors => {
                f.write_str("weights break ties only where every error costs something; give costs above 0")
            }
            Self::TableShape { rows, columns, values } => write!(
                f,
                "a table of {rows} rows and {columns} columns needs {} values, but {values} were given",
                rows.saturating_mul(*columns)
            ),
            Self::InvalidVector { row } => {
                write!(f, "vector {row} holds a value that is not a finite number, or beyond use; remove or repair it")
            }
            Self::Cycle { node } => {
                write!(f, "the word graph has a cycle through node {node}; a graph must run from start to end")
            }
            Self::DanglingEdge { edge } => write!(
                f,
                "edge {edge} of the word graph does not lie on a path from its start to its end; remove it or join it"
            ),
            Self::NoPath => f.write_str("no path of the word graph joins its start to its end"),
            Self::UnbalancedAlternatives { token } => write!(
                f,
                "token {token} ends or continues alternatives that did not begin, or ends the text within some"
            ),
            Self::NestedTooDeeply { most } => {
                write!(f, "alternatives lie within others more than {most} times")
            }
            Self::InvalidTimes { word, start, end } => {
                write!(f, "word {word} runs from {start} to {end} seconds; times must be finite and not run backwards")
            }
            Self::TooLarge { cells, limit } => write!(
                f,
                "the pair needs {cells} cells in memory, and {limit} is the limit; cut it into shorter utterances"
            ),
            Self::TooManyNeighbors { asked, most } => {
                write!(f, "{asked} neighbors of each of so many vectors are too many; ask for {most} at most")
            }
            Self::CostOverflow => f.write_str(
                "the costs are too large for sequences of this length; divide all of them by a common factor",
            ),
            Self::NotUtf8 { byte } => write!(f, "byte {byte} is not UTF-8; name the file's encoding"),
            Self::Vectors(fault) => fault.fmt(f),
            Self::Lattice(fault) => fault.fmt(f),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
