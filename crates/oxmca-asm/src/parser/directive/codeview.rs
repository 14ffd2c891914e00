//! CodeView debug information: `.cv_*`. Checked, and forgotten.

use crate::inst::Expr;
use crate::lexer::TokenKind;
use crate::parser::error::{ErrorReported, ParseResult, message};
use crate::parser::interface::{Parser, StatementName};
use crate::parser::layout_builder::FileNumber;
use crate::source::Loc;

impl<'a> Parser<'a> {
    /// Parses `.cv_file number "name" ["checksum" kind]`.
    pub(super) fn parse_cv_file(&mut self, _: StatementName<'a>) -> ParseResult {
        const UNEXPECTED: &str = "unexpected token in '.cv_file' directive";
        let loc = self.tok().loc;
        let number = self.parse_integer_token("expected file number")?;
        if number < 1 {
            return Err(self.error(loc, "file number less than one"));
        }
        let name = self.expect_string(UNEXPECTED)?;
        if !self.eat(TokenKind::EndOfStatement) {
            self.expect_string(UNEXPECTED)?;
            self.parse_integer_token("expected checksum kind in '.cv_file' directive")?;
            self.expect_end_of_statement()?;
        }
        if !self.code_view.files.insert(number as u32) {
            return Err(self.error(loc, "file number already allocated"));
        }
        self.lay_out_file(FileNumber::CodeView(number as u32), b"", &name);
        Ok(())
    }

    fn expect_string(&mut self, message: &str) -> ParseResult<Vec<u8>> {
        if !self.at(TokenKind::String) {
            return Err(self.error(self.tok().loc, message));
        }
        self.parse_escaped_string()
    }

    fn parse_cv_function(&mut self) -> ParseResult<u32> {
        let loc = self.tok().loc;
        let number = self.parse_integer_token("expected function id")?;
        match u32::try_from(number) {
            Ok(number) if number != u32::MAX => Ok(number),
            _ => {
                let message = "expected function id within range [0, UINT_MAX)";
                Err(self.error(loc, message))
            }
        }
    }

    fn parse_cv_file_number(&mut self, directive: &str) -> ParseResult<u32> {
        let loc = self.tok().loc;
        let number = self.parse_integer_token("expected file number")?;
        let problem = if number < 1 {
            "file number less than one"
        } else if !self.code_view.files.contains(&(number as u32)) {
            "unassigned file number"
        } else {
            return Ok(number as u32);
        };
        Err(self.error(loc, format!("{problem} in '{directive}' directive")))
    }

    /// Parses `.cv_func_id number`.
    pub(super) fn parse_cv_function_id(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        let function = self.parse_cv_function()?;
        self.expect_end_of_statement()?;
        self.add_cv_function(loc, function)
    }

    fn add_cv_function(&mut self, loc: Loc, function: u32) -> ParseResult {
        if !self.code_view.functions.insert(function) {
            return Err(self.error(loc, "function id already allocated"));
        }
        Ok(())
    }

    /// Parses `.cv_inline_site_id number within function inlined_at file line [column]`.
    pub(super) fn parse_cv_inline_site(&mut self, _: StatementName<'a>) -> ParseResult {
        let loc = self.tok().loc;
        let function = self.parse_cv_function()?;
        self.expect_cv_word("within")?;
        let parent = self.parse_cv_function()?;
        self.expect_cv_word("inlined_at")?;
        self.parse_cv_file_number(".cv_inline_site_id")?;
        self.parse_integer_token("expected line number after 'inlined_at'")?;
        if self.at(TokenKind::Integer) {
            self.lex();
        }
        self.expect_end_of_statement()?;
        if !self.code_view.functions.contains(&parent) {
            let message = "parent function id not introduced by .cv_func_id or .cv_inline_site_id";
            self.context_error(loc, message);
            return Ok(());
        }
        self.add_cv_function(loc, function)
    }

    fn expect_cv_word(&mut self, word: &str) -> ParseResult {
        if self.at(TokenKind::Identifier) && self.tok().text == word.as_bytes() {
            self.lex();
            return Ok(());
        }
        let message = format!("expected '{word}' identifier in '.cv_inline_site_id' directive");
        Err(self.error(self.tok().loc, message))
    }

    /// Parses `.cv_loc function file [line [column]] [prologue_end] [is_stmt value]`.
    pub(super) fn parse_cv_loc(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_cv_function()?;
        let file = self.parse_cv_file_number(".cv_loc")?;
        let mut place = [0; 2];
        for (what, value) in ["line number", "column position"].into_iter().zip(&mut place) {
            if !self.at(TokenKind::Integer) {
                continue;
            }
            *value = self.tok().value;
            if *value < 0 {
                let message = format!("{what} less than zero in '.cv_loc' directive");
                return Err(self.token_error(message));
            }
            self.lex();
        }
        self.lay_out_line(FileNumber::CodeView(file), place[0], place[1]);
        self.parse_many(false, |parser| {
            let loc = parser.tok().loc;
            match parser.expect_name("unexpected token in '.cv_loc' directive")? {
                b"prologue_end" => Ok(()),
                b"is_stmt" => {
                    let loc = parser.tok().loc;
                    match parser.parse_expression()?.0 {
                        Expr::Constant(0 | 1) => Ok(()),
                        _ => Err(parser.error(loc, "is_stmt value not 0 or 1")),
                    }
                }
                _ => Err(parser.error(loc, "unknown sub-directive in '.cv_loc' directive")),
            }
        })
    }

    /// Parses `.cv_linetable function, start, end`.
    pub(super) fn parse_cv_line_table(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_cv_function()?;
        for _ in 0..2 {
            self.expect_comma()?;
            self.expect_cv_symbol("expected identifier in directive")?;
        }
        Ok(())
    }

    fn expect_cv_symbol(&mut self, message: &str) -> ParseResult {
        let name = self.expect_identifier(message)?;
        self.symbols.intern(name);
        Ok(())
    }

    /// Parses `.cv_inline_linetable function file line start end`.
    pub(super) fn parse_cv_inline_line_table(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_cv_function()?;
        let loc = self.tok().loc;
        if self.parse_integer_token("expected SourceField")? <= 0 {
            return Err(self.error(loc, "File id less than zero"));
        }
        let loc = self.tok().loc;
        if self.parse_integer_token("expected SourceLineNum")? < 0 {
            return Err(self.error(loc, "Line number less than zero"));
        }
        self.expect_cv_symbol("expected identifier")?;
        self.expect_cv_symbol("expected identifier")?;
        self.expect_end_of_statement()
    }

    /// Parses `.cv_def_range start end ..., kind, ...`. The rest of the statement is skipped in any
    /// case.
    pub(super) fn parse_cv_def_range(&mut self, _: StatementName<'a>) -> ParseResult {
        let mut loc = Loc::NONE;
        while self.at(TokenKind::Identifier) {
            for _ in 0..2 {
                loc = self.lexer.loc();
                let Some(name) = self.parse_identifier() else {
                    return Err(self.error(loc, "expected identifier in directive"));
                };
                self.symbols.intern(name);
            }
        }
        let kind =
            self.expect_cv_comma("def_range type").ok().and_then(|()| self.parse_identifier());
        let Some(kind) = kind else {
            return Err(self.error(loc, "expected def_range type in directive"));
        };
        let fields: &[(&str, &str)] = match kind {
            b"reg" => &[("register number", "expected register number")],
            b"frame_ptr_rel" => &[("offset", "expected offset value")],
            b"subfield_reg" => &[
                ("register number", "expected register number"),
                ("offset", "expected offset value"),
            ],
            b"reg_rel" => &[
                ("register number", "expected register value"),
                ("flag value", "expected flag value"),
                ("base pointer offset", "expected base pointer offset value"),
            ],
            b"reg_rel_indir" => &[
                ("register number", "expected register value"),
                ("flag value", "expected flag value"),
                ("base pointer offset", "expected base pointer offset value"),
                ("offset in UDT", "expected offset in UDT value"),
            ],
            _ => {
                let message = "unexpected def_range type in .cv_def_range directive";
                return Err(self.error(loc, message));
            }
        };
        for (name, message) in fields {
            let parsed = self.expect_cv_comma(name).and_then(|()| self.parse_absolute_expression());
            if parsed.is_err() {
                return Err(self.error(loc, *message));
            }
        }
        Err(ErrorReported)
    }

    fn expect_cv_comma(&mut self, before: &str) -> ParseResult {
        let message = format!("expected comma before {before} in .cv_def_range directive");
        self.expect(TokenKind::Comma, &message)
    }

    /// Parses `.cv_string "text"`.
    pub(super) fn parse_cv_string(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_escaped_string().map(drop)
    }

    /// Parses `.cv_filechecksumoffset number`.
    pub(super) fn parse_cv_checksum_offset(&mut self, _: StatementName<'a>) -> ParseResult {
        self.parse_integer_token("expected integer")?;
        self.expect_end_of_statement()
    }

    /// Parses `.cv_fpo_data symbol`.
    pub(super) fn parse_cv_fpo_data(&mut self, _: StatementName<'a>) -> ParseResult {
        self.expect_symbol("expected symbol name")?;
        self.expect_end_of_statement()
    }

    /// Parses `.pseudoprobe guid index type attributes [discriminator] [@ guid:index ...]
    /// function`.
    pub(super) fn parse_pseudo_probe(&mut self, _: StatementName<'a>) -> ParseResult {
        const HAS_DISCRIMINATOR: i64 = 4;
        let mut attributes = 0;
        for _ in 0..4 {
            attributes = self.parse_integer_token("expected integer")?;
        }
        if attributes & HAS_DISCRIMINATOR != 0 {
            self.parse_integer_token("expected integer")?;
        }
        while self.eat(TokenKind::At) {
            self.eat(TokenKind::Integer);
            self.eat(TokenKind::Colon);
            self.eat(TokenKind::Integer);
        }
        if self.parse_identifier().is_none() {
            return Err(self.token_error(message!["expected identifier"]));
        }
        self.expect_end_of_statement()
    }
}
