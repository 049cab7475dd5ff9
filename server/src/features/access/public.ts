export {
  adminDisabled,
  emailTaken,
  insufficientPermissions,
  invalidCredentials,
  invalidToken,
  tokenRevoked,
  unauthorized,
  weakPassword,
} from './errors.ts';
export { type Admin, adminEndpoint, adminGuard, cookieName } from './guard.ts';
export { adminPasswords, mustBeStrong, userPasswords } from './passwords.ts';
export {
  callsAtOnce,
  hasPermission,
  inOrder,
  isPermission,
  type Permission,
  permissionCheck,
  permissions,
  rateClasses,
  throttle,
} from './rules.ts';
export { Permission as PermissionSchema } from './schema.ts';
export { insertSession, listSessions, markSecondFactor, revokeSession, revokeSessions, throttleKey } from './sql.ts';
export { mustNotBeThrottled, throttledCheck, throttledCheckIn } from './throttle.ts';
