//! One text on several CPUs, as a page.

use oxmca::report::html::Page;
use oxmca::{Format, RenderedRegion};

use crate::analysis::{NOTHING_TO_ANALYZE, print_messages};
use crate::compare::Column;
use crate::console::{Console, Failed};
use crate::flags::args::Input;
use crate::{run, simulation};

/// Appends the page to `out`.
///
/// # Errors
/// When the text cannot be analyzed for one of the CPUs, after the messages that say so.
pub fn report(
    columns: &[Column],
    input: &Input,
    bytes: &[u8],
    console: &mut dyn Console,
    out: &mut Vec<u8>,
) -> Result<(), Failed> {
    let mut page = Page::new(input.name());
    let mut is_empty = true;
    for Column { args, session } in columns {
        let code = run::read_code(args, session, input, bytes.to_vec(), console)?;
        let options = simulation::options(args, session);
        let mut reporter = code.reporter(&options, Format::Html);
        let mut machine = session.machine_of_page(options.simulation());
        for region in code.regions() {
            let outcome = reporter.report(region, None);
            print_messages(&code, &outcome.messages, console);
            if let Some(RenderedRegion::Html(rendered)) = outcome.rendered.map_err(|_| 1)? {
                machine.add(*rendered);
            }
        }
        is_empty &= machine.is_empty();
        page.add(machine);
    }
    if is_empty {
        return Err(console.failed(NOTHING_TO_ANALYZE));
    }
    out.extend_from_slice(page.to_text().as_bytes());
    Ok(())
}
