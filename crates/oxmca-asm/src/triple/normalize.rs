//! The normal form of a triple, as LLVM's messages show it: each component moved to its place by what
//! its name means, with `unknown` for those that are missing before others.
//!
//! The architecture always stands in its place: without one there is no target, and no such message.

/// Names of vendors.
const VENDORS: [&str; 16] = [
    "amd", "apple", "csr", "fsl", "ibm", "img", "intel", "mesa", "meta", "mti", "nvidia", "oe",
    "pc", "scei", "sie", "suse",
];

/// Beginnings of the names of operating systems.
const SYSTEMS: [&str; 48] = [
    "aix",
    "amdhsa",
    "amdpal",
    "bridgeos",
    "cheriotrtos",
    "chipstar",
    "cuda",
    "darwin",
    "dragonfly",
    "driverkit",
    "elfiamcu",
    "emscripten",
    "firmware",
    "freebsd",
    "fuchsia",
    "h2",
    "haiku",
    "hermit",
    "hurd",
    "ios",
    "kfreebsd",
    "linux",
    "liteos",
    "lv2",
    "macos",
    "managarm",
    "mesa3d",
    "netbsd",
    "nvcl",
    "openbsd",
    "opencl",
    "ps4",
    "ps5",
    "qurt",
    "rtems",
    "serenity",
    "shadermodel",
    "solaris",
    "tvos",
    "uefi",
    "visionos",
    "vulkan",
    "wasi",
    "watchos",
    "win32",
    "windows",
    "xros",
    "zos",
];

/// Beginnings of the names of environments. Longer names than one of these begin with it.
const ENVIRONMENTS: [&str; 32] = [
    "amplification",
    "android",
    "anyhit",
    "callable",
    "closesthit",
    "code16",
    "compute",
    "coreclr",
    "cygnus",
    "domain",
    "eabi",
    "geometry",
    "gnu",
    "hull",
    "intersection",
    "itanium",
    "library",
    "llvm",
    "macabi",
    "mesh",
    "miss",
    "mlibc",
    "msvc",
    "mtia",
    "musl",
    "ohos",
    "pauthtest",
    "pixel",
    "raygeneration",
    "rootsignature",
    "simulator",
    "vertex",
];

/// Ends of the names of object formats, and the names of the formats; the first that fits counts.
const FORMATS: [(&str, &str); 7] = [
    ("xcoff", "xcoff"),
    ("coff", "coff"),
    ("elf", "elf"),
    ("goff", "goff"),
    ("macho", "macho"),
    ("wasm", "wasm"),
    ("spirv", "spirv"),
];

/// The places that have a meaning: architecture, vendor, operating system, environment.
const PLACES: usize = 4;

/// Operating systems that are written differently in the normal form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum System {
    Unknown,
    Windows,
    MinGw,
    Cygwin,
    Other,
}

fn system(name: &str) -> System {
    let begins = |prefix: &&str| name.starts_with(*prefix);
    if ["cygwin", "msys"].iter().any(begins) {
        System::Cygwin
    } else if name.starts_with("mingw") {
        System::MinGw
    } else if ["win32", "windows"].iter().any(begins) {
        System::Windows
    } else if SYSTEMS.iter().any(begins) {
        System::Other
    } else {
        System::Unknown
    }
}

fn is_environment(name: &str) -> bool {
    ENVIRONMENTS.iter().any(|prefix| name.starts_with(prefix))
}

fn object_format(name: &str) -> Option<&'static str> {
    FORMATS.iter().find(|(suffix, _)| name.ends_with(suffix)).map(|(_, format)| *format)
}

/// The components of a triple while they are moved.
struct Components<'t> {
    names: Vec<&'t str>,
    /// Set where the component of that place has been found.
    is_found: [bool; PLACES],
    system: System,
    has_environment: bool,
    format: Option<&'static str>,
}

/// Returns the normal form of a triple whose first component is an architecture.
pub(super) fn normalize(triple: &str) -> String {
    let names: Vec<&str> = triple.split('-').collect();
    let name = |place: usize| names.get(place).copied().unwrap_or_default();
    let system = system(name(2));
    let has_environment = is_environment(name(3));
    let has_system = !matches!(system, System::Unknown | System::MinGw | System::Cygwin);
    let mut components = Components {
        is_found: [true, VENDORS.contains(&name(1)), has_system, has_environment],
        system,
        has_environment,
        format: object_format(name(4)),
        names,
    };
    for place in 1..PLACES {
        if !components.is_found[place] {
            components.find(place);
        }
    }
    components.finish()
}

impl<'t> Components<'t> {
    /// Looks for the component that belongs to a place, and moves it there.
    fn find(&mut self, place: usize) {
        let mut index = 0;
        while index < self.names.len() {
            let is_fixed = index < PLACES && self.is_found[index];
            if !is_fixed && self.belongs(index, place) {
                self.move_to(index, place);
                self.is_found[place] = true;
                return;
            }
            index += 1;
        }
    }

    /// Returns whether a component means something at a place, and takes note of its meaning.
    fn belongs(&mut self, index: usize, place: usize) -> bool {
        let name = self.names[index];
        match place {
            1 => VENDORS.contains(&name),
            2 => {
                self.system = system(name);
                self.system != System::Unknown
            }
            _ => {
                self.has_environment = is_environment(name);
                if !self.has_environment {
                    self.format = object_format(name);
                }
                self.has_environment || self.format.is_some()
            }
        }
    }

    /// Moves a component to a place. Components in the way that are not fixed go to the right, into
    /// the gap that it leaves or into gaps that are made before it.
    fn move_to(&mut self, index: usize, place: usize) {
        if place < index {
            let mut moved = std::mem::take(&mut self.names[index]);
            let mut at = place;
            while !moved.is_empty() {
                at = self.next_free(at);
                std::mem::swap(&mut moved, &mut self.names[at]);
                at += 1;
            }
            return;
        }
        let mut index = index;
        while index < place {
            let mut moved = "";
            let mut at = index;
            while at < self.names.len() {
                std::mem::swap(&mut moved, &mut self.names[at]);
                if moved.is_empty() {
                    break;
                }
                at = self.next_free(at + 1);
            }
            if !moved.is_empty() {
                self.names.push(moved);
            }
            index = self.next_free(index + 1);
        }
    }

    /// Returns the next place, from a given one on, whose component is not fixed.
    fn next_free(&self, from: usize) -> usize {
        (from..PLACES).find(|place| !self.is_found[*place]).unwrap_or(from.max(PLACES))
    }

    fn finish(mut self) -> String {
        let is_bare = self.is_found[3] && !self.is_found[1] && !self.is_found[2];
        if is_bare && self.names[1] == "none" && self.names[2].is_empty() {
            self.names.swap(1, 2);
        }
        let known = |name: &&str| if name.is_empty() { "unknown" } else { name }.to_owned();
        let mut names: Vec<String> = self.names.iter().map(known).collect();
        let format = self.format.filter(|format| *format != "coff");
        let environment = match self.system {
            System::Windows if self.has_environment => None,
            System::Windows => Some(format.unwrap_or("msvc")),
            System::MinGw => Some("gnu"),
            System::Cygwin => Some("cygnus"),
            System::Unknown | System::Other => None,
        };
        if let Some(name) = names.get_mut(3).filter(|_| self.has_environment) {
            if let Some(version) = name.strip_prefix("androideabi") {
                *name = format!("android{version}");
            } else if self.names[1] == "suse" && is_gnueabi(name) {
                "gnueabihf".clone_into(name);
            }
        }
        if !matches!(self.system, System::Unknown | System::Other) {
            names.resize(PLACES, String::new());
            "windows".clone_into(&mut names[2]);
            if let Some(environment) = environment {
                environment.clone_into(&mut names[3]);
            }
            if self.system != System::Windows || self.has_environment {
                names.extend(format.map(str::to_owned));
            }
        }
        names.join("-")
    }
}

/// Returns whether an environment is `gnueabi`, and none of those that begin with it.
fn is_gnueabi(name: &str) -> bool {
    let others = ["gnueabihf", "gnueabit64"];
    name.starts_with("gnueabi") && !others.iter().any(|other| name.starts_with(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triples with the normal forms in llvm-mca 22.1.8's messages.
    #[test]
    fn normal_forms_are_llvms() {
        for (triple, normal) in [
            ("x86_64", "x86_64"),
            ("x86_64-pc-win32", "x86_64-pc-windows-msvc"),
            ("i386-elf", "i386-unknown-unknown-elf"),
            ("x86_64-w64-mingw32", "x86_64-w64-windows-gnu"),
            ("x86_64-fuchsia", "x86_64-unknown-fuchsia"),
            ("x86_64h-gnu-elf-mingw32", "x86_64h-unknown-windows-gnu"),
            ("amd64-msvc-fuchsia", "amd64-unknown-fuchsia-msvc"),
            ("x86_64-baz-gnueabi-haiku", "x86_64-baz-haiku-gnueabi"),
            ("amd64-uefi-itanium--cygnus", "amd64-unknown-uefi-itanium-cygnus"),
            ("x86_64h-w64-macho-pc", "x86_64h-pc-w64-macho"),
            ("x86_64h-gnueabihf-windows-gnueabi-gnux32", "x86_64h-gnueabihf-windows-gnueabi"),
            ("amd64-w64-bar-cygwin-llvm", "amd64-w64-windows-cygnus"),
            ("i386-haiku-apple-code16-llvm-wasip2", "i386-apple-haiku-code16-llvm-wasip2"),
            ("amd64-win32-androideabi-gnueabihf--bar", "amd64-unknown-windows-gnueabihf"),
            (
                "i686-haiku-none-elf-fuchsia-gnueabihf",
                "i686-unknown-haiku-elf-none-fuchsia-gnueabihf",
            ),
            ("i686--intel-gnueabi", "i686-intel-unknown-gnueabi"),
            ("i386-none-gnu", "i386-unknown-none-gnu"),
            ("i386-suse-linux-gnueabi", "i386-suse-linux-gnueabihf"),
            ("x86_64-pc-windows-macho", "x86_64-pc-windows-macho"),
            ("x86_64-pc-windows-msvc-elf", "x86_64-pc-windows-msvc-elf"),
            ("i686-linux-androideabi21", "i686-unknown-linux-android21"),
            ("i686-msys", "i686-unknown-windows-cygnus"),
        ] {
            assert_eq!(normalize(triple), normal, "{triple}");
        }
    }
}
