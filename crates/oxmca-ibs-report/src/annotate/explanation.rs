//! Sentences about differences between measured and predicted times.

use oxmca_ibs::comparison::{AccessKind, Mean, Reason, Times, Verdict};

use super::annotation::{AnnotatedInstruction, Annotation};
use crate::layout::percent;

/// The names of the three times.
const TIMES: [&str; 3] = ["tag to retire", "dispatch to complete", "completion to retire"];

/// Returns the times that differ, measured and simulated; `None` if none does.
pub fn difference(row: &AnnotatedInstruction) -> Option<String> {
    let measured = Times::measured(&row.counts)?.values();
    let predicted = row.predicted?.values();
    let verdicts = row.finding.verdicts.values();
    let differs = |verdict: Verdict| matches!(verdict, Verdict::Longer | Verdict::Shorter);
    let part = |at: usize| {
        let Mean { cycles, error_cycles } = measured[at];
        let error = error_cycles.unwrap_or(0.0);
        format!("{} {cycles:.2} \u{b1} {error:.2}, simulated {:.2}", TIMES[at], predicted[at])
    };
    let parts: Vec<String> = (0..3).filter(|at| differs(verdicts[*at])).map(part).collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns whether a reason is one of the whole loop.
pub fn is_of_loop(reason: &Reason) -> bool {
    matches!(reason, Reason::Mispredictions { .. } | Reason::ShortLoop { .. })
}

/// Returns a likely reason as a sentence.
pub fn reason(annotation: &Annotation<'_>, reason: &Reason) -> String {
    let at = |index: usize| format!("{:x}", annotation.instructions[index].instruction.address);
    match *reason {
        Reason::DataCacheMisses { share, latency_cycles } => format!(
            "{} of its samples are loads that miss the data cache, {latency_cycles:.2} cycles each.",
            percent(share)
        ),
        Reason::PageWalks { share, latency_cycles } => format!(
            "{} of its samples wait for page walks, {latency_cycles:.2} cycles each.",
            percent(share)
        ),
        Reason::Access { kind, share } => {
            format!("{} of its samples {}.", percent(share), access(kind))
        }
        Reason::Operand { producer } => format!("It waits for the result of {}.", at(producer)),
        Reason::Older { older } => format!("It waits for {} to retire.", at(older)),
        Reason::Mispredictions { branch, share } => format!(
            "{} of the branches at {} are mispredicted, which empties the pipeline: less is ahead.",
            percent(share),
            at(branch)
        ),
        Reason::ShortLoop { iterations } => format!(
            "The loop is gone around about {iterations:.1} times only: the pipeline does not fill."
        ),
    }
}

fn access(kind: AccessKind) -> &'static str {
    match kind {
        AccessKind::DtlbMiss => "miss both levels of the DTLB",
        AccessKind::BankConflict => "have bank conflicts",
        AccessKind::CancelledForwarding => "could not have a store's data forwarded",
        AccessKind::Misaligned => "cross a boundary",
        AccessKind::Locked => "are locked",
        AccessKind::Uncacheable => "access uncacheable memory",
        AccessKind::WriteCombining => "access write-combining memory",
    }
}

/// Returns the name of a kind of reason, as in data.
pub fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::DataCacheMisses { .. } => "data-cache-misses",
        Reason::PageWalks { .. } => "page-walks",
        Reason::Access { kind, .. } => match kind {
            AccessKind::DtlbMiss => "dtlb-misses",
            AccessKind::BankConflict => "bank-conflicts",
            AccessKind::CancelledForwarding => "cancelled-forwarding",
            AccessKind::Misaligned => "misaligned",
            AccessKind::Locked => "locked",
            AccessKind::Uncacheable => "uncacheable",
            AccessKind::WriteCombining => "write-combining",
        },
        Reason::Operand { .. } => "operand",
        Reason::Older { .. } => "older-instruction",
        Reason::Mispredictions { .. } => "mispredictions",
        Reason::ShortLoop { .. } => "short-loop",
    }
}
