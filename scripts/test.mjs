/**
 * `npm test`: the dependencies, every gate, then every test. With arguments (`npm test -- admins`) only the tests that
 * they name, because whoever works on one thing wants its answer at once.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.mjs';
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
  [{ root: 'server', args: [] }],
  [{ root: 'panel', args: ['--project', 'components'] }],
  [
    { root: 'panel', args: ['--project', 'stories', '--exclude', axe] },
    { root: 'panel', args: [axe] },
  ],
];

async function runTests({ root, args }, run) {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-test-'));
  const reportPath = join(folder, 'report.json');
  try {
    const code = await run(process.execPath, [
      ...['node_modules/vitest/vitest.mjs', 'run', '--root', root, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
      ...args,
    ]);
    return tally(reportPath, code);
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
  for (const round of wanted) {
    for (const one of await runRound(round)) for (const outcome of Object.keys(sums)) sums[outcome] += one[outcome];
  }
  return sums;
}

const roundsFor = (filters) =>
  filters.length === 0 ? rounds : ['server', 'panel'].map((root) => [{ root, args: filters }]);

await whenRun(import.meta.url, async () => {
  const started = performance.now();
  const filters = process.argv.slice(2);
  await install();
  const gatesPassed = filters.length > 0 || (await check());
  const selfTested = filters.length > 0 || (await show(process.execPath, ['scripts/gates.selftest.mjs'])) === 0;
  const { passed, failed, skipped } = await runAll(roundsFor(filters));
  if (filters.length > 0 && passed + failed === 0) throw new Fault(`No test is named ${filters.join(' ')}.`);
  if (!selfTested) say('A gate let a planted fault pass: which one is told above.');
  if (!gatesPassed) say('The check failed: what it found is above the tests.');
  if (skipped > 0) say(`${skipped} skipped`);
  say(`took ${secondsSince(started)}`);
  say(`${passed} passed, ${failed} failed`);
  if (!gatesPassed || !selfTested || failed > 0) process.exitCode = 1;
});
