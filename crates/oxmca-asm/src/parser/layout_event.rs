//! Statements that the layout takes note of.

use crate::source::Loc;
use crate::symbols::SymbolId;

use super::interface::Parser;
use super::layout_builder::{FileNumber, LabelRecord, LayoutBuilder, NumberedLine};

impl Parser<'_> {
    /// Returns the layout, if it is collected, and the number of instructions so far.
    fn layout(&mut self) -> Option<(&mut LayoutBuilder, u32)> {
        let insts = self.parsed.insts.len() as u32;
        self.layout.as_deref_mut().map(|layout| (layout, insts))
    }

    /// Takes note of a label that has been defined.
    pub(super) fn lay_out_label(&mut self, symbol: SymbolId, local: Option<u32>, loc: Loc) {
        let is_temporary = self.symbols.is_temporary(symbol);
        let Some((layout, start)) = self.layout() else { return };
        let Some(section) = layout.section() else { return };
        layout.labels.push(LabelRecord {
            symbol,
            local_number: local,
            loc,
            section,
            start,
            is_temporary,
            begins_frame: false,
            frame_end: None,
        });
    }

    /// Takes note of the section in force, which may be another one than before.
    #[inline]
    pub(super) fn lay_out_section(&mut self) {
        if self.layout.is_some() {
            self.lay_out_current_section();
        }
    }

    #[cold]
    fn lay_out_current_section(&mut self) {
        let insts = self.parsed.insts.len() as u32;
        let Some(place) = self.sections.position() else { return };
        if let Some(layout) = self.layout.as_deref_mut() {
            layout.enter_section(insts, place, &self.sections.get(place.0).name);
        }
    }

    /// Takes note of a symbol that is a function.
    pub(super) fn lay_out_function(&mut self, symbol: SymbolId) {
        if let Some((layout, _)) = self.layout() {
            layout.functions.insert(symbol);
        }
    }

    /// Takes note of a symbol that other files see.
    pub(super) fn lay_out_global(&mut self, symbol: SymbolId) {
        if let Some((layout, _)) = self.layout() {
            layout.globals.insert(symbol);
        }
    }

    /// Takes note of the end of a symbol, which is here.
    pub(super) fn lay_out_end(&mut self, symbol: SymbolId) {
        if let Some((layout, end)) = self.layout() {
            layout.ends.entry(symbol).or_insert(end);
        }
    }

    /// Takes note of call frame information that begins here.
    pub(super) fn lay_out_frame(&mut self) {
        if let Some((layout, start)) = self.layout() {
            layout.begin_frame(start);
        }
    }

    /// Takes note of call frame information that ends here.
    pub(super) fn lay_out_frame_end(&mut self) {
        if let Some((layout, end)) = self.layout() {
            layout.end_frame(end);
        }
    }

    /// Takes note of the procedure of a Windows frame, which begins here.
    pub(super) fn lay_out_procedure(&mut self, symbol: SymbolId) {
        if let Some((layout, start)) = self.layout() {
            layout.functions.insert(symbol);
            layout.begin_frame(start);
        }
    }

    /// Takes note of the symbol that COFF directives describe until the next `.endef`.
    pub(super) fn lay_out_definition(&mut self, symbol: Option<SymbolId>) {
        if let Some((layout, _)) = self.layout() {
            layout.defined = symbol;
        }
    }

    /// Takes note of the COFF type of the symbol being described.
    pub(super) fn lay_out_type(&mut self, kind: i64) {
        /// The bits that say what is derived from the basic type, and their value for a function.
        const DERIVED: i64 = 0x30;
        const FUNCTION: i64 = 0x20;
        if let Some((layout, _)) = self.layout()
            && kind & DERIVED == FUNCTION
            && let Some(symbol) = layout.defined
        {
            layout.functions.insert(symbol);
        }
    }

    /// Takes note of a source file.
    pub(super) fn lay_out_file(&mut self, number: FileNumber, directory: &[u8], name: &[u8]) {
        if let Some((layout, _)) = self.layout() {
            layout.number_file(number, directory, name);
        }
    }

    /// Takes note of the source line of the next instructions.
    pub(super) fn lay_out_line(&mut self, file: FileNumber, line: i64, column: i64) {
        let small = |value: i64| u32::try_from(value).unwrap_or(0);
        if let Some((layout, start)) = self.layout() {
            let line = NumberedLine { file, line: small(line), column: small(column) };
            layout.set_line(start, line);
        }
    }
}
