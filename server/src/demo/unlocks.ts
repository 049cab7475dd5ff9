import { sql } from 'kysely';
import { unlockMany } from '../features/unlocks/actions.ts';
import type { Tx } from '../kit/db/database.ts';
import { Refused } from '../kit/errors.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, signedIn } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { type Buyer, purchasesOf } from './purchases.ts';

const settings = { defaultCoinsPerEpisode: 10 };
const unlocksPerHundredCoins = 5;
const maxUnlocks = 18;

/** Published episodes that are not free. */
async function listPaidEpisodes(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number > s.free_episodes
    order by s.created_at, s.id, e.episode_number limit ${sql.lit(maxUnlocks)}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface PlannedUnlock {
  readonly at: Date;
  readonly buyer: Buyer;
  readonly episodeId: string;
}

/** The unlocks paid with each package, spread over the time until the next purchase or the last visit. */
function unlocksOf(buyer: Buyer, episodes: readonly string[], now: Date): PlannedUnlock[] {
  const purchases = purchasesOf(buyer, now).filter(({ refundedAt }) => refundedAt === undefined);
  const last = before(now, (buyer.seenHoursAgo ?? 0) * hourMs);
  const unlocks: PlannedUnlock[] = [];
  for (const [n, { at, pack }] of purchases.entries()) {
    const until = purchases[n + 1]?.at ?? (last > at ? last : now);
    const count = Math.min(pack.hundreds * unlocksPerHundredCoins, episodes.length - unlocks.length);
    const step = (until.getTime() - at.getTime()) / (count + 1);
    for (let k = 1; k <= count; k++) {
      unlocks.push({ at: before(at, -k * step), buyer, episodeId: episodes[unlocks.length] ?? '' });
    }
  }
  return unlocks;
}

/** Groups unlocks by day, at most one of each user in a group, since a batch has at most one request of each user. */
export async function unlockEvents(tx: Tx, now: Date, buyers: readonly Buyer[]): Promise<PastEvent[]> {
  const episodes = await listPaidEpisodes(tx);
  const groups = new Map<string, PlannedUnlock[]>();
  for (const buyer of buyers) {
    const rounds = new Map<number, number>();
    for (const unlock of unlocksOf(buyer, episodes, now)) {
      const day = Math.floor(unlock.at.getTime() / dayMs);
      const round = rounds.get(day) ?? 0;
      rounds.set(day, round + 1);
      groups.set(`${day} ${round}`, [...(groups.get(`${day} ${round}`) ?? []), unlock]);
    }
  }
  return [...groups.values()].map((unlocks) => {
    const at = new Date(Math.max(...unlocks.map((unlock) => unlock.at.getTime())));
    return { at, run: () => unlockAll(tx, at, unlocks) };
  });
}

/** Unlocks of suspended users and of users without coins are refused. */
async function unlockAll(tx: Tx, now: Date, unlocks: readonly PlannedUnlock[]): Promise<void> {
  const requests = unlocks.map(({ buyer: { id, country: countryCode, language, name }, episodeId }) => ({
    caller: signedIn({ id, countryCode, language, isGuest: name === null }),
    params: { id: episodeId },
    body: {},
  }));
  const outcomes = await unlockMany({ tx, now, wait: true }, settings, requests);
  if (outcomes.some((outcome) => outcome instanceof Refused && outcome.spec.code === 'not_found')) {
    throw new Error('an episode of the demo was not found');
  }
}
