//! The names in dumps that nothing here knows, each with the place where it goes.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use oxmca_asm::target::unknown_names::UnknownName;

/// Users that a message names before it says that there are more.
const MAX_USERS: usize = 4;

/// The way in which a place concerns something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is new, and goes there.
    GoesTo,
    /// It is gone, and is named there.
    NamedIn,
}

/// Something that an import could not place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplaced {
    /// LLVM's name of the target.
    pub target: &'static str,
    /// Its kind and name: `decoder method decodeFoo`.
    pub subject: String,
    /// Names of what uses it, sorted; empty if that is not known.
    pub users: Vec<String>,
    /// The kind of these: `instructions`.
    pub kind_of_users: &'static str,
    /// The way in which the place concerns it.
    pub relation: Relation,
    /// The file, perhaps with a line.
    pub place: String,
}

impl fmt::Display for Unplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.target, self.subject)?;
        if !self.users.is_empty() {
            let shown = self.users.len().min(MAX_USERS);
            let more = if shown < self.users.len() { ", ..." } else { "" };
            let kind = match (self.users.len(), self.kind_of_users.strip_suffix('s')) {
                (1, Some(one)) => one,
                _ => self.kind_of_users,
            };
            let names = self.users[..shown].join(", ");
            write!(f, " of {} {kind} ({names}{more})", self.users.len())?;
        }
        match self.relation {
            Relation::GoesTo => write!(f, " is not known: goes to {}", self.place),
            Relation::NamedIn => write!(f, " is gone: named in {}", self.place),
        }
    }
}

impl Unplaced {
    /// Returns the message about a name of the tables that no code of the program stands behind.
    pub fn of_program(target: &'static str, name: UnknownName) -> Unplaced {
        Unplaced {
            target,
            subject: format!("{} {}", name.kind.label(), name.name),
            users: name.users,
            kind_of_users: name.kind.users(),
            relation: Relation::GoesTo,
            place: name.file.to_owned(),
        }
    }
}

/// The names that an import met and does not know, so far.
#[derive(Default)]
pub struct Unknown {
    /// By what it is, the file that concerns it, and whether it is gone.
    by_subject: RefCell<BTreeMap<(String, &'static str, bool), Users>>,
    refused: RefCell<BTreeSet<String>>,
}

#[derive(Default)]
struct Users {
    names: BTreeSet<String>,
    kind: &'static str,
}

impl Unknown {
    /// Adds a name, with the file where it goes.
    pub fn add(&self, subject: impl Into<String>, place: &'static str) {
        self.by_subject.borrow_mut().entry((subject.into(), place, false)).or_default();
    }

    /// Adds a name that is gone, with the file that names it.
    pub fn add_gone(&self, subject: impl Into<String>, place: &'static str) {
        self.by_subject.borrow_mut().entry((subject.into(), place, true)).or_default();
    }

    /// Adds a name that an instruction uses.
    pub fn add_of(&self, subject: impl Into<String>, instruction: &str, place: &'static str) {
        let mut all = self.by_subject.borrow_mut();
        let users = all.entry((subject.into(), place, false)).or_default();
        users.kind = "instructions";
        users.names.insert(instruction.to_owned());
    }

    /// Notes that a name is in the tables only in order that the program does not know it.
    pub fn refuse(&self, name: &str) {
        self.refused.borrow_mut().insert(name.to_owned());
    }

    /// Returns whether a name was noted so.
    pub fn is_refused(&self, name: &str) -> bool {
        self.refused.borrow().contains(name)
    }

    /// Returns all of them, sorted.
    pub fn into_list(self, target: &'static str) -> Vec<Unplaced> {
        let all = self.by_subject.into_inner().into_iter();
        let all = all.map(|((subject, place, is_gone), users)| Unplaced {
            target,
            subject,
            users: users.names.into_iter().collect(),
            kind_of_users: users.kind,
            relation: if is_gone { Relation::NamedIn } else { Relation::GoesTo },
            place: place.to_owned(),
        });
        all.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_count_users_and_name_some() {
        let unknown = Unknown::default();
        for user in ["B", "A", "B"] {
            unknown.add_of("decoder method decodeFoo", user, "src/steps.rs");
        }
        unknown.add("value of Foo::BAR", "src/target/foo.rs");
        unknown.add_gone("table FooTable", "src/target/foo.rs");
        for user in ["1", "2", "3", "4", "5"] {
            unknown.add_of("print method printFoo", user, "p.rs");
        }
        unknown.add_of("render method addFoo", "One", "r.rs");
        let messages: Vec<String> =
            unknown.into_list("Foo").iter().map(Unplaced::to_string).collect();
        assert_eq!(
            messages,
            [
                "Foo: decoder method decodeFoo of 2 instructions (A, B) is not known: goes to src/steps.rs",
                "Foo: print method printFoo of 5 instructions (1, 2, 3, 4, ...) is not known: goes to p.rs",
                "Foo: render method addFoo of 1 instruction (One) is not known: goes to r.rs",
                "Foo: table FooTable is gone: named in src/target/foo.rs",
                "Foo: value of Foo::BAR is not known: goes to src/target/foo.rs",
            ]
        );
    }
}
