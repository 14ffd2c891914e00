import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {ToolEnv} from '../lib/tooling/base-tool.interface.js';
import {OxmcaTool} from '../lib/tooling/oxmca-tool.js';
import {CompilationInfo} from '../types/compilation/compilation.interfaces.js';
import {ToolInfo} from '../types/tool.interfaces.js';

describe('oxmca tool', () => {
    let folder: string;
    let output: string;
    let page: string;

    async function run(args: string[], options: string[] = [], filters = {}, instructionSet = 'amd64') {
        const tool = new OxmcaTool(
            {id: 'oxmca', exe: 'oxmca', options: [], exclude: []} as unknown as ToolInfo,
            {ceProps: (_: string, value: unknown) => value, compilerProps: () => page} as unknown as ToolEnv,
        );
        const exec = vi.spyOn(tool, 'exec').mockResolvedValue({
            code: 0,
            stdout: 'report',
            stderr: '',
            filenameTransform: (name: string) => name,
        } as any);
        const info = {compiler: {lang: 'c++', instructionSet}, options, filters, asm: '\t.text\n\tnop\n'};
        const result = await tool.runTool(
            {...info, outputFilename: output, executableFilename: output} as unknown as CompilationInfo,
            undefined,
            args,
        );
        return {result, passed: exec.mock.calls.map(call => call[1].map(arg => arg.replace(output, 'OUT')).join(' '))};
    }

    beforeEach(async () => {
        folder = await fs.mkdtemp(path.join(os.tmpdir(), 'oxmca-tool-'));
        output = path.join(folder, 'output.s');
        page = '';
        await fs.writeFile(output, '');
    });

    afterEach(async () => {
        vi.restoreAllMocks();
        await fs.rm(folder, {recursive: true});
    });

    it('takes target and CPU from the compiler, unless they are given', async () => {
        expect((await run([])).passed).toEqual(['OUT.oxmca -lenient -mtriple=x86_64 -mcpu=generic']);
        expect((await run([], ['-m32', '-march=znver4'])).passed).toEqual([
            'OUT.oxmca -lenient -mtriple=i686 -mcpu=znver4',
        ]);
        expect((await run([], ['-mcpu=neoverse-n1+crypto'], {}, 'aarch64')).passed).toEqual([
            'OUT.oxmca -lenient -mtriple=aarch64 -mcpu=neoverse-n1',
        ]);
        expect((await run([], ['--target', 'riscv64gc-linux-gnu', '-Ctarget-cpu=sifive-x280'])).passed).toEqual([
            'OUT.oxmca -lenient -mtriple=riscv64gc-linux-gnu -mcpu=sifive-x280',
        ]);
        expect((await run(['-mcpu=skylake', '-mtriple=i686'])).passed).toEqual([
            'OUT.oxmca -lenient -mcpu=skylake -mtriple=i686',
        ]);
    });

    it('lists the loops of a binary, unless a part of it is chosen', async () => {
        expect((await run([], [], {binary: true})).passed).toEqual(['loops OUT -mcpu=generic']);
        expect((await run(['-loop=1'], [], {binaryObject: true})).passed).toEqual(['OUT -mcpu=generic -loop=1']);
        expect((await run(['explain'], [], {binary: true})).passed).toEqual(['explain OUT -mcpu=generic']);
    });

    it('passes no other command on', async () => {
        expect((await run(['build', '--', 'sh'])).passed).toEqual([
            'OUT.oxmca -lenient -mtriple=x86_64 -mcpu=generic build -- sh',
        ]);
        for (const args of [['loops', '--measure'], ['@file']]) {
            const {result, passed} = await run(args);
            expect(passed).toEqual([]);
            expect(result.code).toEqual(-1);
        }
    });

    it('links to the page, if there is one', async () => {
        expect((await run([])).result.stdout).toHaveLength(1);
        page = 'https://example.org/';
        const last = (await run(['-mcpu=skylake'])).result.stdout.at(-1)?.text;
        expect(last).toContain('HTTPS://example.org/#target=x86-64&cpu=skylake&model=llvm&loop=0&code=');
        expect((await run(['-mcpu=native'])).result.stdout).toHaveLength(1);
        expect((await run(['loops'])).result.stdout).toHaveLength(1);
        expect((await run([], [], {binary: true})).result.stdout).toHaveLength(1);
    });
});
