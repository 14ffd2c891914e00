//! Tables while they are filled: strings and runs of rows are shared when equal.

use std::collections::HashMap;

use bytemuck::Pod;

use super::error::TextError;
use super::lines::{Line, Word};
use super::predicates;
use crate::image::TablesBuf;
use crate::schema::*;

/// Names of one kind of row and the index of each.
#[derive(Default)]
pub(super) struct Names {
    what: &'static str,
    index: HashMap<Box<str>, u16>,
}

impl Names {
    pub fn new(what: &'static str) -> Self {
        Names { what, index: HashMap::new() }
    }

    /// Adds a name, which must be new, with the next index.
    pub fn add(&mut self, line: &Line<'_>, name: &str) -> Result<u16, TextError> {
        let next = u16::try_from(self.index.len())
            .map_err(|_| line.error(format!("more than 65535 entries of kind {}", self.what)))?;
        match self.index.insert(name.into(), next) {
            None => Ok(next),
            Some(_) => {
                Err(line.error_at(name, format!("{} `{name}` is already defined", self.what)))
            }
        }
    }

    /// Returns the index of a name.
    pub fn get(&self, name: &str) -> Option<u16> {
        self.index.get(name).copied()
    }

    /// Returns the index of a name which must exist.
    pub fn find(&self, line: &Line<'_>, name: &str) -> Result<u16, TextError> {
        let unknown = || line.error_at(name, format!("unknown {} `{name}`", self.what));
        self.get(name).ok_or_else(unknown)
    }
}

/// Runs of rows already in a table, by their bytes.
#[derive(Default)]
pub(super) struct Runs(HashMap<Vec<u8>, Span>);

impl Runs {
    /// Returns the span of `rows` in `table`, appended unless an equal run is there.
    pub fn span<T: Pod>(&mut self, table: &mut Vec<T>, rows: &[T]) -> Span {
        if rows.is_empty() {
            return Span::default();
        }
        let bytes: &[u8] = bytemuck::cast_slice(rows);
        if let Some(span) = self.0.get(bytes) {
            return *span;
        }
        let span = Span { start: table.len() as u32, len: rows.len() as u32 };
        table.extend_from_slice(rows);
        self.0.insert(bytes.to_vec(), span);
        span
    }
}

/// Returns a text that a row has little room for.
pub(super) fn short_text(line: &Line<'_>, text: Text) -> Result<ShortText, TextError> {
    ShortText::new(text).ok_or_else(|| line.error("a text is too long, or there are too many"))
}

/// Returns a run that a row has little room for.
pub(super) fn short_span(line: &Line<'_>, span: Span) -> Result<ShortSpan, TextError> {
    ShortSpan::new(span).ok_or_else(|| line.error("a list is too long, or there are too many"))
}

/// A table of method names, each with the index it gets when first used.
#[derive(Default)]
pub(super) struct Methods(HashMap<Box<str>, u16>);

impl Methods {
    /// Returns the index of `name`, which is new if it equals the number of names so far.
    pub fn index(&mut self, name: &str) -> u16 {
        let next = self.0.len() as u16;
        match self.0.get(name) {
            Some(index) => *index,
            None => {
                self.0.insert(name.into(), next);
                next
            }
        }
    }
}

/// Everything the readers of the files share.
pub(super) struct Builder {
    pub tables: TablesBuf,
    strings: HashMap<Box<str>, Text>,
    pub dialects: Vec<String>,
    /// Variants of the matcher; they are the dialects unless `target.tbl` lists them apart.
    pub variants: Vec<String>,
    pub operand_types: Names,
    pub hw_modes: Names,
    /// Features by constant (`FeatureAVX2`); the index is the bit.
    pub features: Names,
    /// Features by `-mattr` name (`avx2`), in the same order.
    pub feature_names: Names,
    pub asm_features: Names,
    pub registers: Names,
    pub register_classes: Names,
    pub mode_classes: Names,
    pub sub_register_indices: Names,
    pub match_classes: Names,
    pub sched_classes: Names,
    pub instructions: Names,
    pub models: Names,
    pub operand_names: Methods,
    pub print_methods: Methods,
    pub render_methods: Methods,
    pub predicate_functions: Methods,
    pub encoder_methods: Methods,
    pub operand_predicates: Methods,
    pub register_list_runs: Runs,
    pub register_bit_runs: Runs,
    pub class_list_runs: Runs,
    /// Rows of `code_forms`, plus 1, by form and way.
    code_forms: HashMap<(u16, u16), u16>,
    pub literal_runs: Runs,
    pub piece_runs: Runs,
    pub match_class_runs: Runs,
    pub predicate_runs: Runs,
}

impl Builder {
    pub fn new() -> Self {
        Builder {
            tables: TablesBuf::default(),
            strings: HashMap::new(),
            dialects: Vec::new(),
            variants: Vec::new(),
            operand_types: Names::new("operand type"),
            hw_modes: Names::new("hardware mode"),
            features: Names::new("feature"),
            feature_names: Names::new("feature"),
            asm_features: Names::new("assembler feature"),
            registers: Names::new("register"),
            register_classes: Names::new("register class"),
            mode_classes: Names::new("register class by mode"),
            sub_register_indices: Names::new("sub-register index"),
            match_classes: Names::new("operand class"),
            sched_classes: Names::new("scheduling class"),
            instructions: Names::new("instruction"),
            models: Names::new("scheduling model"),
            operand_names: Methods::default(),
            print_methods: Methods::default(),
            render_methods: Methods::default(),
            predicate_functions: Methods::default(),
            encoder_methods: Methods::default(),
            operand_predicates: Methods::default(),
            register_list_runs: Runs::default(),
            register_bit_runs: Runs::default(),
            class_list_runs: Runs::default(),
            code_forms: HashMap::new(),
            literal_runs: Runs::default(),
            piece_runs: Runs::default(),
            match_class_runs: Runs::default(),
            predicate_runs: Runs::default(),
        }
    }

    /// Returns the row of `code_forms`, plus 1, that a form and a way are.
    pub fn code_form(&mut self, line: &Line<'_>, row: CodeForm) -> Result<u16, TextError> {
        let next = u16::try_from(self.tables.code_forms.len() + 1)
            .map_err(|_| line.error("too many forms of machine code"))?;
        let known = *self.code_forms.entry((row.form, row.way)).or_insert(next);
        if known == next {
            self.tables.code_forms.push(row);
        }
        Ok(known)
    }

    /// Returns the pool's copy of a string.
    pub fn text(&mut self, text: &str) -> Text {
        if text.is_empty() {
            return Text::default();
        }
        if let Some(known) = self.strings.get(text) {
            return *known;
        }
        let entry = Text { start: self.tables.strings.len() as u32, len: text.len() as u32 };
        self.tables.strings.extend_from_slice(text.as_bytes());
        self.strings.insert(text.into(), entry);
        entry
    }

    /// Returns a name in a table of names, added if new.
    pub fn print_method(&mut self, name: &str) -> u16 {
        let index = self.print_methods.index(name);
        if usize::from(index) == self.tables.print_methods.len() {
            let text = self.text(name);
            self.tables.print_methods.push(text);
        }
        index
    }

    /// Does the same as [`Builder::print_method`], for names of operands.
    pub fn operand_name(&mut self, name: &str) -> u16 {
        let index = self.operand_names.index(name);
        if usize::from(index) == self.tables.operand_names.len() {
            let text = self.text(name);
            self.tables.operand_names.push(text);
        }
        index
    }

    /// Does the same as [`Builder::print_method`], for render methods.
    pub fn render_method(&mut self, name: &str) -> u16 {
        let index = self.render_methods.index(name);
        if usize::from(index) == self.tables.render_methods.len() {
            let text = self.text(name);
            self.tables.render_methods.push(text);
        }
        index
    }

    /// Does the same as [`Builder::print_method`], for predicate functions.
    pub fn predicate_function(&mut self, name: &str) -> u16 {
        let index = self.predicate_functions.index(name);
        if usize::from(index) == self.tables.predicate_functions.len() {
            let text = self.text(name);
            self.tables.predicate_functions.push(text);
        }
        index
    }

    /// Does the same as [`Builder::print_method`], for encoder methods.
    pub fn encoder_method(&mut self, name: &str) -> u16 {
        let index = self.encoder_methods.index(name);
        if usize::from(index) == self.tables.encoder_methods.len() {
            let text = self.text(name);
            self.tables.encoder_methods.push(text);
        }
        index
    }

    /// Does the same as [`Builder::print_method`], for operand predicates.
    pub fn operand_predicate(&mut self, name: &str) -> u16 {
        let index = self.operand_predicates.index(name);
        if usize::from(index) == self.tables.operand_predicates.len() {
            let text = self.text(name);
            self.tables.operand_predicates.push(text);
        }
        index
    }

    /// Returns a comma-separated list of registers.
    pub fn register_list(&mut self, line: &Line<'_>, text: &str) -> Result<Span, TextError> {
        let registers = super::lines::list(text)
            .map(|name| Ok(Reg(self.registers.find(line, name)?)))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(self.register_list_runs.span(&mut self.tables.register_lists, &registers))
    }

    /// Reads a predicate and gives its rows of `predicates`.
    pub fn predicate(&mut self, line: &Line<'_>, words: &[Word<'_>]) -> Result<Span, TextError> {
        let nodes = predicates::read(self, line, words)?;
        Ok(self.predicate_runs.span(&mut self.tables.predicates, &nodes))
    }

    /// Returns a comma-separated list of features by `-mattr` name.
    pub fn feature_set(&self, line: &Line<'_>, text: &str) -> Result<FeatureSet, TextError> {
        let mut set = FeatureSet::default();
        for name in super::lines::list(text) {
            set.insert(self.feature_names.find(line, name)?);
        }
        Ok(set)
    }

    /// Returns a condition like `Is64Bit,!IsX32` or `A|B,C`: alternatives by `|`, all groups must
    /// hold.
    pub fn feature_condition(&mut self, line: &Line<'_>, text: &str) -> Result<Span, TextError> {
        let mut literals = Vec::new();
        for (group, alternatives) in super::lines::list(text).enumerate() {
            for literal in alternatives.split('|') {
                let name = literal.strip_prefix('!').unwrap_or(literal);
                literals.push(FeatureLiteral {
                    bit: self.features.find(line, name)?,
                    group: group as u16,
                    negated: u16::from(name.len() < literal.len()),
                });
            }
        }
        Ok(self.literal_runs.span(&mut self.tables.feature_literals, &literals))
    }
}

impl predicates::Vocabulary for Builder {
    fn feature(&self, constant: &str) -> Option<u16> {
        self.features.get(constant)
    }

    fn instruction(&self, name: &str) -> Option<u16> {
        self.instructions.get(name)
    }

    fn register(&self, name: &str) -> Option<u16> {
        self.registers.get(name)
    }

    fn function(&mut self, name: &str) -> Option<u16> {
        Some(self.predicate_function(name))
    }
}
