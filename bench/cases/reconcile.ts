import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { say } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { residentBytes } from '../memory.ts';
import { keepPayments } from '../payments.ts';
import { root } from '../processes.ts';
import { compare, type Result, type Sample } from '../rounds.ts';

const rail = 'ios_store';
const rowCount = 1_000_000;

/** A provider's file: all that we have of the rail, and as many lines besides, which we lack, as make a million. */
const lines = `
  select transaction_id, amount_cents, currency, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
  from transactions where platform = '${rail}' and status <> 'pending'
  union all
  select 'BENCH-' || n, 15000000, 'IDR', '2025-06-01T12:00:00Z' from generate_series(1, ${rowCount}) n limit ${rowCount}`;

async function ended(child: ChildProcess): Promise<Sample> {
  const began = performance.now();
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
  const ms = performance.now() - began;
  return { perSecond: 1000 / ms, p99Ms: ms };
}

const psql = (url: string, ...commands: readonly string[]): ChildProcess =>
  spawn('psql', ['-X', '-q', url, ...commands.flatMap((command) => ['-c', command])], { stdio: 'inherit' });

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

async function withFile<T>(service: BenchService, work: (file: string) => Promise<T>): Promise<T> {
  await keepPayments(service.superuserUrl, service.users, say);
  const folder = await mkdtemp(join(root, '.data', 'bench-reconcile-'));
  const file = join(folder, 'provider.csv');
  try {
    await ended(psql(service.superuserUrl, `\\copy (${oneLine(lines)}) to '${file}' with (format csv, header)`));
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Sends the file; the answer has the counts, and the rows are read by those who want them. */
const send = ({ port, adminTokens: [token] }: BenchService, file: string, query = '?rows=false'): Promise<Sample> => {
  const url = `http://127.0.0.1:${port}/v1/admin/payments/reconciliation${query}`;
  const form = ['-F', `rail=${rail}`, '-F', `file=@${file};type=text/csv`];
  const args = ['-sS', '--fail', '-o', '/dev/null', '-H', `authorization: Bearer ${token}`, ...form, url];
  return ended(spawn('curl', args, { stdio: 'inherit' }));
};

/** What the runs left in the seeded database goes again. */
async function forget({ superuserUrl }: BenchService): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query('truncate reconciliation_rows, reconciliation_runs');
  await client.end();
}

/** A million lines over HTTP, compared with a million payments and kept, beside a plain COPY of the same file. */
export const reconcile = (service: BenchService): Promise<Result> =>
  withFile(service, async (file) => {
    const table = 'bench_lines (transaction_id text, amount_cents bigint, currency text, created_at timestamptz)';
    const copy = () =>
      ended(
        psql(
          service.superuserUrl,
          `create temporary table ${table}`,
          `\\copy bench_lines from '${file}' with (format csv, header)`,
        ),
      );
    const ours = async () => {
      const sample = await send(service, file);
      await forget(service);
      return sample;
    };
    const { ratio, ...result } = await compare(ours, copy, { counted: 3, warming: 1 });
    return { ...result, ratio: 1 / ratio, timeName: 'reconciliation' };
  });

const megabyte = 1_000_000;
const sampleMs = 100;

/** How many megabytes the service grows at most while a million lines are compared and answered row by row. */
export const reconcileMemory = (service: BenchService): Promise<Result> =>
  withFile(service, async (file) => {
    await send(service, file);
    const before = await residentBytes(service.port);
    let most = before;
    const look = setInterval(() => {
      // A service at work may close a connection that it has not used for long; the next look is soon.
      void residentBytes(service.port).then(
        (now) => {
          most = Math.max(most, now);
        },
        () => {},
      );
    }, sampleMs);
    const { p99Ms } = await send(service, file, '');
    clearInterval(look);
    await forget(service);
    return { ratio: (most - before) / megabyte, p99Ms, timeName: 'reconciliation', rounds: 1 };
  });
