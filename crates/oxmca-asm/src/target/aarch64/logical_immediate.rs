//! Immediates of logical instructions, and the masks that moves take.
//!
//! A logical immediate is one run of ones, rotated within an element of 2, 4, ..., 64 bits that fills the
//! register. Its code has the fields `N:immr:imms` of 1, 6 and 6 bits.

/// Ones in the low `bits` bits, at most 64.
fn ones(bits: u32) -> u64 {
    if bits >= 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Rotates the low `bits` bits of `value` to the right by less than `bits`.
fn rotate_right(value: u64, amount: u32, bits: u32) -> u64 {
    if amount == 0 {
        return value;
    }
    (value >> amount | value << (bits - amount)) & ones(bits)
}

/// Returns the code of a logical immediate for a register of 8, 16, 32 or 64 bits; `None` if it has
/// none.
pub fn encode(value: u64, register_bits: u32) -> Option<u32> {
    if value == 0 || value >= ones(register_bits) {
        return None;
    }
    let mut element_bits = register_bits;
    while element_bits > 2 {
        let half = element_bits / 2;
        if (value ^ value >> half) & ones(half) != 0 {
            break;
        }
        element_bits = half;
    }
    let element = value & ones(element_bits);
    let run_bits = element.count_ones();
    // The bit that the run begins at. A run that goes around the end begins below its leading ones.
    let begin = if element & 1 == 0 {
        element.trailing_zeros()
    } else {
        (element_bits - (element << (64 - element_bits)).leading_ones()) % element_bits
    };
    if rotate_right(element, begin, element_bits) != ones(run_bits) {
        return None;
    }
    let rotation = (element_bits - begin) % element_bits;
    let is_64_bits = u32::from(element_bits == 64);
    let run = !(element_bits - 1) << 1 | (run_bits - 1);
    Some(is_64_bits << 12 | rotation << 6 | run & 0x3f)
}

/// Returns whether a value has a code for a register of that many bits.
pub fn is_logical_immediate(value: u64, register_bits: u32) -> bool {
    encode(value, register_bits).is_some()
}

/// Returns the value of a code for a register of that many bits; 0 if it is no code of a value.
pub fn decode(code: u64, register_bits: u32) -> u64 {
    let (is_64_bits, rotation, run) = (code >> 12 & 1, code >> 6 & 0x3f, code & 0x3f);
    let Some(log) = (is_64_bits << 6 | (!run & 0x3f)).checked_ilog2() else { return 0 };
    let element_bits = 1u32 << log;
    let within = u64::from(element_bits - 1);
    let (rotation, run) = ((rotation & within) as u32, (run & within) as u32);
    if run == element_bits - 1 {
        return 0;
    }
    let element = rotate_right(ones(run + 1), rotation, element_bits);
    repeat(element, element_bits) & ones(register_bits)
}

/// Fills 64 bits with copies of an element.
fn repeat(element: u64, element_bits: u32) -> u64 {
    let mut value = element;
    let mut bits = element_bits;
    while bits < 64 {
        value |= value << bits;
        bits *= 2;
    }
    value
}

/// Returns the low `bits` bits of `value` as a signed number.
pub fn sign_extend(value: i64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    value << unused >> unused
}

/// Returns whether a mask consists of equal elements of 8, 16, 32 or 64 bits.
pub fn is_mask_of_identical_elements(mask: u64, element_bits: u32) -> bool {
    repeat(mask & ones(element_bits), element_bits) == mask
}

/// Returns whether SVE's `cpy` and `dup` take an immediate for elements of that many bits: a signed byte, also
/// one shifted to the left by 8.
pub fn is_sve_copy_immediate(value: i64, element_bits: u32) -> bool {
    let above = !ones(element_bits) as i64;
    if value & above != 0 && value & above != above {
        return false;
    }
    let element = sign_extend(value, element_bits);
    if value & 0xff != 0 {
        sign_extend(value, 8) == element
    } else if value & 0xff00 != 0 {
        sign_extend(value, 16) == element
    } else {
        value == 0
    }
}

/// Returns whether SVE's `add` and `sub` take an immediate for elements of that many bits: an unsigned byte,
/// also one shifted to the left by 8 if the elements are wider.
pub fn is_sve_add_sub_immediate(value: i64, element_bits: u32) -> bool {
    (0..=0xff).contains(&value) || element_bits > 8 && value & !0xff00 == 0
}

/// Returns whether SVE's `dupm` takes a mask that no single `cpy` or `dup` makes.
pub fn is_sve_move_mask_preferred(mask: u64) -> bool {
    let is_copied = [64, 32, 16, 8].into_iter().any(|element_bits| {
        is_mask_of_identical_elements(mask, element_bits)
            && is_sve_copy_immediate(sign_extend(mask as i64, element_bits), element_bits)
    });
    !is_copied && is_logical_immediate(mask, 64)
}

/// Returns whether one `movz` makes a value, whatever its shift.
fn is_any_movz_alias(value: u64, register_bits: u32) -> bool {
    let shifts = (0..register_bits).step_by(16);
    shifts.map(|shift| 0xffff << shift).any(|field: u64| value & !field == 0)
}

/// Returns whether `mov` is `movz` with that shift for a value. A shift of 0 comes first.
pub fn is_movz_alias(value: u64, shift: u32, register_bits: u32) -> bool {
    let value = value & ones(register_bits);
    let field = 0xffffu64.checked_shl(shift).unwrap_or(0);
    (value != 0 || shift == 0) && value & !field == 0
}

/// Returns whether `mov` is `movn` with that shift for a value. `movz` comes first.
pub fn is_movn_alias(value: u64, shift: u32, register_bits: u32) -> bool {
    !is_any_movz_alias(value, register_bits)
        && is_movz_alias(!value & ones(register_bits), shift, register_bits)
}

/// Returns whether one `movz` or `movn` makes a value.
pub fn is_any_move_alias(value: u64, register_bits: u32) -> bool {
    is_any_movz_alias(value, register_bits)
        || is_any_movz_alias(!value & ones(register_bits), register_bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_fields_that_the_architecture_gives_them() {
        for (value, bits, expected) in [
            (0x1, 64, Some(0x1000)),
            (0x8000_0000_0000_0000, 64, Some(0x1040)),
            (0xffff_ffff, 64, Some(0x101f)),
            (0x5555_5555_5555_5555, 64, Some(0x3c)),
            (0xaaaa_aaaa, 32, Some(0x7c)),
            (0xf000_000f, 32, Some(0x107)),
            (0x00ff_00ff, 32, Some(0x27)),
            (0x7fff_fffe, 32, Some(0x7dd)),
            (0x81, 8, Some(0x71)),
            (0, 64, None),
            (u64::MAX, 64, None),
            (0xffff_ffff, 32, None),
            (0x1_0000_0001, 32, None),
            (0x5, 32, None),
            (0xdead_beef, 32, None),
        ] {
            assert_eq!(encode(value, bits), expected, "{value:#x} of {bits} bits");
        }
    }

    #[test]
    fn each_code_is_that_of_its_value() {
        let mut values = 0;
        for bits in [32, 64] {
            for code in 0..1 << 13 {
                if bits == 32 && code >> 12 != 0 {
                    continue;
                }
                let value = decode(code, bits);
                // A rotation may have more bits than count for an element.
                let Some(shortest) = encode(value, bits) else {
                    assert_eq!(value, 0, "{code:#x}");
                    continue;
                };
                assert_eq!(decode(shortest.into(), bits), value, "{code:#x}");
                assert!(u64::from(shortest) <= code, "{code:#x}");
                values += u32::from(u64::from(shortest) == code);
            }
        }
        assert_eq!(values, 5334 + 1302);
    }

    #[test]
    fn moves() {
        assert!(is_movz_alias(0x1234_0000, 16, 32));
        assert!(!is_movz_alias(0, 16, 32) && is_movz_alias(0, 0, 32));
        assert!(is_movn_alias(0xffff_ffff_ffff_fffe, 0, 64));
        assert!(!is_movn_alias(0xffff_0000, 0, 32), "movz makes it");
        assert!(is_any_move_alias(0xffff_1234, 32) && !is_any_move_alias(0x1_2345, 32));
        assert!(is_any_move_alias(0x1234_0000_0000, 64));
    }

    #[test]
    fn sve_masks() {
        assert!(is_mask_of_identical_elements(0x0101_0101_0101_0101, 8));
        assert!(!is_mask_of_identical_elements(0x0100_0100_0100_0100, 8));
        assert!(is_sve_copy_immediate(-128, 8) && is_sve_copy_immediate(255, 8));
        assert!(is_sve_copy_immediate(-128, 64) && !is_sve_copy_immediate(255, 64));
        assert!(is_sve_copy_immediate(0x7f00, 16) && !is_sve_copy_immediate(0x7f00, 8));
        assert!(is_sve_copy_immediate(0xff00, 16) && !is_sve_copy_immediate(0xff00, 32));
        assert!(is_sve_add_sub_immediate(255, 8) && !is_sve_add_sub_immediate(256, 8));
        assert!(is_sve_add_sub_immediate(0xff00, 16) && !is_sve_add_sub_immediate(-1, 16));
        assert!(is_sve_move_mask_preferred(0x00ff_ff00_00ff_ff00));
        assert!(!is_sve_move_mask_preferred(0x0101_0101_0101_0101), "dup of a byte makes it");
        assert!(!is_sve_move_mask_preferred(0xff00_ff00_ff00_ff00), "dup of 16 bits makes it");
    }
}
