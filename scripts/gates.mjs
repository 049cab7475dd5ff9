/**
 * The gates, as a table: what each is called, what it looks at, and the commands that it runs. Every command runs in
 * the root with this Node, so that the version in the lock file is the one that judges.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { capture, root } from './process.mjs';

const tool = (path, ...args) => [join('node_modules', path), ...args];
const present = (...paths) => paths.filter((path) => existsSync(join(root, path)));

const compiler = '@typescript/native/bin/tsc';
const cruiser = 'dependency-cruiser/bin/dependency-cruise.mjs';

/**
 * For programs in Go: gates run side by side, so each gets one core. A second thread checks many of the same types again,
 * and memory is cheaper here than collecting it often.
 */
const onOneCore = { GOMAXPROCS: '1', GOGC: '400' };

/** The slowest stand first, so that they do not start last. */
export const gates = [
  {
    name: 'generated',
    title: 'generated files',
    commands: () => [['scripts/generate.mjs', '--check']],
  },
  {
    name: 'migrations',
    title: 'merged migrations',
    commands: () => [['scripts/migrations.mjs', '--check']],
  },
  {
    name: 'lint',
    title: 'promises, casts and complexity',
    env: onOneCore,
    commands: () => [tool('oxlint/bin/oxlint', '--type-aware', '--config=.oxlintrc.json', '--format=unix', '.')],
  },
  {
    name: 'layers',
    title: 'layers',
    commands: () => [
      tool(
        cruiser,
        '--config=.dependency-cruiser.cjs',
        '--output-type=err-long',
        ...present('server/src', 'server/test', 'server/tools', 'panel/src', 'panel/test', 'panel/e2e'),
      ),
    ],
  },
  {
    name: 'types',
    title: 'types',
    env: onOneCore,
    commands: () =>
      // The server's is named whether or not it is there: a gate with nothing to look at must not pass.
      [
        'server/tsconfig.json',
        ...present('panel/tsconfig.json', 'panel/viewer/worker/tsconfig.json', 'bench/tsconfig.json'),
      ].map((project) => tool(compiler, '--noEmit', '--singleThreaded', '--pretty', 'false', '-p', project)),
  },
  {
    name: 'format',
    title: 'format and lint',
    commands: () => [
      tool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=none', '.'),
    ],
  },
  {
    name: 'conventions',
    title: 'conventions',
    commands: () => [['scripts/conventions.mjs']],
  },
  {
    name: 'words',
    title: 'words of the panel',
    commands: () => [['scripts/words.mjs']],
  },
  {
    name: 'contract',
    title: 'OpenAPI document',
    commands: () => [['scripts/contract.mjs']],
  },
  {
    name: 'docs',
    title: 'links and coverage',
    commands: () => [['scripts/docs.mjs']],
  },
];

/** Runs one gate; its commands run one after the other, and all of them, so that one report names every fault. */
export async function runGate(gate) {
  const started = performance.now();
  const results = [];
  for (const args of gate.commands()) {
    const [program] = args;
    results.push(
      existsSync(join(root, program))
        ? await capture(process.execPath, args, { env: gate.env })
        : { code: 1, output: `${program} is not there: run npm ci first.\n` },
    );
  }
  return {
    gate,
    passed: results.every(({ code }) => code === 0),
    output: results.map(({ output }) => output).join(''),
    seconds: (performance.now() - started) / 1000,
  };
}
