//! Samples as perf prints them: a line for each register, with its bits and its fields.

/// A register.
pub struct Printed {
    pub register: String,
    pub bits: u64,
    pub values: Vec<(String, Value)>,
}

/// The value of a field.
pub enum Value {
    Number(u64),
    /// The size of a page in KiB; 0 if it is none.
    Size(u64),
}

/// Returns the registers of each sample, from the whole output.
pub fn read(text: &str) -> Vec<Vec<Printed>> {
    let mut samples: Vec<Vec<Printed>> = Vec::new();
    for line in text.lines() {
        let Some(printed) = read_line(line) else { continue };
        if matches!(printed.register.as_str(), "ibs_op_ctl" | "ibs_fetch_ctl") {
            samples.push(Vec::new());
        }
        if let Some(sample) = samples.last_mut() {
            sample.push(printed);
        }
    }
    samples
}

fn read_line(line: &str) -> Option<Printed> {
    const DIGITS: usize = 16;
    let (register, rest) = line.split_once(":\t")?;
    let (bits, rest) = rest.split_at_checked(DIGITS)?;
    let bits = u64::from_str_radix(bits, 16).ok()?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let mut values = Vec::new();
    for pair in words.windows(2) {
        let starts_with =
            |word: &str, of: fn(&char) -> bool| word.chars().next().is_some_and(|it| of(&it));
        if !starts_with(pair[0], char::is_ascii_alphabetic) {
            continue;
        }
        let digits = pair[1].split(|it: char| !it.is_ascii_digit()).next().unwrap_or_default();
        let after = &pair[1][digits.len()..];
        let value = match (digits.parse::<u64>(), after) {
            // What follows an equals sign says it in words.
            (Ok(number), _) if after.is_empty() || after.starts_with('=') => Value::Number(number),
            (Ok(size), "KB") => Value::Size(size),
            (Ok(size), "MB") => Value::Size(size << 10),
            (Ok(size), "GB") => Value::Size(size << 20),
            _ if pair[0] == "L1TlbPgSz" => Value::Size(0),
            _ => continue,
        };
        values.push((pair[0].to_owned(), value));
    }
    Some(Printed { register: register.to_owned(), bits, values })
}

/// Returns the our name of a field that perf prints.
pub fn field_name(printed: &str) -> &str {
    match printed {
        "CompToRetCtr" => "CompToRet",
        "TagToRetCtr" => "TagToRet",
        "OpReturn" => "Return",
        "OpBrnTaken" => "BrnTaken",
        "OpBrnMisp" => "BrnMisp",
        "DcL1TlbHit2M" => "L1TlbHit2M",
        "DcL1TlbHit1G" => "L1TlbHit1G",
        "DcL2TlbHit2M" => "L2TlbHit2M",
        "DcL2TlbHit1G" => "L2TlbHit1G",
        "DcMisAcc" => "MisAcc",
        "DcWcMemAcc" => "WcMemAcc",
        "DcUcMemAcc" => "UcMemAcc",
        "DcLockedOp" => "LockedOp",
        "DcMissNoMabAlloc" => "MabHit",
        "DcLinAddrValid" => "LinAddrValid",
        "DcPhyAddrValid" => "PhyAddrValid",
        "OpMemWidth" => "MemWidth",
        "OpDcMissOpenMemReqs" => "OpenMemReqs",
        "Lat" => "FetchLat",
        "FetchOcMiss" => "OcMiss",
        "FetchL3Miss" => "L3Miss",
        "IbsItlbRefillLat" => "ItlbRefillLat",
        other => other,
    }
}
