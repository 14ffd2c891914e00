//! Instructions that this machine has not.

/// Returns whether machine code begins as only instructions do that this machine has not: those with the prefix of AVX-512
/// and APX, and with the prefix of APX.
pub fn is_missing_here(code: &[u8]) -> bool {
    const EVEX: u8 = 0x62;
    const REX2: u8 = 0xd5;
    match code.iter().find(|it| !LEGACY_PREFIXES.contains(it)) {
        Some(&EVEX) => !has_avx512(),
        Some(&REX2) => true,
        _ => false,
    }
}

const LEGACY_PREFIXES: [u8; 4] = [0x66, 0x67, 0xf2, 0xf3];

#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    std::arch::is_x86_feature_detected!("avx512f")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx512() -> bool {
    false
}
