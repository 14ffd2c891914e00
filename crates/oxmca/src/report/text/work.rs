//! The work section as text.

use std::fmt::Write;

use super::columns::TextColumns;
use super::{Context, RenderText};
use crate::ratio::Ratio;
use crate::view::work::LoopWork;
use crate::work::{Amount, NumberClass, Operations, Stream, Unit, UnknownWork, Work};

/// Streams that are listed.
const MAX_STREAMS: usize = 12;

impl RenderText for LoopWork {
    fn render_text(&self, _: &Context<'_>, out: &mut String) {
        out.push_str("\n\nWork of an iteration:\n");
        let amount = self.work.as_ref().map_err(|it| *it).and_then(Work::amount);
        let mut columns = TextColumns::new(out);
        let mut line = |title: &str, text: &str| {
            columns.push(title);
            columns.pad_to(24);
            columns.push(text);
            columns.push("\n");
        };
        line("Amount:", &amount_line(amount, self.cycles_per_iteration.to_f64()));
        let Ok(work) = &self.work else { return };
        let mut title = "Operations:";
        for it in &work.operations {
            let times = match (it.is_scalable, work.granule_bytes) {
                (true, Some(bytes)) => format!(", for each {bytes} bytes of a vector"),
                _ => String::new(),
            };
            line(title, &(operations(it) + &times));
            title = "";
        }
        title = "Memory:";
        for it in work.streams.iter().take(MAX_STREAMS) {
            let granule_bytes = work.granule_bytes.filter(|_| it.is_scalable);
            line(title, &stream(it, Bytes { granule_bytes }));
            title = "";
        }
        if work.streams.len() > MAX_STREAMS {
            line("", &format!("... and {} more", work.streams.len() - MAX_STREAMS));
        }
        if work.unknown_accesses > 0 {
            let count = counted(work.unknown_accesses.into(), "access", "accesses");
            line(title, &format!("{count} at addresses that depend on data"));
        }
        if let Some(step) = work.counter_step {
            let times = match (step.is_scalable, work.granule_bytes) {
                (true, Some(bytes)) => format!(" for each {bytes} bytes of a vector"),
                _ => String::new(),
            };
            line("Counter:", &format!("goes on by {}{times}", step.by));
        }
    }
}

/// Returns an amount with the cycles of a unit of it, or the reason why it is not known.
pub(super) fn amount_line(amount: Result<Amount, UnknownWork>, cycles: f64) -> String {
    let Amount { count, unit } = match amount {
        Ok(amount) => amount,
        Err(reason) => return format!("not known: {reason}"),
    };
    let each = cycles / count.to_f64();
    let vectors = count;
    let count = count.numerator();
    match unit {
        Unit::Elements { bytes } => {
            let bytes = counted(bytes.into(), "byte", "bytes");
            let count = counted(count, "element", "elements");
            format!("{count} of {bytes}, {each:.3} cycles each")
        }
        Unit::Bytes => {
            format!("{}, {each:.3} cycles each", counted(count, "byte", "bytes"))
        }
        Unit::Vectors { element_bytes } => {
            let elements = element_bytes.map(|it| counted(it.into(), "byte", "bytes"));
            let elements = elements.map(|it| format!(" in elements of {it}")).unwrap_or_default();
            format!("{}{elements}, {each:.3} cycles each", lengths(vectors))
        }
    }
}

/// Returns a number of vectors whose length is not known.
fn lengths(count: Ratio) -> String {
    match (count.numerator(), count.denominator()) {
        (1, 1) => "1 vector".to_owned(),
        (count, 1) => format!("{count} vectors"),
        (1, parts) => format!("1/{parts} of a vector"),
        (count, parts) => format!("{count}/{parts} vectors"),
    }
}

/// Bytes, or the vectors that so many bytes for each granule are.
#[derive(Clone, Copy)]
struct Bytes {
    granule_bytes: Option<u16>,
}

impl Bytes {
    fn text(self, bytes: u64) -> String {
        match self.granule_bytes {
            Some(granule) => lengths(Ratio::new(bytes, granule.into())),
            None => counted(bytes, "byte", "bytes"),
        }
    }
}

fn operations(it: &Operations) -> String {
    let kind = match it.class {
        NumberClass::Float => "floating-point numbers",
        NumberClass::Integer => "integers",
    };
    format!("{} on {kind} of {} bits", it.count, it.bits)
}

fn stream(it: &Stream, bytes: Bytes) -> String {
    let mut text = String::new();
    let both = [("reads", it.read_bytes), ("writes", it.written_bytes)];
    for (verb, count) in both.into_iter().filter(|it| it.1 > 0) {
        let and = if text.is_empty() { "" } else { " and " };
        let _ = write!(text, "{and}{verb} {}", bytes.text(count));
    }
    let way = if it.stride_bytes < 0 { "back" } else { "on" };
    let stride = bytes.text(it.stride_bytes.unsigned_abs());
    let _ = write!(text, ", goes {way} by {stride}");
    if let Some(bytes) = it.element_bytes {
        let _ = write!(text, ", in elements of {}", counted(bytes.into(), "byte", "bytes"));
    }
    text
}

fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}
