import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { transactionsCsv } from '../../server/src/features/payments/public.ts';
import { withLiterals } from '../../server/src/kit/db/copy-out.ts';
import { openDatabase } from '../../server/src/kit/db/database.ts';
import { say } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { residentBytes } from '../memory.ts';
import { keepPayments } from '../payments.ts';
import { compare, type Result, type Sample } from '../rounds.ts';

const path = '/v1/admin/payments/transactions/export.csv';

async function timed(child: ChildProcess): Promise<Sample> {
  const began = performance.now();
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
  const ms = performance.now() - began;
  return { perSecond: 1000 / ms, p99Ms: ms };
}

function download({ port }: BenchService, token: string, more: readonly string[] = []): ChildProcess {
  const url = `http://127.0.0.1:${port}${path}`;
  const args = ['-sS', '--fail', '-o', '/dev/null', '-H', `authorization: Bearer ${token}`, ...more, url];
  return spawn('curl', args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** What the export asks the database for, as one line. */
async function copyText(service: BenchService): Promise<string> {
  const database = openDatabase({ url: service.databaseUrl, connections: 1 });
  const text = withLiterals(transactionsCsv({}).compile(database.db));
  await database.close();
  return text.replace(/\s+/g, ' ');
}

const keep = ({ superuserUrl, users }: BenchService): Promise<void> => keepPayments(superuserUrl, users, say);

/** A million payments over HTTP beside psql with the same query. */
export async function exportCsv(service: BenchService): Promise<Result> {
  await keep(service);
  const copy = `\\copy (${await copyText(service)}) to '/dev/null' with (format csv, header)`;
  const env = { ...process.env, PGOPTIONS: '-c jit=off -c timezone=UTC' };
  const psql = () => spawn('psql', ['-X', '-q', service.databaseUrl, '-c', copy], { stdio: 'inherit', env });
  const result = await compare(
    () => timed(download(service, service.adminTokens[0])),
    () => timed(psql()),
    { counted: 5, warming: 1 },
  );
  return { ...result, timeName: 'export' };
}

const megabyte = 1_000_000;
const sampleMs = 100;

/** How many megabytes the service grows at most while three read, one of them slowly, and one goes away. */
export async function exportMemory(service: BenchService): Promise<Result> {
  await keep(service);
  const [first, second, third] = service.adminTokens;
  await timed(download(service, first));
  const before = await residentBytes(service.port);
  let most = before;
  const look = setInterval(() => {
    void residentBytes(service.port).then((now) => {
      most = Math.max(most, now);
    });
  }, sampleMs);
  const slow = download(service, third ?? first, ['--limit-rate', '10k']);
  const sample = await Promise.all([timed(download(service, first)), timed(download(service, second ?? first))]);
  clearInterval(look);
  slow.kill();
  return { ratio: (most - before) / megabyte, p99Ms: sample[0].p99Ms, timeName: 'export', rounds: 1 };
}
