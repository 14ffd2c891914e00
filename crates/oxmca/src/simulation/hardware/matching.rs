//! Finding the hardware model of a CPU, and matching it with the scheduling model.

use std::sync::Arc;

use oxmca_asm::Target;
use oxmca_tables::Reg;
use oxmca_tables::hardware::{HardwareModel, PortSet, Ports};
use oxmca_tables::schema::Cpu;
use smallvec::SmallVec;

use crate::hardware_error::HardwareError;
use crate::processor::hardware::{FIRST, HardwareProcessor, NO_SLOT, Slot};
use crate::processor::{Processor, ResourceIndex, bits};

/// Returns the hardware model for a processor, which is read when it is asked for first.
///
/// # Errors
/// [`HardwareError`].
pub fn hardware_processor<'p>(
    processor: &'p Processor<'_>,
    target: &dyn Target,
) -> Result<&'p HardwareProcessor, &'p HardwareError> {
    let read = || find(processor, target).map(Box::new);
    processor.hardware.get_or_init(read).as_deref()
}

fn find(
    processor: &Processor<'_>,
    target: &dyn Target,
) -> Result<HardwareProcessor, HardwareError> {
    let tables = processor.tables();
    let builtin = || target.descriptor().hardware_models();
    let models = processor.hardware_models.clone().unwrap_or_else(builtin);
    let name = tables.text(processor.model().name);
    let Some(model) = models.for_cpu(name, processor.cpu_name()) else {
        let has_model = |cpu: &&Cpu| {
            let model = tables.text(tables.models[cpu.model.index()].name);
            models.index_for(model, tables.text(cpu.name)).is_some()
        };
        let cpus = tables.cpus.iter().filter(has_model).map(|cpu| tables.text(cpu.name).to_owned());
        return Err(HardwareError::NoModel { cpus: cpus.collect() });
    };
    let model = model.map_err(|mistakes| HardwareError::Mistake(mistakes.to_string()))?;
    let index = models.index_for(name, processor.cpu_name());
    let is_own = index.is_some_and(|it| models.is_own(it));
    matched(Arc::unwrap_or_clone(model), is_own, processor, target)
}

/// Matches a hardware model with the scheduling model of a processor.
///
/// # Errors
/// [`HardwareError::UnknownPort`].
fn matched(
    model: HardwareModel,
    is_own: bool,
    processor: &Processor<'_>,
    target: &dyn Target,
) -> Result<HardwareProcessor, HardwareError> {
    let named = |resource: &ResourceIndex, name: &str| {
        let id = processor.resources[resource.index()].id;
        let found = processor.resource_name(id);
        Ports::is_resource(found, name)
    };
    let all = || (0..processor.resources.len()).map(|index| ResourceIndex(index as u8));
    let mut ports = vec![PortSet::default(); processor.resources.len()];
    let mut port_resources = Vec::with_capacity(model.ports.names.len());
    for (number, port) in model.ports.names.iter().enumerate() {
        let name = &port.resource;
        let found = all().find(|resource| named(resource, name));
        let found = found.ok_or_else(|| HardwareError::UnknownPort(name.clone()))?;
        ports[found.index()].0 |= (1 << number) & !model.ports.by_rows.0;
        // Where a model has fewer units than the processor has ports, several are one unit.
        let earlier = port_resources.iter().filter(|(resource, _)| *resource == found.0).count();
        let units = processor.resources[found.index()].num_units.max(1) as usize;
        port_resources.push((found.0, (earlier % units) as u8));
    }
    for index in all() {
        let info = processor.resources[index.index()];
        if info.is_group {
            let members = bits(info.unit_bits).map(|member| ports[member.index()].0);
            ports[index.index()] = PortSet(members.fold(0, |set, member| set | member));
        }
    }
    let is_divider =
        |resource: &ResourceIndex| model.ports.dividers.iter().any(|name| named(resource, name));
    let dividers = all().filter(&is_divider).fold(0, |set, resource| set | resource.bit());
    let registers = target.hardware_registers();
    let (slots, num_slots) = slots(processor, target, registers.status);
    let tuples = tuples(processor, target, &slots);
    Ok(HardwareProcessor {
        numbers: model.numbers,
        numbers_of_thread: model.numbers_of_thread(),
        num_ports: model.ports.names.len(),
        ports,
        port_resources,
        divider_resource: all().find(is_divider).map(|it| it.0),
        dividers,
        slots,
        tuples,
        num_slots,
        forwarded: match model.policies.forwards_by_model {
            true => forwarded(processor),
            false => Vec::new(),
        },
        registers,
        model,
        is_own,
    })
}

/// Returns the kinds of results that the scheduling model gives some instructions early, in order.
fn forwarded(processor: &Processor<'_>) -> Vec<u16> {
    let tables = processor.tables();
    let classes = &tables.sched_class_index[processor.model().sched_classes.range()];
    let classes = classes.iter().map(|index| &tables.sched_classes[*index as usize]);
    let advances = classes.flat_map(|class| &tables.read_advances[class.read_advances.range()]);
    let kinds = advances.filter(|it| it.cycles > 0 && it.write_resource != 0);
    let mut kinds: Vec<u16> = kinds.map(|it| it.write_resource).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

/// Returns numbers the registers that are renamed.
fn slots(processor: &Processor<'_>, target: &dyn Target, status: Reg) -> (Vec<Slot>, usize) {
    let tables = processor.tables();
    let mut next = FIRST;
    let mut slots = vec![NO_SLOT; tables.registers.len()];
    let all = || (1..tables.registers.len()).map(|index| Reg(index as u16));
    let is_none =
        |reg: Reg| tables.register(reg).is_artificial != 0 || target.is_register_tuple(reg);
    let is_root = |reg: Reg| {
        let mut supers = tables.super_registers(reg).iter();
        !is_none(reg) && supers.all(|it| is_none(*it))
    };
    for reg in all().filter(|reg| is_root(*reg)) {
        if reg != status && !target.is_control_register(reg) {
            slots[reg.index()] = next;
            next += 1;
        }
    }
    for reg in all().filter(|reg| !is_root(*reg) && !target.is_register_tuple(*reg)) {
        let root = tables.super_registers(reg).iter().copied().find(|it| is_root(*it));
        slots[reg.index()] = root.map_or(NO_SLOT, |root| slots[root.index()]);
    }
    (slots, usize::from(next))
}

/// Returns the registers that stand for several, in their order, with the slots of these.
fn tuples(
    processor: &Processor<'_>,
    target: &dyn Target,
    slots: &[Slot],
) -> Vec<(Reg, SmallVec<[Slot; 4]>)> {
    let tables = processor.tables();
    let all = (1..tables.registers.len()).map(|index| Reg(index as u16));
    let tuples = all.filter(|reg| target.is_register_tuple(*reg)).map(|reg| {
        let mut own = SmallVec::new();
        for part in tables.sub_registers(reg).iter() {
            let slot = slots[part.reg.index()];
            if slot != NO_SLOT && !own.contains(&slot) {
                own.push(slot);
            }
        }
        (reg, own)
    });
    tuples.collect()
}
