"""Checks what cargo-binstall is told against a release's archives: `packages/binstall.py FOLDER`. The address that the crates'
manifests make for each target must name its archive, and the paths the programs in it, by the rules of cargo-binstall's
documentation for `pkg-url`, `pkg-fmt` and `bin-dir`."""

import json
import pathlib
import re
import subprocess
import sys
import tarfile


def expand(template: str, values: dict[str, str]) -> str:
    return re.sub(r"\{ *([\w-]+) *\}", lambda it: values[it[1]], template)


# The crates, and how the names of the archives that have their programs begin.
ARCHIVES = {"oxmca-cli": "oxmca", "cargo-oxmca": "oxmca", "oxmca-lsp": "oxmca-servers", "oxmca-mcp": "oxmca-servers"}


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    command = ["cargo", "metadata", "--no-deps", "--format-version", "1"]
    metadata = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    crates = [it for it in metadata["packages"] if "binstall" in (it["metadata"] or {})]
    assert {it["name"] for it in crates} == set(ARCHIVES), crates
    checked = 0
    for crate in crates:
        rules, version = crate["metadata"]["binstall"], crate["version"]
        assert rules["pkg-fmt"] == "tgz", rules
        programs = [it["name"] for it in crate["targets"] if "bin" in it["kind"]]
        # An archive that has more targets in it is none of theirs.
        begin = f"{ARCHIVES[crate['name']]}-{version}-"
        for archive in sorted(folder.glob(f"{begin}*.tar.gz")):
            target = archive.name.removeprefix(begin).removesuffix(".tar.gz")
            if target.endswith("-all-targets"):
                continue
            values = {"repo": crate["repository"], "name": crate["name"], "version": version, "target": target}
            values["binary-ext"] = ".exe" if "windows" in target else ""
            address = expand(rules["pkg-url"], values)
            assert address == f"{crate['repository']}/releases/download/v{version}/{archive.name}", address
            with tarfile.open(archive) as files:
                for program in programs:
                    member = files.getmember(expand(rules["bin-dir"], values | {"bin": program}))
                    assert member.isfile() and member.mode & 0o111, member.name
                    checked += 1
    assert checked, f"{folder} has no archives"
    print(f"binstall: {checked} programs are where cargo-binstall looks for them")


main()
