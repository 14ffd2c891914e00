//! Directives of COFF: sections, what a symbol is, and Windows' unwind information.

use crate::lexer::TokenKind;
use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::sections::{NOT_UNIQUE, SectionRequest, coff_flag};
use crate::source::Loc;
use crate::symbols::{SectionId, SymbolValue};

/// `any`, the way COMDATs are chosen by default.
const COMDAT_ANY: u8 = 2;
const COMDAT_ASSOCIATIVE: u8 = 5;

impl<'a> Parser<'a> {
    /// Returns the section a request means; it begins to exist now if it did not. The way its COMDAT is
    /// chosen is in `request.kind`.
    pub(in crate::parser) fn coff_section(&mut self, request: &SectionRequest<'_>) -> SectionId {
        let mut comdat = None;
        if !request.group.is_empty() {
            let symbol = self.symbols.intern(request.group);
            comdat = Some(symbol);
            // Unless it follows another, a COMDAT section defines its symbol.
            let defined_by = self.symbols.get(symbol).section;
            let own = defined_by.is_some_and(|s| self.sections.get(s).comdat_symbol == comdat);
            if request.kind != u32::from(COMDAT_ASSOCIATIVE)
                && !self.symbols.is_undefined(symbol)
                && !own
            {
                self.context_error(Loc::NONE, "invalid symbol redefinition");
            }
        }
        if let Some(section) = self.sections.find_coff(request) {
            return section;
        }
        let symbol = match self.symbols.lookup(request.name) {
            Some(symbol) => {
                let known = self.symbols.get(symbol);
                if !known.is_section && !self.symbols.is_undefined(symbol) {
                    self.context_error(Loc::NONE, "invalid symbol redefinition");
                }
                symbol
            }
            None => self.symbols.intern(request.name),
        };
        self.symbols.get_mut(symbol).is_section = true;
        self.symbols.set(symbol, SymbolValue::Label);
        self.sections.add_coff(request, symbol, comdat)
    }

    /// Parses `.text`, `.data` and `.bss`.
    pub(super) fn parse_coff_switch(&mut self, name: &[u8], flags: u32) -> ParseResult {
        self.switch_coff(&SectionRequest::plain(name, 0, flags))
    }

    fn switch_coff(&mut self, request: &SectionRequest<'_>) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            let message = "unexpected token in section switching directive";
            return Err(self.token_error(message));
        }
        self.lex();
        let section = self.coff_section(request);
        self.enter_section(section, 0);
        Ok(())
    }

    /// Parses `.section name[, "flags"[, comdat, symbol]][, unique, id]`.
    pub(super) fn parse_coff_section(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_coff_section_arguments()
    }

    /// Parses `.pushsection`.
    pub(super) fn parse_coff_push_section(&mut self, _: StatementName<'a>) -> ParseResult {
        self.sections.push();
        let result = self.parse_coff_section_arguments();
        if result.is_err() {
            self.leave_section();
        }
        result
    }

    fn parse_coff_section_arguments(&mut self) -> ParseResult {
        if !matches!(self.tok().kind, TokenKind::Identifier | TokenKind::String) {
            return Err(self.token_error("expected identifier in directive"));
        }
        let name = self.tok().identifier();
        self.lex();
        let mut flags = coff_flag::INITIALIZED_DATA | coff_flag::READ | coff_flag::WRITE;
        if self.at(TokenKind::Comma) {
            self.lex();
            if !self.at(TokenKind::String) {
                return Err(self.token_error("expected string in directive"));
            }
            let text = self.tok().contents();
            self.lex();
            flags = match section_flags(name, text) {
                Ok(flags) => flags,
                Err(problem) => return Err(self.token_error(problem)),
            };
        }
        let (mut comdat, mut symbol): (u8, &[u8]) = (0, b"");
        if self.at(TokenKind::Comma) && self.peek().text != b"unique" {
            self.lex();
            flags |= coff_flag::COMDAT;
            if !self.at(TokenKind::Identifier) {
                let message = "expected comdat type such as 'discard' or 'largest' after \
                               protection bits";
                return Err(self.token_error(message));
            }
            comdat = self.parse_comdat_type()?;
            if !self.at(TokenKind::Comma) {
                return Err(self.token_error("expected comma in directive"));
            }
            self.lex();
            symbol = self.expect_name("expected identifier in directive")?;
        }
        let unique_id = self.parse_unique_id()?.unwrap_or(NOT_UNIQUE);
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token in directive"));
        }
        self.switch_coff(&SectionRequest {
            group: symbol,
            unique_id,
            ..SectionRequest::plain(name, comdat.into(), flags)
        })
    }

    fn parse_comdat_type(&mut self) -> ParseResult<u8> {
        let name = self.tok().identifier();
        let kind = match name {
            b"one_only" => 1,
            b"discard" => COMDAT_ANY,
            b"same_size" => 3,
            b"same_contents" => 4,
            b"associative" => COMDAT_ASSOCIATIVE,
            b"largest" => 6,
            b"newest" => 7,
            _ => {
                let message = message!["unrecognized COMDAT type '", name, "'"];
                return Err(self.token_error(message));
            }
        };
        self.lex();
        Ok(kind)
    }

    /// Parses `.linkonce [comdat]`.
    pub(super) fn parse_linkonce(&mut self, statement: StatementName<'a>) -> ParseResult {
        let mut kind = COMDAT_ANY;
        if self.at(TokenKind::Identifier) {
            kind = self.parse_comdat_type()?;
        }
        if kind == COMDAT_ASSOCIATIVE {
            let message = "cannot make section associative with .linkonce";
            return Err(self.error(statement.loc, message));
        }
        if let Some(section) = self.sections.current() {
            let section = self.sections.get_mut(section);
            if section.flags & coff_flag::COMDAT != 0 {
                let message = message!["section '", section.name, "' is already linkonce"];
                return Err(self.error(statement.loc, message));
            }
            section.flags |= coff_flag::COMDAT;
        }
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token in directive"));
        }
        Ok(())
    }

    /// Parses `.def symbol`, after which `.scl`, `.type` and `.endef` follow.
    pub(super) fn parse_def(&mut self, _: StatementName<'a>) -> ParseResult {
        let symbol = self.expect_symbol("expected identifier in directive")?;
        self.lay_out_definition(Some(symbol));
        self.lex();
        Ok(())
    }

    /// Parses `.scl class` and `.type type`.
    pub(super) fn parse_coff_number(&mut self, statement: StatementName<'a>) -> ParseResult {
        let value = self.parse_absolute_expression()?;
        if statement.name == b".type" {
            self.lay_out_type(value);
        }
        self.expect_end_of_coff_directive()
    }

    /// Parses `.endef`.
    pub(super) fn parse_endef(&mut self, _: StatementName<'a>) -> ParseResult {
        self.lay_out_definition(None);
        self.lex();
        Ok(())
    }

    pub(super) fn expect_end_of_coff_directive(&mut self) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token in directive"));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.secidx symbol` and its kin.
    pub(super) fn parse_coff_symbol(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_symbol("expected identifier in directive")?;
        self.expect_end_of_coff_directive()
    }

    /// Parses `.secrel32 symbol[+offset]`.
    pub(super) fn parse_secrel32(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_symbol("expected identifier in directive")?;
        let loc = self.lexer.loc();
        let mut offset = 0;
        if self.at(TokenKind::Plus) {
            offset = self.parse_absolute_expression()?;
        }
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token in directive"));
        }
        if u32::try_from(offset).is_err() {
            let message = "invalid '.secrel32' directive offset, can't be less than zero or \
                           greater than std::numeric_limits<uint32_t>::max()";
            return Err(self.error(loc, message));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.rva symbol[+offset], ...`.
    pub(super) fn parse_rva(&mut self, _: StatementName<'a>) -> ParseResult {
        let result = self.parse_many(true, |parser| {
            parser.expect_symbol("expected identifier in directive")?;
            let loc = parser.lexer.loc();
            if !matches!(parser.tok().kind, TokenKind::Plus | TokenKind::Minus) {
                return Ok(());
            }
            if i32::try_from(parser.parse_absolute_expression()?).is_err() {
                let message = "invalid '.rva' directive offset, can't be less than -2147483648 \
                               or greater than 2147483647";
                return Err(parser.error(loc, message));
            }
            Ok(())
        });
        result.map_err(|ErrorReported| self.add_error_suffix(b" in directive"))
    }

    /// Parses `.weak symbol, ...`.
    pub(super) fn parse_coff_attribute(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            loop {
                self.expect_symbol("expected identifier in directive")?;
                if self.at(TokenKind::EndOfStatement) {
                    break;
                }
                if !self.at(TokenKind::Comma) {
                    return Err(self.token_error("unexpected token in directive"));
                }
                self.lex();
            }
        }
        self.lex();
        Ok(())
    }
}

/// Returns the flags that letters mean.
fn section_flags(name: &[u8], letters: &[u8]) -> Result<u32, &'static str> {
    const CONFLICT: &str = "conflicting section flags 'b' and 'd'.";
    let (mut alloc, mut code, mut load, mut data, mut shared) = (false, false, false, false, false);
    let (mut no_load, mut no_read, mut no_write) = (false, false, false);
    let (mut discardable, mut info, mut keeps_writable) = (false, false, false);
    for letter in letters {
        match letter {
            b'a' => {}
            b'b' => {
                alloc = true;
                if data {
                    return Err(CONFLICT);
                }
                load = false;
            }
            b'd' => {
                data = true;
                if alloc {
                    return Err(CONFLICT);
                }
                no_write = false;
                load |= !no_load;
            }
            b'n' => {
                no_load = true;
                load = false;
            }
            b'D' => discardable = true,
            b'r' => {
                keeps_writable = false;
                no_write = true;
                data |= !code;
                load |= !no_load;
            }
            b's' => {
                shared = true;
                data = true;
                no_write = false;
                load |= !no_load;
            }
            b'w' => {
                no_write = false;
                keeps_writable = true;
            }
            b'x' => {
                code = true;
                load |= !no_load;
                no_write |= !keeps_writable;
            }
            b'y' => {
                no_read = true;
                no_write = true;
            }
            b'i' => info = true,
            _ => return Err("unknown flag"),
        }
    }
    let nothing_said =
        !(alloc || code || load || data || shared || no_load || no_read || no_write || discardable);
    data |= nothing_said && !info;
    let implicitly_discardable = name.starts_with(b".debug");
    let mut flags = 0;
    for (is_set, flag) in [
        (code, coff_flag::CODE | coff_flag::EXECUTE),
        (data, coff_flag::INITIALIZED_DATA),
        (alloc && !load, coff_flag::UNINITIALIZED_DATA),
        (no_load, coff_flag::REMOVE),
        (discardable || implicitly_discardable, coff_flag::DISCARDABLE),
        (!no_read, coff_flag::READ),
        (!no_write, coff_flag::WRITE),
        (shared, coff_flag::SHARED),
        (info, coff_flag::INFO),
    ] {
        if is_set {
            flags |= flag;
        }
    }
    Ok(flags)
}
