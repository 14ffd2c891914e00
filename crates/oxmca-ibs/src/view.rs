//! Tables of events and ratios, as data.

use crate::counts::Counts;
use crate::event::EventId;
use crate::profile::Profile;

/// A table of events and ratios.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The name for command lines, e.g. `fetch-overall`.
    pub key: &'static str,
    /// The heading.
    pub title: &'static str,
    /// The columns.
    pub columns: &'static [Column],
}

/// A column of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Column {
    /// The value of an event.
    Event(EventId),
    /// The quotient of two events.
    Ratio(Ratio),
}

/// The quotient of two events.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The heading.
    pub name: &'static str,
    /// The name for programs.
    pub symbol: &'static str,
    /// The event whose value is divided.
    pub numerator: EventId,
    /// The event to divide by.
    pub denominator: EventId,
    /// The unit of the quotient.
    pub unit: Unit,
}

/// The unit of a ratio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A part of a whole, from 0 to 1.
    Share,
    /// Cycles for each sample.
    Cycles,
}

/// A cell of a view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cell {
    /// The processor cannot tell, or there is nothing to divide by.
    NotAvailable,
    /// A number of samples, or of cycles.
    Count(u64),
    /// A ratio.
    Ratio(f64, Unit),
}

impl Column {
    /// Returns the heading.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Event(id) => id.event().abbreviation,
            Self::Ratio(ratio) => ratio.name,
        }
    }

    /// Returns the name for programs.
    #[must_use]
    pub fn symbol(&self) -> &'static str {
        match self {
            Self::Event(id) => id.event().symbol,
            Self::Ratio(ratio) => ratio.symbol,
        }
    }

    /// Returns the cell of some samples.
    #[must_use]
    pub fn cell(&self, profile: &Profile, counts: &Counts) -> Cell {
        let value = |id| profile.value(counts, id);
        match self {
            Self::Event(id) => value(*id).map_or(Cell::NotAvailable, Cell::Count),
            Self::Ratio(ratio) => match (value(ratio.numerator), value(ratio.denominator)) {
                (Some(numerator), Some(denominator)) if denominator > 0 => {
                    Cell::Ratio(numerator as f64 / denominator as f64, ratio.unit)
                }
                _ => Cell::NotAvailable,
            },
        }
    }
}

impl View {
    /// Returns the view of a key.
    #[must_use]
    pub fn of_key(key: &str) -> Option<&'static Self> {
        VIEWS.iter().find(|it| it.key == key)
    }

    /// Returns whether any of its events is available.
    #[must_use]
    pub fn is_available(&self, profile: &Profile) -> bool {
        self.columns.iter().any(|it| match it {
            Column::Event(id) => profile.is_available(*id),
            Column::Ratio(_) => false,
        })
    }
}

const fn code(code: u16) -> EventId {
    EventId::coded(code)
}

const fn symbol(symbol: &str) -> EventId {
    EventId::named(symbol)
}

const fn event(select: u16) -> Column {
    Column::Event(code(select))
}

const fn ours(name: &str) -> Column {
    Column::Event(symbol(name))
}

const fn ratio(
    name: &'static str,
    key: &'static str,
    numerator: EventId,
    denominator: EventId,
    unit: Unit,
) -> Column {
    Column::Ratio(Ratio { name, symbol: key, numerator, denominator, unit })
}

const fn share(
    name: &'static str,
    key: &'static str,
    numerator: EventId,
    denominator: EventId,
) -> Column {
    ratio(name, key, numerator, denominator, Unit::Share)
}

const fn average(
    name: &'static str,
    key: &'static str,
    numerator: EventId,
    denominator: EventId,
) -> Column {
    ratio(name, key, numerator, denominator, Unit::Cycles)
}

const FETCH_LATENCY: Column =
    average("avg fetch lat", "avg_fetch_latency", code(0xF00E), code(0xF002));
const TAG_TO_RETIRE: Column =
    average("avg tag-to-ret", "avg_tag_to_retire", code(0xF101), code(0xF100));
const COMPLETION_TO_RETIRE: Column =
    average("avg comp-to-ret", "avg_completion_to_retire", code(0xF102), code(0xF100));
/// As the guide defines it: loads only above, loads and stores below the line.
const MISS_LATENCY: Column =
    average("DC miss lat/DC miss", "dc_miss_latency_per_miss", code(0xF219), code(0xF206));
const LOAD_MISS_LATENCY: Column =
    average("avg load miss lat", "avg_load_miss_latency", code(0xF219), symbol("LOAD_DC_MISS"));

/// The views: those of CodeXL, then ours.
pub static VIEWS: &[View] = &[
    View {
        key: "fetch-overall",
        title: "IBS fetch: overall",
        columns: &[
            event(0xF000),
            event(0xF001),
            event(0xF002),
            event(0xF003),
            event(0xF004),
            event(0xF00E),
            FETCH_LATENCY,
        ],
    },
    View {
        key: "fetch-instruction-cache",
        title: "IBS fetch: instruction cache",
        columns: &[
            event(0xF002),
            event(0xF003),
            event(0xF008),
            share("IC miss ratio", "ic_miss_ratio", code(0xF008), code(0xF002)),
            event(0xF00E),
            FETCH_LATENCY,
        ],
    },
    View {
        key: "fetch-itlb",
        title: "IBS fetch: instruction TLB",
        columns: &[
            event(0xF002),
            event(0xF003),
            event(0xF005),
            event(0xF006),
            event(0xF007),
            share("L1M L2H ratio", "itlb_l1_miss_l2_hit_ratio", code(0xF006), code(0xF002)),
            share("L1M L2M ratio", "itlb_miss_ratio", code(0xF007), code(0xF002)),
            event(0xF00F),
            event(0xF010),
            average("avg itlb refill", "avg_itlb_refill_latency", code(0xF010), code(0xF007)),
        ],
    },
    View {
        key: "fetch-pages",
        title: "IBS fetch: page translations",
        columns: &[
            event(0xF002),
            event(0xF003),
            event(0xF00A),
            event(0xF00B),
            ours("FETCH_1G_PAGE"),
            ours("FETCH_16K_PAGE"),
        ],
    },
    View {
        key: "all-ops",
        title: "IBS op: all ops",
        columns: &[
            event(0xF100),
            event(0xF103),
            event(0xF200),
            event(0xF101),
            event(0xF102),
            TAG_TO_RETIRE,
            COMPLETION_TO_RETIRE,
        ],
    },
    View {
        key: "branch",
        title: "IBS op: branches",
        columns: &[
            event(0xF103),
            event(0xF104),
            share("misp ratio", "mispredict_ratio", code(0xF104), code(0xF103)),
            event(0xF105),
            event(0xF106),
            TAG_TO_RETIRE,
            COMPLETION_TO_RETIRE,
        ],
    },
    View {
        key: "return",
        title: "IBS op: returns",
        columns: &[
            event(0xF107),
            event(0xF103),
            event(0xF108),
            share("misp RET ratio", "return_mispredict_ratio", code(0xF108), code(0xF107)),
            TAG_TO_RETIRE,
            COMPLETION_TO_RETIRE,
        ],
    },
    View {
        key: "load-store",
        title: "IBS memory: loads and stores",
        columns: &[
            event(0xF200),
            event(0xF201),
            event(0xF202),
            MISS_LATENCY,
            LOAD_MISS_LATENCY,
            event(0xF21C),
        ],
    },
    View {
        key: "data-cache",
        title: "IBS memory: data cache",
        columns: &[
            event(0xF200),
            event(0xF201),
            event(0xF202),
            event(0xF206),
            share("DC miss rate", "dc_miss_rate", code(0xF206), code(0xF100)),
            share("DC miss ratio", "dc_miss_ratio", code(0xF206), code(0xF200)),
            event(0xF219),
            MISS_LATENCY,
            LOAD_MISS_LATENCY,
        ],
    },
    View {
        key: "dtlb",
        title: "IBS memory: data TLB",
        columns: &[
            event(0xF200),
            event(0xF201),
            event(0xF202),
            event(0xF204),
            event(0xF205),
            share("L1M L2H rate", "dtlb_l1_miss_l2_hit_rate", code(0xF204), code(0xF100)),
            share("L1M L2M rate", "dtlb_miss_rate", code(0xF205), code(0xF100)),
            MISS_LATENCY,
            ours("PAGE_WALK"),
            average(
                "avg walk lat",
                "avg_page_walk_latency",
                symbol("PAGE_WALK_LATENCY"),
                symbol("PAGE_WALK"),
            ),
        ],
    },
    View {
        key: "forwarding",
        title: "IBS memory: forwarding and bank conflicts",
        columns: &[
            event(0xF201),
            event(0xF202),
            event(0xF209),
            event(0xF20A),
            event(0xF20B),
            event(0xF20C),
            event(0xF210),
        ],
    },
    View {
        key: "locked-and-type",
        title: "IBS memory: locked operations and access by type",
        columns: &[
            event(0xF200),
            event(0xF201),
            event(0xF202),
            event(0xF20D),
            event(0xF20E),
            event(0xF20F),
        ],
    },
    View {
        key: "page-sizes",
        title: "IBS memory: translations by page size",
        columns: &[
            event(0xF200),
            event(0xF211),
            event(0xF212),
            event(0xF213),
            event(0xF215),
            event(0xF216),
            event(0xF217),
        ],
    },
    View {
        key: "nb-access",
        title: "IBS Northbridge: local and remote access",
        columns: &[
            event(0xF201),
            event(0xF240),
            event(0xF24B),
            average("avg local lat", "avg_local_latency", code(0xF24B), code(0xF240)),
            event(0xF241),
            event(0xF24C),
            average("avg remote lat", "avg_remote_latency", code(0xF24C), code(0xF241)),
        ],
    },
    View {
        key: "nb-cache-state",
        title: "IBS Northbridge: cache state",
        columns: &[event(0xF201), event(0xF243), event(0xF244), event(0xF249), event(0xF24A)],
    },
    View {
        key: "nb-requests",
        title: "IBS Northbridge: request breakdown",
        columns: &[
            event(0xF201),
            event(0xF242),
            event(0xF243),
            event(0xF244),
            event(0xF245),
            event(0xF246),
            event(0xF247),
            event(0xF248),
            ours("SOURCE_LONG_LATENCY"),
            ours("SOURCE_EXTENSION"),
            ours("SOURCE_PEER"),
        ],
    },
    View {
        key: "data-source-latency",
        title: "Latency of loads by data source",
        columns: &[
            average("local L3", "avg_latency_l3", symbol("LATENCY_L3"), code(0xF242)),
            average(
                "near cache",
                "avg_latency_near_cache",
                symbol("LATENCY_NEAR_CACHE"),
                code(0xF243),
            ),
            average(
                "far cache",
                "avg_latency_far_cache",
                symbol("LATENCY_FAR_CACHE"),
                code(0xF244),
            ),
            average(
                "local DRAM",
                "avg_latency_local_dram",
                symbol("LATENCY_LOCAL_DRAM"),
                code(0xF245),
            ),
            average(
                "remote DRAM",
                "avg_latency_remote_dram",
                symbol("LATENCY_REMOTE_DRAM"),
                code(0xF246),
            ),
            ours("LOAD_DC_MISS"),
            ours("LOAD_L2_MISS"),
            LOAD_MISS_LATENCY,
        ],
    },
    View {
        key: "front-end",
        title: "Fused and microcoded ops, op cache, L3 misses of fetches",
        columns: &[
            event(0xF103),
            ours("OP_FUSED_BRANCH"),
            share("fused ratio", "fused_branch_ratio", symbol("OP_FUSED_BRANCH"), code(0xF103)),
            event(0xF100),
            ours("OP_MICROCODE"),
            share("microcode ratio", "microcode_ratio", symbol("OP_MICROCODE"), code(0xF100)),
            event(0xF002),
            ours("FETCH_OP_CACHE_MISS"),
            ours("FETCH_L3_MISS"),
            ours("SOFTWARE_PREFETCH"),
        ],
    },
];

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;

    #[test]
    fn keys_are_unique_and_symbols_name_one_thing() {
        let keys: HashSet<_> = VIEWS.iter().map(|it| it.key).collect();
        assert_eq!(keys.len(), VIEWS.len());
        let mut ratios = HashMap::new();
        for column in VIEWS.iter().flat_map(|it| it.columns) {
            if let Column::Ratio(ratio) = column {
                let known = ratios.entry(ratio.symbol).or_insert(*ratio);
                assert_eq!(known, ratio);
                assert!(EventId::of_symbol(ratio.symbol).is_none());
            }
        }
    }

    #[test]
    fn views_show_every_event() {
        let shown: HashSet<EventId> = VIEWS
            .iter()
            .flat_map(|it| it.columns)
            .flat_map(|it| match it {
                Column::Event(id) => vec![*id],
                Column::Ratio(ratio) => vec![ratio.numerator, ratio.denominator],
            })
            .collect();
        // Hits, misalignment and resyncs are in no view of the guide; the summary has all events.
        let left_out: Vec<u16> =
            EventId::all().filter(|id| !shown.contains(id)).map(|id| id.event().code).collect();
        assert_eq!(left_out, [0xF009, 0xF109, 0xF203, 0xF207, 0xF208]);
    }
}
