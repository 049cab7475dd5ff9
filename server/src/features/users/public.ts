import type { Db } from '../../kit/db/database.ts';
import { Id } from '../../kit/http/schema.ts';
import { findUser } from './sql.ts';

export { createAccessList } from './access-list.ts';
export { lockSelf, updatePush } from './actions.ts';
export {
  confirmCallers,
  forLockedCallers,
  identifyUser,
  type User,
  userEndpoint,
  userGuard,
} from './guard.ts';
export { collectLastSeen, type LastSeen } from './last-seen.ts';
export {
  type Identity,
  maskUser,
  maskUserContacts,
  type Status,
  type StatusFields,
  statusAt,
  statuses,
  userMoves,
} from './rules.ts';
export { Me, PushPrefs, Streak, showMe, type UserRow } from './schema.ts';
export {
  accountJson,
  anonymizeDevices,
  deleteIdentities,
  devicesJson,
  findByEmail,
  findUser,
  findUserJson,
  identitiesJson,
  isKnownDevice,
  type LockedUser,
  lastDeviceJson,
  listDueDeletions,
  lockUser,
  lockUsers,
  scheduleDeletion,
  suspendedUntilSql,
  takeDeletion,
  updateUser,
} from './sql.ts';

interface Params {
  readonly id: string;
}

/** Common properties of changes that lock the user in their path. */
export const onLockedUser = {
  params: { id: Id },
  target: (db: Db, { id }: Params) => findUser(db, id),
  queueBy: ({ id }: Params) => id,
};
