import { sql } from 'kysely';
import { unlockMany } from '../features/unlocks/actions.ts';
import type { User } from '../features/users/public.ts';
import type { Tx } from '../kit/db/database.ts';
import { Refused } from '../kit/errors.ts';
import { newId } from '../kit/id.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { type Buyer, purchasesOf } from './purchases.ts';

/** The price of most episodes, until someone sets another. */
const settings = { defaultCoinsPerEpisode: 10 };
const unlocksForHundred = 5;
const mostUnlocks = 18;

/** Published, and not among the free ones at the beginning. */
async function listForSale(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number > s.free_episodes
    order by s.created_at, s.id, e.episode_number limit ${sql.lit(mostUnlocks)}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface Wish {
  readonly at: Date;
  readonly buyer: Buyer;
  readonly episodeId: string;
}

/** What a buyer watches for the coins of each package, from when it was bought until the next, or until last seen. */
function wishesOf(buyer: Buyer, episodes: readonly string[], now: Date): Wish[] {
  const kept = purchasesOf(buyer, now).filter(({ refundedAt }) => refundedAt === undefined);
  const last = before(now, (buyer.seenHoursAgo ?? 0) * hourMs);
  const wishes: Wish[] = [];
  for (const [n, { at, pack }] of kept.entries()) {
    const until = kept[n + 1]?.at ?? (last > at ? last : now);
    const count = Math.min(pack.hundreds * unlocksForHundred, episodes.length - wishes.length);
    const step = (until.getTime() - at.getTime()) / (count + 1);
    for (let k = 1; k <= count; k++) {
      wishes.push({ at: before(at, -k * step), buyer, episodeId: episodes[wishes.length] ?? '' });
    }
  }
  return wishes;
}

const callerOf = ({ id, country, language, name }: Buyer): User => ({
  id,
  countryCode: country,
  language,
  isGuest: name === null,
  token: { id: newId(), expiresAt: new Date(0), version: 1 },
});

/** Everyone’s first wish of a day in one go, as the service unlocks for many at once. */
export async function pastUnlocks(tx: Tx, now: Date, buyers: readonly Buyer[]): Promise<PastEvent[]> {
  const episodes = await listForSale(tx);
  const groups = new Map<string, Wish[]>();
  for (const wish of buyers.flatMap((buyer) => wishesOf(buyer, episodes, now))) {
    const day = Math.floor(wish.at.getTime() / dayMs);
    const isFree = (name: string) => !groups.get(name)?.some(({ buyer }) => buyer.id === wish.buyer.id);
    let round = 0;
    while (!isFree(`${day} ${round}`)) round++;
    groups.set(`${day} ${round}`, [...(groups.get(`${day} ${round}`) ?? []), wish]);
  }
  return [...groups.values()].map((wishes) => {
    const at = new Date(Math.max(...wishes.map((wish) => wish.at.getTime())));
    return { at, run: () => unlockAll(tx, at, wishes) };
  });
}

/** Who is suspended or has no coins left unlocks nothing. */
async function unlockAll(tx: Tx, now: Date, wishes: readonly Wish[]): Promise<void> {
  const requests = wishes.map(({ buyer, episodeId }) => ({
    caller: callerOf(buyer),
    params: { id: episodeId },
    body: {},
  }));
  const outcomes = await unlockMany({ tx, now, wait: true }, settings, requests);
  const odd = outcomes.find((outcome) => outcome instanceof Refused && outcome.spec.code === 'not_found');
  if (odd instanceof Refused) throw new Error(`the demo’s unlock was refused: ${odd.spec.code}`);
}
