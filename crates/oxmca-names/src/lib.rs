//! Names that come from the input, as each medium shows them, and as users choose them.
//!
//! Functions, regions, files, members of archives and symbols are called as whoever made the input wants. A name may hold
//! line feeds, sequences that steer terminals, marks that turn the order of text around, and the syntax of whatever it is
//! printed in. Each function here takes a name and returns text that its medium shows as that name and as nothing else:
//!
//! | medium | function |
//! |---|---|
//! | lines on terminals, in files and in logs of CI | [`plain`] |
//! | Markdown, also within tables | [`markdown`] |
//! | XML, SVG and HTML: text and values of attributes | [`xml`] |
//! | strings of Graphviz | [`graphviz`] |
//! | cells of CSV, which spreadsheets open | [`csv`] |
//! | workflow commands of GitHub | [`workflow_command`] |
//! | files that oxmca reads again | [`quoted`], [`unquoted`] |
//!
//! [`Pattern`] tells which names a user means.
//!
//! JSON needs none: its writers escape every string. Deliberately absent: tables, wrapping, colours, files.
//!
//! # Decisions
//!
//! - **A character that is not seen is shown as an escape** (`\u{202e}`), in all media in which people read names. A
//!   space in its place would make two names look like one.
//! - **A backslash of a name stays one** except between quotes, since paths have them. `a\nb` may be a name of four
//!   characters or of three; either is one line.
//! - **Words that a log of CI would obey are broken** by an escape everywhere, not only in CI: logs are copied.
#![deny(missing_docs)]

mod csv;
mod graphviz;
mod markdown;
mod pattern;
mod plain;
mod quoted;
mod workflow;
mod xml;

pub use self::csv::csv;
pub use self::graphviz::graphviz;
pub use self::markdown::{markdown, markdown_sentence, markdown_words};
pub use self::pattern::Pattern;
pub use self::plain::{is_invisible, plain};
pub use self::quoted::{quoted, unquoted};
pub use self::workflow::{Place, workflow_command};
pub use self::xml::xml;
