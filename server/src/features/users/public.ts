export { createAccessList } from './access-list.ts';
export { type PushEdit, updatePush } from './actions.ts';
export { anonymizeDevices, devicesJson, isKnownDevice, lastDeviceJson } from './devices.sql.ts';
export {
  confirmCallers,
  forLockedCallers,
  identifyUser,
  type User,
  userEndpoint,
  userGuard,
} from './guard.ts';
export { collectLastSeen, type LastSeen } from './last-seen.ts';
export { onLockedUser } from './locked-user.ts';
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
export { Me, PushPrefs, Streak, showMe } from './schema.ts';
export {
  findByEmail,
  findUser,
  findUserJson,
  type LockedUser,
  lockUser,
  lockUsers,
  suspendedUntilSql,
  type UserRow,
  updateUser,
} from './sql.ts';
