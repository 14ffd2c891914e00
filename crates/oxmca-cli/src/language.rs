//! Sources in other languages than assembly, given by mistake: they have to be compiled first.

use std::path::Path;

/// A language that compilers make machine code of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cpp,
    Fortran,
    Go,
    Rust,
    Swift,
    Zig,
}

/// Bytes of a text by which its language is found.
const LOOKED_AT_BYTES: usize = 1 << 14;

impl Language {
    /// Returns the language of a file by its name, else by its text.
    pub fn of(path: &str, text: &[u8]) -> Option<Language> {
        Language::of_extension(path).or_else(|| Language::of_text(text))
    }

    fn of_extension(path: &str) -> Option<Language> {
        let extension = Path::new(path).extension()?.to_str()?;
        Some(match extension {
            "c" | "h" => Language::C,
            "cc" | "cpp" | "cxx" | "c++" | "C" | "hpp" | "hh" => Language::Cpp,
            "f" | "for" | "f90" | "f95" | "f03" | "f08" => Language::Fortran,
            "go" => Language::Go,
            "rs" => Language::Rust,
            "swift" => Language::Swift,
            "zig" => Language::Zig,
            _ => return None,
        })
    }

    /// Returns the language of a text that has blocks in braces, which no assembler takes.
    fn of_text(text: &[u8]) -> Option<Language> {
        let text = String::from_utf8_lossy(&text[..text.len().min(LOOKED_AT_BYTES)]);
        let lines = || text.lines().map(str::trim).filter(|line| !line.starts_with('.'));
        let is_comment = |line: &&str| line.starts_with("//") || line.starts_with('#');
        let has_blocks = lines().filter(|it| !is_comment(it)).any(|line| line.ends_with('{'))
            && lines().any(|line| line.starts_with('}'));
        let has = |part: &str| lines().any(|line| line.contains(part));
        let includes = lines().any(|line| {
            line.strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("include <"))
        });
        if !has_blocks {
            return None;
        }
        Some(match () {
            () if lines().any(|line| line.starts_with("package ")) && has("func ") => Language::Go,
            () if has("fn ") && has("@import(") => Language::Zig,
            () if has("fn ") => Language::Rust,
            () if has("func ") => Language::Swift,
            () if has("std::") || has("template") || has("namespace ") => Language::Cpp,
            () if includes || has(";") => Language::C,
            () => return None,
        })
    }

    fn name(self) -> &'static str {
        match self {
            Language::C => "C",
            Language::Cpp => "C++",
            Language::Fortran => "Fortran",
            Language::Go => "Go",
            Language::Rust => "Rust",
            Language::Swift => "Swift",
            Language::Zig => "Zig",
        }
    }

    /// Returns a command that compiles a file and has a command of ours read the result.
    fn command(self, file: &str, command: &str) -> String {
        let file = match file {
            "-" => match self {
                Language::C => "kernel.c",
                Language::Cpp => "kernel.cpp",
                Language::Fortran => "kernel.f90",
                Language::Go => "kernel.go",
                Language::Rust => "kernel.rs",
                Language::Swift => "kernel.swift",
                Language::Zig => "kernel.zig",
            },
            file => file,
        };
        let pipe = format!("| oxmca {command} -");
        match self {
            Language::C => format!("gcc -O3 -S -o - {file} {pipe}"),
            Language::Cpp => format!("g++ -O3 -S -o - {file} {pipe}"),
            Language::Fortran => format!("gfortran -O3 -S -o - {file} {pipe}"),
            Language::Rust => {
                format!("rustc -O -g --crate-type=lib --emit=asm=- {file} {pipe}")
            }
            Language::Swift => format!("swiftc -O -emit-assembly {file} {pipe}"),
            Language::Go => format!("go build -o kernel {file} && oxmca {command} kernel"),
            Language::Zig => {
                format!(
                    "zig build-obj -O ReleaseFast -femit-bin=kernel.o {file} && oxmca {command} kernel.o"
                )
            }
        }
    }
}

/// The command that lists the loops of what a compiler wrote.
pub const LOOPS: &str = "loops";

/// Returns the sentence that a file is source code of another language, if it is, and how a command of ours reads what a
/// compiler makes of it. The name `-` stands for standard input.
pub fn advice(path: &str, text: &[u8], command: &str) -> Option<String> {
    let language = Language::of(path, text)?;
    let shown = if path == "-" { "<stdin>" } else { path };
    let command = language.command(path, command);
    Some(format!("{shown} is {} source: compile it first: {command}", language.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_and_texts_have_languages() {
        let of = |path: &str, text: &str| Language::of(path, text.as_bytes());
        assert_eq!(of("a/kernel.c", ""), Some(Language::C));
        assert_eq!(of("kernel.C", ""), Some(Language::Cpp));
        assert_eq!(of("kernel.f90", ""), Some(Language::Fortran));
        assert_eq!(of("kernel.s", ""), None);
        assert_eq!(of("-", "int f(int x) {\n  return x;\n}\n"), Some(Language::C));
        assert_eq!(of("-", "int f() {\n  return std::max(1, 2);\n}\n"), Some(Language::Cpp));
        assert_eq!(of("-", "pub fn f(x: u32) -> u32 {\n    x\n}\n"), Some(Language::Rust));
        assert_eq!(of("-", "package a\nfunc f() {\n}\n"), Some(Language::Go));
    }

    #[test]
    fn assembly_is_no_source() {
        let texts = [
            "vmovups %zmm0, (%rdi){%k1}\nvaddps %zmm1, %zmm2, %zmm3 {%k1} {z}\n",
            "ld1 {v0.4s}, [x0], #16\n# if (x) {\n# }\naddq %rax, %rbx; nop\n",
            "\t.string \"int main() {\"\n\t.string \"}\"\n// void f() {\n// }\nret\n",
        ];
        for text in texts {
            assert_eq!(Language::of("-", text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn advice_names_the_compiler() {
        let command = "gcc -O3 -S -o - k.c | oxmca loops -";
        let advice = advice("k.c", b"", "loops");
        assert_eq!(advice.unwrap(), format!("k.c is C source: compile it first: {command}"));
    }
}
