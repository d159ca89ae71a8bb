//! Weights taken apart, so that others like them can be made elsewhere.

use super::{Rows, Scale, Source, Weights};
use crate::cost::Cost;

/// Words, each once, in the bytes they were given in.
pub type Known<'a> = Vec<&'a [u8]>;

/// What weights are made of; rows that no word leads to are left out.
pub enum Parts<'a> {
    /// Words and, in another language, others; then the vectors of both, one behind the other, of length 1.
    Vectors {
        /// Words of both sides, or of references alone.
        words: Known<'a>,
        /// Words of hypotheses in another language.
        others: Option<Known<'a>>,
        /// The vectors.
        values: Vec<f32>,
        /// Numbers in a vector.
        dimension: usize,
        /// How a cosine becomes a weight.
        scale: Scale,
        /// What a substitution weighs where a word has no vector.
        missing: Cost,
    },
    /// Words of references, of hypotheses, and the costs row by row.
    Table {
        /// Words of references.
        rows: Known<'a>,
        /// Words of hypotheses.
        columns: Known<'a>,
        /// The costs.
        costs: Vec<Cost>,
    },
}

impl Weights {
    /// What these weights are made of.
    pub fn parts(&self) -> Parts<'_> {
        let (words, rows): (Known<'_>, Vec<u32>) = self.rows.known();
        match &self.source {
            Source::Vectors { vectors, scale, missing, others } => {
                let (others, behind) = others.as_ref().map(|others| others.known().unzip()).unzip();
                let behind: Vec<u32> = behind.unwrap_or_default();
                let rows = rows.iter().chain(&behind);
                let values = rows.flat_map(|&row| vectors.row(row)).copied().collect();
                let (scale, missing, dimension) = (*scale, *missing, vectors.dimension());
                Parts::Vectors { words, others, values, dimension, scale, missing }
            }
            Source::Table { costs, columns: lexicon } => {
                let (columns, places): (Known<'_>, Vec<u32>) = lexicon.known().unzip();
                let of = |row: u32| places.iter().map(move |&place| row as usize * lexicon.len() + place as usize);
                let costs = rows.iter().flat_map(|&row| of(row)).map(|place| costs[place]).collect();
                Parts::Table { rows: words, columns, costs }
            }
        }
    }
}

impl Rows {
    fn known(&self) -> (Known<'_>, Vec<u32>) {
        match self {
            Self::Lexicon(lexicon) => lexicon.known().unzip(),
            Self::Mapped(mapped) => (0..mapped.len()).filter_map(|row| Some((mapped.word(row)?, row as u32))).unzip(),
        }
    }
}
