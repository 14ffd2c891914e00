#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxmca_fuzz::editors_are_answered(data));
