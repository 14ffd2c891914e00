#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxmca_fuzz::batch_lines_are_answered(data));
