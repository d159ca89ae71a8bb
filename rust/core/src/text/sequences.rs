//! Id sequences, one behind the other.

/// Sequences in one buffer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sequences {
    pub(super) flat: Vec<u32>,
    ends: Vec<usize>,
}

impl Sequences {
    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        self.flat.clear();
        self.ends.clear();
    }

    /// Ends the sequence whose ids were added last.
    pub(super) fn close(&mut self) {
        self.ends.push(self.flat.len());
    }

    /// Gives every id another name.
    pub fn rename(&mut self, mut name: impl FnMut(u32) -> u32) {
        self.flat.iter_mut().for_each(|id| *id = name(*id));
    }

    /// Gives every id another name, which may depend on the sequence that it is in.
    pub fn rename_within(&mut self, mut name: impl FnMut(usize, u32) -> u32) {
        let mut start = 0;
        for (sequence, &end) in self.ends.iter().enumerate() {
            self.flat[start..end].iter_mut().for_each(|id| *id = name(sequence, *id));
            start = end;
        }
    }

    /// How many bytes of memory they hold.
    pub fn room(&self) -> usize {
        size_of::<u32>() * self.flat.capacity() + size_of::<usize>() * self.ends.capacity()
    }

    /// How many sequences there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One sequence.
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.flat[start..self.ends[index]]
    }
}
