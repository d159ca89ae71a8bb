//! Vectors one below the other, where somebody else keeps them.

use std::ops::Range;

use crate::error::{ErrorKind, Result};

/// Larger numbers have products that no float32 holds.
const LARGEST: f32 = 1e15;

/// Rows of one length, all of their numbers finite and their products as well.
#[derive(Clone, Copy, Debug)]
pub struct Matrix<'a> {
    values: &'a [f32],
    rows: usize,
    columns: usize,
}

impl<'a> Matrix<'a> {
    /// The rows of a table.
    pub fn new(values: &'a [f32], rows: usize, columns: usize) -> Result<Self> {
        if rows.checked_mul(columns) != Some(values.len()) || u32::try_from(rows).is_err() {
            return Err(ErrorKind::TableShape { rows, columns, values: values.len() }.into());
        }
        let odd = values.chunks_exact(columns.max(1)).position(|row| !row.iter().all(|value| value.abs() <= LARGEST));
        match odd {
            Some(row) => Err(ErrorKind::InvalidVector { row }.into()),
            None => Ok(Self { values, rows, columns }),
        }
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Numbers in a row.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// All numbers, row by row.
    pub fn values(&self) -> &'a [f32] {
        self.values
    }

    /// Some of the rows.
    #[must_use]
    pub fn part(&self, rows: Range<usize>) -> Self {
        let values = &self.values[rows.start * self.columns..rows.end * self.columns];
        Self { values, rows: rows.len(), columns: self.columns }
    }

    /// Copies of the rows at these places, one behind the other.
    pub fn gathered(&self, places: &[usize]) -> Vec<f32> {
        let row = |&place: &usize| &self.values[place * self.columns..][..self.columns];
        places.iter().flat_map(row).copied().collect()
    }

    /// Fails where the rows of two matrices are not equally long.
    pub fn fits(&self, other: &Self) -> Result<()> {
        if self.columns == other.columns {
            return Ok(());
        }
        let (left, right) = (self.columns, other.columns);
        Err(ErrorKind::LengthMismatch { what: "the numbers of vectors", left, right }.into())
    }
}
