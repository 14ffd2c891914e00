// One more option, which tests of all front ends look for. It is no module of a crate: tests include it by its path.

use oxmca::options::{AppliesTo, OPTIONS, OptionEntry, OptionKind, OptionList, OptionValue};

/// Its name.
pub const NAME: &str = "latency_of_everything";

/// Returns all options and one more, which sets the latency of calls.
pub fn list() -> OptionList {
    let one_more = OptionEntry {
        name: NAME,
        flag: "latency-of-everything",
        title: "Latency of everything",
        text: "Cycles that everything takes",
        kind: OptionKind::Number { zero_is_unset: false },
        applies_to: AppliesTo::Model,
        set: |requested, value| {
            if let OptionValue::Number(number) = value {
                requested.options.call_latency_cycles = number;
            }
        },
        value: |options| OptionValue::Number(options.call_latency_cycles),
        default: || OptionValue::Number(100),
        ..OptionEntry::USUAL
    };
    let all = OPTIONS.iter().copied().chain([one_more]).collect::<Vec<_>>();
    OptionList(Vec::leak(all))
}
