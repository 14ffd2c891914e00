//! `target.tbl`, `features.tbl` and `cpus.tbl`.

use super::builder::Builder;
use super::error::{SourceFile, TextError};
use super::lines::for_each_line;
use crate::schema::*;

/// Parses `NAME CONSTANT "description" [implies=NAME,...]`, one line per feature in the order of
/// bits. A bit whose name is `-` is known by its constant only.
pub(super) fn read_features(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let bit = b.features.add(line, line.word(1, "constant")?)?;
        let named = line.keyword() != "-";
        b.feature_names.add(line, line.word(if named { 0 } else { 1 }, "name")?)?;
        if bit >= 384 {
            return Err(line.error("more than 384 features"));
        }
        let row = Feature {
            name: if named { b.text(line.keyword()) } else { Text::default() },
            description: b.text(line.word(2, "description")?),
            constant: b.text(&line.words[1]),
            bit,
            ..Feature::default()
        };
        b.tables.features.push(row);
        Ok(())
    })?;
    for_each_line(file.name, file.text, |line| {
        for (key, value) in line.pairs(3) {
            match key {
                "implies" => {
                    let bit = b.feature_names.find(line, line.keyword())?;
                    b.tables.features[usize::from(bit)].implies = b.feature_set(line, value)?;
                }
                _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
            }
        }
        Ok(())
    })?;
    b.tables.features.retain(|row| row.name.len > 0);
    sort_by_name(b, |tables| &mut tables.features, |row| row.name);
    Ok(())
}

/// Sorts a table by the text of one column.
pub(super) fn sort_by_name<T: Copy>(
    b: &mut Builder,
    table: impl Fn(&mut crate::image::TablesBuf) -> &mut Vec<T>,
    name: impl Fn(&T) -> Text,
) {
    let mut rows = std::mem::take(table(&mut b.tables));
    let strings = &b.tables.strings;
    rows.sort_by_key(|row| {
        let text = name(row);
        &strings[text.start as usize..][..text.len as usize]
    });
    *table(&mut b.tables) = rows;
}

/// Dialects, operand types, hardware modes, the matcher's features and its messages.
pub(super) fn read_target(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        match line.keyword() {
            "dialects" => {
                b.dialects = line.words[1..].iter().map(|word| word.to_string()).collect();
                if b.dialects.is_empty() || b.dialects.len() > InstructionSyntax::DIALECTS {
                    return Err(line.error("a target has one or two dialects"));
                }
                b.variants = b.dialects.clone();
                b.tables.variants = vec![MatcherVariant::default(); b.variants.len()];
            }
            "variants" => {
                b.variants = line.words[1..].iter().map(|word| word.to_string()).collect();
                b.tables.variants = vec![MatcherVariant::default(); b.variants.len()];
            }
            "operand-type" => {
                b.operand_types.add(line, line.word(1, "name")?)?;
            }
            "hw-mode" => {
                let name = line.word(1, "name")?;
                b.hw_modes.add(line, name)?;
                let name = b.text(name);
                let mut condition = Span::default();
                for (key, value) in line.pairs(2) {
                    match key {
                        "if" => condition = b.feature_condition(line, value)?,
                        _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
                    }
                }
                b.tables.hw_modes.push(HwMode { name, condition });
            }
            "asm-feature" => {
                let name = line.word(1, "name")?;
                if usize::from(b.asm_features.add(line, name)?) >= AsmFeatureSet::MAX {
                    let message = format!("more than {} assembler features", AsmFeatureSet::MAX);
                    return Err(line.error(message));
                }
                let name = b.text(name);
                let description = b.text(line.word(2, "description")?);
                let condition = line.word(3, "condition")?;
                let condition = condition.strip_prefix("if=").unwrap_or(condition);
                let condition = b.feature_condition(line, condition)?;
                b.tables.asm_features.push(AsmFeature { name, description, condition });
            }
            other => return Err(line.error(format!("unknown line `{other}`"))),
        }
        Ok(())
    })?;
    Ok(())
}

/// Parses `NAME model=MODEL features=NAME,... tune=NAME,...`, or `NAME alias=CPU` of a CPU before it; `unlisted` if
/// lists of CPUs leave the name out.
pub(super) fn read_cpus(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let name = b.text(line.keyword());
        let mut row = Cpu { name, shown_name: name, ..Cpu::default() };
        let mut model = None;
        for (key, value) in line.pairs(1) {
            match key {
                "alias" => {
                    let tables = b.tables.tables();
                    let known = tables.cpus.iter().find(|it| tables.text(it.name) == value);
                    let known = known.ok_or_else(|| {
                        line.error_at(value, format!("`{value}` is no CPU before this line"))
                    })?;
                    model = Some(known.model);
                    row = Cpu { name: row.name, is_alias: 1, ..*known };
                }
                "unlisted" => row.is_unlisted = 1,
                "model" => model = Some(ModelId(b.models.find(line, value)?)),
                "features" => row.features.union_with(&b.feature_set(line, value)?),
                "tune" => row.tune_features.union_with(&b.feature_set(line, value)?),
                _ => return Err(line.error_at(key, format!("unknown property `{key}`"))),
            }
        }
        row.model = model.ok_or_else(|| line.error("missing `model=`"))?;
        let tables = b.tables.tables();
        tables.close_features(&mut row.features);
        tables.close_features(&mut row.tune_features);
        b.tables.cpus.push(row);
        Ok(())
    })?;
    sort_by_name(b, |tables| &mut tables.cpus, |row| row.name);
    Ok(())
}

/// Parses `MODEL CPU...`: the CPUs that a model describes. Others that use it borrow it.
pub(super) fn read_described_cpus(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let model = ModelId(b.models.find(line, line.keyword())?);
        for row in b.tables.cpus.iter_mut().filter(|row| row.model == model) {
            row.borrows_model = 1;
        }
        for name in &line.words[1..] {
            let cpus = b.tables.tables();
            let cpu = cpus.cpu_named(name).filter(|cpu| cpus.cpus[cpu.index()].model == model);
            let cpu = cpu.ok_or_else(|| {
                line.error_at(name, format!("`{name}` is no CPU that uses `{}`", line.keyword()))
            })?;
            b.tables.cpus[cpu.index()].borrows_model = 0;
        }
        Ok(())
    })
}

/// Parses `NAME CPU`: a name that LLVM had for a CPU until it renamed it. Lists of CPUs leave it out.
pub(super) fn read_former_cpus(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let cpu = line.word(1, "CPU")?;
        let tables = b.tables.tables();
        if tables.cpu_named(line.keyword()).is_some() {
            return Err(line.error(format!("`{}` is a CPU already", line.keyword())));
        }
        let known = tables
            .cpu_named(cpu)
            .ok_or_else(|| line.error_at(cpu, format!("`{cpu}` is no CPU")))?;
        let known = tables.cpus[known.index()];
        let name = b.text(line.keyword());
        b.tables.cpus.push(Cpu { name, is_alias: 1, is_unlisted: 1, ..known });
        sort_by_name(b, |tables| &mut tables.cpus, |row| row.name);
        Ok(())
    })
}

/// Parses `BITS CPU...`: the length that scalable vectors have on CPUs and on those that are other names of them.
pub(super) fn read_vector_lengths(b: &mut Builder, file: &SourceFile<'_>) -> Result<(), TextError> {
    for_each_line(file.name, file.text, |line| {
        let bits = line.keyword().parse().ok().filter(|bits: &u16| bits.is_power_of_two());
        let bits = bits.ok_or_else(|| {
            line.error_at(line.keyword(), "a length of vectors is a power of two of bits")
        })?;
        for name in &line.words[1..] {
            let tables = b.tables.tables();
            let found = tables.cpu_named(name).map(|cpu| tables.cpus[cpu.index()].shown_name);
            let shown_name =
                found.ok_or_else(|| line.error_at(name, format!("`{name}` is no CPU")))?;
            for row in b.tables.cpus.iter_mut().filter(|row| row.shown_name == shown_name) {
                row.vector_bits = bits;
            }
        }
        Ok(())
    })
}
