//! Costs from times: against sclite's `-T`, and the collar against its definition.
#![allow(clippy::unwrap_used)] // a test may fail loudly

#[path = "network/notation.rs"]
mod notation;

use mondegreen_core::align::network::{self, costs};
use mondegreen_core::align::timed::{self, Collar, TimedWords, Times};
use mondegreen_core::align::uniform::UniformCosts;
use mondegreen_core::align::{CellCosts, general, naive};
use mondegreen_core::error::ErrorKind;
use mondegreen_core::graph::Graph;
use mondegreen_core::policy::{Costs, Policy, Step};
use mondegreen_core::stop_request::StopRequest;
use notation::{Case, Words};
use proptest::collection::vec;
use proptest::prelude::*;

fn at(start: f64, end: f64) -> Times {
    Times { start, end }
}

/// Words such as `a=0.25+0.1`, with start and duration, and alternatives.
fn timed_graph(text: &str, words: &mut Words, optional: bool) -> (Graph, Vec<Times>) {
    let mut times = Vec::new();
    let bare = text.split(' ').map(|token| {
        let Some((word, at)) = token.split_once('=') else { return token };
        let (start, duration) = at.split_once('+').unwrap();
        let start: f64 = start.parse().unwrap();
        times.push(Times { start, end: start + duration.parse::<f64>().unwrap() });
        word
    });
    let bare = bare.collect::<Vec<_>>().join(" ");
    (words.graph(&bare, optional), times)
}

/// A ctm's words and alternatives in that notation; an alternative without a word has `@` at no time.
fn notation_of(ctm: &str) -> String {
    let mut tokens: Vec<String> = Vec::new();
    for line in ctm.lines() {
        let fields: Vec<_> = line.split(' ').collect();
        let token = match fields[4] {
            "<ALT_BEGIN>" => "{".to_owned(),
            "<ALT>" => "/".to_owned(),
            "<ALT_END>" => "}".to_owned(),
            word => format!("{word}={}+{}", fields[2], fields[3]),
        };
        let is_after_sign = tokens.last().is_some_and(|last| last == "{" || last == "/");
        if is_after_sign && (token == "/" || token == "}") {
            tokens.push("@=0+0".to_owned());
        }
        tokens.push(token);
    }
    tokens.join(" ")
}

/// `golden/regenerate.py` asks sclite.
#[test]
fn aligns_what_sclite_aligned() {
    let cases = Case::read(include_str!("golden/timed.jsonl"));
    assert!(cases.len() > 40);
    for case in cases {
        let mut words = Words::default();
        let (left, spoken) = timed_graph(&notation_of(case.file("ref")), &mut words, case.has("-D"));
        let (right, heard) = timed_graph(&notation_of(case.file("hyp")), &mut words, case.has("-D"));
        let costs = timed::sclite(
            TimedWords::graph(&left, &spoken).unwrap(),
            TimedWords::graph(&right, &heard).unwrap(),
            |a, b| a == b,
        );
        let path = network::align(&left, &right, &costs, Policy::SCLITE.ties, &StopRequest::default()).unwrap();
        let mut items = path.counted(&left, &right);
        by_start(&mut items, &spoken, &heard);
        assert_eq!(words.items(&items, &left, &right), case.path, "{}", case.id);
    }
}

/// sclite sorts each run of insertions and deletions by start before it prints them.
fn by_start(items: &mut [network::Item], spoken: &[Times], heard: &[Times]) {
    let start = |item: &network::Item| match (item.reference, item.hypothesis) {
        (Some(edge), _) => spoken[edge as usize].start,
        (None, edge) => heard[edge.unwrap() as usize].start,
    };
    let lone = |item: &network::Item| matches!(item.step, Step::Insertion | Step::Deletion);
    for run in items.chunk_by_mut(|a, b| lone(a) && lone(b)) {
        run.sort_by(|a, b| start(a).total_cmp(&start(b)));
    }
}

fn words_with_times() -> impl Strategy<Value = (Vec<u32>, Vec<Times>)> {
    vec((0..4u32, 0..300u32, 0..80u32), 0..10).prop_map(|words| {
        let time =
            |&(_, start, length): &(u32, u32, u32)| at(f64::from(start) / 100.0, f64::from(start + length) / 100.0);
        (words.iter().map(|word| word.0).collect(), words.iter().map(time).collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn sequences_and_chains_align_alike(left in words_with_times(), right in words_with_times()) {
        let sequences = timed::sclite(
            TimedWords::sequence(&left.0, &left.1).unwrap(),
            TimedWords::sequence(&right.0, &right.1).unwrap(),
            |a, b| a == b,
        );
        let (one, other) = (Graph::chain(&left.0), Graph::chain(&right.0));
        let path = network::align(&one, &other, &sequences, Policy::SCLITE.ties, &StopRequest::default()).unwrap();
        let steps: Vec<_> = path.items.iter().map(|item| item.step).collect();
        let defined = naive::align(&sequences, Policy::SCLITE.ties);
        prop_assert_eq!((path.amount, steps), defined.clone());
        prop_assert_eq!(general::align(&sequences, Policy::SCLITE.ties, &StopRequest::default()).unwrap(), defined);
    }

    #[test]
    fn no_pair_is_further_apart_than_the_collar(
        left in words_with_times(),
        right in words_with_times(),
        hundredths in 0..100u32,
    ) {
        let linear = UniformCosts { reference: &left.0, hypothesis: &right.0, costs: Costs::UNIT };
        let free = naive::align(&linear, Policy::KALDI.ties);
        let collared = Collar::new(linear, &left.1, &right.1, f64::from(hundredths) / 100.0).unwrap();
        let (amount, steps) = naive::align(&collared, Policy::KALDI.ties);
        let found = general::align(&collared, Policy::KALDI.ties, &StopRequest::default()).unwrap();
        prop_assert_eq!(found, (amount, steps.clone()));
        prop_assert!(amount >= free.0);
        let (mut row, mut column) = (0, 0);
        for step in steps {
            let pair = matches!(step, Step::Match | Step::Substitution);
            if pair {
                let gap = left.1[row].gap(right.1[column]) * 100.0;
                prop_assert!(gap.round() <= f64::from(hundredths));
            }
            row += usize::from(step != Step::Insertion);
            column += usize::from(step != Step::Deletion);
        }
        let endless = Collar::new(linear, &left.1, &right.1, f64::INFINITY).unwrap();
        prop_assert_eq!(naive::align(&endless, Policy::KALDI.ties), free);
    }
}

#[test]
fn a_word_alone_costs_its_duration_and_a_pair_its_shifts() {
    let left = TimedWords::sequence(&[1], &[at(1.0, 1.5)]).unwrap();
    let right = TimedWords::sequence(&[1, 2], &[at(1.25, 1.5), at(0.5, 1.5)]).unwrap();
    let costs = timed::sclite(left, right, |a, b| a == b);
    assert_eq!((costs.rows(), costs.columns()), (1, 2));
    assert_eq!((costs.deletion(0), costs.insertion(0), costs.insertion(1)), (0.5, 0.25, 1.0));
    assert_eq!((costs.pairing(0, 0), costs.pairing(0, 1)), (Some(0.25), Some(0.501)));
    assert_eq!((costs.equal(0, 0), costs.equal(0, 1)), (true, false));
}

#[test]
fn the_collar_is_inclusive_and_decimal() {
    let spoken = [at(0.0, 0.1)];
    for (heard, collar, pairs) in [
        (at(0.1, 0.2), 0.0, true),       // they touch
        (at(0.1 + 0.2, 0.4), 0.2, true), // 0.1 + 0.2 is more than 0.3 in binary
        (at(0.301, 0.4), 0.2, false),    // a millisecond more is more
        (at(0.05, 0.2), 0.0, true),      // they overlap
        (at(9.0, 9.5), 5.0, false),      // far apart
        (at(9.0, 9.5), f64::INFINITY, true),
    ] {
        let linear = UniformCosts { reference: &[1], hypothesis: &[1], costs: Costs::UNIT };
        let collared = Collar::new(linear, &spoken, &[heard], collar).unwrap();
        assert_eq!(collared.pairing(0, 0).is_some(), pairs, "{heard:?} {collar}");
        assert!(collared.equal(0, 0));
    }
}

#[test]
fn a_collar_fits_graphs() {
    let mut words = Words::default();
    let (left, spoken) = timed_graph("a=0.0+0.5 { b=0.5+0.5 / c=9.0+0.5 }", &mut words, false);
    let (right, heard) = timed_graph("a=0.1+0.5 c=0.6+0.5", &mut words, false);
    let costs = costs::policy(&left, &right, Costs::UNIT, |a, b| a == b).unwrap();
    let costs = Collar::new(costs, &spoken, &heard, 1.0).unwrap();
    let path = network::align(&left, &right, &costs, Policy::KALDI.ties, &StopRequest::default()).unwrap();
    let items = words.items(&path.items, &left, &right);
    assert_eq!(items, r#"C,"a","a":S,"b","c""#, "the c nine seconds later is no match");
}

#[test]
fn refuses_times_that_are_none() {
    for wrong in [at(2.0, 1.0), at(f64::NAN, 1.0), at(0.0, f64::INFINITY)] {
        let kind = TimedWords::sequence(&[1, 2], &[at(0.0, 1.0), wrong]).unwrap_err().kind;
        assert!(matches!(kind, ErrorKind::InvalidTimes { word: 1, .. }), "{kind:?}");
    }
    let kind = TimedWords::graph(&Graph::chain(&[1]), &[]).unwrap_err().kind;
    assert!(matches!(kind, ErrorKind::LengthMismatch { left: 1, right: 0, .. }), "{kind:?}");
}

#[test]
fn refuses_collars_that_are_none() {
    let linear = UniformCosts { reference: &[1], hypothesis: &[1], costs: Costs::UNIT };
    let fine = [at(0.0, 1.0)];
    for seconds in [-1.0, f64::NAN] {
        let kind = Collar::new(linear, &fine, &fine, seconds).err().unwrap().kind;
        assert!(matches!(kind, ErrorKind::InvalidCost { .. }), "{kind:?}");
    }
    let kind = Collar::new(linear, &fine, &[], 1.0).err().unwrap().kind;
    assert!(matches!(kind, ErrorKind::LengthMismatch { .. }), "{kind:?}");
    let kind = Collar::new(linear, &[at(1.0, 0.0)], &fine, 1.0).err().unwrap().kind;
    assert!(matches!(kind, ErrorKind::InvalidTimes { word: 0, .. }), "{kind:?}");
}
