//! Conditions of generated instructions, and the blocks that they stand in.

use crate::random::Random;
use crate::target::proved::Mode;

/// Returns a line in which `<s>`, `<eq>`, `<vt>` and `<mask t>` stand for parts of its mnemonic, as it is written: in Thumb, a
/// condition is that of an `it` before it, and a vector predicate always that of a `vpst`.
pub fn completed(mode: Mode, line: &str) -> String {
    let mut text = String::new();
    let mut prefix = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once('<') {
        let Some((part, after)) = after.split_once('>') else { break };
        text.push_str(before);
        match part {
            "vt" => {
                text.push('t');
                "vpst; ".clone_into(&mut prefix);
            }
            "s" => text.push('s'),
            mask if mask.starts_with("mask ") => text.push_str(&mask[5..]),
            condition => {
                text.push_str(condition);
                // A branch has a condition by itself.
                let is_branch = matches!(text.strip_suffix(condition), Some("b"));
                if mode.triple.starts_with("thumb") && !is_branch {
                    prefix = format!("it {condition}; ");
                }
            }
        }
        rest = after;
    }
    text.push_str(rest);
    format!("{prefix}{text}{}", block(&text))
}

/// Returns the instructions of the block that a line begins: empty if it begins none.
fn block(line: &str) -> String {
    let (mnemonic, operands) = line.split_once('\t').unwrap_or((line, ""));
    let starts = [("it", true), ("vpst", false), ("vpt", false)];
    let found =
        starts.iter().find_map(|(start, is_it)| Some((mnemonic.strip_prefix(start)?, is_it)));
    let Some((mask, is_it)) = found else { return String::new() };
    let mask = mask.split('.').next().unwrap_or_default();
    if !mask.bytes().all(|it| matches!(it, b't' | b'e')) {
        return String::new();
    }
    let lines = ["t"].into_iter().chain(mask.split("").filter(|it| !it.is_empty())).enumerate();
    let lines = lines.map(|(at, letter)| match (is_it, letter) {
        (true, "t") => format!("; add{operands}\tr{at}, r1, r2"),
        (true, _) => format!("; sub{}\tr{at}, r{at}, #1", inverted(operands)),
        (false, letter) => format!("; vadd{letter}.i32\tq{at}, q1, q2"),
    });
    lines.collect()
}

/// Returns a block of one to four instructions: predicated by a condition, or by lanes of vectors.
pub fn random_block(random: &mut Random) -> String {
    let mask = random.pick(&["", "t", "e", "tt", "te", "et", "ee", "ttt", "ete", "tee", "tte"]);
    let condition =
        random.pick(&["eq", "ne", "hs", "lo", "mi", "vc", "hi", "ls", "ge", "lt", "gt", "le"]);
    let vector = format!("vpt{mask}.i32\teq, q{}, q{}", random.below(8), random.below(8));
    let line = match random.below(8) {
        0 => vector,
        1 => format!("vpst{mask}"),
        _ => format!("it{mask}\t{condition}"),
    };
    format!("{line}{}", block(&line))
}

/// Returns the opposite of a condition.
fn inverted(condition: &str) -> &str {
    let pairs = [
        ("eq", "ne"),
        ("hs", "lo"),
        ("mi", "pl"),
        ("vs", "vc"),
        ("hi", "ls"),
        ("ge", "lt"),
        ("gt", "le"),
    ];
    let other = pairs.iter().find_map(|(a, b)| match () {
        () if *a == condition => Some(*b),
        () if *b == condition => Some(*a),
        () => None,
    });
    other.unwrap_or(condition)
}

#[cfg(test)]
mod tests {
    use super::completed;
    use crate::target::arm::modes;

    #[test]
    fn a_condition_in_thumb_has_a_block() {
        let [arm, thumb] = [0, 1].map(|index| modes::modes()[index]);
        assert_eq!(completed(arm, "add<s><eq>\tr0, r1"), "addseq\tr0, r1");
        assert_eq!(completed(thumb, "add<eq>\tr0, r1"), "it eq; addeq\tr0, r1");
        assert_eq!(completed(thumb, "b<eq>\tlabel"), "beq\tlabel");
        assert_eq!(completed(thumb, "vadd<vt>.i32\tq0"), "vpst; vaddt.i32\tq0");
        let block = "ite\tlo; addlo\tr0, r1, r2; subhs\tr1, r1, #1";
        assert_eq!(completed(thumb, "it<mask e>\tlo"), block);
    }
}
