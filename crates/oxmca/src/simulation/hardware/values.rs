//! Values of registers and memory as far as addresses depend on them: a symbol and a constant.

use oxmca_asm::target::HardwareFacts;
use oxmca_asm::target::hardware::{
    Access, Address, Assignment, Direction, Effect, Operation, Place, RegisterPart, Rest, StackUse,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::options::InitialRegisters;
use crate::processor::hardware::{HardwareProcessor, Slot};

/// The unknown part of a value. Equal symbols are equal values; nothing is known of different ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Symbol(u32);

impl Symbol {
    /// No symbol: the value is the constant.
    const NONE: Symbol = Symbol(0);
}

/// A value: a symbol and a constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Value {
    symbol: Symbol,
    offset: u64,
}

impl Value {
    pub(super) const fn constant(offset: u64) -> Value {
        Value { symbol: Symbol::NONE, offset }
    }

    const fn is_constant(self) -> bool {
        self.symbol.0 == Symbol::NONE.0
    }

    const fn plus(self, offset: i64) -> Value {
        Value { offset: self.offset.wrapping_add(offset as u64), ..self }
    }

    /// Returns the constant that is added to a symbol.
    pub(super) const fn offset(self) -> u64 {
        self.offset
    }

    /// Returns the value that it is beyond by less than a power of two, if its symbol is a multiple of that.
    pub(super) const fn aligned(self, power: u64) -> Value {
        Value { offset: self.offset & !(power - 1), ..self }
    }

    pub(super) const fn with_offset(self, offset: u64) -> Value {
        Value { offset, ..self }
    }

    /// Returns whether a value is that of a known number.
    pub(super) const fn known(self) -> Option<u64> {
        if self.is_constant() { Some(self.offset) } else { None }
    }

    /// Returns the bits in which it differs from another value with the same symbol, which is taken for a multiple of
    /// any power of two.
    pub(super) fn difference(self, other: Value) -> Option<u64> {
        (self.symbol == other.symbol).then_some(self.offset ^ other.offset)
    }

    /// Returns whether an address is in the same line of the cache as another.
    pub(super) fn is_in_line_of(self, other: Value, line_bytes: u32) -> bool {
        let line = |it: Value| it.offset / u64::from(line_bytes);
        self.symbol == other.symbol && line(self) == line(other)
    }

    /// Returns the words of which bytes from an address on are only a part: the first one, and the last one.
    pub(super) fn partial_words(self, bytes: u32, word_bytes: u32) -> [Option<Value>; 2] {
        let word_bytes = u64::from(word_bytes);
        let end = self.offset.wrapping_add(u64::from(bytes));
        let word = |at: u64| Value { offset: at - at % word_bytes, ..self };
        let is_partial = |at: u64| !at.is_multiple_of(word_bytes);
        [self.offset, end].map(|at| is_partial(at).then(|| word(at)))
    }

    /// Returns the beginning of the next line of the cache.
    pub(super) const fn in_next_line(self, line_bytes: u32) -> Value {
        let in_line = self.offset % line_bytes as u64;
        self.plus(line_bytes as i64 - in_line as i64)
    }

    /// Returns whether some bytes from an address on are in two lines of the cache, if its symbol is a multiple of a
    /// line's bytes.
    pub(super) fn crosses_line(self, bytes: u16, line_bytes: u32) -> bool {
        self.offset % u64::from(line_bytes) + u64::from(bytes) > u64::from(line_bytes)
    }

    /// Returns the distance to another value with the same symbol.
    pub(super) fn distance(self, other: Value) -> Option<i64> {
        (self.symbol == other.symbol).then(|| self.offset.wrapping_sub(other.offset) as i64)
    }
}

/// Symbols that are made of others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Compound {
    /// The sum of a symbol and another, times a factor.
    Sum(Symbol, Symbol, u64),
    /// Bits of a value: the first one, and how many.
    Part(Symbol, u64, (u8, u8)),
    /// A name in the text.
    Name(u64),
    /// The address of the code.
    Code,
}

/// The value that measurements by the method of BHive give to registers and memory.
const BHIVE_VALUE: u64 = 0x232_4000;

/// Values of registers and memory.
pub(super) struct Values<'h> {
    hardware: &'h HardwareProcessor,
    /// By slot.
    registers: Vec<Option<Value>>,
    memory: FxHashMap<(Symbol, u64), SmallVec<[Stored; 2]>>,
    compounds: FxHashMap<Compound, Symbol>,
    next_symbol: u32,
    /// Bytes of the widest store so far.
    widest_bytes: u16,
    stack_pointer: Slot,
    frame_pointer: Slot,
    memory_is_filled: bool,
}

/// A value in memory.
#[derive(Clone, Copy, Debug)]
struct Stored {
    /// Offset of its first byte from the symbol.
    offset: u64,
    bytes: u16,
    value: Value,
}

impl Stored {
    /// Returns the offset of the byte after its last one.
    const fn end(&self) -> u64 {
        self.offset.saturating_add(self.bytes as u64)
    }
}

/// Addresses of an instruction's accesses, in their order; `None` where they are not known.
pub(super) type AccessAddresses = SmallVec<[Option<Value>; 2]>;

/// The addresses of an instruction that is followed.
struct Followed<'i> {
    facts: &'i HardwareFacts,
    addresses: SmallVec<[Option<Value>; 2]>,
    accessed: &'i [Option<Value>],
}

/// Bytes of the page that measurements by the method of BHive have for all addresses.
const PAGE: u64 = 4096;
/// Bytes that are looked up together.
const WORD: u64 = 8;

impl<'h> Values<'h> {
    /// Creates values of one of several threads, which have no symbol in common.
    pub fn new(
        initial: &InitialRegisters,
        hardware: &'h HardwareProcessor,
        thread: u32,
    ) -> Values<'h> {
        let named = hardware.registers;
        let mut values = Values {
            hardware,
            registers: vec![None; hardware.num_slots],
            memory: FxHashMap::default(),
            compounds: FxHashMap::default(),
            next_symbol: 1 + (thread << 31),
            widest_bytes: 1,
            stack_pointer: hardware.slot(named.stack_pointer),
            frame_pointer: hardware.slot(named.frame_pointer),
            memory_is_filled: *initial == InitialRegisters::Equal,
        };
        match initial {
            InitialRegisters::Distinct | InitialRegisters::Named(_) => {}
            InitialRegisters::Equal => {
                let stack = BHIVE_VALUE + 2048;
                values.put(values.stack_pointer, Value::constant(stack));
                values.put(values.frame_pointer, Value::constant(stack - 16));
            }
            InitialRegisters::Known(known) => {
                for (reg, number) in known {
                    values.put(hardware.slot(*reg), Value::constant(*number));
                }
            }
        }
        values
    }

    fn put(&mut self, slot: Slot, value: Value) {
        if let Some(register) = self.registers.get_mut(usize::from(slot)) {
            *register = Some(value);
        }
    }

    fn fresh(&mut self) -> Value {
        let symbol = Symbol(self.next_symbol);
        self.next_symbol += 1;
        Value { symbol, offset: 0 }
    }

    fn compound(&mut self, compound: Compound) -> Symbol {
        let next = &mut self.next_symbol;
        *self.compounds.entry(compound).or_insert_with(|| {
            *next += 1;
            Symbol(*next - 1)
        })
    }

    fn whole(&mut self, slot: Slot) -> Value {
        if let Some(Some(value)) = self.registers.get(usize::from(slot)) {
            return *value;
        }
        let value = match self.memory_is_filled {
            true => Value::constant(BHIVE_VALUE),
            false => self.fresh(),
        };
        self.put(slot, value);
        value
    }

    fn get(&mut self, part: RegisterPart) -> Value {
        let whole = self.whole(self.hardware.slot(part.root));
        if part.rest == Rest::None {
            return whole;
        }
        match whole.known() {
            Some(number) => Value::constant(truncated(number >> part.first_bit, part.bits)),
            None => {
                let bits = (part.first_bit, part.bits);
                Value {
                    symbol: self.compound(Compound::Part(whole.symbol, whole.offset, bits)),
                    offset: 0,
                }
            }
        }
    }

    fn set(&mut self, part: RegisterPart, value: Value) {
        let slot = self.hardware.slot(part.root);
        let bits = part.bits;
        let value = match (part.rest, value.known()) {
            (Rest::None, _) => value,
            (Rest::BecomesZero, Some(number)) => Value::constant(truncated(number, bits)),
            (Rest::BecomesZero, None) => {
                let compound = Compound::Part(value.symbol, value.offset, (0, bits));
                Value { symbol: self.compound(compound), offset: 0 }
            }
            (Rest::Stays, Some(number))
                if part.first_bit == 0 && self.whole(slot).is_constant() =>
            {
                let old = self.whole(slot).offset;
                Value::constant(old & !truncated(u64::MAX, bits) | truncated(number, bits))
            }
            (Rest::Stays, _) => self.fresh(),
        };
        self.put(slot, value);
    }

    /// Returns the value of an address.
    fn address(&mut self, address: &Address, code_offset: u64) -> Value {
        let base = match address.base {
            Some(base) => self.get(base),
            None if address.is_relative_to_next => {
                Value { symbol: self.compound(Compound::Code), offset: code_offset }
            }
            None => Value::constant(0),
        };
        let mut value = base.plus(address.displacement);
        if address.symbol != 0 {
            let symbol = self.compound(Compound::Name(address.symbol));
            // A name relative to the next instruction is the name.
            value = match address.is_relative_to_next {
                true => Value { symbol, offset: address.displacement as u64 },
                false => self.sum(value, Value { symbol, offset: 0 }, 1),
            };
        }
        match address.index {
            Some(index) => {
                let index = self.get(index);
                self.sum(value, index, u64::from(address.scale))
            }
            None => value,
        }
    }

    fn sum(&mut self, one: Value, two: Value, factor: u64) -> Value {
        let offset = one.offset.wrapping_add(two.offset.wrapping_mul(factor));
        let symbol = match (one.is_constant(), two.is_constant(), factor) {
            (_, true, _) => one.symbol,
            (true, false, 1) => two.symbol,
            _ => self.compound(Compound::Sum(one.symbol, two.symbol, factor)),
        };
        Value { symbol, offset }
    }

    /// Returns the place in memory that an address is: all pages are one in measurements by the method
    /// of BHive.
    const fn in_memory(&self, at: Value) -> Value {
        match self.memory_is_filled && at.is_constant() {
            true => Value { offset: at.offset % PAGE, ..at },
            false => at,
        }
    }

    fn load(&mut self, at: Value, bytes: u16) -> Value {
        let at = self.in_memory(at);
        let end = at.offset.saturating_add(bytes.max(1).into());
        let mut word = at.offset / WORD;
        let mut is_overwritten = false;
        while word <= (end - 1) / WORD {
            for stored in self.memory.get(&(at.symbol, word)).into_iter().flatten() {
                if stored.offset == at.offset && stored.bytes == bytes {
                    return stored.value;
                }
                is_overwritten |= stored.offset < end && at.offset < stored.end();
            }
            word += 1;
        }
        if self.memory_is_filled && at.is_constant() && !is_overwritten && (1..=8).contains(&bytes)
        {
            let rotated = BHIVE_VALUE.rotate_right(8 * (at.offset % WORD) as u32);
            return Value::constant(truncated(rotated, (bytes * 8) as u8));
        }
        self.fresh()
    }

    fn store(&mut self, at: Value, bytes: u16, value: Value) {
        let at = self.in_memory(at);
        let (start, end) = (at.offset, at.offset.saturating_add(bytes.max(1).into()));
        // A store that begins before `first` ends before this one begins.
        let first = start.saturating_sub(u64::from(self.widest_bytes) - 1);
        self.widest_bytes = self.widest_bytes.max(bytes);
        for word in first / WORD..=(end - 1) / WORD {
            if let Some(stored) = self.memory.get_mut(&(at.symbol, word)) {
                stored.retain(|it| it.offset >= end || start >= it.end());
            }
        }
        for word in start / WORD..=(end - 1) / WORD {
            self.memory.entry((at.symbol, word)).or_default().push(Stored {
                offset: start,
                bytes,
                value,
            });
        }
    }

    fn place(&mut self, place: Place, at: &Followed<'_>) -> Option<Value> {
        match place {
            Place::None => None,
            Place::Register(part) => Some(self.get(part)),
            Place::Immediate(value) => Some(Value::constant(value as u64)),
            Place::Access(access) => {
                let access = usize::from(access);
                let from = at.accessed.get(access).copied().flatten()?;
                Some(self.load(from, at.facts.accesses.get(access)?.bytes))
            }
            Place::Address(address) => at.addresses.get(usize::from(address)).copied().flatten(),
        }
    }

    /// Follows an instruction that writes some registers, and whose next one is at `code_offset`, and sets `accessed` to its
    /// addresses. Leaves out the values that it computes unless addresses depend on them.
    pub fn step(
        &mut self,
        facts: &HardwareFacts,
        writes: &[Slot],
        code_offset: u64,
        values_matter: bool,
        accessed: &mut AccessAddresses,
    ) {
        accessed.clear();
        if !values_matter && facts.accesses.is_empty() {
            return;
        }
        let mut addresses = SmallVec::new();
        for address in &facts.addresses {
            let value = (!address.is_gather).then(|| self.address(address, code_offset));
            addresses.push(value);
        }
        let address_of = |access: &Access| *addresses.get(usize::from(access.address?))?;
        for access in &facts.accesses {
            accessed.push(address_of(access));
        }
        if !values_matter {
            return;
        }
        let followed = Followed { facts, addresses, accessed };
        match &facts.effect {
            Effect::Unknown => self.forget(writes, &followed),
            Effect::Assigns(assignments) => {
                assignments.iter().for_each(|it| self.assign(it, &followed));
            }
        }
    }

    fn assign(&mut self, assignment: &Assignment, at: &Followed<'_>) {
        let Assignment { destination, operation, sources: [one, two], bits } = *assignment;
        let (one, two) = (self.place(one, at), self.place(two, at));
        let value = one.and_then(|one| compute(operation, one, two, bits));
        let value = value.unwrap_or_else(|| self.fresh());
        match destination {
            Place::Register(part) => self.set(part, value),
            Place::Access(access) => {
                let access = usize::from(access);
                let to = at.accessed.get(access).copied().flatten();
                if let (Some(to), Some(access)) = (to, at.facts.accesses.get(access)) {
                    self.store(to, access.bytes, value);
                }
            }
            Place::None | Place::Immediate(_) | Place::Address(_) => {}
        }
    }

    /// Gives new values to all that an instruction writes.
    fn forget(&mut self, writes: &[Slot], at: &Followed<'_>) {
        for slot in writes {
            let value = self.fresh();
            self.put(*slot, value);
        }
        for (access, to) in at.facts.accesses.iter().zip(at.accessed) {
            if let (Direction::Store, Some(to)) = (access.direction, to) {
                let value = self.fresh();
                self.store(*to, access.bytes, value);
            }
        }
        let change = match at.facts.stack {
            StackUse::Push(bytes) => -i64::from(bytes),
            StackUse::Pop(bytes) => i64::from(bytes),
            StackUse::None => return,
        };
        let pointer = self.whole(self.stack_pointer).plus(change);
        self.put(self.stack_pointer, pointer);
    }
}

/// Returns the lowest bits of a number.
const fn truncated(number: u64, bits: u8) -> u64 {
    if bits >= 64 { number } else { number & ((1 << bits) - 1) }
}

/// Returns a number of `bits` bits with its sign.
const fn signed(number: u64, bits: u8) -> i64 {
    match bits {
        0 => 0,
        64.. => number as i64,
        _ => (number << (64 - bits)) as i64 >> (64 - bits),
    }
}

/// Returns the result of an operation; `None` if it is not known.
fn compute(operation: Operation, one: Value, two: Option<Value>, bits: u8) -> Option<Value> {
    let known = |value: Option<Value>| value.and_then(Value::known);
    let whole = match (operation, two) {
        (Operation::Copy, _) => Some(one),
        (Operation::Add, Some(two)) => match (one.known(), two.known()) {
            (_, Some(number)) => Some(one.plus(number as i64)),
            (Some(number), None) => Some(two.plus(number as i64)),
            (None, None) => None,
        },
        (Operation::Subtract, Some(two)) => match (one.distance(two), two.known()) {
            (Some(distance), _) => Some(Value::constant(distance as u64)),
            (None, Some(number)) => Some(one.plus((number as i64).wrapping_neg())),
            (None, None) => None,
        },
        (Operation::Xor, Some(two)) if one == two => Some(Value::constant(0)),
        (Operation::And | Operation::Or, Some(two)) if one == two => Some(one),
        (Operation::And, Some(two)) if known(Some(two)) == Some(0) => Some(Value::constant(0)),
        _ => None,
    };
    let value = match whole {
        Some(value) => value,
        None => Value::constant(number(operation, one.known()?, known(two), bits)?),
    };
    Some(match value.known() {
        Some(number) => Value::constant(truncated(number, bits)),
        None => value,
    })
}

fn number(operation: Operation, one: u64, two: Option<u64>, bits: u8) -> Option<u64> {
    let count = |two: u64, count_bits: u8| truncated(two, count_bits) as u32;
    Some(match operation {
        Operation::Copy | Operation::Add | Operation::Subtract => return None,
        Operation::SignExtend(from) => signed(one, from) as u64,
        Operation::And => one & two?,
        Operation::Or => one | two?,
        Operation::Xor => one ^ two?,
        Operation::ShiftLeft { count_bits } => {
            truncated(one, bits).checked_shl(count(two?, count_bits)).unwrap_or(0)
        }
        Operation::ShiftRight { count_bits } => {
            truncated(one, bits).checked_shr(count(two?, count_bits)).unwrap_or(0)
        }
        Operation::ShiftRightArithmetic { count_bits } => {
            (signed(one, bits) >> count(two?, count_bits).min(63)) as u64
        }
        Operation::Multiply => one.wrapping_mul(two?),
        Operation::Negate => one.wrapping_neg(),
        Operation::Not => !one,
    })
}
