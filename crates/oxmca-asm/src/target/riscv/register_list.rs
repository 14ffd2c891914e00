//! Lists of registers that `cm.push` and its kind save: `{ra, s0-s3}`.

/// The code of a list of `ra` alone.
pub const RA_ONLY: u8 = 4;
/// The code of a list up to `s11`, the one after `s9`.
const UP_TO_S11: u8 = 15;
/// Numbers of the integer registers by the code of the list that they end, from `RA_ONLY`.
const LAST: [u16; 12] = [1, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 27];

/// Returns the code of the list that ends with the integer register of a number.
pub fn code_ending_with(number: u16) -> Option<u8> {
    LAST.iter().position(|last| *last == number).map(|index| index as u8 + RA_ONLY)
}

/// Returns the number of the integer register that ends the list of a code.
pub fn last_of(code: u8) -> Option<u16> {
    LAST.get(usize::from(code).checked_sub(usize::from(RA_ONLY))?).copied()
}

/// Returns the bytes that the registers of a list need on the stack.
pub fn stack_bytes(code: u8, is_64_bit: bool) -> i64 {
    let registers = i64::from(code.saturating_sub(RA_ONLY)) + 1 + i64::from(code == UP_TO_S11);
    let bytes = registers * if is_64_bit { 8 } else { 4 };
    (bytes + 15) / 16 * 16
}

/// Appends a list with the names that `name` gives for the numbers of integer registers.
pub fn print(code: u8, name: impl Fn(u16, &mut String), out: &mut String) {
    out.push('{');
    name(1, out);
    if let Some(last) = last_of(code).filter(|last| *last != 1) {
        out.push_str(", ");
        name(8, out);
        if last != 8 {
            out.push('-');
            name(last, out);
        }
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_grow_in_steps_of_16_bytes() {
        assert_eq!([4, 5, 6, 15].map(|code| stack_bytes(code, true)), [16, 16, 32, 112]);
        assert_eq!([4, 8, 15].map(|code| stack_bytes(code, false)), [16, 32, 64]);
    }

    #[test]
    fn lists_are_printed_with_their_ends() {
        let text = |code| {
            let mut out = String::new();
            print(code, |number, out| out.push_str(&format!("x{number}")), &mut out);
            out
        };
        assert_eq!(["{x1}", "{x1, x8}", "{x1, x8-x27}"], [text(4), text(5), text(15)]);
        assert_eq!((code_ending_with(26), code_ending_with(25)), (None, Some(14)));
    }
}
