import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { requestRefund } from '../../../test/harness/refunds.ts';
import { newId } from '../../kit/id.ts';
import { csv, header, lineOf, openRails, type Row, type Run, url, usualTime } from './rails.fixture.ts';

/** Lines with negative amounts, and files with other separators. */

const { world, payments, viewer, newRail, send, pay, pack } = await openRails();
const finance = await makeAdminActor(world, 'finance');

/** Our payment with executed refunds of these amounts. */
async function refunded(rail: string, ...amounts: number[]) {
  const transactionId = newId();
  const id = await pay(rail, transactionId);
  for (const amountCents of amounts) await requestRefund(finance, { id }, { amountCents });
  return { id, transactionId };
}

const refundLine = (transactionId: string, amountCents: number, currency = 'USD') =>
  lineOf(transactionId, { amountCents: -amountCents, currency });

const figures = ({ matched, counts }: Run) => ({ matched, ...counts });
const clean = { missingOnOurSide: 0, missingOnProviderSide: 0, amountMismatch: 0, duplicates: 0 };

const rowsOf = async (by: Actor, { id }: Run, bucket: string) =>
  (await by.get<{ items: (Row & { ourAmountCents: number | null })[] }>(`${url}/${id}/rows?bucket=${bucket}`)).body
    .items;

describe('a line with a negative amount', () => {
  it('matches our refund of that amount, beside the line of the payment', async () => {
    const rail = newRail();
    const { transactionId } = await refunded(rail, 999);
    const { body } = await send(rail, csv(lineOf(transactionId), refundLine(transactionId, 999)));
    expect(figures(body)).toEqual({ matched: 2, ...clean });
  });

  it.each<[string, number[], number[]]>([
    ['one of several refunds', [300, 200], [300]],
    ['each of several refunds', [300, 300], [300, 300]],
    ['all refunds together', [300, 200], [500]],
  ])('matches %s', async (_name, ours, theirs) => {
    const rail = newRail();
    const { transactionId } = await refunded(rail, ...ours);
    const lines = theirs.map((amount) => refundLine(transactionId, amount));
    const { body } = await send(rail, csv(lineOf(transactionId), ...lines));
    expect(figures(body)).toEqual({ matched: 1 + theirs.length, ...clean });
  });

  it('is missing on our side if nothing was refunded, and offers a refund, not a credit', async () => {
    const rail = newRail();
    const { id, transactionId } = await refunded(rail);
    const { body } = await send(rail, csv(lineOf(transactionId), refundLine(transactionId, 400)));
    expect(figures(body)).toEqual({ ...clean, matched: 1, missingOnOurSide: 1 });
    expect(body.missingOnOurSide).toMatchObject([{ line: 3, transactionId, amountCents: -400 }]);
    const [row] = await rowsOf(finance, body, 'missing_on_our_side');
    expect(row).toMatchObject({ purchase: { id }, allowed: ['refund'] });
    const credit = `${url}/${body.id}/rows/3/credit`;
    const refused = await finance.post(credit, { userId: viewer.id, sku: pack.sku });
    expect([refused.status, refused.body.error]).toEqual([400, 'invalid_transition']);
    const handled = async () => (await payments.get<{ handled: object }>(`${url}/${body.id}?rows=false`)).body.handled;
    expect(await handled()).toMatchObject({ missingOnOurSide: 0 });
    await requestRefund(finance, { id }, { amountCents: 400 });
    expect(await handled()).toMatchObject({ missingOnOurSide: 1 });
  });

  it('is missing on our side if the payment is unknown', async () => {
    const { body } = await send(newRail(), csv(refundLine(newId(), 400)));
    expect(figures(body)).toEqual({ ...clean, matched: 0, missingOnOurSide: 1 });
    expect((await rowsOf(finance, body, 'missing_on_our_side'))[0]?.allowed).toEqual([]);
  });

  it.each<[string, number[], number[], number[]]>([
    ['the same refund twice', [300], [300, 300], [200, 100]],
    ['less than we refunded', [300], [250], [1]],
    ['two refunds where we made one', [500], [200, 300], [1]],
    ['a larger refund', [300], [500], [100, 100]],
    ['two refunds where we made none', [], [200, 300], [300, 200]],
  ])('is resolved once later refunds cover the file, which has %s', async (_name, ours, theirs, since) => {
    const rail = newRail();
    const { id, transactionId } = await refunded(rail, ...ours);
    const lines = theirs.map((amount) => refundLine(transactionId, amount));
    const { body } = await send(rail, csv(lineOf(transactionId), ...lines));
    const { missingOnOurSide, amountMismatch } = body.counts;
    expect(body.handled).toEqual({ missingOnOurSide: 0, missingOnProviderSide: 0, amountMismatch: 0 });
    for (const amountCents of since) {
      const before = await payments.get<Run>(`${url}/${body.id}?rows=false`);
      expect(before.body.handled).toEqual(body.handled);
      await requestRefund(finance, { id }, { amountCents });
    }
    const after = await payments.get<Run>(`${url}/${body.id}?rows=false`);
    expect(after.body.handled).toEqual({ missingOnOurSide, missingOnProviderSide: 0, amountMismatch });
  });

  it.each<[string, number[], string[]]>([
    ['another amount', [300], ['-250,USD']],
    ['another currency', [300], ['-300,SAR']],
    ['the same refund twice', [300], ['-300,USD', '-300,USD']],
  ])('is a mismatch if the file has %s', async (_name, ours, theirs) => {
    const rail = newRail();
    const { id, transactionId } = await refunded(rail, ...ours);
    const lines = theirs.map((amount) => `${transactionId},${amount},${usualTime}`);
    const { body } = await send(rail, csv(lineOf(transactionId), ...lines));
    expect(figures(body)).toEqual({ ...clean, matched: theirs.length, amountMismatch: 1 });
    const [row] = await rowsOf(finance, body, 'amount_mismatch');
    expect(row).toMatchObject({ purchase: { id }, ourAmountCents: -300 });
  });

  it('does not match the payment itself', async () => {
    const rail = newRail();
    const { transactionId } = await refunded(rail, 999);
    const { body } = await send(rail, csv(refundLine(transactionId, 999)));
    expect(figures(body)).toEqual({ ...clean, matched: 1, missingOnProviderSide: 1 });
  });
});

describe('separators', () => {
  it.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('%s are accepted, also around quoted cells', async (_name, separator) => {
    const rail = newRail();
    const transactionId = newId();
    await pay(rail, transactionId);
    const cells = [`"${transactionId}"`, '999', 'USD', usualTime, `"a,b;c""d"`];
    const { status, body } = await send(
      rail,
      `${header.replaceAll(',', separator)}${separator}"a, note"\r\n${cells.join(separator)}\r\n`,
    );
    expect([status, figures(body)]).toEqual([200, { ...clean, matched: 1 }]);
  });
});

it('rows missing on the provider’s side have the provider’s time', async () => {
  const rail = newRail();
  const id = await pay(rail, newId(), { at: '2026-03-10T23:59:59Z' });
  await world.database.pool.query('update transactions set created_at = $2 where id = $1', [
    id,
    '2026-03-11T00:00:05Z',
  ]);
  const { body } = await send(rail, csv(lineOf('other')));
  const expected = { id, createdAt: '2026-03-10T23:59:59.000Z' };
  expect(body.missingOnProviderSide).toMatchObject([expected]);
  const [row] = await rowsOf(payments, body, 'missing_on_provider_side');
  expect(row).toMatchObject({ createdAt: expected.createdAt });
});
