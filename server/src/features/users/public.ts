export { blankDevices, type DeviceRow, listDevices } from './devices.sql.ts';
export { type Identify, identifyUser, type User, userEndpoint, userGuard } from './guard.ts';
export { collectLastSeen, type LastSeen } from './last-seen.ts';
export { type Status, statusAt, statuses, userMoves } from './rules.ts';
export { PushPrefs, Streak } from './schema.ts';
export { findUser, lockUser, type UserRow, updateUser } from './sql.ts';
