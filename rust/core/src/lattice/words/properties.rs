//! Lattices at random over a small model, whose words are known before they are hidden from the aligners.
#![allow(clippy::unwrap_used, reason = "a test may fail loudly")]

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::model::Model;
use super::phones::{Options, align_phones};
use super::{Boundaries, Labels, Lexicon};
use crate::lattice::{Arc, Builder, Lattice, Span, StateId, Weight};

/// The phones of each word by its number; word 0 is silence.
const WORDS: [&[i32]; 6] = [&[1], &[7], &[8], &[2, 5], &[3, 4, 6], &[2, 4, 4, 6]];
const BOUNDARIES: &str = "1 nonword\n2 begin\n3 begin\n4 internal\n5 end\n6 end\n7 singleton\n8 singleton\n";
const LEXICON: &str = "0 0 1\n1 1 7\n2 2 8\n3 3 2 5\n4 4 3 4 6\n5 5 2 4 4 6\n";
const PHONES: i32 = 8;
/// Two states for each phone, each of which may last; so a phone has four transition ids.
const IDS: i32 = 4;

fn model() -> Model {
    let state = |number: i32| {
        format!(
            "<State> {number} <PdfClass> {number} <Transition> {number} 0.5 <Transition> {} 0.5 </State>",
            number + 1
        )
    };
    let all = |entry: fn(i32) -> String| (1..=PHONES).map(entry).collect::<Vec<_>>().join(" ");
    let phones = all(|phone| phone.to_string());
    let triples = all(|phone| format!("{phone} 0 0 {phone} 1 1"));
    let text = format!(
        "<TransitionModel> <Topology> <TopologyEntry> <ForPhones> {phones} </ForPhones> {} {} <State> 2 </State> \
         </TopologyEntry> </Topology> <Triples> {} {triples} </Triples> ",
        state(0),
        state(1),
        2 * PHONES
    );
    Model::read(Box::new(std::io::Cursor::new(text))).unwrap()
}

/// The ids of a phone: those that leave a state come before those that stay in it, as Kaldi reorders them.
fn ids_of(phone: i32, stays: (u8, u8)) -> Vec<i32> {
    let first = IDS * (phone - 1);
    let stay = |id, times: u8| std::iter::repeat_n(first + id, usize::from(times));
    std::iter::once(first + 2).chain(stay(1, stays.0)).chain([first + 4]).chain(stay(3, stays.1)).collect()
}

/// An arc to be: how far it leads, its word, how long each state lasts, and its costs.
type Draft = (u32, usize, (u8, u8), u8, u8);

/// Whose arcs each have the ids of their words, before they are moved.
struct Aligned {
    arcs: Vec<(StateId, StateId, usize, Vec<i32>, Weight)>,
    last: StateId,
}

impl Aligned {
    fn new(drafts: &[Vec<Draft>]) -> Self {
        let last = drafts.len() as StateId;
        let mut arcs = Vec::new();
        for (state, drafts) in (0..).zip(drafts) {
            for &(far, word, stays, graph, acoustic) in drafts {
                let ids = WORDS[word].iter().flat_map(|&phone| ids_of(phone, stays)).collect();
                let weight = Weight { graph: f32::from(graph) / 4.0, acoustic: f32::from(acoustic) / 4.0 };
                arcs.push((state, (state + 1 + far).min(last), word, ids, weight));
            }
        }
        Self { arcs, last }
    }

    /// The ids with which all arcs into a state end, at most so many: as many as may be moved to the arcs behind it.
    fn common(&self, state: StateId, most: usize) -> Vec<i32> {
        let mut entering = self.arcs.iter().filter(|arc| arc.1 == state).map(|arc| &arc.3);
        let Some(first) = entering.next() else { return Vec::new() };
        let mut length = most.min(first.len() - 1);
        for ids in entering {
            let same = first.iter().rev().zip(ids.iter().rev()).take_while(|(left, right)| left == right).count();
            length = length.min(same).min(ids.len() - 1);
        }
        first[first.len() - length..].to_vec()
    }

    /// The lattice with ids late by so many at each state: no longer where their words begin and end.
    fn moved(&self, late: &[usize]) -> Lattice {
        let moved: Vec<Vec<i32>> =
            (0..=self.last).map(|state| self.common(state, late[state as usize % late.len()])).collect();
        let mut builder = Builder::default();
        builder.reach(self.last);
        for (from, next, word, ids, weight) in &self.arcs {
            let kept = &ids[..ids.len() - moved[*next as usize].len()];
            let ids = builder.string(moved[*from as usize].iter().chain(kept).copied());
            builder.arc(*from, Arc { word: *word as i32, next: *next, weight: *weight, ids });
        }
        let ids = builder.string(moved[self.last as usize].iter().copied());
        builder.end(self.last, Weight { graph: 0.25, acoustic: 0.0 }, ids);
        let mut lattice = builder.finish(Some(0));
        lattice.trim(|_| true);
        lattice
    }
}

/// The words, the ids and the cost of a path, in quarters.
type Whole = (Vec<i32>, Vec<i32>, i64);

fn paths(lattice: &Lattice) -> BTreeSet<Whole> {
    let mut found = BTreeSet::new();
    let mut open: Vec<(StateId, Whole)> = lattice.start().into_iter().map(|start| (start, Whole::default())).collect();
    let with = |(words, ids, cost): &Whole, word: i32, span: Span, weight: Weight| {
        let words = words.iter().copied().chain((word != 0).then_some(word)).collect();
        let ids = ids.iter().chain(lattice.ids(span)).copied().collect();
        (words, ids, cost + (4.0 * weight.total()) as i64)
    };
    while let Some((state, path)) = open.pop() {
        if let Some(end) = lattice.end(state) {
            found.insert(with(&path, 0, end.ids, end.weight));
        }
        open.extend(lattice.arcs(state).iter().map(|arc| (arc.next, with(&path, arc.word, arc.ids, arc.weight))));
    }
    found
}

/// The least cost of each sequence of words: of arcs with one word between the same states only the best stays, as
/// where `OpenFst` removes arcs of nothing.
fn best(paths: BTreeSet<Whole>) -> BTreeMap<Vec<i32>, i64> {
    let mut costs = BTreeMap::new();
    for (words, _, cost) in paths {
        let known = costs.entry(words).or_insert(cost);
        *known = cost.min(*known);
    }
    costs
}

/// Whether each arc has the phones of its word, whole.
fn fits(lattice: &Lattice, model: &Model) -> bool {
    lattice.all_arcs().iter().all(|arc| {
        let ids = lattice.ids(arc.ids);
        let phones: Vec<i32> = ids.iter().copied().filter(|&id| model.is_final(id)).map(|id| model.phone(id)).collect();
        phones == WORDS[arc.word as usize]
    })
}

fn drafts() -> impl Strategy<Value = Vec<Vec<Draft>>> {
    let draft = (0_u32..2, 0..WORDS.len(), (0_u8..3, 0_u8..3), 0_u8..9, 0_u8..9);
    prop::collection::vec(prop::collection::vec(draft, 1..4), 1..6)
}

proptest! {
    #[test]
    fn aligned_lattices_have_the_same_words_at_the_same_costs_and_times(
        drafts in drafts(),
        late in prop::collection::vec(0_usize..4, 6),
    ) {
        let (model, lattice) = (model(), Aligned::new(&drafts).moved(&late));
        let by_boundaries = Boundaries::read(BOUNDARIES).unwrap()
            .align(&lattice, &model, Labels::default(), true, None).unwrap();
        let by_lexicon = Lexicon::read(LEXICON).unwrap().align(&lattice, &model, 0, true, None).unwrap();
        for aligned in [by_boundaries, by_lexicon] {
            prop_assert_eq!(aligned.complaint, None);
            let (before, after) = (paths(&lattice), paths(&aligned.lattice));
            prop_assert!(after.is_subset(&before));
            prop_assert_eq!(best(after), best(before));
            prop_assert!(fits(&aligned.lattice, &model));
        }
    }

    #[test]
    fn lattices_cut_at_phones_have_the_same_paths_with_a_phone_on_each_arc(
        drafts in drafts(),
        late in prop::collection::vec(0_usize..4, 6),
    ) {
        let (model, lattice) = (model(), Aligned::new(&drafts).moved(&late));
        let cut = |merges_free_arcs, replaces_words| {
            let options = Options { reorder: true, merges_free_arcs, replaces_words };
            align_phones(&lattice, &model, options).unwrap()
        };
        let (whole, merged, phones) = (cut(false, false), cut(true, false), cut(false, true));
        prop_assert_eq!((whole.complaint, merged.complaint, phones.complaint), (None, None, None));
        prop_assert_eq!(paths(&whole.lattice), paths(&lattice));
        prop_assert_eq!(best(paths(&merged.lattice)), best(paths(&lattice)));
        let ends = |ids: &[i32]| ids.iter().filter(|&&id| model.is_final(id)).count();
        prop_assert!(whole.lattice.all_arcs().iter().all(|arc| ends(whole.lattice.ids(arc.ids)) <= 1));
        // The phones of the words of a path, whichever way they are found.
        let said = |path: &Whole| model.split(&path.1).unwrap().into_iter().map(|(phone, _)| phone).collect::<Vec<_>>();
        let expected: BTreeSet<Whole> =
            paths(&lattice).into_iter().map(|path| (said(&path), path.1, path.2)).collect();
        prop_assert_eq!(paths(&phones.lattice), expected.clone());
        prop_assert_eq!(paths(&lattice.expand().with_phones_as_words(&model)), expected.clone());
        let ids: BTreeSet<Whole> = paths(&lattice.clone().with_phones_as_ids(&model));
        let numbers = |(phones, _, cost): Whole| (phones, cost);
        let expected: BTreeSet<_> = expected.into_iter().map(numbers).collect();
        prop_assert_eq!(ids.into_iter().map(|(_, ids, cost)| (ids, cost)).collect::<BTreeSet<_>>(), expected);
    }
}
