import { sql } from 'kysely';
import type { Db, Tx } from '../../kit/db/database.ts';
import { executePrepared } from '../../kit/db/prepared.ts';
import { newId } from '../../kit/id.ts';
import { type Keyset, pageRows } from '../../kit/page.ts';
import type { DayRate, RateSource } from './rules.ts';

export interface RateRow extends DayRate {
  id: string;
  source: RateSource;
  adminId: string;
  adminName: string;
  createdAt: Date;
}

const select = sql<RateRow>`
  select r.id, r.currency, r.day, r.usd_per_unit as "usdPerUnit", r.source, a.id as "adminId", a.name as "adminName",
    r.created_at as "createdAt"
  from exchange_rates r join admin_names a on a.id = r.set_by`;

/** The newest rate of each currency, in alphabetical order. */
export async function listNewest(db: Db): Promise<RateRow[]> {
  const query = sql<RateRow>`
    ${select} where r.id in (
      select distinct on (currency) id from exchange_rates order by currency, day desc, id desc)
    order by r.currency`;
  return (await query.execute(db)).rows;
}

/** All rates of a currency that were set, also those that were replaced. */
export const listRates = (db: Db, currency: string, keyset: Keyset): Promise<RateRow[]> =>
  pageRows(db, keyset, select, [sql<boolean>`r.currency = ${currency}`]);

export async function findRate(db: Db, id: string): Promise<RateRow | undefined> {
  return (await sql<RateRow>`${select} where r.id = ${id}`.execute(db)).rows[0];
}

export interface StoredRate extends DayRate {
  /** Of the rate that counts now: the one that was set before if it is the same. */
  id: string;
  /** What it replaces. */
  before: string | null;
  /** The rate that was set for the day or the closest day before it, or else for the first day after it. */
  closest: string | null;
  /** False if the same value was set before. */
  isNew: boolean;
}

/**
 * Stores the rates that differ from what is set for their currency and day. One transaction at a time does so, since others
 * would compare with rates that are about to be replaced.
 */
export async function insertRates(
  tx: Tx,
  rates: readonly DayRate[],
  { source, adminId }: { readonly source: RateSource; readonly adminId: string },
  now: Date,
): Promise<StoredRate[]> {
  await sql`select pg_advisory_xact_lock(hashtext('exchange_rates'))`.execute(tx);
  const given = rates.map((rate) => ({ id: newId(), ...rate }));
  // Sorted so that all lookups precede the inserts: scans of a small table would read every row inserted so far.
  const query = sql<StoredRate>`
    with given as materialized (
      select g.*, old.id as known, old.usd_per_unit as before,
        coalesce(old.usd_per_unit,
          (select r.usd_per_unit from exchange_rates r where r.currency = g.currency and r.day < g.day
            order by r.day desc, r.id desc limit 1),
          (select r.usd_per_unit from exchange_rates r where r.currency = g.currency and r.day > g.day
            order by r.day, r.id desc limit 1)) as closest
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as g (id uuid, currency text, day date, "usdPerUnit" numeric)
      left join lateral (select r.id, r.usd_per_unit from exchange_rates r where r.currency = g.currency and r.day = g.day
        order by r.id desc limit 1) old on true
      order by g.currency, g.day),
    added as (
      insert into exchange_rates (id, currency, day, usd_per_unit, source, set_by, created_at)
      select id, currency, day, "usdPerUnit", ${source}, ${adminId}, ${now} from given
      where before is distinct from "usdPerUnit" returning id)
    select coalesce(a.id, g.known) as id, g.currency, g.day, g."usdPerUnit", g.before, g.closest, a.id is not null as "isNew"
    from given g left join added a on a.id = g.id order by g.currency, g.day`;
  return (await query.execute(tx)).rows;
}

/** The newest rate on or before each day, in the order of `wanted`; undefined without such a rate. */
export async function listRatesOn(
  db: Db,
  wanted: readonly { readonly currency: string; readonly day: string }[],
): Promise<(DayRate | undefined)[]> {
  if (wanted.length === 0) return [];
  const query = sql<{ n: number } & DayRate>`
    select q.n::integer as n, r.currency, r.day, r.usd_per_unit as "usdPerUnit"
    from unnest(${wanted.map(({ currency }) => currency)}::text[], ${wanted.map(({ day }) => day)}::date[])
      with ordinality as q (currency, day, n)
    cross join lateral (select * from exchange_rates e where e.currency = q.currency and e.day <= q.day
      order by e.day desc, e.id desc limit 1) r`;
  const rates = new Map((await executePrepared(db, query)).map(({ n, ...rate }) => [n, rate]));
  return wanted.map((_, index) => rates.get(index + 1));
}
