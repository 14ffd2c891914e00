#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxmca_fuzz::names_are_shown_as_names(data));
