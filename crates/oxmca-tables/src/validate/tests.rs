//! Damaged images are errors, and what passes can be looked up everywhere.

use crate::schema::*;
use crate::text::tests::tiny;
use crate::{ImageError, Tables, TablesBuf};

/// Image bytes that can be moved to an aligned address and changed.
struct Image {
    bytes: Vec<u8>,
    start: usize,
    len: usize,
}

impl Image {
    fn new(image: &[u8]) -> Self {
        let bytes = vec![0; image.len() + 16];
        let start = bytes.as_ptr().align_offset(16);
        let mut copy = Image { bytes, start, len: image.len() };
        copy.slice().copy_from_slice(image);
        copy
    }

    fn slice(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.len]
    }
}

/// Looks everything up that can be looked up.
fn visit(tables: &Tables<'_>) {
    for map in tables.opcode_maps {
        for opcode in 0..=u8::MAX {
            for context in 0..map.contexts as usize {
                let decision = tables.modrm_decision(map, opcode, context);
                for byte in [0x00, 0x3f, 0xc0, 0xff] {
                    tables.opcode_name(tables.modrm_opcodes[decision.row(byte)]);
                }
            }
        }
    }
    for index in 0..tables.instructions.len() {
        let opcode = Opcode(index as u16);
        tables.opcode_name(opcode);
        let operands = tables.operands(opcode);
        for operand in operands {
            if operand.tied_to >= 0 {
                let _ = operands[operand.tied_to as usize];
            }
        }
        for reg in tables.implicit_uses(opcode).iter().chain(tables.implicit_defs(opcode)) {
            tables.text(tables.register(*reg).name);
        }
        for text in tables.instruction_syntax(opcode).mnemonics {
            tables.text(text);
        }
        for span in tables.instruction_syntax(opcode).syntax {
            for piece in &tables.asm_pieces[span.range()] {
                tables.text(piece.text);
            }
        }
        for place in tables.operand_places_of(opcode) {
            tables.text(tables.operand_places[usize::from(*place)]);
        }
        tables.print_aliases(opcode);
        for model in tables.models {
            tables.idioms(model, opcode);
            let Some(class) = tables.sched_class(model, tables.instruction(opcode).sched_class)
            else {
                continue;
            };
            for row in &tables.resource_uses[class.resource_uses.range()] {
                let resources = &tables.resources[model.resources.range()];
                let mut resource = &resources[row.resource.index()];
                while resource.super_resource.0 != 0 {
                    resource = &resources[resource.super_resource.index()];
                }
            }
        }
    }
    for index in 0..tables.registers.len() {
        let reg = Reg(index as u16);
        for sub in tables.sub_registers(reg).iter() {
            tables.text(tables.sub_register_indices[usize::from(sub.index)]);
        }
        tables.super_registers(reg);
        tables.asm_names(reg).for_each(drop);
        for class in 0..tables.register_classes.len() {
            tables.class_contains(RegClassId(class as u16), reg);
        }
    }
    visit_machine_code(tables);
    visit_decoders(tables);
    for (variant, row) in tables.variants.iter().enumerate() {
        for mnemonic in &tables.mnemonics[row.mnemonics.range()] {
            for entry in tables.match_entries(variant, tables.bytes(mnemonic.text)) {
                tables.required(entry);
                for class in &tables.match_class_lists[entry.classes.range()] {
                    tables.is_subclass(*class, MatchClassId(0));
                    tables.is_in_match_class(Reg(0), *class);
                    tables.text(tables.match_classes[class.index()].name);
                }
            }
            tables.mnemonic_aliases(variant, tables.bytes(mnemonic.text));
        }
    }
    for cpu in tables.cpus {
        let found = tables.cpu_named(tables.text(cpu.name)).unwrap();
        tables.text(tables.models[tables.cpus[found.index()].model.index()].name);
        tables.close_features(&mut cpu.features.clone());
    }
}

/// Looks for codes in all decoders, and follows what their rows say.
fn visit_decoders(tables: &Tables<'_>) {
    let codes = [0, u64::MAX, 0x4000, 0xe0, 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa];
    for decoder in tables.decoders {
        for row in
            codes.iter().flat_map(|code| tables.decoding_candidates(decoder.width_bits, *code))
        {
            let row = &tables.decodings[usize::from(*row)];
            tables.decoding_enabled(row, &FeatureSet::default());
            tables.opcode_name(row.opcode);
            for step in &tables.decode_steps[row.steps.range()] {
                let _ = &tables.code_parts[step.more_parts.range()];
                match step.kind {
                    decode_step::REGISTER => {
                        let list = tables.decoder_registers[usize::from(step.argument)];
                        let _ = &tables.register_lists[list.range()];
                    }
                    decode_step::METHOD => {
                        tables.text(tables.decoder_methods[usize::from(step.argument)]);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Looks up machine code, rewrites, choices of classes and the target's own tables.
fn visit_machine_code(tables: &Tables<'_>) {
    for index in 0..tables.instructions.len() {
        let opcode = Opcode(index as u16);
        for state in tables.class_choices.iter().map(|row| row.state) {
            if let Some(class) = tables.class_choice(opcode, state) {
                tables.text(tables.sched_class_names[class.index()]);
            }
        }
        let fields = tables.encoding(opcode).map(|row| &tables.encoding_fields[row.fields.range()]);
        for field in fields.unwrap_or_default() {
            tables.text(tables.encoder_methods[usize::from(field.method)]);
            let _ = tables.operands(opcode)[usize::from(field.operand)];
        }
        for kind in [rewrite_kind::COMPRESS, rewrite_kind::EXPAND] {
            for row in tables.rewrites(kind, opcode) {
                tables.rewrite_enabled(row, &FeatureSet::default());
                let _ = &tables.rewrite_conditions[row.conditions.range()];
                let _ = &tables.rewrite_operands[row.operands.range()];
            }
        }
    }
    for row in tables.named_tables {
        let Some(table) = tables.named_table(tables.text(row.name)) else { continue };
        for column in 0..9 {
            table.rows_with(column, 1).count();
            for row in table.rows() {
                table.row_named(row.text(column));
                row.features_hold(column, &FeatureSet::default());
                row.opcode(column).map(|opcode| tables.opcode_name(opcode));
            }
        }
    }
}

#[test]
fn every_flipped_bit_is_refused_or_harmless() {
    let mut image = Image::new(&tiny().pack());
    visit(&Tables::from_bytes(image.slice()).unwrap());
    let mut refused = 0;
    for at in 0..image.len {
        for bit in 0..8 {
            image.slice()[at] ^= 1 << bit;
            match Tables::from_bytes(image.slice()) {
                Ok(tables) => visit(&tables),
                Err(_) => refused += 1,
            }
            image.slice()[at] ^= 1 << bit;
        }
    }
    assert!(refused > image.len, "only {refused} of {} flips were refused", image.len * 8);
}

#[test]
fn every_truncation_is_refused() {
    let mut image = Image::new(&tiny().pack());
    let len = image.len;
    for short in 0..len {
        assert!(Tables::from_bytes(&image.slice()[..short]).is_err(), "{short} of {len} bytes");
    }
}

#[test]
fn misaligned_image_is_refused() {
    let bytes = tiny().pack();
    let image = Image::new(&[&[0], &bytes[..]].concat());
    let slice = &image.bytes[image.start + 1..];
    assert!(matches!(Tables::from_bytes(slice), Err(ImageError::Section { .. })));
}

#[test]
fn more_units_than_there_are_bits_are_refused() {
    let mut tables = tiny();
    tables.resources[0].num_units = Resource::MAX_UNITS;
    assert!(tables.tables().validate().is_ok());
    tables.resources[0].num_units += 1;
    assert!(matches!(
        tables.tables().validate(),
        Err(ImageError::Reference { table: "resources", .. })
    ));
}

#[test]
fn chains_without_end_are_refused() {
    let mut tables = tiny();
    let index = tables.resources.iter().position(|row| row.super_resource.0 != 0).unwrap();
    let own = tables.resources[index].super_resource;
    let model = tables.models[0].resources.start as usize;
    tables.resources[model + own.index()].super_resource = ResourceId((index - model) as u16);
    assert!(matches!(
        tables.tables().validate(),
        Err(ImageError::Reference { table: "resources", .. })
    ));

    let mut tables = tiny();
    let class = tables.sched_classes.iter().position(|row| row.variants.len > 0).unwrap();
    let own = tables.sched_class_index.iter().position(|index| *index as usize == class).unwrap();
    let start = tables.sched_classes[class].variants.start as usize;
    tables.variant_cases[start].target = SchedClassId(own as u16);
    assert!(matches!(
        tables.tables().validate(),
        Err(ImageError::Reference { table: "sched_class_index", .. })
    ));
}

/// Returns classes of which each has many cases that are the next class.
fn chain_of_variants(length: usize) -> TablesBuf {
    let mut tables = tiny();
    let classes = tables.sched_class_names.len();
    let variants = |class: usize, tables: &mut TablesBuf| {
        let start = tables.variant_cases.len() as u32;
        let target = SchedClassId(class as u16 + 1);
        let case = VariantCase { target, ..VariantCase::default() };
        tables.variant_cases.extend([case; 50]);
        let variants = Span { start, len: 50 };
        SchedClass { variants, num_micro_ops: SchedClass::VARIANT_UOPS, ..SchedClass::default() }
    };
    let name = tables.sched_class_names[0];
    tables.sched_class_names.resize(classes + length + 1, name);
    for class in classes..=classes + length {
        let row = if class < classes + length {
            variants(class, &mut tables)
        } else {
            SchedClass::default()
        };
        tables.sched_class_index.push(tables.sched_classes.len() as u32);
        tables.sched_classes.push(row);
    }
    tables.models[0].sched_classes.len += length as u32 + 1;
    tables
}

#[test]
fn long_chains_of_variants_are_refused_and_checked_in_little_time() {
    chain_of_variants(17).tables().validate().unwrap();
    let error = chain_of_variants(18).tables().validate().unwrap_err();
    assert!(matches!(error, ImageError::Reference { table: "sched_class_index", .. }));
}

#[cfg(feature = "riscv")]
#[test]
fn embedded_riscv_is_sound() {
    let tables = Tables::embedded("riscv").unwrap();
    tables.validate().unwrap();
    visit(&tables);
}

#[cfg(feature = "x86")]
#[test]
fn embedded_x86_is_sound_and_survives_damage() {
    let tables = Tables::embedded("x86").unwrap();
    tables.validate().unwrap();
    visit(&tables);
    let mut image = Image::new(crate::embedded_image("x86").unwrap());
    let step = image.len / 64 + 1;
    for at in (0..image.len).step_by(step) {
        let byte = image.slice()[at];
        image.slice()[at] = byte ^ 0xff;
        if let Ok(tables) = Tables::from_bytes(image.slice()) {
            tables.cpu_named("znver4");
        }
        image.slice()[at] = byte;
    }
}
