import { sql } from 'kysely';
import { unlockMany } from '../features/unlocks/actions.ts';
import type { Tx } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { type Buyer, callerOf, purchasesOf } from './purchases.ts';

const settings = { defaultCoinsPerEpisode: 10 };
const [unlocksPerHundredCoins, maxUnlocks] = [3, 8];

/** Unlocks paid with each package, an hour apart. Those of suspended users and of users without coins are refused. */
export async function unlockEvents(tx: Tx, now: Date, buyers: readonly Buyer[]): Promise<PastEvent[]> {
  const { rows: episodes } = await sql<{ id: string }>`
    select e.id from episodes e join series s on s.id = e.series_id
    where e.status = 'published' and s.status = 'published' and e.episode_number > s.free_episodes
    order by s.created_at, s.id, e.episode_number limit ${maxUnlocks}`.execute(tx);
  return buyers.flatMap((buyer) => {
    const purchases = purchasesOf(buyer, now).filter(({ refundedAt }) => refundedAt === undefined);
    const times = purchases.flatMap(({ at, pack }) =>
      Array.from({ length: pack.hundreds * unlocksPerHundredCoins }, (_, n) => before(at, -(n + 1) * hourMs)),
    );
    return episodes.flatMap(({ id }, n) => {
      const at = times[n];
      if (!at || at > now) return [];
      const request = { caller: callerOf(buyer), params: { id }, body: {} };
      return [{ at, run: () => unlockMany({ tx, now: at, wait: true }, settings, [request]) }];
    });
  });
}
