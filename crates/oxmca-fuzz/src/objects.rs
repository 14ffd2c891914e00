//! Object files, archives of them, and what they have: functions, loops and source lines.

use std::ops::Range;
use std::sync::LazyLock;

use oxmca_asm::Subtarget;
use oxmca_asm::target::{self, Target};
use oxmca_asm::triple::Triple;
use oxmca_object::{CodePart, Listing, ObjectFile, members};

use super::choices::Choices;

/// The most functions of an object whose code is looked at.
const MAX_FUNCTIONS: usize = 50;
/// The most bytes of a function that are decoded.
const MAX_FUNCTION_BYTES: usize = 1 << 12;

macro_rules! recorded {
    ($($name:literal)*) => {
        [$(include_bytes!(concat!("../../oxmca-object/tests/objects/", $name)).as_slice()),*]
    };
}

/// Objects that changes begin with.
static RECORDED: LazyLock<Vec<&'static [u8]>> = LazyLock::new(|| {
    recorded!(
        "elf-x86-64.o" "elf-i386.o" "elf-aarch64-compressed.o" "elf-aarch64-big-endian.o" "elf-riscv64.o"
        "elf-riscv32.o" "elf-split.o" "elf-data.o" "macho-x86-64.o" "macho-arm64.o" "macho-two.o"
        "coff-x86-64.o" "coff-i386.o" "coff-aarch64.o" "two.a" "linked-x86_64.so" "linked-aarch64.so"
        "linked-riscv64.so" "stripped-x86_64.so" "no-sections.so"
    )
    .to_vec()
});

/// Reads an object and all that it has. The first byte chooses a recorded object, whose bytes the others change; with 0
/// the rest is the object.
///
/// # Panics
/// When something that was read is not within the file.
pub fn objects_do_not_panic(data: &[u8]) {
    let mut choices = Choices(data);
    let Some(number) = usize::from(choices.byte()).checked_sub(1) else {
        return look_into(choices.0);
    };
    let mut bytes = RECORDED[number % RECORDED.len()].to_vec();
    for change in choices.0.chunks_exact(3) {
        let position = usize::from(u16::from_le_bytes([change[0], change[1]]));
        let len = bytes.len();
        bytes[position % len] = change[2];
    }
    // An odd number of bytes cuts the object off.
    if let [at] = choices.0.chunks_exact(3).remainder() {
        bytes.truncate(bytes.len() * usize::from(*at) / 256);
    }
    look_into(&bytes);
}

fn look_into(bytes: &[u8]) {
    match members(bytes) {
        Ok(Some(found)) => found.iter().take(8).for_each(|it| look_into_object(it.bytes)),
        Ok(None) => look_into_object(bytes),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn look_into_object(bytes: &[u8]) {
    let object = match ObjectFile::parse(bytes) {
        Ok(object) => object,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let target = target::create(Triple::new(object.triple())).expect("a target");
    let features = object.features().iter().map(String::as_str);
    let subtarget = Subtarget::resolve(&*target, cpu(&*target), features).0.expect("a CPU");
    let lines = object.lines();
    let mut starts = object.functions().iter().map(|it| it.start);
    assert!(starts.by_ref().is_sorted(), "functions are by start");
    for function in object.functions().iter().take(MAX_FUNCTIONS) {
        let section = &object.sections()[function.section as usize];
        assert!(section.contains(function.start) && function.end() <= section.end());
        assert!(object.function_at(function.start).is_some(), "a function has its start");
        let _ = (function.name(), object.name_of_address(function.start));
        let code = object.code(function);
        assert!(code.len() as u64 <= function.len_bytes);
        for relocation in object.relocations_at(function.start..function.end()).take(100) {
            let _ = relocation.target.map(|it| object.name_of_address(it));
        }
        let parts = object.code_parts(function).into_iter().take(10).map(|part| {
            assert!((function.start..function.end()).contains(&part.address));
            let bytes = &part.bytes[..part.bytes.len().min(MAX_FUNCTION_BYTES)];
            CodePart { bytes, ..part }
        });
        let relocated = |range: Range<u64>| object.relocations_at(range).next().map(|it| it.target);
        let bits = object.address_bits();
        let listing = Listing::decode(&*target, &subtarget, parts, bits, &relocated);
        let _ = listing.loops();
        if let Some(lines) = &lines {
            let _ = lines.find(function.start);
            let _ = lines.frames(function.start, &mut |_| None);
        }
    }
}

/// Returns the name of the first CPU of a target.
fn cpu(target: &dyn Target) -> &str {
    let tables = target.tables();
    tables.cpus.first().map_or("", |it| tables.text(it.name))
}
