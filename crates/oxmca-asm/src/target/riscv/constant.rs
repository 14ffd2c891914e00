//! Sequences of instructions that load a constant into a register (`li`).
//!
//! LLVM tries a fixed list of ideas in a fixed order and keeps each only if it is shorter than what
//! it has. Both the ideas and their order decide which instructions come out.

#[cfg(test)]
mod tests;

/// An operation of a sequence. The opcode of the same name performs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    Lui,
    Addi,
    Addiw,
    Xori,
    Slli,
    Srli,
    SlliUw,
    Rori,
    ThSrri,
    Bseti,
    Bclri,
    AddUw,
    Sh1add,
    Sh2add,
    Sh3add,
    Pack,
    PliB,
    PliH,
    PliW,
    QcLi,
    QcELi,
}

/// The operands of an operation beside the destination. The source is `x0` in the first step of a
/// sequence and the destination in all others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operands {
    /// The immediate.
    Immediate,
    /// The source and the immediate.
    SourceImmediate,
    /// The source twice.
    SourceTwice,
    /// The source and `x0`.
    SourceZero,
}

impl Operation {
    /// Returns LLVM's name of the opcode.
    pub const fn opcode_name(self) -> &'static str {
        match self {
            Self::Lui => "LUI",
            Self::Addi => "ADDI",
            Self::Addiw => "ADDIW",
            Self::Xori => "XORI",
            Self::Slli => "SLLI",
            Self::Srli => "SRLI",
            Self::SlliUw => "SLLI_UW",
            Self::Rori => "RORI",
            Self::ThSrri => "TH_SRRI",
            Self::Bseti => "BSETI",
            Self::Bclri => "BCLRI",
            Self::AddUw => "ADD_UW",
            Self::Sh1add => "SH1ADD",
            Self::Sh2add => "SH2ADD",
            Self::Sh3add => "SH3ADD",
            Self::Pack => "PACK",
            Self::PliB => "PLI_B",
            Self::PliH => "PLI_H",
            Self::PliW => "PLI_W",
            Self::QcLi => "QC_LI",
            Self::QcELi => "QC_E_LI",
        }
    }

    /// Returns the operands beside the destination.
    pub const fn operands(self) -> Operands {
        match self {
            Self::Lui | Self::PliB | Self::PliH | Self::PliW | Self::QcLi | Self::QcELi => {
                Operands::Immediate
            }
            Self::AddUw => Operands::SourceZero,
            Self::Sh1add | Self::Sh2add | Self::Sh3add | Self::Pack => Operands::SourceTwice,
            _ => Operands::SourceImmediate,
        }
    }
}

/// One step of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub operation: Operation,
    /// The immediate, or 0 if the operation takes none.
    pub immediate: i64,
}

/// The extensions of a processor that help to load constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[allow(clippy::struct_excessive_bools, reason = "each is a feature of the processor")]
pub struct Extensions {
    /// 64-bit registers.
    pub rv64: bool,
    pub zba: bool,
    pub zbb: bool,
    pub zbkb: bool,
    pub zbs: bool,
    /// The packed operations `P`.
    pub packed: bool,
    pub xqcili: bool,
    pub xtheadbb: bool,
    /// The processor fuses `lui` with the `addi` that follows.
    pub fuses_lui_addi: bool,
}

type Sequence = Vec<Step>;

/// Sign-extends the lowest `bits` bits.
const fn sign_extended(value: i64, bits: u32) -> i64 {
    value << (64 - bits) >> (64 - bits)
}

/// Returns whether a value is a signed number of `bits` bits.
const fn is_int(value: i64, bits: u32) -> bool {
    sign_extended(value, bits) == value
}

fn push(sequence: &mut Sequence, operation: Operation, immediate: i64) {
    sequence.push(Step { operation, immediate });
}

impl Extensions {
    /// Returns the sequence that loads `value`. With 32-bit registers, `value` must be sign-extended from
    /// 32 bits. A sequence has at least one step and at most eight.
    pub fn load(&self, value: i64) -> Sequence {
        let mut best = self.plain(value);
        self.shift_out_trailing_zeros(value, &mut best);
        if best.len() <= 2 {
            return best;
        }
        self.correct_by_addition(value, &mut best);
        if value > 0 && best.len() > 2 {
            self.shift_out_leading_zeros(value, &mut best);
        } else if value < 0 && best.len() > 3 {
            self.invert(value, &mut best);
        }
        // Each idea is tried only while the best sequence has more than two steps.
        let ideas: [fn(&Self, i64, &mut Sequence); 5] =
            [Self::repeat_half, Self::set_bits, Self::clear_bits, Self::multiply, Self::rotate];
        for idea in ideas {
            if best.len() > 2 {
                idea(self, value, &mut best);
            }
        }
        best
    }

    /// Returns a sequence that builds a constant from its upper to its lower bits.
    fn plain(&self, value: i64) -> Sequence {
        let mut sequence = Sequence::new();
        self.append_plain(value, &mut sequence);
        sequence
    }

    fn append_plain(&self, value: i64, sequence: &mut Sequence) {
        if let Some(step) = self.single(value) {
            sequence.push(step);
        } else if is_int(value, 32) {
            self.append_32_bits(value, sequence);
        } else {
            self.append_64_bits(value, sequence);
        }
    }

    /// Returns a step of an extension that loads the constant alone, and is preferred to `lui` and
    /// `addi`.
    fn single(&self, value: i64) -> Option<Step> {
        let step = |operation, immediate| Some(Step { operation, immediate });
        let is_one_bit = (value as u64).is_power_of_two();
        if self.zbs && is_one_bit && (!is_int(value, 32) || value == 0x800) {
            return step(Operation::Bseti, i64::from(value.trailing_zeros()));
        }
        let is_one_base_instruction = value & 0xfff == 0 || is_int(value, 12);
        if !self.rv64 && self.xqcili && !is_one_base_instruction {
            if is_int(value, 20) {
                return step(Operation::QcLi, value);
            } else if is_int(value, 32) {
                return step(Operation::QcELi, value);
            }
        }
        if self.packed && !is_int(value, 12) {
            return self.repeated(value);
        }
        None
    }

    /// Returns a constant whose words, half-words or bytes are all the same small number.
    fn repeated(&self, value: i64) -> Option<Step> {
        let step = |operation, immediate| Some(Step { operation, immediate });
        let (upper, lower) = (value >> 32, sign_extended(value, 32));
        if self.rv64 && upper != lower {
            return None;
        }
        if self.rv64 && is_int(upper, 10) {
            return step(Operation::PliW, upper);
        }
        let (upper, lower) = (lower >> 16, sign_extended(lower, 16));
        if upper != lower {
            return None;
        }
        if is_int(upper, 10) {
            return step(Operation::PliH, upper);
        }
        let (upper, lower) = (lower >> 8, sign_extended(lower, 8));
        if upper == lower { step(Operation::PliB, upper) } else { None }
    }

    /// Parses `lui` for the upper 20 bits and an addition for the lower 12, whichever are needed.
    fn append_32_bits(&self, value: i64, sequence: &mut Sequence) {
        let upper = (value + 0x800) >> 12 & 0xfffff;
        let lower = sign_extended(value, 12);
        if upper != 0 {
            push(sequence, Operation::Lui, upper);
        }
        if lower != 0 || upper == 0 {
            // The sum needs to wrap at 32 bits only if it leaves their range.
            let loaded = sign_extended(upper << 12, 32);
            let wraps = self.rv64 && upper != 0 && !is_int(loaded + lower, 32);
            let addition = if wraps { Operation::Addiw } else { Operation::Addi };
            push(sequence, addition, lower);
        }
    }

    /// Takes off the lowest 12 bits, then all zeros below the rest, and loads that first.
    fn append_64_bits(&self, value: i64, sequence: &mut Sequence) {
        let lower = sign_extended(value, 12);
        let mut rest = value.wrapping_sub(lower);
        let (mut shift, mut is_unsigned) = (0, false);
        if !is_int(rest, 32) {
            shift = rest.trailing_zeros();
            rest >>= shift;
            if shift > 12 && !is_int(rest, 12) {
                // `lui` loads zeros below the upper 20 bits without a shift.
                let raised = rest << 12;
                if is_int(raised, 32) {
                    (shift, rest) = (shift - 12, raised);
                } else if u32::try_from(raised).is_ok() && self.zba {
                    (shift, rest) = (shift - 12, sign_extended(raised, 32));
                    is_unsigned = true;
                }
            }
            if self.zba && u32::try_from(rest).is_ok() && !is_int(rest, 32) {
                rest = sign_extended(rest, 32);
                is_unsigned = true;
            }
        }
        self.append_plain(rest, sequence);
        if shift != 0 {
            let operation = if is_unsigned { Operation::SlliUw } else { Operation::Slli };
            push(sequence, operation, i64::from(shift));
        }
        if lower != 0 {
            push(sequence, Operation::Addi, lower);
        }
    }

    /// Loads the constant without its trailing zeros, and shifts them in.
    fn shift_out_trailing_zeros(&self, value: i64, best: &mut Sequence) {
        if value & 0xfff == 0 || value & 1 != 0 || best.len() < 2 {
            return;
        }
        let zeros = value.trailing_zeros();
        let shifted = value >> zeros;
        // Two compressed instructions are preferred to `lui` and `addi` if those are not fused.
        let is_compressible = is_int(shifted, 6) && !self.fuses_lui_addi;
        let mut other = self.plain(shifted);
        if other.len() + 1 < best.len() || is_compressible {
            push(&mut other, Operation::Slli, i64::from(zeros));
            *best = other;
        }
    }

    /// Loads a constant above that is rounder, and subtracts the difference.
    fn correct_by_addition(&self, value: i64, best: &mut Sequence) {
        if value & 0xfff == 0 || value & 0x1800 != 0x1000 {
            return;
        }
        let correction = -(0x800 - (value & 0xfff));
        let mut other = self.plain(value.wrapping_sub(correction));
        if other.len() + 1 < best.len() {
            push(&mut other, Operation::Addi, correction);
            *best = other;
        }
    }

    /// Loads a positive constant without its leading zeros, and shifts them in.
    fn shift_out_leading_zeros(&self, value: i64, best: &mut Sequence) {
        let zeros = value.leading_zeros();
        let ones_below = (1_u64 << zeros) - 1;
        let shifted = (value as u64) << zeros;
        let is_better = |other: &Sequence, best: &Sequence| {
            other.len() + 1 < best.len() || (best.is_empty() && other.len() < 8)
        };
        for shifted in [shifted | ones_below, shifted & !ones_below] {
            let mut other = self.plain(shifted as i64);
            if is_better(&other, best) {
                push(&mut other, Operation::Srli, i64::from(zeros));
                *best = other;
            }
        }
        if zeros == 32 && self.zba {
            let mut other = self.plain(sign_extended(value, 32));
            if is_better(&other, best) {
                push(&mut other, Operation::AddUw, 0);
                *best = other;
            }
        }
    }

    /// Loads the inverse of a negative constant, and inverts it.
    fn invert(&self, value: i64, best: &mut Sequence) {
        let mut other = Sequence::new();
        self.shift_out_leading_zeros(!value, &mut other);
        if !other.is_empty() && other.len() + 1 < best.len() {
            push(&mut other, Operation::Xori, -1);
            *best = other;
        }
    }

    /// Loads one half of a constant whose halves are the same, and packs it with itself.
    fn repeat_half(&self, value: i64, best: &mut Sequence) {
        let lower = sign_extended(value, 32);
        if !(self.zbkb || self.packed) || lower != value >> 32 {
            return;
        }
        let mut other = self.plain(lower);
        if other.len() + 1 < best.len() {
            push(&mut other, Operation::Pack, 0);
            *best = other;
        }
    }

    /// Loads the lower 31 bits and sets the others one by one.
    fn set_bits(&self, value: i64, best: &mut Sequence) {
        if !self.zbs {
            return;
        }
        let lower = value & 0x7fff_ffff;
        let upper = (value ^ lower) as u64;
        let mut other = if lower == 0 { Sequence::new() } else { self.plain(lower) };
        if other.len() + (upper.count_ones() as usize) < best.len() {
            other.extend(one_step_per_bit(upper, Operation::Bseti));
            *best = other;
        }
        if let [first, second, ..] = best[..]
            && first == (Step { operation: Operation::Addi, immediate: 1 })
            && second.operation == Operation::Slli
        {
            best.remove(0);
            best[0].operation = Operation::Bseti;
        }
    }

    /// Loads the lower 31 bits with ones above and clears the others one by one.
    fn clear_bits(&self, value: i64, best: &mut Sequence) {
        if !self.zbs {
            return;
        }
        let lower = value | !0x7fff_ffff;
        let upper = (value ^ lower) as u64;
        let mut other = self.plain(lower);
        if other.len() + (upper.count_ones() as usize) < best.len() {
            other.extend(one_step_per_bit(upper, Operation::Bclri));
            *best = other;
        }
    }

    /// Loads a third, a fifth or a ninth, and multiplies it by shift and addition.
    fn multiply(&self, value: i64, best: &mut Sequence) {
        if !self.zba {
            return;
        }
        if let Some((part, operation)) = divided(value) {
            let mut other = self.plain(part);
            if other.len() + 1 < best.len() {
                push(&mut other, operation, 0);
                *best = other;
            }
            return;
        }
        let lower = sign_extended(value, 12);
        if let Some((part, operation)) = divided(value.wrapping_add(0x800) & !0xfff) {
            let mut other = self.plain(part);
            if other.len() + 2 < best.len() {
                push(&mut other, operation, 0);
                push(&mut other, Operation::Addi, lower);
                *best = other;
            }
        }
    }

    /// Loads a negative number of 12 bits, and rotates it.
    fn rotate(&self, value: i64, best: &mut Sequence) {
        let operation = match (self.zbb, self.xtheadbb) {
            (true, _) => Operation::Rori,
            (false, true) => Operation::ThSrri,
            (false, false) => return,
        };
        if let Some(distance) = rotation_to_12_bits(value) {
            *best = Sequence::new();
            push(best, Operation::Addi, value.rotate_left(distance));
            push(best, operation, i64::from(distance));
        }
    }
}

/// Returns one step for each bit that is set, from the lowest.
fn one_step_per_bit(bits: u64, operation: Operation) -> impl Iterator<Item = Step> {
    (0..64)
        .filter(move |bit| bits >> bit & 1 != 0)
        .map(move |bit| Step { operation, immediate: bit })
}

/// Returns a factor of a constant that is a number of 32 bits, and the operation that multiplies by
/// the other.
fn divided(value: i64) -> Option<(i64, Operation)> {
    [(3, Operation::Sh1add), (5, Operation::Sh2add), (9, Operation::Sh3add)]
        .into_iter()
        .find(|(factor, _)| value % factor == 0 && is_int(value / factor, 32))
        .map(|(factor, operation)| (value / factor, operation))
}

/// Returns the distance by which a constant is rotated to the left to become a negative number of
/// 12 bits.
fn rotation_to_12_bits(value: i64) -> Option<u32> {
    let (leading, trailing) = (value.leading_ones(), value.trailing_ones());
    if trailing > 0 && trailing < 64 && leading + trailing > 64 - 12 {
        return Some(64 - trailing);
    }
    let upper_trailing = ((value >> 32) as u32).trailing_ones();
    let lower_leading = (value as u32).leading_ones();
    (upper_trailing < 32 && upper_trailing + lower_leading > 64 - 12).then(|| 32 - upper_trailing)
}
