import { describe, expect, it } from 'vitest';
import { type Actor, makeAdminActor } from '../../../test/harness/actor.ts';
import { newId } from '../../kit/id.ts';
import { csv, header, lineOf, openRails, type Run, url } from './rails.fixture.ts';

const { world, payments, newRail, pay, send, kept } = await openRails();

describe('a provider’s file', () => {
  it('is compared with our payments of its rail and period, and can be read again', async () => {
    const rail = newRail();
    const [same, other, cheaper, pounds, absent] = [newId(), newId(), newId(), newId(), newId()];
    await pay(rail, same);
    await pay(`${rail}x`, other);
    const cheaperId = await pay(rail, cheaper, { amountCents: 500 });
    const poundsId = await pay(rail, pounds);
    const absentId = await pay(rail, absent, { at: '2026-03-11T08:00:00Z' });
    const file = csv(
      lineOf(same, { at: '2026-03-10T23:00:00-03:00' }),
      lineOf(other),
      lineOf(cheaper),
      lineOf(pounds, { currency: 'gbp' }),
      lineOf(same),
    );
    const { status, body } = await send(rail, file);
    expect(status).toBe(200);
    const createdAt = '2026-03-10T12:00:00.000Z';
    const found = {
      id: expect.any(String),
      rail,
      kind: 'payments',
      period: { start: '2026-03-10', end: '2026-03-11' },
      matched: 1,
      missingOnOurSide: [{ line: 3, transactionId: other, amountCents: 999, currency: 'USD', createdAt }],
      missingOnProviderSide: [
        {
          id: absentId,
          transactionId: absent,
          amountCents: 999,
          currency: 'USD',
          createdAt: '2026-03-11T08:00:00.000Z',
        },
      ],
      amountMismatch: [
        {
          id: cheaperId,
          line: 4,
          transactionId: cheaper,
          ourAmountCents: 500,
          providerAmountCents: 999,
          currency: 'USD',
          providerCurrency: 'USD',
        },
        {
          id: poundsId,
          line: 5,
          transactionId: pounds,
          ourAmountCents: 999,
          providerAmountCents: 999,
          currency: 'USD',
          providerCurrency: 'GBP',
        },
      ],
      duplicates: [{ line: 6, transactionId: same, amountCents: 999, currency: 'USD', createdAt, firstLine: 2 }],
      counts: { missingOnOurSide: 1, missingOnProviderSide: 1, amountMismatch: 2, duplicates: 1 },
      totals: [
        { bucket: 'matched', currency: 'USD', count: 1, amountCents: 999 },
        { bucket: 'amount_mismatch', currency: 'GBP', count: 1, amountCents: 999 },
        { bucket: 'amount_mismatch', currency: 'USD', count: 1, amountCents: 999 },
        { bucket: 'duplicates', currency: 'USD', count: 1, amountCents: 999 },
        { bucket: 'missing_on_our_side', currency: 'USD', count: 1, amountCents: 999 },
        { bucket: 'missing_on_provider_side', currency: 'USD', count: 1, amountCents: 999 },
      ],
      fileName: 'march.csv',
      fileRows: 5,
      ranBy: { id: payments.id, name: 'Nadia', email: payments.email },
      createdAt: expect.any(String),
      handled: { missingOnOurSide: 0, missingOnProviderSide: 0, amountMismatch: 0 },
      rowsDeletedAt: null,
    };
    expect(body).toEqual(found);
    const again = await payments.get(`${url}/${body.id}`);
    expect(again.body).toEqual(body);
    const { missingOnOurSide: _a, missingOnProviderSide: _b, amountMismatch: _c, duplicates: _d, ...short } = body;
    expect((await payments.get(`${url}/${body.id}?rows=false`)).body).toEqual(short);
    expect((await payments.get<{ items: object[] }>(`${url}?rail=${rail}`)).body.items).toEqual([short]);
  });

  it('can have columns in any order, extra columns, a BOM, quotes and CRLF', async () => {
    const rail = newRail();
    const ids = [newId(), newId()];
    for (const id of ids) await pay(rail, id);
    const names = header.split(',');
    const cells: Record<string, string> = {
      amount_cents: '999',
      currency: 'usd',
      created_at: '2026-03-10T14:00+02:00',
    };
    const orders = ordersOf(names).filter((_, n) => n % 2 === 0);
    for (const [n, order] of orders.entries()) {
      const columns = [...order.slice(0, n % 4), 'note', ...order.slice(n % 4)];
      const rows = ids.map((id) => columns.map((name) => ({ transaction_id: id, ...cells })[name] ?? '"a, b"'));
      const text = [columns.map((name) => `"${name.toUpperCase()}"`), ...rows].map((row) => row.join(',')).join('\r\n');
      const { body } = await send(rail, `${n % 2 === 0 ? '\uFEFF' : ''}${text}${n % 3 === 0 ? '\r\n' : ''}`);
      expect(body, String(order)).toMatchObject({ matched: 2, counts: { missingOnOurSide: 0, amountMismatch: 0 } });
    }
  });

  it('covers whole UTC days, from the first to the last', async () => {
    const rail = newRail();
    const [first, last, before, after, named] = [newId(), newId(), newId(), newId(), newId()];
    await pay(rail, first, { at: '2026-03-10T00:00:00.000Z' });
    await pay(rail, last, { at: '2026-03-11T23:59:59.999Z' });
    await pay(rail, before, { at: '2026-03-09T23:59:59.999Z' });
    await pay(rail, after, { at: '2026-03-12T00:00:00.000Z' });
    // Just before midnight by the provider's clock, just after by ours.
    await pay(rail, named, { at: '2026-03-12T00:00:00.100Z' });
    const file = csv(
      lineOf(named, { at: '2026-03-11T23:59:59.900Z' }),
      lineOf(newId(), { at: '2026-03-10T23:30:00+23:00' }),
    );
    const { body } = await send(rail, file);
    expect(body).toMatchObject({ period: { start: '2026-03-10', end: '2026-03-11' }, matched: 1 });
    expect(body.missingOnProviderSide.map(({ transactionId }) => transactionId)).toEqual([first, last]);
  });

  it('treats pending payments as missing, and refunded ones as present', async () => {
    const rail = newRail();
    const [failed, refunded] = [newId(), newId()];
    const id = await pay(rail, refunded);
    await world.database.pool.query(
      `update transactions set status = 'refunded', refunded_cents = amount_cents where id = '${id}'`,
    );
    await pay(rail, failed);
    await world.database.pool.query(
      `update transactions set status = 'pending', completed_at = null where transaction_id = '${failed}'`,
    );
    const { body } = await send(rail, csv(lineOf(failed), lineOf(refunded)));
    expect(body).toMatchObject({ matched: 1, missingOnOurSide: [{ line: 2, transactionId: failed }] });
  });

  it('is compared with its rail only, and two concurrent files are independent', async () => {
    const [one, other] = [newRail(), newRail()];
    const ids = Array.from({ length: 30 }, newId);
    for (const id of ids.slice(0, 3)) await pay(one, id);
    const file = csv(...ids.map((id) => lineOf(id)));
    // The limit is two concurrent files per admin.
    const colleague = await makeAdminActor(world, 'payments');
    const sendBoth = (by: Actor) => [one, other].map((rail) => send(rail, file, '', by));
    const answers = await Promise.all([payments, colleague].flatMap(sendBoth));
    expect(answers.map(({ body }) => [body.rail, body.matched, body.missingOnOurSide.length])).toEqual([
      [one, 3, 27],
      [other, 0, 30],
      [one, 3, 27],
      [other, 0, 30],
    ]);
    expect(await kept()).toMatchObject({ lines: 0 });
  });

  it('can precede the rail in the form', async () => {
    const file = { name: 'march.csv', bytes: csv(lineOf(newId())), isFirst: true };
    const rail = newRail();
    expect((await payments.upload<Run>(url, { rail }, file)).body).toMatchObject({ rail, matched: 0 });
    const before = await kept();
    const refused = await payments.upload(url, { rail: 'nowhere' }, file);
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'rail' }] } });
    expect((await payments.upload(url, {}, file)).status).toBe(400);
    expect(await kept()).toEqual(before);
  });

  it('has transaction ids as the rail wrote them, trimmed', async () => {
    const { body } = await send(newRail(), csv(lineOf('" Spaced  out "')));
    expect(body.missingOnOurSide).toMatchObject([{ transactionId: 'Spaced  out' }]);
  });

  it('can be returned without its rows', async () => {
    const { body } = await send(newRail(), csv(lineOf(newId())), '?rows=false');
    expect(body).toMatchObject({ counts: { missingOnOurSide: 1 } });
    expect(body).not.toHaveProperty('missingOnOurSide');
  });

  it('can have more differences than one chunk', async () => {
    const ids = Array.from({ length: 5_000 }, newId);
    const { body } = await send(newRail(), csv(...[...ids, ...ids].map((id) => lineOf(id))));
    expect(body.missingOnOurSide.map(({ transactionId }) => transactionId)).toEqual(ids);
    expect(body.duplicates.map(({ line, firstLine }) => line - firstLine)).toEqual(ids.map(() => 5_000));
    expect((await payments.get<Run>(`${url}/${body.id}`)).text).toBe(JSON.stringify(body));
  });
});

function ordersOf(names: readonly string[]): string[][] {
  if (names.length === 0) return [[]];
  return names.flatMap((name) => ordersOf(names.filter((other) => other !== name)).map((rest) => [name, ...rest]));
}
