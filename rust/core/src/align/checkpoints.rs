//! Checkpoints: rows from which the rows after them are computed again while a path is traced back through a table
//! that is too large to hold.
//!
//! A traceback needs all n m cells of a table of n rows and m columns. Hirschberg's divide and conquer (1975) needs m
//! of them and twice the time, but finds any of the cheapest paths; which one a tie-breaking policy takes shows only in
//! the traceback. So rows are computed forwards, held for a block of them, and given up but for a checkpoint; the
//! traceback goes through the last block, and a new pass from the last checkpoint makes the block before it (Grice,
//! Hughey and Speck 1997). A pass whose checkpoints take too much drops every second one and from then on saves half as
//! many, so that what lies between two of them may need passes of its own.
//!
//! Memory is that of a block and of the checkpoints of each pass that is open: a constant while rows are short, and
//! O(m log n) where a few take all room. Time is O(n m) for each pass that is open; a pair of 100,000 by 100,000 cells
//! opens three. Later passes stop at the column where the path is, which leaves about half of their cells.

/// Bytes that a block of rows may take, and the checkpoints of a pass.
pub const ROOM: usize = if cfg!(test) { 1 << 9 } else { 1 << 26 };

/// Rows that a block may have, and a pass checkpoints, however long they are.
pub const FEWEST: usize = if cfg!(test) { 1 } else { 8 };

struct Checkpoint<T> {
    number: usize,
    bytes: usize,
    state: T,
}

/// What is saved of the passes whose rows the traceback has not yet come to.
pub struct Checkpoints<T> {
    saved: Vec<Checkpoint<T>>,
    room: usize,
    /// How many checkpoints earlier passes left.
    earlier: usize,
    /// How many states the pass at hand has offered, and every which of them is saved.
    offered: usize,
    stride: usize,
}

impl<T> Checkpoints<T> {
    /// No checkpoints, and room for those of a pass.
    pub const fn new(room: usize) -> Self {
        Self { saved: Vec::new(), room, earlier: 0, offered: 0, stride: 1 }
    }

    /// Forgets all checkpoints and saves where the first pass begins.
    pub fn restart(&mut self, state: T) {
        self.saved.clear();
        self.saved.push(Checkpoint { number: 0, bytes: 0, state });
        self.begin_pass();
    }

    /// The last checkpoint at a number or before it, where a new pass begins; those after it are forgotten.
    pub fn resume(&mut self, number: usize) -> Option<(usize, &T)> {
        while self.saved.last().is_some_and(|last| last.number > number) {
            self.saved.pop();
        }
        self.begin_pass();
        self.saved.last().map(|last| (last.number, &last.state))
    }

    fn begin_pass(&mut self) {
        (self.earlier, self.offered, self.stride) = (self.saved.len(), 0, 1);
    }

    /// Saves a state of so many bytes, if it is its turn.
    pub fn offer(&mut self, number: usize, bytes: usize, state: impl FnOnce() -> T) {
        self.offered += 1;
        if !self.offered.is_multiple_of(self.stride) {
            return;
        }
        self.saved.push(Checkpoint { number, bytes, state: state() });
        let own = &self.saved[self.earlier..];
        if own.len() > FEWEST && own.iter().map(|saved| saved.bytes).sum::<usize>() > self.room {
            self.thin();
        }
    }

    /// Drops every second checkpoint of the pass, beginning with the first.
    fn thin(&mut self) {
        self.stride *= 2;
        let mut place = 0;
        self.saved.retain(|_| {
            place += 1;
            place <= self.earlier || (place - self.earlier).is_multiple_of(2)
        });
    }
}
