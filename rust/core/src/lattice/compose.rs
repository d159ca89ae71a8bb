//! The paths of two lattices with the same words, in the order in which `OpenFst` composes.

use std::collections::HashMap;

use foldhash::quality::FixedState;

use super::{Arc, Builder, Lattice, Span, StateId, Weight};

/// How matching arcs are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// Arcs sorted by words on both sides, for each arc of the state with fewer of them.
    Sorted,
    /// For each arc of the first lattice, in its order; arcs of the second are sorted by words.
    First,
    /// For each arc of the second lattice, in its order.
    Second,
}

/// A pair of states. Arcs without a word of the first come before those of the second, never after: so no path is
/// found twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Pair {
    first: StateId,
    second: StateId,
    second_went_alone: bool,
}

/// A step from a pair: the arc of each lattice, or none where it stays.
type Step = (Option<Arc>, Option<Arc>, bool);

impl Lattice {
    /// The paths of both with the same words: transition ids of both, one behind the other, and the sums of costs.
    #[must_use]
    pub fn compose(&self, other: &Self, matching: Matching) -> Self {
        let (Some(first), Some(second)) = (self.start, other.start) else { return Self::default() };
        let mut builder = Builder::default();
        let mut pairs = vec![Pair { first, second, second_went_alone: false }];
        let mut numbers: HashMap<Pair, StateId, FixedState> = HashMap::default();
        numbers.insert(pairs[0], builder.state());
        let mut number = 0;
        while let Some(&pair) = pairs.get(number) {
            if let (Some(left), Some(right)) = (self.end(pair.first), other.end(pair.second)) {
                let ids = self.joined_ids(other, left.ids, right.ids, &mut builder);
                builder.end(number as StateId, left.weight.times(right.weight), ids);
            }
            for (left, right, second_went_alone) in self.steps(other, pair, matching) {
                let next = Pair {
                    first: left.map_or(pair.first, |arc| arc.next),
                    second: right.map_or(pair.second, |arc| arc.next),
                    second_went_alone,
                };
                let place = *numbers.entry(next).or_insert_with(|| {
                    pairs.push(next);
                    builder.state()
                });
                let [left_weight, right_weight] = [left, right].map(|arc| arc.map_or(Weight::ONE, |arc| arc.weight));
                let [left_ids, right_ids] = [left, right].map(|arc| arc.map_or(Span::EMPTY, |arc| arc.ids));
                let ids = self.joined_ids(other, left_ids, right_ids, &mut builder);
                let word = right.map_or(0, |arc| arc.word);
                let weight = left_weight.times(right_weight);
                builder.arc(number as StateId, Arc { word, next: place, weight, ids });
            }
            number += 1;
        }
        let mut composed = builder.finish(Some(0));
        composed.trim(|_| true);
        composed
    }

    fn joined_ids(&self, other: &Self, left: Span, right: Span, builder: &mut Builder) -> Span {
        builder.string(self.ids(left).iter().chain(other.ids(right)).copied())
    }

    /// The steps from a pair, in their order.
    fn steps(&self, other: &Self, pair: Pair, matching: Matching) -> Vec<Step> {
        let (mut left, mut right) = (self.arcs(pair.first).to_vec(), other.arcs(pair.second).to_vec());
        let looks_up_second = match matching {
            Matching::Sorted => left.len() <= right.len(),
            Matching::First => true,
            Matching::Second => false,
        };
        if matching == Matching::Sorted {
            left.sort_by_key(|arc| arc.word);
            right.sort_by_key(|arc| arc.word);
        }
        let free = left.iter().filter(|arc| arc.word == 0).count();
        let first_must_move = free == left.len() && self.end(pair.first).is_none();
        let alone_right = |arc: &Arc| (!first_must_move).then_some((None, Some(*arc), free > 0));
        let alone_left = |arc: &Arc| (!pair.second_went_alone).then_some((Some(*arc), None, false));
        let mut steps: Vec<Step> = Vec::new();
        let (ahead, rest) = if looks_up_second { (&right, &left) } else { (&left, &right) };
        let alone_ahead = ahead.iter().filter(|arc| arc.word == 0);
        if looks_up_second {
            steps.extend(alone_ahead.filter_map(alone_right));
        } else {
            steps.extend(alone_ahead.filter_map(alone_left));
        }
        for arc in rest {
            if arc.word == 0 {
                steps.extend(if looks_up_second { alone_left(arc) } else { alone_right(arc) });
                continue;
            }
            let place =
                if matching == Matching::Second { 0 } else { ahead.partition_point(|found| found.word < arc.word) };
            let is_same = |found: &&Arc| found.word == arc.word;
            let sorted = ahead[place..].iter().take_while(|found| matching == Matching::Second || is_same(found));
            for found in sorted.filter(is_same) {
                let (left, right) = if looks_up_second { (arc, found) } else { (found, arc) };
                steps.push((Some(*left), Some(*right), false));
            }
        }
        steps
    }
}
