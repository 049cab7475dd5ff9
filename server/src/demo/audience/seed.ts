import { sql } from 'kysely';
import { markSeen, putDevices } from '../../features/users/sql.ts';
import type { Database, Tx } from '../../kit/db/database.ts';
import { hourMs } from '../../kit/time.ts';
import { before } from '../admin-context.ts';
import { type PastEvent, replay, settledMs } from '../history.ts';
import { findPart, markPart } from '../parts.ts';
import { listCatalog } from './catalog.ts';
import { localDay, markets, sessionHours, timeOn } from './markets.ts';
import { type AudienceSize, planPeople, returnShare, type Slot, signUp } from './people.ts';
import { Purchases } from './purchases.ts';
import { SeededRandom } from './random.ts';
import { Sessions, sessionMs } from './sessions.ts';

const randomSeed = 20_261_116;

/** Thousands of viewers besides the sample users, with everything they did, in one transaction. */
export async function seedAudience(database: Database, size: AudienceSize, signal: AbortSignal): Promise<void> {
  if (await findPart(database.db, 'audience')) return;
  await createEventDays(database, size);
  await database.transaction(async (tx, now) => {
    await replay(tx, await eventsOf(tx, size, before(now, size.quietHours * hourMs + settledMs)), signal);
    await markPart(tx, 'audience');
  });
}

/** Each day is a partition, so only some are created in one transaction. */
const daysAtATime = 25;

async function createEventDays({ db }: Database, { days }: AudienceSize): Promise<void> {
  for (let ago = days + 2; ago >= 0; ago -= daysAtATime) {
    await sql`select keep_event_day(clock()::date - d)
      from generate_series(${Math.max(0, ago - daysAtATime + 1)}::integer, ${ago}::integer) d`.execute(db);
  }
}

/** The times at which the people of each market watch, until the end. */
function slotsOf({ days }: AudienceSize, end: Date, random: SeededRandom): Slot[] {
  const daysAgo = Array.from({ length: days }, (_, n) => n);
  const slots = markets.flatMap((market) =>
    daysAgo.flatMap((ago) =>
      sessionHours.map(({ hour, share }) => {
        const day = localDay(market, end.getTime()) - ago;
        return {
          market,
          day,
          daysAgo: ago,
          share,
          at: new Date(Math.floor(timeOn(market, day, hour + random.next()))),
        };
      }),
    ),
  );
  return slots.filter(({ at }) => at.getTime() + sessionMs < end.getTime());
}

/** The sessions of all slots with the sign-ups before them. */
async function eventsOf(tx: Tx, size: AudienceSize, end: Date): Promise<PastEvent[]> {
  const random = new SeededRandom(randomSeed);
  const slots = slotsOf(size, end, random);
  const people = planPeople(random, size, slots);
  const purchases = new Purchases(tx, random);
  const audience = { tx, random, catalog: await listCatalog(tx), purchases };
  const { rows } = await sql<{ hash: string }>`
    select password_hash as hash from users where password_hash is not null order by created_at limit 1`.execute(tx);
  const runSlot = async (slot: Slot) => {
    const { at, market, day } = slot;
    await purchases.refundUntil(at);
    const ofMarket = people.filter((one) => one.market === market);
    const newcomers = ofMarket.filter(({ joined }) => joined === slot);
    for (const one of newcomers) {
      await signUp(tx, one, rows[0]?.hash ?? null, before(at, random.integer(20_000, 200_000)));
    }
    const returning = ofMarket.filter((one) => one.joined.day < day && random.chance(returnShare(one, slot, size)));
    const viewers = [...newcomers, ...returning];
    if (viewers.length === 0) return;
    const devices = viewers.map(({ device }) => device);
    await putDevices(tx, devices, at);
    await new Sessions(audience).run(viewers, at.getTime());
    const visits = viewers.map(({ caller, lastAt }) => [caller.id, lastAt] as const);
    await markSeen(tx, visits, 0);
  };
  return [
    ...slots.map((slot) => ({ at: slot.at, run: () => runSlot(slot) })),
    { at: end, run: () => purchases.refundUntil(end) },
  ];
}
