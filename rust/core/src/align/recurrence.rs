//! 64 cells of a column at once, for the two cost schemes that allow it.
//!
//! A block is 64 rows of one column. Its state is the differences between neighboring cells: down the rows
//! (`Vertical`, kept from column to column) and along the columns (`Horizontal`, handed down from block to block).
//! One step moves a block to the next column and says for each cell which last steps lie on a cheapest path; the
//! bits for a substitution mean something only where the two words differ.

/// Which last steps are on a cheapest path to each of 64 cells. A match always is, where the words are equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cheapest {
    pub substitution: u64,
    pub insertion: u64,
    pub deletion: u64,
}

/// A cost scheme whose differences fit into a few bits.
pub trait Recurrence {
    /// Differences down 64 rows.
    type Vertical: Copy;
    /// The difference along one column at one row.
    type Horizontal: Copy;
    /// What a word alone costs, in this scheme's own whole numbers.
    const GAP: i64;
    /// What a substitution costs.
    const SUBSTITUTION: i64;
    /// The left border: everything deleted.
    const LEFT: Self::Vertical;
    /// The top border: everything inserted.
    const TOP: Self::Horizontal;
    /// The left border for the rows of a mask, and for the others a slope up to it, down which costs fall by a gap.
    fn border(rows: u64) -> Self::Vertical;
    /// The block one row further down, at the same column; the row that enters is taken for a deletion.
    fn shifted(vertical: Self::Vertical) -> Self::Vertical;
    /// Moves a block one column to the right. `matches` has a bit for each row whose word is the column's.
    fn step(vertical: &mut Self::Vertical, horizontal: &mut Self::Horizontal, matches: u64) -> Cheapest;
    /// The cost at the bottom minus the cost at the top, over the rows of a mask.
    fn height(vertical: &Self::Vertical, rows: u64) -> i64;
    fn width(horizontal: Self::Horizontal) -> i64;
    fn pack(horizontal: Self::Horizontal) -> u8;
    fn unpack(bits: u8) -> Self::Horizontal;
}

/// Substitution, insertion and deletion cost the same (Myers 1999, in Hyyrö's form of 2003).
pub struct Unit;

#[derive(Clone, Copy)]
pub struct UnitVertical {
    plus: u64,
    minus: u64,
}

#[derive(Clone, Copy)]
pub struct UnitHorizontal {
    plus: u64,
    minus: u64,
}

impl Recurrence for Unit {
    type Vertical = UnitVertical;
    type Horizontal = UnitHorizontal;
    const GAP: i64 = 1;
    const SUBSTITUTION: i64 = 1;
    const LEFT: UnitVertical = UnitVertical { plus: !0, minus: 0 };
    const TOP: UnitHorizontal = UnitHorizontal { plus: 1, minus: 0 };

    #[inline(always)]
    fn border(rows: u64) -> UnitVertical {
        UnitVertical { plus: rows, minus: !rows }
    }

    #[inline(always)]
    fn shifted(vertical: UnitVertical) -> UnitVertical {
        UnitVertical { plus: vertical.plus >> 1 | 1 << 63, minus: vertical.minus >> 1 }
    }

    #[inline(always)]
    fn step(vertical: &mut UnitVertical, horizontal: &mut UnitHorizontal, matches: u64) -> Cheapest {
        let UnitVertical { plus: down, minus: up } = *vertical;
        let equal = matches | horizontal.minus;
        // The sum carries "the diagonal costs nothing" down through rows that rise.
        let carried = ((equal & down).wrapping_add(down) ^ down) | equal;
        let free_diagonal = carried | matches | up;
        let right = up | !(carried | down);
        let left = down & carried;
        let right_shifted = right << 1 | horizontal.plus;
        let left_shifted = left << 1 | horizontal.minus;
        *horizontal = UnitHorizontal { plus: right >> 63, minus: left >> 63 };
        let plus = left_shifted | !(matches | up | right_shifted);
        *vertical = UnitVertical { plus, minus: right_shifted & (matches | up) };
        Cheapest { substitution: !free_diagonal, insertion: right, deletion: plus }
    }

    fn height(vertical: &UnitVertical, rows: u64) -> i64 {
        i64::from((vertical.plus & rows).count_ones()) - i64::from((vertical.minus & rows).count_ones())
    }

    fn width(horizontal: UnitHorizontal) -> i64 {
        horizontal.plus as i64 - horizontal.minus as i64
    }

    fn pack(horizontal: UnitHorizontal) -> u8 {
        (horizontal.plus | horizontal.minus << 1) as u8
    }

    fn unpack(bits: u8) -> UnitHorizontal {
        UnitHorizontal { plus: u64::from(bits & 1), minus: u64::from(bits >> 1) }
    }
}

/// sclite's costs: 3 for a word alone, 4 for a substitution.
///
/// With n and m words, the cost is 3 (n + m) - 2 (3 matches + substitutions), so this maximises the score
/// 3 matches + substitutions, in which a word alone counts nothing. Neighboring scores then differ by 0 to 3, held
/// as three bits "at least 1, 2, 3" (the idea of `BitPAl`, Loving, Hernandez and Benson 2014). For a cell whose left
/// neighbor is v above the diagonal one and whose upper neighbor is h above it, the score is max(h, v, w) above the
/// diagonal, w being 3 for equal words and 1 for others.
pub struct ThreeFour;

/// Bits "at least 1, 2, 3" of a difference.
#[derive(Clone, Copy)]
pub struct AtLeast {
    one: u64,
    two: u64,
    three: u64,
}

impl AtLeast {
    const ZERO: Self = Self { one: 0, two: 0, three: 0 };

    /// `max(self, other, w) - self`, where w is 3 at `matches` and 1 elsewhere.
    #[inline(always)]
    fn left_of_best(self, other: Self, matches: u64) -> Self {
        let best_is_three = matches | other.three;
        Self {
            three: !self.one & best_is_three,
            two: (!self.two & best_is_three) | (!self.one & other.two),
            one: (!self.three & best_is_three) | !self.one | (!self.two & other.two),
        }
    }
}

/// Bits set at `starts`, and after a set bit for as long as `passes` is set; the bit before the first is `carry`.
#[inline(always)]
fn run_down(starts: u64, passes: u64, carry: u64) -> u64 {
    let entering = starts << 1 | carry;
    let sum = passes.wrapping_add(entering & passes);
    starts | (((sum ^ passes) | entering) & passes)
}

impl Recurrence for ThreeFour {
    type Vertical = AtLeast;
    type Horizontal = AtLeast;
    const GAP: i64 = 3;
    const SUBSTITUTION: i64 = 4;
    const LEFT: AtLeast = AtLeast::ZERO;
    const TOP: AtLeast = AtLeast::ZERO;

    #[inline(always)]
    fn border(rows: u64) -> AtLeast {
        AtLeast { one: !rows, two: !rows, three: !rows }
    }

    #[inline(always)]
    fn shifted(vertical: AtLeast) -> AtLeast {
        AtLeast { one: vertical.one >> 1, two: vertical.two >> 1, three: vertical.three >> 1 }
    }

    #[inline(always)]
    fn step(vertical: &mut AtLeast, horizontal: &mut AtLeast, matches: u64) -> Cheapest {
        let left = *vertical;
        // Where the left neighbor is not above the diagonal, a difference of 3 or 2 above passes on below.
        let flat = !left.one;
        let three = run_down(matches & flat, flat & !matches, horizontal.three);
        let above_three = three << 1 | horizontal.three;
        let starts = !left.two & (matches | above_three);
        let two = run_down(starts, flat & !starts, horizontal.two);
        let above_two = two << 1 | horizontal.two;
        let one = (!left.three & (matches | above_three)) | flat | (!left.two & above_two);
        let above = AtLeast { one: one << 1 | horizontal.one, two: above_two, three: above_three };
        *horizontal = AtLeast { one: one >> 63, two: two >> 63, three: three >> 63 };
        *vertical = above.left_of_best(left, matches);
        Cheapest { substitution: !(above.two | left.two), insertion: !one, deletion: !vertical.one }
    }

    fn height(vertical: &AtLeast, rows: u64) -> i64 {
        let score: u32 =
            [vertical.one, vertical.two, vertical.three].map(|bits| (bits & rows).count_ones()).iter().sum();
        3 * i64::from(rows.count_ones()) - 2 * i64::from(score)
    }

    fn width(horizontal: AtLeast) -> i64 {
        3 - 2 * (horizontal.one + horizontal.two + horizontal.three) as i64
    }

    fn pack(horizontal: AtLeast) -> u8 {
        (horizontal.one + horizontal.two + horizontal.three) as u8
    }

    fn unpack(bits: u8) -> AtLeast {
        AtLeast { one: u64::from(bits >= 1), two: u64::from(bits >= 2), three: u64::from(bits >= 3) }
    }
}
