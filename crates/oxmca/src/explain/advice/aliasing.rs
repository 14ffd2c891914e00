//! Loads that may have to wait for stores.

use oxmca_asm::Operand;
use oxmca_asm::target::hardware::Direction;

use super::super::sentence::{Figure, Sentence};
use super::body::{Body, Origin};
use super::change::Change;
use super::memory::AccessAt;
use super::trial::Trials;
use crate::error::ErrorKind;
use crate::simulation::model::PipelineOptions;

/// Says what an iteration takes if loads read what the iteration before stored, where the data decide about that.
///
/// # Errors
/// [`ErrorKind::Interrupted`].
pub(super) fn unordered_stores(
    body: &Body<'_>,
    trials: &Trials<'_>,
) -> Result<Option<Sentence>, ErrorKind> {
    let Some((load, store)) = read_and_written(body) else { return Ok(None) };
    let Some(change) = at_one_place(body, &[load, store]) else { return Ok(None) };
    let options: PipelineOptions = trials.input().options.into();
    let options = PipelineOptions { assume_no_alias: false, ..options };
    let Some(cycles) = trials.cycles_with(&change, &options)? else { return Ok(None) };
    // The same within what is worth a sentence.
    let before = trials.cycles_before();
    if cycles.to_f64() < before.to_f64() * 1.1 {
        return Ok(None);
    }
    let template = "The data decide whether {} reads what {} stored the iteration before: if so each time, an iteration \
                    takes {} instead of {} (simulated).";
    let figures = vec![
        Figure::Instructions(vec![load.at as u32]),
        Figure::Words(if load.at == store.at { "it" } else { "the loop" }),
        Figure::Cycles(cycles),
        Figure::Cycles(before),
    ];
    Ok(Some(Sentence::fact("unordered_stores", template, figures)))
}

/// Returns a load and a store of one address that the data decide.
fn read_and_written(body: &Body<'_>) -> Option<(AccessAt, AccessAt)> {
    let stores = body.accesses(Direction::Store);
    let loads = body.accesses(Direction::Load);
    let is_open = |it: &AccessAt| {
        let mut registers = body.address_registers(it.at).into_iter();
        body.address(*it).is_none()
            && registers.any(|reg| body.origin(it.at, reg) == Origin::Data)
            && body.steps[it.at].facts.address_of(&body.access(*it)).is_some_and(|address| {
                !address.is_gather && (address.base.is_some() || address.index.is_some())
            })
    };
    loads.into_iter().filter(|it| is_open(it)).find_map(|load| {
        let of = |it: AccessAt| body.steps[it.at].facts.address_of(&body.access(it));
        let mut stores = stores.iter().copied().filter(is_open);
        let store = stores.find(|store| {
            let is_same = match (of(load), of(*store)) {
                (Some(one), Some(two)) => {
                    (one.base, one.index, one.scale, one.displacement, one.symbol)
                        == (two.base, two.index, two.scale, two.displacement, two.symbol)
                }
                _ => false,
            };
            let mut registers = body.address_registers(load.at).into_iter();
            let is_unchanged = registers
                .all(|reg| body.writer_before(store.at, reg) == body.writer_before(load.at, reg));
            is_same && store.at >= load.at && is_unchanged
        })?;
        Some((load, store))
    })
}

/// Returns the code with accesses at one place in all iterations.
fn at_one_place(body: &Body<'_>, accesses: &[AccessAt]) -> Option<Change> {
    let mut change = Change::of(body);
    for AccessAt { at, access } in accesses {
        let facts = &body.steps[*at].facts;
        let address = facts.address_of(facts.accesses.get(*access)?)?;
        for position in address.operands.into_iter().flatten() {
            let operand = change.insts[*at].operands.get_mut(usize::from(position))?;
            let reg = operand.reg()?;
            let whole = body.variants.whole(reg);
            if body.is_unused(whole) || body.is_constant(whole) {
                continue;
            }
            let spare = body.spare(whole).into_iter().next()?;
            *operand = Operand::Reg(body.variants.counterpart(reg, spare)?);
        }
    }
    Some(change)
}
