"""Checks the signature of programs and libraries for macOS: `packages/macos_signature.py FILE...`. On ARM, macOS ends a program whose
code has no signature, or another than its bytes, as could be left by what strips it after the linker signed it. Anybody's
signature (ad hoc) suffices. The layout is that of Apple's `loader.h` and `cs_blobs.h`."""

import hashlib
import pathlib
import struct
import sys

MAGIC_64, ARM64 = 0xFEEDFACF, 0x0100000C
LC_CODE_SIGNATURE = 0x1D
EMBEDDED_SIGNATURE, CODE_DIRECTORY = 0xFADE0CC0, 0xFADE0C02
AD_HOC = 0x2
SHA256 = 2


def signature(data: bytes) -> bytes:
    """Returns the blob that the load command names."""
    magic, machine, _, _, commands = struct.unpack_from("<5I", data)
    assert (magic, machine) == (MAGIC_64, ARM64), "it is not for macOS on ARM"
    at = 32
    for _ in range(commands):
        command, size = struct.unpack_from("<2I", data, at)
        if command == LC_CODE_SIGNATURE:
            offset, length = struct.unpack_from("<2I", data, at + 8)
            return data[offset : offset + length]
        at += size
    raise AssertionError("it has no signature")


def check(data: bytes) -> int:
    """Checks each page's hash. Returns how many pages there are."""
    blob = signature(data)
    magic, _, count = struct.unpack_from(">3I", blob)
    assert magic == EMBEDDED_SIGNATURE, f"its signature begins with {magic:#x}"
    starts = [struct.unpack_from(">2I", blob, 12 + 8 * it)[1] for it in range(count)]
    directory = next(blob[it:] for it in starts if struct.unpack_from(">I", blob, it)[0] == CODE_DIRECTORY)
    _, _, _, flags, hashes, _, _, pages, limit = struct.unpack_from(">9I", directory)
    hash_size, hash_type, _, page_bits = struct.unpack_from("4B", directory, 36)
    assert flags & AD_HOC and hash_type == SHA256, (flags, hash_type)
    assert pages == -(-limit >> page_bits), "its signature does not cover all of it"
    for page in range(pages):
        found = hashlib.sha256(data[page << page_bits : min(page + 1 << page_bits, limit)]).digest()
        at = hashes + page * hash_size
        assert found == directory[at : at + hash_size], f"page {page} is not what was signed"
    return pages


def main() -> None:
    for path in map(pathlib.Path, sys.argv[1:]):
        try:
            pages = check(path.read_bytes())
        except AssertionError as failure:
            sys.exit(f"{path}: {failure}")
        print(f"{path.name}: {pages} pages as they were signed")


main()
