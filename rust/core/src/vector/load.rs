//! The first vectors of a text, as long as they are there, and their words.

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use super::fault::Fault;
use super::text::{Shape, Text};
use crate::error::Result;

/// Words and vectors in the order of their lines.
#[derive(Debug, Default)]
pub struct Loaded {
    /// The words, one behind the other.
    pub spellings: Vec<u8>,
    /// Where each ends.
    pub ends: Vec<u64>,
    /// The numbers of all vectors.
    pub values: Vec<f32>,
    /// Numbers in a vector.
    pub dimension: usize,
}

/// Reads up to `limit` vectors, telling now and then how many bytes are done.
pub fn load(source: &Path, limit: usize, threads: usize, told: &mut dyn FnMut(u64) -> Result<()>) -> Result<Loaded> {
    let mut text = Text::new(File::open(source).map_err(Fault::from)?);
    let shape = Shape { scaled: false, ..text.shape()? };
    let mut loaded = Loaded { dimension: shape.dimension, ..Loaded::default() };
    text.read(shape, threads, |part, done| {
        let before = loaded.spellings.len() as u64;
        loaded.values.extend(part.values);
        loaded.spellings.extend(part.spellings);
        loaded.ends.extend(part.ends.iter().map(|end| before + end));
        told(done as u64)?;
        Ok(if loaded.ends.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    let found = loaded.ends.len();
    match shape.promised {
        Some(promised) if found < limit && promised != found as u64 => {
            return Err(Fault::Count { promised, found: found as u64 }.at(1));
        }
        _ if found == 0 => return Err(Fault::Empty.into()),
        _ => {}
    }
    loaded.ends.truncate(limit);
    loaded.values.truncate(limit.saturating_mul(shape.dimension));
    Ok(loaded)
}
