//! Word vectors of unit length, and the cosine between two of them.

pub mod csls;
pub mod fault;
pub mod induce;
pub mod knn;
pub mod load;
pub mod mapped;
pub mod matrix;
pub(crate) mod product;
pub mod scan;
pub mod text;
pub(crate) mod top;

use std::sync::Arc;

use crate::error::{ErrorKind, Result};
use mapped::MappedVectors;

/// Vectors of one dimension, scaled to length 1; a zero vector stays zero and is at right angles to all.
#[derive(Clone, Debug)]
pub struct Vectors {
    values: Values,
    rows: usize,
    dimension: usize,
}

#[derive(Clone, Debug)]
enum Values {
    Owned(Vec<f32>),
    Mapped(Arc<MappedVectors>),
}

impl Vectors {
    /// Vectors one behind the other.
    pub fn new(mut values: Vec<f32>, rows: usize, dimension: usize) -> Result<Self> {
        if rows.checked_mul(dimension) != Some(values.len()) {
            return Err(ErrorKind::TableShape { rows, columns: dimension, values: values.len() }.into());
        }
        for (row, vector) in values.chunks_exact_mut(dimension.max(1)).enumerate() {
            if !normalize(vector) {
                return Err(ErrorKind::InvalidVector { row }.into());
            }
        }
        Ok(Self { values: Values::Owned(values), rows, dimension })
    }

    /// Vectors one behind the other that were scaled before, to be taken to the last digit as they are.
    pub fn scaled(values: Vec<f32>, rows: usize, dimension: usize) -> Result<Self> {
        /// The square of a length, once its numbers were rounded.
        const NEAR: std::ops::RangeInclusive<f64> = 0.999_99..=1.000_01;
        if rows.checked_mul(dimension) != Some(values.len()) {
            return Err(ErrorKind::TableShape { rows, columns: dimension, values: values.len() }.into());
        }
        for (row, vector) in values.chunks_exact(dimension.max(1)).enumerate() {
            let square: f64 = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
            if square != 0.0 && !NEAR.contains(&square) {
                return Err(ErrorKind::InvalidVector { row }.into());
            }
        }
        Ok(Self { values: Values::Owned(values), rows, dimension })
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Vectors where they lie in a file.
    pub fn mapped(mapped: Arc<MappedVectors>) -> Self {
        let (rows, dimension) = (mapped.len(), mapped.dimension());
        Self { values: Values::Mapped(mapped), rows, dimension }
    }

    pub(crate) fn row(&self, row: u32) -> &[f32] {
        let values = match &self.values {
            Values::Owned(values) => values,
            Values::Mapped(mapped) => mapped.values(),
        };
        &values[row as usize * self.dimension..][..self.dimension]
    }

    /// Numbers in a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// The cosine of the angle between two vectors, by their rows.
    pub fn cosine(&self, left: u32, right: u32) -> f32 {
        dot(self.row(left), self.row(right)).clamp(-1.0, 1.0)
    }
}

/// Scales a vector to length 1, unless it is zero; says whether all its numbers were finite.
fn normalize(vector: &mut [f32]) -> bool {
    let square: f64 = vector.iter().map(|&value| f64::from(value) * f64::from(value)).sum();
    if square > 0.0 && square.is_finite() {
        let length = square.sqrt();
        for value in vector {
            *value = (f64::from(*value) / length) as f32;
        }
    }
    square.is_finite()
}

/// Products are summed in sixteen lanes whatever the machine, so the last digit is the same everywhere.
fn dot(left: &[f32], right: &[f32]) -> f32 {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine was just asked for the instructions.
        return unsafe { dot_by_avx2(left, right) };
    }
    dot_in_lanes(left, right)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn dot_by_avx2(left: &[f32], right: &[f32]) -> f32 {
    dot_in_lanes(left, right)
}

#[inline(always)]
fn dot_in_lanes(left: &[f32], right: &[f32]) -> f32 {
    let ((left, left_rest), (right, right_rest)) = (left.as_chunks::<16>(), right.as_chunks::<16>());
    let mut lanes = [0.0_f32; 16];
    for (left, right) in left.iter().zip(right) {
        for ((lane, left), right) in lanes.iter_mut().zip(left).zip(right) {
            *lane += left * right;
        }
    }
    for ((lane, left), right) in lanes.iter_mut().zip(left_rest).zip(right_rest) {
        *lane += left * right;
    }
    let mut width = 16;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
    }
    lanes[0]
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn cosines_are_those_of_the_definition(
            (left, right) in (1..70usize).prop_flat_map(|dimension| {
                let vector = || prop::collection::vec(-2.0..2.0_f32, dimension);
                (vector(), vector())
            }),
        ) {
            let dimension = left.len();
            let length = |v: &[f32]| v.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
            let product: f64 = left.iter().zip(&right).map(|(&x, &y)| f64::from(x) * f64::from(y)).sum();
            let expected = product / (length(&left) * length(&right));
            let vectors = Vectors::new([left, right].concat(), 2, dimension);
            let found = vectors.map_or(f64::NAN, |v| f64::from(v.cosine(0, 1)));
            prop_assert!((found - expected).abs() < 1e-6, "{found} for {expected}");
        }

        #[test]
        fn lanes_are_the_machines(values in prop::collection::vec(-1.0..1.0_f32, 0..70)) {
            let reversed: Vec<f32> = values.iter().rev().copied().collect();
            prop_assert_eq!(dot(&values, &reversed).to_bits(), dot_in_lanes(&values, &reversed).to_bits());
        }
    }

    #[test]
    fn a_zero_vector_is_at_right_angles() {
        let vectors = Vectors::new(vec![0.0, 0.0, 3.0, 4.0], 2, 2);
        assert_eq!(vectors.map(|v| (v.cosine(0, 1), v.cosine(1, 1))), Ok((0.0, 1.0)));
    }
}
