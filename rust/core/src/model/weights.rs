//! Numbers in a file that is looked at as memory, so that opening a model costs next to nothing.

use std::fs::File;
use std::ops::Range;
use std::path::Path;

use memmap2::Mmap;

use super::fault::Fault;
use crate::error::Result;

/// Where a tensor's numbers are.
#[derive(Clone, Debug)]
pub enum Tensor {
    /// Bytes of the file that begin where a number may.
    Mapped(Range<usize>),
    /// A copy, of numbers that do not, or on a machine with another order of bytes.
    Copied(Vec<f32>),
}

impl Default for Tensor {
    fn default() -> Self {
        Self::Copied(Vec::new())
    }
}

impl Tensor {
    /// How many numbers it has.
    pub fn len(&self) -> usize {
        match self {
            Self::Mapped(bytes) => bytes.len() / 4,
            Self::Copied(values) => values.len(),
        }
    }
}

/// The tensors of a file, each a range of bytes that are float32 with the lowest byte first.
#[derive(Debug)]
pub struct Weights {
    map: Mmap,
    tensors: Vec<Tensor>,
}

impl Weights {
    /// Opens a file, of which each tensor begins at some byte and has so many numbers.
    pub fn open(path: &Path, places: &[(u64, u64)]) -> Result<Self> {
        let told = |error: std::io::Error| Fault::File(error.to_string());
        let file = File::open(path).map_err(told)?;
        // SAFETY: models are not written while they are used; they are replaced by files of the same name.
        let map = unsafe { Mmap::map(&file) }.map_err(told)?;
        let tensors = places.iter().enumerate().map(|(tensor, &(start, count))| {
            let size = map.len() as u64;
            let end = count.checked_mul(4).and_then(|bytes| bytes.checked_add(start)).unwrap_or(u64::MAX);
            if end > size {
                return Err(Fault::Cut { tensor, end, size }.into());
            }
            let bytes = start as usize..end as usize;
            let fits = bytes.start.is_multiple_of(4) && cfg!(target_endian = "little");
            let numbers = || map[bytes.clone()].as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
            Ok(if fits { Tensor::Mapped(bytes.clone()) } else { Tensor::Copied(numbers()) })
        });
        let tensors = tensors.collect::<Result<_>>()?;
        Ok(Self { map, tensors })
    }

    /// The tensors, in the order in which they were named.
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// The numbers of one.
    pub fn values<'a>(&'a self, tensor: &'a Tensor) -> &'a [f32] {
        match tensor {
            Tensor::Copied(values) => values,
            Tensor::Mapped(bytes) => {
                // SAFETY: any four bytes are a number; a map begins at a page, and the range at a multiple of four.
                let (before, values, _) = unsafe { self.map[bytes.clone()].align_to::<f32>() };
                if before.is_empty() { values } else { &[] }
            }
        }
    }
}
