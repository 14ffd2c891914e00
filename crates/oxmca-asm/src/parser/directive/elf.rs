//! Directives of ELF: sections, and what a symbol is.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::sections::{NOT_UNIQUE, SectionRequest, section_flag, section_type, standard_elf};
use crate::source::Loc;
use crate::symbols::{SectionId, SymbolId, SymbolValue};
use crate::syntax::Syntax;

/// The arguments that follow a section's name.
#[derive(Default)]
struct SectionArguments<'a> {
    /// Flags as written; `None` when there are none.
    flags: u32,
    /// Set if the section joins the group of the section in force.
    use_last_group: bool,
    type_name: &'a [u8],
    entry_size: i64,
    group: &'a [u8],
    comdat: bool,
    linked_to: &'a [u8],
    unique_id: Option<u32>,
    subsection: Option<Expr>,
}

impl<'a> Parser<'a> {
    /// Parses `.text` and its kin, which take a subsection number.
    pub(super) fn parse_section_switch(
        &mut self,
        name: &[u8],
        kind: u32,
        flags: u32,
    ) -> ParseResult {
        let mut subsection = None;
        if !self.at(TokenKind::EndOfStatement) {
            subsection = Some(self.parse_expression()?.0);
        }
        self.lex();
        let section = self.elf_section(&SectionRequest::plain(name, kind, flags));
        self.switch_section(section, subsection.as_ref());
        Ok(())
    }

    /// Returns the section a request means; it begins to exist now if it did not.
    pub(crate) fn elf_section(&mut self, request: &SectionRequest<'_>) -> SectionId {
        if !request.group.is_empty() {
            self.symbols.intern(request.group);
        }
        if let Some(section) = self.sections.find(request) {
            return section;
        }
        let mut request = *request;
        let is_plain = request.group.is_empty()
            && request.linked_to.is_empty()
            && request.unique_id == NOT_UNIQUE;
        let Syntax { eh_frame_section_type, debug_section_type, .. } = *self.syntax;
        let standard = standard_elf(request.name, eh_frame_section_type, debug_section_type);
        if let Some((kind, flags, entry_size)) = standard.filter(|_| is_plain) {
            (request.kind, request.flags, request.entry_size) = (kind, flags, entry_size);
            request.comdat = false;
        }
        let symbol = match self.symbols.lookup(request.name) {
            Some(symbol) => {
                let known = self.symbols.get(symbol);
                if !known.is_section && !self.symbols.is_undefined(symbol) && standard.is_none() {
                    self.context_error(Loc::NONE, "invalid symbol redefinition");
                }
                symbol
            }
            None => self.symbols.intern(request.name),
        };
        self.symbols.get_mut(symbol).is_section = true;
        self.sections.add(&request, Some(symbol))
    }

    /// Changes the section in force.
    fn switch_section(&mut self, section: SectionId, subsection: Option<&Expr>) -> bool {
        let mut number = 0;
        if let Some(expr) = subsection {
            let Some(value) = self.evaluate(expr) else {
                self.context_error(self.expression_loc, "cannot evaluate subsection number");
                return false;
            };
            match u32::try_from(value) {
                Ok(value) if value <= i32::MAX as u32 => number = value,
                _ => {
                    let message = format!("subsection number {value} is not within [0,2147483647]");
                    self.context_error(Loc::NONE, message);
                    return false;
                }
            }
        }
        self.enter_section(section, number);
        true
    }

    pub(crate) fn enter_section(&mut self, section: SectionId, subsection: u32) {
        if self.sections.switch(section, subsection) {
            self.define_section_symbol(section);
        }
        self.lay_out_section();
    }

    /// Returns to the section that was pushed last; gives whether there was one.
    pub(super) fn leave_section(&mut self) -> bool {
        let has_left = self.sections.pop();
        self.lay_out_section();
        has_left
    }

    fn define_section_symbol(&mut self, section: SectionId) {
        if let Some(symbol) = self.sections.get(section).symbol
            && self.symbols.is_undefined(symbol)
        {
            self.symbols.set(symbol, SymbolValue::Label);
        }
    }

    /// Parses `.section name[, "flags"[, @type[, ...]]]`.
    pub(super) fn parse_section(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.parse_section_arguments(statement, false)
    }

    /// Parses `.pushsection`, which takes a subsection number too.
    pub(super) fn parse_push_section(&mut self, statement: StatementName<'a>) -> ParseResult {
        self.sections.push();
        let result = self.parse_section_arguments(statement, true);
        if result.is_err() {
            self.leave_section();
        }
        result
    }

    /// Parses `.popsection`.
    pub(super) fn parse_pop_section(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.leave_section() {
            let message = ".popsection without corresponding .pushsection";
            return Err(self.token_error(message));
        }
        Ok(())
    }

    /// Parses `.previous`.
    pub(super) fn parse_previous(&mut self, _: StatementName<'a>) -> ParseResult {
        let Some((section, subsection)) = self.sections.previous() else {
            return Err(self.token_error(".previous without corresponding .section"));
        };
        self.enter_section(section, subsection);
        Ok(())
    }

    /// Parses `.subsection number`.
    pub(super) fn parse_subsection(&mut self, _: StatementName<'a>) -> ParseResult {
        let mut subsection = Expr::Constant(0);
        if !self.at(TokenKind::EndOfStatement) {
            subsection = self.parse_expression()?.0;
        }
        self.expect_end_of_directive()?;
        match self.sections.current() {
            Some(section) if !self.switch_section(section, Some(&subsection)) => Err(ErrorReported),
            _ => Ok(()),
        }
    }

    fn expect_end_of_directive(&mut self) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("expected end of directive"));
        }
        self.lex();
        Ok(())
    }

    /// Returns the name of a section, which may hold bytes that names of symbols may not, such as
    /// `-`.
    fn parse_section_name(&mut self) -> ParseResult<&'a [u8]> {
        let first = self.lexer.loc();
        if self.at(TokenKind::String) {
            let name = self.tok().identifier();
            self.lex();
            return Ok(name);
        }
        let mut len = 0;
        while !self.has_pending_errors() {
            let start = self.lexer.loc();
            let tok = self.tok();
            if matches!(tok.kind, TokenKind::Comma | TokenKind::EndOfStatement | TokenKind::Eof) {
                break;
            }
            len += tok.text.len();
            self.lex();
            if start.offset(tok.text.len()) != self.tok().loc {
                break;
            }
        }
        if len == 0 {
            return Err(self.token_error("expected identifier"));
        }
        Ok(self.text_between(first, first.offset(len)))
    }

    fn parse_section_arguments(
        &mut self,
        statement: StatementName<'a>,
        is_push: bool,
    ) -> ParseResult {
        let name = self.parse_section_name()?;
        let mut arguments = SectionArguments::default();
        let default_flags = default_flags(name);
        if self.at(TokenKind::Comma) {
            self.lex();
            self.parse_section_properties(&mut arguments, default_flags, is_push)?;
        }
        self.expect_end_of_directive()?;

        let has_type = !arguments.type_name.is_empty();
        let kind = if has_type {
            match named_section_type(arguments.type_name) {
                Some(kind) => kind,
                None => return Err(self.token_error("unknown section type")),
            }
        } else {
            default_type(name)
        };
        let mut flags = default_flags | arguments.flags;
        let last = arguments.use_last_group.then(|| self.sections.current()).flatten();
        let last_group = last.map(|last| {
            let last = self.sections.get(last);
            (last.group.clone(), last.comdat)
        });
        let (mut group, mut comdat) = (arguments.group, arguments.comdat);
        if let Some((last_group, last_comdat)) = &last_group
            && !last_group.is_empty()
        {
            (group, comdat) = (last_group, *last_comdat);
            flags |= section_flag::GROUP;
        }
        let entry_size = arguments.entry_size as u32;
        let section = self.elf_section(&SectionRequest {
            name,
            kind,
            flags,
            entry_size,
            group,
            comdat,
            unique_id: arguments.unique_id.unwrap_or(NOT_UNIQUE),
            linked_to: arguments.linked_to,
        });
        self.switch_section(section, arguments.subsection.as_ref());

        // What is said of a section once need not be said again, but must not change.
        let known = self.sections.get(section);
        let (known_kind, known_flags, known_size) = (known.kind, known.flags, known.entry_size);
        let says_more = arguments.flags != 0 || entry_size != 0 || has_type;
        let loc = statement.loc;
        // Sections with a type of the target's are written with the plain one, too.
        let Syntax { eh_frame_section_type, debug_section_type, .. } = *self.syntax;
        let has_own_type = match name {
            b".eh_frame" => eh_frame_section_type != section_type::PROGBITS,
            name => name.starts_with(b".debug_") && debug_section_type != section_type::PROGBITS,
        };
        let may_differ = has_own_type && kind == section_type::PROGBITS;
        if has_type && known_kind != kind && !may_differ {
            let expected = format!(", expected: 0x{known_kind:X}");
            self.error(loc, message!["changed section type for ", name, expected]);
        }
        if says_more && known_flags != flags {
            let expected = format!(", expected: 0x{known_flags:X}");
            self.error(loc, message!["changed section flags for ", name, expected]);
        }
        if says_more && i64::from(known_size) != arguments.entry_size {
            let expected = format!(", expected: {known_size}");
            self.error(loc, message!["changed section entsize for ", name, expected]);
        }
        Ok(())
    }

    /// Parses the arguments after the comma that follows a section's name.
    fn parse_section_properties(
        &mut self,
        arguments: &mut SectionArguments<'a>,
        default_flags: u32,
        is_push: bool,
    ) -> ParseResult {
        if is_push && !self.at(TokenKind::String) {
            arguments.subsection = Some(self.parse_expression()?.0);
            if !self.at(TokenKind::Comma) {
                return Ok(());
            }
            self.lex();
        }
        let flags = if self.at(TokenKind::String) {
            let text = self.tok().contents();
            self.lex();
            self.section_flags(text, &mut arguments.use_last_group)
        } else if self.at(TokenKind::Hash) {
            self.parse_sun_section_flags()
        } else {
            return Err(self.token_error("expected string"));
        };
        let Some(flags) = flags.filter(|flags| *flags != u32::MAX) else {
            return Err(self.token_error("unknown flag"));
        };
        arguments.flags = flags;
        let flags = flags | default_flags;
        let is_group = flags & section_flag::GROUP != 0;
        let is_mergeable = flags & section_flag::MERGE != 0;
        if is_group && arguments.use_last_group {
            let message = "Section cannot specifiy a group name while also acting as a member of \
                           the last group";
            return Err(self.token_error(message));
        }
        arguments.type_name = self.parse_section_type()?;
        if arguments.type_name.is_empty() {
            if is_mergeable {
                return Err(self.token_error("Mergeable section must specify the type"));
            }
            if is_group {
                return Err(self.token_error("Group section must specify the type"));
            }
            if !self.at(TokenKind::EndOfStatement) {
                return Err(self.token_error("expected end of directive"));
            }
        }
        if is_mergeable || arguments.type_name == b"llvm_cfi_jump_table" {
            if !self.at(TokenKind::Comma) {
                return Err(self.token_error("expected the entry size"));
            }
            self.lex();
            arguments.entry_size = self.parse_absolute_expression()?;
            if arguments.entry_size <= 0 {
                return Err(self.token_error("entry size must be positive"));
            }
        }
        if flags & section_flag::LINK_ORDER != 0 {
            arguments.linked_to = self.parse_linked_to()?;
        }
        if is_group {
            (arguments.group, arguments.comdat) = self.parse_group()?;
        }
        arguments.unique_id = self.parse_unique_id()?;
        Ok(())
    }

    /// Returns `, @type`, if it is there.
    fn parse_section_type(&mut self) -> ParseResult<&'a [u8]> {
        if !self.at(TokenKind::Comma) {
            return Ok(b"");
        }
        self.lex();
        if !matches!(self.tok().kind, TokenKind::At | TokenKind::Percent | TokenKind::String) {
            let message = if self.syntax.comment.starts_with('@') {
                "expected '%<type>' or \"<type>\""
            } else {
                "expected '@<type>', '%<type>' or \"<type>\""
            };
            return Err(self.token_error(message));
        }
        if !self.at(TokenKind::String) {
            self.lex();
        }
        if self.at(TokenKind::Integer) {
            let name = self.tok().text;
            self.lex();
            return Ok(name);
        }
        self.expect_name("expected identifier")
    }

    fn parse_linked_to(&mut self) -> ParseResult<&'a [u8]> {
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected linked-to symbol"));
        }
        self.lex();
        let loc = self.lexer.loc();
        let Some(name) = self.parse_identifier() else {
            if self.tok().text == b"0" {
                self.lex();
                return Ok(b"");
            }
            return Err(self.token_error("invalid linked-to symbol"));
        };
        let symbol = self.symbols.lookup(name);
        if !symbol.is_some_and(|symbol| self.symbols.is_in_section(symbol)) {
            let message = message!["linked-to symbol is not in a section: ", name];
            return Err(self.error(loc, message));
        }
        Ok(name)
    }

    fn parse_group(&mut self) -> ParseResult<(&'a [u8], bool)> {
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected group name"));
        }
        self.lex();
        let name = if self.at(TokenKind::Integer) {
            let name = self.tok().text;
            self.lex();
            name
        } else {
            self.expect_name("invalid group name")?
        };
        if !self.at(TokenKind::Comma) {
            return Ok((name, false));
        }
        self.lex();
        if self.expect_name("invalid linkage")? != b"comdat" {
            return Err(self.token_error("Linkage must be 'comdat'"));
        }
        Ok((name, true))
    }

    pub(super) fn parse_unique_id(&mut self) -> ParseResult<Option<u32>> {
        if !self.at(TokenKind::Comma) {
            return Ok(None);
        }
        self.lex();
        if self.expect_name("expected identifier")? != b"unique" {
            return Err(self.token_error("expected 'unique'"));
        }
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected commma"));
        }
        self.lex();
        let id = self.parse_absolute_expression()?;
        if id < 0 {
            return Err(self.token_error("unique id must be positive"));
        }
        match u32::try_from(id) {
            Ok(id) if id != NOT_UNIQUE => Ok(Some(id)),
            _ => Err(self.token_error("unique id is too large")),
        }
    }

    /// Returns flags as letters or as a number; `None` if a letter is unknown.
    fn section_flags(&self, text: &[u8], use_last_group: &mut bool) -> Option<u32> {
        if let Some(value) = parse_c_integer(text) {
            return Some(value);
        }
        let mut flags = 0;
        for letter in text {
            flags |= match letter {
                b'a' => section_flag::ALLOC,
                b'e' => section_flag::EXCLUDE,
                b'x' => section_flag::EXECINSTR,
                b'w' => section_flag::WRITE,
                b'o' => section_flag::LINK_ORDER,
                b'M' => section_flag::MERGE,
                b'S' => section_flag::STRINGS,
                b'T' => section_flag::TLS,
                b'G' => section_flag::GROUP,
                b'R' => section_flag::GNU_RETAIN,
                b'?' => {
                    *use_last_group = true;
                    0
                }
                _ => {
                    let own = self.syntax.elf_section_flags.iter();
                    own.copied().find(|(known, _)| known == letter)?.1
                }
            };
        }
        Some(flags)
    }

    /// Returns flags as Sun's assembler has them: `#alloc, #write`.
    fn parse_sun_section_flags(&mut self) -> Option<u32> {
        let mut flags = 0;
        while self.at(TokenKind::Hash) {
            self.lex();
            if !self.at(TokenKind::Identifier) {
                return None;
            }
            flags |= match self.tok().text {
                b"alloc" => section_flag::ALLOC,
                b"execinstr" => section_flag::EXECINSTR,
                b"write" => section_flag::WRITE,
                b"tls" => section_flag::TLS,
                _ => return None,
            };
            self.lex();
            if !self.eat(TokenKind::Comma) {
                break;
            }
        }
        Some(flags)
    }

    /// Parses `.version "text"`: a note in a section of its own.
    pub(super) fn parse_version(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::String) {
            return Err(self.token_error("expected string"));
        }
        self.lex();
        let note = self.elf_section(&SectionRequest::plain(b".note", section_type::NOTE, 0));
        self.sections.push();
        self.enter_section(note, 0);
        self.leave_section();
        Ok(())
    }

    /// Parses `.ident "text"`.
    pub(super) fn parse_ident(&mut self, _: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::String) {
            return Err(self.token_error("expected string"));
        }
        self.lex();
        self.expect_end_of_directive()
    }

    /// Parses `.size symbol, expression`.
    pub(super) fn parse_size(&mut self, _: StatementName<'a>) -> ParseResult {
        let symbol = self.expect_symbol("expected identifier")?;
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected comma"));
        }
        self.lex();
        let (size, _) = self.parse_expression()?;
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token"));
        }
        if !matches!(size, Expr::Constant(_)) {
            self.lay_out_end(symbol);
        }
        self.lex();
        Ok(())
    }

    /// Parses `.type symbol, @function` in its many spellings.
    pub(super) fn parse_type(&mut self, _: StatementName<'a>) -> ParseResult {
        let symbol = self.expect_symbol("expected identifier")?;
        let at_in_identifier = self.lexer.at_in_identifier;
        if !self.syntax.comment.starts_with('@') {
            self.lexer.at_in_identifier = true;
        }
        let result = self.parse_symbol_type(symbol);
        self.lexer.at_in_identifier = at_in_identifier;
        result
    }

    fn parse_symbol_type(&mut self, symbol: SymbolId) -> ParseResult {
        // The comma may be left out.
        self.eat(TokenKind::Comma);
        let kind = self.tok().kind;
        if !matches!(
            kind,
            TokenKind::Identifier | TokenKind::Hash | TokenKind::Percent | TokenKind::String
        ) {
            if !self.lexer.at_in_identifier {
                let message =
                    "expected STT_<TYPE_IN_UPPER_CASE>, '#<type>', '%<type>' or \"<type>\"";
                return Err(self.token_error(message));
            }
            if kind != TokenKind::At {
                let message = "expected STT_<TYPE_IN_UPPER_CASE>, '#<type>', '@<type>', \
                               '%<type>' or \"<type>\"";
                return Err(self.token_error(message));
            }
        }
        if !matches!(kind, TokenKind::String | TokenKind::Identifier) {
            self.lex();
        }
        let loc = self.lexer.loc();
        let name = self.expect_name("expected symbol type")?;
        const TYPES: &[&[u8]] = &[
            b"STT_FUNC",
            b"function",
            b"STT_OBJECT",
            b"object",
            b"STT_TLS",
            b"tls_object",
            b"STT_COMMON",
            b"common",
            b"STT_NOTYPE",
            b"notype",
            b"STT_GNU_IFUNC",
            b"gnu_indirect_function",
            b"gnu_unique_object",
        ];
        if !TYPES.contains(&name) {
            return Err(self.error(loc, "unsupported attribute"));
        }
        if matches!(name, b"function" | b"STT_FUNC" | b"gnu_indirect_function" | b"STT_GNU_IFUNC") {
            self.lay_out_function(symbol);
        }
        self.expect_end_of_directive()
    }

    /// Parses `.weak symbol, ...` and its kin.
    pub(super) fn parse_elf_attribute(&mut self, statement: StatementName<'a>) -> ParseResult {
        if !self.at(TokenKind::EndOfStatement) {
            loop {
                let name = self.expect_name("expected identifier")?;
                let discarded = self.lto_discarded(name);
                if !discarded {
                    let symbol = self.symbols.intern(name);
                    if statement.name == b".weak" {
                        self.lay_out_global(symbol);
                    }
                }
                if self.at(TokenKind::EndOfStatement) {
                    break;
                }
                if discarded {
                    continue;
                }
                if !self.at(TokenKind::Comma) {
                    return Err(self.token_error("expected comma"));
                }
                self.lex();
            }
        }
        self.lex();
        Ok(())
    }

    /// Parses `.symver symbol, name@version[, remove]`.
    pub(super) fn parse_symver(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_symbol("expected identifier")?;
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected a comma"));
        }
        let at_in_identifier = std::mem::replace(&mut self.lexer.at_in_identifier, true);
        self.lex();
        self.lexer.at_in_identifier = at_in_identifier;
        let name = self.expect_name("expected identifier")?;
        if !name.contains(&b'@') {
            return Err(self.token_error("expected a '@' in the name"));
        }
        if self.eat(TokenKind::Comma) && self.parse_identifier() != Some(b"remove") {
            return Err(self.token_error("expected 'remove'"));
        }
        self.eat(TokenKind::EndOfStatement);
        Ok(())
    }

    /// Parses `.weakref alias, symbol`.
    pub(super) fn parse_weakref(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_symbol("expected identifier")?;
        if !self.at(TokenKind::Comma) {
            return Err(self.token_error("expected a comma"));
        }
        self.lex();
        self.expect_symbol("expected identifier")?;
        Ok(())
    }

    /// Parses `.cg_profile from, to, count`.
    pub(super) fn parse_cg_profile(&mut self, _: StatementName<'a>) -> ParseResult {
        for _ in 0..2 {
            self.expect_symbol("expected identifier in directive")?;
            if !self.at(TokenKind::Comma) {
                return Err(self.token_error("expected a comma"));
            }
            self.lex();
        }
        self.parse_integer_token("expected integer")?;
        if !self.at(TokenKind::EndOfStatement) {
            return Err(self.token_error("unexpected token in directive"));
        }
        Ok(())
    }
}

/// Returns whether a section is of the family a prefix names: `.text` and `.text.hot`, but not
/// `.textual`.
fn is_of(name: &[u8], prefix: &str) -> bool {
    name.strip_prefix(prefix.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'.', ..]))
}

fn default_flags(name: &[u8]) -> u32 {
    use section_flag::*;
    let is_any = |prefixes: &[&str]| prefixes.iter().any(|prefix| is_of(name, prefix));
    if is_of(name, ".rodata") || name == b".rodata1" {
        ALLOC
    } else if name == b".fini" || name == b".init" || is_of(name, ".text") {
        ALLOC | EXECINSTR
    } else if name == b".data1"
        || is_any(&[".data", ".bss", ".init_array", ".fini_array", ".preinit_array"])
    {
        ALLOC | WRITE
    } else if is_any(&[".tdata", ".tbss"]) {
        ALLOC | WRITE | TLS
    } else {
        0
    }
}

fn default_type(name: &[u8]) -> u32 {
    use section_type::*;
    if name.starts_with(b".note") {
        NOTE
    } else if is_of(name, ".init_array") {
        INIT_ARRAY
    } else if is_of(name, ".bss") || is_of(name, ".tbss") {
        NOBITS
    } else if is_of(name, ".fini_array") {
        FINI_ARRAY
    } else if is_of(name, ".preinit_array") {
        PREINIT_ARRAY
    } else {
        PROGBITS
    }
}

/// Returns the type of ELF sections with that name on every target.
fn named_section_type(name: &[u8]) -> Option<u32> {
    use section_type::*;
    Some(match name {
        b"init_array" => INIT_ARRAY,
        b"fini_array" => FINI_ARRAY,
        b"preinit_array" => PREINIT_ARRAY,
        b"nobits" => NOBITS,
        b"progbits" => PROGBITS,
        b"note" => NOTE,
        b"unwind" => UNWIND,
        b"llvm_odrtab" => LLVM,
        b"llvm_linker_options" => LLVM + 1,
        b"llvm_dependent_libraries" => LLVM + 4,
        b"llvm_sympart" => LLVM + 5,
        b"llvm_call_graph_profile" => LLVM + 9,
        b"llvm_bb_addr_map" => LLVM + 0xa,
        b"llvm_offloading" => LLVM + 0xb,
        b"llvm_lto" => LLVM + 0xc,
        b"llvm_jt_sizes" => LLVM + 0xd,
        b"llvm_cfi_jump_table" => LLVM + 0xe,
        b"llvm_call_graph" => LLVM + 0xf,
        _ => return parse_c_integer(name),
    })
}

/// Returns a number as C writes it: the radix is in its prefix. `None` unless it is all digits and
/// fits.
pub(super) fn parse_c_integer(text: &[u8]) -> Option<u32> {
    let text = std::str::from_utf8(text).ok()?;
    let (radix, digits) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (16, &text[2..]),
        [b'0', b'b' | b'B', ..] => (2, &text[2..]),
        [b'0', b'o', ..] => (8, &text[2..]),
        [b'0', b'0'..=b'9', ..] => (8, &text[1..]),
        _ => (10, text),
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok()
}
