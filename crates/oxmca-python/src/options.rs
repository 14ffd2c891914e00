//! Options of analyses by the names that Python gives them.

use std::num::NonZero;

use oxmca::hardware::{Delivery, HardwareOptions, InitialRegisters, NamedRegister, feature};
use oxmca::{InstructionTables, Views};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Options of an analysis.
#[pyclass(frozen, module = "oxmca._oxmca")]
pub struct Options(pub oxmca::Options);

#[pymethods]
impl Options {
    #[new]
    #[pyo3(signature = (views=None, settings=None, hardware=None))]
    fn new(
        views: Option<Vec<String>>,
        settings: Option<&Bound<'_, PyDict>>,
        hardware: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Options> {
        let mut options = oxmca::Options::with(|it| {
            // Reports are values: nothing in them is left out because a terminal has so many columns.
            it.timeline_max_cycles = None;
            it.show_resource_uses = true;
        });
        if let Some(views) = views {
            options.views = Views::NONE;
            views.iter().try_for_each(|name| set_view(&mut options.views, name))?;
        }
        for (name, value) in settings.into_iter().flatten() {
            set(&mut options, &name.extract::<String>()?, &value)?;
        }
        if let Some(hardware) = hardware {
            options.hardware = Some(hardware_options(hardware)?);
            options.views.steady_state = true;
        }
        Ok(Options(options))
    }
}

fn set_view(views: &mut Views, name: &str) -> PyResult<()> {
    let switch = match name {
        "all" => {
            *views = every_view();
            return Ok(());
        }
        "annotation" => &mut views.annotation,
        "bottleneck_analysis" => &mut views.bottleneck_analysis,
        "dependency_graph" => &mut views.dependency_graph,
        "dispatch_statistics" => &mut views.dispatch_statistics,
        "explanation" => &mut views.explanation,
        "instruction_info" => &mut views.instruction_info,
        "register_file_statistics" => &mut views.register_file_statistics,
        "resource_pressure" => &mut views.resource_pressure,
        "retire_statistics" => &mut views.retire_statistics,
        "scheduler_statistics" => &mut views.scheduler_statistics,
        "source_listing" => &mut views.source_listing,
        "steady_state" => &mut views.steady_state,
        "summary" => &mut views.summary,
        "timeline" => &mut views.timeline,
        _ => return Err(PyValueError::new_err(format!("there is no view {name:?}"))),
    };
    *switch = true;
    Ok(())
}

/// Returns all views but the listing of source lines, which a block without them has no use for.
fn every_view() -> Views {
    oxmca::internals::EverySwitch {
        summary: true,
        steady_state: true,
        bottleneck_analysis: true,
        instruction_info: true,
        dispatch_statistics: true,
        scheduler_statistics: true,
        retire_statistics: true,
        register_file_statistics: true,
        resource_pressure: true,
        source_listing: false,
        explanation: true,
        annotation: true,
        dependency_graph: true,
        timeline: true,
    }
    .into()
}

fn set(options: &mut oxmca::Options, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
    let number = || value.extract::<Option<u32>>().map(|number| number.and_then(NonZero::new));
    match name {
        "iterations" => options.iterations = number()?,
        "dispatch_width_micro_ops" => options.dispatch_width_micro_ops = number()?,
        "register_file_size_registers" => options.register_file_size_registers = number()?,
        "load_queue_size_entries" => options.load_queue_size_entries = number()?,
        "store_queue_size_entries" => options.store_queue_size_entries = number()?,
        "micro_op_queue_size_entries" => options.micro_op_queue_size_entries = number()?,
        "decoder_throughput_instructions" => options.decoder_throughput_instructions = number()?,
        "ibs_sampling_period_micro_ops" => options.ibs_sampling_period_micro_ops = number()?,
        "timeline_max_iterations" => options.timeline_max_iterations = number()?,
        "timeline_max_cycles" => options.timeline_max_cycles = number()?,
        "call_latency_cycles" => options.call_latency_cycles = value.extract()?,
        "assume_no_alias" => options.assume_no_alias = value.extract()?,
        "resource_segments" => options.resource_segments = value.extract()?,
        "skip_unsupported" => options.skip_unsupported = value.extract()?,
        "custom_behaviour" => options.custom_behaviour = value.extract()?,
        "show_barriers" => options.show_barriers = value.extract()?,
        "show_encoding" => options.show_encoding = value.extract()?,
        "instruction_tables" => {
            options.instruction_tables = match &*value.extract::<String>()? {
                "none" => InstructionTables::None,
                "normal" => InstructionTables::Normal,
                "full" => InstructionTables::Full,
                other => {
                    return Err(PyValueError::new_err(format!("there are no tables {other:?}")));
                }
            }
        }
        _ => return Err(PyValueError::new_err(format!("there is no option {name:?}"))),
    }
    Ok(())
}

/// Checks that a session's target has the registers that have values before the first iteration.
///
/// # Errors
/// It has no such register, or only as a part of another.
pub fn check_registers(options: &oxmca::Options, session: &oxmca::Session) -> PyResult<()> {
    let hardware = options.hardware.as_ref().map(|it| &it.initial_registers);
    let Some(InitialRegisters::Named(registers)) = hardware else { return Ok(()) };
    let tables = session.target().tables();
    registers.iter().try_for_each(|it| match it.register(tables) {
        Ok(_) => Ok(()),
        Err(problem) => Err(PyValueError::new_err(format!("'{}': {problem}", it.name))),
    })
}

fn hardware_options(settings: &Bound<'_, PyDict>) -> PyResult<HardwareOptions> {
    let mut options = HardwareOptions::default();
    for (name, value) in settings {
        match &*name.extract::<String>()? {
            "delivery" => {
                options.delivery = match value.extract::<Option<String>>()?.as_deref() {
                    None => None,
                    Some("unrolled") => Some(Delivery::Unrolled),
                    Some("loop") => Some(Delivery::Loop),
                    Some(other) => {
                        return Err(PyValueError::new_err(format!(
                            "there is no delivery {other:?}"
                        )));
                    }
                }
            }
            "two_threads" => options.has_two_threads = value.extract()?,
            "initial_registers" => {
                options.initial_registers = match value.extract::<String>().as_deref() {
                    Ok("distinct") => InitialRegisters::Distinct,
                    Ok("equal") => InitialRegisters::Equal,
                    _ => {
                        let values: std::collections::BTreeMap<String, u64> = value.extract()?;
                        let named = values.iter().map(|(name, it)| NamedRegister::new(name, *it));
                        InitialRegisters::Named(named.collect())
                    }
                }
            }
            "without" => {
                for name in value.extract::<Vec<String>>()? {
                    let known = feature::NAMES.iter().find(|(known, ..)| *known == name);
                    let (_, bit, _) = known.ok_or_else(|| {
                        PyValueError::new_err(format!("hardware mode has no part {name:?}"))
                    })?;
                    options.features &= !bit;
                }
            }
            other => {
                return Err(PyValueError::new_err(format!(
                    "hardware mode has no option {other:?}"
                )));
            }
        }
    }
    Ok(options)
}
