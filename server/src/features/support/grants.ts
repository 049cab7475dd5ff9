import type { Db } from '../../kit/db/database.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import { findUser } from '../users/public.ts';
import type { GrantLimits } from './actions/adjust.ts';
import { adjust, capRemaining, dayAround, uncappedRoles } from './rules.ts';
import { listProfiles } from './sql.ts';

/** Only the newest adjustments are counted. */
const mostActs = 200;
const mostUsers = 20;

const balanceIn = (fields: Readonly<Record<string, unknown>> | null): number =>
  typeof fields?.balanceTotal === 'number' ? fields.balanceTotal : 0;

/** Coins granted without approval by user, most recent first. */
async function listGrantedTo(db: Db, adminId: string, since: Date): Promise<Map<string, number>> {
  const acts = await audit.listActsBy(db, { adminId, actions: ['wallet.adjust'], since }, mostActs);
  const granted = new Map<string, number>();
  for (const { target_id: id, before, after, flags } of acts) {
    const coins = balanceIn(after) - balanceIn(before);
    if (id === null || coins <= 0 || 'approval_id' in flags) continue;
    if (granted.has(id) || granted.size < mostUsers) granted.set(id, (granted.get(id) ?? 0) + coins);
  }
  return granted;
}

const knownIds = async (db: Db, userId: string): Promise<string[]> => ((await findUser(db, userId)) ? [userId] : []);

/** Grants of an admin today, and the use of the daily cap of their users or of one user. */
export async function grantsToday(
  db: Db,
  caller: Admin,
  { now, userId }: { now: Date; userId: string | undefined },
  { granterDailyLimit }: GrantLimits,
) {
  const day = dayAround(now);
  const granted = await listGrantedTo(db, caller.id, day.from);
  const ids = userId === undefined ? [...granted.keys()] : await knownIds(db, userId);
  const used = await ledger.listCreditSums(db, ids, { refType: 'adjustment', ...day });
  const names = new Map(
    (hasPermission(caller.permissions, 'users:read') ? await listProfiles(db, ids) : []).map((user) => [user.id, user]),
  );
  return {
    grantedCoins: await ledger.findGranted(db, caller.id),
    dailyLimitCoins: granterDailyLimit ?? null,
    approvalAboveCoins: adjust.approvalAbove,
    userCapCoins: uncappedRoles.includes(caller.role) ? null : adjust.dailyCap,
    users: ids.map((id) => {
      const [user, leftCoins] = [names.get(id), capRemaining(used.get(id) ?? 0)];
      return {
        id,
        label: user?.displayName ?? user?.email ?? null,
        countryCode: user?.countryCode ?? null,
        grantedCoins: granted.get(id) ?? 0,
        usedCoins: adjust.dailyCap - leftCoins,
        leftCoins,
      };
    }),
  };
}
