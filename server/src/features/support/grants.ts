import type { Db } from '../../kit/db/database.ts';
import { type Admin, hasPermission } from '../access/public.ts';
import * as audit from '../audit/public.ts';
import * as ledger from '../ledger/public.ts';
import type { GrantLimits } from './actions/adjust.ts';
import { adjust, capRemaining, dayAround, uncappedRoles } from './rules.ts';
import { listProfiles } from './sql.ts';

/** So many of the day's adjustments are looked at, the newest. */
const mostActs = 200;
const mostUsers = 20;

const balanceIn = (fields: Readonly<Record<string, unknown>> | null): number =>
  typeof fields?.balanceTotal === 'number' ? fields.balanceTotal : 0;

/** The users to whom an admin gave coins since a moment, the last one first. */
async function listGrantedTo(db: Db, adminId: string, since: Date): Promise<string[]> {
  const acts = await audit.listActsBy(db, { adminId, actions: ['wallet.adjust'], since }, mostActs);
  const grants = acts.filter(({ before, after }) => balanceIn(after) > balanceIn(before));
  return [...new Set(grants.flatMap(({ target_id: id }) => id ?? []))].slice(0, mostUsers);
}

/** What an admin has granted today, and how much of each user's daily cap is used. */
export async function grantsToday(db: Db, caller: Admin, now: Date, { granterDailyLimit }: GrantLimits) {
  const day = dayAround(now);
  const ids = await listGrantedTo(db, caller.id, day.from);
  const used = await ledger.listCreditSums(db, ids, { refType: 'adjustment', ...day });
  const names = new Map(
    (hasPermission(caller.permissions, 'users:read') ? await listProfiles(db, ids) : []).map((user) => [user.id, user]),
  );
  return {
    grantedCoins: await ledger.findGranted(db, caller.id),
    dailyLimitCoins: granterDailyLimit ?? null,
    userCapCoins: uncappedRoles.includes(caller.role) ? null : adjust.dailyCap,
    users: ids.map((id) => {
      const [user, usedCoins] = [names.get(id), used.get(id) ?? 0];
      return {
        id,
        label: user?.displayName ?? user?.email ?? null,
        countryCode: user?.countryCode ?? null,
        usedCoins,
        leftCoins: capRemaining(usedCoins),
      };
    }),
  };
}
