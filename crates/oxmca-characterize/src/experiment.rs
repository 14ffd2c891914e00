//! Blocks that tell one thing about a form.

use oxmca::{Inst, Reg};
use oxmca_tables::Tables;

use crate::form::Form;

/// The thing that an experiment tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// The time of an instance among others that do not wait for it.
    Throughput,
    /// The time from a source to a result, by their places among machine operands.
    Latency {
        /// The source.
        from: usize,
        /// The result.
        to: usize,
    },
    /// The time of an instance if each waits for the one before, through registers that all instances read and write.
    Fixed,
    /// The time of an instance among instructions that only take a slot of the renamer.
    Slots {
        /// These in each iteration.
        fillers: usize,
    },
    /// The time of an instance among others that take some ports, by the number of the blocker.
    Ports {
        /// The blocker.
        blocker: usize,
        /// Instances of it in each iteration.
        count: usize,
    },
}

/// A block that tells one thing about a form.
#[derive(Clone, Debug)]
pub(crate) struct Experiment {
    pub question: Question,
    pub insts: Vec<Inst>,
    /// Instances of the form in a block.
    pub instances: usize,
}

/// Instances of a form in a block that asks for throughput, at most.
const MOST_INSTANCES: usize = 8;

/// Returns the number of instances of a form alone, which write registers of their own.
pub(crate) fn num_alone(form: &Form) -> usize {
    let results = form.results.iter().map(|it| form.num_results(*it)).min();
    results.unwrap_or(MOST_INSTANCES).clamp(1, MOST_INSTANCES)
}

/// Returns the experiment that tells throughput.
pub(crate) fn throughput(form: &Form, tables: &Tables<'_>) -> Experiment {
    let instances = num_alone(form);
    Experiment {
        question: Question::Throughput,
        insts: (0..instances).map(|number| form.instance(tables, number, &[])).collect(),
        instances,
    }
}

/// Returns the same of a form whose instances wait for each other through registers that it always takes: these are written
/// before each. `None` if it takes no such ones, or others than can be written.
pub(crate) fn renewed_throughput(form: &Form, tables: &Tables<'_>) -> Option<Experiment> {
    Some(after(&form.renewals(tables)?, form, tables, Question::Throughput))
}

/// Returns the experiment with instances that each come after some instructions.
fn after(before: &[Inst], form: &Form, tables: &Tables<'_>, question: Question) -> Experiment {
    let instances = num_alone(form);
    let insts = (0..instances).flat_map(|number| {
        let instance = form.instance(tables, number, &[]);
        before.iter().cloned().chain([instance]).collect::<Vec<_>>()
    });
    Experiment { question, insts: insts.collect(), instances }
}

/// Returns the experiment that tells how long an instance takes if each waits for the one before, through the first register that
/// all take. Others are written: what is left over would be the upper half of the next dividend, which takes longer.
pub(crate) fn fixed(form: &Form, tables: &Tables<'_>) -> Option<Experiment> {
    let renewals = form.renewals(tables)?;
    Some(after(renewals.get(1..)?, form, tables, Question::Fixed))
}

/// Returns the experiments that tell latencies from sources to results of the same family.
pub(crate) fn latencies(form: &Form, tables: &Tables<'_>) -> Vec<Experiment> {
    let mut all = Vec::new();
    for &to in &form.results {
        for &from in &form.sources {
            let insts = chain(form, tables, from, to);
            if let Some(insts) = insts {
                let instances = insts.len();
                let question = Question::Latency { from, to };
                all.push(Experiment { question, insts, instances });
            }
        }
    }
    all
}

/// Returns instances each of which waits for the one before it, from a source to a result.
fn chain(form: &Form, tables: &Tables<'_>, from: usize, to: usize) -> Option<Vec<Inst>> {
    if form.family(from) != form.family(to) {
        return None;
    }
    if let Some(other) = form.tied_to(from) {
        return (other == to).then(|| vec![form.instance(tables, 0, &[])]);
    }
    let [one, two] = [form.result(to, 0)?, form.result(to, 1)?];
    if one == two || !form.takes(tables, from, one) || !form.takes(tables, from, two) {
        return None;
    }
    // A result that is also a source would make one chain of both; with two registers in turn, its own is half as long.
    Some(vec![
        form.instance(tables, 0, &[(to, one), (from, two)]),
        form.instance(tables, 0, &[(to, two), (from, one)]),
    ])
}

/// Returns the experiment that tells slots of the renamer: an instance, which comes after some instructions, beside so many others
/// that only take one each.
pub(crate) fn among_fillers(
    (before, form): (&[Inst], &Form),
    tables: &Tables<'_>,
    filler: &Inst,
    fillers: usize,
) -> Experiment {
    let mut insts = before.to_vec();
    insts.push(form.instance(tables, 0, &[]));
    insts.extend(std::iter::repeat_n(filler.clone(), fillers));
    Experiment { question: Question::Slots { fillers }, insts, instances: 1 }
}

/// A form that keeps ports busy.
#[derive(Clone, Debug)]
pub(crate) struct Blocker {
    /// Its place among all forms.
    pub form: usize,
    /// Ports of its one micro-op.
    pub ports: oxmca_tables::hardware::PortSet,
}

/// Returns the experiment that runs an instance, which comes after some instructions, beside so many instances of a blocker.
pub(crate) fn beside(
    (before, form): (&[Inst], &Form),
    tables: &Tables<'_>,
    (number, blocker): (usize, &Form),
    count: usize,
) -> Experiment {
    let mut insts = before.to_vec();
    let instance = form.instance(tables, 0, &[]);
    // Blockers that wait for what the form writes, or keep it waiting, would be chains of both.
    let own = form.results.iter().filter_map(|it| instance.operands.get(*it)?.reg());
    let own: Vec<Reg> = own.collect();
    let is_free = |at: &usize| {
        let result = blocker.results.first().and_then(|it| blocker.result(*it, *at));
        !result.is_some_and(|it| own.iter().any(|other| tables.do_overlap(it, *other)))
    };
    let num_results = blocker.results.first().map_or(1, |it| blocker.num_results(*it));
    let free: Vec<usize> = (0..num_results).filter(is_free).collect();
    insts.push(instance);
    let of_blocker = |at: usize| {
        let result = if free.is_empty() { 0 } else { free[at % free.len()] };
        blocker.instance(tables, result, &[])
    };
    insts.extend((0..count).map(of_blocker));
    let question = Question::Ports { blocker: number, count };
    Experiment { question, insts, instances: 1 }
}
