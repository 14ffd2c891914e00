use super::*;

const FILE: &str = "\
hardware Small extends SmallModel OtherModel
checked \"not at all\"
ports 0=P0 1=P1 2=P2 load=2 store-address=2 store-data=0
decoders 3
form latency=26 ports=0,9*0+1 divider=6 decode=10 for DIV#r
form complex for SET*r
form zero-idiom for XOR32rr if same-sources
";

fn model() -> HardwareModel {
    read(&HardwareFile { name: "t", text: FILE }).unwrap()
}

#[test]
fn lines_are_read() {
    let model = model();
    assert_eq!(model.models, ["SmallModel", "OtherModel"]);
    assert_eq!((model.numbers.decoders, model.numbers.fetch_bytes), (3, 16));
    let change = model.change("DIV32r", |_| false);
    assert_eq!((change.latency_cycles, change.divider_cycles), (Some(26), Some(6)));
    let computes = change.computes.unwrap();
    assert_eq!(computes[1], MicroOps { ports: PortSet(3), count: 9 });
    assert_eq!(model.ports.text(computes[1].ports), "0+1");
}

#[test]
fn patterns_and_conditions_select() {
    let model = model();
    assert!(model.change("SETCCr", |_| false).is_complex);
    assert!(!model.change("SETCCm", |_| false).is_complex);
    assert_eq!(model.change("DIVr", |_| false), FormChange::default());
    assert!(model.change("XOR32rr", |it| it == FormCondition::SameSources).is_zero_idiom);
    assert!(!model.change("XOR32rr", |_| false).is_zero_idiom);
}

#[test]
fn mistakes_are_located() {
    for (text, column, message) in [
        ("x 1\n", 1, "a file begins with `hardware NAME extends MODEL...`"),
        ("hardware A extends B\ndecodes 3\n", 1, "unknown line `decodes`"),
        ("hardware A extends B\nform fast for X\n", 6, "unknown property `fast`"),
        ("hardware A extends B\nform complex for X if cold\n", 23, "unknown condition `cold`"),
        ("hardware A extends B\nports load=9\n", 12, "unknown port `9`"),
    ] {
        let error = read(&HardwareFile { name: "t", text }).unwrap_err();
        assert_eq!((error.column, error.message.as_str()), (column, message), "{text}");
    }
}

#[test]
fn built_in_models_are_sound() {
    for file in builtin_hardware("x86") {
        let model = read(file).unwrap();
        assert!(!model.checked.is_empty(), "{}", file.name);
        let cpu = model.cpus.first().map_or("any", String::as_str);
        assert!(model.models.iter().all(|it| HardwareModel::is_for(file, it, cpu)));
        assert!(!HardwareModel::is_for(file, "extends", cpu), "{}", file.name);
        for set in [model.ports.load, model.ports.store_address, model.ports.store_data] {
            assert!(!set.is_empty(), "{}", file.name);
        }
    }
}
