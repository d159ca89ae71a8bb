//! Nearest neighbors, CSLS and induced dictionaries against plain definitions, on random vectors.
#![allow(clippy::unwrap_used)] // a test may fail loudly

use mondegreen_core::error::ErrorKind;
use mondegreen_core::vector::csls::csls;
use mondegreen_core::vector::induce::{Chance, induce};
use mondegreen_core::vector::knn::{nearest, neighborhoods};
use mondegreen_core::vector::matrix::Matrix;
use mondegreen_core::vector::scan::{Limits, scan};
use proptest::prelude::*;

/// Few rows and one more than a band of them, so that both a part of a tile and several bands are seen.
const ROWS: [usize; 5] = [1, 7, 40, 513, 700];

fn random(rows: usize, columns: usize, seed: u64) -> Vec<f32> {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 24) as f32 - 0.5
    };
    (0..rows * columns).map(|_| next()).collect()
}

fn products(left: &Matrix<'_>, right: &Matrix<'_>) -> Vec<Vec<f64>> {
    let columns = left.columns();
    let rows = |matrix: &Matrix<'_>| -> Vec<Vec<f64>> {
        matrix.values().chunks(columns).map(|row| row.iter().map(|&x| f64::from(x)).collect()).collect()
    };
    let (left, right) = (rows(left), rows(right));
    let dot = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(x, y)| x * y).sum();
    left.iter().map(|one| right.iter().map(|other| dot(one, other)).collect()).collect()
}

fn transposed(table: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..table[0].len()).map(|column| table.iter().map(|row| row[column]).collect()).collect()
}

fn means(table: &[Vec<f64>], count: usize) -> Vec<f64> {
    table
        .iter()
        .map(|row| {
            let mut row = row.clone();
            row.sort_by(|one, other| other.total_cmp(one));
            row.truncate(count);
            row.iter().sum::<f64>() / row.len() as f64
        })
        .collect()
}

/// What was found is as good as the best, place by place: of numbers that differ by rounding alone either may stand
/// first.
fn as_good(found: &[u32], scores: &[f64], count: usize) -> bool {
    let mut best = scores.to_vec();
    best.sort_by(|one, other| other.total_cmp(one));
    let mut seen = found.to_vec();
    seen.sort_unstable();
    seen.dedup();
    seen.len() == count.min(scores.len())
        && found.iter().zip(best).all(|(&place, best)| (scores[place as usize] - best).abs() < 1e-5)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn neighbors_are_those_of_the_definition(
        left in prop::sample::select(&ROWS[..]),
        right in prop::sample::select(&ROWS[..]),
        columns in 1..40_usize,
        count in 0..12_usize,
        threads in 1..4_usize,
        seed in 0..1_000_u64,
    ) {
        let (one, other) = (random(left, columns, seed), random(right, columns, seed + 1));
        let taken_off = random(right, 1, seed + 2);
        let one = Matrix::new(&one, left, columns).unwrap();
        let other = Matrix::new(&other, right, columns).unwrap();
        let table = products(&one, &other);
        let found = nearest(one, other, count, Some(&taken_off), threads, &mut |_| Ok(())).unwrap();
        prop_assert_eq!(found.count, count.min(right));
        for (row, places) in table.iter().zip(found.places.chunks(found.count.max(1))) {
            let scores: Vec<f64> = row.iter().zip(&taken_off).map(|(x, &less)| x - f64::from(less)).collect();
            prop_assert!(as_good(places, &scores, count));
        }
        let (lefts, rights) = neighborhoods(one, other, count, threads, &mut |_| Ok(())).unwrap();
        if count > 0 {
            let near = |found: &[f32], means: &[f64]| found.iter().zip(means).all(|(&a, b)| (f64::from(a) - b).abs() < 1e-5);
            prop_assert!(near(&lefts, &means(&table, count)));
            prop_assert!(near(&rights, &means(&transposed(&table), count)));
        }
        let again = nearest(one, other, count, Some(&taken_off), 1, &mut |_| Ok(())).unwrap();
        prop_assert_eq!(found, again, "threads make no difference");
    }

    #[test]
    fn csls_is_that_of_the_definition(
        left in prop::sample::select(&ROWS[..]),
        right in prop::sample::select(&ROWS[..]),
        columns in 1..12_usize,
        count in 1..5_usize,
        threads in 1..4_usize,
        seed in 0..1_000_u64,
    ) {
        let (one, other) = (random(left, columns, seed), random(right, columns, seed + 1));
        let one = Matrix::new(&one, left, columns).unwrap();
        let other = Matrix::new(&other, right, columns).unwrap();
        let table = products(&one, &other);
        let found = csls(one, other, count, 10, threads, &mut |_| Ok(())).unwrap();
        let (rows, columns) = (means(&table, 10), means(&transposed(&table), 10));
        for (row, places) in found.nearest.places.chunks(found.nearest.count).enumerate() {
            let scores: Vec<f64> = table[row].iter().zip(&columns).map(|(x, r)| 2.0 * x - rows[row] - r).collect();
            prop_assert!(as_good(places, &scores, count));
            let score = f64::from(found.nearest.scores[row * found.nearest.count]);
            prop_assert!((score - scores[places[0] as usize]).abs() < 1e-5);
        }
        prop_assert_eq!(csls(one, other, count, 10, 1, &mut |_| Ok(())).unwrap(), found);
    }

    #[test]
    fn a_dictionary_is_that_of_the_definition(
        left in prop::sample::select(&ROWS[..]),
        right in prop::sample::select(&ROWS[..]),
        columns in 1..12_usize,
        threads in 1..4_usize,
        seed in 0..1_000_u64,
    ) {
        let (one, other) = (random(left, columns, seed), random(right, columns, seed + 1));
        let one = Matrix::new(&one, left, columns).unwrap();
        let other = Matrix::new(&other, right, columns).unwrap();
        let table = products(&one, &other);
        let chance = Chance { keep: 1.0, seed };
        let found = induce(one, other, 10, chance, threads, &mut Vec::new(), &mut |_| Ok(())).unwrap();
        let back = transposed(&table);
        let halves = |means: Vec<f64>| means.into_iter().map(|mean| mean / 2.0).collect::<Vec<_>>();
        let (lefts, rights) = (halves(means(&table, 10)), halves(means(&back, 10)));
        for (row, &place) in table.iter().zip(&found.forward) {
            let scores: Vec<f64> = row.iter().zip(&rights).map(|(x, half)| x - half).collect();
            prop_assert!(as_good(&[place], &scores, 1));
        }
        for (row, &place) in back.iter().zip(&found.backward) {
            let scores: Vec<f64> = row.iter().zip(&lefts).map(|(x, half)| x - half).collect();
            prop_assert!(as_good(&[place], &scores, 1));
        }
        let greatest = |table: &[Vec<f64>]| means(table, 1).iter().sum::<f64>() / table.len() as f64;
        let objective = f64::midpoint(greatest(&table), greatest(&back));
        prop_assert!((found.objective - objective).abs() < 1e-5);
        let again = induce(one, other, 10, chance, 1, &mut Vec::new(), &mut |_| Ok(())).unwrap();
        prop_assert_eq!(found, again, "threads make no difference");
    }
}

/// A number that whoever compares once more would take is found, though sums and differences are rounded otherwise.
#[test]
fn no_number_above_a_limit_is_passed_over() {
    let mut hits = Vec::new();
    for seed in 0..20_000 {
        // Eight at a time, and a rest; squares have digits behind those that their sums have room for.
        let drawn: Vec<f32> = random(3, 11, seed).iter().map(|number| number * number).collect();
        let (taken_off, columns) = (&drawn[..11], &drawn[11..22]);
        let (less, shift) = (drawn[22], drawn[23]);
        let limits = Limits { plain: f32::INFINITY, less, taken_off, columns, shift };
        let near = |place: usize| {
            let sum = if place.is_multiple_of(2) { less + taken_off[place] } else { shift + columns[place] };
            [sum.next_down(), sum, sum.next_up()][place % 3]
        };
        let line: Vec<f32> = (0..11).map(near).collect();
        hits.clear();
        scan(&line, limits, &mut hits);
        for (place, number) in line.iter().enumerate() {
            if number - taken_off[place] > less || number - shift > columns[place] {
                assert!(hits.contains(&(place as u32)), "{number} of column {place}, seed {seed}");
            }
        }
    }
}

/// Of products that count by chance the best is kept as often as the chance says, and else one of the next.
#[test]
fn products_are_left_aside_as_often_as_asked() {
    let (one, other) = (random(700, 10, 5), random(700, 10, 6));
    let (one, other) = (Matrix::new(&one, 700, 10).unwrap(), Matrix::new(&other, 700, 10).unwrap());
    let mut room = Vec::new();
    let mut dictionary =
        |keep, seed| induce(one, other, 10, Chance { keep, seed }, 2, &mut room, &mut |_| Ok(())).unwrap().forward;
    let best = dictionary(1.0, 0);
    let same: usize =
        (0..10).map(|seed| dictionary(0.3, seed).iter().zip(&best).filter(|(one, other)| one == other).count()).sum();
    // 7,000 draws with the chance 0.3, give or take five standard deviations.
    assert!(same.abs_diff(2_100) < 192, "{same}");
    assert_eq!(dictionary(0.3, 1), dictionary(0.3, 1));
    assert_ne!(dictionary(0.3, 1), dictionary(0.3, 2));
}

#[test]
fn what_cannot_be_multiplied_is_refused() {
    let bad = Matrix::new(&[1.0, f32::NAN, 0.0, 0.0], 2, 2).unwrap_err();
    assert_eq!(bad.kind, ErrorKind::InvalidVector { row: 0 });
    assert!(Matrix::new(&[1.0; 5], 2, 2).is_err());
    let (one, other) = (Matrix::new(&[1.0; 4], 2, 2).unwrap(), Matrix::new(&[1.0; 6], 2, 3).unwrap());
    assert!(nearest(one, other, 1, None, 1, &mut |_| Ok(())).is_err());
    assert!(nearest(one, one, 1, Some(&[0.0]), 1, &mut |_| Ok(())).is_err());
}

#[test]
fn nothing_has_no_neighbors() {
    let (none, some) = (Matrix::new(&[], 0, 2).unwrap(), Matrix::new(&[1.0; 4], 2, 2).unwrap());
    assert_eq!(nearest(some, none, 3, None, 2, &mut |_| Ok(())).unwrap().places, []);
    assert_eq!(nearest(none, some, 3, None, 2, &mut |_| Ok(())).unwrap().places, []);
    assert_eq!(neighborhoods(some, none, 3, 2, &mut |_| Ok(())).unwrap(), (vec![0.0; 2], vec![]));
    assert_eq!(csls(none, some, 1, 10, 2, &mut |_| Ok(())).unwrap().nearest.places, []);
}
