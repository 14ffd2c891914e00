//! Names of methods with numbers: `isConstantUImm<5, 32>`.

/// A name and the numbers behind it.
#[derive(Clone, Copy, Debug)]
pub struct Template<'n> {
    pub name: &'n str,
    numbers: [i64; 3],
}

impl<'n> Template<'n> {
    /// Splits a name. Numbers that are not written are 0.
    pub fn new(text: &'n str) -> Option<Self> {
        let mut numbers = [0; 3];
        let Some((name, rest)) = text.split_once('<') else {
            return Some(Template { name: text, numbers });
        };
        let (list, after) = rest.split_once('>')?;
        if !after.is_empty() {
            return None;
        }
        for (index, number) in list.split(',').enumerate() {
            *numbers.get_mut(index)? = number.trim().parse().ok()?;
        }
        Some(Template { name, numbers })
    }

    /// Returns the first number as a count of bits.
    pub fn bits(&self) -> u32 {
        self.numbers[0].clamp(0, 63) as u32
    }

    /// Returns a number.
    pub fn number(&self, index: usize) -> i64 {
        self.numbers[index]
    }
}

/// Returns whether a value is a number of so many bits with sign.
pub fn is_signed(bits: u32, value: i64) -> bool {
    bits >= 64 || value >= -(1 << (bits - 1)) && value < 1 << (bits - 1)
}

/// Returns whether a value is a number of so many bits without sign.
pub fn is_unsigned(bits: u32, value: i64) -> bool {
    bits >= 64 || value as u64 >> bits == 0
}

/// Returns the lowest bits of a value, as a number with sign.
pub fn sign_extended(bits: u32, value: i64) -> i64 {
    match bits {
        1..64 => value << (64 - bits) >> (64 - bits),
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_a_name() {
        let it = Template::new("isConstantUImm<5, 32>").unwrap();
        assert_eq!((it.name, it.bits(), it.number(1), it.number(2)), ("isConstantUImm", 5, 32, 0));
        assert_eq!(Template::new("addConstantUImmOperands<5,32,-32>").unwrap().number(2), -32);
        assert_eq!(Template::new("isImm").unwrap().name, "isImm");
        assert!(Template::new("isImm<x>").is_none());
    }

    #[test]
    fn numbers_fit_bits() {
        assert!(is_signed(16, -32768) && !is_signed(16, 32768) && is_signed(33, 1 << 31));
        assert!(is_unsigned(5, 31) && !is_unsigned(5, -1) && !is_unsigned(5, 32));
        assert_eq!(sign_extended(4, 15), -1);
    }
}
