//! Checks every row of an image, so that afterwards any index in it may be followed.
//!
//! Beyond ranges, it checks that strings are UTF-8, lists that are searched are sorted, predicate
//! trees are well formed, and chains that are followed (super-resources, variants of variants) end.

mod decoders;
mod machine_code;
mod named_tables;
mod opcode_maps;

use crate::image::{ImageError, Tables};
use crate::names;
use crate::schema::*;

/// Deepest nesting of a predicate.
const MAX_PREDICATE_DEPTH: usize = 72;
/// Longest chain of variant classes that resolve to variant classes.
const MAX_VARIANT_CHAIN: usize = 16;
/// Feature bits there is room for.
const FEATURE_BITS: usize = 384;

type Checked = Result<(), ImageError>;

impl<'a> Tables<'a> {
    /// Borrows the tables of an image, checking every row.
    ///
    /// # Errors
    /// [`ImageError`], for anything that could make a lookup fail.
    pub fn from_bytes(image: &'a [u8]) -> Result<Self, ImageError> {
        let tables = Tables::from_trusted_bytes(image)?;
        tables.validate()?;
        Ok(tables)
    }

    /// Checks every row.
    ///
    /// # Errors
    /// The first row that refers to something that does not exist or is out of order.
    pub fn validate(&self) -> Checked {
        if std::str::from_utf8(self.strings).is_err() {
            return Err(ImageError::Section { table: "strings" });
        }
        self.check_sizes()?;
        self.check_instructions()?;
        self.check_print_aliases()?;
        self.check_registers()?;
        self.check_features()?;
        self.check_models()?;
        self.check_predicates()?;
        self.check_name_indices()?;
        self.check_assembler()?;
        self.check_encodings()?;
        self.check_opcode_maps()?;
        self.check_decoders()?;
        self.check_rewrites()?;
        self.check_class_choices()?;
        self.check_named_tables()
    }

    /// Ids are 16 bits wide, and sets of conditions have room for so many.
    fn check_sizes(&self) -> Checked {
        let sizes = [
            ("instructions", self.instructions.len(), 1 << 16),
            ("registers", self.registers.len(), 1 << 16),
            ("models", self.models.len(), 1 << 16),
            ("sched_class_names", self.sched_class_names.len(), 1 << 16),
            ("match_classes", self.match_classes.len(), 1 << 16),
            ("print_methods", self.print_methods.len(), AsmPiece::LITERAL.into()),
            ("asm_features", self.asm_features.len(), AsmFeatureSet::MAX),
        ];
        for (table, len, most) in sizes {
            if len > most {
                return Err(ImageError::Section { table });
            }
        }
        Ok(())
    }

    fn text_ok(&self, text: impl Into<Text>) -> bool {
        let text = text.into();
        let (start, len) = (text.start as usize, text.len as usize);
        // The pool as a whole is UTF-8, so a slice is if it begins and ends between characters.
        let boundary = |at: usize| self.strings.get(at).is_none_or(|byte| byte & 0xc0 != 0x80);
        start.checked_add(len).is_some_and(|end| end <= self.strings.len() && boundary(end))
            && boundary(start)
    }

    fn check_texts(&self, table: &'static str, texts: impl Iterator<Item = Text>) -> Checked {
        each(table, texts, |text| self.text_ok(text))
    }

    fn check_instructions(&self) -> Checked {
        each("instructions", self.instructions, |row| {
            let Some(operands) = rows(self.operands, row.operands) else { return false };
            let tied = |operand: &OperandInfo| {
                operand.tied_to == -1 || below(operand.tied_to.into(), operands.len())
            };
            self.text_ok(row.name)
                && usize::from(row.num_defs) <= operands.len()
                && operands.iter().all(tied)
                && usize::from(row.effects) < self.instruction_effects.len()
                && self.instruction_syntaxes.get(usize::from(row.syntax)).is_some_and(|syntax| {
                    syntax.syntax.iter().all(|span| self.syntax_ok(*span, operands.len()))
                })
                && row.sched_class.index() < self.sched_class_names.len()
        })?;
        each("instruction_syntaxes", self.instruction_syntaxes, |row| {
            row.mnemonics.iter().all(|text| self.text_ok(*text))
        })?;
        each("instruction_effects", self.instruction_effects, |row| {
            fits(self.register_lists, row.implicit_uses)
                && fits(self.register_lists, row.implicit_defs)
        })?;
        each("operands", self.operands, |row| {
            let classes = if row.flags & operand_flag::LOOKUP_BY_HW_MODE == 0 {
                self.register_classes.len()
            } else {
                self.mode_classes.len()
            };
            (row.reg_class == -1 || below(row.reg_class.into(), classes))
                && usize::from(row.name) <= self.operand_names.len()
        })?;
        self.check_texts("operand_names", self.operand_names.iter().copied())?;
        each("asm_pieces", self.asm_pieces, |row| {
            self.text_ok(row.text)
                && (row.method == AsmPiece::LITERAL
                    || usize::from(row.method) < self.print_methods.len())
        })?;
        self.check_texts("print_methods", self.print_methods.iter().copied())?;
        self.check_texts("sched_class_names", self.sched_class_names.iter().copied())
    }

    /// Returns whether a syntax names only operands that exist.
    fn syntax_ok(&self, span: impl Into<Span>, operands: usize) -> bool {
        rows(self.asm_pieces, span).is_some_and(|pieces| {
            pieces.iter().all(|piece| {
                piece.method == AsmPiece::LITERAL || usize::from(piece.operand) < operands
            })
        })
    }

    fn check_print_aliases(&self) -> Checked {
        each("print_aliases", self.print_aliases, |row| {
            let operands = usize::from(row.num_operands);
            row.opcode.index() < self.instructions.len()
                && usize::from(row.dialect) < InstructionSyntax::DIALECTS
                && fits(self.alias_conditions, row.conditions)
                && self.syntax_ok(row.syntax, operands)
        })?;
        sorted("print_aliases", self.print_aliases, |a, b| a.opcode <= b.opcode)?;
        each("alias_conditions", self.alias_conditions, |row| match row.kind {
            alias_condition::IGNORE | alias_condition::IMM | alias_condition::END_OR => true,
            alias_condition::REG_CLASS => below(row.value, self.register_classes.len()),
            alias_condition::TIED_REG => below(row.value, 256),
            alias_condition::REG => below(row.value, self.registers.len()),
            alias_condition::FEATURE
            | alias_condition::NOT_FEATURE
            | alias_condition::OR_FEATURE
            | alias_condition::OR_NOT_FEATURE => below(row.value, FEATURE_BITS),
            alias_condition::MODE_CLASS => below(row.value, self.mode_classes.len()),
            alias_condition::CUSTOM => below(row.value, self.print_methods.len()),
            _ => false,
        })
    }

    /// Returns the number of whole rows of `match_class_bits`.
    fn num_superclass_sets(&self) -> usize {
        let words = self.match_classes.len().div_ceil(64);
        self.match_class_bits.len().checked_div(words).unwrap_or_default()
    }

    fn check_registers(&self) -> Checked {
        let superclass_sets = self.num_superclass_sets();
        each("registers", self.registers, |row| {
            self.text_ok(row.name)
                && self.text_ok(row.asm_name)
                && usize::from(row.relations) < self.register_relations.len()
                && row.match_class.index() < self.match_classes.len().max(1)
                && usize::from(row.superclass_set) < superclass_sets.max(1)
        })?;
        each("register_relations", self.register_relations, |row| {
            fits(self.register_names, row.other_names)
                && fits(self.sub_registers, row.sub_registers)
                && fits(self.register_lists, row.super_registers)
                && fits(self.register_units, row.units)
        })?;
        self.check_texts("register_names", self.register_names.iter().copied())?;
        each("sub_registers", self.sub_registers, |row| {
            usize::from(row.index) < self.sub_register_indices.len()
        })?;
        each("registers", (0..self.registers.len()).map(|row| Reg(row as u16)), |reg| {
            self.sub_registers(reg).iter().all(|part| part.reg.index() < self.registers.len())
        })?;
        self.check_texts("sub_register_indices", self.sub_register_indices.iter().copied())?;
        each("register_lists", self.register_lists, |reg| reg.index() < self.registers.len())?;
        each("register_classes", self.register_classes, |row| {
            self.text_ok(row.name)
                && fits(self.register_lists, row.members)
                && fits(self.register_bits, row.bits)
        })?;
        each("mode_classes", self.mode_classes, |row| {
            self.text_ok(row.name)
                && fits(self.class_lists, row.classes)
                && row.classes.len as usize == self.hw_modes.len()
        })?;
        each("class_lists", self.class_lists, |id| id.index() < self.register_classes.len())?;
        each("hw_modes", self.hw_modes, |row| {
            self.text_ok(row.name) && fits(self.feature_literals, row.condition)
        })
    }

    fn check_features(&self) -> Checked {
        each("features", self.features, |row| {
            self.text_ok(row.name)
                && self.text_ok(row.description)
                && self.text_ok(row.constant)
                && usize::from(row.bit) < FEATURE_BITS
        })?;
        sorted("features", self.features, |a, b| self.bytes(a.name) < self.bytes(b.name))?;
        each("cpus", self.cpus, |row| {
            self.text_ok(row.name)
                && self.text_ok(row.shown_name)
                && row.model.index() < self.models.len()
                && row.borrows_model <= 1
                && row.is_unlisted <= 1
                && row.is_alias <= 1
                && (row.vector_bits == 0 || row.vector_bits.is_power_of_two())
        })?;
        sorted("cpus", self.cpus, |a, b| self.bytes(a.name) < self.bytes(b.name))?;
        each("asm_features", self.asm_features, |row| {
            self.text_ok(row.name)
                && self.text_ok(row.description)
                && fits(self.feature_literals, row.condition)
        })?;
        each("feature_literals", self.feature_literals, |row| {
            usize::from(row.bit) < FEATURE_BITS && row.negated <= 1
        })
    }

    fn check_models(&self) -> Checked {
        each("models", self.models, |row| {
            self.text_ok(row.name)
                && fits(self.resources, row.resources)
                && row.load_queue.index() < (row.resources.len as usize).max(1)
                && row.store_queue.index() < (row.resources.len as usize).max(1)
                && fits(self.sched_class_index, row.sched_classes)
                && matches!(row.sched_classes.len as usize, len if len == 0 || len == self.sched_class_names.len())
                && fits(self.idioms, row.idioms)
                && fits(self.register_files, row.register_files)
        })?;
        each("sched_class_index", self.sched_class_index, |index| {
            (*index as usize) < self.sched_classes.len()
        })?;
        each("sched_classes", self.sched_classes, |row| {
            let fits_uses = match row.flags & sched_class_flag::ITINERARY {
                0 => fits(self.resource_uses, row.resource_uses),
                _ => fits(self.itinerary_stages, row.resource_uses),
            };
            fits_uses
                && fits(self.write_latencies, row.write_latencies)
                && fits(self.read_advances, row.read_advances)
                && fits(self.variant_cases, row.variants)
        })?;
        each("itinerary_stages", self.itinerary_stages, |row| {
            fits(self.resource_lists, row.units)
        })?;
        each("variant_cases", self.variant_cases, |row| {
            fits(self.predicates, row.predicate)
                && row.target.index() < self.sched_class_names.len()
        })?;
        each("resources", self.resources, |row| {
            self.text_ok(row.name)
                && fits(self.resource_lists, row.sub_units)
                && row.num_units <= Resource::MAX_UNITS
                && usize::from(row.selection) < resource_selection::NAMES.len()
                && (row.sub_units.len != 0 || row.selection == resource_selection::ROUND_ROBIN)
        })?;
        each("register_files", self.register_files, |row| {
            self.text_ok(row.name) && fits(self.register_costs, row.costs)
        })?;
        each("register_costs", self.register_costs, |row| {
            row.reg_class.index() < self.register_classes.len()
        })?;
        each("idioms", self.idioms, |row| {
            row.opcode.index() < self.instructions.len()
                && row.kind <= idiom_kind::OPTIMIZABLE_MOVE
                && fits(self.predicates, row.predicate)
        })?;
        self.models.iter().try_for_each(|model| {
            let idioms = &self.idioms[model.idioms.range()];
            sorted("idioms", idioms, |a, b| (a.opcode, a.kind) <= (b.opcode, b.kind))?;
            self.check_resources(model)?;
            self.check_classes(model)
        })
    }

    /// Resources of a model name resources of the same model; groups hold plain resources, and
    /// following super-resources ends.
    fn check_resources(&self, model: &Model) -> Checked {
        let resources = &self.resources[model.resources.range()];
        each("resources", resources, |row| {
            let members = &self.resource_lists[row.sub_units.range()];
            let plain = |id: &ResourceId| {
                resources.get(id.index()).is_some_and(|member| member.sub_units.len == 0)
            };
            let mut parent = row.super_resource;
            for _ in 0..resources.len() {
                match resources.get(parent.index()) {
                    _ if parent.0 == 0 => break,
                    Some(next) => parent = next.super_resource,
                    None => return false,
                }
            }
            parent.0 == 0 && members.iter().all(plain)
        })
    }

    /// Checks that classes of a model use its resources, and that variants resolve in a few steps.
    fn check_classes(&self, model: &Model) -> Checked {
        let index = &self.sched_class_index[model.sched_classes.range()];
        let resources = model.resources.len as usize;
        each("sched_class_index", index, |class| {
            let class = &self.sched_classes[*class as usize];
            let rows = &self.resources[model.resources.range()];
            let is_unit = |id: &ResourceId| {
                rows.get(id.index()).is_some_and(|row| row.sub_units.len == 0 && row.num_units == 1)
            };
            let stages = self.stages_of(class);
            self.uses_of(class).iter().all(|row| row.resource.index() < resources)
                && stages
                    .iter()
                    .all(|row| self.resource_lists[row.units.range()].iter().all(is_unit))
                && ItineraryStage::latency_cycles(stages) <= ItineraryStage::MAX_CYCLES
                && stages.len() <= usize::from(u8::MAX)
        })?;
        let cases = |class: usize| {
            &self.variant_cases[self.sched_classes[index[class] as usize].variants.range()]
        };
        match endless_variant(index.len(), cases) {
            Some(row) => Err(ImageError::Reference { table: "sched_class_index", row }),
            None => Ok(()),
        }
    }

    /// Checks that every predicate that something refers to is one well-formed tree.
    fn check_predicates(&self) -> Checked {
        self.check_texts("predicate_functions", self.predicate_functions.iter().copied())?;
        let tree = |span: Span| {
            span.len == 0
                || self.predicate_end(&self.predicates[span.range()], 0, MAX_PREDICATE_DEPTH)
                    == Some(span.len as usize)
        };
        each("variant_cases", self.variant_cases, |row| tree(row.predicate))?;
        each("idioms", self.idioms, |row| tree(row.predicate))
    }

    /// Returns the end of the subtree at `at`, or `None` if it is malformed.
    fn predicate_end(&self, nodes: &[PredicateNode], at: usize, depth: usize) -> Option<usize> {
        let node = nodes.get(at)?;
        let children = match node.kind {
            predicate::ALL | predicate::ANY => usize::from(node.a),
            predicate::NOT => 1,
            _ => 0,
        };
        let value_ok = match node.kind {
            predicate::REG_IS => below(node.value, self.registers.len()),
            predicate::OPCODE_IS => below(node.value, self.instructions.len()),
            predicate::FUNCTION => usize::from(node.a) < self.predicate_functions.len(),
            predicate::FEATURE => below(node.value, FEATURE_BITS),
            kind => kind <= predicate::BITS_ARE,
        };
        if !value_ok || (children > 0 && depth == 0) {
            return None;
        }
        let mut end = at + 1;
        for _ in 0..children {
            end = self.predicate_end(nodes, end, depth - 1)?;
        }
        let counted = matches!(node.kind, predicate::ALL | predicate::ANY);
        (!counted || node.value == (end - at) as i64).then_some(end)
    }

    /// Checks the hash tables of names.
    fn check_name_indices(&self) -> Checked {
        let mut counts = [0; name_kind::COUNT];
        counts[name_kind::REGISTERS] = self.registers.len();
        counts[name_kind::ASM_REGISTERS] = self.registers.len();
        counts[name_kind::REGISTER_CLASSES] = self.register_classes.len();
        counts[name_kind::MATCH_CLASSES] = self.match_classes.len();
        counts[name_kind::FEATURE_CONSTANTS] = self.features.len();
        if self.name_indices.len() != counts.len() {
            return Err(ImageError::Section { table: "name_indices" });
        }
        each("name_indices", self.name_indices.iter().zip(counts), |(row, count)| {
            let slots = rows(self.name_slots, row.slots);
            slots.is_some_and(|slots| names::slots_ok(slots, count))
        })
    }

    fn check_assembler(&self) -> Checked {
        each("mnemonics", self.mnemonics, |row| {
            self.text_ok(row.text)
                && fits(self.match_entries, row.entries)
                && fits(self.operand_parsers, row.operand_parsers)
        })?;
        each("intervals", self.intervals, |row| row.least <= row.most)?;
        each("operand_type_classes", self.operand_type_classes, |row| {
            self.text_ok(row.name) && row.class.index() < self.match_classes.len()
        })?;
        sorted("operand_type_classes", self.operand_type_classes, |a, b| {
            self.bytes(a.name) < self.bytes(b.name)
        })?;
        each("operand_parsers", self.operand_parsers, |row| {
            row.class.index() < self.match_classes.len()
        })?;
        each("mnemonic_aliases", self.mnemonic_aliases, |row| {
            self.text_ok(row.from)
                && self.text_ok(row.to)
                && usize::from(row.requirement) < self.requirements.len()
        })?;
        each("variants", self.variants, |row| {
            let slots_ok = |slots, named: Span| {
                let slots = rows(self.name_slots, slots);
                slots.is_some_and(|slots| names::slots_ok(slots, named.len as usize))
            };
            fits(self.mnemonics, row.mnemonics)
                && fits(self.mnemonic_aliases, row.mnemonic_aliases)
                && slots_ok(row.mnemonic_slots, row.mnemonics)
                && slots_ok(row.alias_slots, row.mnemonic_aliases)
        })?;
        for variant in self.variants {
            let mnemonics = &self.mnemonics[variant.mnemonics.range()];
            sorted("mnemonics", mnemonics, |a, b| self.bytes(a.text) < self.bytes(b.text))?;
            let aliases = &self.mnemonic_aliases[variant.mnemonic_aliases.range()];
            sorted("mnemonic_aliases", aliases, |a, b| self.bytes(a.from) <= self.bytes(b.from))?;
        }
        each("match_entries", self.match_entries, |row| {
            let Some(steps) = rows(self.convert_steps, row.conversion) else { return false };
            usize::from(row.requirement) < self.requirements.len()
                && fits(self.match_class_lists, row.classes)
                && row.opcode.index() < self.instructions.len()
                && steps.iter().all(|step| self.step_ok(step, row.classes.len()))
        })?;
        each("requirements", self.requirements, |set| {
            (self.asm_features.len()..AsmFeatureSet::MAX).all(|index| !set.contains(index))
        })?;
        let superclass_sets = self.num_superclass_sets();
        each("match_classes", self.match_classes, |row| {
            let by_mode = row.kind == match_class_kind::REGISTER_BY_MODE;
            self.text_ok(row.name)
                && self.text_ok(row.text)
                && self.text_ok(row.default)
                && self.text_ok(row.diagnostic)
                && self.text_ok(row.parser)
                && fits(self.match_class_lists, row.supers)
                && fits(self.intervals, row.range.intervals)
                && (row.range.intervals.is_empty() || row.range.step > 0)
                && row.kind <= match_class_kind::PREDICATE
                && (!by_mode || row.supers.len as usize == self.hw_modes.len())
                && usize::from(row.superclass_set) < superclass_sets
        })?;
        each("match_class_lists", self.match_class_lists, |id| {
            id.index() < self.match_classes.len()
        })?;
        each("match_diagnostics", self.match_diagnostics, |row| {
            self.text_ok(row.name) && self.text_ok(row.message)
        })?;
        sorted("match_diagnostics", self.match_diagnostics, |a, b| {
            self.bytes(a.name) < self.bytes(b.name)
        })?;
        self.check_texts("render_methods", self.render_methods.iter().copied())
    }

    /// Returns whether a conversion step fits an entry with that many written operands.
    fn step_ok(&self, step: &ConvertStep, written: usize) -> bool {
        match step.kind {
            convert_kind::RENDER => {
                usize::from(step.method) < self.render_methods.len()
                    && (0..=written).contains(&usize::from(step.operand))
            }
            convert_kind::TIED => {
                let (first, second) = (i64::from(step.value) >> 8, i64::from(step.value) & 0xff);
                below(first, written + 1) && below(second, written + 1)
            }
            convert_kind::IMM => true,
            convert_kind::REG => below(step.value.into(), self.registers.len()),
            _ => false,
        }
    }
}

/// Returns, of `classes` classes, each with its cases if it is a variant, one whose cases do not end after
/// [`MAX_VARIANT_CHAIN`] variants of variants.
pub(crate) fn endless_variant<'a>(
    classes: usize,
    cases: impl Fn(usize) -> &'a [VariantCase],
) -> Option<usize> {
    let mut open: Vec<usize> = (0..classes).filter(|class| !cases(*class).is_empty()).collect();
    let mut is_open = vec![false; classes];
    for class in &open {
        is_open[*class] = true;
    }
    // Each round ends those whose cases have all ended in the rounds before.
    for _ in 0..=MAX_VARIANT_CHAIN {
        let ends = |class: &usize| !cases(*class).iter().any(|case| is_open[case.target.index()]);
        let (ended, rest): (Vec<usize>, Vec<usize>) = open.into_iter().partition(ends);
        open = rest;
        for class in ended {
            is_open[class] = false;
        }
    }
    open.first().copied()
}

/// Returns rows of a span, if they exist.
fn rows<T>(table: &[T], span: impl Into<Span>) -> Option<&[T]> {
    let span = span.into();
    table.get(span.start as usize..)?.get(..span.len as usize)
}

fn fits<T>(table: &[T], span: impl Into<Span>) -> bool {
    rows(table, span).is_some()
}

fn below(value: i64, len: usize) -> bool {
    usize::try_from(value).is_ok_and(|value| value < len)
}

/// Applies a check to every row.
fn each<R>(
    table: &'static str,
    rows: impl IntoIterator<Item = R>,
    ok: impl Fn(R) -> bool,
) -> Checked {
    match rows.into_iter().position(|row| !ok(row)) {
        Some(row) => Err(ImageError::Reference { table, row }),
        None => Ok(()),
    }
}

/// Checks that neighbours are in order.
fn sorted<T>(table: &'static str, rows: &[T], ordered: impl Fn(&T, &T) -> bool) -> Checked {
    match rows.windows(2).position(|pair| !ordered(&pair[0], &pair[1])) {
        Some(row) => Err(ImageError::Order { table, row: row + 1 }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests;
