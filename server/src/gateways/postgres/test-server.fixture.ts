import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { clusterDataFolder, copyCluster } from '../../../test/harness/cluster.ts';
import { processPath } from '../../../test/harness/processes.ts';
import { type EmbeddedPostgres, openEmbedded } from './embedded.ts';
import { findPostmaster } from './postmaster.ts';

export { clusterDataFolder as dataOf };

export const IS_ROOT = process.getuid?.() === 0;

type Afterwards = (cleanUp: () => Promise<void>) => unknown;

/** A folder that is not there yet, in a temporary one of the given mode; all of it goes away after the test. */
export async function newFolder(mode = 0o755, afterwards: Afterwards = onTestFinished): Promise<string> {
  const parent = await mkdtemp(join(tmpdir(), 'cliffhanger-'));
  await chmod(parent, mode);
  const folder = join(parent, 'postgres');
  afterwards(async () => {
    const data = await clusterDataFolder(folder);
    const left = await findPostmaster(data);
    if (left) process.kill(left.pid, 'SIGQUIT');
    if (dirname(data) !== folder) await rm(dirname(data), { recursive: true, force: true, maxRetries: 5 });
    await rm(parent, { recursive: true, force: true, maxRetries: 5 });
  });
  return folder;
}

/** The same with a cluster in it, as an earlier start left it. */
export async function newFolderWithCluster(afterwards: Afterwards = onTestFinished): Promise<string> {
  const folder = await newFolder(0o755, afterwards);
  await copyCluster(folder);
  return folder;
}

export function open(folder: string, log: (line: string) => void = () => undefined): Promise<EmbeddedPostgres> {
  return openEmbedded({ folder, log, settings: { fsync: 'off' } });
}

/** Runs the statements on one connection and gives the rows of the last. */
export async function ask(url: string, ...statements: string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query<Record<string, unknown>>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

export async function pidOnFile(folder: string): Promise<number> {
  return Number((await readFile(join(await clusterDataFolder(folder), 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

export interface OpenedProcess {
  child: ChildProcess;
  startedByUs: boolean;
  lines: string[];
  url: string;
  close(): Promise<void>;
}

export function spawnOpenProcess(folder: string, account: { uid?: number; gid?: number } = {}): ChildProcess {
  const child = spawn(process.execPath, [processPath('open-process.fixture'), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...account,
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Another process that has the folder open. */
export async function openInProcess(
  folder: string,
  account: { uid?: number; gid?: number } = {},
): Promise<OpenedProcess> {
  const child = spawnOpenProcess(folder, account);
  if (!child.stdout) throw new Error('the process has no output');
  const lines = createInterface(child.stdout);
  const line = await new Promise<string>((resolve, reject) => {
    lines.once('line', resolve);
    child.once('exit', (code, signal) => reject(new Error(`the process ended with ${signal ?? code}`)));
  });
  const close = async () => {
    child.stdin?.end();
    if (child.exitCode === null) await once(child, 'exit');
    if (child.exitCode !== 0) throw new Error(`the process ended with ${child.exitCode}`);
  };
  return { child, ...readReport(line), close };
}

function readReport(line: string): Pick<OpenedProcess, 'startedByUs' | 'lines' | 'url'> {
  const report: unknown = JSON.parse(line);
  if (typeof report !== 'object' || report === null) throw new Error(`the process said ${line}`);
  if (!('startedByUs' in report && 'lines' in report && 'url' in report)) throw new Error(`the process said ${line}`);
  const lines = Array.isArray(report.lines) ? report.lines.map(String) : [];
  return { startedByUs: report.startedByUs === true, lines, url: String(report.url) };
}
