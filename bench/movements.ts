import pg from 'pg';
import { asItem } from '../server/src/features/ledger/rules.ts';
import { newId } from '../server/src/kit/id.ts';

/** Coins that move while others read: one movement in a call, at a pace, as users spend and are given them. */
export interface Movements {
  move(userId: string): Promise<void>;
  /** Moves coins at this many a second until the work is done; `who` says whose come next. */
  during<T>(perSecond: number, who: () => string, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

const connections = 2;
const tickMs = 20;

export async function openMovements(url: string): Promise<Movements> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url, options: '-c jit=off' });
      await client.connect();
      return client;
    }),
  );
  return {
    move: (userId) => moveCoins(clients[0], userId),
    async during(perSecond, who, work) {
      const began = performance.now();
      const underWay = new Set<Promise<void>>();
      let moved = 0;
      const timer = setInterval(() => {
        const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
        for (; moved < due; moved++) {
          const call = moveCoins(clients[moved % connections], who()).finally(() => underWay.delete(call));
          underWay.add(call);
        }
      }, tickMs);
      try {
        return await work();
      } finally {
        clearInterval(timer);
        await Promise.all(underWay);
      }
    },
    async close() {
      await Promise.all(clients.map((client) => client.end()));
    },
  };
}

async function moveCoins(client: pg.Client | undefined, userId: string): Promise<void> {
  const key = newId();
  const cause = { userId, reason: 'promo_grant', refType: 'bench', refId: 'bench', key };
  const item = asItem({ ...cause, bonus: { amount: 1, counter: 'source_promo' } }, 0, key);
  const values = [JSON.stringify([item])];
  await client?.query({ name: 'post', text: 'select outcome from ledger.post($1::jsonb)', values });
}
