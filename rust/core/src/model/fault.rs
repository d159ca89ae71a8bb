//! What can be wrong with a model, or with what is asked of it.

use crate::error::{Error, ErrorKind};

/// A fault of a file of weights, or of token IDs.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs, reason = "each sentence says what its fault is")]
pub enum Fault {
    #[error("{0}")]
    File(String),
    #[error("tensor {tensor} ends at byte {end}, but the file has {size} bytes; is the file whole?")]
    Cut { tensor: usize, end: u64, size: u64 },
    #[error("{found} tensors, but a model of this shape has {expected}")]
    Count { expected: usize, found: usize },
    #[error("tensor {tensor} has {found} numbers, but {expected} belong there")]
    Size { tensor: usize, expected: usize, found: usize },
    #[error("{what} is {value}, which no encoder of this kind has")]
    Shape { what: &'static str, value: usize },
    #[error("token ID {id} is not among the {vocabulary} of the model; is tokenizer.json of another model?")]
    Token { id: u32, vocabulary: usize },
    #[error("a sentence of {tokens} tokens is longer than the model's {positions} positions")]
    Long { tokens: usize, positions: usize },
    #[error("there is no layer {layer}; the model has layers 0 to {layers}")]
    Layer { layer: usize, layers: usize },
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        ErrorKind::Model(fault).into()
    }
}
