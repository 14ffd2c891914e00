//! temporary
use oxmca::*;
use oxmca_characterize::*;
fn main(){
  let a:Vec<String>=std::env::args().collect();
  let cpu=&a[1]; let truth=&a[2]; let pats=&a[3..];
  let b=SessionBuilder::new("aarch64-unknown-linux-gnu").cpu(cpu);
  let s=b.build().unwrap();
  let tr=Session::new("aarch64-unknown-linux-gnu",truth,[]).unwrap();
  let mut bench=Bench::of_model(&s,&tr);
  let t=std::time::Instant::now();
  let w=|n:&str| pats.iter().any(|p|p=="all"||n.starts_with(p.as_str()));
  let numbers=pats.iter().any(|p|p=="numbers");
  let f=characterize(&b,&s,&mut bench,Wanted{numbers,forms:&w},&mut|_,_,_|true).unwrap();
  let ports=s.hardware_ports().unwrap();
  for n in &f.numbers { println!("{:?} {:?}",n.numbers,n.verdict); for a in &n.answers {println!("    {} {:.2} {:.2} {:.2}",a.block,a.measured,a.before,a.after);} }
  let mut c=std::collections::BTreeMap::new();
  for x in &f.findings { let k=match &x.verdict {Verdict::Confirmed=>"confirmed".to_string(),Verdict::Changed(_)=>"changed".into(),Verdict::Unexplained(None)=>"unexplained".into(),Verdict::Unexplained(_)=>"nearer".into(),Verdict::NotMeasured(r)=>r.clone()}; *c.entry(k).or_insert(0)+=1; 
   match &x.verdict {Verdict::Changed(ch)=>println!("{} changed {}",x.name,ch.properties(ports)),Verdict::Unexplained(_)=>{println!("{} {:?}",x.name,x.verdict);for a in &x.answers{println!("     {:?} {:.2} {:.2} {:.2}",a.question,a.measured,a.before,a.after)}},Verdict::NotMeasured(r)=>println!("NM {} {r}",x.name),_=>{}}}
  println!("blockers {:?}",f.blockers);
  println!("{cpu} {truth}: {} forms {c:?} in {:?}",f.findings.len(),t.elapsed());
}
