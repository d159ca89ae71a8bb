//! Capitals: words are looked up in small letters, and what takes their place is written as they were.

use crate::split::{Utf8, for_each_word};

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// As it comes: in small letters, in letters of one kind, or anyhow.
    Plain,
    /// The first letter is a capital.
    Title,
    /// All letters are capitals.
    Upper,
}

impl Case {
    /// How a word is written in a text. A capital alone may be either: the text decides.
    pub fn of(word: &str, text: &str) -> Self {
        let mut letters = word.chars().filter(|letter| letter.is_alphabetic());
        let first = letters.next().is_some_and(char::is_uppercase);
        let (mut capitals, mut small) = (0, 0);
        for letter in letters {
            capitals += u32::from(letter.is_uppercase());
            small += u32::from(letter.is_lowercase());
        }
        match (first, capitals, small) {
            (true, 0, 0) if is_loud(text) => Self::Upper,
            (true, 0, _) => Self::Title,
            (true, _, 0) => Self::Upper,
            _ => Self::Plain,
        }
    }

    /// Writes a word, or several with blanks between, so.
    pub fn write(self, word: &str, out: &mut String) {
        let mut rest = word.chars();
        match self {
            Self::Plain => out.push_str(word),
            Self::Upper => out.extend(word.chars().flat_map(char::to_uppercase)),
            Self::Title => {
                for letter in rest.by_ref() {
                    if letter.is_alphabetic() {
                        out.extend(letter.to_uppercase());
                        break;
                    }
                    out.push(letter);
                }
                out.push_str(rest.as_str());
            }
        }
    }
}

/// Whether a text has capitals and no small letter.
pub fn is_loud(text: &str) -> bool {
    !text.chars().any(char::is_lowercase) && text.chars().any(char::is_uppercase)
}

/// The word in small letters, in `room`.
pub fn lower<'a>(word: &str, room: &'a mut String) -> &'a str {
    room.clear();
    if word.is_ascii() {
        room.push_str(word);
        room.make_ascii_lowercase();
    } else {
        room.extend(word.chars().flat_map(char::to_lowercase).map(straight));
    }
    room
}

/// An apostrophe as dictionaries and vectors write it.
fn straight(letter: char) -> char {
    if letter == '\u{2019}' { '\'' } else { letter }
}

/// The words of a text in small letters, without the marks beside them, a blank between each two.
pub fn plain(text: &str) -> String {
    let (mut words, mut room) = (String::with_capacity(text.len()), String::new());
    for_each_word::<Utf8>(text.as_bytes(), |begin, end| {
        if let Some((first, last)) = core(&text[begin..end]) {
            words.push_str(if words.is_empty() { "" } else { " " });
            words.push_str(lower(&text[begin + first..begin + last], &mut room));
        }
    });
    words
}

/// Where the letters and digits of a token begin and end; none where it has none, as marks of punctuation have.
pub fn core(token: &str) -> Option<(usize, usize)> {
    let begin = token.find(char::is_alphanumeric)?;
    let (place, last) = token.char_indices().rfind(|(_, letter)| is_of_a_word(*letter))?;
    Some((begin, place + last.len_utf8()))
}

/// Letters, digits, and the marks that some scripts write vowels with.
fn is_of_a_word(letter: char) -> bool {
    letter.is_alphanumeric() || !letter.is_ascii() && !letter.is_whitespace() && !is_punctuation(letter)
}

/// Marks outside ASCII that stand beside words: general and CJK punctuation, full-width forms, guillemets and the like.
fn is_punctuation(letter: char) -> bool {
    matches!(u32::from(letter),
        0xa1 | 0xa7 | 0xab | 0xb6 | 0xb7 | 0xbb | 0xbf | 0x964 | 0x965 | 0x60c | 0x61b | 0x61f | 0x6d4
        | 0x2010..=0x205e | 0x3001..=0x303f | 0xff01..=0xff0f | 0xff1a..=0xff20 | 0xff3b..=0xff40 | 0xff5b..=0xff65)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restored(token: &str, text: &str, word: &str) -> String {
        let mut out = String::new();
        Case::of(token, text).write(word, &mut out);
        out
    }

    #[test]
    fn words_are_written_as_those_before_them() {
        for (token, text, word, expected) in [
            ("syria", "in syria", "korea", "korea"),
            ("Syria", "in Syria", "korea", "Korea"),
            ("SYRIA", "IN Syria", "korea", "KOREA"),
            ("I", "I sit", "eye", "Eye"),              // a capital alone among small letters
            ("I", "I SIT", "eye", "EYE"),              // and among capitals
            ("McDonald", "a", "mcgregor", "mcgregor"), // written anyhow
            ("Été", "Été", "étang", "Étang"),
            ("ÉTÉ", "", "étang", "ÉTANG"),
            ("A", "A a", "'tis so", "'Tis so"),
            ("日本", "日本", "日曜", "日曜"),
        ] {
            assert_eq!(restored(token, text, word), expected, "{token} {text}");
        }
    }

    #[test]
    fn plain_texts_are_words_alone() {
        assert_eq!(plain("  (Hello),  -- WORLD…\u{3000}don\u{2019}t "), "hello world don't");
        assert_eq!(plain(" -- "), "");
    }

    #[test]
    fn marks_beside_words_are_no_part_of_them() {
        let cut = |token| core(token).map(|(begin, end)| &token[begin..end]);
        for (token, word) in [
            ("(world).", Some("world")),
            ("--", None),
            ("…", None),
            ("l'", Some("l")),
            ("«été»", Some("été")),
            ("don't", Some("don't")),
            ("हिन्दी।", Some("हिन्दी")),
            ("", None),
            ("3.5,", Some("3.5")),
            ("。", None),
        ] {
            assert_eq!(cut(token), word, "{token}");
        }
    }
}
