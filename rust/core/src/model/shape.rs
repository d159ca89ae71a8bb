//! The sizes of a model, and the tensors that it consists of.

use super::fault::Fault;
use super::functions::Activation;
use super::weights::{Tensor, Weights};
use crate::error::Result;

/// Larger sizes are of no encoder, and their products could not be counted.
const LARGEST: usize = 1 << 24;

/// What a model's configuration says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Numbers of a token's vector.
    pub hidden: usize,
    /// Heads of attention, which divide them.
    pub heads: usize,
    /// Numbers within the inner network of a layer.
    pub inner: usize,
    /// How many layers there are.
    pub layers: usize,
    /// How many tokens there are.
    pub vocabulary: usize,
    /// How many rows of positions there are.
    pub positions: usize,
    /// The token that has no position, if positions are counted from behind its ID, as `RoBERTa` does.
    pub padding: Option<u32>,
    /// How many types of tokens there are, of which all have the first; 0 where there are none.
    pub types: usize,
    /// How many ranges of distances have a bias of attention (`MPNet`); 0 where there are none.
    pub buckets: usize,
    /// What is added to variances.
    pub epsilon: f32,
    /// That of the inner networks.
    pub activation: Activation,
}

/// A linear map.
#[derive(Clone, Debug)]
pub(super) struct Linear {
    pub(super) weights: Tensor,
    pub(super) bias: Tensor,
}

/// What normalizes the columns.
#[derive(Clone, Debug)]
pub(super) struct Norm {
    pub(super) scale: Tensor,
    pub(super) shift: Tensor,
}

/// One layer.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    pub(super) query: Linear,
    pub(super) key: Linear,
    pub(super) value: Linear,
    pub(super) output: Linear,
    pub(super) attention_norm: Norm,
    pub(super) up: Linear,
    pub(super) down: Linear,
    pub(super) output_norm: Norm,
}

/// All tensors, by what they do.
#[derive(Clone, Debug)]
pub(super) struct Tensors {
    pub(super) words: Tensor,
    pub(super) positions: Tensor,
    pub(super) types: Option<Tensor>,
    pub(super) norm: Norm,
    pub(super) distances: Option<Tensor>,
    pub(super) layers: Vec<Layer>,
}

impl Shape {
    /// Fails where no model can have such sizes.
    pub fn check(&self) -> Result<()> {
        let sizes = [
            ("the size of the vectors", self.hidden),
            ("the number of heads", self.heads),
            ("the inner size", self.inner),
            ("the size of the vocabulary", self.vocabulary),
            ("the number of positions", self.positions),
        ];
        let wrong = sizes.into_iter().find(|(_, size)| !(1..=LARGEST).contains(size));
        let heads = (!self.hidden.is_multiple_of(self.heads.max(1))).then_some(("the number of heads", self.heads));
        let layers = (self.layers > LARGEST).then_some(("the number of layers", self.layers));
        match wrong.or(heads).or(layers) {
            Some((what, value)) => Err(Fault::Shape { what, value }.into()),
            None => Ok(()),
        }
    }

    /// Numbers of a head.
    pub fn head_size(&self) -> usize {
        self.hidden / self.heads
    }

    /// How many numbers each tensor has, in the order in which a model is opened.
    pub fn sizes(&self) -> Vec<usize> {
        let (hidden, inner) = (self.hidden, self.inner);
        let mut sizes = vec![self.vocabulary * hidden, self.positions * hidden];
        sizes.extend((self.types > 0).then_some(self.types * hidden));
        sizes.extend([hidden; 2]);
        sizes.extend((self.buckets > 0).then_some(self.buckets * self.heads));
        let square = [hidden * hidden, hidden];
        for _ in 0..self.layers {
            sizes.extend([square; 4].concat());
            sizes.extend([hidden, hidden, inner * hidden, inner, hidden * inner, hidden, hidden, hidden]);
        }
        sizes
    }

    /// Shares out tensors that come in this order.
    pub(super) fn tensors(&self, weights: &Weights) -> Result<Tensors> {
        let (expected, found) = (self.sizes(), weights.tensors());
        if expected.len() != found.len() {
            return Err(Fault::Count { expected: expected.len(), found: found.len() }.into());
        }
        for (tensor, (&expected, found)) in expected.iter().zip(found).enumerate() {
            if expected != found.len() {
                return Err(Fault::Size { tensor, expected, found: found.len() }.into());
            }
        }
        // As many as were just counted, so that the default is never taken.
        let mut rest = found.iter().cloned();
        let mut next = || rest.next().unwrap_or_default();
        let (words, positions) = (next(), next());
        let types = (self.types > 0).then(&mut next);
        let norm = Norm { scale: next(), shift: next() };
        let distances = (self.buckets > 0).then(&mut next);
        let layers = (0..self.layers).map(|_| Layer::next(&mut next)).collect();
        Ok(Tensors { words, positions, types, norm, distances, layers })
    }
}

impl Layer {
    fn next(next: &mut impl FnMut() -> Tensor) -> Self {
        Self {
            query: Linear { weights: next(), bias: next() },
            key: Linear { weights: next(), bias: next() },
            value: Linear { weights: next(), bias: next() },
            output: Linear { weights: next(), bias: next() },
            attention_norm: Norm { scale: next(), shift: next() },
            up: Linear { weights: next(), bias: next() },
            down: Linear { weights: next(), bias: next() },
            output_norm: Norm { scale: next(), shift: next() },
        }
    }
}
