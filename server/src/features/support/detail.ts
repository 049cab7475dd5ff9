import type { Db } from '../../kit/db/database.ts';
import { findBalances } from '../ledger/public.ts';
import { listSubscriptions } from '../store/public.ts';
import { listDevices, type UserRow } from '../users/public.ts';
import { allowedFor } from './schema.ts';
import { findSpend } from './sql.ts';

/** What later features know of a user: how often they unlocked, which strikes they have. */
export interface DetailPorts {
  countUnlocks(db: Db, userId: string): Promise<number>;
  listStrikes(db: Db, userId: string): Promise<Strike[]>;
}

export interface Strike {
  id: string;
  type: 'comment' | 'report';
  refId: string;
  reason: string;
  createdAt: Date;
}

/** Everything that support sees of a user on one page. */
export async function showUser(
  db: Db,
  user: UserRow,
  ports: DetailPorts,
  viewer: { now: Date; permissions: readonly string[] },
) {
  const [balances, totalSpendCents, devices, subscriptions, unlocksCount, strikes] = await Promise.all([
    findBalances(db, user.id),
    findSpend(db, user.id),
    listDevices(db, user.id),
    listSubscriptions(db, user.id),
    ports.countUnlocks(db, user.id),
    ports.listStrikes(db, user.id),
  ]);
  const { paid: balancePaid, bonus: balanceBonus } = balances;
  const wallet = { balanceTotal: balancePaid + balanceBonus, balancePaid, balanceBonus, totalSpendCents };
  const allowed = allowedFor(user, viewer.now, viewer);
  return { ...user, ...wallet, devices, subscriptions, unlocksCount, strikes, allowed };
}
