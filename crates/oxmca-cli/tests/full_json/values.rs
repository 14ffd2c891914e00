//! Values of the full document beside those of llvm-mca's.

use serde_json::{Value, json};

use crate::full_json::runs::{document, kernels};

#[test]
fn what_llvm_mcas_document_has_is_the_same() {
    let mut compared = 0;
    for (number, kernel) in kernels().iter().enumerate() {
        for run in &kernel.runs {
            let mut options: Vec<&str> = run.iter().map(String::as_str).collect();
            options.extend([
                "-timeline-max-cycles=60",
                "-all-views",
                "-skip-unsupported-instructions=any",
            ]);
            options.extend((number % 2 == 0).then_some("-dispatch=3"));
            let with = |json| [options.as_slice(), &[json]].concat();
            let llvm = document(&kernel.path, &with("-json"));
            let full = document(&kernel.path, &with("--json=full"));
            assert_eq!(llvm.is_some(), full.is_some(), "{options:?}");
            if let (Some(llvm), Some(full)) = (llvm, full) {
                let found = in_llvms_form(&full, &llvm);
                assert_eq!(found, llvm, "{options:?} {}", kernel.path.display());
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared} documents");
}

/// The full document as llvm-mca has it. Three things are taken over: the parameters, which repeat the
/// command line, the names of units, and in the critical sequence the numbers of registers and
/// resources.
fn in_llvms_form(full: &Value, llvm: &Value) -> Value {
    let regions = full["regions"].as_array().unwrap().iter().enumerate();
    let regions =
        regions.map(|(index, region)| region_in_llvms_form(region, &llvm["CodeRegions"][index]));
    let mut resources = llvm["TargetInfo"]["Resources"].clone();
    let units = full["target"]["resources"].as_array().unwrap().iter();
    let units = units.filter(|row| row["members"] == json!([]));
    let count: u64 = units.map(|row| row["num_units"].as_u64().unwrap()).sum();
    if resources.as_array().unwrap().len() as u64 != count {
        resources = Value::Null;
    }
    json!({
        "CodeRegions": regions.collect::<Vec<_>>(),
        "SimulationParameters": llvm["SimulationParameters"],
        "TargetInfo": { "CPUName": full["target"]["cpu"], "Resources": resources },
    })
}

fn region_in_llvms_form(region: &Value, llvm: &Value) -> Value {
    let mut document = json!({
        "Instructions": each(&region["instructions"], |row| row["text"].clone()),
        "Name": region["name"],
    });
    let mut put = |key: &str, section: &Value, value: &dyn Fn(&Value) -> Value| {
        if !section.is_null() {
            document[key] = value(section);
        }
    };
    put("SummaryView", &region["summary"], &|summary| {
        json!({
            "BlockRThroughput": double(&summary["block_reciprocal_throughput_cycles"]),
            "DispatchWidth": summary["dispatch_width_micro_ops"],
            "IPC": double(&summary["instructions_per_cycle"]),
            "Instructions": summary["instructions"],
            "Iterations": summary["iterations"],
            "TotalCycles": summary["total_cycles"],
            "TotaluOps": summary["total_micro_ops"],
            "uOpsPerCycle": double(&summary["micro_ops_per_cycle"]),
        })
    });
    put("InstructionInfoView", &region["instruction_info"], &|rows| {
        let row = |row: &Value| {
            json!({
                "Instruction": row["instruction"],
                // llvm-mca shows a latency that is not known as the greatest number.
                "Latency": row["latency_cycles"].as_u64().unwrap_or(u32::MAX.into()),
                "NumMicroOpcodes": row["micro_ops"],
                "RThroughput": double(&row["reciprocal_throughput_cycles"]),
                "hasUnmodeledSideEffects": row["has_side_effects"],
                "mayLoad": row["may_load"],
                "mayStore": row["may_store"],
            })
        };
        json!({ "InstructionList": each(rows, row) })
    });
    put("DispatchStatistics", &region["dispatch_statistics"], &|section| {
        let stalls = &section["stall_cycles"];
        json!({
            "GROUP": stalls["dispatch_group"],
            "LQ": stalls["load_queue_full"],
            "RAT": stalls["register_file"],
            "RCU": stalls["retire_control_unit"],
            "SCHEDQ": stalls["scheduler_queue_full"],
            "SQ": stalls["store_queue_full"],
            "USH": 0,
        })
    });
    put("TimelineView", &region["timeline"], &|section| {
        let entry = |entry: &Value| {
            json!({
                "CycleDispatched": entry["dispatched_at_cycle"],
                "CycleExecuted": entry["executed_at_cycle"],
                "CycleIssued": entry["issued_at_cycle"],
                "CycleReady": entry["ready_at_cycle"],
                "CycleRetired": entry["retired_at_cycle"],
            })
        };
        json!({ "TimelineInfo": each(&section["entries"], entry) })
    });
    put("ResourcePressureView", &region["resource_pressure"], &resource_pressure);
    put("BottleneckAnalysis", &region["bottleneck_analysis"], &|section| {
        let size = region["instructions"].as_array().unwrap().len();
        bottleneck(&section["found"], size, &llvm["BottleneckAnalysis"])
    });
    document
}

fn resource_pressure(section: &Value) -> Value {
    let units = section["per_iteration"].as_array().unwrap();
    let column = |unit: &Value| {
        let is_same =
            |other: &&Value| other["resource"] == unit["resource"] && other["unit"] == unit["unit"];
        units.iter().position(|other| is_same(&other)).unwrap()
    };
    let mut entries = Vec::new();
    let mut put = |index: &Value, units: &Value| {
        for unit in units.as_array().unwrap().iter().filter(|unit| unit["cycles"] != 0.0) {
            entries.push(json!({
                "InstructionIndex": index,
                "ResourceIndex": column(unit),
                "ResourceUsage": double(&unit["cycles"]),
            }));
        }
    };
    let rows = section["per_instruction"].as_array().unwrap();
    rows.iter().for_each(|row| put(&row["instruction"], &row["units"]));
    put(&json!(rows.len()), &section["per_iteration"]);
    json!({ "ResourcePressureInfo": entries })
}

fn bottleneck(found: &Value, size: usize, llvm: &Value) -> Value {
    if found.is_null() {
        return json!({ "PressureIncreaseCycles": 0 });
    }
    let edges = found["critical_sequence"].as_array().unwrap().iter().enumerate();
    let edges = edges.map(|(index, edge)| {
        let id = |end: &str| {
            let number = |part| edge[format!("{end}_{part}")].as_u64().unwrap();
            number("iteration") * size as u64 + number("instruction")
        };
        json!({
            "FromID": id("from"),
            "ResourceOrRegID": llvm["DependencyEdge"][index]["ResourceOrRegID"],
            "ToID": id("to"),
            "Type": match edge["kind"].as_str().unwrap() {
                "register" => 1,
                "memory" => 2,
                _ => 3,
            },
        })
    });
    json!({
        "DataDependencyCycles": found["data_dependency_cycles"],
        "DependencyEdge": edges.collect::<Vec<_>>(),
        "MemoryDependencyCycles": found["memory_dependency_cycles"],
        "PressureIncreaseCycles": found["pressure_cycles"],
        "RegisterDependencyCycles": found["register_dependency_cycles"],
        "ResourcePressure": each(&found["resources"], |row| {
            json!({ row["resource"].as_str().unwrap(): row["cycles"] })
        }),
        "ResourcePressureCycles": found["resource_cycles"],
        "TotalCycles": found["total_cycles"],
    })
}

fn each(rows: &Value, value: impl Fn(&Value) -> Value) -> Value {
    rows.as_array().unwrap().iter().map(value).collect()
}

/// A double as llvm-mca's document has it: without decimals where it is an integer.
fn double(value: &Value) -> Value {
    assert!(value.is_f64(), "{value} is not a double");
    let number = value.as_f64().unwrap();
    if number == number.trunc() { json!(number as u64) } else { json!(number) }
}
