import { expect } from 'vitest';
import type { World } from '../../../test/harness/world.ts';
import { asDay, daysLater, daysOf, type Period } from '../../kit/period.ts';
import { mondayOf } from './rules.ts';

/** What happened, read from the tables that features write, and counted one row at a time. */

interface Watch {
  user: string;
  episode: string;
  at: Date;
  seconds: number;
  completed: boolean;
}
interface AppEvent {
  user: string;
  episode: string | null;
  at: Date;
  name: string;
}
interface Unlock {
  user: string;
  episode: string;
  at: Date;
  coins: number;
  id: string;
}
interface Payment {
  id: string;
  user: string;
  rail: string;
  country: string | null;
  kind: string;
  cents: number;
  at: Date;
}
interface Refund {
  purchase: string;
  cents: number;
  at: Date;
}
interface Person {
  id: string;
  at: Date;
  country: string | null;
}

export interface Raw {
  watches: Watch[];
  events: AppEvent[];
  unlocks: Unlock[];
  payments: Payment[];
  refunds: Refund[];
  people: Person[];
}

export async function readRaw({ database: { pool } }: World): Promise<Raw> {
  const rows = async <Row extends object>(text: string): Promise<Row[]> => (await pool.query<Row>(text)).rows;
  return {
    watches: await rows(`select user_id as user, episode_id as episode, started_at as at, seconds_watched as seconds,
      completed from watches`),
    events: await rows('select user_id as user, episode_id as episode, at, name from viewer_events'),
    unlocks: await rows(
      'select user_id as user, episode_id as episode, created_at as at, coins, id from unlocks order by created_at, id',
    ),
    payments: await rows(`select id, user_id as user, platform as rail, region as country, kind,
      amount_usd_cents::integer as cents, completed_at as at from transactions where completed_at is not null`),
    refunds: await rows(`select purchase_id as purchase, amount_usd_cents::integer as cents, executed_at as at
      from refunds where status = 'executed'`),
    people: await rows('select id, created_at as at, country_code as country from users'),
  };
}

/** Where everyone was at the end of each day, as the test itself has noted it. */
export class Places {
  readonly #moves = new Map<string, { day: string; country: string | null }[]>();

  note(user: string, day: string, country: string | null): void {
    this.#moves.set(user, [...(this.#moves.get(user) ?? []), { day, country }]);
  }

  on(user: string, day: string): string | null {
    const known = this.#moves.get(user) ?? [];
    return (known.findLast((move) => move.day <= day) ?? known[0])?.country ?? null;
  }
}

const isIn = ({ start, end }: Period, day: string): boolean => start <= day && day <= end;
const distinct = <T>(list: readonly T[]): number => new Set(list).size;
const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
const per = (part: number, whole: number): number => (whole > 0 ? part / whole : 0);

export interface Asked {
  period: Period;
  market?: string | undefined;
}

const stepNames = ['preview_view', 'ep1_start', 'paywall_hit', 'unlock', 'repeat_unlock'];

/** The answers of the endpoints, the long way round. */
export class Oracle {
  readonly #raw: Raw;
  readonly #places: Places;

  constructor(raw: Raw, places: Places) {
    this.#raw = raw;
    this.#places = places;
  }

  #isIn(market: string | undefined, user: string, at: Date): boolean {
    return market === undefined || this.#places.on(user, asDay(at)) === market;
  }

  #done(step: string): { user: string; at: Date }[] {
    const { watches, events, unlocks, payments } = this.#raw;
    if (step === 'active') return [...watches, ...events, ...unlocks, ...payments];
    if (step === 'unlock') return unlocks;
    if (step === 'repeat_unlock')
      return unlocks.filter(({ user }, n) => unlocks.findIndex((one) => one.user === user) < n);
    return events.filter(({ name }) => name === step);
  }

  #users(step: string, { period, market }: Asked): string[] {
    const done = this.#done(step).filter(({ at, user }) => isIn(period, asDay(at)) && this.#isIn(market, user, at));
    return [...new Set(done.map(({ user }) => user))];
  }

  #payers({ period, market }: Asked): number {
    const { payments } = this.#raw;
    const paid = payments.filter(
      ({ at, country }) => isIn(period, asDay(at)) && (market === undefined || country === market),
    );
    return distinct(paid.map(({ user }) => user));
  }

  funnel({ period, market, week }: Asked & { week?: string | undefined }) {
    const cohort = this.#raw.people.filter(({ at }) => week === undefined || mondayOf(asDay(at)) === week);
    const ids = new Set(cohort.map(({ id }) => id));
    const counts = stepNames.map((name) => this.#users(name, { period, market }).filter((id) => ids.has(id)).length);
    return stepNames.map((name, n) => ({
      name,
      count: counts[n],
      conversionFromPrev: Math.min(per(counts[n] ?? 0, counts[n === 0 ? 0 : n - 1] ?? 0), 1),
      conversionFromTop: Math.min(per(counts[n] ?? 0, counts[0] ?? 0), 1),
    }));
  }

  revenue(period: Period, is: (payment: Payment) => boolean, countries?: readonly string[]) {
    const byId = new Map(this.#raw.payments.map((payment) => [payment.id, payment]));
    const paid = this.#raw.payments.filter((payment) => isIn(period, asDay(payment.at)) && is(payment));
    const back = this.#raw.refunds.flatMap(({ purchase, cents, at }) => {
      const of = byId.get(purchase) ?? expect.unreachable('a refund without its payment');
      return isIn(period, asDay(at)) && is(of) ? [{ ...of, cents, at }] : [];
    });
    const netOf = (belongs: (payment: Payment) => boolean) => {
      const [gross, refunds] = [paid, back].map((list) => sum(list.filter(belongs).map(({ cents }) => cents)));
      return { gross: gross ?? 0, net: (gross ?? 0) - (refunds ?? 0), refunds: refunds ?? 0 };
    };
    const all = netOf(() => true);
    const active = [undefined, ...(countries ?? [])].flatMap((market) =>
      (market === undefined) === (countries === undefined) ? this.#users('active', { period, market }) : [],
    );
    const [activeUsers, payingUsers] = [distinct(active), distinct(paid.map(({ user }) => user))];
    return {
      period,
      grossCents: all.gross,
      netCents: all.net,
      refundsCents: all.refunds,
      byDay: daysOf(period).map((day) => ({ day, ...netOf(({ at }) => asDay(at) === day) })),
      rails: new Set([...paid, ...back].map(({ rail }) => rail)),
      railOf: (rail: string) => netOf((payment) => payment.rail === rail),
      countryOf: (country: string | null) => netOf((payment) => payment.country === country),
      arpu: per(all.net, activeUsers),
      arppu: per(all.net, payingUsers),
      refundRate: Math.min(per(all.refunds, all.gross), 1),
      payments: paid.length,
      activeUsers,
      payingUsers,
    };
  }

  overview({ period, market }: Asked, registrations: (day: string, market?: string) => number) {
    const last = (days: number): Asked => ({
      period: { start: daysLater(period.end, 1 - days), end: period.end },
      market,
    });
    const count = (asked: Asked) => this.#users('active', asked).length;
    const net30 = this.revenue(last(30).period, ({ country }) => market === undefined || country === market).netCents;
    const came = (day: string) =>
      this.#raw.people.filter(({ id, at }) => asDay(at) === day && this.#isIn(market, id, at)).map(({ id }) => id);
    const on = (day: string) => ({ period: { start: day, end: day }, market });
    const byDay = daysOf(period).map((day) => ({
      day,
      activeUsers: count(on(day)),
      installs: came(day).length,
      registrations: registrations(day, market),
      payingUsers: this.#payers(on(day)),
    }));
    const today = byDay.at(-1);
    const net = this.revenue(period, ({ country }) => market === undefined || country === market).netCents;
    return {
      period,
      activeUsers: count({ period, market }),
      installs: sum(byDay.map(({ installs }) => installs)),
      registrations: sum(byDay.map((day) => day.registrations)),
      payingUsers: this.#payers({ period, market }),
      arpu: per(net, count({ period, market })),
      arppu: per(net, this.#payers({ period, market })),
      dau: count(last(1)),
      wau: count(last(7)),
      mau: count(last(30)),
      installsToday: today?.installs,
      registrationsToday: today?.registrations,
      payingUsersToday: today?.payingUsers,
      arpu30d: per(net30, count(last(30))),
      arppu30d: per(net30, this.#payers(last(30))),
      byDay,
    };
  }

  /** Those who came in a week, and the share of them that was there again after so many days. */
  cohort(week: string, market: string | undefined, today: string) {
    const ids = this.#raw.people.filter(({ id, at }) => mondayOf(asDay(at)) === week && this.#isIn(market, id, at));
    const isBack = ({ id, at }: Person, after: number) => {
      const day = daysLater(asDay(at), after);
      return this.#users('active', { period: { start: day, end: day } }).includes(id);
    };
    const share = (after: number) =>
      daysLater(week, 6 + after) < today ? per(ids.filter((one) => isBack(one, after)).length, ids.length) : null;
    return { installWeek: week, cohortSize: ids.length, d1: share(1), d7: share(7), d30: share(30) };
  }

  /** What was done with these episodes. */
  figures({ period, market }: Asked, episodes: readonly string[]) {
    const here = <Row extends { user: string; at: Date; episode: string | null }>(rows: readonly Row[]): Row[] =>
      rows.filter(
        ({ user, at, episode }) =>
          isIn(period, asDay(at)) && episodes.includes(episode ?? '') && this.#isIn(market, user, at),
      );
    const once = (rows: readonly { user: string; at: Date; episode: string | null }[]) =>
      distinct(rows.map(({ user, at, episode }) => `${user} ${episode} ${asDay(at)}`));
    const [watches, unlocks] = [here(this.#raw.watches), here(this.#raw.unlocks)];
    const [starts, completes] = [once(watches), once(watches.filter(({ completed }) => completed))];
    return {
      starts,
      completes,
      completionPercent: Math.round(per(completes, starts) * 10_000) / 100,
      paywallHits: once(here(this.#raw.events.filter(({ name }) => name === 'paywall_hit'))),
      unlocks: unlocks.length,
      coinsBurned: sum(unlocks.map(({ coins }) => coins)),
      watchSeconds: sum(watches.map(({ seconds }) => seconds)),
    };
  }
}
