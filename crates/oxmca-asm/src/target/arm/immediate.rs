//! Immediates that machine code has in a form of its own.

/// Returns the code of a number of 32 bits as eight bits with an even rotation, in the lowest of all ways; `None` if
/// there is none.
pub fn rotated_code(value: i64) -> Option<i64> {
    let value = value as u32;
    let rotation = (0..16).find(|half| value.rotate_left(2 * half) <= 0xff)?;
    Some(i64::from(value.rotate_left(2 * rotation) | rotation << 8))
}

/// Returns the number that such a code stands for.
pub fn rotated_value(code: i64) -> u32 {
    (code as u32 & 0xff).rotate_right((code as u32 & 0xf00) >> 7)
}

/// Returns whether Thumb has a code for a number of 32 bits: eight bits that are shifted, or repeated in the word.
pub fn is_thumb_immediate(value: i64) -> bool {
    let value = value as u32;
    let byte = value & 0xff;
    let high = value >> 8 & 0xff;
    let shift = 24_u32.saturating_sub(value.leading_zeros());
    value <= 0xff
        || value == (byte | byte << 16)
        || value == (high << 8 | high << 24)
        || value == byte * 0x0101_0101
        || value >> shift << shift == value
}

/// Returns the code of a number of 32 bits in Thumb: a byte that is repeated or rotated.
pub fn thumb_immediate_code(value: i64) -> Option<i64> {
    let value = value as u32;
    let byte = value & 0xff;
    let high = value >> 8 & 0xff;
    let code = match value {
        _ if value == byte => byte,
        _ if value == byte * 0x0001_0001 => byte | 0x100,
        _ if value == high * 0x0100_0100 => high | 0x200,
        _ if value == byte * 0x0101_0101 => byte | 0x300,
        _ => {
            let rotation = value.leading_zeros() + 8;
            let fits = rotation < 32 && 0xff_u32.rotate_right(rotation) & value == value;
            fits.then(|| value.rotate_left(rotation) & 0x7f | rotation << 7)?
        }
    };
    Some(code.into())
}

/// Returns the value of the eight bits that encode a floating-point number.
pub fn float_value(code: i64) -> f32 {
    let (sign, exponent, fraction) = (code as u32 >> 7 & 1, code as u32 >> 4 & 7, code as u32 & 15);
    let high = if exponent & 4 != 0 { 0x1f << 25 } else { 1 << 30 };
    f32::from_bits(sign << 31 | high | (exponent & 3) << 23 | fraction << 19)
}

/// Returns the eight bits that encode a floating-point number of 32 bits.
pub fn float_code(bits: i64) -> Option<i64> {
    (0..256).find(|code| i64::from(float_value(*code).to_bits()) == bits)
}

/// Returns whether at most one byte of a value is not zero.
fn has_one_byte(value: u64, bytes: u32) -> bool {
    (0..bytes).filter(|byte| value >> (8 * byte) & 0xff != 0).count() <= 1
}

/// Returns whether a value of 16 bits has one byte that is not zero, or none.
pub fn is_byte_of_16(value: i64) -> bool {
    let value = u64::from(value as u32);
    value <= 0xffff && has_one_byte(value, 2)
}

/// Returns whether a value of 32 bits has one byte that is not zero, or none.
pub fn is_byte_of_32(value: i64) -> bool {
    has_one_byte(u64::from(value as u32), 4)
}

/// Returns the code of such a value of 16 bits.
pub fn byte_of_16_code(value: i64) -> i64 {
    let value = value & 0xffff;
    if value >= 0x100 { value >> 8 | 0xa00 } else { value | 0x800 }
}

/// Returns the code of such a value of 32 bits.
pub fn byte_of_32_code(value: i64) -> i64 {
    match i64::from(value as u32) {
        value @ 0x100..=0xff00 => value >> 8 | 0x200,
        value @ 0x1_0000..=0xff_0000 => value >> 16 | 0x400,
        value @ 0x100_0000.. => value >> 24 | 0x600,
        value => value,
    }
}

/// Returns whether `vmov` has a code for an element of 32 bits: one byte, and ones below it perhaps.
pub fn is_vector_element(value: i64) -> bool {
    [0xff_i64, 0xff00, 0xff_0000, 0xff00_0000].iter().any(|mask| value & !mask == 0)
        || value & !0xff00 == 0xff
        || value & !0xff_0000 == 0xffff
}

/// Returns the code of such an element.
pub fn vector_element_code(value: i64) -> i64 {
    let ones = value & 0xff != 0;
    match i64::from(value as u32) {
        value @ 0x100..=0xffff => value >> 8 | if ones { 0xc00 } else { 0x200 },
        value @ 0x1_0000..=0xff_ffff => value >> 16 | if ones { 0xd00 } else { 0x400 },
        value @ 0x100_0000.. => value >> 24 | 0x600,
        value => value,
    }
}

/// Returns whether each byte of a value is all ones or zero.
pub fn is_byte_mask(value: i64) -> bool {
    value.to_le_bytes().iter().all(|byte| matches!(byte, 0 | 0xff))
}

/// Returns the code of such a value.
pub fn byte_mask_code(value: i64) -> i64 {
    let bits = value.to_le_bytes().into_iter().enumerate();
    bits.fold(0x1e00, |code, (index, byte)| code | i64::from(byte & 1) << index)
}

/// Returns whether a value is an element of `bits` that is repeated `count` times, and not zero.
pub fn is_repeated(value: i64, bits: u32, count: u32, is_inverted: bool) -> bool {
    if value == 0 {
        return false;
    }
    let value = if is_inverted { !value } else { value };
    let mask = (1_i64 << bits) - 1;
    let element = value & mask;
    let fits = match bits {
        16 => element & 0xff == 0 || element & 0xff00 == 0,
        32 => is_vector_element(element),
        _ => true,
    };
    fits && (1..count).all(|index| value >> (bits * index) & mask == element)
}

/// Returns the value that the code of a vector's immediate stands for: of one element.
pub fn vector_value(code: i64) -> u64 {
    let (kind, byte) = (code >> 8 & 0x1f, code as u64 & 0xff);
    match kind {
        0x1e => (0..8)
            .filter(|bit| byte >> bit & 1 != 0)
            .fold(0, |value, bit| value | 0xff << (8 * bit)),
        0xe => byte,
        kind if kind & 0xe == 0xc => {
            let bytes = 1 + (kind & 1) as u32;
            byte << (8 * bytes) | 0xffff >> (8 * (2 - bytes))
        }
        kind => byte << (8 * (kind as u32 >> 1 & if kind & 8 != 0 { 1 } else { 3 })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_their_values() {
        for value in [0, 1, 0xff, 0x3fc, 0xf000_000f, 0xff00_0000, 0x100] {
            let code = rotated_code(value).unwrap();
            assert_eq!(i64::from(rotated_value(code)), value, "{value:#x}");
        }
        assert_eq!(rotated_code(0x101), None);
        for value in
            [0, 0xff, 0x00ab_00ab, 0xab00_ab00, 0xabab_abab, 0xff00_0000, 0x1fe, 0x7f80_0000]
        {
            assert!(is_thumb_immediate(value), "{value:#x}");
        }
        for value in [0x101, 0xabab, 0x00ab_ab00, 0xffff_ffff - 1] {
            assert!(!is_thumb_immediate(value), "{value:#x}");
        }
        assert_eq!(float_code(i64::from(1.0_f32.to_bits())), Some(0x70));
        assert_eq!(float_code(i64::from(0.1_f32.to_bits())), None);
        assert_eq!(vector_value(vector_element_code(0x12ff)), 0x12ff);
        assert_eq!(vector_value(byte_of_16_code(0x1200)), 0x1200);
        assert_eq!(vector_value(byte_mask_code(0x00ff_0000_0000_00ff)), 0x00ff_0000_0000_00ff);
    }
}
