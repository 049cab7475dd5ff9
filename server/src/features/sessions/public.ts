export type { Keys } from './actions/sign-in.ts';
export { type Admin, adminDoor, adminEndpoint } from './door.ts';
export { insufficientPermissions, invalidCredentials, invalidToken, tokenRevoked, unauthorized } from './errors.ts';
export { insertFailure, lockThrottle, revokeSessions, throttledSeconds, throttleKey } from './sql.ts';
