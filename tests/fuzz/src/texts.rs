//! Texts cut into words, characters, letters or tokens, and turned into ids.

use std::collections::HashMap;

use mondegreen_core::text::{Sequences, Texts, Unit};
use mondegreen_core::vocab::Vocabulary;

use super::input::Input;

/// Items end at this byte, tokens at the other.
const ITEM: char = '\n';
const TOKEN: char = '|';

pub fn texts(data: &[u8]) {
    let mut input = Input(data);
    let kind = input.below(4);
    let text = String::from_utf8_lossy(input.0);
    let items: Vec<&str> = text.split(ITEM).collect();
    let (mut vocabulary, mut ids) = (Vocabulary::default(), Sequences::default());
    // Twice, because memory is kept from batch to batch.
    for items in [&items[..], &items[items.len() / 2..]] {
        if let Some(&unit) = [Unit::Words, Unit::Characters, Unit::Letters].get(kind) {
            strings(items).intern(unit, &mut vocabulary, &mut ids);
            let expected: Vec<_> = items.iter().map(|item| cut(item, unit)).collect();
            check(&expected, unit == Unit::Words, &vocabulary, &ids);
            let mut beside = Sequences::default();
            latin(items).intern(unit, &mut vocabulary, &mut beside);
            assert_eq!(beside, ids);
            latin(items).intern_words(unit, &mut vocabulary, &mut beside);
            assert_eq!(beside.len(), ids.len());
        } else {
            tokens(items).intern(Unit::Characters, &mut vocabulary, &mut ids);
            let expected: Vec<_> = items.iter().map(|item| owned(item.split(TOKEN))).collect();
            check(&expected, true, &vocabulary, &ids);
        }
    }
}

fn strings(items: &[&str]) -> Texts {
    let mut texts = Texts::default();
    for item in items {
        texts.push(item);
    }
    assert_eq!((texts.len(), texts.holds_tokens()), (items.len(), false));
    texts
}

/// The same strings, in Latin-1 where that can hold them.
fn latin(items: &[&str]) -> Texts {
    let mut texts = Texts::in_latin1();
    for item in items {
        let bytes: Result<Vec<u8>, _> = item.chars().map(|letter| u8::try_from(u32::from(letter))).collect();
        match bytes {
            Ok(bytes) => texts.push_latin1(&bytes),
            Err(_) => texts.push(item),
        }
    }
    assert_eq!((texts.len(), texts.holds_tokens()), (items.len(), false));
    texts
}

fn tokens(items: &[&str]) -> Texts {
    let mut texts = Texts::default();
    for item in items {
        item.split(TOKEN).for_each(|token| texts.push_token(token));
        texts.close_tokens();
    }
    assert_eq!((texts.len(), texts.holds_tokens()), (items.len(), true));
    texts
}

/// The definition of the units.
fn cut(item: &str, unit: Unit) -> Vec<String> {
    let space = |letter: char| letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter);
    let words = item.split(space).filter(|word| !word.is_empty());
    match unit {
        Unit::Words => owned(words),
        Unit::Characters => words.collect::<Vec<_>>().join(" ").chars().map(String::from).collect(),
        Unit::Letters => words.flat_map(str::chars).map(String::from).collect(),
    }
}

fn owned<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    parts.map(str::to_owned).collect()
}

/// Equal parts have equal ids: words in order of first sight, letters their code points.
fn check(expected: &[Vec<String>], words: bool, vocabulary: &Vocabulary, ids: &Sequences) {
    assert_eq!(ids.len(), expected.len());
    let mut twin: HashMap<&str, u32> = HashMap::new();
    for (index, parts) in expected.iter().enumerate() {
        let wanted = parts.iter().map(|part| match part.chars().next() {
            Some(letter) if !words => u32::from(letter),
            _ => {
                let next = twin.len() as u32;
                *twin.entry(part).or_insert(next)
            }
        });
        assert_eq!(ids.get(index), wanted.collect::<Vec<_>>());
    }
    assert_eq!(vocabulary.len(), twin.len());
    for (word, id) in twin {
        assert_eq!(vocabulary.word(id), word.as_bytes());
    }
}
