#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxmca_fuzz::matching_is_fair(data));
