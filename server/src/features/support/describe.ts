import type { Db, Tx } from '../../kit/db/database.ts';
import { notFound, refuse } from '../../kit/errors.ts';
import { hasPermission } from '../access/public.ts';
import type { PersonalNote, Target, Viewer } from '../approvals/public.ts';
import { listBalances, listCredits } from '../ledger/public.ts';
import { findUser, maskUser, maskUserContacts, type UserRow } from '../users/public.ts';
import { listProfiles, type ProfileRow } from './sql.ts';

const shownGrants = 3;

/** Identity, balance and last grants of users who are targets of approvals. */
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

export async function maskFor(tx: Tx, userId: string, text: string): Promise<PersonalNote> {
  return personalNote(text, (await findUser(tx, userId)) ?? refuse(notFound));
}

const personalNote = (text: string, user: UserRow): PersonalNote => ({
  kept: maskUser(text, user),
  written: maskUserContacts(text, user),
  userId: user.id,
});

/** The text for the audit log, if it differs from the stored one. */
export function writtenAbout(
  user: UserRow,
  given: readonly (string | undefined)[],
  kept: readonly (string | undefined)[],
) {
  const text = given
    .flatMap((one) => one ?? [])
    .map((one) => maskUserContacts(one, user))
    .join(' · ');
  return text === kept.flatMap((one) => one ?? []).join(' · ') ? undefined : { text, userId: user.id };
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
