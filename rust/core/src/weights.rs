//! What errors weigh: a substitution by its two words, insertions and deletions the same each.

mod lexicon;
mod parts;

use std::cell::Cell;
use std::sync::Arc;

use crate::cost::Cost;
use crate::error::{Error, ErrorKind, Place, Result};
use crate::text::Sequences;
use crate::vector::Vectors;
use crate::vector::mapped::MappedVectors;
use crate::vocab::Vocabulary;

pub use lexicon::Lexicon;
pub use parts::{Known, Parts};

/// How a cosine becomes the weight of a substitution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// 1 - cosine: from 0 for one direction to 2 for opposite ones.
    Distance,
    /// One weight for words closer than a cosine, 1 for others.
    Step {
        /// Words are close when their cosine is greater than this.
        above: f64,
        /// What a substitution of close words weighs.
        close: Cost,
    },
}

impl Scale {
    fn weigh(self, cosine: f32) -> Cost {
        let cosine = f64::from(cosine);
        match self {
            Self::Distance => Cost(((1.0 - cosine) * Cost::ONE as f64).round() as i64),
            Self::Step { above, close } if cosine > above => close,
            Self::Step { .. } => Cost::whole(1),
        }
    }
}

/// Where the weight of a substitution comes from.
#[derive(Debug)]
enum Source {
    /// The angle between the two words' vectors; a word without one weighs `missing`. Hypotheses in another language
    /// have words, and rows, of their own.
    Vectors { vectors: Vectors, scale: Scale, missing: Cost, others: Option<Lexicon> },
    /// A row for each reference word, a column for each hypothesis word.
    Table { costs: Vec<Cost>, columns: Lexicon },
}

/// The weights of all errors, shared by all threads.
#[derive(Debug)]
pub struct Weights {
    /// What a hypothesis word alone weighs.
    pub insertion: Cost,
    /// What a reference word alone weighs.
    pub deletion: Cost,
    rows: Rows,
    source: Source,
}

/// What finds the row of a word.
#[derive(Debug)]
enum Rows {
    Lexicon(Lexicon),
    Mapped(Arc<MappedVectors>),
}

impl Rows {
    fn row(&self, word: &[u8]) -> Option<u32> {
        match self {
            Self::Lexicon(lexicon) => lexicon.row(word),
            Self::Mapped(mapped) => mapped.row(word),
        }
    }
}

impl Weights {
    /// Weights from the vectors of these words. Where a word comes twice, its first vector counts.
    pub fn from_vectors(lexicon: Lexicon, vectors: Vectors, scale: Scale, missing: Cost) -> Result<Self> {
        Self::of_rows(lexicon, None, vectors, scale, missing)
    }

    /// Weights where hypotheses are in another language, whose words have the rows behind those of the references.
    ///
    /// Of two words that are spelled alike the vectors then say whether they are the same, if both have one.
    pub fn across(
        references: Lexicon,
        hypotheses: Lexicon,
        vectors: Vectors,
        scale: Scale,
        missing: Cost,
    ) -> Result<Self> {
        let hypotheses = hypotheses.behind(references.len() as u32);
        Self::of_rows(references, Some(hypotheses), vectors, scale, missing)
    }

    fn of_rows(
        lexicon: Lexicon,
        others: Option<Lexicon>,
        vectors: Vectors,
        scale: Scale,
        missing: Cost,
    ) -> Result<Self> {
        let (left, right) = (others.as_ref().unwrap_or(&lexicon).len(), vectors.len());
        if left != right {
            return Err(ErrorKind::LengthMismatch { what: "words and their vectors", left, right }.into());
        }
        Ok(Self::over(Rows::Lexicon(lexicon), Source::Vectors { vectors, scale, missing, others }))
    }

    /// Weights from the vectors that were kept in a file, where they lie.
    pub fn from_mapped(mapped: Arc<MappedVectors>, scale: Scale, missing: Cost) -> Self {
        let vectors = Vectors::mapped(Arc::clone(&mapped));
        Self::over(Rows::Mapped(mapped), Source::Vectors { vectors, scale, missing, others: None })
    }

    fn over(rows: Rows, source: Source) -> Self {
        Self { insertion: Cost::whole(1), deletion: Cost::whole(1), rows, source }
    }

    /// Weights from a table, row by row, over the words of the references and those of the hypotheses.
    pub fn from_table(rows: Lexicon, columns: Lexicon, costs: Vec<Cost>) -> Result<Self> {
        if rows.len().checked_mul(columns.len()) != Some(costs.len()) {
            let kind = ErrorKind::TableShape { rows: rows.len(), columns: columns.len(), values: costs.len() };
            return Err(kind.into());
        }
        Ok(Self::over(Rows::Lexicon(rows), Source::Table { costs, columns }))
    }
}

impl Weights {
    fn least(&self) -> Cost {
        match &self.source {
            Source::Vectors { scale: Scale::Distance, .. } => Cost(0),
            Source::Vectors { scale: Scale::Step { close, .. }, missing, .. } => {
                Cost::whole(1).min(*close).min(*missing)
            }
            Source::Table { costs, .. } => costs.iter().copied().min().unwrap_or_default(),
        }
    }
}

/// Ends the name of a hypothesis word that is told from a reference word spelled alike; no UTF-8 has this byte.
const OTHER: u8 = 0xff;

/// No row has this number.
const NONE: u32 = u32::MAX;
/// Weights remembered at a time: those of the pair at hand, in a table that stays in the cache beside the vectors.
const REMEMBERED: usize = 1 << 12;
/// No pair has this number: `NONE` is no row.
const NO_PAIR: u64 = u64::MAX;

/// The weights of a chunk's words, by their ids; each thread has its own.
pub struct Weigher<'a> {
    weights: &'a Weights,
    rows: Vec<u32>,
    columns: Vec<u32>,
    /// Weights by pair of rows, each at its one place, so that products of words that meet again are not computed
    /// again.
    known: Box<[Cell<(u64, Cost)>]>,
    least: Cost,
}

impl<'a> Weigher<'a> {
    /// A weigher that knows no words yet.
    pub fn new(weights: &'a Weights) -> Self {
        let known = vec![Cell::new((NO_PAIR, Cost(0))); REMEMBERED].into();
        Self { weights, rows: Vec::new(), columns: Vec::new(), known, least: weights.least() }
    }

    /// Turns to the words of a chunk, of which references and hypotheses come in turn.
    pub fn learn(&mut self, vocabulary: &mut Vocabulary, sequences: &mut Sequences) -> Result<()> {
        self.learn_sides(vocabulary, sequences, |side| side % 2 == 0)
            .map_err(|(side, error)| error.at(Place::Pair(side / 2)))
    }

    /// Turns to the words of a reference and all its hypotheses.
    pub fn learn_list(&mut self, vocabulary: &mut Vocabulary, sequences: &mut Sequences) -> Result<()> {
        self.learn_sides(vocabulary, sequences, |side| side == 0).map_err(|(_, error)| error)
    }

    /// Turns to words of either side; an error comes with the sequence it is in.
    fn learn_sides(
        &mut self,
        vocabulary: &mut Vocabulary,
        sequences: &mut Sequences,
        is_reference: impl Fn(usize) -> bool,
    ) -> Result<(), (usize, Error)> {
        self.rows = vocabulary.words().map(|word| self.weights.rows.row(word).unwrap_or(NONE)).collect();
        let of = |lexicon: &Lexicon| vocabulary.words().map(|word| lexicon.row(word).unwrap_or(NONE)).collect();
        match &self.weights.source {
            Source::Vectors { others: None, .. } => self.columns.clone_from(&self.rows),
            Source::Vectors { others: Some(others), .. } => {
                self.columns = of(others);
                self.tell_apart(vocabulary, sequences, is_reference);
            }
            Source::Table { columns, .. } => {
                self.columns = of(columns);
                self.check_covered(vocabulary, sequences, is_reference)?;
            }
        }
        Ok(())
    }

    /// Gives hypothesis words names of their own where they are spelled like reference words and both have vectors.
    fn tell_apart(
        &mut self,
        vocabulary: &mut Vocabulary,
        sequences: &mut Sequences,
        is_reference: impl Fn(usize) -> bool,
    ) {
        let known = vocabulary.len() as u32;
        let names: Vec<u32> = (0..known)
            .map(|id| {
                let place = id as usize;
                if self.rows[place] == NONE || self.columns[place] == NONE {
                    return id;
                }
                self.rows.push(NONE);
                self.columns.push(self.columns[place]);
                vocabulary.intern(&[vocabulary.word(id), &[OTHER]].concat())
            })
            .collect();
        sequences.rename_within(|side, id| if is_reference(side) { id } else { names[id as usize] });
    }

    fn check_covered(
        &self,
        vocabulary: &Vocabulary,
        sequences: &Sequences,
        is_reference: impl Fn(usize) -> bool,
    ) -> Result<(), (usize, Error)> {
        for side in 0..sequences.len() {
            let (rows, what) = if is_reference(side) { (&self.rows, "row") } else { (&self.columns, "column") };
            if let Some(&id) = sequences.get(side).iter().find(|&&id| rows[id as usize] == NONE) {
                let word = String::from_utf8_lossy(vocabulary.word(id)).into_owned();
                return Err((side, ErrorKind::UncoveredWord { word, what }.into()));
            }
        }
        Ok(())
    }

    /// What a hypothesis word alone weighs.
    pub fn insertion(&self) -> Cost {
        self.weights.insertion
    }

    /// What a reference word alone weighs.
    pub fn deletion(&self) -> Cost {
        self.weights.deletion
    }

    /// What it weighs to take one word for the other.
    pub fn substitution(&self, reference: u32, hypothesis: u32) -> Cost {
        let (row, other) = (self.rows[reference as usize], self.columns[hypothesis as usize]);
        match &self.weights.source {
            Source::Vectors { vectors, scale, missing, .. } => {
                if row == NONE || other == NONE {
                    return *missing;
                }
                self.known_or(u64::from(row) << 32 | u64::from(other), || scale.weigh(vectors.cosine(row, other)))
            }
            Source::Table { costs, columns } => costs[row as usize * columns.len() + other as usize],
        }
    }

    /// How many words of a pair have no vector; a table has a place for each.
    pub fn unknown(&self, reference: &[u32], hypothesis: &[u32]) -> u32 {
        let lacking =
            |rows: &[u32], words: &[u32]| -> u32 { words.iter().map(|&id| u32::from(rows[id as usize] == NONE)).sum() };
        match self.weights.source {
            Source::Vectors { .. } => lacking(&self.rows, reference) + lacking(&self.columns, hypothesis),
            Source::Table { .. } => 0,
        }
    }

    fn known_or(&self, pair: u64, weigh: impl FnOnce() -> Cost) -> Cost {
        let place = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - REMEMBERED.trailing_zeros());
        let remembered = &self.known[place as usize];
        let (known, weight) = remembered.get();
        if known == pair {
            return weight;
        }
        let weight = weigh();
        remembered.set((pair, weight));
        weight
    }

    /// What every substitution weighs at least.
    pub fn least(&self) -> Cost {
        self.least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::align::batch::ChunkAligner;
    use crate::align::weighted::{Goal, WeightedAligner};
    use crate::policy::Policy;
    use crate::stop_request::StopRequest;
    use crate::text::Unit;

    /// chat is a cat in one language and talk in the other; 7 has no vector in either; qui has one in the first alone.
    fn across(hypothesis: &str) -> (i64, u32) {
        let lexicon = |words: &[&str]| {
            let mut lexicon = Lexicon::default();
            for word in words {
                lexicon.push(word);
            }
            lexicon
        };
        let vectors = Vectors::new([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [0.0, 1.0]].concat(), 4, 2);
        let weights = vectors.and_then(|vectors| {
            let sides = (lexicon(&["chat", "qui"]), lexicon(&["cat", "chat"]));
            Weights::across(sides.0, sides.1, vectors, Scale::Distance, Cost::whole(1))
        });
        let Ok(weights) = weights else { unreachable!("vectors and words agree") };
        let mut texts = crate::text::Texts::default();
        for text in ["chat qui 7", hypothesis] {
            texts.push(text);
        }
        let mut found = crate::alignment::Alignment::default();
        let aligner = WeightedAligner::new(Unit::Words, Policy::SUBFIRST, Goal::Total, &weights);
        let done = aligner.and_then(|mut aligner| aligner.align(&texts, &StopRequest::default(), &mut found));
        assert_eq!(done, Ok(()));
        (found.weights[0] / Cost::ONE, found.unknown[0])
    }

    #[test]
    fn words_of_another_language_are_other_words() {
        assert_eq!(across("cat qui 7"), (0, 3)); // 7 on both sides and the second qui are unknown; both are spelled alike
        assert_eq!(across("chat qui 7"), (1, 3)); // talk is no cat
        assert_eq!(across("cat chat 7"), (0, 2)); // qui means talk here
        assert_eq!(across("7 qui 7"), (1, 4));
    }

    #[test]
    fn a_weight_is_remembered_for_its_own_words() {
        let (mut lexicon, mut vocabulary) = (Lexicon::default(), Vocabulary::default());
        let mut values = Vec::new();
        for word in 0..400_u16 {
            lexicon.push(&word.to_string());
            vocabulary.intern(word.to_string().as_bytes());
            values.extend([f32::from(word + 1), 400.0 - f32::from(word)]);
        }
        let vectors = Vectors::new(values, 400, 2);
        let Ok(weights) = vectors.and_then(|v| Weights::from_vectors(lexicon, v, Scale::Distance, Cost(0))) else {
            unreachable!("vectors and words agree");
        };
        let mut weigher = Weigher::new(&weights);
        assert_eq!(weigher.learn(&mut vocabulary, &mut Sequences::default()), Ok(()));
        // More pairs than places, so that many pairs share one.
        for (left, right) in (0..400).flat_map(|left| (0..400).map(move |right| (left, right))) {
            let Source::Vectors { vectors, scale, .. } = &weights.source else { continue };
            assert_eq!(weigher.substitution(left, right), scale.weigh(vectors.cosine(left, right)), "{left}, {right}");
        }
    }
}
