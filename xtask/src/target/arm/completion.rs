//! Conditions of generated instructions, and the blocks that they stand in.

use crate::target::proved::Mode;

/// Returns a line in which `<s>`, `<eq>` and `<vt>` stand for parts of its mnemonic, as it is written: in Thumb, a condition is
/// that of an `it` before it, and a vector predicate always that of a `vpst`.
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
    format!("{prefix}{text}")
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
    }
}
