import type { Database } from '../../kit/db/database.ts';
import { dayMs, hourMs } from '../../kit/time.ts';
import { settledMs } from '../history.ts';
import { findPart, inTransaction, markPart, type OwnerConnection } from '../parts.ts';
import { campaignCode } from '../promos.ts';
import { SeededRandom } from './chance.ts';
import type { CoinPromo } from './evening.ts';
import type { Package } from './paying.ts';
import { type AudienceSize, type Person, planPeople } from './people.ts';
import { readShelf } from './shelf.ts';
import { simulate } from './simulate.ts';
import { writeRows } from './write.ts';
import { writePeople } from './write-people.ts';

export type { AudienceSize } from './people.ts';

const seedOfChance = 20_261_116;
/** Until someone sets another. */
const defaultCoins = 10;

/**
 * Thousands of viewers beside those who are known by name, and all that they did, in the order of time. They are written
 * first, and in another transaction what they did: whoever begins anew in between makes the same world up to the same moment.
 */
export async function seedAudience(owner: OwnerConnection, { db }: Database, size: AudienceSize): Promise<void> {
  if (await findPart(owner, 'audience')) return;
  const known = await findPart(owner, 'audience members');
  const now = known ? Number(known) : (await momentOf(owner)) - size.quietHours * hourMs - settledMs;
  const chance = new SeededRandom(seedOfChance);
  const people = planPeople(chance, size, now);
  const shelf = await readShelf(db, defaultCoins);
  const [packages, promo] = [await listPackages(owner), await findPromo(owner)];
  // The database makes room for them while this process thinks of what they did.
  const [rows] = await Promise.all([
    simulate(people, { chance, size, shelf, packages, promo, now }),
    prepareRoom(owner, people, { now, size, areThere: known !== undefined }),
  ]);
  await inTransaction(owner, async () => {
    await writeRows(owner, rows);
    await markPart(owner, 'audience', now);
  });
  await owner.query(
    'analyze users, user_listing, user_days, watches, viewer_events, unlocks, transactions, ledger.events, ledger.entries',
  );
}

interface Room {
  readonly now: number;
  readonly size: AudienceSize;
  /** Whether the viewers were written before. */
  readonly areThere: boolean;
}

/** The viewers themselves, and a table for each day of their events. */
async function prepareRoom(
  owner: OwnerConnection,
  people: readonly Person[],
  { now, size, areThere }: Room,
): Promise<void> {
  if (!areThere) {
    const { rows } = await owner.query<{ hash: string | null }>(
      'select password_hash as hash from users where password_hash is not null order by created_at limit 1',
    );
    await inTransaction(owner, async () => {
      await writePeople(owner, people, rows[0]?.hash ?? null);
      await markPart(owner, 'audience members', now);
    });
  }
  await keepEventDays(owner, now, size);
}

async function momentOf(owner: OwnerConnection): Promise<number> {
  const { rows } = await owner.query<{ now: Date }>('select clock() as now');
  return (rows[0]?.now ?? new Date()).getTime();
}

async function listPackages(owner: OwnerConnection): Promise<ReadonlyMap<string, Package>> {
  const { rows } = await owner.query<Package>(
    `select id, sku, coins, bonus_coins as "bonusCoins", price_cents as "priceCents" from coin_packages
     where status = 'active'`,
  );
  return new Map(rows.map((row) => [row.sku, row]));
}

/** The one that came with the campaign. */
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

/** Some days in a transaction: each is a table of its own. */
const daysAtATime = 25;

async function keepEventDays(owner: OwnerConnection, now: number, { days }: AudienceSize): Promise<void> {
  const day = (ago: number) => new Date(now - ago * dayMs).toISOString().slice(0, 10);
  for (let ago = days + 1; ago >= 0; ago -= daysAtATime) {
    await owner.query(`select keep_event_day(d::date) from generate_series($1::date, $2::date, interval '1 day') d`, [
      ...[day(ago), day(Math.max(0, ago - daysAtATime + 1))],
    ]);
  }
}
