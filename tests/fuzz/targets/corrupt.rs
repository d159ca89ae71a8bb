#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mondegreen_fuzz::corrupt(data));
