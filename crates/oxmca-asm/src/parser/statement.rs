//! Statements: labels, assignments, macro calls, directives and instructions.

use crate::lexer::{Token, TokenKind};
use crate::sections::{SectionRequest, coff_flag};
use crate::source::{Loc, LocRange};
use crate::symbols::{MAX_SYMBOLS, SymbolId, SymbolValue};
use crate::syntax::ObjectFormat;

use super::directive::{self, Assignment};
use super::error::{ErrorReported, ParseResult, message};
use super::interface::{Parser, StatementName};

/// Most statements, those of expansions included.
const MAX_STATEMENTS: usize = 1 << 22;
/// Most sections.
const MAX_SECTIONS: usize = 1 << 18;

impl<'a> Parser<'a> {
    /// Parses everything.
    pub(super) fn run(&mut self) {
        self.enter_initial_section();
        self.target.text_begins(self);
        self.lex();
        while !self.at(TokenKind::Eof) && !self.stop {
            self.statements += 1;
            if self.statements >= self.checked_statements && !self.check_statements() {
                break;
            }
            let result = self.parse_statement();
            // What the lexer found wrong is reported if nothing better was.
            if result.is_err() && !self.has_pending_errors() && self.at(TokenKind::Error) {
                self.lex();
            }
            self.report_pending_errors();
            if result.is_err() && !self.lexer.just_consumed_end_of_statement() {
                self.eat_to_end_of_statement();
            }
        }
        self.report_pending_errors();
        self.check_end();
    }

    /// Returns whether one more statement may be read.
    #[cold]
    #[inline(never)]
    fn check_statements(&mut self) -> bool {
        const STEP: usize = 256;
        self.checked_statements = self.statements + STEP;
        let loc = self.tok().loc;
        if self.statements >= MAX_STATEMENTS {
            self.cut_off(loc, format!("more than {MAX_STATEMENTS} statements"));
        } else if self.symbols.is_full() {
            self.cut_off(loc, format!("more than {MAX_SYMBOLS} symbols"));
        } else if self.sections.len() > MAX_SECTIONS {
            self.cut_off(loc, format!("more than {MAX_SECTIONS} sections"));
        } else {
            self.check_interrupt(loc);
        }
        !self.stop
    }

    /// Enters the text section, where instructions go until the text names another.
    fn enter_initial_section(&mut self) {
        let text = SectionRequest::plain(b".text", 0, 0);
        let section = match self.syntax.object_format {
            ObjectFormat::Elf => self.elf_section(&text),
            ObjectFormat::MachO => self.macho_section(b"__TEXT", b"__text", 0),
            ObjectFormat::Coff => {
                for (name, flags) in [
                    (".data", coff_flag::INITIALIZED_DATA),
                    (".bss", coff_flag::UNINITIALIZED_DATA),
                    (".rdata", coff_flag::INITIALIZED_DATA),
                    (".eh_frame", coff_flag::INITIALIZED_DATA),
                ] {
                    self.coff_section(&SectionRequest::plain(name.as_bytes(), 0, flags));
                }
                self.coff_section(&SectionRequest { flags: coff_flag::CODE, ..text })
            }
        };
        self.enter_section(section, 0);
    }

    /// Reports the errors that only the end of the text shows.
    fn check_end(&mut self) {
        self.target.text_ends(self);
        self.report_pending_errors();
        let end = self.tok().loc;
        if self.conditions.unmatched() {
            let message = b"unmatched .ifs or .elses".to_vec();
            self.error_now(end, LocRange::NONE, message);
        }
        self.check_file_numbers();
        if self.syntax.object_format == ObjectFormat::MachO {
            self.check_local_symbols(end);
        }
        for label in std::mem::take(&mut self.symbols.forward_labels) {
            if self.symbols.is_undefined(label.symbol) {
                self.line_origin = label.origin;
                let message = b"directional label undefined".to_vec();
                self.error_now(label.loc, LocRange::NONE, message);
            }
        }
        if !self.had_error && (self.frames.unfinished() || self.windows_frames.unfinished()) {
            self.context_error(self.lexer.loc(), "Unfinished frame!");
        }
    }

    /// Checks that every local symbol is defined, as Mach-O demands.
    fn check_local_symbols(&mut self, end: Loc) {
        for symbol in self.symbols.undefined_temporaries() {
            let name = &self.symbols.get(symbol).name;
            let message = message!["assembler local symbol '", name, "' not defined"];
            self.error_now(end, LocRange::NONE, message);
        }
    }

    fn parse_statement(&mut self) -> ParseResult {
        while self.at(TokenKind::Space) {
            self.lex();
        }
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
            return Ok(());
        }
        let first = self.tok();
        if first.is(TokenKind::HashDirective) {
            let in_force = !self.macros.expanding();
            self.parse_line_origin(first.loc, in_force);
            return Ok(());
        }
        if self.parse_cached(first)? {
            return Ok(());
        }
        let (name, local_label) = self.parse_statement_name(first)?;
        let statement = StatementName { name, loc: first.loc };
        let is_directive = name.len() > 1 && name[0] == b'.';

        // These count even where text is skipped.
        if is_directive && let Some(parse) = directive::conditional(name) {
            return parse(self, statement);
        }
        if self.conditions.ignoring() {
            self.eat_to_end_of_statement();
            return Ok(());
        }
        match self.tok().kind {
            TokenKind::Colon if self.target.is_label(self, first) => {
                return self.parse_label(statement, local_label);
            }
            TokenKind::Equal if self.target.equal_is_assignment() => {
                self.lex();
                return self.parse_assignment(name, Assignment::Again);
            }
            _ => {}
        }
        if self.macros.is_macro(name) {
            return self.enter_macro(statement);
        }
        if self.at(TokenKind::Identifier) && self.target.parse_statement(self, name, first.loc)? {
            return Ok(());
        }
        if !is_directive {
            return self.target.parse_instruction(self, name, first.loc);
        }
        let start = self.tok().loc;
        match self.target.parse_directive(self, name, first.loc) {
            _ if self.has_pending_errors() => return Err(ErrorReported),
            Ok(true) => return Ok(()),
            // A target that gives up silently before it has read anything leaves the directive to
            // others.
            Err(error) if self.tok().loc != start => return Err(error),
            Ok(false) | Err(_) => {}
        }
        let of_format = match self.syntax.object_format {
            ObjectFormat::Elf => directive::elf(name),
            ObjectFormat::Coff => directive::coff(name),
            ObjectFormat::MachO => directive::macho(name),
        };
        if let Some(parse) = of_format.or_else(|| directive::general(name)) {
            return parse(self, statement);
        }
        let of_target = self.syntax.data_directives.iter();
        match of_target.copied().find(|(known, _)| name.eq_ignore_ascii_case(known.as_bytes())) {
            Some((_, size_bytes)) => self.parse_value(statement, size_bytes.into()),
            None => Err(self.error(first.loc, "unknown directive")),
        }
    }

    /// Parses the beginning of a statement: a name, or the number of a local label.
    fn parse_statement_name(&mut self, first: Token<'a>) -> ParseResult<(&'a [u8], Option<u32>)> {
        match first.kind {
            TokenKind::Integer => {
                if first.value < 0 {
                    self.unexpected_start(first)?;
                    return Ok((b"", None));
                }
                self.lex();
                if !self.at(TokenKind::Colon) {
                    self.unexpected_start(first)?;
                }
                Ok((first.text, Some(first.value as u32)))
            }
            TokenKind::Dot => {
                self.lex();
                Ok((b".", None))
            }
            kind if self.target.begins_statement(kind) => {
                self.lex();
                Ok((first.text, None))
            }
            _ => match self.parse_identifier() {
                Some(name) => Ok((name, None)),
                None => {
                    self.unexpected_start(first)?;
                    Ok((b"", None))
                }
            },
        }
    }

    /// Reports a statement that begins with a token that cannot begin one, unless it is skipped.
    fn unexpected_start(&mut self, first: Token<'_>) -> ParseResult {
        if self.conditions.ignoring() {
            return Ok(());
        }
        self.lex();
        Err(self.error(first.loc, "unexpected token at start of statement"))
    }

    fn parse_label(&mut self, statement: StatementName<'a>, local: Option<u32>) -> ParseResult {
        let StatementName { name, loc } = statement;
        self.lex();
        if name == b"." {
            return Err(self.error(loc, "invalid use of pseudo-symbol '.' as a label"));
        }
        self.target.label_begins(self);
        let symbol = match local {
            Some(number) => self.symbols.define_local(number),
            None => self.symbols.intern(name),
        };
        if self.symbols.is_full() {
            self.cut_off(loc, format!("more than {MAX_SYMBOLS} symbols"));
            return Ok(());
        }
        // The lexer does not know that a label begins a line: a comment may be a token here.
        if self.at(TokenKind::Hash) {
            let loc = self.tok().loc;
            let text = self.take_text_to_end_of_statement();
            self.lex_raw();
            let kind = TokenKind::EndOfStatement;
            self.lexer.unlex(Token { kind, loc, text, value: 0 });
        }
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
        }
        if self.lto_discarded(name) {
            return Ok(());
        }
        self.define_label(symbol, local, loc);
        self.target.label_parsed(self, symbol);
        Ok(())
    }

    /// Makes a symbol the place the text has come to.
    fn define_label(&mut self, symbol: SymbolId, local: Option<u32>, loc: Loc) {
        self.symbols.forget_if_redefinable(symbol);
        let known = self.symbols.get(symbol);
        if known.variable().is_some() || !self.symbols.is_undefined(symbol) {
            let message = message!["symbol '", known.name, "' is already defined"];
            self.context_error(loc, message);
            return;
        }
        self.symbols.set(symbol, SymbolValue::Label);
        self.symbols.get_mut(symbol).section = self.sections.current();
        if self.layout.is_some() {
            self.lay_out_label(symbol, local, loc);
        }
    }

    /// Defines a new assembler-local label called by `stem` and a number.
    pub(crate) fn define_temporary_label(&mut self, stem: &str) -> SymbolId {
        let symbol = self.symbols.create_named_temporary(stem);
        self.symbols.set(symbol, SymbolValue::Label);
        self.symbols.get_mut(symbol).section = self.sections.current();
        symbol
    }
}
