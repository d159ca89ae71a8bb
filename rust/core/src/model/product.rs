//! Products of rows of weights with the columns of panels, which are nearly all the work of an encoder.

use super::machine::{Arithmetic, Register, on_machine};
use super::panels::WIDTH;

/// Terms of a sum that stand in one chain; the sums of chains are added in their order.
const CHAIN: usize = 384;
/// Rows of weights that stay in a core's own cache while panels pass by.
const BLOCK: usize = 128;

/// Rows of numbers, each so far behind the one before it.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The numbers, from the first row's on.
    pub values: &'a [f32],
    /// From one row to the next.
    pub stride: usize,
    /// How many rows there are.
    pub count: usize,
    /// Numbers of a row.
    pub depth: usize,
}

on_machine! {
    /// The product of each row with each column, and the row's number of `bias`, if there are any.
    ///
    /// `input` is panels of `rows.depth` features, and `output` of `rows.count`.
    pub fn multiply(rows: Rows<'_>, bias: &[f32], input: &[f32], output: &mut [f32]) by multiply_panels
}

#[inline(always)]
fn multiply_panels<A: Arithmetic, const REGISTERS: usize, const ROWS: usize>(
    rows: Rows<'_>,
    bias: &[f32],
    input: &[f32],
    output: &mut [f32],
) {
    for first_term in (0..rows.depth).step_by(CHAIN) {
        let terms = CHAIN.min(rows.depth - first_term);
        for first_row in (0..rows.count).step_by(BLOCK) {
            let block = first_row..(first_row + BLOCK).min(rows.count);
            let panels = input.chunks_exact(rows.depth * WIDTH).zip(output.chunks_exact_mut(rows.count * WIDTH));
            for (input, output) in panels {
                let input = &input[first_term * WIDTH..][..terms * WIDTH];
                let mut row = block.start;
                while row < block.end {
                    let left = block.end - row;
                    let part = &rows.values[row * rows.stride + first_term..];
                    let tile = Tile {
                        weights: part,
                        stride: rows.stride,
                        terms,
                        bias: if first_term == 0 { Some(bias.get(row..).unwrap_or_default()) } else { None },
                        input,
                        output: &mut output[row * WIDTH..],
                    };
                    row += match left {
                        left if left >= ROWS => tile.multiply::<A, REGISTERS, ROWS>(),
                        4.. => tile.multiply::<A, REGISTERS, 4>(),
                        2.. => tile.multiply::<A, REGISTERS, 2>(),
                        _ => tile.multiply::<A, REGISTERS, 1>(),
                    };
                }
            }
        }
    }
}

/// Some rows, and the panel whose columns they are multiplied with.
struct Tile<'a> {
    weights: &'a [f32],
    stride: usize,
    terms: usize,
    /// What sums begin with; if there is nothing, with what stands in the output.
    bias: Option<&'a [f32]>,
    input: &'a [f32],
    output: &'a mut [f32],
}

impl Tile<'_> {
    /// How many rows are done; their sums stay in registers meanwhile.
    #[allow(clippy::needless_range_loop, reason = "the compiler unrolls no other loops, and has sums in memory then")]
    #[inline(always)]
    fn multiply<A: Arithmetic, const REGISTERS: usize, const ROWS: usize>(self) -> usize {
        let weights: [&[f32]; ROWS] = std::array::from_fn(|row| &self.weights[row * self.stride..][..self.terms]);
        let input = &self.input.as_chunks::<WIDTH>().0[..self.terms];
        let lanes = A::Register::LANES;
        for first in (0..WIDTH).step_by(lanes * REGISTERS) {
            let place = |row: usize, register: usize| row * WIDTH + first + register * lanes;
            let mut sums = [[A::Register::splat(0.0); REGISTERS]; ROWS];
            for row in 0..ROWS {
                for register in 0..REGISTERS {
                    sums[row][register] = match self.bias {
                        Some(bias) => A::Register::splat(bias.get(row).copied().unwrap_or_default()),
                        None => A::Register::load(&self.output[place(row, register)..]),
                    };
                }
            }
            for (term, input) in input.iter().enumerate() {
                let mut columns = [A::Register::splat(0.0); REGISTERS];
                for register in 0..REGISTERS {
                    columns[register] = A::Register::load(&input[first + register * lanes..]);
                }
                for row in 0..ROWS {
                    let weight = A::Register::splat(weights[row][term]);
                    for register in 0..REGISTERS {
                        sums[row][register] = sums[row][register].add_product(columns[register], weight);
                    }
                }
            }
            for row in 0..ROWS {
                for register in 0..REGISTERS {
                    sums[row][register].store(&mut self.output[place(row, register)..]);
                }
            }
        }
        ROWS
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::machine::Machine;
    use crate::model::panels::Panels;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Each number is that of the definition, and has the same bits by all instructions, whatever stands beside it.
        #[test]
        fn products_are_those_of_the_definition(count in 1..40usize, depth in 1..900usize, tokens in 1..60usize, seed: u32) {
            let number = |place: usize| {
                let mixed = (place as u32).wrapping_add(seed).wrapping_mul(2_654_435_761);
                f32::from((mixed >> 16) as i16) / 32_768.0
            };
            let weights: Vec<f32> = (0..count * depth).map(number).collect();
            let bias: Vec<f32> = (0..count).map(|row| number(row + 7)).collect();
            let mut input = Panels::default();
            input.resize(depth, tokens);
            for token in 0..tokens {
                input.set_column(token, (0..depth).map(|feature| number(feature * 31 + token * 1009)));
            }
            let rows = Rows { values: &weights, stride: depth, count, depth };
            let mut seen: Option<Panels> = None;
            for machine in Machine::available() {
                let mut output = Panels::default();
                output.resize(count, tokens);
                multiply(machine, rows, &bias, input.values(), output.values_mut());
                for token in 0..tokens {
                    for (row, found) in output.column(token).enumerate() {
                        let terms = weights[row * depth..].iter().zip(input.column(token));
                        let expected: f64 = terms.map(|(&a, b)| f64::from(a) * f64::from(b)).sum();
                        let expected = expected + f64::from(bias[row]);
                        prop_assert!((f64::from(found) - expected).abs() < 2e-4, "{found} for {expected}");
                        let other = seen.as_ref().and_then(|seen| seen.column(token).nth(row));
                        prop_assert!(other.is_none_or(|other| other.to_bits() == found.to_bits()));
                    }
                }
                seen.get_or_insert(output);
            }
        }
    }
}
