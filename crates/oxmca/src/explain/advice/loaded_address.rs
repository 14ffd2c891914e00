//! Chains in which a load gives the address of the next one.

use oxmca_asm::target::hardware::{Effect, Place};
use oxmca_tables::Reg;

use super::super::sentence::{Figure, Sentence};
use super::body::Body;
use crate::steady_state::{Chain, Link, LinkCause};

/// Says that a load of the chain takes its address from the chain, and passes on what it loads.
pub(super) fn loaded_address(body: &Body<'_>, chain: &Chain) -> Option<Sentence> {
    let links: Vec<&Link> = chain.links.iter().collect();
    let register = |link: &Link| match link.dependency {
        LinkCause::Register(reg) => Some(body.variants.whole(reg)),
        LinkCause::Memory | LinkCause::Order => None,
    };
    let (number, link) = links.iter().enumerate().find(|(number, link)| {
        let onward = links[(number + 1) % links.len()];
        let load = link.to_instruction as usize;
        load < body.len()
            && register(link).is_some_and(|reg| body.address_registers(load).contains(&reg))
            && register(onward).is_some_and(|reg| loads(body, load, reg))
    })?;
    let from = links[number].from_instruction;
    let template = "The address of {} comes from {}, so each load waits for the one before it.";
    let figures =
        vec![Figure::Instructions(vec![link.to_instruction]), Figure::Instructions(vec![from])];
    Some(Sentence::fact("loaded_address", template, figures))
}

/// Returns whether an instruction loads a register, as far as that is known.
fn loads(body: &Body<'_>, at: usize, reg: Reg) -> bool {
    let facts = &body.steps[at].facts;
    let is_loaded = match &facts.effect {
        Effect::Unknown => true,
        Effect::Assigns(list) => {
            let mut to_it = list.iter().filter(|it| match it.destination {
                Place::Register(part) => body.variants.whole(part.root) == reg,
                _ => false,
            });
            match to_it.next() {
                Some(it) => it.sources.iter().any(|source| source.is_memory()),
                // A result in another kind of register.
                None => body.writes(at, reg),
            }
        }
    };
    facts.loads() && is_loaded
}
