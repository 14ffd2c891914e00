import fs from 'node:fs/promises';
import zlib from 'node:zlib';

import {CompilationInfo} from '../../types/compilation/compilation.interfaces.js';
import {ToolInfo, ToolResult} from '../../types/tool.interfaces.js';
import {InstructionSets} from '../instructionsets.js';
import * as utils from '../utils.js';
import {ToolEnv} from './base-tool.interface.js';
import {BaseTool} from './base-tool.js';

// The program has other commands, of which some run code. Only these are passed on.
const COMMANDS = ['loops', 'explain'];

const PARTS = ['loop', 'function', 'range', 'line'];

// Browsers and chat programs cut addresses that are much longer.
const MAX_LINK_LENGTH = 16000;

const PAGE_TARGETS: [RegExp, string][] = [
    [/^(x86_64|amd64)/, 'x86-64'],
    [/^(i[3-6]86|x86)/, 'i686'],
    [/^(aarch64|arm64)/, 'aarch64'],
    [/^thumb/, 'thumb'],
    [/^arm/, 'arm'],
    [/^riscv64/, 'riscv64'],
    [/^riscv32/, 'riscv32'],
    [/^s390x/, 's390x'],
    [/^(powerpc64|ppc64)/, 'powerpc64le'],
    [/^(powerpc|ppc)/, 'powerpc'],
    [/^mips64/, 'mips64el'],
    [/^mips/, 'mips'],
    [/^amdgcn/, 'amdgcn'],
    [/^lanai/, 'lanai'],
];

/** Analyses the compiler's assembly as llvm-mca does, and the loops of its objects and executables. */
export class OxmcaTool extends BaseTool {
    static get key() {
        return 'oxmca-tool';
    }

    constructor(toolInfo: ToolInfo, env: ToolEnv) {
        super(toolInfo, env);
        this.addOptionsToToolArgs = false;
    }

    private static hasOption(args: string[], ...names: string[]) {
        return args.some(arg => names.includes(arg.replace(/^--?/, '').split('=', 1)[0]) && arg.startsWith('-'));
    }

    private static optionValue(args: string[], name: string) {
        let value: string | undefined;
        for (const [index, arg] of args.entries()) {
            const match = arg.match(/^--?([^=]+)(?:=(.*))?$/);
            if (match?.[1] === name) value = match[2] ?? args[index + 1];
        }
        return value;
    }

    getTriple(compilationInfo: CompilationInfo): string | null {
        const options = compilationInfo.options;
        const triple =
            OxmcaTool.optionValue(options, 'target') ??
            new InstructionSets().getInstructionSetTarget(compilationInfo.compiler.instructionSet ?? 'amd64');
        // Other tools know this architecture by a name that is no triple's.
        if (triple === 'rv64' || triple === 'rv32') return triple.replace('rv', 'riscv');
        if (triple?.startsWith('x86_64') && options.includes('-m32')) return triple.replace('x86_64', 'i686');
        return triple;
    }

    getCpu(compilationInfo: CompilationInfo, triple: string | null): string {
        const options = compilationInfo.options;
        const isX86 = triple !== null && /^(x86_64|i[3-6]86)/.test(triple);
        const cpu =
            OxmcaTool.optionValue(options, isX86 ? 'march' : 'mcpu') ??
            options.map(option => option.match(/^(?:-C)?target-cpu=(.*)$/)?.[1]).findLast(Boolean);
        // GCC has features behind a plus. Without a CPU the program would take this machine's, which changes.
        return cpu?.split('+', 1)[0] || 'generic';
    }

    private withoutDebugInfo(asm: string): string {
        let isDebugSection = false;
        return asm
            .split('\n')
            .filter(line => {
                if (/^\s*\.(section|text|data|bss)\b/.test(line)) isDebugSection = /\.debug_|__DWARF/.test(line);
                return !isDebugSection && !/^\s*\.(loc|file|cfi_\w+)\b/.test(line);
            })
            .join('\n');
    }

    private getPageLink(asm: string, triple: string, args: string[]) {
        const page = this.env.compilerProps(`tools.${this.tool.id}.page`, '');
        const target = PAGE_TARGETS.find(([pattern]) => pattern.test(triple))?.[1];
        const cpu = OxmcaTool.optionValue(args, 'mcpu');
        // The page runs on another machine than the instance.
        if (!page || !target || !cpu || cpu === 'native') return;

        const parts = new URLSearchParams({target, cpu});
        // The model and the part of the text that this report is about; 0 is all of it.
        const loop = OxmcaTool.hasOption(args, ...PARTS) ? OxmcaTool.optionValue(args, 'loop') : '0';
        parts.set('model', 'llvm');
        if (loop && /^\d+$/.test(loop)) parts.set('loop', loop);
        parts.set('code', zlib.deflateRawSync(this.withoutDebugInfo(asm)).toString('base64url'));
        const link = `${page}#${parts}`;
        return link.length <= MAX_LINK_LENGTH ? link : undefined;
    }

    override async runTool(
        compilationInfo: CompilationInfo,
        _inputFilepath?: string,
        args: string[] = [],
    ): Promise<ToolResult> {
        const command = COMMANDS.find(name => name === args[0]);
        const given = this.tool.options.concat(command ? args.slice(1) : args);
        if (given.some(arg => arg.startsWith('@')) || OxmcaTool.hasOption(given, 'measure')) {
            return this.createErrorResponse('<oxmca takes no files of arguments here, and does not measure>');
        }

        const triple = this.getTriple(compilationInfo);
        if (!OxmcaTool.hasOption(given, 'mcpu')) given.unshift('-mcpu=' + this.getCpu(compilationInfo, triple));
        // The file comes before arguments, so that none of them is taken for a command.
        const run = (file: string, before: string[]) =>
            super.runTool(compilationInfo, file, [...before, file, ...given], undefined, undefined, true);

        if (compilationInfo.filters.binary || compilationInfo.filters.binaryObject) {
            const executable = compilationInfo.executableFilename;
            const binary = (await utils.fileExists(executable)) ? executable : compilationInfo.outputFilename;
            const isPartChosen = OxmcaTool.hasOption(given, ...PARTS);
            return run(binary, command ? [command] : isPartChosen ? [] : ['loops']);
        }

        if (!compilationInfo.asm) {
            return this.createErrorResponse('<no assembly output available>');
        }

        const asm = utils.normalizeAsmToString(compilationInfo.asm);
        const asmFilename = compilationInfo.outputFilename + '.oxmca';
        await fs.writeFile(asmFilename, asm);
        if (triple && !OxmcaTool.hasOption(given, 'mtriple', 'march')) given.unshift('-mtriple=' + triple);
        if (command) return run(asmFilename, [command]);

        // Compilers write more than LLVM's assembler reads; commands always read it.
        given.unshift('-lenient');
        const result = await run(asmFilename, []);
        const link = triple && this.getPageLink(asm, triple, given);
        if (result.code === 0 && link) {
            // Panes make links of addresses in lower case, also of those that are links already.
            const address = link.replace(/^https?/, scheme => scheme.toUpperCase());
            result.stdout.push({text: `\x1b]8;;${address}\x1b\\Open this text in the page of oxmca\x1b]8;;\x1b\\`});
        }
        return result;
    }
}
