//! Weights from vectors or a table, under every goal: each path and its weight are those of the definition.

use mondegreen_core::align::batch::ChunkAligner;
use mondegreen_core::align::weighted::{Goal, WeightedAligner};
use mondegreen_core::align::{CellCosts, naive};
use mondegreen_core::alignment::Alignment;
use mondegreen_core::cost::{Cost, Lexicographic};
use mondegreen_core::error::{ErrorKind, Place, Result};
use mondegreen_core::policy::{Costs, Policy, Step};
use mondegreen_core::stop_request::StopRequest;
use mondegreen_core::text::{Sequences, Texts, Unit};
use mondegreen_core::vector::Vectors;
use mondegreen_core::vocab::Vocabulary;
use mondegreen_core::weights::{Lexicon, Scale, Weigher, Weights};

use super::input::Input;
use super::linear::trimmed;

/// Words are letters, of which lexicons have some.
const LETTERS: u8 = 9;

pub fn weighted(data: &[u8]) {
    let mut input = Input(data);
    let Ok(policy) = input.policy() else { return };
    let (weights, rows, columns) = if input.flag() { table(&mut input) } else { vectors(&mut input) };
    let Ok(mut weights) = weights else { return };
    (weights.insertion, weights.deletion) = (weight(&mut input), weight(&mut input));
    let pairs: Vec<[String; 2]> = (0..=input.below(3)).map(|_| [text(&mut input), text(&mut input)]).collect();
    let case = Case { policy, weights: &weights, pairs: &pairs };
    let uncovered = columns.as_ref().and_then(|columns| {
        let lacks = |[left, right]: &[String; 2]| {
            left.chars().any(|letter| !rows.contains(letter)) || right.chars().any(|letter| !columns.contains(letter))
        };
        pairs.iter().position(lacks)
    });
    match uncovered {
        Some(pair) => {
            let error = case.align(Goal::After).unwrap_err();
            assert!(matches!(error.kind, ErrorKind::UncoveredWord { .. }));
            assert_eq!(error.place, Some(Place::Pair(pair)));
        }
        None => case.check(),
    }
}

fn weight(input: &mut Input) -> Cost {
    Cost(i64::from(input.byte() % 9) * Cost::ONE / 4)
}

fn letter(byte: u8) -> char {
    char::from(b'a' + byte % LETTERS)
}

fn text(input: &mut Input) -> String {
    let length = input.below(24);
    input.take(length).iter().map(|&byte| letter(byte)).collect()
}

fn lexicon(input: &mut Input) -> (Lexicon, String) {
    let length = input.below(16);
    let letters: String = input.take(length).iter().map(|&byte| letter(byte)).collect();
    let mut lexicon = Lexicon::default();
    letters.chars().for_each(|letter| lexicon.push(letter.encode_utf8(&mut [0; 4])));
    (lexicon, letters)
}

type Given = (Result<Weights>, String, Option<String>);

/// A table over some letters, now and then of the wrong size.
fn table(input: &mut Input) -> Given {
    let ((rows, left), (columns, right)) = (lexicon(input), lexicon(input));
    let cells = rows.len() * columns.len();
    let values = cells + usize::from(input.byte() == 255);
    let costs = (0..values).map(|_| weight(input)).collect();
    let weights = Weights::from_table(rows, columns, costs);
    assert_eq!(weights.is_ok(), values == cells);
    (weights, left, Some(right))
}

/// Vectors of some letters, of small whole numbers mostly, and sometimes of anything.
fn vectors(input: &mut Input) -> Given {
    let (lexicon, letters) = lexicon(input);
    let (dimension, odd) = (input.below(20), input.byte() == 255);
    let number = |input: &mut Input| if odd { input.float() as f32 } else { f32::from(input.byte() % 4) - 1.0 };
    let values: Vec<f32> = (0..letters.len() * dimension).map(|_| number(input)).collect();
    let scale = if input.flag() {
        Scale::Distance
    } else {
        Scale::Step { above: f64::from(input.byte()) / 256.0, close: weight(input) }
    };
    let finite = values.iter().all(|value| value.is_finite());
    let vectors = Vectors::new(values, letters.len(), dimension);
    assert_eq!(vectors.is_ok(), finite);
    (vectors.and_then(|vectors| Weights::from_vectors(lexicon, vectors, scale, weight(input))), letters, None)
}

struct Case<'a> {
    policy: Policy,
    weights: &'a Weights,
    pairs: &'a [[String; 2]],
}

impl Case<'_> {
    fn texts(&self) -> Texts {
        let mut texts = Texts::default();
        self.pairs.iter().flatten().for_each(|text| texts.push(text));
        texts
    }

    fn align(&self, goal: Goal) -> Result<Alignment> {
        let mut alignment = Alignment::default();
        let mut aligner = WeightedAligner::new(Unit::Letters, self.policy, goal, self.weights)?;
        aligner.align(&self.texts(), &StopRequest::default(), &mut alignment)?;
        Ok(alignment)
    }

    fn check(&self) {
        let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
        self.texts().intern_words(Unit::Letters, &mut vocabulary, &mut ids);
        let mut weigher = Weigher::new(self.weights);
        weigher.learn(&mut vocabulary, &mut ids).unwrap();
        let Costs { substitution, insertion, deletion } = self.policy.costs;
        let free = substitution.min(insertion).min(deletion).0 == 0;
        for (_, goal) in Goal::NAMED {
            if free && matches!(goal, Goal::Least | Goal::Greatest) {
                assert_eq!(self.align(goal).unwrap_err().kind, ErrorKind::FreeErrors);
                continue;
            }
            let alignment = self.align(goal).unwrap();
            for pair in 0..self.pairs.len() {
                let sides = (ids.get(2 * pair), ids.get(2 * pair + 1));
                let steps = trimmed(self.policy.trims, sides.0, sides.1, |reference, hypothesis| {
                    let cells = Cells { reference, hypothesis, goal, costs: self.policy.costs, weigher: &weigher };
                    naive::align(&cells, self.policy.ties).1
                });
                assert_eq!(alignment.pair(pair), steps, "{goal:?} {:?} {:?}", self.policy, self.pairs[pair]);
                assert_eq!(alignment.weights[pair], weigh(&weigher, sides, &steps));
            }
        }
    }
}

fn weigh(weigher: &Weigher, (reference, hypothesis): (&[u32], &[u32]), steps: &[Step]) -> i64 {
    let (mut spoken, mut heard) = (reference.iter(), hypothesis.iter());
    let each = |step: &Step| {
        let word = if *step == Step::Insertion { None } else { spoken.next() };
        let other = if *step == Step::Deletion { None } else { heard.next() };
        match (word, other) {
            (Some(word), Some(other)) if word == other => 0,
            (Some(word), Some(other)) => weigher.substitution(*word, *other).0,
            (Some(_), None) => weigher.deletion().0,
            _ => weigher.insertion().0,
        }
    };
    steps.iter().map(each).sum()
}

/// The definition's cells.
struct Cells<'a> {
    reference: &'a [u32],
    hypothesis: &'a [u32],
    goal: Goal,
    costs: Costs,
    weigher: &'a Weigher<'a>,
}

impl Cells<'_> {
    fn amount(&self, cost: Cost, weight: Cost) -> Lexicographic {
        match self.goal {
            Goal::After => Lexicographic { primary: cost.0, secondary: 0 },
            Goal::Total => Lexicographic { primary: weight.0, secondary: 0 },
            Goal::Least => Lexicographic { primary: cost.0, secondary: weight.0 },
            Goal::Greatest => Lexicographic { primary: cost.0, secondary: -weight.0 },
        }
    }
}

impl CellCosts for Cells<'_> {
    type Amount = Lexicographic;

    fn rows(&self) -> usize {
        self.reference.len()
    }

    fn columns(&self) -> usize {
        self.hypothesis.len()
    }

    fn deletion(&self, _row: usize) -> Lexicographic {
        self.amount(self.costs.deletion, self.weigher.deletion())
    }

    fn insertion(&self, _column: usize) -> Lexicographic {
        self.amount(self.costs.insertion, self.weigher.insertion())
    }

    fn pairing(&self, row: usize, column: usize) -> Option<Lexicographic> {
        if self.equal(row, column) {
            return Some(Lexicographic::default());
        }
        let weight = self.weigher.substitution(self.reference[row], self.hypothesis[column]);
        Some(self.amount(self.costs.substitution, weight))
    }

    fn equal(&self, row: usize, column: usize) -> bool {
        self.reference[row] == self.hypothesis[column]
    }
}
