//! Files as bytes: their lines, keys and texts.

use std::collections::HashSet;

use mondegreen_core::read::{self, Span};

pub fn read(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else {
        assert!(read::lines(data).is_err());
        return;
    };
    let spans = read::lines(data).unwrap();
    let whole = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n");
    let whole = if whole.contains('\n') { whole } else { whole.replace('\r', "\n") };
    let mut lines: Vec<&str> = whole.split('\n').collect();
    lines.pop_if(|last| last.is_empty());
    assert_eq!(shown(text, &spans), lines);
    let (keys, texts) = read::keyed(data, &spans);
    let pairs: Vec<(&str, &str)> = lines.iter().filter_map(|line| keyed(line)).collect();
    assert_eq!(shown(text, &keys), pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    assert_eq!(shown(text, &texts), pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let distinct: HashSet<&str> = pairs.iter().map(|pair| pair.0).collect();
    assert_eq!(read::are_distinct(data, &keys), distinct.len() == pairs.len());
    for (_, text) in pairs {
        let space = |letter: char| letter.is_whitespace() || ('\x1c'..='\x1f').contains(&letter);
        assert_eq!(read::is_blank(text), text.trim_matches(space).is_empty());
    }
}

fn shown<'a>(text: &'a str, spans: &[Span]) -> Vec<&'a str> {
    spans.iter().map(|span| &text[span.clone()]).collect()
}

/// The definition of a line of Kaldi text; nothing for a blank one.
fn keyed(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start_matches([' ', '\t']);
    let pair = line.split_once([' ', '\t']).unwrap_or((line, ""));
    (!line.is_empty()).then_some(pair)
}
