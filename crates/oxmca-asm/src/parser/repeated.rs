//! Statements that are written as earlier ones were, whose instruction is known from there.
//!
//! Which statements mean the same wherever they stand, the target says.

use std::ops::RangeInclusive;

use oxmca_tables::FeatureSet;
use twox_hash::XxHash3_64;

use super::{ErrorReported, ParseResult, Parser};
use crate::source::Loc;

/// Bytes of text for each statement that can be remembered; newer ones take the places of older ones.
const TEXT_PER_SLOT: usize = 64;
/// The least and the most that are remembered.
const SLOTS: RangeInclusive<usize> = 1 << 10..=1 << 16;
/// Shorter texts are over before memory of their statements pays.
const MIN_INSTRUCTIONS: usize = 32;

/// Statements and their instructions.
#[derive(Default)]
pub(super) struct Repeated<'a> {
    /// By hash of the text; empty until there have been some statements.
    slots: Box<[Slot<'a>]>,
    /// The features under which they were parsed.
    features: FeatureSet,
}

#[derive(Clone, Copy, Default)]
struct Slot<'a> {
    text: &'a [u8],
    /// Index of its instruction.
    inst: u32,
}

/// Whether a statement is one that was there before.
pub(crate) enum Repetition<'a> {
    /// It is, and has been dealt with.
    Parsed,
    /// It is not: what [`Parser::remember`] takes when it has been parsed, if it may be remembered.
    New(Option<Candidate<'a>>),
}

/// A statement that is about to be parsed and may then be remembered.
pub(crate) struct Candidate<'a> {
    text: &'a [u8],
    slot: usize,
    insts: usize,
    diagnostics: usize,
}

impl<'a> Parser<'a> {
    /// Deals with a statement that is written as an earlier one was. `begin` is where it begins in
    /// the text, and `text` what it consists of, up to the end of the line.
    ///
    /// # Errors
    /// When there were errors before that are not reported yet.
    pub(crate) fn parse_known(
        &mut self,
        text: &'a [u8],
        begin: Loc,
    ) -> ParseResult<Repetition<'a>> {
        let insts = self.parsed.insts.len();
        if insts < MIN_INSTRUCTIONS {
            return Ok(Repetition::New(None));
        }
        if self.repeated.slots.is_empty() || self.repeated.features != self.subtarget.features {
            let wanted = (self.sources.main().text().len() / TEXT_PER_SLOT).next_power_of_two();
            let slots = vec![Slot::default(); wanted.clamp(*SLOTS.start(), *SLOTS.end())].into();
            self.repeated = Repeated { slots, features: self.subtarget.features };
        }
        let slot = XxHash3_64::oneshot(text) as usize & (self.repeated.slots.len() - 1);
        let known = self.repeated.slots[slot];
        if known.text != text {
            let diagnostics = self.parsed.diagnostics.len();
            let candidate = Candidate { text, slot, insts, diagnostics };
            return Ok(Repetition::New(Some(candidate)));
        }
        self.lexer.skip_to_line_feed(begin.offset(text.len()));
        self.lex();
        if self.has_pending_errors() {
            return Err(ErrorReported);
        }
        self.emit_again(known.inst as usize, begin);
        Ok(Repetition::Parsed)
    }

    /// Remembers a statement that has been parsed, if it was one instruction and nothing else.
    pub(crate) fn remember(&mut self, candidate: &Candidate<'a>) {
        let Candidate { text, slot, insts, diagnostics } = *candidate;
        if self.parsed.insts.len() == insts + 1
            && self.parsed.diagnostics.len() == diagnostics
            && self.repeated.features == self.subtarget.features
        {
            self.repeated.slots[slot] = Slot { text, inst: insts as u32 };
        }
    }

    /// The text from a place in the buffer that is being read, unless tokens have been put back.
    pub(crate) fn text_from(&self, loc: Loc) -> Option<&'a [u8]> {
        let start = loc.0.checked_sub(self.buffer.start().0)?;
        let text = self.buffer.text().get(start as usize..)?;
        (!self.lexer.has_pushed()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use crate::parser::{Options, Parsed, parse};
    use crate::source::Sources;
    use crate::subtarget::Subtarget;
    use crate::target;
    use crate::triple::Triple;

    fn parsed(text: &str) -> Parsed {
        let triple = Triple::new("x86_64-unknown-unknown");
        let target = target::lookup(triple.arch().unwrap());
        let features = target.mode_features(&triple).iter().copied();
        let (subtarget, _) = Subtarget::resolve(target.tables().unwrap(), "skylake", features);
        let sources = Sources::new("test", text).unwrap();
        let syntax = target.syntax(&triple);
        parse(&sources, target, subtarget.unwrap(), &Options::new(&syntax))
    }

    #[test]
    fn repeated_statements_are_the_same_instructions_wherever_they_can_be() {
        let lines = "incl %eax\nmovl %eax, %ebx\naddq $-8, 16(%rsp,%rcx,4)\njmp 1f\n\
                     movl foo, %eax\n1: addl $0x10, %fs:8(%rdi)\ncall *%rdx\nmovl $foo, %ecx\n";
        let in_32_bits = "incl %eax\nmovl %eax, %ebx\ncall *%edx\naddl $0x10, %fs:8(%edi)\n";
        let alone = parsed(lines).insts;
        let alone_32 = parsed(&format!(".code32\n{in_32_bits}")).insts;
        let alone_jump = alone[3].opcode;
        assert_ne!(alone[0], alone_32[0]);
        let text = format!(
            "{}{lines}{lines}.code32\n{in_32_bits}{in_32_bits}.code64\n{lines}\n\
             .macro twice\n{lines}\n{lines}\n.endm\ntwice\n{lines}",
            "nop\n".repeat(super::MIN_INSTRUCTIONS),
        );
        let parsed = parsed(&text);
        assert!(!parsed.had_error && parsed.diagnostics.is_empty());
        let parts = [&alone, &alone, &alone_32, &alone_32, &alone, &alone, &alone, &alone];
        let expected: Vec<_> = parts.into_iter().flatten().cloned().collect();
        let insts = &parsed.insts[super::MIN_INSTRUCTIONS..];
        let (jumps, others): (Vec<_>, Vec<_>) =
            insts.iter().zip(&expected).partition(|(_, alone)| alone.opcode == alone_jump);
        assert!(others.iter().all(|(inst, alone)| inst == alone), "{others:?}");
        // Each jumps to the label that follows it.
        assert_eq!(jumps.len(), 6);
        assert!(jumps.windows(2).all(|pair| pair[0].0 != pair[1].0), "{jumps:?}");
        let is_ascending = |pair: &[crate::Loc]| pair[0] < pair[1];
        assert_eq!(parsed.locations.len(), parsed.insts.len());
        assert!(parsed.locations[..40].windows(2).all(is_ascending));
    }

    #[test]
    fn names_are_read_anew_once_a_symbol_stands_for_something() {
        let line = "movl foo, %eax\n";
        let text = "nop\n".repeat(super::MIN_INSTRUCTIONS);
        let text = format!("{text}{line}{line}foo = 8\n{line}{line}");
        let parsed = parsed(&text);
        assert!(!parsed.had_error, "{:?}", parsed.diagnostics);
        let insts = &parsed.insts[super::MIN_INSTRUCTIONS..];
        assert_eq!(insts[0], insts[1]);
        assert_eq!(insts[2..], super::tests::parsed("movl 8, %eax\nmovl 8, %eax\n").insts);
    }

    #[test]
    fn what_is_wrong_stays_wrong() {
        let text = "nop\n".repeat(super::MIN_INSTRUCTIONS) + &"addq %rax, (%eip\nnop\n".repeat(3);
        let parsed = parsed(&text);
        assert_eq!(parsed.diagnostics.len(), 3);
        assert_eq!(parsed.insts.len(), super::MIN_INSTRUCTIONS + 3);
    }
}
