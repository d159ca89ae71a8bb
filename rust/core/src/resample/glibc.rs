//! The random numbers of glibc's `rand()`, for what must come out as in a program that draws from it.
//!
//! Its generator, called `TYPE_3` in the C library's manual, adds the numbers drawn 3 and 31 draws before, over a table
//! that the multiplier of Park and Miller fills from the seed.

const TABLE: usize = 31;
const NEAR: usize = 3;
/// Draws that are thrown away at the start.
const WARMING: usize = 310;

/// A stream of `rand()`.
#[derive(Clone, Debug)]
pub struct Rand {
    table: [u32; TABLE],
    place: usize,
}

impl Rand {
    /// The stream after `srand(seed)`; a program that never calls it has the seed 1, and 0 stands for 1.
    pub fn new(seed: u32) -> Self {
        const MULTIPLIER: i64 = 16_807;
        const MODULUS: i64 = 2_147_483_647;
        let mut number = i64::from(seed.max(1).cast_signed());
        let table = std::array::from_fn(|_| {
            let entry = number as u32;
            // C divides towards zero and adds the modulus to what is below: the remainder of either sign.
            number = (MULTIPLIER * number).rem_euclid(MODULUS);
            entry
        });
        let mut stream = Self { table, place: NEAR };
        for _ in 0..WARMING {
            stream.draw();
        }
        stream
    }

    /// The next number, of 31 bits.
    #[inline]
    pub fn draw(&mut self) -> u32 {
        let near = if self.place >= NEAR { self.place - NEAR } else { self.place + TABLE - NEAR };
        let sum = self.table[self.place].wrapping_add(self.table[near]);
        self.table[self.place] = sum;
        self.place = if self.place + 1 == TABLE { 0 } else { self.place + 1 };
        sum >> 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_that_c_programs_print() {
        // Printed by programs in C under glibc 2.36.
        for (seed, expected) in EXPECTED {
            let mut stream = Rand::new(seed);
            assert_eq!(std::array::from_fn(|_| stream.draw()), expected, "{seed}");
        }
    }

    const EXPECTED: [(u32, [u32; 5]); 4] = [
        (1, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]),
        (0, [1_804_289_383, 846_930_886, 1_681_692_777, 1_714_636_915, 1_957_747_793]),
        (7, [1_045_618_677, 1_863_967_299, 1_272_579_899, 461_085_871, 21_961_325]),
        (u32::MAX, [254_925_627, 1_205_188_300, 366_127_624, 1_401_405_153, 76_053_476]),
    ];
}
