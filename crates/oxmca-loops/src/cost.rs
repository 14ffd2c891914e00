//! The cost of a loop, and its limits.

use oxmca::analyze::{self, Analyzer};
use oxmca::steady_state::{Limit, LimitWords, Ratio, SteadyState};
use oxmca::{
    AnalyzeError, Code, CodeRegion, ErrorKind, Instrument, Options, Reg, Report, Session,
    TextOptions, Unsupported, Views,
};
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::region::Region;
use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Dialect, Inst};

/// The cost of an iteration, once the pipeline is full.
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// Cycles of an iteration.
    pub cycles: Ratio,
    /// Set if the simulation repeats itself; otherwise the cycles are an average.
    pub is_exact: bool,
    /// Micro-ops of an iteration.
    pub micro_ops: u32,
    /// The limits of iterations. None if they are not known, as of a baseline's loop.
    pub limits: Vec<LimitWords>,
    /// Cycles above the highest bound, if several parts wait for each other. Those of hardware mode, or exact ones.
    pub unexplained_cycles: Option<Ratio>,
}

impl Cost {
    /// Returns the options of a simulation that finds costs and no more.
    pub fn options(simulation: &Options) -> Options {
        let mut options = simulation.clone();
        options.views = Views::with(|it| {
            *it = Views::NONE;
            it.steady_state = true;
        });
        options
    }

    /// Returns the copies of instructions that a loop has at least if the way back to its first one makes no difference to what each
    /// copy costs: as many that they fill all slots of the renamer, unless they are long. Code that ends itself has one.
    pub fn copies(session: &Session, insts: &[Inst]) -> usize {
        const COPIED_INSTRUCTIONS: usize = 48;
        const MOST_FILLED: usize = 480;
        let ends_itself = insts.last().is_some_and(|it| {
            let flow = session.target().control_flow(it);
            matches!(flow, ControlFlow::Branch | ControlFlow::Jump)
        });
        if ends_itself {
            return 1;
        }
        let copies = COPIED_INSTRUCTIONS.div_ceil(insts.len().max(1));
        let width = session.hardware_numbers().map_or(1, |it| it.renamed_micro_ops);
        match insts.len() < MOST_FILLED {
            true => copies.next_multiple_of(width.max(1) as usize),
            false => copies,
        }
    }

    /// Returns the cost of a region, by an analyzer with [`Cost::options`]. Registers are written in a
    /// dialect.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn of_region(
        region: CodeRegion<'_>,
        analyzer: &mut Analyzer<'_>,
        dialect: Option<Dialect>,
    ) -> Result<Cost, String> {
        let session = region.code().session();
        let report = region.analyze_with(analyzer, None).map_err(|error| reason(&error))?;
        Cost::of_report(&report, session, dialect)
    }

    /// Returns the cost that a report with a steady state says.
    fn of_report(
        report: &Report,
        session: &Session,
        dialect: Option<Dialect>,
    ) -> Result<Cost, String> {
        let steady = report.steady_state().ok_or("no steady state")?;
        let dialects = session.target().dialects();
        let number = dialect.and_then(|it| dialects.iter().position(|known| *known == it));
        let printing =
            PrintOptions { dialect: number.unwrap_or_default() as u8, ..PrintOptions::default() };
        Ok(Cost::new(steady, session, &printing))
    }

    /// Returns the cost of instructions as the body of a loop, by an analyzer with [`Cost::options`]. Registers are
    /// written in a dialect.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn of_instructions(
        session: &Session,
        insts: &[Inst],
        analyzer: &mut Analyzer<'_>,
        dialect: Option<Dialect>,
    ) -> Result<Cost, String> {
        let code = listed(session, insts, dialect)?;
        let region = code.first_region().ok_or("no instructions")?;
        Cost::of_region(region, analyzer, dialect)
    }

    /// Does the same as [`Cost::of_instructions`], after `request` has changed the requests about the instructions: one for
    /// each, as the instructions themselves make them.
    ///
    /// # Errors
    /// The reason why it is not known.
    pub fn of_instrumented(
        session: &Session,
        insts: &[Inst],
        analyzer: &mut Analyzer<'_>,
        dialect: Option<Dialect>,
        request: impl FnOnce(&mut [Instrument]),
    ) -> Result<Cost, String> {
        let code = listed(session, insts, dialect)?;
        let region = code.first_region().ok_or("no instructions")?;
        let mut instruments = region.instruments().into_owned();
        instruments.resize(insts.len(), Instrument::default());
        request(&mut instruments);
        let instrumented = analyze::Region::new(insts).with_instruments(&instruments);
        let report = analyzer.analyze(instrumented).map_err(|error| match &error.kind {
            ErrorKind::Unsupported { instruction, reason: Unsupported::NoSchedulingData } => {
                no_data_on(&region.text(*instruction))
            }
            kind => kind.to_string(),
        })?;
        Cost::of_report(&report, session, dialect)
    }

    /// Creates the cost that a steady state says.
    pub fn new(steady: &SteadyState, session: &Session, printing: &PrintOptions) -> Cost {
        let register_name = |reg: Reg| {
            let mut name = String::new();
            session.target().print_register(reg, printing, &mut name);
            name
        };
        let is_exact = steady.pace.is_periodic();
        let unexplained = match &steady.hardware {
            Some(pace) => pace.unexplained(),
            None => steady.unexplained().filter(|_| is_exact),
        };
        let is_several = steady.limits == [Limit::Several];
        Cost {
            cycles: steady.cycles_per_iteration(),
            is_exact,
            micro_ops: steady.micro_ops,
            limits: steady.limits_in_words(&register_name),
            unexplained_cycles: unexplained.filter(|_| is_several),
        }
    }
}

/// Returns the code of instructions, with all of them as its region.
fn listed(session: &Session, insts: &[Inst], dialect: Option<Dialect>) -> Result<Code, String> {
    let region = Region::of_instructions(None, 0..insts.len());
    let text_options = TextOptions::with(|it| it.dialect = dialect);
    let code = session.list(insts.to_vec(), vec![region], &text_options);
    code.map_err(|_| "too many instructions".to_owned())
}

/// Returns the reason why a cost is not known.
fn reason(error: &AnalyzeError) -> String {
    match &error.kind {
        ErrorKind::Unsupported { reason: Unsupported::NoSchedulingData, .. } => {
            no_data_on(&error.instruction)
        }
        kind => kind.to_string(),
    }
}

fn no_data_on(instruction: &str) -> String {
    let mnemonic = instruction.split_whitespace().next().unwrap_or_default();
    format!("the model has no data on {mnemonic}")
}
