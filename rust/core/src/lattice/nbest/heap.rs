//! A binary heap that keeps equal items as the C++ standard library of GNU does, and is ordered by its user.

/// Numbers, of which the greatest comes out first.
#[derive(Default)]
pub struct Heap(Vec<usize>);

impl Heap {
    /// Adds an item; `is_below` says whether the first of two comes out after the second.
    pub fn push(&mut self, item: usize, is_below: impl Fn(usize, usize) -> bool) {
        self.0.push(item);
        self.rise(self.0.len() - 1, 0, item, is_below);
    }

    pub fn pop(&mut self, is_below: impl Fn(usize, usize) -> bool) -> Option<usize> {
        let last = self.0.pop()?;
        let Some(&top) = self.0.first() else { return Some(last) };
        // The hole at the top sinks to the bottom past the greater children, and the last item rises from there.
        let mut hole = 0;
        while 2 * hole + 2 < self.0.len() {
            let (left, right) = (2 * hole + 1, 2 * hole + 2);
            let greater = if is_below(self.0[right], self.0[left]) { left } else { right };
            self.0[hole] = self.0[greater];
            hole = greater;
        }
        if 2 * hole + 2 == self.0.len() {
            self.0[hole] = self.0[2 * hole + 1];
            hole = 2 * hole + 1;
        }
        self.rise(hole, 0, last, is_below);
        Some(top)
    }

    fn rise(&mut self, mut hole: usize, top: usize, item: usize, is_below: impl Fn(usize, usize) -> bool) {
        while hole > top {
            let parent = (hole - 1) / 2;
            if !is_below(self.0[parent], item) {
                break;
            }
            self.0[hole] = self.0[parent];
            hole = parent;
        }
        self.0[hole] = item;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_greatest_comes_out_first(items in prop::collection::vec(0_usize..20, 0..40)) {
            let mut heap = Heap::default();
            for &item in &items {
                heap.push(item, |left, right| left < right);
            }
            let mut sorted = items;
            sorted.sort_unstable();
            while let Some(item) = heap.pop(|left, right| left < right) {
                prop_assert_eq!(Some(item), sorted.pop());
            }
            prop_assert!(sorted.is_empty());
        }
    }
}
