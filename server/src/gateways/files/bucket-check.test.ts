import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killAll, startExpectingExit } from '../../../test/faults/launch.fixture.ts';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { makeBucket, openS3Server } from '../../../test/harness/s3-server.ts';
import type { BucketOptions } from './bucket.ts';

/** A start with a wrong setting ends with one sentence, which names it and shows no secret. */

const dataDir = mkdtempSync(join(tmpdir(), 'cliffhanger-check-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
afterAll(killAll);

let right: BucketOptions;
beforeAll(async () => {
  const server = await openS3Server();
  closeAfterFile(() => server.close());
  right = await makeBucket(server.endpoint);
});

async function startWith(wrong: Partial<BucketOptions>) {
  const { bucket, endpoint, region, accessKeyId, secretAccessKey } = { ...right, ...wrong };
  const ended = await startExpectingExit({
    DATA_DIR: dataDir,
    // Nothing listens there: the storage is checked before the database.
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    STORAGE_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`,
    STORAGE_ACCESS_KEY_ID: accessKeyId,
    STORAGE_SECRET_ACCESS_KEY: secretAccessKey,
  });
  const [sentence = '', end] = ended.errors.trim().split('\n');
  expect([ended.code, end]).toEqual([1, 'Cliffhanger did not start.']);
  expect(ended.errors + ended.output).not.toContain(secretAccessKey);
  return sentence;
}

/** A service that answers everything with this fault. */
async function answering(status: number, code: string, date = new Date()) {
  const server = createServer((_request, answer) => {
    answer.sendDate = false;
    answer.writeHead(status, { date: date.toUTCString() }).end(`<Error><Code>${code}</Code></Error>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closeAfterFile(() => server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

describe('a start names', () => {
  it('a bucket that does not exist', async () => {
    expect(await startWith({ bucket: 'no-such-bucket' })).toBe(
      `STORAGE_URL: the bucket no-such-bucket does not exist at ${right.endpoint}.`,
    );
  });
  it('an unknown key', async () => {
    expect(await startWith({ accessKeyId: 'UNKNOWN' })).toBe(
      `STORAGE_ACCESS_KEY_ID: ${right.endpoint} does not know this key.`,
    );
  });
  it('a wrong secret', async () => {
    expect(await startWith({ secretAccessKey: 'not the secret at all' })).toBe(
      'STORAGE_SECRET_ACCESS_KEY is not the secret of the key in STORAGE_ACCESS_KEY_ID.',
    );
  });
  it('a wrong region', async () => {
    expect(await startWith({ region: 'moon-1' })).toBe(
      `STORAGE_URL: moon-1 is not the region of the bucket ${right.bucket}.`,
    );
  });
  it('an endpoint that cannot be reached', async () => {
    expect(await startWith({ endpoint: 'http://127.0.0.1:1' })).toMatch(
      /^STORAGE_URL: http:\/\/127\.0\.0\.1:1 cannot be reached: /,
    );
  });
  it('a clock that is wrong', async () => {
    const endpoint = await answering(403, 'RequestTimeTooSkewed', new Date(Date.now() + 40 * 60_000));
    expect(await startWith({ endpoint })).toMatch(
      new RegExp(`^The clock of this machine is (39|40|41) minutes behind that of ${endpoint};`),
    );
  });
  it('what the key may not do', async () => {
    const endpoint = await answering(403, 'AccessDenied');
    expect(await startWith({ endpoint })).toBe(
      `STORAGE_ACCESS_KEY_ID: the key is not allowed to list objects of the bucket ${right.bucket}.`,
    );
  });
});
