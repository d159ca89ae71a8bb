//! Which numbers of a line are above a limit: hardly any, once the greatest have passed by.

use super::product::Tile;

/// The limits of a line: a number matters if it is above any of them.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// For the number itself.
    pub plain: f32,
    /// For the number less what is taken off in its column.
    pub less: f32,
    /// What is taken off in each column.
    pub taken_off: &'a [f32],
    /// For the number less `shift`, in each column.
    pub columns: &'a [f32],
    /// What is taken off all numbers of the line before they are compared by column.
    pub shift: f32,
}

impl Limits<'_> {
    /// The limits of a tile's columns.
    #[must_use]
    pub fn of(&self, tile: &Tile<'_>) -> Self {
        let columns = tile.first_column..tile.first_column + tile.width;
        Self { taken_off: &self.taken_off[columns.clone()], columns: &self.columns[columns], ..*self }
    }
}

/// Appends the columns of the numbers that matter, and perhaps of others.
///
/// Whoever looks at them compares once more: the limits rise meanwhile. A number that is above a limit when something
/// is taken off it may only equal the rounded sum of both, so equal numbers matter too.
pub fn scan(line: &[f32], limits: Limits<'_>, hits: &mut Vec<u32>) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the machine was just asked for the instructions.
        return unsafe { scan_by_avx2(line, limits, hits) };
    }
    scan_one_by_one(line, limits, 0, hits);
}

/// Eight numbers at a time: of all that is done with products, this alone must be as fast as making them.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn scan_by_avx2(line: &[f32], limits: Limits<'_>, hits: &mut Vec<u32>) {
    use std::arch::x86_64::{
        _CMP_GE_OQ, _CMP_GT_OQ, _mm256_add_ps, _mm256_cmp_ps, _mm256_loadu_ps, _mm256_min_ps, _mm256_movemask_ps,
        _mm256_or_ps, _mm256_set1_ps,
    };
    // SAFETY: there are eight numbers behind the address.
    let load = |numbers: &[f32; 8]| unsafe { _mm256_loadu_ps(numbers.as_ptr()) };
    let (plain, less, shift) =
        (_mm256_set1_ps(limits.plain), _mm256_set1_ps(limits.less), _mm256_set1_ps(limits.shift));
    let (numbers, rest) = line.as_chunks::<8>();
    let (taken_off, columns) = (limits.taken_off.as_chunks::<8>().0, limits.columns.as_chunks::<8>().0);
    for (place, ((numbers, taken_off), columns)) in numbers.iter().zip(taken_off).zip(columns).enumerate() {
        let lowest = _mm256_min_ps(_mm256_add_ps(less, load(taken_off)), _mm256_add_ps(shift, load(columns)));
        let numbers = load(numbers);
        let above = _mm256_cmp_ps::<_CMP_GT_OQ>(numbers, plain);
        let found = _mm256_or_ps(above, _mm256_cmp_ps::<_CMP_GE_OQ>(numbers, lowest));
        let mut bits = _mm256_movemask_ps(found).cast_unsigned();
        while bits != 0 {
            hits.push(8 * place as u32 + bits.trailing_zeros());
            bits &= bits - 1;
        }
    }
    scan_one_by_one(line, limits, line.len() - rest.len(), hits);
}

fn scan_one_by_one(line: &[f32], limits: Limits<'_>, begin: usize, hits: &mut Vec<u32>) {
    for (place, &number) in line.iter().enumerate().skip(begin) {
        let lowest = (limits.less + limits.taken_off[place]).min(limits.shift + limits.columns[place]);
        if number > limits.plain || number >= lowest {
            hits.push(place as u32);
        }
    }
}
