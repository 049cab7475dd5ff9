/**
 * `npm test`: the dependencies, every gate, then every test. With arguments (`npm test -- admins`) only the tests that
 * they name, because whoever works on one thing wants its answer at once. `npm run test:long` gives the tests that try
 * many things at random, and axe, as long as they need to try far more.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
import { gatesChanged } from './gates.selftest.mjs';
import { install } from './install.mjs';
import { capture, Fault, say, secondsSince, show, whenRun } from './process.mjs';

const count = (report, status) =>
  report.testResults.flatMap((file) => file.assertionResults).filter((result) => result.status === status).length;

/** A file that broke before its tests began reports none of them, so it counts as one failure. */
const brokenFiles = (report) =>
  report.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  ).length;

function tally(reportPath, code) {
  try {
    const report = JSON.parse(readFileSync(reportPath, 'utf8'));
    const failed = count(report, 'failed') + brokenFiles(report);
    const skipped = count(report, 'skipped') + count(report, 'pending') + count(report, 'todo');
    // An error outside every test fails the run without failing a test; it must show in the sum.
    return { passed: count(report, 'passed'), failed: code === 0 ? failed : Math.max(failed, 1), skipped };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

/**
 * The server's tests, then the panel's components, then the panel in a real browser: its stories, and beside them axe at
 * every screen, each with a server and a browser of its own, because one page keeps one core busy.
 */
const axe = 'e2e/accessibility.test.ts';
const rounds = [
  [{ name: 'server', root: 'server', args: [] }],
  [{ name: 'panel, components', root: 'panel', args: ['--project', 'components'] }],
  [
    { name: 'panel, stories', root: 'panel', args: ['--project', 'stories', '--exclude', axe] },
    { name: 'panel, axe', root: 'panel', args: [axe] },
  ],
];

const long = {
  ...{ MODEL_RUNS: '100', FUZZ_REQUESTS: '20000', IDEMPOTENCY_LONG: 'true', MEDIA_FUZZ_ROUNDS: '800' },
  AXE_LONG: 'true',
};

async function runTests({ name, root, args }, run) {
  const started = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-test-'));
  const reportPath = join(folder, 'report.json');
  try {
    const code = await run(process.execPath, [
      ...['node_modules/vitest/vitest.mjs', 'run', '--root', root, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
      ...args,
    ]);
    return { ...tally(reportPath, code), took: `${name}: ${secondsSince(started)}` };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shows it all at its end, so that two that run side by side do not talk at once. */
async function showAfterwards(command, args) {
  const { code, output } = await capture(command, args);
  process.stdout.write(output);
  return code;
}

/** Those of one round side by side; the first is watched, the others speak when they are done. */
const runRound = (round) => Promise.all(round.map((part, at) => runTests(part, at === 0 ? show : showAfterwards)));

async function runAll(wanted) {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  const took = [];
  for (const round of wanted) {
    for (const one of await runRound(round)) {
      for (const outcome of Object.keys(sums)) sums[outcome] += one[outcome];
      took.push(one.took);
    }
  }
  return { ...sums, took };
}

const roundsFor = (filters) =>
  filters.length === 0 ? rounds : ['server', 'panel'].map((root) => [{ name: root, root, args: filters }]);

/** What the gates and their own test said that has to be told at the end. */
async function runGates(isLong) {
  const passed = await check();
  const hold = !(isLong || gatesChanged()) || (await show(process.execPath, ['scripts/gates.selftest.mjs'])) === 0;
  return [
    ...(hold ? [] : ['A gate let a planted fault pass: which one is told above.']),
    ...(passed ? [] : ['The check failed: what it found is above the tests.']),
  ];
}

await whenRun(import.meta.url, async () => {
  const started = performance.now();
  const isLong = process.argv.includes('--long');
  const filters = process.argv.slice(2).filter((word) => word !== '--long');
  if (isLong) Object.assign(process.env, long);
  await install();
  const gateFaults = filters.length === 0 ? await runGates(isLong) : [];
  const { passed, failed, skipped, took } = await runAll(roundsFor(filters));
  if (filters.length > 0 && passed + failed === 0) throw new Fault(`No test is named ${filters.join(' ')}.`);
  for (const fault of gateFaults) say(fault);
  if (skipped > 0) say(`${skipped} skipped`);
  say(`took ${secondsSince(started)} (${took.join(', ')})`);
  say(`${passed} passed, ${failed} failed`);
  if (gateFaults.length > 0 || failed > 0) process.exitCode = 1;
});
