//! Measured against predicted cycles as a picture (SVG): a panel for each CPU, with logarithmic axes.

use std::fmt::Write;

use crate::validation::{CpuResults, Results};

/// Cells of a decade on each axis.
const CELLS_PER_DECADE: i32 = 16;
/// Powers of ten between which axes are. Blocks beyond them are in the cells at their ends.
const DECADES: std::ops::Range<i32> = -3..6;
/// Length of a panel's axes in pixels.
const PLOT: f64 = 320.0;
/// Pixels to the left of a panel's plot, for the vertical axis.
const LEFT: f64 = 62.0;
/// Pixels above a panel's plot, for its title.
const TOP: f64 = 34.0;
/// Size of a panel in pixels.
const PANEL: (f64, f64) = (LEFT + PLOT + 18.0, TOP + PLOT + 68.0);
/// Panels beside each other.
const COLUMNS: usize = 3;

/// Rules that make the picture readable on light and on dark screens.
const STYLE: &str = "\
text{font:12px sans-serif;fill:#222}\
.title{font-weight:bold}\
.paper{fill:#fff}\
.grid{stroke:#ddd}\
.frame,.equal{stroke:#666;fill:none}\
.tenth{stroke:#666;stroke-dasharray:4 3}\
.cell{fill:#0a5fa8}\
@media (prefers-color-scheme:dark){\
text{fill:#ddd}\
.paper{fill:#15171a}\
.grid{stroke:#33373d}\
.frame,.equal,.tenth{stroke:#999}\
.cell{fill:#7cc0ff}\
}";

/// Returns the picture of results: a complete SVG document.
pub fn svg(results: &Results) -> String {
    let axis = Axis::of(&results.cpus);
    let columns = results.cpus.len().clamp(1, COLUMNS);
    let rows = results.cpus.len().div_ceil(columns).max(1);
    let (width, height) = (PANEL.0 * columns as f64, PANEL.1 * rows as f64);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>Measured and predicted cycles</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>"
    );
    for (number, cpu) in results.cpus.iter().enumerate() {
        let x = LEFT + PANEL.0 * (number % columns) as f64;
        let y = TOP + PANEL.1 * (number / columns) as f64;
        let _ = writeln!(out, "<g transform=\"translate({x} {y})\">");
        panel(cpu, &axis, &mut out);
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
}

/// A logarithmic axis, in cells from its beginning.
struct Axis {
    /// The number of its first cell: cell 0 begins at 1.
    first: i32,
    cells: i32,
}

impl Axis {
    /// Creates the axis on which all values of all CPUs are.
    fn of(cpus: &[CpuResults]) -> Axis {
        let values =
            cpus.iter().flat_map(|it| it.measured_cycles.iter().chain(&it.predicted_cycles));
        let cells = values.copied().filter(|&value| value > 0.0).map(cell_of);
        let (first, last) = cells
            .fold((i32::MAX, i32::MIN), |(first, last), cell| (first.min(cell), last.max(cell)));
        if first > last {
            return Axis { first: 0, cells: CELLS_PER_DECADE };
        }
        Axis { first, cells: last - first + 1 }
    }

    /// Returns the cell of a value, from 0. Values below the axis are in the first one.
    fn cell(&self, value: f64) -> usize {
        let cell = if value > 0.0 { cell_of(value) } else { self.first };
        (cell - self.first).clamp(0, self.cells - 1) as usize
    }

    /// Returns the value at which a cell begins.
    fn start(&self, cell: usize) -> f64 {
        10_f64.powf(f64::from(self.first + cell as i32) / f64::from(CELLS_PER_DECADE))
    }

    /// Pixels from the beginning of the axis to a value.
    fn pixels(&self, value: f64) -> f64 {
        let cells = value.log10() * f64::from(CELLS_PER_DECADE) - f64::from(self.first);
        PLOT * cells / f64::from(self.cells)
    }

    /// Returns the values that are named.
    fn ticks(&self) -> Vec<f64> {
        let steps: &[f64] =
            if self.cells > 3 * CELLS_PER_DECADE { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let first = self.first.div_euclid(CELLS_PER_DECADE);
        let last = (self.first + self.cells).div_euclid(CELLS_PER_DECADE);
        let all =
            (first..=last).flat_map(|decade| steps.iter().map(move |it| it * 10_f64.powi(decade)));
        all.filter(|&value| (-0.01..=PLOT + 0.01).contains(&self.pixels(value))).collect()
    }
}

/// Returns the number of the cell that a value above 0 is in: cell 0 begins at 1.
fn cell_of(value: f64) -> i32 {
    let cell = (value.log10() * f64::from(CELLS_PER_DECADE)).floor() as i32;
    cell.clamp(DECADES.start * CELLS_PER_DECADE, DECADES.end * CELLS_PER_DECADE - 1)
}

fn panel(cpu: &CpuResults, axis: &Axis, out: &mut String) {
    let title = match &cpu.score {
        Some(score) => {
            format!("{}: {} blocks, MAPE {:.1} %", cpu.cpu, cpu.blocks(), score.mape_percent.value)
        }
        None => format!("{}: no predictions", cpu.cpu),
    };
    let _ = writeln!(out, "<text class=\"title\" y=\"-12\">{}</text>", oxmca_names::xml(&title));
    for value in axis.ticks() {
        let (x, y) = (axis.pixels(value), PLOT - axis.pixels(value));
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{x:.1} 0V{PLOT}M0 {y:.1}H{PLOT}\"/>\
             <text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{value}</text>\
             <text x=\"-8\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>",
            PLOT + 18.0,
            y + 4.0
        );
    }
    let most = cells(cpu, axis, out);
    lines(axis, out);
    let _ = writeln!(
        out,
        "<rect class=\"frame\" width=\"{PLOT}\" height=\"{PLOT}\"/>\n\
         <text x=\"{half}\" y=\"{below}\" text-anchor=\"middle\">measured cycles</text>\n\
         <text transform=\"translate(-46 {half}) rotate(-90)\" text-anchor=\"middle\">predicted cycles</text>\n\
         <text x=\"{half}\" y=\"{}\" text-anchor=\"middle\">strongest colour: {most} blocks; dashed: 10 % off</text>",
        PLOT + 54.0,
        half = PLOT / 2.0,
        below = PLOT + 36.0,
    );
}

/// Draws the cells that have blocks, and returns how many blocks a cell has at most.
fn cells(cpu: &CpuResults, axis: &Axis, out: &mut String) -> u32 {
    let count = axis.cells as usize;
    let mut blocks = vec![0_u32; count * count];
    for (&measured, &predicted) in cpu.measured_cycles.iter().zip(&cpu.predicted_cycles) {
        blocks[axis.cell(predicted) * count + axis.cell(measured)] += 1;
    }
    let most = blocks.iter().copied().max().unwrap_or(0);
    let size = PLOT / count as f64;
    for (row, cells) in blocks.chunks(count).enumerate() {
        for (column, &blocks) in cells.iter().enumerate().filter(|(_, blocks)| **blocks > 0) {
            let (x, y) = (size * column as f64, PLOT - size * (row + 1) as f64);
            let strength = f64::from(blocks + 1).ln() / f64::from(most + 1).ln();
            let range =
                |cell: usize| format!("{:.2} to {:.2}", axis.start(cell), axis.start(cell + 1));
            let _ = writeln!(
                out,
                "<rect class=\"cell\" x=\"{x:.2}\" y=\"{y:.2}\" width=\"{size:.2}\" height=\"{size:.2}\" \
                 fill-opacity=\"{:.2}\"><title>{blocks}: measured {}, predicted {}</title></rect>",
                0.2 + 0.8 * strength,
                range(column),
                range(row)
            );
        }
    }
    most
}

/// Draws the lines where predictions are right and where they are 10 % off.
fn lines(axis: &Axis, out: &mut String) {
    let _ = writeln!(out, "<path class=\"equal\" d=\"M0 {PLOT}L{PLOT} 0\"/>");
    let tenth =
        |factor: f64| PLOT * factor.log10() * f64::from(CELLS_PER_DECADE) / f64::from(axis.cells);
    let (above, below) = (tenth(1.1).min(PLOT), tenth(1.0 / 0.9).min(PLOT));
    let _ = writeln!(
        out,
        "<path class=\"tenth\" d=\"M0 {:.2}L{:.2} 0M{below:.2} {PLOT}L{PLOT} {below:.2}\"/>",
        PLOT - above,
        PLOT - above
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(cpu: &str, cycles: &[(f64, f64)]) -> Results {
        let (measured_cycles, predicted_cycles) = cycles.iter().copied().unzip();
        let cpu = CpuResults {
            cpu: cpu.to_owned(),
            triples: Vec::new(),
            measured_cycles,
            predicted_cycles,
            unmeasured: 0,
            failures: Vec::new(),
            score: None,
            comparison: None,
            worst: Vec::new(),
        };
        Results { cpus: vec![cpu], draws: 0, other_name: None }
    }

    #[test]
    fn equal_blocks_share_a_cell() {
        let picture = svg(&results("a<b", &[(1.0, 1.0), (1.01, 1.02), (10.0, 100.0)]));
        assert_eq!(picture.matches("class=\"cell\"").count(), 2);
        assert!(
            picture.contains("<title>2: measured 1.00 to 1.15, predicted 1.00 to 1.15</title>")
        );
        assert!(picture.contains("a&lt;b"));
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
    }

    #[test]
    fn any_values_have_a_cell() {
        let extremes = [(f64::MIN_POSITIVE, 0.0), (1e300, 1e-300), (1.0, f64::MAX)];
        for cycles in [&extremes[..], &[], &[(2.0, 0.0)], &[(0.5, 0.5)]] {
            let picture = svg(&results("cpu", cycles));
            assert!(!picture.contains("NaN") && !picture.contains("inf"), "{picture}");
            assert!(picture.len() < 100_000);
            assert_eq!(picture.contains("class=\"cell\""), !cycles.is_empty());
        }
    }

    #[test]
    fn ticks_are_on_the_axis() {
        let axis = Axis { first: 0, cells: 16 };
        assert_eq!(axis.ticks(), [1.0, 2.0, 5.0, 10.0]);
        let wide = Axis { first: -32, cells: 64 };
        assert_eq!(wide.ticks(), [0.01, 0.1, 1.0, 10.0, 100.0]);
    }
}
