//! Sorting as programs in C++ do it that were built with GNU's library: what is equal does not keep its order, and
//! where such a program adds numbers up in that order, the last digit of a sum tells.
//!
//! That library's `std::sort` is quicksort by the median of three (Musser, "Introspective sorting and selection
//! algorithms", 1997): short stretches are left to one insertion sort at the end, and stretches that were parted too
//! often to a heap.

/// Stretches up to here are left to insertion.
const SHORT: usize = 16;

pub fn introsort<T: Copy, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    let less = |one: &T, other: &T| key(one) < key(other);
    if let Some(parts) = items.len().checked_ilog2() {
        part_all(items, 2 * parts, &less);
    }
    insert_all(items, &less);
}

/// Parts until all stretches are short, and by a heap what was parted `limit` times.
fn part_all<T: Copy>(mut items: &mut [T], mut limit: u32, less: &impl Fn(&T, &T) -> bool) {
    while items.len() > SHORT {
        if limit == 0 {
            return heap_sort(items, less);
        }
        limit -= 1;
        let cut = part(items, less);
        let (left, right) = items.split_at_mut(cut);
        part_all(right, limit, less);
        items = left;
    }
}

/// Parts by the median of three, and says where the right stretch begins.
fn part<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) -> usize {
    let median = median(items, [1, items.len() / 2, items.len() - 1], less);
    items.swap(0, median);
    let pivot = items[0];
    let (mut left, mut right) = (1, items.len());
    loop {
        while less(&items[left], &pivot) {
            left += 1;
        }
        right -= 1;
        while less(&pivot, &items[right]) {
            right -= 1;
        }
        if left >= right {
            return left;
        }
        items.swap(left, right);
        left += 1;
    }
}

fn median<T>(items: &[T], [a, b, c]: [usize; 3], less: &impl Fn(&T, &T) -> bool) -> usize {
    let less = |one: usize, other: usize| less(&items[one], &items[other]);
    match (less(a, b), less(b, c), less(a, c)) {
        (true, true, _) | (false, false, false) => b,
        (true, false, true) | (false, true, false) => c,
        (true, false, false) | (false, _, true) => a,
    }
}

/// Puts the item that sorting would put at a place there, and none above it before it (`std::nth_element`).
pub fn introselect<T: Copy>(mut items: &mut [T], mut place: usize, less: impl Fn(&T, &T) -> bool) {
    let Some(parts) = items.len().checked_ilog2() else { return };
    let mut limit = 2 * parts;
    while items.len() > 3 {
        if limit == 0 {
            return heap_select(items, place, &less);
        }
        limit -= 1;
        let cut = part(items, &less);
        if cut <= place {
            items = &mut items[cut..];
            place -= cut;
        } else {
            items = &mut items[..cut];
        }
    }
    insert_all(items, &less);
}

/// Selects by a heap of the least items.
fn heap_select<T: Copy>(items: &mut [T], place: usize, less: &impl Fn(&T, &T) -> bool) {
    let (least, rest) = items.split_at_mut(place + 1);
    make_heap(least, less);
    for item in rest {
        if less(item, &least[0]) {
            let lesser = std::mem::replace(item, least[0]);
            sift(least, 0, lesser, less);
        }
    }
    least.swap(0, place);
}

/// Puts each item behind those before it that are not above it.
fn insert_all<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for place in 1..items.len() {
        let item = items[place];
        let mut free = place;
        while free > 0 && less(&item, &items[free - 1]) {
            items[free] = items[free - 1];
            free -= 1;
        }
        items[free] = item;
    }
}

fn make_heap<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    for top in (0..items.len() / 2).rev() {
        let item = items[top];
        sift(items, top, item, less);
    }
}

fn heap_sort<T: Copy>(items: &mut [T], less: &impl Fn(&T, &T) -> bool) {
    make_heap(items, less);
    for end in (1..items.len()).rev() {
        let item = items[end];
        items[end] = items[0];
        sift(&mut items[..end], 0, item, less);
    }
}

/// Moves the greater children up, down to a leaf, and the item up from there.
fn sift<T: Copy>(heap: &mut [T], top: usize, item: T, less: &impl Fn(&T, &T) -> bool) {
    let mut free = top;
    while 2 * free + 2 < heap.len() {
        let right = 2 * free + 2;
        let child = if less(&heap[right], &heap[right - 1]) { right - 1 } else { right };
        heap[free] = heap[child];
        free = child;
    }
    if 2 * free + 2 == heap.len() {
        heap[free] = heap[2 * free + 1];
        free = 2 * free + 1;
    }
    raise(heap, top, free, item, less);
}

/// Moves the item up from a free place, past lesser parents.
fn raise<T: Copy>(heap: &mut [T], top: usize, mut free: usize, item: T, less: &impl Fn(&T, &T) -> bool) {
    while free > top && less(&heap[(free - 1) / 2], &item) {
        heap[free] = heap[(free - 1) / 2];
        free = (free - 1) / 2;
    }
    heap[free] = item;
}

/// Adds an item to a heap (`std::push_heap`).
pub fn push_heap<T: Copy>(heap: &mut Vec<T>, item: T, less: impl Fn(&T, &T) -> bool) {
    heap.push(item);
    let free = heap.len() - 1;
    raise(heap, 0, free, item, &less);
}

/// Takes the greatest item off a heap (`std::pop_heap`).
pub fn pop_heap<T: Copy>(heap: &mut Vec<T>, less: impl Fn(&T, &T) -> bool) -> Option<T> {
    let last = heap.pop()?;
    let Some(&first) = heap.first() else { return Some(last) };
    sift(heap, 0, last, &less);
    Some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places of sorted keys, as one number.
    fn trace(keys: &[usize]) -> u64 {
        let mut items: Vec<_> = keys.iter().copied().zip(0..).collect();
        introsort(&mut items, |&(key, _)| key);
        assert!(items.is_sorted_by_key(|&(key, _)| key));
        items.iter().fold(0, |sum, &(_, place): &(_, u64)| sum.wrapping_mul(31).wrapping_add(place))
    }

    fn drawn(count: usize) -> Vec<usize> {
        let numbers = std::iter::successors(Some(1_u32), |&number| {
            Some(number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223))
        });
        numbers.skip(1).take(count).map(|number| (number >> 24) as usize % 5).collect()
    }

    fn up_and_down(count: usize) -> Vec<usize> {
        (0..count).map(|place| place.min(count - place) / 3).collect()
    }

    /// Of which the median of three is always near an end.
    fn deceiving(count: usize) -> Vec<usize> {
        let half = count / 2;
        let first = (1..=half).map(|place| if place % 2 == 1 { place } else { half + place - 1 });
        first.chain((1..=half).map(|place| 2 * place)).map(|key| key / 4).collect()
    }

    #[test]
    fn selection_parts_and_heaps_give_the_greatest() {
        for keys in [drawn(40), drawn(1_000), up_and_down(1_000), deceiving(2_000)] {
            let mut sorted = keys.clone();
            sorted.sort_unstable();
            for place in [0, 3, keys.len() / 2, keys.len() - 1] {
                let mut items = keys.clone();
                introselect(&mut items, place, |left, right| left < right);
                assert_eq!(items[place], sorted[place]);
                assert!(items[..place].iter().all(|item| *item <= sorted[place]));
            }
            let mut heap = Vec::new();
            for &key in &keys {
                push_heap(&mut heap, key, |left, right| left < right);
            }
            let falling = std::iter::from_fn(|| pop_heap(&mut heap, |left, right| left < right));
            assert!(falling.eq(sorted.into_iter().rev()));
        }
    }

    #[test]
    fn equals_end_up_where_gnus_library_puts_them() {
        // Printed by a program in C++ that was built by g++ 12 with std::sort.
        assert_eq!(trace(&drawn(40)), 13_818_037_127_417_887_576);
        assert_eq!(trace(&drawn(1_000)), 4_890_635_745_483_027_300);
        assert_eq!(trace(&drawn(5_000)), 9_455_526_085_455_903_816);
        assert_eq!(trace(&up_and_down(40)), 16_527_282_335_576_406_458);
        assert_eq!(trace(&up_and_down(1_000)), 9_594_937_172_381_761_980);
        assert_eq!(trace(&up_and_down(5_000)), 5_420_806_095_155_499_128);
        assert_eq!(trace(&deceiving(2_000)), 10_099_541_640_468_199_196);
        assert_eq!(trace(&[]), 0);
    }
}
