//! The instructions that a machine has, and arithmetic that gives the same bits with any of them.

/// A set of instructions that this machine was found to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// What every machine of this architecture has.
    Base,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Machine {
    /// The sets that this machine has, the fastest first.
    pub fn available() -> Vec<Self> {
        let mut found = Vec::new();
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512f") {
                found.push(Self(Kind::Avx512));
            }
            if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("fma") {
                found.push(Self(Kind::Avx2));
            }
        }
        found.push(Self(Kind::Base));
        found
    }

    /// The fastest of them.
    pub fn fastest() -> Self {
        Self::available().first().copied().unwrap_or(Self(Kind::Base))
    }

    pub(super) fn kind(self) -> Kind {
        self.0
    }
}

/// How a product and a sum are rounded once, as IEEE 754 defines `fusedMultiplyAdd`, of one number and of many.
pub(super) trait Arithmetic {
    /// A register of numbers.
    type Register: Register;

    /// a b + c.
    fn fused(a: f32, b: f32, c: f32) -> f32;
}

/// Numbers side by side in a register, of which each is computed by itself.
pub(super) trait Register: Copy {
    const LANES: usize;

    fn splat(value: f32) -> Self;
    /// The first numbers.
    fn load(from: &[f32]) -> Self;
    fn store(self, to: &mut [f32]);
    /// a b + self.
    fn add_product(self, a: Self, b: Self) -> Self;
}

/// By AVX-512.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx512;
/// By AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
pub(super) struct Avx2;
/// By what every machine has: all but those of x86-64 have an instruction for it.
pub(super) struct Base;

/// Arithmetic by instructions of x86-64, all of which compute the same.
#[cfg(target_arch = "x86_64")]
macro_rules! by_instructions {
    ($name:ident, $lanes:literal, $register:ident, $splat:ident, $load:ident, $store:ident, $fused:ident) => {
        use std::arch::x86_64::{$fused, $load, $register, $splat, $store};

        impl Arithmetic for $name {
            type Register = $register;

            #[inline(always)]
            fn fused(a: f32, b: f32, c: f32) -> f32 {
                a.mul_add(b, c)
            }
        }

        impl Register for $register {
            const LANES: usize = $lanes;

            #[inline(always)]
            fn splat(value: f32) -> Self {
                // SAFETY: `on_machine` alone names this arithmetic, where the machine has the instructions.
                unsafe { $splat(value) }
            }

            #[inline(always)]
            fn load(from: &[f32]) -> Self {
                let from = &from[..$lanes];
                // SAFETY: so many numbers were just found there; the instructions are there as above.
                unsafe { $load(from.as_ptr()) }
            }

            #[inline(always)]
            fn store(self, to: &mut [f32]) {
                let to = &mut to[..$lanes];
                // SAFETY: there is room for so many numbers, as was just found; the instructions are there as above.
                unsafe { $store(to.as_mut_ptr(), self) }
            }

            #[inline(always)]
            fn add_product(self, a: Self, b: Self) -> Self {
                // SAFETY: the instructions are there as above.
                unsafe { $fused(a, b, self) }
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
by_instructions!(Avx512, 16, __m512, _mm512_set1_ps, _mm512_loadu_ps, _mm512_storeu_ps, _mm512_fmadd_ps);
#[cfg(target_arch = "x86_64")]
by_instructions!(Avx2, 8, __m256, _mm256_set1_ps, _mm256_loadu_ps, _mm256_storeu_ps, _mm256_fmadd_ps);

impl Arithmetic for Base {
    type Register = [f32; 4];

    #[inline(always)]
    fn fused(a: f32, b: f32, c: f32) -> f32 {
        if cfg!(target_arch = "x86_64") { emulate_fused(a, b, c) } else { a.mul_add(b, c) }
    }
}

impl Register for [f32; 4] {
    const LANES: usize = 4;

    #[inline(always)]
    fn splat(value: f32) -> Self {
        [value; 4]
    }

    #[inline(always)]
    fn load(from: &[f32]) -> Self {
        [from[0], from[1], from[2], from[3]]
    }

    #[inline(always)]
    fn store(self, to: &mut [f32]) {
        to[..4].copy_from_slice(&self);
    }

    #[inline(always)]
    fn add_product(self, a: Self, b: Self) -> Self {
        if !cfg!(target_arch = "x86_64") {
            return std::array::from_fn(|lane| Base::fused(a[lane], b[lane], self[lane]));
        }
        let sums: [f64; 4] =
            std::array::from_fn(|lane| f64::from(a[lane]) * f64::from(b[lane]) + f64::from(self[lane]));
        let unsure = sums.iter().fold(false, |unsure, &sum| unsure | may_be_rounded_twice(sum));
        if unsure {
            return std::array::from_fn(|lane| emulate_fused(a[lane], b[lane], self[lane]));
        }
        sums.map(|sum| sum as f32)
    }
}

/// Whether a sum in doubles may have been rounded to where it is halfway between two floats, or is so small that there is
/// less room between them.
#[inline(always)]
fn may_be_rounded_twice(sum: f64) -> bool {
    const SMALLEST: f64 = f32::MIN_POSITIVE as f64;
    (sum.to_bits() as u32) << 3 == 1 << 31 || (sum != 0.0 && sum.abs() < SMALLEST)
}

/// By doubles, for machines that may lack the instruction. The product is exact in a double. Its sum with the other is
/// rounded to odd, so that the second rounding is that of the exact sum (Boldo and Melquiond, "Emulation of FMA and
/// correctly rounded sums", IEEE Transactions on Computers 2008); what the sum lost is found as Knuth does (The Art of
/// Computer Programming 2, 4.2.2).
#[inline(always)]
fn emulate_fused(a: f32, b: f32, c: f32) -> f32 {
    let (product, c) = (f64::from(a) * f64::from(b), f64::from(c));
    let sum = product + c;
    let of_c = sum - product;
    let lost = (product - (sum - of_c)) + (c - of_c);
    let bits = sum.to_bits();
    let towards_zero = (lost < 0.0) == (sum > 0.0);
    let next = if towards_zero { bits.wrapping_sub(1) } else { bits.wrapping_add(1) };
    let is_odd = bits & 1 == 1;
    let is_exact = lost == 0.0 || lost.is_nan();
    f64::from_bits(if is_odd || is_exact { bits } else { next }) as f32
}

/// Declares a function that runs a generic one by the instructions of a machine.
///
/// The generic one takes its arithmetic, and how many registers side by side, in how many rows, the machine has.
macro_rules! on_machine {
    ($(#[$about:meta])* $visible:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) by $generic:ident) => {
        $(#[$about])*
        $visible fn $name(machine: $crate::model::machine::Machine, $($argument: $type),*) {
            use $crate::model::machine::{Base, Kind};
            #[cfg(target_arch = "x86_64")]
            use $crate::model::machine::{Avx2, Avx512};

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            fn by_avx512($($argument: $type),*) {
                $generic::<Avx512, 3, 8>($($argument),*);
            }
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            fn by_avx2($($argument: $type),*) {
                $generic::<Avx2, 2, 6>($($argument),*);
            }
            match machine.kind() {
                // SAFETY: only a machine that was asked for these instructions, and has them, is of this kind.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx512 => unsafe { by_avx512($($argument),*) },
                // SAFETY: as above.
                #[cfg(target_arch = "x86_64")]
                Kind::Avx2 => unsafe { by_avx2($($argument),*) },
                Kind::Base => $generic::<Base, 3, 2>($($argument),*),
            }
        }
    };
}
pub(super) use on_machine;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// One of four numbers of a register, and one by itself.
    fn fused(a: f32, b: f32, c: f32) -> [f32; 2] {
        let [_, found, ..] = [0.0, c, 1.0, 2.0].add_product([1.0, a, 3.0, 0.1], [3.0, b, 1.0, 0.1]);
        [emulate_fused(a, b, c), found]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn emulated_sums_of_products_are_rounded_once(a: f32, b: f32, c: f32) {
            let expected = a.mul_add(b, c);
            for found in fused(a, b, c) {
                prop_assert!(found.to_bits() == expected.to_bits() || (found.is_nan() && expected.is_nan()));
            }
        }

        /// Sums near the product, where rounding twice is seen, and near the smallest numbers.
        #[test]
        fn they_are_where_much_cancels(a in 0.5..2.0_f32, b in 0.5..2.0_f32, step in -3..4_i32, scale in -40..2_i32) {
            let (a, b) = (f32::from_bits(a.to_bits() & !0xfff), f32::from_bits(b.to_bits() & !0x3ff));
            for (a, c) in [(a, -(a * b)), (a, a * b * 2.0_f32.powi(scale)), (a * 1e-30, 0.0), (a * 2.0_f32.powi(-149), 1.0)] {
                let c = f32::from_bits(c.to_bits().wrapping_add_signed(step));
                for (b, c) in [(b, c), (b * 2.0_f32.powi(-25), c), (b * 1e-12, 0.0)] {
                    for found in fused(a, b, c) {
                        prop_assert_eq!(found.to_bits(), a.mul_add(b, c).to_bits());
                    }
                }
            }
        }
    }

    #[test]
    fn a_sum_that_a_double_rounds_to_the_middle_is_rounded_by_what_it_lost() {
        // 1 + 2^-24 is halfway between two floats; what is added, or taken off, is more than a double can tell from it.
        let half = 2.0_f32.powi(-24);
        for tiny in [2.0_f32.powi(-80), -2.0_f32.powi(-80)] {
            let (a, b) = (1.0 + 2.0_f32.powi(-12), 1.0 - 2.0_f32.powi(-12)); // 1 - 2^-24
            for (a, b, c) in [(a, b, tiny), (half, 1.0 + half * 2.0, 1.0), (1.0, half, 1.0 + tiny), (tiny, 1.0, half)] {
                assert_eq!(fused(a, b, c).map(f32::to_bits), [a.mul_add(b, c).to_bits(); 2]);
            }
        }
    }
}
