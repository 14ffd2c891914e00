//! Workers that threads take turns with, so that each finds what is known already.

use std::sync::{Mutex, PoisonError};

use oxmca::report::Printed;
use oxmca::report::json::Phrases;
use oxmca::report::text::Renderer;
use oxmca::{Analyzer, Options, Processor};
use oxmca_asm::parser::Parsed;
use oxmca_asm::region::Region;
use oxmca_asm::{Inst, Target};
use rustc_hash::FxHashMap;

/// Workers that do the same, as many as have been wanted at once.
pub struct Workers<'a> {
    processor: &'a Processor<'a>,
    target: &'a dyn Target,
    options: &'a Options,
    idle: Mutex<Vec<Worker<'a>>>,
}

/// What is kept from one region to the next.
pub struct Worker<'a> {
    /// In a box, since it is large and workers are moved for every region.
    pub analyzer: Box<Analyzer<'a>>,
    pub renderer: Renderer,
    /// For JSON.
    pub phrases: Phrases,
    /// Instructions of the region at hand as text.
    pub printed: Printed,
    /// Texts of instructions that are in several regions, by the index of the first.
    shared: FxHashMap<u32, Box<str>>,
}

impl<'a> Workers<'a> {
    /// None so far.
    pub fn new(processor: &'a Processor<'_>, target: &'a dyn Target, options: &'a Options) -> Self {
        Workers { processor, target, options, idle: Mutex::default() }
    }

    /// The options of all analyzers.
    pub fn options(&self) -> &'a Options {
        self.options
    }

    /// Does something with a worker that nobody else uses meanwhile.
    pub fn with<R>(&self, act: impl FnOnce(&mut Worker<'a>) -> R) -> R {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let known = idle().pop();
        let mut worker = known.unwrap_or_else(|| Worker {
            analyzer: Box::new(Analyzer::new(self.processor, self.target, self.options)),
            renderer: Renderer::default(),
            phrases: Phrases::default(),
            printed: Printed::default(),
            shared: FxHashMap::default(),
        });
        let result = act(&mut worker);
        worker.printed.clear(Analyzer::MOST_KEPT_INSTRUCTIONS);
        idle().push(worker);
        result
    }
}

impl Worker<'_> {
    /// Puts the texts of a region's instructions into `printed`, as `print` appends them.
    pub fn print(&mut self, parsed: &Parsed, region: &Region, print: impl Fn(&Inst, &mut String)) {
        for (at, index) in region.indices().enumerate() {
            let (inst, original) = (&parsed.insts[index], parsed.originals[index]);
            let distance = index - original as usize;
            if distance == 0 {
                self.printed.add(|text| print(inst, text));
            } else if distance <= at && region.instructions.len() == 1 {
                self.printed.add_again(at - distance);
            } else {
                let shared = self.shared.entry(original).or_insert_with(|| {
                    let mut text = String::new();
                    print(inst, &mut text);
                    text.into()
                });
                self.printed.add(|text| text.push_str(shared));
            }
        }
    }
}
