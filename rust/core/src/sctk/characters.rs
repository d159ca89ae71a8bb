//! Words cut into characters (`-c`), as a text with blanks between them.

use super::coding::Coding;
use super::options::Characters;

/// Guarani's tilde, which stands behind its G.
const TILDE: &[u8] = &[0xcc, 0x83];

pub fn separated(word: &[u8], how: Characters, coding: Coding) -> Vec<u8> {
    let mut out: Vec<u8> = Vec::with_capacity(2 * word.len());
    // The blank that would stand before the first character is none.
    let (mut after_blank, mut after_ascii) = (true, false);
    let mut rest = word;
    while !rest.is_empty() {
        let width = width(rest, coding);
        let (character, behind) = rest.split_at(width);
        rest = behind;
        if how.without_hyphens && character == b"-" {
            continue;
        }
        let (ascii, blank) = (coding.is_ascii(character), character == b" ");
        let together = blank || (how.whole_ascii && ascii && after_ascii);
        if !out.is_empty() && !after_blank && !together {
            out.push(b' ');
        }
        out.extend_from_slice(character);
        (after_ascii, after_blank) = (ascii, blank);
    }
    out
}

fn width(text: &[u8], coding: Coding) -> usize {
    if let Coding::Utf8(profile) = coding
        && profile.guarani
        && matches!(text, [b'G' | b'g', rest @ ..] if rest.starts_with(TILDE))
    {
        return 1 + TILDE.len();
    }
    text.first().map_or(1, |&first| coding.width(first)).clamp(1, text.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sctk::coding::Profile;

    fn cut(word: &str, whole_ascii: bool, without_hyphens: bool) -> String {
        let how = Characters { whole_ascii, without_hyphens };
        let coding = Coding::Utf8(Profile::default());
        String::from_utf8_lossy(&separated(word.as_bytes(), how, coding)).into_owned()
    }

    #[test]
    fn characters_stand_apart() {
        assert_eq!(cut("日本a-b", false, false), "日 本 a - b");
        assert_eq!(cut("日本a-b", true, true), "日 本 ab");
        assert_eq!(cut("--", false, true), "");
    }

    #[test]
    fn where_a_character_is_a_byte_all_are_ascii() {
        let how = Characters { whole_ascii: true, ..Characters::default() };
        assert_eq!(separated("été".as_bytes(), how, Coding::Ascii), "été".as_bytes());
    }
}
