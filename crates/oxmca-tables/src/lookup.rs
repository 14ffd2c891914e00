//! Lookups by name, number and feature.

use crate::image::Tables;
use crate::names;
use crate::schema::*;

impl<'a> Tables<'a> {
    /// Returns the string a [`Text`] or [`ShortText`] stands for.
    #[inline]
    pub fn text(&self, text: impl Into<Text>) -> &'a str {
        text_in(self.pool, self.strings, text.into())
    }

    /// Returns the bytes of that string, for comparisons.
    #[inline]
    pub fn bytes(&self, text: impl Into<Text>) -> &'a [u8] {
        let text = text.into();
        &self.strings[text.start as usize..][..text.len as usize]
    }

    /// Returns an instruction.
    #[inline]
    pub fn instruction(&self, opcode: Opcode) -> Instruction<'a> {
        Instruction::new(&self.instructions[opcode.index()], self.instruction_effects)
    }

    /// Returns how an instruction is printed.
    #[inline]
    pub fn instruction_syntax(&self, opcode: Opcode) -> &'a InstructionSyntax {
        &self.instruction_syntaxes[usize::from(self.instructions[opcode.index()].syntax)]
    }

    /// Returns whether a row is that of a pseudo-instruction.
    pub(crate) fn is_pseudo(&self, row: &InstructionRow) -> bool {
        self.instruction_effects[usize::from(row.effects)].flags & instr_flag::PSEUDO != 0
    }

    /// Returns LLVM's name of an instruction, e.g. `ADD32rm`.
    pub fn opcode_name(&self, opcode: Opcode) -> &'a str {
        self.text(self.instructions[opcode.index()].name)
    }

    /// Returns the instruction with that LLVM name. Pseudo-instructions are not looked for: they
    /// come before the others, which are in the order of their names.
    pub fn opcode_named(&self, name: &[u8]) -> Option<Opcode> {
        let start = self.instructions.partition_point(|row| self.is_pseudo(row));
        let named = &self.instructions[start..];
        let index = named.binary_search_by(|row| self.bytes(row.name).cmp(name)).ok()?;
        Some(Opcode((start + index) as u16))
    }

    /// Returns the pseudo-instruction with that LLVM name. A linear search: for set-up, not for hot
    /// paths.
    pub fn pseudo_named(&self, name: &[u8]) -> Option<Opcode> {
        let mut rows = self.instructions.iter();
        let is_named = |row: &InstructionRow| self.is_pseudo(row) && self.bytes(row.name) == name;
        rows.position(is_named).map(|index| Opcode(index as u16))
    }

    /// Returns explicit operands of an instruction, definitions first.
    #[inline]
    pub fn operands(&self, opcode: Opcode) -> &'a [OperandInfo] {
        &self.operands[self.instructions[opcode.index()].operands.range()]
    }

    /// Returns the index of the operand that has a name, which is a row of `operand_names`.
    #[inline]
    pub fn operand_named(&self, opcode: Opcode, name: usize) -> Option<usize> {
        self.operands(opcode).iter().position(|row| usize::from(row.name) == name + 1)
    }

    /// Returns registers an instruction reads beside its operands.
    #[inline]
    pub fn implicit_uses(&self, opcode: Opcode) -> &'a [Reg] {
        &self.register_lists[self.instruction(opcode).implicit_uses.range()]
    }

    /// Returns registers an instruction writes beside its operands.
    #[inline]
    pub fn implicit_defs(&self, opcode: Opcode) -> &'a [Reg] {
        &self.register_lists[self.instruction(opcode).implicit_defs.range()]
    }

    /// Returns the row of a register.
    #[inline]
    pub fn register(&self, reg: Reg) -> &'a Register {
        &self.registers[reg.index()]
    }

    /// Returns the lists of a register.
    #[inline]
    fn relations(&self, register: &Register) -> &'a RegisterRelations {
        &self.register_relations[usize::from(register.relations)]
    }

    /// Returns the name of a register in print: the assembler's, or LLVM's if it cannot be written,
    /// e.g. that of a pair of mask registers. Empty for no register.
    pub fn printed_name(&self, reg: Reg) -> &'a str {
        let row = self.register(reg);
        match row.asm_name.len() {
            0 if reg.is_some() => self.text(row.name),
            _ => self.text(row.asm_name),
        }
    }

    /// Returns all names of a register that the assembler reads: the one it prints, then the
    /// others.
    pub fn asm_names(&self, reg: Reg) -> impl Iterator<Item = &'a str> {
        let row = self.register(reg);
        let tables = *self;
        let names =
            std::iter::once(Text::from(row.asm_name)).chain(self.other_names(row).iter().copied());
        names.filter(|name| name.len != 0).map(move |name| tables.text(name))
    }

    /// Returns the names of a register that the assembler reads beside the one it prints, each empty if the register lacks
    /// it.
    pub fn other_names(&self, register: &Register) -> &'a [Text] {
        &self.register_names[self.relations(register).other_names.range()]
    }

    /// Returns all sub-registers of a register, transitively.
    #[inline]
    pub fn sub_registers(&self, reg: Reg) -> SubRegisters<'a> {
        let rows = self.relations(self.register(reg)).sub_registers;
        SubRegisters::new(reg, &self.sub_registers[rows.range()])
    }

    /// Returns whether a register is another one or a part of it.
    pub fn is_part_of(&self, part: Reg, whole: Reg) -> bool {
        part == whole || self.sub_registers(whole).iter().any(|it| it.reg == part)
    }

    /// Returns whether two registers are the same, or one is a part of the other.
    pub fn do_overlap(&self, one: Reg, two: Reg) -> bool {
        self.is_part_of(one, two) || self.is_part_of(two, one)
    }

    /// Returns all super-registers of a register, transitively.
    #[inline]
    pub fn super_registers(&self, reg: Reg) -> &'a [Reg] {
        &self.register_lists[self.relations(self.register(reg)).super_registers.range()]
    }

    /// Returns whether a class holds a register.
    #[inline]
    pub fn class_contains(&self, class: RegClassId, reg: Reg) -> bool {
        let row = &self.register_classes[class.index()];
        let bits = &self.register_bits[row.bits.range()];
        let byte = (reg.index() >> 3).wrapping_sub(row.first_byte as usize);
        bits.get(byte).is_some_and(|byte| byte >> (reg.0 & 7) & 1 != 0)
    }

    /// Returns the register class of that name.
    pub fn register_class_named(&self, name: &str) -> Option<RegClassId> {
        let name_of = |row: usize| self.bytes(self.register_classes[row].name);
        let row = self.row_named(name_kind::REGISTER_CLASSES, name, name_of)?;
        Some(RegClassId(row as u16))
    }

    /// Returns the operand class of that name.
    pub fn match_class_named(&self, name: &str) -> Option<MatchClassId> {
        let name_of = |row: usize| self.bytes(self.match_classes[row].name);
        let row = self.row_named(name_kind::MATCH_CLASSES, name, name_of)?;
        Some(MatchClassId(row as u16))
    }

    /// Returns whether an operand class is another one or a subclass of it.
    #[inline]
    pub fn is_subclass(&self, class: MatchClassId, parent: MatchClassId) -> bool {
        let set = self.match_classes[class.index()].superclass_set;
        // Most classes have none.
        class == parent || set != 0 && self.has_superclass(set, parent)
    }

    /// Returns whether the operand class of a register is a class or a subclass of it.
    #[inline]
    pub fn is_in_match_class(&self, reg: Reg, class: MatchClassId) -> bool {
        let row = self.register(reg);
        row.match_class == class || self.has_superclass(row.superclass_set, class)
    }

    /// Returns whether a class is in a set of superclasses.
    #[inline]
    fn has_superclass(&self, set: u16, class: MatchClassId) -> bool {
        let words = self.match_classes.len().div_ceil(64);
        let word = usize::from(set) * words + class.index() / 64;
        self.match_class_bits[word] >> (class.index() % 64) & 1 != 0
    }

    /// Returns the register with that LLVM name (`RAX`).
    pub fn register_named(&self, name: &str) -> Option<Reg> {
        let name_of = |row: usize| self.bytes(self.registers[row].name);
        Some(Reg(self.row_named(name_kind::REGISTERS, name, name_of)? as u16))
    }

    /// Returns the register that assembly writes with that name; of several, the first.
    pub fn register_written(&self, name: &[u8]) -> Option<Reg> {
        let slots = self.slots_of(name_kind::ASM_REGISTERS);
        let is_named = |row: usize| {
            let register = &self.registers[row];
            self.bytes(register.asm_name) == name
                || self.other_names(register).iter().any(|other| self.bytes(*other) == name)
        };
        let found = names::find_by(slots, names::hash(name), is_named);
        found.filter(|_| !name.is_empty()).map(|row| Reg(row as u16))
    }

    /// Returns the hash table of one of [`name_kind`].
    #[inline]
    fn slots_of(&self, index: usize) -> &'a [u16] {
        self.name_indices.get(index).map_or(&[], |row| &self.name_slots[row.slots.range()])
    }

    /// Returns the row of a name, by one of [`name_kind`] and the names of rows.
    fn row_named(
        &self,
        index: usize,
        name: &str,
        name_of: impl Fn(usize) -> &'a [u8],
    ) -> Option<usize> {
        names::find(self.slots_of(index), name.as_bytes(), names::hash(name.as_bytes()), name_of)
    }

    /// Returns the CPU of that name.
    pub fn cpu_named(&self, name: &str) -> Option<CpuId> {
        self.cpus
            .binary_search_by(|row| self.text(row.name).cmp(name))
            .ok()
            .map(|index| CpuId(index as u16))
    }

    /// Returns the feature of that name (as in `-mattr`).
    pub fn feature_named(&self, name: &str) -> Option<&'a Feature> {
        let index = self.features.binary_search_by(|row| self.text(row.name).cmp(name)).ok()?;
        Some(&self.features[index])
    }

    /// Returns the bit of the feature with that LLVM constant name, e.g. `Is64Bit`.
    pub fn feature_bit(&self, constant: &str) -> Option<u16> {
        let name_of = |row: usize| self.bytes(self.features[row].constant);
        let row = self.row_named(name_kind::FEATURE_CONSTANTS, constant, name_of)?;
        Some(self.features[row].bit)
    }

    /// Adds to `set` everything its members imply, to a fixed point.
    pub fn close_features(&self, set: &mut FeatureSet) {
        let mut closed = FeatureSet::default();
        while closed != *set {
            let before = closed;
            for feature in self.features {
                if set.contains(feature.bit) && !closed.contains(feature.bit) {
                    closed.insert(feature.bit);
                    set.union_with(&feature.implies);
                }
            }
            // The others are bits of no feature.
            if closed == before {
                return;
            }
        }
    }

    /// Removes a feature from `set`, and with it those that imply it.
    pub fn remove_feature(&self, set: &mut FeatureSet, bit: u16) {
        set.remove(bit);
        for row in self.features {
            let mut implied = row.implies;
            if set.contains(row.bit) {
                self.close_features(&mut implied);
                if implied.contains(bit) {
                    set.remove(row.bit);
                }
            }
        }
    }

    /// Returns scheduling data of a class in a model; `None` when the model has no per-class data
    /// or the class does not exist.
    #[inline]
    pub fn sched_class(&self, model: &Model, class: SchedClassId) -> Option<&'a SchedClass> {
        let index = self.sched_class_index[model.sched_classes.range()].get(class.index())?;
        Some(&self.sched_classes[*index as usize])
    }

    /// Returns the scheduling class of an instruction in a state that its operands do not show;
    /// `None` if the instruction's own class applies.
    pub fn class_choice(&self, opcode: Opcode, state: [u8; 2]) -> Option<SchedClassId> {
        let rows = self.class_choices_of(opcode);
        let index = rows.binary_search_by_key(&state, |row| row.state).ok()?;
        Some(rows[index].sched_class)
    }

    /// Returns the resources that a class uses; none if it is described by an itinerary.
    #[inline]
    pub fn uses_of(&self, class: &SchedClass) -> &'a [ResourceUse] {
        match class.flags & sched_class_flag::ITINERARY {
            0 => &self.resource_uses[class.resource_uses.range()],
            _ => &[],
        }
    }

    /// Returns the stages of a class that is described by an itinerary; none of another one.
    #[inline]
    pub fn stages_of(&self, class: &SchedClass) -> &'a [ItineraryStage] {
        match class.flags & sched_class_flag::ITINERARY {
            0 => &[],
            _ => &self.itinerary_stages[class.resource_uses.range()],
        }
    }

    /// Returns the scheduling classes of an instruction in states that its operands do not show, sorted
    /// by state.
    pub fn class_choices_of(&self, opcode: Opcode) -> &'a [ClassChoice] {
        let rows = self.class_choices;
        // Few instructions have any, and those are neighbours.
        let has_any = rows.first().is_some_and(|row| row.opcode <= opcode)
            && rows.last().is_some_and(|row| row.opcode >= opcode);
        if !has_any {
            return &[];
        }
        let rows = &rows[rows.partition_point(|row| row.opcode < opcode)..];
        let len = rows.iter().take_while(|row| row.opcode == opcode).count();
        &rows[..len]
    }

    /// Returns the machine code of an instruction, if the tables have it.
    pub fn encoding(&self, opcode: Opcode) -> Option<&'a Encoding> {
        let index = self.encodings.binary_search_by_key(&opcode, |row| row.opcode).ok()?;
        Some(&self.encodings[index])
    }

    fn code_form(&self, opcode: Opcode) -> Option<CodeForm> {
        let form = self.instructions[opcode.index()].code_form.checked_sub(1)?;
        Some(self.code_forms[usize::from(form)])
    }

    /// Returns the way in which machine code that has a form is decoded, if a decoder tries it.
    pub fn decoding_way(&self, opcode: Opcode) -> Option<&'a DecodingWay> {
        self.decoding_ways.get(usize::from(self.code_form(opcode)?.way))
    }

    /// Returns the form of an instruction's machine code and all its fixed bits, if the tables have them as a form.
    pub fn encoding_form(&self, opcode: Opcode) -> Option<(&'a EncodingForm, u128)> {
        let form = self.code_form(opcode)?;
        let form = &self.encoding_forms[usize::from(form.form)];
        let low = u128::from(self.encoding_words[opcode.index()]);
        Some((form, EncodingForm::number(form.fixed_bits) | low))
    }

    /// Returns the opcode map of that name. A linear search: for set-up, not for hot paths.
    pub fn opcode_map(&self, name: &str) -> Option<&'a OpcodeMap> {
        self.opcode_maps.iter().find(|map| self.text(map.name) == name)
    }

    /// Returns the instructions of an opcode byte of a map in a context, which must be below the map's number of
    /// contexts.
    #[inline]
    pub fn modrm_decision(&self, map: &OpcodeMap, opcode: u8, context: usize) -> ModRmDecision {
        let entry = &self.opcode_map_entries[map.entries as usize + usize::from(opcode)];
        let slot = self.opcode_map_slots[entry.slots as usize + context];
        self.modrm_decisions[entry.decisions as usize + usize::from(slot)]
    }

    /// Returns the places in the code of an instruction's operands: rows of `operand_places`.
    #[inline]
    pub fn operand_places_of(&self, opcode: Opcode) -> &'a [u16] {
        let span = self.decoded_operands.get(opcode.index()).copied().unwrap_or_default();
        &self.operand_place_lists[span.range()]
    }

    /// Returns the rows of `decodings` that a code of a width can match, in the order they are
    /// tried.
    #[inline]
    pub fn decoding_candidates(&self, width_bits: u16, code: u64) -> &'a [u16] {
        let is_meant = |row: &&Decoder| row.width_bits == width_bits && row.separate == 0;
        self.candidates_of(self.decoders.iter().find(is_meant), code)
    }

    /// Returns the rows of `decodings` of the table with that number, which is tried by itself, that can fit a code.
    #[inline]
    pub fn separate_decoding_candidates(&self, table: u8, code: u64) -> &'a [u16] {
        let is_meant = |row: &&Decoder| row.separate == u16::from(table) + 1;
        self.candidates_of(self.decoders.iter().find(is_meant), code)
    }

    #[inline]
    fn candidates_of(&self, decoder: Option<&Decoder>, code: u64) -> &'a [u16] {
        let Some(decoder) = decoder else { return &[] };
        let mut node = &self.decoder_nodes[decoder.root as usize];
        while node.width_bits != 0 {
            let value = code >> node.code_bit & ((1 << node.width_bits) - 1);
            node = &self.decoder_nodes[node.first as usize + value as usize];
        }
        &self.decoder_candidates[node.first as usize..][..usize::from(node.len)]
    }

    /// Returns whether the features that a way of decoding needs are on.
    pub fn way_enabled(&self, way: &DecodingWay, features: &FeatureSet) -> bool {
        way.condition.is_empty() || self.condition_holds(way.condition.into(), features)
    }

    /// Returns whether the features that a row of `decodings` needs are on.
    #[inline]
    pub fn decoding_enabled(&self, decoding: &Decoding, features: &FeatureSet) -> bool {
        decoding.condition.len == 0 || self.condition_holds(decoding.condition, features)
    }

    /// Returns the patterns by which an instruction becomes another, of a kind of [`rewrite_kind`], in
    /// the order they are tried.
    pub fn rewrites(&self, kind: u16, opcode: Opcode) -> &'a [Rewrite] {
        let key = (kind, opcode);
        let start = self.rewrites.partition_point(|row| (row.kind, row.from) < key);
        let rows = &self.rewrites[start..];
        &rows[..rows.partition_point(|row| (row.kind, row.from) == key)]
    }

    /// Returns whether the condition on features of a rewrite holds.
    pub fn rewrite_enabled(&self, rewrite: &Rewrite, features: &FeatureSet) -> bool {
        self.condition_holds(rewrite.features, features)
    }

    /// Returns whether a constant is in a range.
    #[inline]
    pub fn is_in_range(&self, range: ImmediateRange, value: i64) -> bool {
        let mut intervals = self.intervals[range.intervals.range()].iter();
        intervals.any(|it| (it.least..=it.most).contains(&value))
            && (range.step == 1 || value % i64::from(range.step) == 0)
    }

    /// Returns the least constant of a range, 0 of an empty one.
    pub fn least_in_range(&self, range: ImmediateRange) -> i64 {
        self.intervals[range.intervals.range()].first().map_or(0, |it| it.least)
    }

    /// Returns the operand class that goes with a type of machine operands, by the name of the type.
    pub fn class_of_operand_type(&self, name: &str) -> Option<&'a MatchClass> {
        let rows = self.operand_type_classes;
        let index = rows.binary_search_by(|row| self.bytes(row.name).cmp(name.as_bytes())).ok()?;
        Some(&self.match_classes[rows[index].class.index()])
    }

    /// Returns the message of an error about operand classes, by the name that classes give it.
    pub fn diagnostic_message(&self, name: &str) -> Option<&'a str> {
        let rows = self.match_diagnostics;
        let index = rows.binary_search_by(|row| self.bytes(row.name).cmp(name.as_bytes())).ok()?;
        Some(self.text(rows[index].message))
    }

    /// Returns the special dependency behaviour of an instruction in a model.
    pub fn idioms(&self, model: &Model, opcode: Opcode) -> &'a [Idiom] {
        let rows = &self.idioms[model.idioms.range()];
        let start = rows.partition_point(|row| row.opcode < opcode);
        let len = rows[start..].partition_point(|row| row.opcode == opcode);
        &rows[start..start + len]
    }

    /// Returns match entries of a mnemonic in a variant, in the order they are tried.
    pub fn match_entries(&self, variant: usize, mnemonic: &[u8]) -> &'a [MatchEntry] {
        self.match_entries_hashed(&self.variants[variant], mnemonic, names::hash(mnemonic))
    }

    /// Returns operands of a mnemonic that methods of the target's may parse, by their number and then in the order
    /// in which the methods are tried.
    pub fn operand_parsers(&self, variant: usize, mnemonic: &[u8]) -> &'a [OperandParser] {
        match self.mnemonic_hashed(&self.variants[variant], mnemonic, names::hash(mnemonic)) {
            Some(row) => &self.operand_parsers[row.operand_parsers.range()],
            None => &[],
        }
    }

    fn match_entries_hashed(
        &self,
        variant: &MatcherVariant,
        mnemonic: &[u8],
        hash: usize,
    ) -> &'a [MatchEntry] {
        match self.mnemonic_hashed(variant, mnemonic, hash) {
            Some(row) => &self.match_entries[row.entries.range()],
            None => &[],
        }
    }

    fn mnemonic_hashed(
        &self,
        variant: &MatcherVariant,
        mnemonic: &[u8],
        hash: usize,
    ) -> Option<&'a Mnemonic> {
        let rows = &self.mnemonics[variant.mnemonics.range()];
        let slots = &self.name_slots[variant.mnemonic_slots.range()];
        let found = names::find(slots, mnemonic, hash, |index| self.bytes(rows[index].text));
        found.map(|index| &rows[index])
    }

    /// Returns match entries of a mnemonic, or of the one that it stands for by its first alias that
    /// `holds`.
    pub fn match_entries_meant(
        &self,
        variant: usize,
        mnemonic: &[u8],
        holds: impl Fn(&MnemonicAlias) -> bool,
    ) -> &'a [MatchEntry] {
        let row = &self.variants[variant];
        let hash = names::hash(mnemonic);
        let aliases = self.mnemonic_aliases_hashed(row, mnemonic, hash);
        match aliases.iter().find(|alias| holds(alias)) {
            Some(alias) => self.match_entries(variant, self.bytes(alias.to)),
            None => self.match_entries_hashed(row, mnemonic, hash),
        }
    }

    /// Returns the conditions under which a form exists.
    #[inline]
    pub fn required(&self, entry: &MatchEntry) -> &'a AsmFeatureSet {
        &self.requirements[usize::from(entry.requirement)]
    }

    /// Returns the conditions under which a mnemonic stands for another.
    #[inline]
    pub fn alias_required(&self, alias: &MnemonicAlias) -> &'a AsmFeatureSet {
        &self.requirements[usize::from(alias.requirement)]
    }

    /// Aliases of a mnemonic in a variant, in the order they are tried.
    pub fn mnemonic_aliases(&self, variant: usize, mnemonic: &[u8]) -> &'a [MnemonicAlias] {
        self.mnemonic_aliases_hashed(&self.variants[variant], mnemonic, names::hash(mnemonic))
    }

    #[inline]
    fn mnemonic_aliases_hashed(
        &self,
        variant: &MatcherVariant,
        mnemonic: &[u8],
        hash: usize,
    ) -> &'a [MnemonicAlias] {
        let rows = &self.mnemonic_aliases[variant.mnemonic_aliases.range()];
        let slots = &self.name_slots[variant.alias_slots.range()];
        let found = names::find(slots, mnemonic, hash, |index| self.bytes(rows[index].from));
        let Some(start) = found else { return &[] };
        let same = |row: &&MnemonicAlias| self.bytes(row.from) == mnemonic;
        let len = rows[start..].iter().take_while(same).count();
        &rows[start..start + len]
    }

    /// Returns the hardware mode under `features`: index into `hw_modes`.
    pub fn hw_mode(&self, features: &FeatureSet) -> usize {
        let holds = |mode: &HwMode| self.condition_holds(mode.condition, features);
        self.hw_modes.iter().skip(1).position(holds).map_or(0, |index| index + 1)
    }

    /// Returns the conditions of the matcher that hold under `features`.
    pub fn asm_features(&self, features: &FeatureSet) -> AsmFeatureSet {
        let mut set = AsmFeatureSet::default();
        for (index, row) in self.asm_features.iter().enumerate() {
            if self.condition_holds(row.condition, features) {
                set.insert(index);
            }
        }
        set
    }

    /// Returns whether in every group of literals at least one holds. Literals of a group are together.
    fn condition_holds(&self, condition: Span, features: &FeatureSet) -> bool {
        // True if a literal of the group so far holds; there is no group before the first.
        let (mut group, mut holds) = (0, true);
        for (index, literal) in self.feature_literals[condition.range()].iter().enumerate() {
            if index == 0 || literal.group != group {
                if !holds {
                    return false;
                }
                (group, holds) = (literal.group, false);
            }
            holds |= features.contains(literal.bit) != (literal.negated != 0);
        }
        holds
    }

    /// Returns print aliases of an instruction, all dialects.
    pub fn print_aliases(&self, opcode: Opcode) -> &'a [PrintAlias] {
        let rows =
            &self.print_aliases[self.print_aliases.partition_point(|row| row.opcode < opcode)..];
        let len = rows.iter().take_while(|row| row.opcode == opcode).count();
        &rows[..len]
    }
}

/// Returns a string of a pool, given as text and as bytes; see [`Tables`] about the text.
#[inline]
pub(crate) fn text_in<'a>(pool: &'a str, strings: &'a [u8], text: Text) -> &'a str {
    let range = text.start as usize..text.start as usize + text.len as usize;
    let checked = pool.get(range.clone());
    checked.unwrap_or_else(|| std::str::from_utf8(&strings[range]).unwrap_or(""))
}
