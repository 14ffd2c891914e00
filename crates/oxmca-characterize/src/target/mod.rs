//! The targets whose instructions can be characterized: the facts that experiments need beside the tables.
//!
//! All that knows instructions or registers by name is in the folders of targets; nothing else of this crate does.

mod aarch64;
mod facts;
mod x86;

use oxmca::Session;

pub(crate) use facts::TargetFacts;

use crate::probes::Probe;

/// Returns the facts about the target of a session; `None` if they are not known.
pub(crate) fn of(session: &Session) -> Option<&'static TargetFacts> {
    let arch = session.target().triple().arch()?.facts().name;
    [&x86::X86, &aarch64::AARCH64].into_iter().find(|it| it.arch == arch)
}

/// Returns the blocks that numbers of a session's processor decide.
pub(crate) fn probes(session: &Session) -> &'static [Probe] {
    of(session).map_or(&[], |it| it.probes)
}
