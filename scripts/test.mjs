/**
 * `npm test`: the dependencies, every gate, then every test, the same ones every day. With arguments
 * (`npm test -- admins`) only the tests whose path they name. `npm run test:long` runs the long form of those that try
 * random input or large numbers, and of axe.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { install } from './install.mjs';
import { capture, Fault, root, say, secondsSince, show, whenRun } from './process.mjs';

/** One row for each test. A file that broke before its tests began reports none of them, so it counts as one failure. */
function resultsOf(file) {
  const tests = file.assertionResults.map(({ fullName, status }) => ({ file: file.name, name: fullName, status }));
  const isBroken = file.status === 'failed' && !tests.some(({ status }) => status === 'failed');
  if (!isBroken) return tests;
  const [reason] = file.message.split('\n');
  return [...tests, { file: file.name, name: 'the file itself', status: 'failed', reason }];
}

function readResults(step, reportPath, code) {
  try {
    const results = JSON.parse(readFileSync(reportPath, 'utf8')).testResults.flatMap(resultsOf);
    // An error outside every test fails the run without failing a test; it must show in the sum.
    const isOutside = code !== 0 && !results.some(isFailed);
    return isOutside ? [...results, { name: `${step}, outside its tests`, status: 'failed' }] : results;
  } catch {
    return [{ name: `${step}, which did not report`, status: 'failed' }];
  }
}

const isFailed = ({ status }) => status === 'failed';
const titleOf = ({ file, name }) => (file === undefined ? name : `${relative(root, file)}: ${name}`);
const reportOf = (result) => (result.reason ? `${titleOf(result)} (${result.reason})` : titleOf(result));

/**
 * Lanes of steps: they run side by side, the steps of a lane one after the other, so that both cores have work to the
 * end. The server's tests wait for much, which leaves time for the gates and then the panel's components. The stories
 * come last, each of their workers with a browser. All three at once take more processor time.
 */
const lanes = [
  [{ name: 'server', folder: 'server', args: [] }],
  [
    { name: 'panel, components', folder: 'panel', args: ['--project', 'components'] },
    { name: 'panel, stories', folder: 'panel', args: ['--project', 'stories'] },
  ],
];

const long = {
  MODEL_RUNS: '100',
  LONG_FORM: 'yes',
  FUZZ_REQUESTS: '20000',
  IDEMPOTENCY_LONG: 'true',
  MEDIA_FUZZ_ROUNDS: '800',
  SCHEDULES: '3000',
  AXE_LONG: 'true',
  MATRIX_LONG: 'true',
  EXPORT_LONG: 'true',
  RECONCILE_LONG: 'true',
};

async function runTests(step, run) {
  const { name, folder, args } = step;
  const started = performance.now();
  const reportFolder = mkdtempSync(join(tmpdir(), 'cliffhanger-test-'));
  const reportPath = join(reportFolder, 'report.json');
  try {
    const code = await run(process.execPath, [
      ...['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--passWithNoTests'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`],
      ...args,
    ]);
    return { results: readResults(name, reportPath, code), took: `${name}: ${secondsSince(started)}` };
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
}

/** Shows it all at its end, so that those that run side by side do not talk at once. */
async function showAtEnd(command, args) {
  const { code, output } = await capture(command, args);
  process.stdout.write(output);
  return code;
}

async function runLane(lane, run) {
  const runs = [];
  for (const step of lane) runs.push(await runTests(step, run));
  return runs;
}

/** The first lane is watched; the other comes after the gates and shows the output of each step when it is done. */
const runLanes = ([first = [], ...others], gates) =>
  Promise.all([runLane(first, show), ...others.map((lane) => gates.then(() => runLane(lane, showAtEnd)))]);

const statPath = '/proc/stat';

/** How long all cores together have worked, idled, and waited for other machines on the same hardware. Linux tells. */
function coreTimes() {
  if (!existsSync(statPath)) return undefined;
  const [, ...ticks] = readFileSync(statPath, 'utf8').split('\n', 1)[0].split(/ +/u);
  const [user, nice, system, idle, ioWait, irq, softIrq, stolen] = ticks.map(Number);
  return { busy: user + nice + system + irq + softIrq, idle: idle + ioWait, stolen };
}

/** How busy the cores were, and how much of them others took: a run that takes long is not always the tests' doing. */
function coresSince(start) {
  const now = coreTimes();
  if (!start || !now) return '';
  const [busy, idle, stolen] = ['busy', 'idle', 'stolen'].map((name) => now[name] - start[name]);
  const share = (ticks) => `${Math.round((100 * ticks) / Math.max(1, busy + idle + stolen))} %`;
  return `, cores busy ${share(busy)}, idle ${share(idle)}, taken by other machines ${share(stolen)}`;
}

async function runAll(filters, gates) {
  const runs = (await runLanes(lanesFor(filters), gates)).flat();
  return { results: runs.flatMap(({ results }) => results), took: runs.map(({ took }) => took).join(', ') };
}

const lanesFor = (filters) =>
  filters.length === 0 ? lanes : ['server', 'panel'].map((folder) => [{ name: folder, folder, args: filters }]);

/** Runs the gates; returns whether all of them passed. */
const runGates = async () => (await showAtEnd(process.execPath, ['scripts/check.mjs'])) === 0;

await whenRun(import.meta.url, async () => {
  const [started, coresBefore] = [performance.now(), coreTimes()];
  const isLong = process.argv.includes('--long');
  const filters = process.argv.slice(2).filter((word) => word !== '--long');
  if (isLong) Object.assign(process.env, long);
  await install();
  const gates = filters.length === 0 ? runGates() : Promise.resolve(true);
  const { results, took } = await runAll(filters, gates);
  const gatesPassed = await gates;
  const failures = results.filter(isFailed);
  const passed = results.filter(({ status }) => status === 'passed').length;
  const skipped = results.length - passed - failures.length;
  if (filters.length > 0 && passed + failures.length === 0) throw new Fault(`No test is named ${filters.join(' ')}.`);
  if (!gatesPassed) say('The check failed: what it found is above.');
  for (const result of failures) say(`failed: ${reportOf(result)}`);
  if (skipped > 0) say(`${skipped} skipped`);
  say(`took ${secondsSince(started)} (${took})${coresSince(coresBefore)}`);
  say(`${passed} passed, ${failures.length} failed`);
  if (!gatesPassed || failures.length > 0) process.exitCode = 1;
});
