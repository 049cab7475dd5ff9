import { describe, expect, it } from 'vitest';
import { openRails } from './rails.fixture.ts';

/** Files whose headings are not ours. */

const { newRail, send, pay, kept, payments } = await openRails();

const columns = '?idColumn=Ref%20No&amountColumn=Paid&dateColumn=When';
const file = 'When;Ref No;Fee;Paid;Curr\n2026-03-10 12:00:00;w-1;1;9.99;usd\n2026-03-10;w-2;1;1,234.50;USD\n';

describe('a file with headings of its own', () => {
  it('is compared by the columns that the operator names', async () => {
    const rail = newRail();
    await pay(rail, 'w-1');
    const query = `${columns}&currencyColumn=CURR&amountUnit=major`;
    const { status, body } = await send(rail, file, query);
    expect([status, body]).toMatchObject([
      200,
      {
        matched: 1,
        missingOnOurSide: [
          {
            line: 3,
            transactionId: 'w-2',
            amountCents: 123_450,
            currency: 'USD',
            createdAt: '2026-03-10T00:00:00.000Z',
          },
        ],
        amountMismatch: [],
      },
    ]);
  });

  it('has one currency if the operator says so, in its minor units', async () => {
    const rail = newRail();
    await pay(rail, 'w-3', { amountCents: 1_500, currency: 'JPY' });
    await pay(rail, 'w-4', { amountCents: 99, currency: 'JPY' });
    const yen = 'When,Ref No,Paid\n2026-03-10T12:00:00Z,w-3,1500\n2026-03-10T14:00:00+02:00,w-4,100\n';
    const { body } = await send(rail, yen, `${columns}&currency=jpy`);
    expect(body).toMatchObject({ matched: 1, amountMismatch: [{ transactionId: 'w-4', providerAmountCents: 100 }] });
  });

  it.each([
    ['currencyColumn', columns],
    ['idColumn', '?amountUnit=major'],
    ['dateColumn', '?idColumn=a&amountColumn=b&currency=USD'],
    ['currency', `${columns}&currencyColumn=Curr&currency=USD`],
  ])('is refused without a whole mapping: %s', async (path, query) => {
    const before = await kept();
    const { status, body } = await send(newRail(), file, query);
    expect([status, body]).toMatchObject([400, { error: 'validation_failed', details: [{ path }] }]);
    expect(await kept()).toEqual(before);
  });

  const codes = { prefer: 'fault-codes' };
  const query = `${columns}&currencyColumn=Curr&amountUnit=major`;
  it.each(['much', '1,234.505'])('is refused with the line of the amount %s', async (amount) => {
    const wrong = await send(newRail(), file.replace('1,234.50', amount), query, payments, codes);
    expect(wrong.body).toMatchObject({ error: 'invalid_csv', line: 3, problemCode: 'amount_not_whole' });
  });

  it('is refused with the column that is missing', async () => {
    const missing = await send(newRail(), file, query.replace('Paid', 'Total'), payments, codes);
    expect(missing.body).toMatchObject({ line: 1, problemCode: 'missing_column', column: 'total' });
  });
});
