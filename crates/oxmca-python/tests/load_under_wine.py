"""Has Wine load the extension of a wheel for Windows: `load_under_wine.py WHEEL`. No Python for Windows is needed: a stand-in for
python3.dll has the names that the extension takes from it, and those of Python's stable interface only are allowed. So all other
libraries and functions that it needs must be there, and its entry for Python. It is not run."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

COMPILER = "x86_64-w64-mingw32-gcc"
# Opens the extension as Python does, and looks for its entry.
LOADER = """
#include <stdio.h>
#include <windows.h>
int main(void) {
  HMODULE extension = LoadLibraryA("_oxmca.pyd");
  if (!extension) {
    printf("not loaded: error %lu\\n", GetLastError());
    return 1;
  }
  puts(GetProcAddress(extension, "PyInit__oxmca") ? "loaded" : "it has no entry");
  return 0;
}
"""
# Wine 8 lacks this library, without which no code of Rust's begins.
RANDOM = """
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *bytes, unsigned long count);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *bytes, unsigned long long count) {
  return SystemFunction036(bytes, (unsigned long)count);
}
"""


def imports(extension: pathlib.Path, library: str) -> list[str]:
    """Returns the names that an extension takes from a library."""
    text = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", extension], capture_output=True, text=True, check=True).stdout
    table = re.search(rf"DLL Name: {re.escape(library)}\n(.*?)(?:\n\s*\n|\Z)", text, re.S | re.I)
    assert table, f"it takes nothing from {library}"
    return re.findall(r"^\s+[0-9a-f]+\s+(?:<none>|\d+)\s+(?:[0-9a-f]+\s+)?(\w+)\s*$", table[1], re.M)


def main() -> None:
    wine = shutil.which("wine64") or shutil.which("/usr/lib/wine/wine64") or shutil.which("wine")
    if not wine or not shutil.which(COMPILER):
        print("not loaded, since Wine or mingw-w64 is missing (apt-get install wine64 gcc-mingw-w64-x86-64)")
        return
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with zipfile.ZipFile(sys.argv[1]) as files:
            (folder / "_oxmca.pyd").write_bytes(files.read("oxmca/_oxmca.pyd"))
        names = imports(folder / "_oxmca.pyd", "python3.dll")
        assert len(names) > 50, names
        # Data and functions are the same to a loader.
        stand_in = "".join(f"__declspec(dllexport) void *{it}[64];\n" for it in names)
        sources = {"python3.dll": stand_in, "bcryptprimitives.dll": RANDOM, "load.exe": LOADER}
        for file, source in sources.items():
            options = ["-fno-builtin", "-x", "c", "-", "-o", folder / file, *(["-shared"] if file.endswith(".dll") else [])]
            subprocess.run([COMPILER, *options, "-ladvapi32"], input=source, text=True, check=True, cwd=folder)
        environment = {"WINEPREFIX": str(folder / "wine"), "WINEDEBUG": "-all", "WINEARCH": "win64", "PATH": "/usr/bin:/bin"}
        subprocess.run([wine, "wineboot", "--init"], env=environment, capture_output=True, check=False)
        done = subprocess.run([wine, "load.exe"], env=environment, capture_output=True, text=True, check=False, cwd=folder)
        # Until it has ended, the server writes to the folder.
        server = shutil.which("wineserver") or pathlib.Path(wine).resolve().parent / "wineserver"
        subprocess.run([server, "--kill"], env=environment, capture_output=True, check=False)
        assert done.stdout.split() == ["loaded"], (done.returncode, done.stdout)
        print(f"loaded under Wine, with a stand-in for python3.dll that has the {len(names)} names it takes")


main()
