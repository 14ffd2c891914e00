//! Statements that are written like earlier ones, and whose instruction is copied from there.
//!
//! A target decides which statements mean the same wherever they stand.

use super::error::{ErrorReported, ParseResult};
use super::interface::Parser;
use super::statement_cache::{
    CacheCandidate, HashedLine, MIN_INSTRUCTIONS, SLOTS, Slot, StatementCache, StatementContext,
    TEXT_PER_SLOT, first_line,
};
use crate::lexer::{Token, TokenKind};
use crate::source::Loc;

impl<'a> Parser<'a> {
    /// Emits the cached instruction of the statement that begins with the current token, `first`.
    /// Returns `false`, and reads nothing, if it is not in the cache.
    ///
    /// # Errors
    /// When errors of tokens before it are still to be reported.
    pub(super) fn parse_cached(&mut self, first: Token<'a>) -> ParseResult<bool> {
        if self.statement_cache.slots.is_empty()
            || first.kind != TokenKind::Identifier
            || self.conditions.ignoring()
            || self.macros.is_macro(first.text)
        {
            return Ok(false);
        }
        let Some((text, slot)) = self.line_from(first.loc) else { return Ok(false) };
        let Some((inst, has_names)) = self.statement_cache.slots[slot].get() else {
            return Ok(false);
        };
        let known = self.text_from(self.parsed.locations[inst]).unwrap_or_default();
        let is_same = known.strip_prefix(text).is_some_and(|rest| rest.first() == Some(&b'\n'));
        if !is_same
            || has_names && self.symbols.has_variables()
            || self.context() != Some(self.statement_cache.context)
        {
            return Ok(false);
        }
        self.lexer.skip_to_line_feed(first.loc.offset(text.len()));
        self.lex();
        if self.has_pending_errors() {
            return Err(ErrorReported);
        }
        self.emit_again(inst, first.loc);
        Ok(true)
    }

    /// Prepares to cache the statement `text`, which begins at `begin` and is about to be parsed. A target
    /// calls it for text that means the same wherever it stands, as long as no symbol in it is a variable;
    /// `has_names` tells whether there are symbols. `None` if the statement cannot be cached. Once it is
    /// parsed, pass the result to [`Parser::cache_statement`].
    pub(crate) fn cache_candidate(
        &mut self,
        text: &'a [u8],
        has_names: bool,
        begin: Loc,
    ) -> Option<CacheCandidate> {
        let insts = self.parsed.insts.len();
        let is_possible = (MIN_INSTRUCTIONS..Slot::MAX_INSTRUCTIONS).contains(&insts);
        if !is_possible || has_names && self.symbols.has_variables() {
            return None;
        }
        let context = self.context()?;
        if self.statement_cache.slots.is_empty() || self.statement_cache.context != context {
            let wanted = (self.sources.main().text().len() / TEXT_PER_SLOT).next_power_of_two();
            let slots = vec![Slot::default(); wanted.clamp(*SLOTS.start(), *SLOTS.end())].into();
            self.statement_cache = StatementCache { slots, context, newest_line: None };
        }
        let (line, slot) = self.line_from(begin)?;
        let diagnostics = self.parsed.diagnostics.len();
        let end = begin.offset(text.len());
        (line == text).then_some(CacheCandidate { slot, has_names, insts, diagnostics, end })
    }

    /// Caches a statement that has been parsed, if it gave one instruction, which has a location, and nothing else.
    pub(crate) fn cache_statement(&mut self, candidate: &CacheCandidate) {
        let CacheCandidate { slot, has_names, insts, diagnostics, end } = *candidate;
        // After a prefix that is an instruction of its own, the rest of the line is still to be read.
        let is_read = self.tok().loc >= end;
        if is_read
            && self.parsed.insts.len() == insts + 1
            && self.parsed.locations.last().is_some_and(|loc| loc.is_some())
            && self.parsed.diagnostics.len() == diagnostics
            && self.context() == Some(self.statement_cache.context)
        {
            self.statement_cache.slots[slot] = Slot::new(insts, has_names);
        }
    }

    /// Returns the text from a place in the buffer that is being read, unless tokens have been put
    /// back.
    pub(crate) fn text_from(&self, loc: Loc) -> Option<&'a [u8]> {
        let start = loc.0.checked_sub(self.buffer.start().0)?;
        let text = self.buffer.text().get(start as usize..)?;
        (!self.lexer.has_pushed()).then_some(text)
    }

    /// Returns the context in force; `None` if the state of the target decides the meaning of a
    /// statement, too.
    fn context(&self) -> Option<StatementContext> {
        let context =
            StatementContext { features_version: self.features_version, dialect: self.dialect };
        self.target_state.is_initial().then_some(context)
    }

    /// Returns the text from a place to the end of the line, and the slot it belongs to.
    fn line_from(&mut self, loc: Loc) -> Option<(&'a [u8], usize)> {
        let text = self.text_from(loc)?;
        let known = self.statement_cache.newest_line.filter(|line| line.loc == loc);
        let line = match known {
            Some(line) => line,
            None => {
                let (line, hash) = first_line(text)?;
                HashedLine { loc, bytes: line.len(), hash }
            }
        };
        self.statement_cache.newest_line = Some(line);
        let slot = line.hash as usize & (self.statement_cache.slots.len() - 1);
        Some((text.get(..line.bytes)?, slot))
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
        let target = target::create(Triple::new("x86_64-unknown-unknown")).unwrap();
        let (subtarget, _) = Subtarget::resolve(&*target, "skylake", []);
        let sources = Sources::new("test", text).unwrap();
        parse(&sources, &*target, subtarget.unwrap(), &Options::default())
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
        assert_eq!(parsed.originals.len(), parsed.insts.len());
        for (at, original) in parsed.originals.iter().map(|it| *it as usize).enumerate() {
            assert!(original <= at && parsed.insts[original] == parsed.insts[at]);
        }
        assert!(parsed.originals.iter().enumerate().any(|(at, it)| (*it as usize) < at));
        assert!(parsed.locations[..40].windows(2).all(is_ascending));
    }

    #[test]
    fn prefixes_that_are_instructions_leave_the_rest_of_their_line() {
        let line = "gs outsl\nrep movsb\nlock nop\n";
        let text = "nop\n".repeat(super::MIN_INSTRUCTIONS) + &line.repeat(40);
        let insts = parsed(&text).insts;
        let insts = &insts[super::MIN_INSTRUCTIONS..];
        let once = parsed(line).insts;
        assert!(insts.len() == 40 * once.len() && insts.chunks(once.len()).all(|it| it == once));
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
