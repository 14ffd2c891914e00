#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| oxmca_fuzz::baselines_survive_names(data));
