use std::fs;
fn main() -> anyhow::Result<()> {
    let folder = std::path::PathBuf::from(std::env::args().nth(1).unwrap());
    let out = std::path::PathBuf::from(std::env::args().nth(2).unwrap());
    for name in std::env::args().skip(3) {
        let spec = oxmca_import::TARGETS.iter().find(|s| s.name == name).unwrap();
        match oxmca_import::Dumps::read(&folder, spec.name)
            .and_then(|d| oxmca_import::import(spec, &d))
        {
            Ok(imported) => {
                for (file, text) in &imported.files {
                    let path = out.join(spec.folder).join(file);
                    fs::create_dir_all(path.parent().unwrap())?;
                    fs::write(path, text)?;
                }
                println!("{name}: ok {:?}", imported.counts);
            }
            Err(e) => println!("{name}: {e:#}"),
        }
    }
    Ok(())
}
