import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Sample } from './rounds.ts';

/** The database's own bench: what the same SQL can do without anything of ours around it. */

const run = promisify(execFile);

/** On the path, or where Debian keeps the tools of its servers. */
function findPgbench(): string {
  const servers = '/usr/lib/postgresql';
  const versions = existsSync(servers) ? readdirSync(servers).sort().reverse() : [];
  const found = versions.map((version) => join(servers, version, 'bin/pgbench')).find((path) => existsSync(path));
  return found ?? 'pgbench';
}

export interface WeightedText {
  readonly text: string;
  readonly weight: number;
}

export interface SqlLoad {
  url: string;
  /** Each transaction is one of these, at random; one with a weight comes so many times as often. */
  texts: readonly (string | WeightedText)[];
  connections: number;
  seconds: number;
}

/** A script of pgbench has one statement on each line, and takes a name after a colon for a variable, also in quotes. */
const asLine = (text: string): string => text.replace(/\s+/g, ' ').replace(/(?<!:):(?=[a-z_])/gi, ":' || '");

export async function pgbench({ url, texts, connections, seconds }: SqlLoad): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-bench-'));
  const scripts = texts.map((given, n) => {
    const { text, weight } = typeof given === 'string' ? { text: given, weight: 1 } : given;
    const script = join(folder, `statement-${n}.sql`);
    writeFileSync(script, `${asLine(text)};\n`);
    return ['-f', `${script}@${weight}`];
  });
  const shape = ['-c', `${connections}`, '-j', '1', '-T', `${seconds}`];
  const options = ['-n', '-M', 'prepared', ...shape, ...scripts.flat(), url];
  try {
    const { stdout } = await run(findPgbench(), options, { env: { ...process.env, PGOPTIONS: '-c jit=off' } });
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    const latencyMs = Number(/latency average = ([\d.]+)/.exec(stdout)?.[1]);
    if (!(perSecond > 0))
      throw new Error(`pgbench measured nothing, its connections may have taken too long: ${stdout}`);
    return { perSecond, p99Ms: latencyMs };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
