//! Texts with errors: what words sound like, which they may be taken for, and draws.

mod drawn;
mod heard;

use super::input::Input;

pub fn corrupt(data: &[u8]) {
    let mut input = Input(data);
    if input.flag() { drawn::drawn(&mut input) } else { heard::heard(&mut input) }
}
