//! Directives of Mach-O: sections, what a symbol is, and which systems the code is for.

use crate::lexer::TokenKind;
use crate::parser::error::{ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::sections::{SectionRequest, macho_type, standard_macho};
use crate::source::{Loc, LocRange};
use crate::symbols::SectionId;

impl<'a> Parser<'a> {
    /// Returns the section of a segment; it begins to exist now, with a type, if it did not.
    pub(in crate::parser) fn macho_section(
        &mut self,
        segment: &[u8],
        section: &[u8],
        kind: u32,
    ) -> SectionId {
        let name = [segment, b",", section].concat();
        let mut request = SectionRequest::plain(&name, kind, 0);
        if let Some(section) = self.sections.find(&request) {
            return section;
        }
        request.kind = standard_macho(&name).unwrap_or(kind);
        self.sections.add_macho(&request, section)
    }

    /// Parses `.data` and many more, each a section.
    pub(super) fn parse_macho_switch(
        &mut self,
        segment: &str,
        section: &str,
        kind: u32,
    ) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            let message = "unexpected token in section switching directive";
            return Err(self.token_error(message));
        }
        self.lex();
        let section = self.macho_section(segment.as_bytes(), section.as_bytes(), kind);
        self.enter_section(section, 0);
        Ok(())
    }

    /// Parses `.section segment,section[,type[,attributes[,stub size]]]`.
    pub(super) fn parse_macho_section(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.lexer.loc();
        let Some(segment) = self.parse_identifier() else {
            let message = "expected identifier after '.section' directive";
            return Err(self.error(loc, message));
        };
        const UNEXPECTED: &str = "unexpected token in '.section' directive";
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error(UNEXPECTED));
        }
        let rest = self.lexer.take_to_end_of_statement();
        self.lex();
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error(UNEXPECTED));
        }
        self.lex();
        let mut specifier = segment.to_vec();
        specifier.push(b',');
        specifier.extend_from_slice(rest);
        let specified = match read_specifier(&specifier) {
            Ok(specified) => specified,
            Err(problem) => return Err(self.error(loc, problem)),
        };
        self.warn_of_coalesced_section(loc, specified.section);
        let section = self.macho_section(specified.segment, specified.section, specified.kind);
        self.enter_section(section, 0);
        Ok(())
    }

    /// Warns of sections of the past.
    fn warn_of_coalesced_section(&mut self, loc: Loc, section: &[u8]) {
        let modern: &str = match section {
            b"__textcoal_nt" => "__text",
            b"__const_coal" => "__const",
            b"__datacoal_nt" => "__data",
            _ => return,
        };
        let text = self.text_between(loc, self.buffer.end());
        let comma =
            |from: usize| text[from..].iter().position(|byte| *byte == b',').map(|len| from + len);
        let start = comma(0).map_or(0, |comma| comma + 1);
        // Without a second comma the reference's range ends before it begins.
        let end = comma(start).map_or(loc.offset_back(1), |comma| loc.offset(comma));
        let range = LocRange::new(loc.offset(start), end);
        self.warning_in(loc, range, message!["section \"", section, "\" is deprecated"]);
        let note = message!["change section name to \"", modern, "\""];
        self.note_in(loc, range, note);
    }

    /// Parses `.pushsection`.
    pub(super) fn parse_macho_push_section(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.sections.push();
        let result = self.parse_macho_section(statement);
        if result.is_err() {
            self.leave_section();
        }
        result
    }

    /// Parses `.alt_entry symbol`.
    pub(super) fn parse_alt_entry(&mut self, _: StatementName<'a>) -> ParseResult {
        let symbol = self.expect_symbol("expected identifier in directive")?;
        if !self.symbols.is_undefined(symbol) {
            return Err(self.token_error(".alt_entry must preceed symbol definition"));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.desc symbol, value`.
    pub(super) fn parse_desc(&mut self, _: StatementName<'a>) -> ParseResult {
        const UNEXPECTED: &str = "unexpected token in '.desc' directive";
        self.expect_symbol("expected identifier in directive")?;
        self.expect_macho_comma(UNEXPECTED)?;
        self.parse_absolute_expression()?;
        self.expect_end_of_macho(UNEXPECTED)
    }

    fn expect_macho_comma(&mut self, message: &str) -> ParseResult {
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(())
    }

    fn expect_end_of_macho(&mut self, message: &str) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.indirect_symbol symbol`.
    pub(super) fn parse_indirect_symbol(&mut self, statement: StatementName<'a>) -> ParseResult {
        let kind = self.sections.current().map(|section| self.sections.get(section).kind);
        let is_pointers = matches!(
            kind,
            Some(
                macho_type::NON_LAZY_SYMBOL_POINTERS
                    | macho_type::LAZY_SYMBOL_POINTERS
                    | macho_type::THREAD_LOCAL_VARIABLE_POINTERS
                    | macho_type::SYMBOL_STUBS
            )
        );
        if !is_pointers {
            let message = "indirect symbol not in a symbol pointer or stub section";
            return Err(self.error(statement.loc, message));
        }
        let symbol = self.expect_symbol("expected identifier in .indirect_symbol directive")?;
        if self.symbols.is_temporary(symbol) {
            return Err(self.token_error("non-local symbol required in directive"));
        }
        self.expect_end_of_macho("unexpected token in '.indirect_symbol' directive")
    }

    /// Parses `.dump "file"` and `.load "file"`.
    pub(super) fn parse_dump_or_load(&mut self, statement: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::String) {
            let message = "expected string in '.dump' or '.load' directive";
            return Err(self.token_error(message));
        }
        self.lex();
        self.expect_end_of_macho("unexpected token in '.dump' or '.load' directive")?;
        let name = if statement.name == b".dump" { ".dump" } else { ".load" };
        self.warning(statement.loc, message!["ignoring directive ", name, " for now"]);
        Ok(())
    }

    /// Parses `.linker_option "text", ...`.
    pub(super) fn parse_linker_option(&mut self, statement: StatementName<'a>) -> ParseResult {
        loop {
            if !self.at(TokenKind::String) {
                let message = message!["expected string in '", statement.name, "' directive"];
                return Err(self.token_error(message));
            }
            self.parse_escaped_string()?;
            if self.at(TokenKind::EndOfStatement) {
                return Ok(());
            }
            if !self.at(TokenKind::Comma) {
                let message = message!["unexpected token in '", statement.name, "' directive"];
                return Err(self.token_error(message));
            }
            self.lex();
        }
    }

    /// Parses `.lsym symbol, expression`.
    pub(super) fn parse_lsym(&mut self, _: StatementName<'a>) -> ParseResult {
        const UNEXPECTED: &str = "unexpected token in '.lsym' directive";
        self.expect_symbol("expected identifier in directive")?;
        self.expect_macho_comma(UNEXPECTED)?;
        self.parse_expression()?;
        self.expect_end_of_macho(UNEXPECTED)?;
        Err(self.token_error("directive '.lsym' is unsupported"))
    }

    /// Parses `.secure_log_unique text`. This crate reads no environment: there is no log.
    pub(super) fn parse_secure_log(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.take_text_to_end_of_statement();
        let message = ".secure_log_unique used but AS_SECURE_LOG_FILE environment variable unset.";
        Err(self.error(statement.loc, message))
    }

    /// Parses `.subsections_via_symbols` and others that take nothing.
    pub(super) fn parse_macho_plain(&mut self, statement: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            let message = message!["unexpected token in '", statement.name, "' directive"];
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.tbss symbol, size[, alignment]`.
    pub(super) fn parse_tbss(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_zero_filled_symbol(
            "unexpected token in '.tbss' directive",
            "invalid '.tbss' directive size, can't be less thanzero",
            "invalid '.tbss' alignment, can't be less thanzero",
        )
    }

    /// Parses `.zerofill segment, section[, symbol, size[, alignment]]`.
    pub(super) fn parse_zerofill(&mut self, _: StatementName<'a>) -> ParseResult {
        const UNEXPECTED: &str = "unexpected token in directive";
        let segment = self.expect_name("expected segment name after '.zerofill' directive")?;
        self.expect_macho_comma(UNEXPECTED)?;
        let section =
            self.expect_name("expected section name after comma in '.zerofill' directive")?;
        if !self.at(TokenKind::EndOfStatement) {
            self.expect_macho_comma(UNEXPECTED)?;
            self.parse_zero_filled_symbol(
                "unexpected token in '.zerofill' directive",
                "invalid '.zerofill' directive size, can't be less than zero",
                "invalid '.zerofill' directive alignment, can't be less than zero",
            )?;
        }
        self.macho_section(segment, section, macho_type::ZEROFILL);
        Ok(())
    }

    fn parse_zero_filled_symbol(
        &mut self,
        unexpected: &str,
        bad_size: &str,
        bad_alignment: &str,
    ) -> ParseResult {
        let loc = self.lexer.loc();
        let symbol = self.expect_symbol("expected identifier in directive")?;
        self.expect_macho_comma("unexpected token in directive")?;
        let size_loc = self.lexer.loc();
        let size = self.parse_absolute_expression()?;
        let (mut alignment, mut alignment_loc) = (0, Loc::NONE);
        if self.at(TokenKind::Comma) {
            self.lex();
            alignment_loc = self.lexer.loc();
            alignment = self.parse_absolute_expression()?;
        }
        self.expect_end_of_macho(unexpected)?;
        if size < 0 {
            return Err(self.error(size_loc, bad_size));
        }
        if alignment < 0 {
            return Err(self.error(alignment_loc, bad_alignment));
        }
        if !self.symbols.is_undefined(symbol) {
            return Err(self.error(loc, "invalid symbol redefinition"));
        }
        Ok(())
    }

    /// Parses `.data_region [jt8|jt16|jt32]`.
    pub(super) fn parse_data_region(&mut self, _: StatementName<'a>) -> ParseResult {
        if self.at(TokenKind::EndOfStatement) {
            self.lex();
            return Ok(());
        }
        let loc = self.tok().loc;
        let name = self.expect_name("expected region type after '.data_region' directive")?;
        if !matches!(name, b"jt8" | b"jt16" | b"jt32") {
            let message = "unknown region type in '.data_region' directive";
            return Err(self.error(loc, message));
        }
        self.lex();
        Ok(())
    }

    /// Parses `.macosx_version_min version` and its kin.
    pub(super) fn parse_version_min(
        &mut self,
        statement: StatementName<'a>,
        system: DarwinSystem,
    ) -> ParseResult {
        self.parse_system_version()?;
        if self.expect_end_of_statement().is_err() {
            let suffix = message![" in '", statement.name, "' directive"];
            return Err(self.add_error_suffix(&suffix));
        }
        self.check_version(statement, b"", Some(system));
        Ok(())
    }

    /// Parses `.build_version platform, version`.
    pub(super) fn parse_build_version(&mut self, statement: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        let name = self.expect_name("platform name expected")?;
        let system = match name {
            b"macos" => Some(DarwinSystem::MacOs),
            b"ios" | b"macCatalyst" => Some(DarwinSystem::Ios),
            b"tvos" => Some(DarwinSystem::TvOs),
            b"watchos" => Some(DarwinSystem::WatchOs),
            b"xros" => Some(DarwinSystem::Xros),
            b"driverkit" => Some(DarwinSystem::DriverKit),
            b"bridgeos" | b"iossimulator" | b"tvossimulator" | b"watchossimulator"
            | b"xrsimulator" => None,
            _ => return Err(self.error(loc, "unknown platform name")),
        };
        self.expect_macho_comma("version number required, comma expected")?;
        self.parse_system_version()?;
        if self.expect_end_of_statement().is_err() {
            return Err(self.add_error_suffix(b" in '.build_version' directive"));
        }
        self.check_version(statement, name, system);
        Ok(())
    }

    /// Parses `major, minor[, update] [sdk_version major, minor[, subminor]]`.
    fn parse_system_version(&mut self) -> ParseResult {
        self.parse_major_and_minor("OS")?;
        if !self.at(TokenKind::EndOfStatement) && !self.at_sdk_version() {
            self.expect_macho_comma("invalid OS update specifier, comma expected")?;
            self.parse_trailing_version("OS update")?;
        }
        if self.at_sdk_version() {
            self.lex();
            self.parse_major_and_minor("SDK")?;
            if self.eat(TokenKind::Comma) {
                self.parse_trailing_version("SDK subminor")?;
            }
        }
        Ok(())
    }

    fn at_sdk_version(&self) -> bool {
        self.at(TokenKind::Identifier) && self.tok().text == b"sdk_version"
    }

    fn parse_major_and_minor(&mut self, what: &str) -> ParseResult {
        self.parse_version_number(what, " major", 1..=65535)?;
        let message = format!("{what} minor version number required, comma expected");
        self.expect_macho_comma(&message)?;
        self.parse_version_number(what, " minor", 0..=255)
    }

    fn parse_trailing_version(&mut self, what: &str) -> ParseResult {
        self.parse_version_number(what, "", 0..=255)
    }

    fn parse_version_number(
        &mut self,
        what: &str,
        part: &str,
        valid: std::ops::RangeInclusive<i64>,
    ) -> ParseResult {
        let message = format!("invalid {what}{part} version number");
        if !self.at(TokenKind::Integer) {
            return Err(self.token_error(format!("{message}, integer expected")));
        }
        if !valid.contains(&self.tok().value) {
            return Err(self.token_error(message));
        }
        self.lex();
        Ok(())
    }

    fn check_version(
        &mut self,
        statement: StatementName<'a>,
        platform: &[u8],
        system: Option<DarwinSystem>,
    ) {
        let loc = statement.loc;
        if system.is_none() || system != DarwinSystem::of(self.target.triple().system()) {
            let space = if platform.is_empty() { "" } else { " " };
            let message = message![
                statement.name,
                space,
                platform,
                " used while targeting ",
                self.target.triple().system()
            ];
            self.warning(loc, message);
        }
        if let Some(previous) = self.version_directive {
            self.warning(loc, "overriding previous version directive");
            self.note(previous, "previous definition is here");
        }
        self.version_directive = Some(loc);
    }
}

/// Systems a version directive is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DarwinSystem {
    MacOs,
    Ios,
    TvOs,
    WatchOs,
    Xros,
    DriverKit,
}

impl DarwinSystem {
    /// Returns the system a triple's component names.
    fn of(name: &str) -> Option<DarwinSystem> {
        const NAMES: [(&str, DarwinSystem); 7] = [
            ("macos", DarwinSystem::MacOs),
            ("ios", DarwinSystem::Ios),
            ("tvos", DarwinSystem::TvOs),
            ("watchos", DarwinSystem::WatchOs),
            ("xros", DarwinSystem::Xros),
            ("visionos", DarwinSystem::Xros),
            ("driverkit", DarwinSystem::DriverKit),
        ];
        NAMES.iter().find(|(prefix, _)| name.starts_with(prefix)).map(|(_, system)| *system)
    }
}

/// A section as `.section` says it.
struct SectionSpecifier<'t> {
    segment: &'t [u8],
    section: &'t [u8],
    kind: u32,
}

fn read_specifier(text: &[u8]) -> Result<SectionSpecifier<'_>, &'static str> {
    let mut parts = text.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    let mut next = || parts.next().unwrap_or_default();
    let (segment, section, kind_name) = (next(), next(), next());
    let (attributes, stub_size) = (next(), next());
    if section.is_empty() {
        return Err("mach-o section specifier requires a segment and section separated by a comma");
    }
    if section.len() > 16 {
        return Err(
            "mach-o section specifier requires a section whose length is between 1 and 16 \
                    characters",
        );
    }
    if kind_name.is_empty() {
        return Ok(SectionSpecifier { segment, section, kind: macho_type::REGULAR });
    }
    let kind = macho_type::NAMES.iter().position(|name| name.as_bytes() == kind_name);
    let Some(kind) = kind else {
        return Err("mach-o section specifier uses an unknown section type");
    };
    let kind = kind as u32;
    const NEEDS_SIZE: &str =
        "mach-o section specifier of type 'symbol_stubs' requires a size specifier";
    if attributes.is_empty() {
        if kind == macho_type::SYMBOL_STUBS {
            return Err(NEEDS_SIZE);
        }
        return Ok(SectionSpecifier { segment, section, kind });
    }
    let mut has_attributes = false;
    for attribute in attributes.split(|byte| *byte == b'+').filter(|text| !text.is_empty()) {
        let attribute = attribute.trim_ascii();
        let known = macho_type::ATTRIBUTES.iter().any(|name| name.as_bytes() == attribute);
        if !known {
            return Err("mach-o section specifier has invalid attribute");
        }
        has_attributes |= attribute != b"none";
    }
    if stub_size.is_empty() {
        if kind == macho_type::SYMBOL_STUBS && !has_attributes {
            return Err(NEEDS_SIZE);
        }
        return Ok(SectionSpecifier { segment, section, kind });
    }
    if kind != macho_type::SYMBOL_STUBS {
        return Err("mach-o section specifier cannot have a stub size specified because it does \
                    not have type 'symbol_stubs'");
    }
    if super::elf::parse_c_integer(stub_size).is_none() {
        return Err("mach-o section specifier has a malformed stub size");
    }
    Ok(SectionSpecifier { segment, section, kind })
}
