//! Line information: `.file`, `.loc` and `# line "file"`. Checked, and forgotten.

use crate::diagnostic::LineOrigin;
use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::error::ParseResult;
use crate::parser::interface::{Parser, StatementName};
use crate::parser::layout_builder::FileNumber;
use crate::source::{Loc, LocRange};

/// Most files a line table may number. The reference fills the table up to the largest number.
const MAX_FILE_NUMBER: u32 = 1 << 20;

impl<'a> Parser<'a> {
    /// Parses `.file "name"` and `.file number ["directory"] "name" [md5 number] [source "text"]`.
    pub(super) fn parse_file(&mut self, statement: StatementName<'a>) -> ParseResult {
        const UNEXPECTED: &str = "unexpected token in '.file' directive";
        let mut number = None;
        if self.at(TokenKind::Integer) {
            let value = self.tok().value;
            self.lex();
            if value < 0 {
                return Err(self.token_error("negative file number"));
            }
            number = Some(value as u32);
        }
        let mut name = self.parse_escaped_string()?;
        let mut directory = Vec::new();
        if self.at(TokenKind::String) {
            self.require_file_number(number, "explicit path specified, but no file number")?;
            directory = name;
            name = self.parse_escaped_string()?;
        }
        let mut md5 = None;
        while !self.eat(TokenKind::EndOfStatement) {
            if !self.at(TokenKind::Identifier) {
                return Err(self.error(self.tok().loc, UNEXPECTED));
            }
            match self.parse_identifier() {
                Some(b"md5") => {
                    let message = "MD5 checksum specified, but no file number";
                    self.require_file_number(number, message)?;
                    md5 = Some(self.parse_wide_integer()?);
                }
                Some(b"source") => {
                    self.require_file_number(number, "source specified, but no file number")?;
                    if !self.at(TokenKind::String) {
                        return Err(self.error(self.tok().loc, UNEXPECTED));
                    }
                    self.parse_escaped_string()?;
                }
                _ => return Err(self.token_error(UNEXPECTED)),
            }
        }
        match number {
            None => Ok(()),
            Some(number) => {
                // Compilers number a file again, or after its first use.
                self.lay_out_file(FileNumber::Dwarf(number), &directory, &name);
                if self.lenient {
                    return Ok(());
                }
                self.number_file(statement.loc, number, name, md5)
            }
        }
    }

    fn require_file_number(&mut self, number: Option<u32>, message: &str) -> ParseResult {
        match number {
            Some(_) => Ok(()),
            None => Err(self.error(self.tok().loc, message)),
        }
    }

    fn number_file(
        &mut self,
        loc: Loc,
        number: u32,
        mut name: Vec<u8>,
        md5: Option<u128>,
    ) -> ParseResult {
        let table = &mut self.line_table;
        if number == 0 {
            table.version = table.version.max(5);
            table.track_md5(md5.is_some());
            table.root = Some((name, md5));
        } else {
            if name.is_empty() {
                name = b"<stdin>".to_vec();
            }
            if table.numbers.is_empty() {
                table.track_md5(md5.is_some());
            }
            let is_root = table.root.as_ref().is_some_and(|root| *root == (name, md5));
            if table.version < 5 || !is_root {
                if number > MAX_FILE_NUMBER {
                    return Err(self.error(loc, "file number too large"));
                }
                if !table.numbers.insert(number) {
                    return Err(self.error(loc, "file number already allocated"));
                }
                table.largest = table.largest.max(number);
                table.track_md5(md5.is_some());
            }
        }
        let consistent = table.numbers.is_empty() || table.all_md5 == table.any_md5;
        if !table.reported_md5 && !consistent {
            table.reported_md5 = true;
            self.warning(loc, "inconsistent use of MD5 checksums");
        }
        Ok(())
    }

    /// Reports the numbers `.file` directives have left out.
    pub(in crate::parser) fn check_file_numbers(&mut self) {
        for number in 1..=self.line_table.largest {
            if !self.line_table.numbers.contains(&number) {
                let message = format!("unassigned file number: {number} for .file directives");
                self.error_now(self.tok().loc, LocRange::NONE, message.into_bytes());
            }
        }
    }

    /// Parses `.line [number]`, which says nothing.
    pub(super) fn parse_line(&mut self, _: StatementName<'a>) -> ParseResult {
        self.eat(TokenKind::Integer);
        self.expect_end_of_statement()
    }

    /// Parses `.loc file [line [column]] [option ...]`.
    pub(super) fn parse_loc(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        let file = self.parse_integer_token("expected integer")?;
        let table = &self.line_table;
        if file < 1 && table.version < 5 && !self.lenient {
            return Err(self.error(loc, "file number less than one in '.loc' directive"));
        }
        let number = file as u32;
        if self.lenient {
            return self.parse_lenient_loc(number);
        }
        let is_known =
            if number == 0 { table.version >= 5 } else { table.numbers.contains(&number) };
        if !is_known {
            return Err(self.error(loc, "unassigned file number in '.loc' directive"));
        }
        let mut place = [0; 2];
        for (what, value) in ["line number", "column position"].into_iter().zip(&mut place) {
            if !self.at(TokenKind::Integer) {
                continue;
            }
            *value = self.tok().value;
            if *value < 0 {
                let message = format!("{what} less than zero in '.loc' directive");
                return Err(self.token_error(message));
            }
            self.lex();
        }
        self.lay_out_line(FileNumber::Dwarf(number), place[0], place[1]);
        self.parse_many(false, Parser::parse_loc_option)
    }

    /// Parses the rest of `.loc file [line [column]] ...`, whatever its options are (GCC: `view .LVU3`).
    fn parse_lenient_loc(&mut self, file: u32) -> ParseResult {
        let mut place = [0; 2];
        for value in &mut place {
            if self.at(TokenKind::Integer) {
                *value = self.tok().value;
                self.lex();
            }
        }
        self.lay_out_line(FileNumber::Dwarf(file), place[0], place[1]);
        self.eat_to_end_of_statement();
        Ok(())
    }

    fn parse_loc_option(&mut self) -> ParseResult {
        let loc = self.tok().loc;
        let name = self.expect_name("unexpected token in '.loc' directive")?;
        let value_loc = self.tok().loc;
        match name {
            b"basic_block" | b"prologue_end" | b"epilogue_begin" => Ok(()),
            b"is_stmt" => match self.parse_expression()?.0 {
                // Of the value only the low 32 bits count.
                Expr::Constant(value) if matches!(value as i32, 0 | 1) => Ok(()),
                Expr::Constant(_) => Err(self.error(value_loc, "is_stmt value not 0 or 1")),
                _ => {
                    let message = "is_stmt value not the constant value of 0 or 1";
                    Err(self.error(value_loc, message))
                }
            },
            b"isa" => match self.parse_expression()?.0 {
                Expr::Constant(value) if value as i32 >= 0 => Ok(()),
                Expr::Constant(_) => Err(self.error(value_loc, "isa number less than zero")),
                _ => Err(self.error(value_loc, "isa number not a constant value")),
            },
            b"discriminator" => self.parse_absolute_expression().map(drop),
            _ => Err(self.error(loc, "unknown sub-directive in '.loc' directive")),
        }
    }

    /// Parses `.loc_label name`.
    pub(super) fn parse_loc_label(&mut self, _: StatementName<'a>) -> ParseResult {
        let name = self.expect_name("expected identifier")?;
        self.expect_end_of_statement()?;
        self.symbols.intern(name);
        Ok(())
    }

    /// Parses `.stabs`, which is of the past.
    pub(super) fn parse_stabs(&mut self, _: StatementName<'a>) -> ParseResult {
        Err(self.token_error("unsupported directive '.stabs'"))
    }

    /// Parses `# line "file"`: diagnostics are about that place from here on.
    pub(in crate::parser) fn parse_line_origin(&mut self, loc: Loc, in_force: bool) {
        self.lex();
        let line = self.tok().value;
        self.lex();
        let file = self.tok().contents();
        self.lex();
        if in_force {
            self.line_origin = Some(self.parsed.line_origins.len() as u32);
            self.parsed.line_origins.push(LineOrigin { loc, file: file.into(), line });
        }
    }
}
