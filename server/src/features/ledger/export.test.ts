import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { openLedgerProof } from '../../../test/harness/ledger-proof.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { parseObject } from '../../kit/http/wire.fixture.ts';

const { world, superuser, given } = await openLedgerProof();
const support = await makeAdminActor(world, 'support');
const finance = await makeAdminActor(world, 'finance');
const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-blocks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'blocks.ndjson');
const command = fileURLToPath(new URL('../../../../scripts/verify-ledger.mjs', import.meta.url));

interface Script {
  verify(path: string): Promise<{ firstBlock: number; head: { chain: string; hash: string } }>;
}
const { verify }: Script = await import(command);

interface Verified {
  status: number;
  said: string;
}

/** Runs the command itself only where its output matters, since it is slow to start. */
const runCommand = (...given: string[]): Promise<Verified> =>
  new Promise((done) => {
    execFile(process.execPath, [command, ...given], (error, stdout, stderr) =>
      done({ status: typeof error?.code === 'number' ? error.code : 0, said: `${stdout}${stderr}` }),
    );
  });

async function sealAll(chain: 'ledger' | 'audit', size = 2): Promise<void> {
  const seal = async () =>
    (await world.database.pool.query<object>('select * from seal_block($1, $2)', [chain, size])).rows[0];
  await expect.poll(seal, { timeout: 30_000 }).toEqual({ sealed: 0, more: false });
}

async function exported(actor: Actor, url: string): Promise<string> {
  const answer = await actor.get<string>(url);
  expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/x-ndjson; charset=utf-8' } });
  return answer.text;
}

const heads = async (): Promise<string[]> =>
  (await support.get<{ items: { hash: string }[] }>('/admin/ledger/blocks')).body.items.map(({ hash }) => hash);

/** The field names of the first two lines, in order. */
const fieldsIn = (lines: string): string[][] =>
  lines
    .split('\n')
    .slice(0, 2)
    .map((line) => Object.keys(parseObject(line)));

describe('an export of the ledger’s blocks', () => {
  let text: string;
  beforeEach(async () => {
    const { id } = await makeViewer(world);
    for (let n = 0; n < 6; n++) {
      const event = await given(id);
      await superuser.query('update ledger.events set reason = $2 where id = $1', [event, 'a \u2028 "b" \\ \n جملة']);
    }
    await sealAll('ledger');
    text = await exported(support, '/admin/ledger/blocks/export');
    writeFileSync(file, text);
  });

  it('is verified without the service, also against a stored hash', async () => {
    const [newest = '', older = ''] = await heads();
    expect(await runCommand(file)).toEqual({
      status: 0,
      said: expect.stringContaining('blocks 1 to 3 of the ledger chain'),
    });
    expect(await runCommand(file, '--head', older)).toEqual({ status: 0, said: expect.stringContaining(newest) });
    const other = newest.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
    expect(await runCommand(file, '--head', other)).toEqual({
      status: 1,
      said: expect.stringContaining('no block in the file'),
    });
  });
  it('is audited', async () => {
    const { body } = await finance.get<{ items: object[] }>('/admin/audit-log?action=ledger.export');
    expect(body.items[0]).toMatchObject({ admin_id: support.id, after: { from: 1, to: 3 } });
  });
  it('can start at a later block, and says so', async () => {
    writeFileSync(file, await exported(support, '/admin/ledger/blocks/export?from=3'));
    const { status, said } = await runCommand(file);
    expect([status, said]).toEqual([0, expect.stringContaining('begins with block 3')]);
  });
  it('does not hold if any byte differs', async () => {
    const bytes = readFileSync(file);
    for (let n = 0; n < 12; n++) {
      const at = Math.floor((bytes.length * n) / 12);
      const spoilt = Buffer.from(bytes);
      spoilt[at] = bytes[at] === 0x31 ? 0x32 : 0x31;
      writeFileSync(file, spoilt);
      expect(await verify(file).catch(() => 'does not hold'), `byte ${at}`).toBe('does not hold');
    }
  });
  it.each([
    ['without its last line', (lines: string[]) => lines.slice(0, -1), 'block 3 has no hash'],
    ['without a block in the middle', (lines: string[]) => lines.toSpliced(4, 4), 'block 2 is missing'],
    ['without an event', (lines: string[]) => lines.toSpliced(5, 1), 'block 2 does not give its hash'],
    [
      'with events in another order',
      (lines: string[]) => [...lines.slice(0, 1), lines[2] ?? '', lines[1] ?? '', ...lines.slice(3)],
      'block 1: number',
    ],
    ['without anything', () => [], 'the file holds no block'],
  ])('does not hold %s', async (_name, change, said) => {
    const lines = change(text.trimEnd().split('\n'));
    writeFileSync(file, lines.map((line) => `${line}\n`).join(''));
    await expect(verify(file)).rejects.toThrow(said);
  });
  it('shows later changes in the database, with the block', async () => {
    await superuser.query('update ledger.entries set total = total + 1 where seq = 3');
    writeFileSync(file, await exported(support, '/admin/ledger/blocks/export'));
    expect(await runCommand(file)).toEqual({ status: 1, said: 'does not hold: block 2 does not give its hash\n' });
  });
  it('is hashed as in the example of the decision', async () => {
    const decision = readFileSync(new URL('../../../../docs/decisions/0011-sealed-blocks.md', import.meta.url), 'utf8');
    const [, example = ''] = decision.split('```\n');
    const hash = decision.match(/^`([0-9a-f]{64})`\.$/m)?.[1];
    writeFileSync(file, `${example}{"hash":"${hash}"}\n`);
    expect(await verify(file)).toMatchObject({ firstBlock: 1, head: { hash } });
    expect(fieldsIn(text)).toEqual(fieldsIn(example));
  });
  it('is read from a file', async () => {
    expect(await runCommand()).toMatchObject({ status: 2 });
    expect(await runCommand(join(folder, 'none'))).toMatchObject({ status: 1 });
  });
});

describe('an export of the audit log’s blocks', () => {
  it('is verified in the same way', async () => {
    await sealAll('audit');
    writeFileSync(file, await exported(finance, '/admin/audit-log/blocks/export'));
    expect(await verify(file)).toMatchObject({ head: { chain: 'audit' } });
    writeFileSync(file, readFileSync(file, 'utf8').replace(support.id, finance.id));
    await expect(verify(file)).rejects.toThrow(/block \d+ does not give its hash/);
  });
});
