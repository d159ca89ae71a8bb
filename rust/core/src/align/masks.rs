//! Where each word stands among some rows, as bits: the table that bit-parallel kernels read column by column.

/// For each id, a row of blocks with a bit where the id stands.
///
/// The table is indexed by id and cleared after use, so a pair costs no more than its own words.
#[derive(Default)]
pub struct Masks {
    /// By id: the number of its row in `bits`; 0 is the empty row.
    rows: Vec<u32>,
    bits: Vec<u64>,
    blocks: usize,
    used: Vec<u32>,
}

impl Masks {
    /// Fills the table with the places of these words, in blocks of 64.
    pub fn fill(&mut self, words: &[u32], blocks: usize) {
        self.fill_from(0, words, blocks);
    }

    /// Fills the table with the places of those words only that stand among others, too: it grows with the fewer of
    /// both.
    pub fn fill_common(&mut self, words: &[u32], others: &[u32], blocks: usize) {
        self.fill_from(0, &[], blocks);
        for &word in others {
            self.row_for(word);
        }
        for (position, &word) in words.iter().enumerate() {
            let row = self.rows.get(word as usize).copied().unwrap_or(0) as usize;
            if row > 0 {
                self.bits[row * blocks + position / 64] |= 1 << (position % 64);
            }
        }
    }

    /// Fills the table with the places of words of which the first has a number of its own.
    pub fn fill_from(&mut self, first: usize, words: &[u32], blocks: usize) {
        self.clear();
        self.blocks = blocks;
        self.bits.clear();
        self.bits.resize(blocks, 0);
        for (position, &word) in (first..).zip(words) {
            let row = self.row_for(word);
            self.bits[row * blocks + position / 64] |= 1 << (position % 64);
        }
    }

    fn row_for(&mut self, word: u32) -> usize {
        let index = word as usize;
        if index >= self.rows.len() {
            self.rows.resize((index + 1).next_power_of_two(), 0);
        }
        if self.rows[index] == 0 {
            self.rows[index] = (self.bits.len() / self.blocks) as u32;
            self.bits.resize(self.bits.len() + self.blocks, 0);
            self.used.push(word);
        }
        self.rows[index] as usize
    }

    fn clear(&mut self) {
        for word in self.used.drain(..) {
            self.rows[word as usize] = 0;
        }
    }

    /// The 64 bits of a word from a place on, which must lie a block before the end.
    #[inline(always)]
    pub fn window(&self, word: u32, place: usize) -> u64 {
        let blocks = &self.of(word)[place / 64..][..2];
        // The shift is in two parts because one by 64 would not clear a word.
        blocks[0] >> (place % 64) | blocks[1] << 1 << (63 - place % 64)
    }

    #[inline(always)]
    pub fn of(&self, word: u32) -> &[u64] {
        let row = self.rows.get(word as usize).copied().unwrap_or(0) as usize;
        &self.bits[row * self.blocks..][..self.blocks]
    }
}
