"""Looks into a wheel: `look_into_wheel.py WHEEL`. Its extension must be for the stable interface and for the wheel's machine, and
need no libraries but those that its platform promises. Its licences must be those of the project."""

import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

PROJECT = pathlib.Path(__file__).resolve().parents[3]
MACHINES = {
    "manylinux": {"x86_64": "elf64-x86-64", "aarch64": "elf64-littleaarch64"},
    "win": {"amd64": "coff-x86-64"},
    "macosx": {"x86_64": "mach-o 64-bit x86-64", "arm64": "mach-o arm64"},
}
# Those of PEP 599, of Windows itself (and Python's stable library), and of macOS.
LIBRARIES = {
    "manylinux": r"lib(c|m|pthread|dl|rt|gcc_s)\.so\.\d+|ld-linux[\w-]*\.so\.\d",
    "win": r"(?i)(kernel32|ntdll|msvcrt|userenv|ws2_32|advapi32|bcrypt|bcryptprimitives|api-ms-[\w-]+|python3)\.dll",
    "macosx": r"/usr/lib/lib(System\.B|iconv\.2|charset\.1)\.dylib|/System/Library/Frameworks/.*",
}


def objdump() -> str:
    names = ["llvm-objdump", *(f"llvm-objdump-{version}" for version in range(30, 13, -1))]
    for name in names:
        if subprocess.run(["sh", "-c", f"command -v {name}"], capture_output=True, check=False).returncode == 0:
            return name
    sys.exit("llvm-objdump is missing: `apt-get install llvm` installs it")


def main() -> None:
    wheel = pathlib.Path(sys.argv[1])
    name, version, python, abi, platform = wheel.name.removesuffix(".whl").split("-")
    assert (name, python, abi) == ("oxmca", "cp39", "abi3"), wheel.name
    system, machine = re.fullmatch(r"(manylinux|win|macosx).*?_(x86_64|aarch64|amd64|arm64)(?:\..*)?", platform).groups()
    with zipfile.ZipFile(wheel) as files, tempfile.TemporaryDirectory() as folder:
        names = files.namelist()
        extensions = [it for it in names if re.search(r"\.(so|pyd)$", it)]
        assert len(extensions) == 1, extensions
        for wanted in ("oxmca/__init__.py", "oxmca/py.typed", f"oxmca-{version}.dist-info/METADATA"):
            assert wanted in names, f"{wanted} is missing"
        for licence in ("LICENSE-MIT", "LICENSE-APACHE", "NOTICE"):
            text = files.read(f"oxmca-{version}.dist-info/licenses/{licence}")
            assert text == (PROJECT / licence).read_bytes(), f"{licence} is another one"
        extension = files.extract(extensions[0], folder)
        text = subprocess.run([objdump(), "-p", extension], capture_output=True, text=True, check=True).stdout
        if (system, machine) == ("macosx", "arm64"):
            subprocess.run([sys.executable, PROJECT / "packages/macos_signature.py", extension], check=True)
    head = text.lower()
    assert f"file format {MACHINES[system][machine]}" in head, head[:200]
    needed = re.findall(r"^\s*NEEDED\s+(\S+)|^\s*DLL Name: (\S+)|^\s+name (\S+\.dylib|/System\S+) ", text, re.M)
    libraries = {next(filter(None, it)) for it in needed}
    # A library of macOS names itself first.
    libraries = {it for it in libraries if "_oxmca" not in it}
    wrong = {it for it in libraries if not re.fullmatch(LIBRARIES[system], it)}
    assert libraries and not wrong, f"it needs {wrong or 'nothing, which cannot be'}"
    print(f"{extensions[0]} for {machine} needs {', '.join(sorted(libraries))}")


main()
