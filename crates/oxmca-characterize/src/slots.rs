//! Slots of the renamer.

use oxmca::{Inst, Session};

use crate::change::Change;
use crate::experiment::{self, Question};
use crate::form::Memory;
use crate::subject::{Subject, Usual};
use crate::target;

/// Experiments whose blocks would be longer have none among fillers.
const MAX_FILLERS: f64 = 48.0;
/// Cycles that fillers take longer than what is slowest about a form, so that the renamer limits the block.
const MORE_CYCLES: f64 = 0.5;
/// Most slots of a change.
const MOST_SLOTS: f64 = 64.0;

/// Adds the experiment that tells slots of each form.
pub(crate) fn add(subjects: &mut [Subject], session: &Session) {
    let Some(filler) = filler(session) else { return };
    let Some(width) = width(session) else { return };
    let tables = session.tables();
    for subject in subjects.iter_mut().filter(|it| it.reason.is_none()) {
        let fillers = (width * (subject.slowest_cycles() + MORE_CYCLES)).ceil();
        if fillers > MAX_FILLERS {
            continue;
        }
        let before = subject.renewals(tables);
        let of = (&*before, &subject.form);
        let among = experiment::among_fillers(of, tables, &filler, fillers as usize);
        subject.experiments.push(among);
    }
}

/// Returns the change to slots that were measured otherwise than predicted; an empty one if they were not, or no file can say it.
pub(crate) fn change(subject: &Subject, session: &Session, usual: &Usual) -> Change {
    let mut change = Change::default();
    let answer = subject.answer(|it| matches!(it, Question::Slots { .. }));
    let (Some((question, measured, predicted)), Some(width)) = (answer, width(session)) else {
        return change;
    };
    let Question::Slots { fillers } = question else { return change };
    let expected = usual.expected_among_fillers(fillers, predicted);
    if expected.error(question, measured) <= 1.0 {
        return change;
    }
    let more = ((measured - expected.nearest(measured)) * width).round();
    let slots = (measured * width).round() - fillers as f64;
    match (subject.form.memory, more as i32) {
        (_, 0) => {}
        (Memory::Load, one @ (1 | -1)) => change.separate_load = Some(one > 0),
        (Memory::Store, one @ (1 | -1)) => change.separate_store = Some(one > 0),
        _ if (1.0..=MOST_SLOTS).contains(&slots) => {
            change.slots = Some(slots as u16);
            // What it is decoded into takes as many slots at least.
            change.decoded = change.slots.filter(|_| more < 0.0);
        }
        _ => {}
    }
    change
}

fn filler(session: &Session) -> Option<Inst> {
    let parsed = session.parse(target::of(session)?.filler).ok()?;
    parsed.first_region()?.instructions().first().cloned()
}

/// Returns the slots of the renamer in a cycle.
fn width(session: &Session) -> Option<f64> {
    Some(session.hardware_numbers()?.renamed_micro_ops.into())
}
