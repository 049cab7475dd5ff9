import { Type } from 'typebox';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Moment, parseMoment } from '../../kit/http/schema.ts';
import { zoneOf } from '../../kit/market-time.ts';
import { adminEndpoint } from '../access/public.ts';
import { exampleSeries } from '../catalog/public.ts';
import type { PricingSettings } from '../pricing/public.ts';
import { listComing } from '../publishing/public.ts';
import { evaluateRow, findLaunches, showComing } from './launches.ts';
import { ComingLaunch, Launch } from './schema.ts';
import { listLargestMarkets } from './sql.ts';

const before = Type.Optional(
  Type.String({ ...Moment, description: 'Only launches before this moment, ISO 8601 with an offset' }),
);

export const launchRoutes = (settings: PricingSettings): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/series/:id/launch',
    access: ['catalog:read'],
    summary: 'Read the launch readiness of a series',
    description:
      'Go or no-go for the series and each episode: video, captions, price, artwork, date and placement. Missing items are those that publishing warns about; they do not prevent publishing.',
    params: { id: Id },
    reply: Launch,
    example: { params: exampleSeries },
    target: async (db, { id }) => (await findLaunches(db, [id]))[0],
    run: async ({ db, now }, { target }) => {
      const markets = (await listLargestMarkets(db)).map((country) => ({ country, timeZone: zoneOf(country) }));
      return { ...evaluateRow(target, settings, now), markets, asOf: now };
    },
  }),
  adminEndpoint.list({
    url: '/admin/launches',
    access: ['publishing:read'],
    summary: 'List upcoming launches, soonest first',
    description: 'Unpublished series that have a date, or whose episodes have one, each with its readiness.',
    query: { before },
    item: ComingLaunch,
    example: { query: { before: '2031-01-01T00:00:00Z' } },
    sort: { field: 'comesAt', column: 'l.comes_at', id: 'l.id', kind: 'time', order: 'asc' },
    list: async (db, given, keyset, { now }) => {
      const until = given.before === undefined ? undefined : parseMoment(given.before);
      const coming = await listComing(db, { before: until }, keyset);
      const rows = await findLaunches(
        db,
        coming.map(({ id }) => id),
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      return coming.flatMap(({ id, comesAt }) => {
        const row = byId.get(id);
        return row ? [showComing(comesAt, evaluateRow(row, settings, now))] : [];
      });
    },
    show: (row) => row,
  }),
];
