import { describe, expect, it } from 'vitest';
import { makeAdminActor, makeRole } from '../../../test/harness/actor.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const finance = await makeAdminActor(world, 'finance');
const superadmin = await makeAdminActor(world, 'superadmin');
await makeRole(world, 'payments', ['payments:read']);
const payments = await makeAdminActor(world, 'payments');
const analyst = await makeAdminActor(world, 'analyst');

interface Rate {
  currency: string;
  day: string;
  usdPerUnit: string;
  source: string;
  isStale: boolean;
  setBy: { id: string };
}
interface Rates {
  items: Rate[];
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const set = (currency: string, day: string, usdPerUnit: string, note?: string) =>
  finance.put('/admin/exchange-rates', { currency, day, usdPerUnit, ...(note !== undefined && { note }) });
const newest = async () => (await payments.get<Rates>('/admin/exchange-rates')).body.items;
const historyOf = async (currency: string) =>
  (await payments.get<Rates>(`/admin/exchange-rates/${currency}`)).body.items;
const upload = (csv: string, query = '', options: Parameters<typeof finance.call>[3] = {}) =>
  finance.call<{ added: number }>('POST', `/v1/admin/exchange-rates${query}`, { csv }, options);

describe('a rate that is set by hand', () => {
  it('is kept exactly, with who set it, and replaces the one of its day', async () => {
    const day = daysAgo(1);
    expect((await set('idr', day, '0.000061700001')).status).toBe(200);
    expect((await set('IDR', day, '0.0000616', 'The bank corrected it')).body).toMatchObject({
      currency: 'IDR',
      day,
      usdPerUnit: '0.0000616',
      source: 'hand',
      isStale: false,
      setBy: { id: finance.id },
    });
    expect(await historyOf('IDR')).toMatchObject([{ usdPerUnit: '0.0000616' }, { usdPerUnit: '0.000061700001' }]);
    const audited = await superadmin.get<{ items: object[] }>('/admin/audit-log?action=exchange_rate.set&targetId=IDR');
    expect(audited.body.items).toMatchObject([
      {
        reason: 'The bank corrected it',
        before: { day, usdPerUnit: '0.000061700001' },
        after: { day, usdPerUnit: '0.0000616' },
      },
      { before: { usdPerUnit: null }, after: { usdPerUnit: '0.000061700001' } },
    ]);
  });

  it('changes nothing if it is set already', async () => {
    const day = daysAgo(2);
    await set('KES', day, '0.0077');
    const same = { currency: 'KES', day, usdPerUnit: '0.00770' };
    const { body } = await finance.put('/admin/exchange-rates', same, { changesNothing: true });
    expect(body).toMatchObject({ usdPerUnit: '0.0077' });
    expect(await historyOf('KES')).toHaveLength(1);
  });

  it('is reported if it is unlike the one of the closest day, or worth too much', async () => {
    const warningsOf = async (currency: string, day: string, rate: string) =>
      (await finance.put<{ warnings: object[] }>('/admin/exchange-rates', { currency, day, usdPerUnit: rate })).body
        .warnings;
    const warning = { code: 'unusual_rate', currency: 'NGN' };
    expect(await warningsOf('NGN', daysAgo(3), '1540')).toEqual([
      { ...warning, day: daysAgo(3), usdPerUnit: '1540', closest: null },
    ]);
    expect(await warningsOf('NGN', daysAgo(3), '0.00065')).toMatchObject([{ closest: '1540' }]);
    expect(await warningsOf('NGN', daysAgo(2), '0.0009')).toEqual([]);
    expect(await warningsOf('NGN', daysAgo(9), '0.65')).toMatchObject([{ closest: '0.00065' }]);
    const csv = `currency,day,usd_per_unit\nNGN,${daysAgo(1)},0.9\nNGN,${daysAgo(0)},0.9\nGHS,${daysAgo(0)},0.09\n`;
    expect((await upload(csv)).body).toMatchObject({
      added: 3,
      warnings: [{ ...warning, day: daysAgo(1), usdPerUnit: '0.9', closest: '0.0009' }],
    });
  });

  it('is only previewed by a dry run', async () => {
    const { body } = await finance.put<{ dryRun: boolean; effects: { audit: object[] } }>(
      '/admin/exchange-rates?dryRun=true',
      { currency: 'TRY', day: daysAgo(1), usdPerUnit: '0.024' },
    );
    expect(body).toMatchObject({ dryRun: true, effects: { audit: [{ action: 'exchange_rate.set' }] } });
    expect(await historyOf('TRY')).toEqual([]);
  });

  it.each([
    ['USD', daysAgo(1), '1', 'currency'],
    ['EGP', daysAgo(-2), '0.02', 'day'],
    ['EGP', daysAgo(1), '0.000', 'usdPerUnit'],
    ['EGP', daysAgo(1), '2e-2', 'usdPerUnit'],
    ['ZZZ', daysAgo(1), '1', 'currency'],
  ])('is refused for %s on %s as %s', async (currency, day, usdPerUnit, path) => {
    const { status, body } = await set(currency, day, usdPerUnit);
    expect([status, body]).toMatchObject([400, { error: 'validation_failed', details: [{ path }] }]);
  });

  it('takes a holder of pricing:write', async () => {
    const rate = { currency: 'EGP', day: daysAgo(1), usdPerUnit: '0.02' };
    expect((await analyst.put('/admin/exchange-rates', rate)).status).toBe(403);
    expect((await analyst.get('/admin/exchange-rates')).status).toBe(200);
  });
});

it('The list has the newest rate of each currency, and marks those older than seven days', async () => {
  await set('SAR', daysAgo(30), '0.2666');
  await set('SAR', daysAgo(8), '0.2667');
  await set('AED', daysAgo(7), '0.2723');
  await set('AED', daysAgo(9), '0.2722');
  const rates = await newest();
  expect(rates.find(({ currency }) => currency === 'SAR')).toMatchObject({ usdPerUnit: '0.2667', isStale: true });
  expect(rates.find(({ currency }) => currency === 'AED')).toMatchObject({ usdPerUnit: '0.2723', isStale: false });
  const names = rates.map(({ currency }) => currency);
  expect(names).toEqual(names.toSorted());
});

describe('an uploaded file', () => {
  it('adds and replaces rates, and leaves those that are set already', async () => {
    await set('MYR', daysAgo(3), '0.21');
    await set('MYR', daysAgo(2), '0.22');
    const csv = `\ufeffday;currency;bank;usd_per_unit\r\n${daysAgo(3)};myr;x;0.2100\r\n${daysAgo(2)};MYR;x;0.23\r\n${daysAgo(1)};MYR;x;0.24\r\n`;
    expect((await upload(csv)).body).toEqual({ added: 1, changed: 1, unchanged: 1, currencies: ['MYR'], warnings: [] });
    expect(await historyOf('MYR')).toHaveLength(4);
    expect((await newest()).find(({ currency }) => currency === 'MYR')).toMatchObject({
      usdPerUnit: '0.24',
      source: 'csv',
    });
    const audited = await superadmin.get<{ items: object[] }>(
      '/admin/audit-log?action=exchange_rate.upload&targetId=MYR',
    );
    expect(audited.body.items).toMatchObject([
      { after: { rates: 2, replaced: 1, from: daysAgo(2), to: daysAgo(1), usdPerUnit: '0.24' } },
    ]);
    expect((await upload(csv, '', { changesNothing: true })).body).toEqual({
      added: 0,
      changed: 0,
      unchanged: 3,
      currencies: [],
      warnings: [],
    });
  });

  it('raced against itself adds each rate once', async () => {
    const csv = `currency,day,usd_per_unit\n${Array.from({ length: 50 }, (_, n) => `ZMW,${daysAgo(n)},0.04`).join('\n')}`;
    const replies = await Promise.all(Array.from({ length: 4 }, () => upload(csv, '', { changesNothing: true })));
    expect(replies.map(({ body }) => body.added).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 50]);
    expect(await historyOf('ZMW')).toHaveLength(50);
  });

  it('may be nearly 1 MB large, and changes nothing when it is uploaded again', async () => {
    const currencies = ['BDT', 'BRL', 'CLP', 'COP', 'INR', 'LKR', 'MXN', 'NPR', 'PEN', 'PKR'];
    const rows = Array.from({ length: 5_000 }, (_, n) => currencies.map((code) => `${code},${daysAgo(n + 1)},0.5`));
    const csv = ['currency,day,usd_per_unit', ...rows.flat()].join('\n');
    expect((await upload(csv)).body).toEqual({ added: 50_000, changed: 0, unchanged: 0, currencies, warnings: [] });
    expect((await upload(csv, '', { changesNothing: true })).body).toMatchObject({ added: 0, unchanged: 50_000 });
  });

  it('is only previewed by a dry run, and stored once per idempotency key', async () => {
    const csv = `currency,day,usd_per_unit\nTHB,${daysAgo(1)},0.029\n`;
    expect((await upload(csv, '?dryRun=true')).body).toMatchObject({ dryRun: true, body: { added: 1 } });
    expect(await historyOf('THB')).toEqual([]);
    const headers = { 'idempotency-key': newId() };
    const first = await upload(csv, '', { headers });
    await set('THB', daysAgo(1), '0.03');
    expect((await upload(csv, '', { headers, changesNothing: true })).body).toEqual(first.body);
    expect(await historyOf('THB')).toHaveLength(2);
  });

  const good = `PHP,${daysAgo(1)},0.017\n`;
  it.each([
    ['an unknown currency', `${good}ZZZ,${daysAgo(1)},1\n`, 3, 'currency_unknown'],
    ['US dollars', `${good}usd,${daysAgo(1)},1\n`, 3, 'currency_is_usd'],
    ['no day', `${good}VND,01/03/2026,1\n`, 3, 'day_invalid'],
    ['a day in the future', `VND,${daysAgo(-2)},1\n`, 2, 'day_in_future'],
    ['no decimal number', `${good}${good.replace('PHP', 'VND').replace('0.017', '6,1')}`, 3, 'cell_count'],
    ['a rate of zero', `${good}VND,${daysAgo(1)},0.0\n`, 3, 'rate_not_decimal'],
    ['a rate twice', `${good}VND,${daysAgo(1)},1\n${good}`, 4, 'rate_repeated'],
    ['no rows', '', 2, 'no_rows'],
  ])('with %s is refused with its line, and nothing is stored', async (_, rows, line, problemCode) => {
    const { status, body } = await upload(`currency,day,usd_per_unit\n${rows}`, '', {
      headers: { prefer: 'fault-codes' },
    });
    expect([status, body]).toMatchObject([400, { error: 'invalid_csv', line, problemCode }]);
    expect(await historyOf('PHP')).toEqual([]);
  });

  it('without one of the columns is refused', async () => {
    const { body } = await upload('currency,day\nPHP,2026-01-01\n', '', { headers: { prefer: 'fault-codes' } });
    expect(body).toMatchObject({
      error: 'invalid_csv',
      line: 1,
      problemCode: 'missing_column',
      column: 'usd_per_unit',
    });
  });
});
