//! Comparison predicates inside mnemonics: `cmpltps` is `cmpps` with an immediate.

/// Returns the stem and the predicate of a comparison; `None` for any other mnemonic.
pub(super) fn split(mnemonic: &[u8]) -> Option<(&'static [u8], i64)> {
    match mnemonic {
        [b'c', b'm', b'p', rest @ ..] => split_float(rest, false),
        [b'v', b'c', b'm', b'p', rest @ ..] => split_float(rest, true),
        [b'v', b'p', b'c', b'm', b'p', rest @ ..] => split_integer(rest),
        [b'v', b'p', b'c', b'o', b'm', rest @ ..] => split_xop(rest),
        _ => None,
    }
}

fn split_float(rest: &[u8], vex: bool) -> Option<(&'static [u8], i64)> {
    const STEMS: [(&[u8], &[u8], &[u8]); 7] = [
        (b"ss", b"cmpss", b"vcmpss"),
        (b"sd", b"cmpsd", b"vcmpsd"),
        (b"ps", b"cmpps", b"vcmpps"),
        (b"pd", b"cmppd", b"vcmppd"),
        (b"sh", b"", b"vcmpsh"),
        (b"ph", b"", b"vcmpph"),
        (b"bf16", b"vcmpbf16", b"vcmpbf16"),
    ];
    let (suffix, legacy, with_vex) =
        STEMS.into_iter().find(|(suffix, ..)| rest.ends_with(suffix))?;
    // One byte more than the suffix is cut from bf16 names, so that only `cmpXXXpbf16` is known.
    let cut = if suffix == b"bf16" { 5 } else { 2 };
    let code = float_predicate(rest.get(..rest.len().checked_sub(cut)?)?)?;
    let stem = if vex { with_vex } else { legacy };
    ((vex || code < 8) && !stem.is_empty()).then_some((stem, code))
}

fn float_predicate(name: &[u8]) -> Option<i64> {
    Some(match name {
        b"eq" | b"eq_oq" => 0x00,
        b"lt" | b"lt_os" => 0x01,
        b"le" | b"le_os" => 0x02,
        b"unord" | b"unord_q" => 0x03,
        b"neq" | b"neq_uq" => 0x04,
        b"nlt" | b"nlt_us" => 0x05,
        b"nle" | b"nle_us" => 0x06,
        b"ord" | b"ord_q" => 0x07,
        b"eq_uq" => 0x08,
        b"nge" | b"nge_us" => 0x09,
        b"ngt" | b"ngt_us" => 0x0a,
        b"false" | b"false_oq" => 0x0b,
        b"neq_oq" => 0x0c,
        b"ge" | b"ge_os" => 0x0d,
        b"gt" | b"gt_os" => 0x0e,
        b"true" | b"true_uq" => 0x0f,
        b"eq_os" => 0x10,
        b"lt_oq" => 0x11,
        b"le_oq" => 0x12,
        b"unord_s" => 0x13,
        b"neq_us" => 0x14,
        b"nlt_uq" => 0x15,
        b"nle_uq" => 0x16,
        b"ord_s" => 0x17,
        b"eq_us" => 0x18,
        b"nge_uq" => 0x19,
        b"ngt_uq" => 0x1a,
        b"false_os" => 0x1b,
        b"neq_os" => 0x1c,
        b"ge_oq" => 0x1d,
        b"gt_oq" => 0x1e,
        b"true_us" => 0x1f,
        _ => return None,
    })
}

/// Returns the element type at the end of an integer comparison: its letters and the stems they
/// choose.
fn element(rest: &[u8]) -> Option<(&[u8], usize, bool)> {
    let (last, before) = rest.split_last()?;
    let kind = b"bwdq".iter().position(|letter| letter == last)?;
    Some(match before.split_last() {
        Some((b'u', name)) => (name, kind, true),
        _ => (before, kind, false),
    })
}

fn split_integer(rest: &[u8]) -> Option<(&'static [u8], i64)> {
    const SIGNED: [&[u8]; 4] = [b"vpcmpb", b"vpcmpw", b"vpcmpd", b"vpcmpq"];
    const UNSIGNED: [&[u8]; 4] = [b"vpcmpub", b"vpcmpuw", b"vpcmpud", b"vpcmpuq"];
    let (name, kind, unsigned) = element(rest)?;
    let code = match name {
        // `vpcmpeqb` is an instruction of its own.
        b"eq" if unsigned => 0,
        b"lt" => 1,
        b"le" => 2,
        b"neq" => 4,
        b"nlt" => 5,
        b"nle" => 6,
        _ => return None,
    };
    Some((if unsigned { UNSIGNED[kind] } else { SIGNED[kind] }, code))
}

fn split_xop(rest: &[u8]) -> Option<(&'static [u8], i64)> {
    const SIGNED: [&[u8]; 4] = [b"vpcomb", b"vpcomw", b"vpcomd", b"vpcomq"];
    const UNSIGNED: [&[u8]; 4] = [b"vpcomub", b"vpcomuw", b"vpcomud", b"vpcomuq"];
    let (name, kind, unsigned) = element(rest)?;
    let code = match name {
        b"lt" => 0,
        b"le" => 1,
        b"gt" => 2,
        b"ge" => 3,
        b"eq" => 4,
        b"neq" => 5,
        b"false" => 6,
        b"true" => 7,
        _ => return None,
    };
    Some((if unsigned { UNSIGNED[kind] } else { SIGNED[kind] }, code))
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn predicates_are_split_off() {
        let split = |text: &str| split(text.as_bytes());
        assert_eq!(split("cmpltps"), Some((b"cmpps".as_slice(), 1)));
        assert_eq!(split("vcmptrue_ussd"), Some((b"vcmpsd".as_slice(), 0x1f)));
        assert_eq!(split("cmptruesd"), None);
        assert_eq!(split("cmpltsh"), None);
        assert_eq!(split("vpcmpeqb"), None);
        assert_eq!(split("vpcmpequb"), Some((b"vpcmpub".as_slice(), 0)));
        assert_eq!(split("vpcomfalseuq"), Some((b"vpcomuq".as_slice(), 6)));
        assert_eq!(split("vpcmpb"), None);
        assert_eq!(split("cmpb"), None);
        assert_eq!(split("vpcom"), None);
    }
}
