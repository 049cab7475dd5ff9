import type { Db, Tx } from '../../kit/db/database.ts';
import { hasPermission } from '../access/public.ts';
import type { Target, Viewer } from '../approvals/public.ts';
import { listBalances, listCredits } from '../ledger/public.ts';
import { findUser, maskUser } from '../users/public.ts';
import { listProfiles, type ProfileRow } from './sql.ts';

const shownGrants = 3;

/** What one is told of users who are the target of an approval: who they are, what they hold, what they were given. */
export async function describeUsers(
  db: Db,
  ids: readonly string[],
  { permissions }: Viewer,
): Promise<ReadonlyMap<string, Target>> {
  if (!hasPermission(permissions, 'users:read')) return new Map();
  const profiles = await listProfiles(db, ids);
  const wallets = hasPermission(permissions, 'wallet:read') ? await describeWallets(db, ids) : undefined;
  return new Map(profiles.map((row) => [row.id, { ...describe(row), ...wallets?.(row.id) }]));
}

const describe = ({ id, displayName, email, avatarUrl, status, isGuest, countryCode }: ProfileRow): Target => ({
  label: displayName ?? email ?? id,
  pictureUrl: avatarUrl,
  status,
  isGuest,
  countryCode,
});

/** What a decider wrote about a user, as it may be kept. */
export async function maskFor(tx: Tx, userId: string, text: string): Promise<string> {
  const user = await findUser(tx, userId);
  return user ? maskUser(text, user) : text;
}

async function describeWallets(db: Db, ids: readonly string[]) {
  const balances = await listBalances(db, ids);
  const credits = await listCredits(db, ids, 'adjustment', shownGrants);
  return (id: string) => {
    const { paid = 0, bonus = 0 } = balances.get(id) ?? {};
    const lastGrants = credits
      .filter(({ userId }) => userId === id)
      .map(({ amount, reason, at }) => ({ amount, reason, createdAt: at }));
    return { balanceTotal: paid + bonus, balancePaid: paid, balanceBonus: bonus, lastGrants };
  };
}
