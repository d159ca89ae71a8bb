//! Encoders of the BERT family (Devlin et al., NAACL 2019): token IDs to the vectors of tokens and of sentences.
//!
//! Every number is one chain of fused multiply-adds in a fixed order, so that a sentence has the same bits in any batch,
//! on any number of threads, and on any machine. Tokens stand side by side in the lanes of vector registers, whatever
//! sentence they are of: nothing is padded, and the rows of weights are read where they lie in the file.

mod attention;
pub mod encoder;
pub mod fault;
pub mod functions;
pub mod machine;
mod panels;
pub mod pooling;
mod product;
pub mod shape;
mod weights;
