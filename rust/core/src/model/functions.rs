//! What encoders do to numbers one by one, and to the columns of panels.

use super::machine::{Arithmetic, on_machine};
use super::panels::{Row, WIDTH};

/// Terms that are summed before they join the sum of those before them, which keeps long sums exact.
const PART: usize = 32;

/// What stands between the two halves of a layer's inner network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Activation {
    /// x times the probability that a normal variable is below x (Hendrycks and Gimpel, 2016).
    #[default]
    Gelu,
    /// Its approximation by tanh, from the same paper.
    GeluTanh,
    /// x, or 0 if that is more.
    Relu,
}

impl Activation {
    /// The names that configurations of models have for them.
    pub const NAMED: [(&'static str, Self); 4] = [
        ("gelu", Self::Gelu),
        ("gelu_new", Self::GeluTanh),
        ("gelu_pytorch_tanh", Self::GeluTanh),
        ("relu", Self::Relu),
    ];
}

on_machine! {
    /// Puts each number through the activation.
    pub(super) fn activate(activation: Activation, values: &mut [f32]) by activate_values
}

#[inline(always)]
fn activate_values<A: Arithmetic, const REGISTERS: usize, const ROWS: usize>(
    activation: Activation,
    values: &mut [f32],
) {
    match activation {
        Activation::Gelu => values.iter_mut().for_each(|value| *value = gelu::<A>(*value)),
        Activation::GeluTanh => values.iter_mut().for_each(|value| *value = gelu_by_tanh::<A>(*value)),
        Activation::Relu => values.iter_mut().for_each(|value| *value = if *value < 0.0 { 0.0 } else { *value }),
    }
}

/// The exponential function of a number that is not above 88; of one below -87, that of -87. NaN stays NaN.
///
/// By 2^n e^r, and for e^r by a polynomial that was fitted here: 1 + r + r^2 p(r), within 3e-9.
#[inline(always)]
fn exp<A: Arithmetic>(x: f32) -> f32 {
    /// 1.5 times 2^23: a number that is added to it is rounded to an integer, which stands in the last bits of the sum.
    const ROUND: f32 = 12_582_912.0;
    const LN_2: (f32, f32) = (0.693_359_4, -2.121_944_4e-4);
    const P: [f32; 5] = [0.001_381_460_8, 0.008_368_71, 0.041_668_39, 0.166_665_2, 0.499_999_94];
    let x = if x < -87.0 { -87.0 } else { x };
    let rounded = A::fused(x, std::f32::consts::LOG2_E, ROUND);
    let n = rounded - ROUND;
    let r = A::fused(n, -LN_2.1, A::fused(n, -LN_2.0, x));
    let mut p = P[0];
    for &coefficient in &P[1..] {
        p = A::fused(p, r, coefficient);
    }
    let power = f32::from_bits((rounded.to_bits() << 23).wrapping_add(1.0_f32.to_bits()));
    A::fused(A::fused(p, r, 1.0), r, 1.0) * power
}

/// The complementary error function is e^(-a^2) t q(t), t = 1 / (1 + a / 2), for a from 0 on: q was fitted here, within
/// 4e-8 of the value up to 7.
#[inline(always)]
fn gelu<A: Arithmetic>(x: f32) -> f32 {
    const Q: [f32; 9] = [
        -0.056_394_068,
        0.271_277_6,
        -0.459_060_2,
        0.245_042_1,
        -0.003_179_371_5,
        0.192_404_63,
        0.245_816_27,
        0.281_982_77,
        0.282_110_23,
    ];
    let a = x.abs() * std::f32::consts::FRAC_1_SQRT_2;
    let t = 1.0 / A::fused(a, 0.5, 1.0);
    let mut q = Q[0];
    for &coefficient in &Q[1..] {
        q = A::fused(q, t, coefficient);
    }
    let tail = 0.5 * (q * t) * exp::<A>(-(a * a));
    x * if x < 0.0 { tail } else { 1.0 - tail }
}

#[inline(always)]
fn gelu_by_tanh<A: Arithmetic>(x: f32) -> f32 {
    // x (1 + tanh u) / 2 = x / (1 + e^(-2u)); where u is far below 0, the quotient is 0 all the same.
    const TWICE: f32 = -2.0 * 0.797_884_6;
    let u = TWICE * x * A::fused(x * x, 0.044_715, 1.0);
    x / (1.0 + exp::<A>(if u > 87.0 { 87.0 } else { u }))
}

on_machine! {
    /// Layer normalization of columns (Ba, Kiros and Hinton, 2016), after the columns of `residual` were added.
    pub(super) fn normalize(panel: &mut [Row], residual: &[Row], scale: &[f32], shift: &[f32], epsilon: f32) by normalize_panel
}

#[inline(always)]
fn normalize_panel<A: Arithmetic, const REGISTERS: usize, const ROWS: usize>(
    panel: &mut [Row],
    residual: &[Row],
    scale: &[f32],
    shift: &[f32],
    epsilon: f32,
) {
    for (row, more) in panel.iter_mut().zip(residual) {
        for (value, more) in row.iter_mut().zip(more) {
            *value += more;
        }
    }
    let count = panel.len() as f32;
    let mean = sum_rows(panel, |value, _| value, &[0.0; WIDTH]).map(|sum| sum / count);
    let square = |value: f32, mean: f32| (value - mean) * (value - mean);
    let inverse = sum_rows(panel, square, &mean).map(|sum| 1.0 / (sum / count + epsilon).sqrt());
    for ((row, &scale), &shift) in panel.iter_mut().zip(scale).zip(shift) {
        for ((value, mean), inverse) in row.iter_mut().zip(&mean).zip(&inverse) {
            *value = A::fused((*value - mean) * inverse, scale, shift);
        }
    }
}

/// The sum of each column of what is made of its numbers.
#[inline(always)]
fn sum_rows(rows: &[Row], made: impl Fn(f32, f32) -> f32, by: &Row) -> Row {
    let mut total = [0.0; WIDTH];
    for part in rows.chunks(PART) {
        let mut sum = [0.0; WIDTH];
        for row in part {
            for ((sum, value), by) in sum.iter_mut().zip(row).zip(by) {
                *sum += made(*value, *by);
            }
        }
        for (total, sum) in total.iter_mut().zip(&sum) {
            *total += sum;
        }
    }
    total
}

on_machine! {
    /// Makes of the columns shares of 1, by the exponential function of each number.
    pub(super) fn softmax(panel: &mut [Row]) by softmax_panel
}

#[inline(always)]
fn softmax_panel<A: Arithmetic, const REGISTERS: usize, const ROWS: usize>(panel: &mut [Row]) {
    let mut most = [f32::NEG_INFINITY; WIDTH];
    for row in &*panel {
        for (most, value) in most.iter_mut().zip(row) {
            *most = if *value > *most { *value } else { *most };
        }
    }
    for row in &mut *panel {
        for (value, most) in row.iter_mut().zip(&most) {
            *value = exp::<A>(*value - most);
        }
    }
    let shares = sum_rows(panel, |value, _| value, &[0.0; WIDTH]).map(|sum| 1.0 / sum);
    for row in &mut *panel {
        for (value, share) in row.iter_mut().zip(&shares) {
            *value *= share;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::machine::Machine;

    /// From Abramowitz and Stegun, "Handbook of Mathematical Functions", table 26.1: the normal distribution.
    const NORMAL: [(f32, f64); 6] = [
        (0.0, 0.5),
        (0.5, 0.691_462_461_274_013),
        (1.0, 0.841_344_746_068_543),
        (2.0, 0.977_249_868_051_821),
        (3.0, 0.998_650_101_968_370),
        (5.0, 0.999_999_713_348_428),
    ];

    fn activated(activation: Activation, values: &[f32]) -> Vec<Vec<f32>> {
        let by = |machine| {
            let mut values = values.to_vec();
            activate(machine, activation, &mut values);
            values
        };
        Machine::available().into_iter().map(by).collect()
    }

    #[test]
    fn gelu_is_x_times_the_normal_distribution() {
        for (x, below) in NORMAL {
            for found in activated(Activation::Gelu, &[x, -x]) {
                let expected = [f64::from(x) * below, f64::from(-x) * (1.0 - below)];
                for (found, expected) in found.iter().zip(expected) {
                    let near = (f64::from(*found) - expected).abs() <= 5e-7 * expected.abs() + 1e-14;
                    assert!(near, "{found} for {expected}");
                }
            }
        }
    }

    #[test]
    fn gelu_by_tanh_is_that_of_its_definition() {
        let values: Vec<f32> = (-120..120).map(|step| step as f32 / 10.0).collect();
        for found in activated(Activation::GeluTanh, &values) {
            for (&x, &found) in values.iter().zip(&found) {
                let x = f64::from(x);
                let inner = (2.0 / std::f64::consts::PI).sqrt() * (x + 0.044_715 * x.powi(3));
                assert!((f64::from(found) - x * 0.5 * (1.0 + inner.tanh())).abs() < 1e-6 * (1.0 + x.abs()), "{x}");
            }
        }
    }

    #[test]
    fn all_instructions_give_the_same_bits_and_keep_what_is_no_number() {
        let values: Vec<f32> = (-3000..3000).map(|step| step as f32 / 170.0).chain([1e30, -1e30]).collect();
        for activation in [Activation::Gelu, Activation::GeluTanh, Activation::Relu] {
            let found = activated(activation, &values);
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{activation:?}");
            assert!(activated(activation, &[f32::NAN]).iter().all(|found| found[0].is_nan()), "{activation:?}");
        }
    }

    #[test]
    fn columns_become_shares_of_one() {
        let panel: Vec<Row> = (0..77).map(|row| std::array::from_fn(|lane| ((row * lane) % 97) as f32 / 9.0)).collect();
        let mut seen = None;
        for machine in Machine::available() {
            let mut found = panel.clone();
            softmax(machine, &mut found);
            for lane in 0..WIDTH {
                let powers = panel.iter().map(|row| f64::from(row[lane]).exp());
                let total: f64 = powers.clone().sum();
                for (found, power) in found.iter().zip(powers) {
                    assert!((f64::from(found[lane]) - power / total).abs() < 1e-6 * power / total + 1e-9);
                }
            }
            assert_eq!(seen.get_or_insert_with(|| found.clone()), &found);
        }
    }

    #[test]
    fn columns_have_mean_and_spread_of_the_parameters() {
        let panel: Vec<Row> = (0..50).map(|row| std::array::from_fn(|lane| ((row * 7 + lane) % 13) as f32)).collect();
        let more = vec![[1.5; WIDTH]; 50];
        let (scale, shift): (Vec<f32>, Vec<f32>) = (0..50).map(|row| (row as f32 / 10.0, 3.0 - row as f32)).unzip();
        let mut seen = None;
        for machine in Machine::available() {
            let mut found = panel.clone();
            normalize(machine, &mut found, &more, &scale, &shift, 1e-3);
            for lane in 0..WIDTH {
                let column: Vec<f64> = panel.iter().map(|row| f64::from(row[lane])).collect();
                let mean = column.iter().sum::<f64>() / 50.0;
                let variance = column.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / 50.0;
                for (row, value) in column.iter().enumerate() {
                    let unit = (value - mean) / (variance + 1e-3).sqrt();
                    let expected = unit * f64::from(scale[row]) + f64::from(shift[row]);
                    assert!((f64::from(found[row][lane]) - expected).abs() < 1e-5);
                }
            }
            assert_eq!(seen.get_or_insert_with(|| found.clone()), &found);
        }
    }
}
