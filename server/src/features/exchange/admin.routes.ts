import { Type } from 'typebox';
import { invalidCsv, orInvalidCsv } from '../../kit/csv-read.ts';
import { notFound } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { wholeList, wholeListOf } from '../../kit/http/schema.ts';
import { isCurrency } from '../../kit/iso-codes.ts';
import { byNewest } from '../../kit/page.ts';
import { adminEndpoint } from '../access/public.ts';
import { readRates, setRate, uploadRates } from './actions.ts';
import { maxCsvBytes } from './rules.ts';
import { ChangedRate, ExchangeRate, RateBody, showRate, UploadBody, UploadedRates } from './schema.ts';
import { listNewest, listRates } from './sql.ts';

export const exchangeRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/exchange-rates',
    access: ['pricing:read', 'payments:read'],
    summary: 'List the newest exchange rate of each currency',
    description:
      'A payment in another currency than US dollars, whose value its rail does not report, is converted by the newest rate that is not later than the UTC day of the payment. The payment keeps that rate and its day.',
    reply: wholeListOf(ExchangeRate, { title: 'ExchangeRates' }),
    run: async ({ db, now }) => wholeList((await listNewest(db)).map((row) => showRate(row, now))),
  }),
  adminEndpoint.list({
    url: '/admin/exchange-rates/:currency',
    access: ['pricing:read', 'payments:read'],
    summary: 'List the exchange rates of a currency, last set first',
    description: 'Also rates that were replaced: of one day, the one that was set last counts.',
    params: { currency: Type.String({ description: 'A code of ISO 4217' }) },
    item: ExchangeRate,
    errors: [notFound],
    example: { params: { currency: 'IDR' } },
    target: async (_db, { currency }) => (isCurrency(currency) ? currency.toUpperCase() : undefined),
    sort: byNewest('createdAt', 'r'),
    list: async (db, _filters, keyset, { target: currency, now }) =>
      (await listRates(db, currency, keyset)).map((row) => showRate(row, now)),
    show: (row) => row,
  }),
  adminEndpoint({
    method: 'PUT',
    url: '/admin/exchange-rates',
    access: ['pricing:write'],
    // Rates are added and never edited: the one that is set last counts.
    ifMatch: false,
    summary: 'Set the exchange rate of a day',
    description:
      'The day is at most today, in UTC. Payments that were converted already keep their rate. Setting the value that is set already changes nothing.',
    body: RateBody,
    reply: ChangedRate,
    example: { body: { currency: 'IDR', day: '2026-03-01', usdPerUnit: '0.0000617' } },
    run: (ctx, { body: { note, ...rate } }) => setRate(ctx, rate, note),
  }),
  adminEndpoint({
    method: 'POST',
    url: '/admin/exchange-rates',
    access: ['pricing:write'],
    idempotent: true,
    bodyLimit: 2 * maxCsvBytes,
    summary: 'Upload exchange rates',
    description:
      'The text of a CSV file of at most 1 MB with the columns `currency`, `day` (`YYYY-MM-DD`) and `usd_per_unit`, in any order; other columns are ignored. The delimiter is a comma, semicolon or tab. A faulty file is refused with the line of the fault, and nothing is stored. Rates that are set already change nothing.',
    body: UploadBody,
    reply: UploadedRates,
    errors: [invalidCsv],
    example: { body: { csv: 'currency,day,usd_per_unit\nIDR,2026-03-01,0.0000617\nEGP,2026-03-01,0.0206\n' } },
    prepare: ({ body: { csv } }) => orInvalidCsv(() => readRates(csv, new Date())),
    run: (ctx, { prepared, body: { note } }) => uploadRates(ctx, prepared, note),
  }),
];
