//! Published and synthetic samples: their fields as perf prints them, and the totals of their events.

use std::ops::ControlFlow;

use oxmca_ibs::{
    Capabilities, Counts, Cpu, EventId, FIELDS, FetchRegisters, OpRegisters, Profile, ReadOptions,
    Register,
};
use oxmca_testing::perf_data::{self, Setting, jsonl};

const CAPS: u32 = 0xbff;

/// The values of fields that perf prints for a sample, by register and name.
type Fields = serde_json::Map<String, serde_json::Value>;

fn register_named(name: &str) -> Register {
    [
        Register::FetchCtl,
        Register::FetchExtended,
        Register::OpCtl,
        Register::OpData,
        Register::OpData2,
        Register::OpData3,
    ]
    .into_iter()
    .find(|it| format!("{it:?}") == name)
    .unwrap_or_else(|| panic!("a register called {name}"))
}

#[test]
fn fields_are_those_that_perf_prints() {
    let expected: Vec<Fields> =
        serde_json::from_str(include_str!("data/gold-fields.json")).expect("recorded fields");
    let samples = jsonl::read(include_str!("data/gold.jsonl"));
    assert_eq!(samples.len(), expected.len());
    let cpu = Cpu { family: 0x19, model: 0x61 };
    let traits = cpu.traits(Capabilities::from_bits_retain(CAPS));
    for (sample, expected) in samples.iter().zip(expected) {
        assert!(expected.len() > 10);
        let payload = perf_data::payload(CAPS, &sample.registers);
        let op = OpRegisters::parse(&payload).map(|it| it.1);
        let fetch = FetchRegisters::parse(&payload).map(|it| it.1);
        for (name, value) in expected {
            let (register, field) = name.split_once('.').expect("register and field");
            let register = register_named(register);
            let bits = if sample.is_op {
                op.expect("an op").register(register)
            } else {
                fetch.expect("a fetch").register(register)
            };
            let bits = bits.unwrap_or_else(|| panic!("{name} is stored"));
            let found = match field {
                "max_count" if sample.is_op => op.expect("an op").max_count(traits),
                "max_count" => fetch.expect("a fetch").max_count(),
                "count" => fetch.expect("a fetch").count(),
                "data_source" => op.expect("an op").data_source(traits),
                "width_bytes" => op.expect("an op").width_bytes(traits).expect("a width"),
                _ => FIELDS
                    .iter()
                    .find(|it| it.register == register && it.name == field && it.exists(traits))
                    .unwrap_or_else(|| panic!("no field {name}"))
                    .of(bits),
            };
            assert_eq!(Some(found), value.as_u64(), "{name} of {:x?}", sample.registers);
        }
    }
}

fn go_on(_: u64, _: Option<u64>) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn profile_of(bytes: &[u8]) -> Profile {
    let reader = std::io::Cursor::new(bytes);
    Profile::read_file(reader, &ReadOptions::default(), &mut go_on).expect("a recording")
}

/// The totals that are not 0, as select codes with values.
fn totals(profile: &Profile, counts: &Counts) -> String {
    let value = |id: EventId| profile.value(counts, id).filter(|value| *value > 0);
    let guide = EventId::all().filter(|id| id.event().code != 0);
    let texts = guide.filter_map(|id| Some(format!("{:X} {}", id.event().code, value(id)?)));
    texts.collect::<Vec<_>>().join(", ")
}

#[test]
fn totals_of_the_published_samples() {
    let setting = Setting::default();
    let profile =
        profile_of(&setting.file(&jsonl::records(&setting, include_str!("data/gold.jsonl"), None)));
    assert_eq!(
        totals(&profile, &profile.total()),
        "F000 2, F002 2, F003 2, F005 2, F008 1, F009 1, F00A 2, F00E 206, F00F 1, F100 4, F101 1992, \
         F102 517, F200 4, F201 2, F202 2, F203 4, F206 3, F207 1, F210 2, F211 1, F212 1, F213 2, \
         F219 580, F240 2, F243 1, F245 1, F249 1, F24B 580"
    );
}

#[test]
fn totals_of_the_synthetic_samples() {
    let setting = Setting::default();
    let records = jsonl::records(&setting, include_str!("data/hot.jsonl"), None);
    let stream = setting.stream(&records);
    let stream = Profile::read_stream(&stream[..], &ReadOptions::default(), &mut go_on);
    for profile in [profile_of(&setting.file(&records)), stream.expect("a recording")] {
        assert_eq!(
            totals(&profile, &profile.total()),
            "F000 5, F002 5, F003 5, F005 5, F009 5, F00A 5, F00E 160, F010 10, F100 41, F101 1465, \
             F102 242, F103 11, F104 4, F105 5, F106 2, F200 27, F201 20, F202 7, F203 27, F206 12, \
             F207 15, F211 27, F219 660, F240 12, F243 12, F249 12, F24B 660"
        );
    }
}
