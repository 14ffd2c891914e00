//! Tests of the assembler by its public interface. One program, since each that is linked contains the tables.

mod bit_fields;
mod decode;
mod decode_arm;
mod decode_systemz;
mod decode_x86;
mod generic_arm_cpu;
mod hostile;
mod known_names;
mod statements;
mod target_names;
