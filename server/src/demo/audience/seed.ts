import type { Database } from '../../kit/db/database.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import { settledMs } from '../history.ts';
import { findPart, inTransaction, markPart, type OwnerConnection } from '../parts.ts';
import { campaignCode } from '../promos.ts';
import { readCatalog } from './catalog.ts';
import type { Package } from './payments.ts';
import { type AudienceSize, planPeople } from './people.ts';
import { SeededRandom } from './random.ts';
import type { CoinPromo } from './session.ts';
import { simulate } from './simulate.ts';
import { writePeople, writeRows } from './write.ts';

const randomSeed = 20_261_116;
const defaultCoins = 10;

/** Thousands of viewers besides the sample users, with everything they did, in one transaction. */
export async function seedAudience(owner: OwnerConnection, { db }: Database, size: AudienceSize): Promise<void> {
  if (await findPart(owner, 'audience')) return;
  const { rows: clocks } = await owner.query<{ now: Date }>('select clock() as now');
  const now = (clocks[0]?.now ?? new Date()).getTime() - size.quietHours * hourMs - settledMs;
  const random = new SeededRandom(randomSeed);
  const people = planPeople(random, size, now);
  const catalog = await readCatalog(db, defaultCoins);
  const [packages, promo] = [await listPackages(owner), await findPromo(owner)];
  // The partitions are created while this process simulates.
  const [rows] = await Promise.all([
    simulate(people, { random, size, catalog, packages, promo, now }),
    createEventDays(owner, now, size),
  ]);
  const { rows: hashes } = await owner.query<{ hash: string | null }>(
    'select password_hash as hash from users where password_hash is not null order by created_at limit 1',
  );
  await inTransaction(owner, async () => {
    await writePeople(owner, people, hashes[0]?.hash ?? null);
    await writeRows(owner, rows);
    await markPart(owner, 'audience', now);
  });
  await owner.query(
    'analyze users, user_listing, user_days, watches, viewer_events, unlocks, transactions, ledger.events, ledger.entries',
  );
}

async function listPackages(owner: OwnerConnection): Promise<ReadonlyMap<string, Package>> {
  const { rows } = await owner.query<Package>(
    `select id, sku, coins, bonus_coins as "bonusCoins", price_cents as "priceCents" from coin_packages
     where status = 'active'`,
  );
  return new Map(rows.map((row) => [row.sku, row]));
}

/** The promo of the campaign. */
async function findPromo(owner: OwnerConnection): Promise<CoinPromo | undefined> {
  const { rows } = await owner.query<{ id: string; coins: number; startsAt: Date; endsAt: Date }>(
    `select id, (config->>'amount')::integer as coins, starts_at as "startsAt", ends_at as "endsAt" from promos
     where code = $1`,
    [campaignCode],
  );
  const [found] = rows;
  if (!found) return undefined;
  const { id, coins, startsAt, endsAt } = found;
  return { id, coins, from: startsAt.getTime(), before: endsAt.getTime() };
}

/** Each day is a partition, so only some are created in one transaction. */
const daysAtATime = 25;

async function createEventDays(owner: OwnerConnection, now: number, { days }: AudienceSize): Promise<void> {
  const day = (ago: number) => new Date(now - ago * dayMs).toISOString().slice(0, 10);
  for (let ago = days + 1; ago >= 0; ago -= daysAtATime) {
    await owner.query(`select keep_event_day(d::date) from generate_series($1::date, $2::date, interval '1 day') d`, [
      day(ago),
      day(Math.max(0, ago - daysAtATime + 1)),
    ]);
  }
}
