//! Values that the renamer itself gives from stores to loads: between which of them.

use oxmca_asm::target::hardware::{Access, Address, Effect};
use oxmca_tables::hardware::RenamerForwarding;

use super::super::instruction::Instruction;
use super::super::stores::StorePlace;
use super::Renamer;
use crate::options::{Delivery, HardwareParts};

impl Renamer<'_> {
    /// Returns whether the renamer compares how the addresses of stores and loads are named.
    pub(super) fn compares_places(&self) -> bool {
        let forwarding = self.hardware.model.policies.renamer_forwarding;
        matches!(
            forwarding,
            RenamerForwarding::NamedPlaces
                | RenamerForwarding::NamedWords
                | RenamerForwarding::StackWords
        ) && self.delivery != Delivery::Loop
    }

    /// Returns whether the renamer gives loads values only from the last time that an instruction stored.
    pub(super) fn needs_latest_store(&self) -> bool {
        self.delivery == Delivery::Loop && self.hardware.model.policies.forwards_latest
    }

    /// Returns whether the renamer sees that a load is from where a store was to, or predicts it.
    pub(super) fn knows_place(
        &self,
        place: StorePlace,
        instruction: &Instruction,
        load: &Access,
    ) -> bool {
        let address = instruction.facts.address_of(load);
        !self.compares_places()
            || place == self.place_of(address) && self.names_places()
            || place == StorePlace::STACK && self.is_on_stack(address)
    }

    /// Returns whether places elsewhere than on the stack are known by their names.
    pub(super) fn names_places(&self) -> bool {
        self.hardware.model.policies.renamer_forwarding != RenamerForwarding::StackWords
    }

    /// Returns the registers of an address, as they are named and renamed.
    pub(super) fn place_of(&self, address: Option<&Address>) -> StorePlace {
        if self.is_on_stack(address) {
            return StorePlace::STACK;
        }
        let mut place = StorePlace::STACK;
        let named = [address.and_then(|it| it.base), address.and_then(|it| it.index)];
        for (register, part) in place.registers.iter_mut().zip(named) {
            if let Some(part) = part {
                let slot = self.hardware.slot(part.root);
                let held = self.registers.get(usize::from(slot)).map(|it| it.result);
                *register = (slot, held);
            }
        }
        place
    }

    /// Returns whether the renamer can give an instruction the value of a store in place of its load, or take the value
    /// of its store: both are of general purpose registers, by an address without index.
    pub(super) fn takes_value(&self, instruction: &Instruction, access: &Access) -> bool {
        let facts = &instruction.facts;
        let address = facts.address_of(access);
        let is_simple = address.is_none_or(|it| it.index.is_none() && it.base.is_some());
        let (loads, stores) = (facts.loads(), facts.stores());
        let is_combined = stores || instruction.absorbed.is_some();
        let changes_by_register = loads && is_combined && !instruction.data.is_empty();
        let extends =
            loads && !stores && !facts.merges_into_destination && (1..4).contains(&access.bytes);
        let forwarding = self.hardware.model.policies.renamer_forwarding;
        let takes = match forwarding {
            RenamerForwarding::None => false,
            RenamerForwarding::SimpleAddresses => is_simple && !changes_by_register,
            RenamerForwarding::SimpleNot16Bit => {
                let is_plain = access.bytes != 2 && !facts.effect.extends_sign();
                is_plain && is_simple && !changes_by_register
            }
            RenamerForwarding::NamedPlaces => !extends,
            RenamerForwarding::NamedWords => access.bytes >= 4,
            RenamerForwarding::StackWords => {
                let computes = instruction.num_computes > 0 || facts.effect.extends_sign();
                access.bytes >= 4 && (stores || !computes)
            }
            RenamerForwarding::Stack => !extends && is_simple && self.is_on_stack(address),
        };
        let changes_integer = loads && stores && !facts.uses_vectors && !facts.is_locked;
        let is_known = facts.effect != Effect::Unknown
            || matches!(forwarding, RenamerForwarding::NamedWords | RenamerForwarding::StackWords)
                && changes_integer
                && !instruction.is_sequenced;
        takes && is_known && self.options.has(HardwareParts::VALUE_FORWARDING)
    }

    fn is_on_stack(&self, address: Option<&Address>) -> bool {
        let pointers = &self.hardware.registers;
        address.is_none_or(|address| {
            let base = address.base.map(|base| base.root);
            let is_by_frame = base == Some(pointers.frame_pointer);
            match self.names_places() {
                true => base == Some(pointers.stack_pointer) || is_by_frame,
                false => base == Some(pointers.stack_pointer) && address.index.is_none(),
            }
        })
    }
}
