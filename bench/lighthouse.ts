import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { median } from './rounds.ts';

const run = promisify(execFile);

/** A report holds pictures of the page. */
const maxBytes = 64_000_000;
const calibrations = 3;

/** What a report says, by the path of keys to it. */
export type Report = (...path: string[]) => number;

/** Lighthouse asks for another try when the browser's trace lacks its beginning. */
const isWorthRetrying = (error: unknown): boolean => error instanceof Error && error.message.includes('NO_NAVSTART');

/** One load of a page, and once more where the trace of the first could not be read. */
export async function runLighthouse(command: string, url: string, options: readonly string[]): Promise<Report> {
  const args = [command, url, '--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox', ...options];
  const load = () => run(process.execPath, args, { maxBuffer: maxBytes });
  const { stdout } = await load().catch((error: unknown) => {
    if (isWorthRetrying(error)) return load();
    throw error;
  });
  const report: unknown = JSON.parse(stdout);
  return (...path) => numberIn(report, path);
}

function numberIn(value: unknown, path: readonly string[]): number {
  const found = path.reduce<unknown>(
    (at, key) => (at !== null && typeof at === 'object' ? Reflect.get(at, key) : undefined),
    value,
  );
  if (typeof found !== 'number') throw new Error(`the report of Lighthouse has no ${path.join('.')}`);
  return found;
}

/** A slower machine than this cannot be taken for a phone. */
const leastIndex = 150;

/**
 * How many times slower than this machine a mid-tier phone is, by Lighthouse's measure of the machine. Its default of 4
 * supposes an index of 1533; the curve is that of the calculator to which its documentation on throttling sends who
 * measures on another.
 */
function slowdownFor(benchmarkIndex: number): number {
  if (benchmarkIndex >= 1300) return 3 + (benchmarkIndex - 1300) / 233;
  if (benchmarkIndex >= 800) return 2 + (benchmarkIndex - 800) / 500;
  return 1 + (benchmarkIndex - leastIndex) / 650;
}

let slowdown: Promise<number> | undefined;

/** The slowdown for a phone on this machine, measured once in a run. */
export function phoneSlowdown(command: string, url: string): Promise<number> {
  slowdown ??= calibrate(command, url);
  return slowdown;
}

async function calibrate(command: string, url: string): Promise<number> {
  const indices: number[] = [];
  for (let n = 0; n < calibrations; n++) {
    const report = await runLighthouse(command, url, ['--only-audits=document-title']);
    indices.push(report('environment', 'benchmarkIndex'));
  }
  const index = median(indices);
  if (index < leastIndex) throw new Error(`this machine is too slow or too busy: its benchmarkIndex is ${index}`);
  const times = Number(slowdownFor(index).toFixed(2));
  process.stderr.write(`Lighthouse's benchmarkIndex is ${index} here: a phone is ${times} times slower\n`);
  return times;
}
