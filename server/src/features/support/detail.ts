import type { Static } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import { JsonText } from '../../kit/http/response.ts';
import { fieldsOf, withFields } from '../../kit/json-page.ts';
import { balanceColumns } from '../ledger/public.ts';
import { lastPaymentColumns } from '../payments/public.ts';
import { subscriptionsJson } from '../subscriptions/public.ts';
import { devicesJson, findUserJson, type StatusFields } from '../users/public.ts';
import { allowedFor, type UserDetail, type Viewer } from './schema.ts';
import { spendSql } from './sql.ts';

/** SQL expressions of other features: counts of unlocks and push devices, and strikes as JSON. */
export interface DetailPorts {
  readonly unlocksCount: (userId: string) => string;
  readonly pushDevices: (userId: string) => string;
  readonly strikes: (userId: string) => string;
}

/** In one statement. */
export async function showUser(
  db: Db,
  userId: string,
  ports: DetailPorts,
  viewer: { now: Date; permissions: readonly string[] },
): Promise<JsonText<Static<typeof UserDetail>> | undefined> {
  const columns = `${spendSql('u.id')} as "totalSpendCents", b.paid + b.bonus as "balanceTotal", b.paid as "balancePaid",
    b.bonus as "balanceBonus", ${devicesJson('u.id')} as devices, ${subscriptionsJson('u.id', lastPaymentColumns)} as subscriptions,
    ${ports.unlocksCount('u.id')} as "unlocksCount", ${ports.pushDevices('u.id')} as "pushDevices", ${ports.strikes('u.id')} as strikes`;
  const joins = `cross join lateral (select ${balanceColumns('u.id')}) b`;
  const user = await findUserJson(db, userId, { columns, joins });
  if (!user) return undefined;
  return new JsonText(withAllowed(user, viewer.now, viewer), user.revision);
}

interface UserJson extends StatusFields {
  readonly isGuest: boolean;
  readonly json: string;
}

/** With the actions available to the viewer. */
export const withAllowed = (user: UserJson, now: Date, viewer: Viewer): string =>
  withFields(user.json, fieldsOf({ allowed: allowedFor(user, now, viewer) }));
