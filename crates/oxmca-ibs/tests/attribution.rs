//! Samples and the functions they are in.

use std::io::{Cursor, Error, ErrorKind};
use std::ops::ControlFlow;

use oxmca_ibs::attribution::{Attribution, ModuleState, ObjectFile};
use oxmca_ibs::{EventId, ModuleKind, Profile, ReadOptions};
use oxmca_testing::perf_data::elf::Elf;
use oxmca_testing::perf_data::{Sample, Setting, jsonl, payload};

const FUNCTIONS: &[(&str, u64, u64)] = &[
    ("sum_loop", 0x1129, 0x28),
    ("store_loop", 0x1151, 0x1e),
    ("_ZN6target7branchy17h0123456789abcdefE", 0x116f, 0x27),
];

fn profile_of(setting: &Setting, records: &[u8]) -> Profile {
    let mut go_on = |_, _| ControlFlow::Continue(());
    Profile::read_file(Cursor::new(setting.file(records)), &ReadOptions::default(), &mut go_on)
        .expect("a recording")
}

fn file(path: &'static str, bytes: Vec<u8>) -> impl FnMut(&str) -> std::io::Result<Vec<u8>> {
    move |it: &str| {
        if it == path { Ok(bytes.clone()) } else { Err(Error::from(ErrorKind::NotFound)) }
    }
}

/// Functions with their numbers of sampled ops.
fn functions(profile: &Profile, attribution: &Attribution) -> Vec<(String, u64)> {
    let all_ops = EventId::of_code(0xF100).expect("all ops");
    let sums = profile.sums_by(|site| Some(attribution.place(profile, site).function));
    let name = |id| match attribution.function(id) {
        Some(function) => function.name,
        None => profile.module(id.module).path.clone(),
    };
    sums.into_iter().map(|(id, counts)| (name(id), counts.get(all_ops))).collect()
}

#[test]
fn functions_and_instructions_have_the_shares_that_perf_gives() {
    let setting = Setting::default();
    // One position-independent executable, and one at a fixed address with another layout of its file.
    for (base, elf) in [(0x5555_5555_4000, 0), (0x5555_5515_4000, 0x40_0000_u64)] {
        let functions_of: Vec<_> =
            FUNCTIONS.iter().map(|(name, start, len)| (*name, start + elf, *len)).collect();
        let image = Elf {
            address: 0x1000 + elf,
            offset: 0x1000,
            code_len: 0x300,
            functions: &functions_of,
            build_id: &[7; 20],
        };
        let place = [base + elf + 0x1000, 0x1000, 0x1000];
        let text = include_str!("data/hot.jsonl");
        let profile =
            profile_of(&setting, &jsonl::records(&setting, text, Some((place, "/target"))));
        let attribution = Attribution::new(&profile, &mut file("/target", image.bytes()));
        let mut found = functions(&profile, &attribution);
        found.sort();
        let expected = [("sum_loop", 28), ("store_loop", 7), ("target::branchy", 6)];
        let mut expected = expected.map(|(name, count)| (name.to_owned(), count)).to_vec();
        expected.sort();
        assert_eq!(found, expected);

        let all_ops = EventId::of_code(0xF100).expect("all ops");
        let sum_loop = attribution.functions_named("sum_loop").next().expect("the function").0;
        let sums = profile.sums_by(|site| {
            let place = attribution.place(&profile, site);
            (place.function == sum_loop).then_some(place.address - elf)
        });
        let mut shares: Vec<_> = sums
            .iter()
            .map(|(address, it)| (*address, it.get(all_ops)))
            .filter(|it| it.1 > 0)
            .collect();
        shares.sort_unstable();
        assert_eq!(shares, [(0x113a, 20), (0x1141, 3), (0x1144, 5)]);
        let loaded = attribution.loaded(sum_loop.module).expect("loaded");
        assert!(!loaded.is_verified);
        assert_eq!(loaded.image.bytes_at(0x1129 + elf, 4), [0x90; 4]);
    }
}

#[test]
fn files_of_another_build_are_not_used() {
    let mut setting = Setting::default();
    let elf = Elf {
        address: 0x1000,
        offset: 0x1000,
        code_len: 0x300,
        functions: FUNCTIONS,
        build_id: &[7; 20],
    };
    let place = [0x5555_5555_5000, 0x1000, 0x1000];
    for (id, in_table) in [([7; 20], true), ([8; 20], true), ([7; 20], false), ([8; 20], false)] {
        setting.build_ids =
            if in_table { vec![("/target".into(), id.to_vec())] } else { Vec::new() };
        let build_id = (!in_table).then_some(&id[..]);
        let mut records = setting.map(1, 0, place, "/target", build_id);
        records.extend(op(&setting, 1, 5, 0x5555_5555_5130, 2));
        let profile = profile_of(&setting, &records);
        let attribution = Attribution::new(&profile, &mut file("/target", elf.bytes()));
        let module = profile.sites()[0].module;
        match attribution.module(module) {
            ModuleState::Loaded(loaded) => assert!(loaded.is_verified && id[0] == 7),
            ModuleState::OtherBuild { recorded, found } => {
                assert_eq!((recorded[0], found[0], id[0]), (8, 7, 8));
            }
            other => panic!("{other:?}"),
        }
        let name = if id[0] == 7 { "sum_loop" } else { "/target" };
        assert_eq!(functions(&profile, &attribution), [(name.to_owned(), 1)]);
    }
}

/// A sampled op.
fn op(setting: &Setting, pid: u32, time: u64, ip: u64, mode: u16) -> Vec<u8> {
    let payload = payload(0xbff, &[6 << 16, ip, 2 << 16 | 1, 0, 0, 0, 0, 0]);
    setting.sample(&Sample { event: 0, ip, pid, time, cpu: 0, period: 1, mode, payload: &payload })
}

#[test]
fn processes_have_the_mappings_of_their_time() {
    let setting = Setting::default();
    let shared = [0x7000, 0x1000, 0];
    let mut records = setting.name(1, 1, "shell", true);
    records.extend(setting.map(1, 2, shared, "/bin/sh", None));
    records.extend(op(&setting, 1, 3, 0x7010, 2));
    records.extend(setting.fork(2, 1, 4));
    records.extend(op(&setting, 2, 5, 0x7010, 2));
    records.extend(setting.name(2, 6, "program", true));
    records.extend(op(&setting, 2, 7, 0x7010, 2));
    // Written before what it depends on: times decide.
    records.extend(op(&setting, 2, 9, 0x7010, 2));
    records.extend(setting.map(2, 8, shared, "/bin/program", None));
    records.extend(op(&setting, 1, 9, 0x7010, 1));
    records.extend(op(&setting, 1, 9, 0x7010, 3));
    records.extend(setting.map(1, 10, [0x7000, 0x1000, 0], "[vdso]", None));
    records.extend(op(&setting, 1, 11, 0x7010, 2));
    let profile = profile_of(&setting, &records);
    let sites: Vec<_> = profile
        .sites()
        .iter()
        .map(|site| {
            let (process, module) = (profile.process(site.process), profile.module(site.module));
            (process.pid, process.name.as_str(), module.path.as_str(), module.kind, site.address)
        })
        .collect();
    assert_eq!(
        sites,
        [
            (1, "shell", "/bin/sh", ModuleKind::File, 0x10),
            (2, "shell", "/bin/sh", ModuleKind::File, 0x10),
            (2, "program", "[unknown]", ModuleKind::Unknown, 0x7010),
            (2, "program", "/bin/program", ModuleKind::File, 0x10),
            (1, "shell", "[kernel]", ModuleKind::Kernel, 0x7010),
            (1, "shell", "[hypervisor]", ModuleKind::Virtual, 0x7010),
            (1, "shell", "[vdso]", ModuleKind::Memory, 0x10),
        ]
    );
}

#[test]
fn ops_without_an_address_are_counted_apart() {
    let setting = Setting::default();
    let mut records = op(&setting, 1, 1, 0x7010, 2);
    let invalid = payload(0xbff, &[6 << 16, 0x7010, 1 << 38, 0, 0, 0, 0, 0]);
    let not_valid = payload(0xbff, &[2 << 16, 0x7010, 0, 0, 0, 0, 0, 0]);
    let short = payload(0xbff, &[6 << 16, 0x7010]);
    for payload in [&invalid, &not_valid, &short] {
        let sample =
            Sample { event: 0, ip: 0x7010, pid: 1, time: 2, cpu: 0, period: 1, mode: 2, payload };
        records.extend(setting.sample(&sample));
    }
    let profile = profile_of(&setting, &records);
    let tally = profile.tally();
    assert_eq!((tally.ops, tally.ops_without_address), (1, 1));
    assert_eq!((tally.not_valid, tally.malformed), (1, 1));
}

#[test]
fn functions_of_this_program_have_their_lines() {
    let bytes = std::env::current_exe().and_then(std::fs::read).expect("this program");
    let Ok(image) = ObjectFile::parse(bytes) else {
        println!("skipped: this program is no object file");
        return;
    };
    let Some(lines) = image.lines() else {
        println!("skipped: this program has no debug information");
        return;
    };
    let prefix = concat!(module_path!(), "::");
    let own: Vec<_> = image.functions().iter().filter(|it| it.name().starts_with(prefix)).collect();
    assert!(!own.is_empty());
    let is_here = |address| {
        lines
            .find(address)
            .is_some_and(|it| it.file.ends_with(file!()) && (1..line!()).contains(&it.line))
    };
    for function in &own {
        let last = function.end() - 1;
        assert_eq!(image.function_at(function.start), image.function_at(last));
    }
    assert!(own.iter().any(|it| (it.start..it.end()).any(is_here)));
}
