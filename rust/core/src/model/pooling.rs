//! One vector of a sentence, of those of its tokens.

use std::ops::Range;

use super::panels::Panels;

/// How it is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// That of the first token.
    First,
    /// The greatest number of each dimension.
    Greatest,
    /// The mean.
    Mean,
    /// The sum, divided by the square root of the number of tokens.
    MeanBySquareRoot,
}

impl Pooling {
    /// The names that sentence-transformers has for them.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("cls", Self::First),
        ("max", Self::Greatest),
        ("mean", Self::Mean),
        ("mean_sqrt_len_tokens", Self::MeanBySquareRoot),
    ];

    /// The vector of these tokens, of which there is at least one.
    pub(super) fn pool(self, states: &Panels, tokens: Range<usize>) -> Vec<f32> {
        let mut row = vec![0.0; tokens.len()];
        let count = tokens.len() as f32;
        (0..states.features())
            .map(|feature| {
                states.copy_out(feature, tokens.start, &mut row);
                match self {
                    Self::First => row.first().copied().unwrap_or_default(),
                    Self::Greatest => row.iter().fold(f32::NEG_INFINITY, |most, &value| greater(most, value)),
                    Self::Mean => row.iter().sum::<f32>() / count,
                    Self::MeanBySquareRoot => row.iter().sum::<f32>() / count.sqrt(),
                }
            })
            .collect()
    }
}

/// The greater of two; what is no number stays.
fn greater(most: f32, value: f32) -> f32 {
    if most >= value { most } else { value }
}
