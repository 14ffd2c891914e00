//! Changes that predict what was measured.

use std::collections::BTreeSet;

use oxmca::hardware::Execution;
use oxmca::{Session, SessionBuilder};
use oxmca_tables::hardware::{MAX_LATENCY_CYCLES, PortSet, Ports};

use crate::change::{Change, Header, hardware_file, plain};
use crate::experiment::{Blocker, Question};
use crate::form::Memory;
use crate::predictor::Predictor;
use crate::slots;
use crate::subject::{Choice, MOST_LEFT, Subject, Usual, error, execution, logarithm};

/// Most micro-ops of a change.
const MOST_MICRO_OPS: usize = 3;
/// The most that an experiment counts in the order of changes, in units of what is allowed.
const MOST_ERROR: f64 = 4.0;
/// The most that a number of cycles is off a whole one, as a share of it, and the longest time that a port is kept.
const WHOLE_SHARE: f64 = 0.05;
const MOST_BUSY_CYCLES: f64 = 100.0;
/// Shorter latencies that are tried where no chain tells them.
const MOST_SHORTER: usize = 4;
/// Changes of ports that are simulated for a form: of sets that some form is known to have, and as many of others.
const MOST_TRIED: usize = 16;

/// A change that was tried, with what it predicts.
#[derive(Clone, Debug)]
pub(crate) struct Tried {
    pub change: Change,
    pub predicted: Vec<f64>,
    /// It predicts all experiments.
    pub is_right: bool,
    /// The sum of the logarithms of the factors by which predictions are off.
    off: f64,
}

/// The search for changes of the file that was there.
pub(crate) struct Search<'s> {
    pub builder: &'s SessionBuilder,
    pub session: &'s Session,
    pub ports: &'s Ports,
    pub subjects: &'s [Subject],
    /// Set for those that changes are looked for.
    pub is_open: &'s [bool],
    pub blockers: &'s [Blocker],
    pub usual: &'s Usual,
}

impl Search<'_> {
    /// Returns those of some changes that predict all experiments of their forms, or are off by no more than `most` of the form. All
    /// are in one file, but for those that no file can say, such as a latency of thousands of cycles.
    fn near(&self, changes: &[(usize, &Change)], most: &[f64]) -> Vec<(usize, Tried)> {
        if changes.is_empty() {
            return Vec::new();
        }
        let Some(session) = self.session_with(changes) else {
            let (first, second) = changes.split_at(changes.len() / 2);
            return match first {
                [] => Vec::new(),
                _ => [self.near(first, most), self.near(second, most)].concat(),
            };
        };
        let predictor = Predictor::new(&session);
        let near = |(at, change): &(usize, &Change)| {
            Some((*at, self.tried(&self.subjects[*at], change, &predictor, most[*at])?))
        };
        changes.iter().filter_map(near).collect()
    }

    /// Returns a session with changed forms; `None` if a file cannot say what changes.
    fn session_with(&self, changes: &[(usize, &Change)]) -> Option<Session> {
        let named = changes.iter().map(|(at, it)| (self.subjects[*at].form.name.as_str(), *it));
        let header = Header {
            name: "tried",
            base: self.session.hardware_model_name().unwrap_or_default(),
            cpu: self.session.cpu_name(),
            comments: &[],
            unchecked: "tried",
            numbers: "",
        };
        let text = hardware_file(&header, named, self.ports);
        let file = oxmca::ModelFile { name: "tried", text: text.as_bytes() };
        self.builder.clone().hardware_model(&file).ok()?.build().ok()
    }

    /// Returns the predictions of all experiments of a form by a session with a change; `None` if one is wrong and all together are
    /// off by more than `most`.
    fn tried(
        &self,
        subject: &Subject,
        change: &Change,
        predictor: &Predictor<'_>,
        most: f64,
    ) -> Option<Tried> {
        let ports = change.ports.as_ref().unwrap_or(&subject.ports);
        let mut predicted = vec![f64::NAN; subject.experiments.len()];
        // What was predicted worst is what a wrong change predicts wrongly.
        let mut order: Vec<usize> = (0..predicted.len()).collect();
        let error = |at: usize, cycles| subject.error_at(at, cycles, ports, self.usual);
        order.sort_by(|one, two| {
            error(*two, subject.predicted[*two]).total_cmp(&error(*one, subject.predicted[*one]))
        });
        let (mut is_right, mut off) = (true, 0.0);
        for at in order {
            let experiment = &subject.experiments[at];
            let cycles = predictor.cycles([&*experiment.insts].into_iter());
            predicted[at] = (*cycles.first()?)? / experiment.instances as f64;
            is_right &= error(at, predicted[at]) <= 1.0;
            off += logarithm(subject.measured[at], predicted[at]);
            if !is_right && off > most {
                return None;
            }
        }
        Some(Tried { change: change.clone(), predicted, is_right, off })
    }

    /// Returns for each form that needs one the change that predicts all its experiments, else the one that is much nearer to them
    /// than the file that was there, if there is one.
    pub fn changes(&self, tell: &mut dyn FnMut(usize, usize) -> bool) -> Vec<Option<Tried>> {
        let mut found: Vec<Option<Tried>> = vec![None; self.subjects.len()];
        let all = self.subjects.iter().zip(self.is_open);
        let candidates: Vec<Vec<Change>> = all
            .map(|(it, is_open)| if *is_open { self.candidates(it) } else { Vec::new() })
            .collect();
        let rounds = candidates.iter().map(Vec::len).max().unwrap_or_default();
        let mut most: Vec<f64> = self.subjects.iter().map(|it| MOST_LEFT * it.off()).collect();
        // Blockers are in the experiments of others, which must not be tried with changed ones.
        let is_blocker = |at: usize| self.blockers.iter().any(|it| it.form == at);
        for round in 0..rounds {
            if !tell(round, rounds) {
                break;
            }
            let tried: Vec<(usize, &Change)> = candidates
                .iter()
                .enumerate()
                .filter(|it| found[it.0].as_ref().is_none_or(|it| !it.is_right))
                .filter_map(|(at, list)| Some((at, list.get(round)?)))
                .collect();
            let (alone, together): (Vec<_>, Vec<_>) =
                tried.into_iter().partition(|it| is_blocker(it.0));
            let mut near = self.near(&together, &most);
            // A wrong blocker would make all others wrong.
            let of_blockers = alone.iter().flat_map(|it| self.near(&[*it], &most));
            near.extend(of_blockers.filter(|it| it.1.is_right));
            for (at, tried) in near {
                // Of changes that are as near, the first.
                most[at] = tried.off - SAME;
                found[at] = Some(tried);
            }
        }
        found
    }

    /// Returns the changes that are worth being tried for a form, the most likely first.
    fn candidates(&self, subject: &Subject) -> Vec<Change> {
        if subject.reason.is_some() || subject.is_right(self.usual) {
            return Vec::new();
        }
        let Some(execution) = execution(&subject.form, self.session) else {
            return Vec::new();
        };
        let latencies = latency_changes(subject);
        let wrong = |is: fn(Question) -> bool| {
            let all =
                subject.experiments.iter().zip(subject.measured.iter().zip(&subject.predicted));
            all.into_iter().any(|(it, (measured, predicted))| {
                is(it.question) && error(it.question, *measured, *predicted) > 1.0
            })
        };
        let mut all = latencies.clone();
        // Latency is of micro-ops that compute.
        let has_none = !latencies.is_empty() && execution.computes.is_empty();
        all.extend(later_on_ports(subject, &latencies, &execution));
        let mut base = latencies.into_iter().next().unwrap_or_default();
        let slots = slots::change(subject, self.session, self.usual);
        if !slots.is_empty() {
            base = base.then(&slots);
            all.push(base.clone());
        }
        if let Some(longer_cycles) = subject.longer_cycles().map(f64::round).filter(|it| *it != 0.0)
        {
            let cycles = f64::from(execution.latency_cycles) + longer_cycles;
            base.latency_cycles = Some(cycles.clamp(1.0, MAX_LATENCY_CYCLES.into()) as u16);
            all.push(base.clone());
        }
        if base.is_empty() && subject.is_too_slow() {
            // It waits for what it wrote itself in a way that no chain of experiments has.
            let shorter = (1..execution.latency_cycles)
                .map(|cycles| Change { latency_cycles: Some(cycles), ..Change::default() });
            all.extend(shorter.take(MOST_SHORTER));
        }
        let is_of_ports = |it| matches!(it, Question::Throughput | Question::Ports { .. });
        if !has_none && !wrong(is_of_ports) {
            return all;
        }
        if execution.divider_half_cycles > 0
            && let Some(throughput) = subject.throughput()
        {
            let half_cycles = Some((2.0 * throughput).round() as u16);
            all.push(Change { divider_half_cycles: half_cycles, ..base.clone() });
        }
        let known = plain(&execution.computes);
        if subject.form.memory == Memory::Store && known.is_empty() {
            // What limits it is the way of its data to the cache.
            return all;
        }
        let mut ports = vec![known.clone()];
        ports.extend(self.port_candidates(subject).into_iter().filter(|it| *it != known));
        for (place, ports) in ports.into_iter().enumerate() {
            let is_known = place == 0;
            let free = (execution.busy_cycles > 1).then_some(1);
            // Those without a register wait for each other in ways that blocks do not show.
            let has_registers = !subject.form.families().is_empty();
            let throughput = subject.throughput().filter(|_| has_registers);
            let busy = throughput.and_then(|it| busy_cycles(&ports, it));
            let change = |busy_cycles: Option<u16>| Change {
                ports: (!is_known).then(|| ports.clone()),
                busy_cycles,
                ..base.clone()
            };
            let tried = [free, busy].into_iter().map(change);
            all.extend(tried.filter(|it| !is_known || it.busy_cycles.is_some()));
            if !is_known && !base.is_empty() {
                all.push(Change { ports: Some(ports), ..Change::default() });
            }
        }
        let mut tried = BTreeSet::new();
        all.retain(|it| tried.insert(it.clone()));
        all
    }

    /// Returns the micro-ops that explain times best if ports were shared evenly.
    fn port_candidates(&self, subject: &Subject) -> Vec<ChangedPorts> {
        let families = subject.form.families();
        let of_family = |it: &&Blocker| {
            let form = &self.subjects[it.form].form;
            form.families().iter().any(|it| families.contains(it))
        };
        let known: BTreeSet<u32> =
            self.blockers.iter().filter(of_family).map(|it| it.ports.0).collect();
        let all: BTreeSet<u32> = known.iter().flat_map(|it| parts(*it)).collect();
        let mut tried = Vec::new();
        if subject.form.memory != Memory::None {
            tried.push(ChangedPorts::new());
        }
        tried.extend(self.best_ports(subject, &known));
        tried.extend(self.best_ports(subject, &all));
        tried
    }

    /// Returns the micro-ops on some sets of ports that explain times best.
    fn best_ports(&self, subject: &Subject, sets: &BTreeSet<u32>) -> Vec<ChangedPorts> {
        let sets: Vec<u32> = sets.iter().copied().collect();
        let mut ranked: Vec<(f64, usize, ChangedPorts)> = Vec::new();
        let mut rank = |micro_ops: &[u32]| {
            let mut all: f64 = 0.0;
            for (it, measured) in subject.experiments.iter().zip(&subject.measured) {
                let blocker = match it.question {
                    Question::Latency { .. } | Question::Fixed | Question::Slots { .. } => continue,
                    Question::Throughput => None,
                    Question::Ports { blocker, count } => {
                        Some((self.blockers[blocker].ports, count))
                    }
                };
                let bound = bound(micro_ops, blocker);
                let ports = grouped(micro_ops);
                let of = (subject.kind(), Choice::AsUsual);
                let expected = self.usual.expected(it.question, bound, &ports, of);
                // Throughput may be limited by other things than ports.
                let is_other = it.question == Question::Throughput && bound < *measured;
                let share = if is_other { 0.25 } else { 1.0 };
                // One that is far off may be the blocker's fault.
                all += (share * expected.error(it.question, *measured)).min(MOST_ERROR);
            }
            ranked.push((all, micro_ops.len(), grouped(micro_ops)));
        };
        multisets(&sets, MOST_MICRO_OPS, &mut Vec::new(), &mut rank);
        ranked.sort_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
        ranked.into_iter().take(MOST_TRIED).map(|it| it.2).collect()
    }
}

/// Sums of logarithms that differ by less are the same.
const SAME: f64 = 0.01;

/// Returns a set of ports, and those of its parts that have two ports or more if it has no more than this many: the core before may
/// have had more of what some of them do.
fn parts(set: u32) -> Vec<u32> {
    const MOST_PORTS: u32 = 4;
    if set.count_ones() > MOST_PORTS {
        return vec![set];
    }
    let parts = (1..=set).filter(|it| it & !set == 0);
    parts.filter(|it| *it == set || it.count_ones() > 1).collect()
}

/// Calls a function with each multiset of at most so many elements, of at least one.
fn multisets(sets: &[u32], most: usize, chosen: &mut Vec<u32>, found: &mut dyn FnMut(&[u32])) {
    for (at, set) in sets.iter().enumerate() {
        chosen.push(*set);
        found(chosen);
        if chosen.len() < most {
            multisets(&sets[at..], most, chosen, found);
        }
        chosen.pop();
    }
}

/// Sets of ports, each with the number of micro-ops that go there.
type ChangedPorts = Vec<(u32, u16)>;

/// Returns equal micro-ops together.
fn grouped(micro_ops: &[u32]) -> ChangedPorts {
    let mut all: ChangedPorts = Vec::new();
    for set in micro_ops {
        match all.iter_mut().find(|it| it.0 == *set) {
            Some(known) => known.1 += 1,
            None => all.push((*set, 1)),
        }
    }
    all.sort_unstable();
    all
}

/// Returns the cycles that ports need at least: of any union of sets, its micro-ops by its ports.
fn bound(micro_ops: &[u32], blocker: Option<(PortSet, usize)>) -> f64 {
    let all = || {
        let own = micro_ops.iter().map(|it| (*it, 1.0));
        own.chain(blocker.map(|(ports, count)| (ports.0, count as f64)))
    };
    let sets: Vec<u32> = all().map(|it| it.0).collect();
    let cycles = unions(&sets).map(|union| {
        let within: f64 = all().filter(|it| it.0 & !union == 0).map(|it| it.1).sum();
        within / f64::from(union.count_ones())
    });
    cycles.fold(0.0, f64::max)
}

/// Returns the unions of some sets of ports, of at least one each.
fn unions(sets: &[u32]) -> impl Iterator<Item = u32> {
    (1_u32..1 << sets.len()).map(|choice| {
        let chosen = (0..sets.len()).filter(|at| choice >> at & 1 != 0);
        chosen.fold(0, |union, at| union | sets[at])
    })
}

/// Returns the whole cycles for which the first of some micro-ops has to keep its port so that ports need so many cycles;
/// `None` if they need them anyway, or no whole cycles do.
fn busy_cycles(micro_ops: &[(u32, u16)], cycles: f64) -> Option<u16> {
    let mut others = micro_ops.to_vec();
    let (first, count) = others.first_mut()?;
    let first = *first;
    *count -= 1;
    let sets: Vec<u32> = others.iter().take(MOST_MICRO_OPS).map(|it| it.0).collect();
    let kept = unions(&sets).map(|union| {
        let union = union | first;
        let inside = others.iter().filter(|it| it.0 & !union == 0);
        cycles * f64::from(union.count_ones()) - inside.map(|it| f64::from(it.1)).sum::<f64>()
    });
    let least = kept.fold(f64::INFINITY, f64::min);
    let is_whole = (least - least.round()).abs() <= WHOLE_SHARE * least;
    (is_whole && (1.5..=MOST_BUSY_CYCLES).contains(&least)).then(|| least.round() as u16)
}

/// Returns the changes of latencies that were measured otherwise than predicted: whole cycles, the nearest ones first. A chain can lose
/// some time at ports.
fn latency_changes(subject: &Subject) -> Vec<Change> {
    let mut is_wrong = false;
    let mut by_operand: Vec<(u8, f64)> = Vec::new();
    for (at, it) in subject.experiments.iter().enumerate() {
        let Question::Latency { from, .. } = it.question else { continue };
        is_wrong |= error(it.question, subject.measured[at], subject.predicted[at]) > 1.0;
        let number = subject.form.manual_number(from);
        match by_operand.iter_mut().find(|it| it.0 == number) {
            Some(known) => known.1 = known.1.max(subject.measured[at]),
            None => by_operand.push((number, subject.measured[at])),
        }
    }
    if !is_wrong {
        return Vec::new();
    }
    let changes = [f64::round, f64::floor].map(|whole| latency_change(&by_operand, whole));
    let mut changes: Vec<Change> = changes.into_iter().flatten().collect();
    changes.dedup();
    changes
}

/// Returns the changes to a latency that is longer on one port: chains whose links are on either of two by turns take half a cycle
/// more than whole ones.
fn later_on_ports(
    subject: &Subject,
    latencies: &[Change],
    execution: &Execution,
) -> impl Iterator<Item = Change> {
    const HALF: f64 = 0.08;
    let is_half = |cycles: f64| (cycles.fract() - 0.5).abs() <= HALF;
    let chains = subject.experiments.iter().zip(&subject.measured);
    let mut chains = chains.filter(|it| matches!(it.0.question, Question::Latency { .. }));
    let are_halves = chains.any(|it| is_half(*it.1));
    let shorter = latencies.iter().min_by_key(|it| it.latency_cycles).filter(|_| are_halves);
    let first = execution.computes.first().filter(|it| it.ports.0.count_ones() > 1);
    let ports = first.map_or(0, |it| it.ports.0);
    let single = (0..u32::BITS).map(|it| 1 << it).filter(move |it| ports & it != 0);
    let shorter = shorter.cloned();
    single.filter_map(move |port| Some(Change { later_on: Some(port), ..shorter.clone()? }))
}

/// Returns the change to latencies of operands, made whole; `None` if no file can say it.
fn latency_change(by_operand: &[(u8, f64)], whole: fn(f64) -> f64) -> Option<Change> {
    let cycles = |it: &(u8, f64)| whole(it.1) as u16;
    // Each try of what no file can say has all others read again.
    let least = by_operand.iter().map(cycles).min();
    let least = least.filter(|it| (1..=MAX_LATENCY_CYCLES).contains(it))?;
    let delays = by_operand
        .iter()
        .filter(|it| cycles(it) > least)
        .filter_map(|it| Some((it.0, u8::try_from(cycles(it) - least).ok()?)));
    Some(Change { latency_cycles: Some(least), delays: delays.collect(), ..Change::default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_need_as_long_as_the_busiest_union() {
        // Two micro-ops for port 0, one for either.
        assert_eq!(bound(&[1, 1, 3], None), 2.0);
        // All three ports together: one and a half cycles of three micro-ops for two ports.
        assert_eq!(bound(&[1, 3, 3], None), 1.5);
        assert_eq!(bound(&[3], Some((PortSet(1), 2))), 2.0);
        assert_eq!(bound(&[1], Some((PortSet(3), 4))), 2.5);
    }

    #[test]
    fn a_port_is_kept_for_whole_cycles() {
        assert_eq!(busy_cycles(&[(3, 1)], 2.0), Some(4));
        assert_eq!(busy_cycles(&[(3, 1)], 0.5), None);
        assert_eq!(busy_cycles(&[(3, 1)], 0.58), None);
        // The other micro-op has a port of its own.
        assert_eq!(busy_cycles(&[(1, 1), (2, 1)], 3.0), Some(3));
        assert_eq!(busy_cycles(&[(1, 2)], 3.0), Some(2));
    }

    #[test]
    fn all_multisets_are_tried_once() {
        let mut all = Vec::new();
        multisets(&[1, 2], 2, &mut Vec::new(), &mut |it| all.push(it.to_vec()));
        assert_eq!(all, [vec![1], vec![1, 1], vec![1, 2], vec![2], vec![2, 2]]);
        assert_eq!(grouped(&[2, 1, 2]), [(1, 1), (2, 2)]);
    }
}
