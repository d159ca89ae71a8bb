//! Digests: what tells bytes from all others (BLAKE3; O'Connor, Aumasson, Neves and Wilcox-O'Hearn 2020).
//!
//! One pass, some gigabytes a second, memory of a few kilobytes. It stands for identity: nobody can make other bytes of
//! the same digest. Damage alone is found faster by the checksums of `vector::kept`.

/// The digest of bytes in whatever portions they come.
#[derive(Clone, Debug, Default)]
pub struct Digest(blake3::Hasher);

impl Digest {
    /// Takes in the next bytes.
    pub fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The digest of all bytes so far, in hexadecimal.
    pub fn hex(&self) -> String {
        self.0.finalize().to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Digest;

    #[test]
    fn digests_are_those_of_others() {
        // From b3sum of the algorithm's authors.
        for (bytes, expected) in [
            ("", "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"),
            ("abc", "6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"),
        ] {
            let mut found = Digest::default();
            for byte in bytes.bytes() {
                found.update(&[byte]);
            }
            assert_eq!(found.hex(), expected);
        }
    }
}
