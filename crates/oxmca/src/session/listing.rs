//! Code of instructions that are there already.

use oxmca_asm::Inst;
use oxmca_asm::parser::Parsed;
use oxmca_asm::region::Region;
use oxmca_asm::source::{Sources, TooLarge};

use super::{Code, Session, TextOptions};

impl Session {
    /// Returns the code of instructions that were decoded or built rather than read from a text. Regions are given by
    /// indices into `insts`, which need not have their addresses: symbols as targets of branches are shown as they
    /// are.
    ///
    /// # Errors
    /// When there are more instructions than `options` allow in a text.
    pub fn list(
        &self,
        insts: Vec<Inst>,
        regions: Vec<Region>,
        options: &TextOptions,
    ) -> Result<Code, TooLarge> {
        let in_regions: usize = regions.iter().map(|it| it.indices().count()).sum();
        if insts.len() > options.max_instructions
            || in_regions > options.max_instructions_in_regions
        {
            return Err(TooLarge);
        }
        let dialect = options.dialect.and_then(|dialect| self.dialect_number(dialect));
        let dialect = dialect.unwrap_or_else(|| self.target().default_dialect());
        let mut parsed = Parsed { insts, regions, dialect, ..Parsed::default() };
        self.place_past_text(&mut parsed, options);
        let sources = Sources::new(options.name.clone(), "")?;
        Ok(Code::new(self.clone(), sources, parsed, options))
    }
}
