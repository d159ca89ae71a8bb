//! Words by their phones: distances against the whole matrix, and what is nearest against all that there is.

use mondegreen_core::simulation::confusion_table::{Kernel, Rules, Side, build};
use mondegreen_core::simulation::phrases::{Heard, Wish, phrases};
use mondegreen_core::simulation::pronunciation::{FAR, Sounds, Spoken, cost, parts};
use mondegreen_core::vector::matrix::Matrix;

use super::super::input::Input;

/// Few words, so that none is left out for the number of those that are tried.
const WORDS: usize = 6;

pub fn heard(input: &mut Input<'_>) {
    let count = input.below(5);
    let mut price = || match input.byte() {
        255 => input.float(),
        byte => f64::from(byte) / 16.0,
    };
    let pairs: Vec<f64> = (0..count * count).map(|_| price()).collect();
    let alone: Vec<f64> = (0..count).map(|_| price()).collect();
    let sounds = Sounds::new(&pairs, &alone);
    let fit = pairs.iter().chain(&alone).all(|price| (0.0..=100.0).contains(price));
    assert_eq!(sounds.is_ok(), fit);
    let Ok(sounds) = sounds else { return };
    any_spoken(input, &sounds);
    let (queries, lexicon) = (words(input, count), words(input, count));
    let threshold = if input.flag() { FAR } else { parts(f64::from(input.byte()) / 8.0) };
    let (most, threads) = (input.below(8), input.below(4));
    let known = [&queries, &lexicon].map(|words| spoken(words, &sounds));
    distances(&queries, &lexicon, &sounds, threshold);
    for two in [false, true] {
        let wish = Wish { two, threshold, count: most };
        let found = phrases(&known[0], &known[1], &sounds, wish, threads, &mut |_| Ok(())).unwrap();
        let all = queries.iter().map(|query| all(query, &lexicon, &sounds, wish));
        assert_eq!(found, all.collect::<Vec<_>>(), "{wish:?} {queries:?} {lexicon:?}");
    }
    let kernel = if input.flag() { Kernel::Gauss } else { Kernel::Exp };
    let rules = Rules { neighbors: most, threshold, confusions: input.below(4), kernel };
    table(&queries, &known, &sounds, rules, threads);
}

/// Any numbers at all are words, or are refused.
fn any_spoken(input: &mut Input<'_>, sounds: &Sounds) {
    let [phones, ends, words] = [0; 3].map(|_| {
        let length = input.below(6);
        input.take(length).to_vec()
    });
    let wide = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).collect();
    let phones = phones.iter().map(|&phone| u16::from(phone)).collect();
    if let Ok(spoken) = Spoken::new(phones, wide(&ends), wide(&words), sounds) {
        let variants = (0..spoken.len()).flat_map(|word| spoken.variants(word));
        assert!(variants.flatten().all(|&phone| usize::from(phone) < sounds.len()));
    }
}

/// The ways in which some words are spoken.
type Words = Vec<Vec<Vec<u16>>>;

fn words(input: &mut Input<'_>, count: usize) -> Words {
    let mut some = |most| 0..input.below(most);
    let ways: Vec<usize> = some(WORDS).map(|_| 0).collect();
    ways.iter()
        .map(|_| {
            let ways = 0..input.below(3);
            let mut way = |_| {
                let phones = 0..if count == 0 { 0 } else { input.below(6) };
                phones.map(|_| u16::from(input.byte()) % count as u16).collect()
            };
            ways.map(&mut way).collect()
        })
        .collect()
}

fn spoken(words: &Words, sounds: &Sounds) -> Spoken {
    let (mut phones, mut ends, mut last) = (Vec::new(), Vec::new(), Vec::new());
    for ways in words {
        for way in ways {
            phones.extend(way);
            ends.push(phones.len() as u32);
        }
        last.push(ends.len() as u32);
    }
    Spoken::new(phones, ends, last, sounds).unwrap()
}

/// The definition of a distance.
fn far(sounds: &Sounds, one: &[u16], other: &[u16]) -> u32 {
    let mut cells = vec![vec![0; other.len() + 1]; one.len() + 1];
    for row in 0..=one.len() {
        for column in 0..=other.len() {
            let lost = row.checked_sub(1).map(|row| cells[row][column] + sounds.alone(one[row]));
            let added = column.checked_sub(1).map(|column| cells[row][column] + sounds.alone(other[column]));
            let changed = (row > 0 && column > 0)
                .then(|| cells[row - 1][column - 1] + sounds.of(one[row - 1])[usize::from(other[column - 1])]);
            cells[row][column] = [lost, added, changed].into_iter().flatten().min().unwrap_or(0);
        }
    }
    cells[one.len()][other.len()]
}

fn distances(queries: &Words, lexicon: &Words, sounds: &Sounds, limit: u32) {
    let mut room = Vec::new();
    for one in queries.iter().flatten() {
        for other in lexicon.iter().flatten() {
            let (found, expected) = (sounds.distance(one, other, limit, &mut room), far(sounds, one, other));
            assert_eq!(found, (expected < limit).then_some(expected), "{one:?} {other:?}");
            assert!(!sounds.are_bounded() || expected >= sounds.whole(one).abs_diff(sounds.whole(other)));
        }
    }
}

/// Every word, or every two, in order of how far they are from the first way of a query.
fn all(query: &[Vec<u16>], lexicon: &Words, sounds: &Sounds, wish: Wish) -> Vec<Heard> {
    let Some(query) = query.first().filter(|query| !query.is_empty()) else { return Vec::new() };
    let nearest = |word: usize, part: &[u16]| {
        let ways = lexicon[word].iter().filter(|way| !way.is_empty());
        ways.map(|way| far(sounds, way, part)).filter(|&distance| distance < wish.threshold).min()
    };
    let mut found = Vec::new();
    for first in 0..lexicon.len() {
        if !wish.two {
            found.extend(nearest(first, query).map(|distance| Heard { distance, first: first as u32, second: None }));
            continue;
        }
        for second in 0..lexicon.len() {
            let cuts = 1..query.len();
            let both = cuts.filter_map(|cut| Some(nearest(first, &query[..cut])? + nearest(second, &query[cut..])?));
            found.extend(both.min().map(|distance| Heard {
                distance,
                first: first as u32,
                second: Some(second as u32),
            }));
        }
    }
    found.retain(|heard| heard.distance < wish.threshold);
    found.sort_unstable();
    found.truncate(wish.count);
    found
}

/// Candidates are the nearest in sound of those that are looked at, nearest first, and their probabilities are shares.
fn table(queries: &Words, spoken: &[Spoken; 2], sounds: &Sounds, rules: Rules, threads: usize) {
    let vectors = [0, 1].map(|side: usize| {
        let angles = (0..spoken[side].len()).map(|at| (at * (2 + side)) as f32);
        angles.flat_map(|angle| [angle.cos(), angle.sin()]).collect::<Vec<f32>>()
    });
    let [left, right] = [0, 1].map(|side: usize| Side {
        vectors: Matrix::new(&vectors[side], spoken[side].len(), 2).unwrap(),
        spoken: &spoken[side],
    });
    let own: Vec<u32> = (0..queries.len() as u32).map(|at| at % 3).collect();
    let rows = build(left, &own, right, sounds, rules, threads, &mut |_| Ok(())).unwrap();
    assert_eq!(rows.ends.len(), queries.len());
    let mut begin = 0;
    for (query, &end) in rows.ends.iter().enumerate() {
        let row = std::mem::replace(&mut begin, end as usize)..end as usize;
        let least = |place: u32| {
            let pairs = spoken[0]
                .variants(query)
                .flat_map(|one| spoken[1].variants(place as usize).map(move |other| far(sounds, one, other)));
            pairs.filter(|&distance| distance < rules.threshold).min()
        };
        let mut others: Vec<u32> = (0..spoken[1].len() as u32).filter(|&place| place != own[query]).collect();
        for at in row.clone() {
            let place = others.iter().position(|&other| other == rows.places[at]).unwrap();
            assert_eq!(least(others.swap_remove(place)).map(cost), Some(rows.distances[at]));
        }
        assert!(rows.distances[row.clone()].is_sorted() && row.len() <= rules.confusions);
        let sum: f64 = rows.probabilities[row.clone()].iter().sum();
        assert!(row.is_empty() || (sum - 1.0).abs() < 1e-9, "{sum} {:?}", &rows.distances[row]);
        if rules.neighbors >= spoken[1].len() && row.len() < rules.confusions {
            assert!(others.into_iter().all(|place| least(place).is_none()), "a word was left out");
        }
    }
}
