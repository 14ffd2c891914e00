use std::collections::{BTreeMap,HashSet};
use oxmca::Session;
fn main(){
  for cpu in std::env::args().skip(1){
    let s=Session::new("aarch64-unknown-linux-gnu",&cpu,[]).unwrap();
    let t=std::time::Instant::now();
    let names=oxmca_characterize::form_names(&s,&|_|true);
    println!("{cpu}: {} forms in {:?}",names.len(),t.elapsed());
    let _=(BTreeMap::<u8,u8>::new(),HashSet::<u8>::new());
    std::fs::write(format!("/tmp/forms.{cpu}"),names.join("\n")+"\n").unwrap();
  }
}
