//! A view that exists only in tests: the one that `docs/add-a-view.md` adds. It is an entry of the
//! real list, so that all tests of views and of steady states include it.

use std::num::NonZero;

use serde::Serialize;

use super::model::{A, TestModel, With, inst};
use crate::error::ErrorKind;
use crate::lower::LoweredInst;
use crate::options::{Options, Views};
use crate::processor::Processor;
use crate::report::json::full::{self, sections::RenderDocument};
use crate::report::json::{Phrases, Region, sections::RenderJson, writer::JsonWriter};
use crate::report::text::{self, Context, RenderText};
use crate::report::{Printed, Report};
use crate::simulation::event::Event;
use crate::view::hazard_warnings::HazardWarnings;
use crate::view::{EventLevel, View, ViewContext, repeated};

/// The issue gaps section.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct IssueGaps {
    /// Cycles in which no instruction issued.
    pub cycles_without_issue: u32,
    /// The longest run of such cycles.
    pub longest_gap_cycles: u32,
}

/// Counts cycles in which no instruction issues.
#[derive(Default)]
pub(crate) struct IssueGapsView {
    has_issued: bool,
    gap_cycles: u32,
    cycles_without_issue: u32,
    longest_gap_cycles: u32,
    marked_gap_cycles: u32,
    marked_cycles_without_issue: u32,
}

impl View<'_> for IssueGapsView {
    type Section = IssueGaps;

    const EVENTS: EventLevel = EventLevel::Basic;

    const HARDWARE_EVENTS: Option<EventLevel> = Some(EventLevel::Basic);

    fn is_supported(_: &Processor<'_>) -> bool {
        true
    }

    fn is_requested(options: &Options) -> bool {
        options.views.issue_gaps
    }

    fn new(_: &mut ViewContext<'_>) -> Result<Self, ErrorKind> {
        Ok(IssueGapsView::default())
    }

    #[inline(always)]
    fn on_event(&mut self, _: u64, event: Event) {
        match event {
            Event::Issued { .. } => self.has_issued = true,
            Event::CycleEnd => {
                self.gap_cycles = match std::mem::take(&mut self.has_issued) {
                    true => 0,
                    false => self.gap_cycles + 1,
                };
                self.cycles_without_issue += u32::from(self.gap_cycles != 0);
                self.longest_gap_cycles = self.longest_gap_cycles.max(self.gap_cycles);
            }
            _ => {}
        }
    }

    fn repeatable_from(&self) -> u32 {
        0
    }

    fn put_state(&self, _: u32, _: u32, put: &mut dyn FnMut(u64)) {
        put(self.gap_cycles.into());
    }

    fn mark(&mut self) {
        self.marked_gap_cycles = self.gap_cycles;
        self.marked_cycles_without_issue = self.cycles_without_issue;
    }

    fn repeat(&mut self, times: u32, _: u32) {
        self.cycles_without_issue =
            repeated(self.marked_cycles_without_issue, self.cycles_without_issue, times);
        // It has grown if all that passed is time. Otherwise it is as long as it was.
        self.gap_cycles = repeated(self.marked_gap_cycles, self.gap_cycles, times);
        self.longest_gap_cycles = self.longest_gap_cycles.max(self.gap_cycles);
    }

    fn into_section(self) -> Result<IssueGaps, ErrorKind> {
        let IssueGapsView { cycles_without_issue, longest_gap_cycles, .. } = self;
        Ok(IssueGaps { cycles_without_issue, longest_gap_cycles })
    }
}

impl RenderText for IssueGaps {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        out.push_str("\n\nIssue gaps:\n");
        out.push_str(&format!("Cycles without issue:  {}\n", self.cycles_without_issue));
        out.push_str(&format!("Longest gap in cycles: {}\n", self.longest_gap_cycles));
    }
}

impl RenderJson for IssueGaps {
    const KEY: Option<&'static str> = Some("IssueGaps");

    fn render_json(&self, writer: &mut JsonWriter) {
        writer.integer("CyclesWithoutIssue", self.cycles_without_issue);
        writer.integer("LongestGap", self.longest_gap_cycles);
    }
}

impl RenderDocument for IssueGaps {
    type Document = IssueGaps;

    fn document(&self, _: &Report, _: &full::Texts<'_>) -> IssueGaps {
        self.clone()
    }
}

fn report(model: &TestModel, insts: &[LoweredInst], options: &Options) -> Report {
    let sections = super::model::sections(model, insts, options).unwrap();
    let sources = (0..insts.len()).collect();
    Report { sections, sources, notices: Vec::new(), hazard_warnings: HazardWarnings::default() }
}

/// Checks a region in which each instruction waits four cycles for the one before.
fn chain(options: &Options) -> Report {
    let mut model = TestModel::new();
    let port = model.unit(1, -1);
    let class = model.class(&[(port, 1)]);
    let options = Options { views: Views { issue_gaps: true, ..Views::NONE }, ..options.clone() };
    report(&model, &[inst(class, 4).reading(&[A]).writing(&[A])], &options)
}

#[test]
fn gaps_between_dependent_instructions() {
    let found = chain(&Options { iterations: NonZero::new(3), ..Options::default() });
    // Dispatched in cycle 0, they issue in 1, 5 and 9; the last one retires in 14.
    let gaps = IssueGaps { cycles_without_issue: 12, longest_gap_cycles: 5 };
    assert_eq!(found.issue_gaps(), Some(&gaps));
}

#[test]
fn repetitions_and_long_waits_add_up() {
    let sections = |iterations, detects_steady_state| {
        let iterations = NonZero::new(iterations);
        chain(&Options { iterations, detects_steady_state, ..Options::default() }).sections
    };
    assert_eq!(sections(10_000, true), sections(10_000, false));
}

#[test]
fn every_format_has_it() {
    let report = chain(&Options { iterations: NonZero::new(3), ..Options::default() });
    let instructions: Printed = ["incl\t%eax"].into_iter().collect();
    let texts = text::Texts {
        instructions: &instructions,
        encodings: &[],
        comments: &[],
        source_frames: &[],
        register_name: &|_| String::new(),
        opcode_name: &|_| String::new(),
        places: &[],
        addresses: None,
        name: "",
        region: None,
    };
    let mut out = String::new();
    text::render(&report, &texts, &mut out);
    assert_eq!(out, "\n\nIssue gaps:\nCycles without issue:  12\nLongest gap in cycles: 5\n");

    let region = Region::new(&report, &instructions, &mut Phrases::default());
    assert!(region.size() > 0);

    let texts = full::Texts {
        name: b"",
        is_marked: false,
        insts: &[],
        instruments: &[],
        instructions: &instructions,
        addresses: None,
        places: &[],
        encodings: None,
        source_frames: &[],
        register_name: &|_| String::new(),
        opcode_name: &|_| String::new(),
    };
    let document = serde_json::to_value(full::Region::new(&report, &texts, true)).unwrap();
    assert_eq!(document["issue_gaps"]["longest_gap_cycles"], 5);
}

/// Checks that the tutorial quotes this file and the list of views to the letter.
#[test]
fn the_tutorial_is_this_code() {
    let sources = [include_str!("issue_gaps.rs"), include_str!("../view_list.rs")];
    let tutorial = include_str!("../../../../docs/add-a-view.md");
    let blocks: Vec<&str> =
        tutorial.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(blocks.len() >= 6, "{blocks:?}");
    let unindented = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join("\n");
    let sources = sources.map(unindented);
    for block in blocks {
        let code = unindented(block);
        assert!(
            sources.iter().any(|source| source.contains(&code)),
            "not in the sources:\n{block}"
        );
    }
}
