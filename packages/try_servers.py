"""Asks a server of a release about a loop: `packages/try_servers.py lsp|mcp COMMAND...`, where the command starts the server. Prints
what it answers. For what is asked beyond that, see the tests of both servers."""

import json
import subprocess
import sys

TEXT = "sum:\n.L1:\n\taddss\t%xmm1, %xmm0\n\tdecq\t%rsi\n\tjne\t.L1\n"
ANSWER = "4.00 cycles per iteration, limited by chain through %xmm0"


def lsp(command: list[str]) -> str:
    """Opens a text. Returns its hint."""
    document = {"uri": "file:///loop.s"}
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    settings = {"triple": "x86_64", "cpu": "skylake", "modelOf": "llvm"}
    messages = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}, "initializationOptions": settings}},
        {"method": "initialized", "params": {}},
        {"method": "textDocument/didOpen", "params": {"textDocument": {**document, "languageId": "asm", "version": 1, "text": TEXT}}},
        {"id": 2, "method": "textDocument/inlayHint", "params": {"textDocument": document, "range": whole}},
        {"id": 3, "method": "shutdown"},
        {"method": "exit"},
    ]
    sent = b""
    for message in messages:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        sent += b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    rest = subprocess.run(command, input=sent, capture_output=True, check=True).stdout
    answers = {}
    while rest:
        header, _, rest = rest.partition(b"\r\n\r\n")
        length = int(header.removeprefix(b"Content-Length: "))
        answer = json.loads(rest[:length])
        answers[answer.get("id")] = answer
        rest = rest[length:]
    [hint] = answers[2]["result"]
    assert hint["label"] == ANSWER, hint
    return hint["label"]


def mcp(command: list[str]) -> str:
    """Asks for the loops of a text. Returns their cycles."""
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "try_servers", "version": "1"}}
    arguments = {"text": TEXT, "target": "x86_64", "cpu": "skylake", "model_of": "llvm"}
    messages = [
        {"id": 1, "method": "initialize", "params": client},
        {"method": "notifications/initialized"},
        {"id": 2, "method": "tools/call", "params": {"name": "loops", "arguments": arguments}},
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()
        # It ends with its input, so that this stays open until the answer is there.
        answer = next(it for it in map(json.loads, server.stdout) if it.get("id") == 2)
        server.stdin.close()
        assert server.wait() == 0, server.returncode
    [loop] = answer["result"]["structuredContent"]["loops"]
    cycles = loop["cycles_per_iteration"]
    assert float(cycles) == 4, loop
    return f"{float(cycles):g} cycles"


def main() -> None:
    kind, *command = sys.argv[1:]
    print({"lsp": lsp, "mcp": mcp}[kind](command))


main()
