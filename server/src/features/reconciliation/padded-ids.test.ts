import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { sendPayment } from '../../../test/harness/payments.ts';
import { newId } from '../../kit/id.ts';
import { csv, lineOf, openRails, type Row, url, usualTime } from './rails.fixture.ts';

const { world, newRail, pay, send, pack, viewer } = await openRails();
const finance = await makeAdminActor(world, 'finance');

type Pad = (id: string) => string;
const paddings: readonly (readonly [string, Pad])[] = [
  ['blanks', (id) => `  ${id} `],
  ['blanks that do not break', (id) => `\u00a0${id}\u202f`],
  ['a space without width', (id) => `${id.slice(0, 4)}\u200b${id.slice(4)}`],
  ['marks of direction', (id) => `\u200f${id}\u200e`],
  ['a mark of byte order', (id) => `\ufeff${id}`],
  ['a tab', (id) => `${id}\t`],
  ['a line end in quotes', (id) => `"${id}\n"`],
];

const credit = (runId: string) =>
  finance.post<{ error: string; currentState: string }>(
    `${url}/${runId}/rows/2/credit`,
    { userId: viewer.id, sku: pack.sku },
    { headers: { 'idempotency-key': newId() } },
  );

const missingIn = async (runId: string) =>
  (await finance.get<{ items: Row[] }>(`${url}/${runId}/rows?bucket=missing_on_our_side`)).body.items;

describe.each(paddings)('a file whose ids have %s', (_name, pad) => {
  it('matches our payments, and no line can be credited', async () => {
    const [rail, ...ids] = [newRail(), newId(), newId(), newId()];
    for (const id of ids) await pay(rail, id);
    const { status, body } = await send(rail, csv(...ids.map((id) => lineOf(pad(id)))));
    expect([status, body.matched]).toEqual([200, ids.length]);
    expect([body.missingOnOurSide, body.missingOnProviderSide]).toEqual([[], []]);
    expect((await credit(body.id)).status).toBe(404);
  });

  it('has a duplicate if it names a payment in two ways', async () => {
    const [rail, id] = [newRail(), newId()];
    const { body } = await send(rail, csv(lineOf(id), lineOf(pad(id))));
    expect(body.missingOnOurSide).toMatchObject([{ line: 2, transactionId: id }]);
    expect(body.duplicates).toMatchObject([{ firstLine: 2, transactionId: id }]);
  });

  it('shows the event of the rail with the same id', async () => {
    const [rail, transactionId] = [newRail(), newId()];
    const padded = pad(transactionId).replaceAll('"', '');
    const data = { userId: viewer.id, productId: 'gone', transactionId: padded, amountCents: 999, currency: 'USD' };
    await sendPayment(world, rail, { type: 'purchase.completed', occurredAt: usualTime, data });
    const { body } = await send(rail, csv(lineOf(transactionId)));
    expect(await missingIn(body.id)).toMatchObject([{ transactionId, event: { outcome: 'unmatched' } }]);
  });
});

it('ids that differ in case are different payments', async () => {
  const [rail, id] = [newRail(), `Order-${newId()}`];
  await pay(rail, id);
  const { body } = await send(rail, csv(lineOf(id), lineOf(id.toUpperCase())));
  expect(body).toMatchObject({ matched: 1, missingOnOurSide: [{ line: 3, transactionId: id.toUpperCase() }] });
});

it('an id can have 255 visible characters', async () => {
  const id = 'x'.repeat(255);
  const { body } = await send(newRail(), csv(lineOf(` ${id}\u200b`)));
  expect(body.missingOnOurSide).toMatchObject([{ transactionId: id }]);
});

it('a line stored before ids were cleaned is not credited if we have its payment', async () => {
  const [rail, id] = [newRail(), newId()];
  const { body } = await send(rail, csv(lineOf(id)));
  await pay(rail, id);
  const superuser = new pg.Client({ connectionString: world.server.url('superuser', world.databaseName) });
  await superuser.connect();
  await superuser.query('update reconciliation_rows set transaction_id = $2 where run_id = $1', [
    body.id,
    `\u00a0${id} `,
  ]);
  await superuser.end();
  const answer = await credit(body.id);
  expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_transition', currentState: 'completed' } });
});
