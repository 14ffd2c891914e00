//! Forms that keep ports busy.

use oxmca::{Inst, Session};

use oxmca_tables::hardware::PortSet;

use crate::bench::{Bench, BenchError};
use crate::experiment::{self, Blocker};
use crate::form::{Form, Memory};
use crate::registers::Family;
use crate::subject::{NARROW_BYTES, Parts, Subject, Usual, execution};

/// Experiments whose blocks would be longer have none with blockers.
const MAX_BLOCKERS: f64 = 48.0;
/// Measured times are no more cycles than whole ones if they are beyond them by less: each run has the same experiments.
const NO_MORE: f64 = 0.1;
/// A blocker reaches so much of what its ports can do.
const REACHED: f64 = 1.06;
/// Forms of a set of ports that a blocker is tried beside, and cycles for which it keeps them busy.
const NUM_MEMBERS: usize = 24;
const MEMBER_CYCLES: u32 = 6;
/// Blockers that are tried for a set of ports.
const MOST_TRIED: usize = 5;

/// The order of blockers: those that do not suit all forms last, then those that wait for themselves, then by latency, by the
/// length of their code, which must not be what limits a block, and by that of their names.
type Rank = (bool, bool, usize, usize, usize);

/// Forms of one micro-op that go to the same ports by the file that was there, and are as fast as these allow, the most
/// suitable first. Those that close a port beside them are apart.
struct Group {
    family: Family,
    ports: PortSet,
    closes_port: bool,
    members: Vec<(Rank, usize)>,
}

/// Returns the groups of forms that could be blockers.
fn groups(subjects: &[Subject], session: &Session) -> Vec<Group> {
    let mut found: Vec<Group> = Vec::new();
    let usual = Usual::default();
    for (at, subject) in subjects.iter().enumerate() {
        let form = &subject.form;
        let [family] = form.families()[..] else { continue };
        let Some(throughput) = subject.throughput() else { continue };
        if form.memory != Memory::None || form.results.len() != 1 || !subject.is_right(&usual) {
            continue;
        }
        let Some(execution) = execution(form, session).filter(|it| it.accesses == 0) else {
            continue;
        };
        let [micro_op] = execution.computes[..] else { continue };
        let count = micro_op.ports.0.count_ones();
        let is_fast =
            throughput * f64::from(count) <= REACHED && throughput * f64::from(count) > 0.9;
        if micro_op.count != 1 || !is_fast {
            continue;
        }
        let Parts { bytes, keeps_upper, merges, code_bytes, closes_port, .. } = subject.parts;
        let latency_cycles = usize::from(execution.latency_cycles);
        let is_chained = form.sources.iter().any(|it| form.tied_to(*it).is_some());
        let rank = (
            bytes > NARROW_BYTES || keeps_upper || merges,
            is_chained && latency_cycles > 1,
            latency_cycles,
            code_bytes,
            form.name.len(),
        );
        let ports = micro_op.ports;
        let key = (family, ports, closes_port);
        match found.iter_mut().find(|it| (it.family, it.ports, it.closes_port) == key) {
            Some(known) => known.members.push((rank, at)),
            None => found.push(Group { family, ports, closes_port, members: vec![(rank, at)] }),
        }
    }
    found.iter_mut().for_each(|it| it.members.sort_unstable());
    found
}

/// Chooses a blocker for each set of ports: a form that most others which go there by the file that was there share their
/// ports with. The file may be wrong about some of them, and about all of a set only if it is so about most.
///
/// # Errors
/// When nothing can be measured, or the file of measurements cannot be written.
pub(crate) fn choose(
    subjects: &[Subject],
    session: &Session,
    bench: &mut Bench<'_>,
) -> Result<Vec<Blocker>, BenchError> {
    let mut chosen = Vec::new();
    for group in groups(subjects, session) {
        let mut members: Vec<usize> = group.members.iter().map(|it| it.1).collect();
        for _ in 0..MOST_TRIED {
            let Some(&form) = members.first() else { break };
            let sharing = sharing(form, &group, &members, subjects, session, bench)?;
            let count = sharing.iter().filter(|it| it.1).count();
            if 2 * count >= sharing.len() {
                chosen.push(Blocker { form, ports: group.ports });
                break;
            }
            let alone = |it: &usize| sharing.iter().any(|known| known.0 == *it && known.1);
            members.retain(|it| *it != form && !alone(it));
        }
    }
    Ok(chosen)
}

/// Returns for some members of a group whether they share their ports with one of them.
fn sharing(
    blocker: usize,
    group: &Group,
    members: &[usize],
    subjects: &[Subject],
    session: &Session,
    bench: &mut Bench<'_>,
) -> Result<Vec<(usize, bool)>, BenchError> {
    let num_ports = group.ports.0.count_ones();
    let count = MEMBER_CYCLES * num_ports;
    let step = members.len().div_ceil(NUM_MEMBERS).max(1);
    let is_suited =
        |it: &usize| *it != blocker && subjects[*it].parts.suits(subjects[blocker].parts);
    let some: Vec<usize> = members.iter().copied().filter(is_suited).step_by(step).collect();
    let form = &subjects[blocker].form;
    let experiments: Vec<_> = some
        .iter()
        .map(|it| {
            let tables = session.tables();
            let member = &subjects[*it];
            let before = member.renewals(tables);
            experiment::beside((&before, &member.form), tables, (0, form), count as usize)
        })
        .collect();
    let blocks: Vec<&[Inst]> = experiments.iter().map(|it| &*it.insts).collect();
    let measured = bench.measure(&blocks, &mut |_, _| true)?;
    // One more micro-op for as many ports, or none.
    let least = (f64::from(count) + 0.5) / f64::from(num_ports);
    let known = some.into_iter().zip(measured);
    Ok(known.filter_map(|(at, cycles)| Some((at, cycles.ok()? > least))).collect())
}

/// Adds the experiments beside blockers of the families of each form.
pub(crate) fn add_beside(subjects: &mut [Subject], blockers: &[Blocker], session: &Session) {
    let tables = session.tables();
    let forms: Vec<(Form, Parts)> = blockers
        .iter()
        .map(|it| (subjects[it.form].form.clone(), subjects[it.form].parts))
        .collect();
    for subject in subjects.iter_mut().filter(|it| it.reason.is_none()) {
        let slowest = subject.slowest_cycles();
        let families = subject.form.families();
        let before = subject.renewals(tables);
        for (number, (blocker, (form, parts))) in blockers.iter().zip(&forms).enumerate() {
            let is_related = form.families().iter().any(|it| families.contains(it));
            let cycles = (slowest - NO_MORE).ceil() + 1.0;
            let count = cycles * f64::from(blocker.ports.0.count_ones());
            if !is_related || !subject.parts.suits(*parts) || count > MAX_BLOCKERS {
                continue;
            }
            let of = (&*before, &subject.form);
            let beside = experiment::beside(of, tables, (number, form), count as usize);
            subject.experiments.push(beside);
        }
    }
}
