"""Has the real cargo-binstall install programs from a release's archives: `unshare --net packages/try_binstall.py FOLDER`. They
are served from this machine by HTTPS, as cargo-binstall takes nothing else, and no other address can be reached. The address of
releases is another one; all else is what the crates' manifests say."""

import fcntl
import functools
import http.server
import pathlib
import re
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import threading
import time

SIOCSIFFLAGS, IFF_UP = 0x8914, 1
# Crates with programs that are installed beside each other, and how the names of their archives begin.
CRATES = {"oxmca-cli": "oxmca", "cargo-oxmca": "oxmca", "oxmca-lsp": "oxmca-servers", "oxmca-mcp": "oxmca-servers"}
SAMPLE = ["loops", "--mtriple=x86_64-unknown-unknown", "--mcpu=skylake", "examples/accumulators.s"]


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """Passes over connections that cargo-binstall ends early. Its status tells whether it has what it needs."""


def serve(folder: pathlib.Path, certificate: pathlib.Path) -> int:
    """Serves a folder by HTTPS. Returns the port."""
    server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


def main() -> None:
    archives = sorted(pathlib.Path(sys.argv[1]).glob("oxmca-*.tar.gz"))
    with socket.socket() as any_socket:
        fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        certificate, programs = scratch / "certificate.pem", scratch / "bin"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
        command += ["-addext", "subjectAltName=IP:127.0.0.1", "-addext", "basicConstraints=critical,CA:FALSE"]
        subprocess.run([*command, "-keyout", certificate, "-out", scratch / "public.pem"], capture_output=True, check=True)
        with certificate.open("a") as both:
            both.write((scratch / "public.pem").read_text())
        version = re.search(r'^version = "(.*)"', pathlib.Path("Cargo.toml").read_text(), re.M)[1]
        served = scratch / f"served/v{version}"
        served.mkdir(parents=True)
        for archive in archives:
            shutil.copy(archive, served)
        address = f"https://127.0.0.1:{serve(served.parent, certificate)}"
        began = time.monotonic()
        crates = {crate: begin for crate, begin in CRATES.items() if any(it.name.startswith(f"{begin}-{version}-") for it in archives)}
        for crate, archive in crates.items():
            command = ["cargo", "binstall", "--no-confirm", "--no-track", "--no-symlinks", "--disable-telemetry"]
            command += ["--strategies", "crate-meta-data", "--install-path", programs, "--manifest-path", f"crates/{crate}"]
            command += ["--root-certificates", scratch / "public.pem"]
            command += ["--pkg-url", f"{address}/v{{ version }}/{archive}-{{ version }}-{{ target }}.tar.gz", crate]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stdout + done.stderr
        answer = subprocess.run([programs / "oxmca", *SAMPLE], capture_output=True, text=True, check=True).stdout
        assert re.search("^2 loops in 1 function, 14 instructions", answer, re.M), answer
        milliseconds = round((time.monotonic() - began) * 1000)
        servers = [["oxmca", it.removeprefix("oxmca-")] for it in crates if it in ("oxmca-lsp", "oxmca-mcp")]
        for command in [["cargo-oxmca"], *servers]:
            told = subprocess.run([programs / command[0], *command[1:], "--version"], capture_output=True, text=True, check=True).stdout
            assert version in told, told
        print(f"cargo-binstall: oxmca answers {milliseconds} ms after the beginning of the installation of {len(crates)} programs")


main()
