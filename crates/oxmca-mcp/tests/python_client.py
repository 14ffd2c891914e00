"""Asks the server that the first argument names, by the Python SDK of the Model Context Protocol."""

import asyncio
import os
import sys
import tempfile

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

LOOP = "dot:\n.L2:\n\tmulss\t(%rdi), %xmm1\n\taddss\t%xmm1, %xmm0\n\taddq\t$4, %rdi\n\tdecq\t%rsi\n\tjne\t.L2\n"


async def main(server: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "dot.s"), "w", encoding="utf-8") as file:
            file.write(LOOP)
        parameters = StdioServerParameters(command=server, args=["--root", folder])
        async with stdio_client(parameters) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = await session.list_tools()
            print("tools:", ", ".join(sorted(tool.name for tool in tools.tools)))
            arguments = {"path": "dot.s", "cpu": "skylake", "model_of": "llvm"}
            loops = await session.call_tool("loops", arguments)
            row = loops.structuredContent["loops"][0] if hasattr(loops, "structuredContent") else loops.structured_content["loops"][0]
            print("loop:", row["name"], row["cycles_per_iteration"], row["limited_by"])
            assert row["cycles_per_iteration"] == 4.0
            explained = await session.call_tool("explain", arguments)
            assert "Limited by:" in explained.content[0].text
            changes = [{"instruction": 2, "latency_cycles": 10}]
            varied = await session.call_tool("what_if", arguments | {"variants": [{"changes": changes}]})
            answer = varied.structuredContent if hasattr(varied, "structuredContent") else varied.structured_content
            print("what if:", answer["variants"][0]["changes"], answer["variants"][0]["cycles_per_iteration"])
            assert answer["variants"][0]["cycles_per_iteration"] == 10.0
            refused = await session.call_tool("loops", {"path": "/etc/passwd"})
            is_error = getattr(refused, "isError", None) or getattr(refused, "is_error", None)
            assert is_error and "no such file below" in refused.content[0].text
            print("refused:", refused.content[0].text)


asyncio.run(main(sys.argv[1]))
