import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { boundary, fieldPart, formType } from '../../../test/harness/form.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { startServiceForTest } from '../../../test/harness/processes.ts';
import { header, openRails, url } from './rails.fixture.ts';

/** `RECONCILE_LONG=1` sends a million rows. */
const isLong = process.env.RECONCILE_LONG !== undefined;
const rowCount = isLong ? 1_000_000 : testCount(6_000, { long: 20_000 });
const firstRows = testCount(1_000, { long: 5_000 });
const maxGrowth = 128 * 1024 * 1024;

const { world, payments, newRail, kept } = await openRails();

function* formWith(rail: string, rows: number): Generator<string | Buffer> {
  yield fieldPart('rail', rail);
  yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="large.csv"\r\n\r\n${header}\n`;
  for (let n = 0; n < rows; n += 500) {
    const lines = Array.from({ length: 500 }, (_, k) => `large-${rail}-${n + k},999,USD,2026-03-10T12:00:00Z\n`);
    yield lines.join('');
  }
  yield `\r\n--${boundary}--\r\n`;
}

/** Sends the form, and returns the size and the beginning of the response. */
async function send(base: string, body: Iterable<string | Buffer>) {
  const sent = request(`${base}/v1${url}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${payments.token}`, 'content-type': formType, 'transfer-encoding': 'chunked' },
  });
  const answered = new Promise<{ status: number; bytes: number; start: string; end: string }>((resolve, reject) => {
    sent.on('error', reject).on('response', (response) => {
      const seen = { status: response.statusCode ?? 0, bytes: 0, start: '', end: '' };
      response.on('data', (chunk: Buffer) => {
        if (seen.bytes === 0) seen.start = chunk.toString();
        seen.bytes += chunk.length;
        seen.end = (seen.end + chunk.toString()).slice(-2);
      });
      response.on('end', () => resolve(seen)).on('error', reject);
    });
  });
  await pipeline(Readable.from(body), sent);
  return answered;
}

/** The memory of a service in a process of its own. */
async function residentBytes(base: string): Promise<number> {
  const text = await (await fetch(`${base}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN);
}

/** Runs `work`, and returns the peak memory growth of the service. */
async function growthDuring(base: string, work: Promise<unknown>): Promise<number> {
  const before = await residentBytes(base);
  let most = before;
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    // A busy service may close an idle connection; the next sample follows soon.
    most = Math.max(most, await residentBytes(base).catch(() => 0));
    await sleep(50);
  }
  return most - before;
}

it('a file of many rows is compared and returned in full, in bounded memory', { timeout: 1_200_000 }, async () => {
  const { base } = await startServiceForTest(world);
  // The first file warms up the service.
  await send(base, formWith(newRail(), firstRows));
  const sending = send(base, formWith(newRail(), rowCount));
  const growth = await growthDuring(base, sending);
  const answer = await sending;
  expect(answer.start).toContain(`"counts":{"missingOnOurSide":${rowCount}`);
  expect(answer.status).toBe(200);
  expect(answer.end).toBe(']}');
  expect(answer.bytes).toBeGreaterThan(rowCount * 100);
  expect(growth).toBeLessThan(maxGrowth);
  expect(await kept()).toMatchObject({ lines: 0, rows: rowCount + firstRows });
});
