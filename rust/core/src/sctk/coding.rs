//! How sclite sees characters (`-e`): how many bytes one takes, and its other case.

/// An encoding, and for UTF-8 the language whose letters have two cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Coding {
    /// A byte a character; ASCII letters have two cases.
    #[default]
    Ascii,
    /// A byte a character; so do those of Latin-1.
    ExtendedAscii,
    /// Two bytes a character beyond ASCII.
    Gb,
    /// UTF-8.
    Utf8(Profile),
}

/// The letters beyond ASCII that have two cases, as pairs of a capital and a small letter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    capitals: &'static str,
    small: &'static str,
    /// Guarani's G with tilde, which are two code points, is one character.
    pub guarani: bool,
}

/// Known to upstream since 2022, but not to the version that is distributed.
pub const UKRAINIAN: &str = "ukrainian";

/// The profiles that have names; `generic` is ASCII alone.
const PROFILES: [(&str, &str, &str); 10] = [
    ("generic", "", ""),
    ("babel_turkish", "ÇÖÜİIĞŞ", "çöüiığş"),
    (
        "babel_vietnamese",
        "ĐÁÀẢÃẠĂẮẰẲẴẶÂẤẦẨẪẬÉÈẺẼẸÊẾỀỂỄỆÍÌỈĨỊÓÒỎÕỌƠỚỜỞỠỢÔỐỒỔỖỘÚÙỦŨỤƯỨỪỬỮỰÝỲỶỸỴ",
        "đáàảãạăắằẳẵặâấầẩẫậéèẻẽẹêếềểễệíìỉĩịóòỏõọơớờởỡợôốồổỗộúùủũụưứừửữựýỳỷỹỵ",
    ),
    ("babel_lithuanian", "ĄČĘĖĮŠŲŪŽ", "ąčęėįšųūž"),
    ("babel_kurmanji", "ÇÊÎÛŞ", "çêîûş"),
    ("babel_cebuano", "Ñ", "ñ"),
    ("babel_kazakh", "АӘБВГҒДЕЁЖЗИЙКҚЛМНҢОӨПРСТУҰҮФХҺЦЧШЩЪЫІЬЭЮЯ", "аәбвгғдеёжзийкқлмнңоөпрстуұүфхһцчшщъыіьэюя"),
    ("babel_mongolian", "ЁАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҮӨ", "ёабвгдежзийклмнопрстуфхцчшщъыьэюяүө"),
    ("babel_guarani", "ÃÁẼÉĨÍÕÓŨÚỸÝÑ", "ãáẽéĩíõóũúỹýñ"),
    (
        UKRAINIAN,
        "ЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯѠѢѤѦѨѪѬѮѰѲѴѶѸѺѼѾҀҊҌҎҐҒҔҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӁӃӅӇӉӋӍӐӒӔӖӘӚӜӞӠӢӤӦӨӪӬӮӰӲӴӶӸӺӼӾ",
        "ѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяѡѣѥѧѩѫѭѯѱѳѵѷѹѻѽѿҁҋҍҏґғҕҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӂӄӆӈӊӌӎӑӓӕӗәӛӝӟӡӣӥӧөӫӭӯӱӳӵӷӹӻӽӿ",
    ),
];

impl Profile {
    /// The profile of that name, in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        let of_name = |(known, _, _): &&(&str, _, _)| name.eq_ignore_ascii_case(known.as_bytes());
        PROFILES.iter().find(of_name).map(|&(name, capitals, small)| Self {
            capitals,
            small,
            guarani: name == "babel_guarani",
        })
    }

    fn paired(from: &str, to: &str, character: char) -> Option<char> {
        let place = from.chars().position(|each| each == character)?;
        to.chars().nth(place)
    }
}

/// Bytes that are not in the encoding: what sclite says of them, and no line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strange(pub Vec<u8>);

impl Coding {
    /// The encoding of that name, in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        match name.as_slice() {
            b"ascii" => Some(Self::Ascii),
            b"ext_ascii" => Some(Self::ExtendedAscii),
            b"gb" | b"euc" => Some(Self::Gb),
            b"utf-8" => Some(Self::Utf8(Profile::default())),
            _ => None,
        }
    }

    /// How many bytes the first character takes by its first byte; there may be fewer. 0 where none begins so.
    pub fn width(self, first: u8) -> usize {
        match self {
            _ if first < 0x80 => 1,
            Self::Ascii | Self::ExtendedAscii => 1,
            Self::Gb => 2,
            Self::Utf8(_) => match first.leading_ones() {
                ones @ 2..=6 => ones as usize,
                _ => 0,
            },
        }
    }

    /// Refuses bytes that are not in the encoding; a text whose case is to change has no characters of six bytes.
    pub fn check(self, text: &[u8], changes: bool) -> Result<(), Strange> {
        if !matches!(self, Self::Utf8(_)) || std::str::from_utf8(text).is_ok() {
            return Ok(());
        }
        let mut rest = text;
        while let Some(&first) = rest.first() {
            self.check_first(rest)?;
            let width = self.width(first);
            if changes && width > 5 {
                let told = b"Error: Attempt to codepoint for 6-byte UTF8 codepoint is not supported";
                return Err(Strange(told.to_vec()));
            }
            rest = rest.get(width..).unwrap_or_default();
        }
        Ok(())
    }

    /// Refuses bytes that are not in the encoding, up to a place.
    pub fn check_until(self, text: &[u8], end: usize) -> Result<(), Strange> {
        let mut place = 0;
        while place < end {
            self.check_first(&text[place..])?;
            place += self.width(text[place]);
        }
        Ok(())
    }

    /// Refuses a text that no character begins.
    pub fn check_first(self, text: &[u8]) -> Result<(), Strange> {
        let Some(first) = text.first().filter(|&&first| self.width(first) == 0) else { return Ok(()) };
        let told = format!("Error: UTF-8 parsing of character size failed. first char {first:x} ");
        Err(Strange([told.as_bytes(), text].concat()))
    }

    /// The characters of a text as slices of it; what begins no character is a character of a byte.
    pub fn characters(self, text: &[u8]) -> impl Iterator<Item = &[u8]> {
        let mut rest = text;
        std::iter::from_fn(move || {
            let width = self.width(*rest.first()?).clamp(1, rest.len());
            let (character, behind) = rest.split_at(width);
            rest = behind;
            Some(character)
        })
    }

    /// Whether a character is ASCII to sclite, to which all is where a character is a byte.
    pub fn is_ascii(self, character: &[u8]) -> bool {
        matches!(self, Self::Ascii | Self::ExtendedAscii) || character.is_ascii()
    }

    /// The text in small letters.
    pub fn to_lower(self, text: &mut Vec<u8>) {
        self.change_case(
            text,
            u8::to_ascii_lowercase,
            |byte| if (192..=223).contains(&byte) { byte + 32 } else { byte },
            true,
        );
    }

    /// The text in capitals.
    pub fn to_upper(self, text: &mut Vec<u8>) {
        self.change_case(text, u8::to_ascii_uppercase, |byte| if byte >= 224 { byte - 32 } else { byte }, false);
    }

    fn change_case(self, text: &mut Vec<u8>, ascii: fn(&u8) -> u8, latin: fn(u8) -> u8, lower: bool) {
        match self {
            Self::Utf8(profile) if !profile.capitals.is_empty() => {
                *text = self.change_by_profile(text, ascii, profile, lower);
            }
            Self::Gb | Self::Utf8(_) => {
                let mut place = 0;
                while let Some(byte) = text.get_mut(place) {
                    *byte = ascii(byte);
                    place += self.width(*byte).max(1);
                }
            }
            Self::ExtendedAscii => text.iter_mut().for_each(|byte| *byte = latin(ascii(byte))),
            Self::Ascii => text.iter_mut().for_each(|byte| *byte = ascii(byte)),
        }
    }

    fn change_by_profile(self, text: &[u8], ascii: fn(&u8) -> u8, profile: Profile, lower: bool) -> Vec<u8> {
        let Profile { capitals, small, .. } = profile;
        let (from, to) = if lower { (capitals, small) } else { (small, capitals) };
        let mut changed = Vec::with_capacity(text.len());
        for character in self.characters(text) {
            let known = code_point(character).and_then(|known| Profile::paired(from, to, known));
            match (known, character) {
                (Some(other), _) => changed.extend_from_slice(other.encode_utf8(&mut [0; 4]).as_bytes()),
                (None, [byte]) => changed.push(ascii(byte)),
                (None, _) => changed.extend_from_slice(character),
            }
        }
        changed
    }

    /// sclite's order of words: character by character, shorter characters first, then by their bytes.
    pub fn compare(self, left: &[u8], right: &[u8]) -> std::cmp::Ordering {
        if matches!(self, Self::Ascii | Self::ExtendedAscii) {
            return left.cmp(right);
        }
        let by_width = |one: &[u8], other: &[u8]| one.len().cmp(&other.len()).then_with(|| one.cmp(other));
        let mut pairs = self.characters(left).zip(self.characters(right));
        let differ = pairs.find_map(|(one, other)| Some(by_width(one, other)).filter(|order| order.is_ne()));
        differ.unwrap_or_else(|| left.len().cmp(&right.len()))
    }
}

/// The number of a character; as with sclite nothing asks whether its bytes may follow each other.
fn code_point(character: &[u8]) -> Option<char> {
    let (&first, rest) = character.split_first()?;
    let bits = if rest.is_empty() { 0x7f } else { 0x3f_u8 >> rest.len() };
    let number = rest.iter().fold(u32::from(first & bits), |number, &byte| number << 6 | u32::from(byte & 0x3f));
    char::from_u32(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_pair_as_many_capitals_as_small_letters() {
        for (name, capitals, small) in PROFILES {
            assert_eq!(capitals.chars().count(), small.chars().count(), "{name}");
        }
    }

    #[test]
    fn turkish_has_two_kinds_of_i() {
        let coding = Coding::Utf8(Profile::named(b"Babel_Turkish").unwrap_or_default());
        let mut text = "IİA".as_bytes().to_vec();
        coding.to_lower(&mut text);
        assert_eq!(text, "ıia".as_bytes());
        coding.to_upper(&mut text);
        assert_eq!(text, "IİA".as_bytes());
    }

    #[test]
    fn a_shorter_character_comes_first() {
        let coding = Coding::Utf8(Profile::default());
        assert_eq!(coding.compare("zé".as_bytes(), "éa".as_bytes()), std::cmp::Ordering::Less);
        assert_eq!(coding.compare(b"ab", b"abc"), std::cmp::Ordering::Less);
    }

    #[test]
    fn nothing_begins_in_the_middle_of_a_character() {
        let coding = Coding::Utf8(Profile::default());
        assert!(coding.check("é".as_bytes(), true).is_ok());
        assert!(coding.check(b"a\x80", false).is_err());
    }

    #[test]
    fn a_character_of_six_bytes_has_no_case() {
        let coding = Coding::Utf8(Profile::default());
        assert!(coding.check(b"\xfcabcde", false).is_ok());
        assert!(coding.check(b"\xfcabcde", true).is_err());
    }
}
