//! Costs and tie order as data: everything that decides which of many alignments is the one.

use crate::cost::Cost;
use crate::error::{Error, ErrorKind, Result, find_named};

/// One step of a path through the matrix of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Step {
    /// Both words, equal.
    Match = 0,
    /// Both words, different.
    Substitution = 1,
    /// A hypothesis word alone.
    Insertion = 2,
    /// A reference word alone.
    Deletion = 3,
}

impl Step {
    /// All steps, in the order of their numbers.
    pub const ALL: [Self; 4] = [Self::Match, Self::Substitution, Self::Insertion, Self::Deletion];

    /// The name used in tie orders.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Substitution => "substitution",
            Self::Insertion => "insertion",
            Self::Deletion => "deletion",
        }
    }
}

/// The order in which steps are preferred where several are on a cheapest path.
///
/// The path is traced from the end of both sequences; at each cell the first step of the order that lies on a
/// cheapest path is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ties([Step; 4]);

impl Ties {
    /// An order from the names of its steps, most preferred first.
    pub fn new(steps: [Step; 4]) -> Result<Self> {
        if Step::ALL.iter().all(|step| steps.contains(step)) {
            Ok(Self(steps))
        } else {
            Err(ErrorKind::InvalidTieOrder(steps.map(Step::name).join(" ")).into())
        }
    }

    /// An order from names separated by blanks, most preferred first; `diagonal` stands for match and substitution.
    pub fn parse(text: &str) -> Result<Self> {
        let refuse = || Error::from(ErrorKind::InvalidTieOrder(text.to_owned()));
        let named = text.replace("diagonal", "match substitution");
        let steps: Vec<Step> = named
            .split_whitespace()
            .map(|name| Step::ALL.into_iter().find(|step| step.name() == name).ok_or_else(refuse))
            .collect::<Result<_>>()?;
        Self::new(steps.try_into().map_err(|_| refuse())?).map_err(|_| refuse())
    }

    /// The steps, most preferred first.
    pub const fn steps(self) -> [Step; 4] {
        self.0
    }
}

/// The costs of the three errors; a match is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Costs {
    /// A reference word against another hypothesis word.
    pub substitution: Cost,
    /// A hypothesis word alone.
    pub insertion: Cost,
    /// A reference word alone.
    pub deletion: Cost,
}

impl Costs {
    /// One each.
    pub const UNIT: Self = Self { substitution: Cost::whole(1), insertion: Cost::whole(1), deletion: Cost::whole(1) };

    /// Costs from numbers.
    pub fn new(substitution: f64, insertion: f64, deletion: f64) -> Result<Self> {
        Ok(Self {
            substitution: Cost::new("substitution", substitution)?,
            insertion: Cost::new("insertion", insertion)?,
            deletion: Cost::new("deletion", deletion)?,
        })
    }
}

/// How a pair is aligned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Policy {
    /// What errors cost.
    pub costs: Costs,
    /// What is preferred among equals.
    pub ties: Ties,
    /// Whether the longest common beginning, then the longest common end, is matched before anything else.
    pub trims: bool,
}

use Step::{Deletion, Insertion, Match, Substitution};

impl Policy {
    /// Kaldi's `compute-wer`. `align-text` finds as many errors by another order of preference, so that its
    /// insertions, deletions and substitutions may differ (Kaldi's issue 4798).
    pub const KALDI: Self = Self::unit([Insertion, Deletion, Match, Substitution], false);
    /// Match or substitution before insertion before deletion, unit costs.
    pub const SUBFIRST: Self = Self::unit([Match, Substitution, Insertion, Deletion], false);
    /// rapidfuzz and, through it, jiwer: its rule "insertion only where the cell to the left is one less than the
    /// cell before the diagonal" says that a substitution beats an insertion and an insertion beats a match.
    pub const RAPIDFUZZ: Self = Self::unit([Deletion, Substitution, Insertion, Match], true);
    /// NIST sclite on plain word sequences: 3 for a word alone, 4 for a substitution.
    pub const SCLITE: Self = Self {
        costs: Costs { substitution: Cost::whole(4), insertion: Cost::whole(3), deletion: Cost::whole(3) },
        ties: Ties([Match, Substitution, Insertion, Deletion]),
        trims: false,
    };
    /// The policies that have names.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("kaldi", Self::KALDI),
        ("sclite", Self::SCLITE),
        ("sub-first", Self::SUBFIRST),
        ("rapidfuzz", Self::RAPIDFUZZ),
    ];

    const fn unit(ties: [Step; 4], trims: bool) -> Self {
        Self { costs: Costs::UNIT, ties: Ties(ties), trims }
    }

    /// What a path costs.
    pub fn cost(&self, steps: &[Step]) -> Cost {
        let Costs { substitution, insertion, deletion } = self.costs;
        let each = |step: &Step| match step {
            Match => 0,
            Substitution => substitution.0,
            Insertion => insertion.0,
            Deletion => deletion.0,
        };
        Cost(steps.iter().map(each).sum())
    }

    /// The policy of that name.
    pub fn named(name: &str) -> Result<Self> {
        find_named(&Self::NAMED, name, ErrorKind::UnknownPolicy)
    }
}
