//! Times of the steps of reading a large text.
use std::sync::Arc;
use std::time::Instant;
use oxmca_queries::*;
use oxmca_asm::Interrupt;
fn main() {
    let text = std::fs::read("/tmp/big.s").unwrap();
    let host = Host { triple: "x86_64-unknown-linux-gnu".into(), cpu: "skylake".into() };
    let machines = Machines::new(host);
    let machine = machines.for_text(&MachineChoice::default(), &text).unwrap();
    for _ in 0..4 {
        let t = Instant::now();
        let p = oxmca_asm::lenient::prepare(&text, machine.session().target(), 0);
        println!("prepare {:?} {}", t.elapsed(), p.text.len());
        let t = Instant::now();
        let o = machine.text_options("a");
        let code = machine.session().read(text.clone(), &o).unwrap();
        println!("read {:?}", t.elapsed());
        let t = Instant::now();
        let it = oxmca_loops::AssemblyText::new(&code);
        println!("functions {:?}", t.elapsed());
        drop(it);
        let t = Instant::now();
        drop(code);
        println!("drop {:?}", t.elapsed());
        let t = Instant::now();
        let it = TextOnMachine::read(Arc::clone(&machine), "a", text.clone(), &Interrupt::NEVER).unwrap();
        println!("all {:?}", t.elapsed());
        let t = Instant::now();
        let parts = it.parts(&(5000..=5060));
        println!("parts {} {:?}", parts.len(), t.elapsed());
        let t = Instant::now();
        for p in &parts { let _ = machines.cost(&machine, &p.instructions); }
        println!("costs {:?}", t.elapsed());
        let t = Instant::now();
        let parts = it.all_parts();
        println!("all parts {} {:?}", parts.len(), t.elapsed());
        let t = Instant::now();
        for p in &parts { let _ = machines.cost(&machine, &p.instructions); }
        println!("all costs {:?}", t.elapsed());
    }
}
