export type { Keys } from './actions/sign-in.ts';
export { type Admin, adminDoor, adminEndpoint } from './door.ts';
export { insufficientPermissions } from './errors.ts';
export { revokeSessions } from './sql.ts';
