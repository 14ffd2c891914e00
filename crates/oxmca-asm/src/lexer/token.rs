//! Tokens.

use crate::source::{Loc, LocRange};

/// Kinds of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TokenKind {
    /// The end of the buffer.
    Eof,
    /// Text that is no token; the lexer knows what is wrong.
    Error,
    /// A name.
    Identifier,
    /// A string with its quotes.
    String,
    /// An integer of at most 64 bits.
    Integer,
    /// A larger integer.
    BigNum,
    /// A floating-point number.
    Real,
    /// A `/* */` comment.
    Comment,
    /// `# line "file"`, the whole line.
    HashDirective,
    /// A line feed, a separator or a comment that runs to the end of the line.
    EndOfStatement,
    /// `:`
    Colon,
    /// Spaces, where they matter.
    Space,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `~`
    Tilde,
    /// `/`
    Slash,
    /// `\`
    BackSlash,
    /// `(`
    LParen,
    /// `)`
    RParen,
    /// `[`
    LBrac,
    /// `]`
    RBrac,
    /// `{`
    LCurly,
    /// `}`
    RCurly,
    /// `?`
    Question,
    /// `*`
    Star,
    /// `.` alone
    Dot,
    /// `,`
    Comma,
    /// `$`
    Dollar,
    /// `=`
    Equal,
    /// `==`
    EqualEqual,
    /// `|`
    Pipe,
    /// `||`
    PipePipe,
    /// `^`
    Caret,
    /// `&`
    Amp,
    /// `&&`
    AmpAmp,
    /// `!`
    Exclaim,
    /// `!=`
    ExclaimEqual,
    /// `%`
    Percent,
    /// `#`
    Hash,
    /// `<`
    Less,
    /// `<=`
    LessEqual,
    /// `<<`
    LessLess,
    /// `<>`
    LessGreater,
    /// `>`
    Greater,
    /// `>=`
    GreaterEqual,
    /// `>>`
    GreaterGreater,
    /// `@`
    At,
    /// `->`
    MinusGreater,
}

/// A token: a small value that borrows its text.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// Kind.
    pub kind: TokenKind,
    /// Position of the first byte.
    pub loc: Loc,
    /// The text.
    pub text: &'a [u8],
    /// Value of an [`TokenKind::Integer`]; otherwise 0.
    pub value: i64,
}

impl<'a> Token<'a> {
    /// Returns whether the token is of that kind.
    #[inline]
    pub fn is(&self, kind: TokenKind) -> bool {
        self.kind == kind
    }

    /// Returns the position just past the token.
    #[inline]
    pub fn end(&self) -> Loc {
        self.loc.offset(self.text.len())
    }

    /// Returns the token's text as a range.
    pub fn range(&self) -> LocRange {
        LocRange::new(self.loc, self.end())
    }

    /// Returns the text without its first and last byte (the quotes of a string).
    pub fn contents(&self) -> &'a [u8] {
        match self.text {
            [_, contents @ .., _] => contents,
            _ => &[],
        }
    }

    /// Returns the name an identifier or a string stands for.
    pub fn identifier(&self) -> &'a [u8] {
        if self.kind == TokenKind::Identifier { self.text } else { self.contents() }
    }
}
