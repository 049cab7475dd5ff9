import type { Db } from '../../kit/db/database.ts';
import { commentsJson, reportsJson, strikesJson } from '../comments/public.ts';
import { eventsJson } from '../events/public.ts';
import { balanceColumns, movementsJson } from '../ledger/public.ts';
import { paymentsJson } from '../payments/public.ts';
import { savesJson, watchesJson } from '../playback/public.ts';
import { redemptionsJson } from '../promos/public.ts';
import { pushDevicesJson } from '../push/public.ts';
import { refundsJson } from '../refunds/public.ts';
import { ownSubscriptionsJson } from '../subscriptions/public.ts';
import { unlocksJson } from '../unlocks/public.ts';
import { accountJson, devicesJson, identitiesJson } from '../users/public.ts';
import { readExport } from './sql.ts';

const exported = {
  account: accountJson,
  identities: identitiesJson,
  devices: devicesJson,
  pushDevices: pushDevicesJson,
  wallet: (userId: string) =>
    `(select json_build_object('balancePaid', paid, 'balanceBonus', bonus) from (select ${balanceColumns(userId)}) b)`,
  coinMovements: movementsJson,
  payments: paymentsJson,
  subscriptions: ownSubscriptionsJson,
  refunds: refundsJson,
  unlocks: unlocksJson,
  redemptions: redemptionsJson,
  watches: watchesJson,
  savedSeries: savesJson,
  comments: commentsJson,
  reports: reportsJson,
  strikes: strikesJson,
  events: eventsJson,
};

/** Everything that the service stores about a user, without what admins wrote about them. */
export const exportUser = (db: Db, userId: string): Promise<string | undefined> => readExport(db, userId, exported);
