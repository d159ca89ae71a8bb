//! What holds of errors drawn from any table, in any texts.

use proptest::prelude::*;

use super::casing::core;
use super::chance::{Chance, Purpose};
use super::draw::{Draw, Limits, Rates, Wanted};
use super::model::Model;
use super::writer::Drawn;

fn model(rows: &[(&str, &[(&str, f64)])]) -> Model {
    let mut model = Model::default();
    for (word, row) in rows {
        assert_eq!(model.push(word, row.iter().copied()), Ok(()));
    }
    model
}

fn words() -> Model {
    model(&[
        ("two", &[("too", 0.5), ("to", 0.25), ("a few", 0.25)]),
        ("cat", &[("bat", 1.0)]),
        ("été", &[("étang", 1.0)]),
        ("a", &[]),
        ("two cat", &[("tucket", 1.0)]),
    ])
}

fn added() -> Model {
    model(&[("added", &[("uh", 0.5), ("the", 0.5)])])
}

fn rates(replaced: f64, lost: f64, insertion: f64, stay: f64, merge: f64) -> Rates {
    Rates {
        substitution: vec![replaced, replaced, replaced, 0.0, 0.0],
        deletion: vec![lost, lost, lost, lost, 0.0],
        unknown: lost,
        insertion,
        again: 0.3,
        stay,
        stay_behind: stay,
        merge,
    }
}

fn drawn(texts: &[(String, String)], rates: &Rates, limits: Limits, seed: u64, threads: usize) -> Drawn {
    let (model, added) = (words(), added());
    let keyed: Vec<_> = texts.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
    Draw::new(&model, &added, rates, seed)
        .map_or_else(|_| Drawn::default(), |draw| Draw { limits, ..draw }.all(&keyed, threads))
}

/// Place, words gone, what was said and what was heard.
type Made = (u32, u32, String, String);

/// Texts one by one, with their errors.
fn parts(drawn: &Drawn) -> Vec<(String, Vec<Made>)> {
    let span =
        |text: &str, ends: &[usize], at: usize| text[if at == 0 { 0 } else { ends[at - 1] }..ends[at]].to_owned();
    (0..drawn.ends.len())
        .map(|at| {
            let begin = if at == 0 { 0 } else { drawn.edit_ends[at - 1] };
            let edit = |number: usize| {
                let edit = drawn.edits[number];
                let said = span(&drawn.said, &drawn.said_ends, number);
                (edit.position, edit.tokens, said, span(&drawn.heard, &drawn.heard_ends, number))
            };
            (span(&drawn.text, &drawn.ends, at), (begin..drawn.edit_ends[at]).map(edit).collect())
        })
        .collect()
}

/// The words of a text once the errors on record are made in it.
fn replayed(text: &str, edits: &[Made]) -> Vec<String> {
    let bare = |token: &str| core(token).map(|(begin, end)| token[begin..end].to_owned());
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let (mut found, mut at) = (Vec::new(), 0);
    for (position, gone, _, heard) in edits {
        found.extend(tokens[at..*position as usize].iter().filter_map(|token| bare(token)));
        found.extend(heard.split(' ').filter(|word| !word.is_empty()).map(str::to_owned));
        at = (position + gone) as usize;
    }
    found.extend(tokens[at..].iter().filter_map(|token| bare(token)));
    found
}

fn texts() -> impl Strategy<Value = Vec<(String, String)>> {
    let text = "([ ]{0,2}(two|Two|TWO|cat,|\\(cat|Été|a|--|other|I\\.)){0,9}[ ]{0,1}";
    prop::collection::vec(text, 1..6)
        .prop_map(|texts| texts.into_iter().enumerate().map(|(at, text)| (format!("utt-{at}"), text)).collect())
}

proptest! {
    #[test]
    fn the_record_tells_what_became_of_a_text(
        texts in texts(), seed: u64, replaced in 0.0..0.7_f64, lost in 0.0..0.3_f64, insertion in 0.0..0.5_f64,
        stay in 0.0..0.9_f64, merge in 0.0..1.0_f64,
    ) {
        let found = drawn(&texts, &rates(replaced, lost, insertion, stay, merge), Limits::PLAIN, seed, 1);
        for ((_, text), (changed, edits)) in texts.iter().zip(parts(&found)) {
            let heard: Vec<String> = changed
                .split_whitespace()
                .filter_map(|token| core(token).map(|(begin, end)| token[begin..end].to_owned()))
                .collect();
            prop_assert_eq!(heard, replayed(text, &edits), "{} -> {}", text, changed);
            prop_assert!(!edits.is_empty() || *text == changed);
        }
    }

    #[test]
    fn order_and_threads_make_no_difference(texts in texts(), seed: u64, stay in 0.0..0.9_f64) {
        let rates = rates(0.4, 0.2, 0.2, stay, 0.5);
        let once = drawn(&texts, &rates, Limits::PLAIN, seed, 1);
        prop_assert_eq!(&once, &drawn(&texts, &rates, Limits::PLAIN, seed, 3));
        let mut reversed = texts.clone();
        reversed.reverse();
        let mut back = parts(&drawn(&reversed, &rates, Limits::PLAIN, seed, 2));
        back.reverse();
        prop_assert_eq!(parts(&once), back);
    }

    #[test]
    fn a_higher_rate_keeps_the_errors_of_a_lower(texts in texts(), seed: u64, low in 0.0..1.0_f64, more in 0.0..1.0_f64) {
        let [few, many] = [low * more, more].map(|rate| {
            let found = drawn(&texts, &rates(rate, 0.0, 0.0, 0.0, 0.0), Limits::PLAIN, seed, 1);
            parts(&found).into_iter().map(|(_, edits)| edits).collect::<Vec<_>>()
        });
        for (few, many) in few.iter().zip(&many) {
            prop_assert!(few.iter().all(|edit| many.contains(edit)));
        }
    }

    #[test]
    fn numbers_that_are_wanted_are_met(texts in texts(), seed: u64, share in 0.0..1.0_f64, of in 0.0..1.0_f64) {
        let (model, added) = (words(), added());
        let rates = Rates { again: 0.0, ..rates(0.2, 0.1, 0.2, 0.0, 0.0) };
        let Ok(draw) = Draw::new(&model, &added, &rates, seed) else { return Err(TestCaseError::fail("rates")) };
        let keyed: Vec<_> = texts.iter().map(|(key, text)| (key.as_str(), text.as_str())).collect();
        let spoken = |text: &str| text.split_whitespace().filter(|token| core(token).is_some()).count();
        let all: usize = texts.iter().map(|(_, text)| spoken(text)).sum();
        let gaps: usize = texts.iter().map(|(_, text)| spoken(text) + usize::from(spoken(text) > 0)).sum();
        let errors = (share * all as f64) as usize;
        let wanted = Wanted { errors, losses: 0, insertions: (of * gaps as f64) as usize };
        let limits = draw.meeting(&keyed, wanted, 2);
        let found = Draw { limits, ..draw }.all(&keyed, 1);
        let added = found.edits.iter().filter(|edit| edit.tokens == 0).count();
        prop_assert_eq!((found.edits.len() - added, added), (wanted.errors, wanted.insertions));
    }
}

#[test]
fn rates_are_kept_whatever_the_bursts() {
    let texts: Vec<(String, String)> =
        (0..2_000).map(|at| (format!("{at}"), "two cat été two cat été two cat été two".to_owned())).collect();
    for stay in [0.0, 0.5, 0.9] {
        let found = drawn(&texts, &rates(0.2, 0.1, 0.0, stay, 0.0), Limits::PLAIN, 3, 2);
        let lost = found.edits.iter().filter(|edit| edit.candidate.is_none()).count();
        // 20,000 words, of which 6,000 are wrong and 2,000 lost, give or take what chance that stays makes of it.
        assert!(found.edits.len().abs_diff(6_000) < 900, "{stay}: {}", found.edits.len());
        assert!(lost.abs_diff(2_000) < 500, "{stay}: {lost}");
        let follows = |edit: &[super::writer::Edit]| edit[0].position + 1 == edit[1].position;
        let together = found.edits.windows(2).filter(|pair| follows(pair)).count() as f64;
        // Of ten words nine have a next: it is wrong as well with the probability stay + (1 - stay) * 0.3.
        let expected = 0.9 * (stay + (1.0 - stay) * 0.3);
        let rate = together / found.edits.len() as f64;
        assert!((rate - expected).abs() < 0.03, "{stay}: {rate} for {expected}");
    }
}

#[test]
fn candidates_come_as_often_as_they_should() {
    let texts: Vec<(String, String)> = (0..10_000).map(|at| (format!("{at}"), "two".to_owned())).collect();
    let found = drawn(&texts, &rates(1.0, 0.0, 0.0, 0.0, 0.0), Limits::PLAIN, 1, 1);
    let count = |candidate: u32| found.edits.iter().filter(|edit| edit.candidate == Some(candidate)).count();
    // A half and two quarters, give or take five standard deviations.
    assert!(count(0).abs_diff(5_000) < 250 && count(1).abs_diff(2_500) < 220 && count(2).abs_diff(2_500) < 220);
}

#[test]
fn numbers_of_an_utterance_are_its_own() {
    // FNV-1a of "a" is 0xaf63dc4c8601ec8c; the stream is that of resample::random for that number.
    let mut stream = crate::resample::random::Stream::new(7, 0xaf63_dc4c_8601_ec8c);
    let numbers: Vec<f64> = (0..9).map(|_| (stream.next() >> 11) as f64 / (1_u64 << 53) as f64).collect();
    let chance = Chance::new(7, "a");
    for (place, purpose, number) in [(0, Purpose::Error, 0), (0, Purpose::Kind, 2), (1, Purpose::Error, 8)] {
        assert_eq!(chance.at(place, purpose).to_bits(), numbers[number].to_bits());
    }
}
