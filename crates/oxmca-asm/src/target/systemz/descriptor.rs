//! The facts that SystemZ states about itself.

use super::object;
use crate::syntax::Dialect;
use crate::target::{Architecture, TargetDescriptor};

/// The syntax of GNU's assembler: `lg %r1, 8(%r2)`.
pub const GNU: Dialect = Dialect::new("gnu");

/// The syntax of IBM's assembler, in which instructions are shown but not read: `lg 1,8(2)`.
pub const HLASM: Dialect = Dialect::new("hlasm");

/// The facts.
pub static DESCRIPTOR: TargetDescriptor = TargetDescriptor {
    name: "systemz",
    architectures: &[Architecture {
        name: "s390x",
        spellings: &["s390x", "systemz"],
        target_name: "systemz",
        is_little_endian: false,
        is_main: true,
        file_formats: &[&["elf64", "s390"]],
        directives: &[(".machinemode", "zarch")],
        ..Architecture::LITTLE_64
    }],
    dialects: &[GNU, HLASM],
    object_machines: object::MACHINES,
    ..TargetDescriptor::PLAIN
};
