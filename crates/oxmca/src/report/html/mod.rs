//! A page with everything about regions: one file that needs nothing else.
//!
//! The page is three assets (`page.html`, `page.css`, `page.js`) and the data of the regions as compact JSON, once. The
//! script makes tables and drawings of it. [`Page`] puts them together.

mod region;

use serde::Serialize;

pub use region::Region;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A page, to which CPUs and their regions are added.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    generator: &'static str,
    input: String,
    machines: Vec<Machine>,
}

/// A CPU, and the regions as they run there.
#[derive(Clone, Debug, Serialize)]
struct Machine {
    cpu: String,
    triple: String,
    regions: Vec<Region>,
}

impl Page {
    /// Begins a page about an input.
    pub fn new(input: &str) -> Page {
        let generator = concat!("oxmca ", env!("CARGO_PKG_VERSION"));
        Page { generator, input: input.to_owned(), machines: Vec::new() }
    }

    /// Adds a CPU. Regions that are added next are on it.
    pub fn add_machine(&mut self, cpu: &str, triple: &str) {
        let (cpu, triple) = (cpu.to_owned(), triple.to_owned());
        self.machines.push(Machine { cpu, triple, regions: Vec::new() });
    }

    /// Adds a region on the CPU that was added last.
    pub fn add_region(&mut self, region: Region) {
        if let Some(machine) = self.machines.last_mut() {
            machine.regions.push(region);
        }
    }

    /// Returns the page as text.
    pub fn to_text(&self) -> String {
        // Fails for keys that are no strings and for errors of a writer; here is neither.
        let data = serde_json::to_string(self).unwrap_or_default();
        // No text within the data can end the element that it is in.
        let data = data.replace('<', "\\u003c");
        let title = escaped(&self.input);
        let mut page =
            String::with_capacity(TEMPLATE.len() + STYLE.len() + SCRIPT.len() + data.len());
        let mut rest = TEMPLATE;
        for (mark, text) in
            [("{title}", &*title), ("{style}", STYLE), ("{data}", &*data), ("{script}", SCRIPT)]
        {
            if let Some((before, after)) = rest.split_once(mark) {
                page.push_str(before);
                page.push_str(text);
                rest = after;
            }
        }
        page.push_str(rest);
        page
    }
}

/// A text as HTML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
