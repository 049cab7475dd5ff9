import type { Db } from '../../kit/db/database.ts';
import { isTimeout } from '../../kit/db/faults.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { dayRange, isId } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { type Period, periodOf } from '../../kit/period.ts';
import { adminEndpoint } from '../access/public.ts';
import { listAccountEvents, sumsOfMembers } from '../ledger/public.ts';
import { listRules, membersOf, type SegmentRule } from '../segments/public.ts';
import { segmentTooLarge } from './errors.ts';
import { economyOf } from './rules.ts';
import { Economy, EconomyEvent, economyQuery, eventsQuery, showEvent } from './schema.ts';
import { findUpTo, isAmong, isInMarket, type Sums, sumPeriod, sumPeriodOf } from './sql.ts';

const access = ['analytics:read', 'payments:read', 'pricing:read'] as const;

async function findRule(db: Db, segmentId: string): Promise<SegmentRule | undefined> {
  const id = segmentId.toLowerCase();
  const [found] = isId(id) ? await listRules(db, [id]) : [];
  return found?.rule;
}

const ruleOf = async (db: Db, segmentId: string): Promise<SegmentRule> =>
  (await findRule(db, segmentId)) ?? refuse(notFound, { field: 'segmentId' });

interface Whose {
  readonly market?: string;
  readonly segmentId?: string;
}

async function sumsOf(db: Db, period: Period, { market, segmentId }: Whose): Promise<Sums> {
  const country = market?.toUpperCase();
  const rule = segmentId === undefined ? undefined : await ruleOf(db, segmentId);
  const upTo = await findUpTo(db);
  if (rule === undefined) return sumPeriod(db, period, country, upTo);
  const conditions = country === undefined ? [] : [isInMarket(country)];
  const sums = sumsOfMembers({ ...dayRange(period.start, period.end), conditions });
  try {
    return await sumPeriodOf(db, period, { members: membersOf(rule), sums, market: country }, upTo);
  } catch (error) {
    if (isTimeout(error)) refuse(segmentTooLarge);
    throw error;
  }
}

export const economyRoutes: Endpoint[] = [
  adminEndpoint({
    method: 'GET',
    url: '/admin/economy',
    access,
    summary: 'Show coins minted, burned and held',
    description:
      'UTC days: the last 30 by default, at most 366. Minted coins came from sources; burned coins went to sinks, less those returned, for example by reversed unlocks. Over all time, minted less burned is what users hold. `market` is the user’s country when the coins moved, so past figures do not change; the liabilities of a market are those of the users who live there at the end of the period or day. `segmentId` is the current membership of the segment and is computed from the movements; if that would take too long, the response is 400 `segment_too_large`, and fewer days or a market help. `zeroSumBreach` is about the whole ledger, regardless of filters.',
    query: economyQuery,
    reply: Economy,
    errors: [notFound, segmentTooLarge],
    example: { query: { dateFrom: '2026-01-01', dateTo: '2026-01-31', market: 'EG' } },
    run: async ({ db, now }, { query }) => {
      const period = periodOf(query, now);
      const { sums, zeroSumBreach } = await sumsOf(db, period, query);
      return { ...economyOf(sums, period), zeroSumBreach, asOf: now };
    },
  }),
  adminEndpoint.list({
    url: '/admin/economy/events',
    access,
    summary: 'List the movements of an account on a day, newest first',
    description:
      'The movements behind a figure of the economy: the sum of `coins` over all pages equals the figure of the account for the day. Names require `users:read`.',
    query: eventsQuery,
    item: EconomyEvent,
    sort: byNewest('createdAt', 'e'),
    example: { query: { day: '2026-01-31', account: 'sink_unlock' } },
    list: async (db, { day, account, market, segmentId }, keyset) => {
      const { from, before } = dayRange(day, day);
      const rule = segmentId === undefined ? undefined : await findRule(db, segmentId);
      // An unknown segment has no members.
      if (segmentId !== undefined && rule === undefined) return [];
      const conditions = [
        ...(market === undefined ? [] : [isInMarket(market.toUpperCase())]),
        ...(rule === undefined ? [] : [isAmong(membersOf(rule))]),
      ];
      return listAccountEvents(db, { account, from, before, conditions }, keyset);
    },
    show: showEvent,
  }),
];
