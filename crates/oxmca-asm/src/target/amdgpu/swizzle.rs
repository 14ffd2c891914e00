//! The codes of `ds_swizzle_b32`.

use super::generation::Generation;

/// The names of modes.
pub const MODES: [&str; 7] =
    ["QUAD_PERM", "BITMASK_PERM", "SWAP", "REVERSE", "BROADCAST", "FFT", "ROTATE"];
/// Each four lanes are permuted.
pub const QUAD_PERM: i64 = 0x8000;
/// Lanes are rotated.
pub const ROTATE: i64 = 0xc000;
/// Lanes are permuted as a Fourier transform needs.
pub const FFT: i64 = 0xe000;

/// Returns the code by which bits of a lane's number change.
pub fn bitmask(and: i64, or: i64, xor: i64) -> i64 {
    and | or << 5 | xor << 10
}

/// Appends the offset, unless it is 0.
pub fn print(value: i64, generation: Generation<'_>, out: &mut String) {
    let value = value & 0xffff;
    if value == 0 {
        return;
    }
    out.push_str(" offset:");
    if value >= ROTATE && generation.is_gfx9_plus() {
        out.push_str(&match value >= FFT {
            true => format!("swizzle(FFT,{})", value & 31),
            false => format!("swizzle(ROTATE,{},{})", value >> 10 & 1, value >> 5 & 31),
        });
    } else if value & 0xff00 == QUAD_PERM {
        out.push_str("swizzle(QUAD_PERM");
        for lane in 0..4 {
            out.push_str(&format!(",{}", value >> (2 * lane) & 3));
        }
        out.push(')');
    } else if value & 0x8000 == 0 {
        print_bitmask(value & 31, value >> 5 & 31, value >> 10 & 31, out);
    } else {
        out.push_str(&value.to_string());
    }
}

fn print_bitmask(and: i64, or: i64, xor: i64, out: &mut String) {
    let size = 32 - and;
    if and == 31 && or == 0 && xor.count_ones() == 1 {
        out.push_str(&format!("swizzle(SWAP,{xor})"));
    } else if and == 31 && or == 0 && xor > 0 && (xor + 1).count_ones() == 1 {
        out.push_str(&format!("swizzle(REVERSE,{})", xor + 1));
    } else if size > 1 && size.count_ones() == 1 && or < size && xor == 0 {
        out.push_str(&format!("swizzle(BROADCAST,{size},{or})"));
    } else {
        // What becomes of a bit that is 0, and of one that is 1.
        let (of_zero, of_one) = (or ^ xor, (and | or) ^ xor);
        out.push_str("swizzle(BITMASK_PERM,\"");
        for bit in (0..5).rev() {
            out.push(match (of_zero >> bit & 1, of_one >> bit & 1) {
                (0, 0) => '0',
                (1, 1) => '1',
                (0, _) => 'p',
                _ => 'i',
            });
        }
        out.push_str("\")");
    }
}
