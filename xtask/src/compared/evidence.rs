//! Measurements beside the predictions of hardware mode.

use std::collections::BTreeMap;

use oxmca::hardware::{Delivery, HardwareBoundKind};
use oxmca::options::HardwareOptions;
use oxmca::{Options, Session, TextOptions, Views};
use oxmca_tables::hardware::{Comparison, Comparisons};

use super::measurements::{Code, Difference, Measured, Measurement, Number};

/// Measurements by their differences.
#[derive(Clone, Copy, Default)]
struct Tally {
    small: u32,
    doubtful: u32,
    large: u32,
}

impl Tally {
    fn add(&mut self, difference: Difference) {
        *match difference {
            Difference::Small => &mut self.small,
            Difference::Doubtful => &mut self.doubtful,
            Difference::Large => &mut self.large,
        } += 1;
    }

    /// Returns what they say of a number that blocks which are predicted well depend on, or do not.
    fn comparison(self, is_in_block: bool) -> Comparison {
        let Tally { small, doubtful, large } = self;
        match small + doubtful + large {
            0 if !is_in_block => Comparison::Never,
            _ if small >= doubtful + large || is_in_block && large == 0 => Comparison::Agrees,
            _ => Comparison::Differs,
        }
    }
}

/// Measurements of numbers of one opcode.
#[derive(Clone, Copy, Default)]
struct OfOpcode {
    latency: Tally,
    throughput: Tally,
    /// It is in the chain that limits a block that is predicted well.
    is_in_chain: bool,
    /// It is in a block that is predicted well.
    is_in_block: bool,
}

/// All measurements by the names of opcodes.
#[derive(Default)]
pub struct Evidence(BTreeMap<String, OfOpcode>);

impl Evidence {
    /// Compares a measurement with what hardware mode predicts on the CPU of a session. Code that cannot be read or predicted says
    /// nothing.
    pub fn of(measurement: &Measurement, session: &Session) -> Evidence {
        let mut evidence = Evidence::default();
        match &measurement.of {
            Measured::Compared { opcode, number, difference } => {
                evidence.add(opcode, *number, *difference);
            }
            Measured::Single { number, code, copies, cycles, varies } => {
                if let Some(it) = Predicted::new(code, true, session) {
                    let difference = Difference::of(it.cycles / f64::from(*copies), *cycles);
                    let says = !varies || difference == Difference::Small;
                    if let Some(opcode) = it.opcodes.first().filter(|_| says) {
                        evidence.add(opcode, *number, difference);
                    }
                }
            }
            Measured::Form { code, latencies_cycles, ports } => {
                evidence.add_form(code, latencies_cycles, ports.as_deref(), session);
            }
            Measured::Block { code, is_loop, cycles } => {
                if let Some(it) = Predicted::new(code, *is_loop, session)
                    && Difference::of(it.cycles, *cycles) == Difference::Small
                {
                    for (at, opcode) in it.opcodes.into_iter().enumerate() {
                        let of = evidence.0.entry(opcode).or_default();
                        of.is_in_block = true;
                        of.is_in_chain |= it.chain.contains(&(at as u32));
                    }
                }
            }
        }
        evidence
    }

    fn add(&mut self, opcode: &str, number: Number, difference: Difference) {
        let of = self.0.entry(opcode.to_owned()).or_default();
        match number {
            Number::Latency => of.latency.add(difference),
            Number::Throughput => of.throughput.add(difference),
        }
    }

    /// Compares the longest latency and the ports of an instruction.
    fn add_form(
        &mut self,
        code: &Code,
        latencies_cycles: &[f64],
        ports: Option<&str>,
        session: &Session,
    ) {
        let Some(parsed) = parse(code, session) else { return };
        let Some(region) = parsed.first_region() else { return };
        let instructions = region.instructions();
        let [inst] = &*instructions else { return };
        let opcode = session.tables().opcode_name(inst.opcode);
        let Some(execution) = session.execution(inst) else { return };
        // Chains of what takes no time take a cycle.
        let longest = latencies_cycles.iter().copied().fold(f64::NAN, f64::max);
        if longest.is_finite() {
            let predicted = f64::from(execution.latency_cycles.max(1));
            self.add(opcode, Number::Latency, Difference::of(predicted, longest.max(1.0)));
        }
        let (Some(measured), Some(names)) = (ports, session.hardware_ports()) else { return };
        let short = |port: usize| names.names.get(port).map_or("", |it| it.short.as_str());
        let mut predicted = Vec::new();
        for it in &execution.computes {
            let of = (0..32).filter(|port| it.ports.0 >> port & 1 != 0).map(short);
            let mut of: Vec<&str> = of.collect();
            of.sort_unstable();
            predicted.extend(std::iter::repeat_n(of.concat(), it.count.into()));
        }
        let one = |word: &str| {
            let mut of: Vec<char> = word.trim_start_matches('p').chars().collect();
            of.sort_unstable();
            of.into_iter().collect::<String>()
        };
        let mut measured: Vec<String> = measured.split_ascii_whitespace().map(one).collect();
        measured.sort_unstable();
        predicted.sort_unstable();
        let is_same = measured == predicted;
        let difference = if is_same { Difference::Small } else { Difference::Large };
        self.add(opcode, Number::Throughput, difference);
    }

    /// Adds what others say.
    pub fn merge(&mut self, other: Evidence) {
        for (opcode, of) in other.0 {
            let own = self.0.entry(opcode).or_default();
            for (own, of) in [(&mut own.latency, of.latency), (&mut own.throughput, of.throughput)]
            {
                own.small += of.small;
                own.doubtful += of.doubtful;
                own.large += of.large;
            }
            own.is_in_chain |= of.is_in_chain;
            own.is_in_block |= of.is_in_block;
        }
    }

    /// Returns what is said of the latency and of the throughput of each opcode. Measurements of an instruction alone count
    /// more than blocks.
    pub fn comparisons(&self) -> impl Iterator<Item = (&str, Comparisons)> {
        self.0.iter().map(|(opcode, of)| {
            let latency = of.latency.comparison(of.is_in_chain);
            let throughput = of.throughput.comparison(of.is_in_block);
            (opcode.as_str(), Comparisons { latency, throughput })
        })
    }
}

/// A prediction of hardware mode.
struct Predicted {
    cycles: f64,
    /// The opcodes of the instructions.
    opcodes: Vec<String>,
    /// The instructions of the chain that limits it, if one does.
    chain: Vec<u32>,
}

impl Predicted {
    fn new(code: &Code, is_loop: bool, session: &Session) -> Option<Predicted> {
        let parsed = parse(code, session)?;
        let region = parsed.first_region()?;
        let delivery = if is_loop { Delivery::Loop } else { Delivery::Unrolled };
        let options = Options::with(|it| {
            it.views = Views::with(|it| it.steady_state = true);
            it.hardware = Some(HardwareOptions::with(|it| it.delivery = Some(delivery)));
        });
        let report = region.analyze(&options).ok()?;
        let section = report.steady_state()?;
        let pace = section.hardware.as_deref()?;
        let chain = pace.slowest_chain().filter(|bound| pace.meets(bound));
        let opcode = |it: &oxmca_asm::Inst| session.tables().opcode_name(it.opcode).to_owned();
        Some(Predicted {
            cycles: pace.cycles_per_iteration().to_f64(),
            opcodes: region.instructions().iter().map(opcode).collect(),
            chain: chain
                .filter(|it| it.kind == HardwareBoundKind::Dependencies)
                .map(|it| it.instructions.clone())
                .unwrap_or_default(),
        })
    }
}

fn parse(code: &Code, session: &Session) -> Option<oxmca::Code> {
    match code {
        Code::Bytes(bytes) => {
            session.read_machine_code(bytes.clone(), 0, &TextOptions::default()).ok()
        }
        Code::Text { text, is_intel } => {
            let dialects = session.target().dialects();
            let intel = dialects.iter().find(|it| it.name() == "intel").copied();
            let options = TextOptions::with(|it| {
                it.dialect = intel.filter(|_| *is_intel);
                it.instruments = true;
            });
            session.parse_with(text.as_str(), &options).ok()
        }
    }
}
