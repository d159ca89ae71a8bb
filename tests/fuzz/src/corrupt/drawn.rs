//! Errors drawn in any texts: the record of them, made good in the text, gives what was written.

use std::collections::HashMap;

use mondegreen_core::simulation::casing::{Case, core, lower, plain};
use mondegreen_core::simulation::draw::{Draw, Rates, Wanted};
use mondegreen_core::simulation::model::Model;
use mondegreen_core::simulation::writer::{Drawn, Edit};

use super::super::input::Input;

/// Lines of the bytes that are rows of a table; the others are texts.
const ROWS: usize = 4;

pub fn drawn(input: &mut Input<'_>) {
    let (seed, threads, exact) = (u64::from(input.byte()), input.below(4), input.flag());
    let mut rates = rates(input);
    let text = String::from_utf8_lossy(input.0);
    let mut lines = text.split('\n');
    let rows: Vec<Vec<&str>> = lines.by_ref().take(ROWS).map(|line| line.split('|').collect()).collect();
    let texts: Vec<(String, &str)> = lines.enumerate().map(|(at, text)| (format!("{at}"), text)).collect();
    let texts: Vec<(&str, &str)> = texts.iter().map(|(key, text)| (key.as_str(), *text)).collect();
    let (mut model, mut added, mut known) = (Model::default(), Model::default(), Vec::new());
    added.push("", rows[0].iter().map(|word| (*word, 0.5))).unwrap();
    for row in &rows[1..] {
        if model.find(row[0]).is_none() {
            model.push(row[0], row[1..].iter().zip(1..).map(|(word, weight)| (*word, f64::from(weight)))).unwrap();
            known.push(row);
        }
    }
    assert!(Draw::new(&model, &added, &rates, seed).is_err() || known.is_empty());
    rates.substitution = vec![rates.substitution[0]; known.len()];
    rates.deletion = vec![rates.deletion[0]; known.len()];
    let Ok(draw) = Draw::new(&model, &added, &rates, seed) else { return };
    let found = draw.all(&texts, threads);
    for (at, (&keyed, whole)) in texts.iter().zip(parts(&found)).enumerate() {
        let alone = draw.all(&[keyed], 1);
        assert_eq!(parts(&alone).remove(0), whole, "text {at} by itself");
        holds(&draw, &known, keyed.1, &whole);
    }
    count(&model, &known, &texts);
    if exact {
        met(&draw, &texts, input.0.len(), threads);
    }
}

/// One of each for all words, for the start; most are ordinary, and none makes texts that have no end.
fn rates(input: &mut Input<'_>) -> Rates {
    let mut rate = || match input.byte() {
        255 => input.float(),
        byte => f64::from(byte % 128) / 127.0,
    };
    let (replaced, lost) = (rate(), rate());
    let mut rates = Rates {
        substitution: vec![replaced; 9],
        deletion: vec![lost; 9],
        unknown: rate(),
        insertion: rate(),
        again: rate().min(0.9),
        stay: rate(),
        stay_behind: 0.0,
        merge: rate(),
    };
    rates.stay_behind = rates.stay; // so that inputs mean what they did
    rates
}

/// An error, what was said and what was heard.
type Made<'a> = (Edit, &'a str, &'a str);

/// Texts one by one, with their errors.
fn parts(drawn: &Drawn) -> Vec<(&str, Vec<Made<'_>>)> {
    let (said, heard) = (spans(&drawn.said, &drawn.said_ends), spans(&drawn.heard, &drawn.heard_ends));
    let edits = drawn.edits.iter().zip(said.into_iter().zip(heard));
    let mut edits = edits.map(|(&edit, (said, heard))| (edit, said, heard));
    let mut begin = 0;
    let found = spans(&drawn.text, &drawn.ends).into_iter().zip(&drawn.edit_ends).map(|(text, &end)| {
        let count = end - std::mem::replace(&mut begin, end);
        (text, edits.by_ref().take(count).collect())
    });
    let found = found.collect();
    assert!(edits.next().is_none());
    found
}

fn spans<'a>(text: &'a str, ends: &[usize]) -> Vec<&'a str> {
    let mut begin = 0;
    ends.iter().map(|&end| &text[std::mem::replace(&mut begin, end)..end]).collect()
}

/// What stands between words and this one, what was added before it, the marks beside it, itself, and what follows.
#[derive(Default)]
struct Piece<'a> {
    gap: &'a str,
    before: String,
    lead: &'a str,
    word: String,
    trail: &'a str,
    behind: String,
}

/// What was written is the text with the errors on record made in it, and each error is one that may be.
fn holds(draw: &Draw<'_>, known: &[&Vec<&str>], text: &str, (written, edits): &(&str, Vec<Made<'_>>)) {
    let (mut tokens, mut room) = (Vec::new(), String::new());
    draw.model.cut(text, &mut tokens, &mut room);
    let space = |letter: char| letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter);
    let cut = text.split(space).filter(|token| !token.is_empty());
    assert!(cut.eq(tokens.iter().map(|token| &text[token.outer_begin..token.outer_end])));
    let mut end = 0;
    let mut pieces: Vec<Piece<'_>> = Vec::new();
    for token in &tokens {
        pieces.push(Piece {
            gap: &text[end..token.outer_begin],
            lead: &text[token.outer_begin..token.begin],
            word: text[token.begin..token.end].to_owned(),
            trail: &text[token.end..token.outer_end],
            ..Piece::default()
        });
        end = token.outer_end;
    }
    let loud = !text.chars().any(char::is_lowercase) && text.chars().any(char::is_uppercase);
    let spelled: Vec<(u32, &str)> =
        (0..).zip(known).flat_map(|(word, row)| row[1..].iter().map(move |candidate| (word, *candidate))).collect();
    for (edit, said, heard) in edits {
        let place = edit.position as usize;
        let mut expected = String::new();
        match (edit.tokens, edit.candidate) {
            (0, Some(chosen)) => {
                let case = if loud { Case::Upper } else { Case::Plain };
                case.write(draw.added.candidate(chosen as usize), &mut expected);
                if place == 0 {
                    let first = tokens.iter().position(|token| token.counts).unwrap();
                    pieces[first].before.extend([*heard, " "]);
                } else {
                    pieces[place - 1].behind.extend([" ", *heard]);
                }
            }
            (1, None) => {
                let piece = &mut pieces[place];
                assert_eq!(*said, piece.word);
                if piece.before.is_empty() {
                    piece.gap = piece.gap.trim_end();
                }
                (piece.lead, piece.trail) = ("", "");
                piece.word.clear();
            }
            (tokens @ (1 | 2), Some(chosen)) => {
                let (word, spelling) = spelled[chosen as usize];
                assert_eq!((edit.word, tokens == 1 || draw.rates.merge > 0.0), (Some(word), true));
                Case::of(&pieces[place].word, text).write(spelling, &mut expected);
                assert_eq!(
                    lower(&said.split(space).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "), &mut room),
                    known[word as usize][0]
                );
                (*heard).clone_into(&mut pieces[place].word);
                if tokens == 2 {
                    let next = &mut pieces[place + 1];
                    assert_eq!(next.lead, "");
                    next.gap = "";
                    next.word.clear();
                }
            }
            _ => unreachable!("{edit:?}"),
        }
        assert_eq!(*heard, expected);
    }
    let pieces = pieces
        .iter()
        .map(|piece| [piece.gap, &piece.before, piece.lead, &piece.word, piece.trail, &piece.behind].concat());
    let whole = pieces.chain([text[end..].to_owned()]).collect::<String>();
    assert_eq!(*written, if edits.is_empty() { text } else { whole.trim_start() }, "{text:?} {edits:?}");
}

/// Words are looked up as they stand in small letters, then without marks beside them.
fn count(model: &Model, known: &[&Vec<&str>], texts: &[(&str, &str)]) {
    let places: HashMap<&str, usize> = known.iter().enumerate().map(|(place, row)| (row[0], place)).collect();
    let (mut counts, mut unknown, mut spoken) = (vec![0; known.len()], 0, 0);
    let mut room = String::new();
    for (_, text) in texts {
        let mut plains = Vec::new();
        for token in text.split(|letter: char| letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter)) {
            let Some((begin, end)) = core(token) else { continue };
            plains.push(lower(&token[begin..end], &mut room).to_owned());
            let place = places.get(lower(token, &mut room)).copied();
            match place.or_else(|| places.get(lower(&token[begin..end], &mut room)).copied()) {
                Some(place) => counts[place] += 1,
                None => unknown += 1,
            }
        }
        spoken += u64::from(!plains.is_empty());
        assert_eq!(plain(text), plains.join(" "));
    }
    assert_eq!(model.count(texts.iter().map(|(_, text)| *text)), (counts, unknown, spoken));
}

/// There are never more errors than were asked for, and just so many where each draw gives one.
fn met(draw: &Draw<'_>, texts: &[(&str, &str)], size: usize, threads: usize) {
    let rates = Rates { again: 0.0, stay: 0.0, stay_behind: 0.0, merge: 0.0, ..draw.rates.clone() };
    let draw = Draw { rates: &rates, ..*draw };
    let wanted = Wanted { errors: size % 7, losses: size % 3, insertions: size % 5 };
    let limits = draw.meeting(texts, wanted, threads);
    let found = Draw { limits, ..draw }.all(texts, threads);
    let added = found.edits.iter().filter(|edit| edit.tokens == 0).count();
    assert!(found.edits.len() - added <= wanted.errors && added <= wanted.insertions);
}
