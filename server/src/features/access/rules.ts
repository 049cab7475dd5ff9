import { isCommonPassword } from '../../kit/common-passwords.ts';
import { isId } from '../../kit/http/schema.ts';
import type { Claims } from '../../kit/tokens.ts';

/**
 * Authentication and permissions. Every request of an admin is checked against the current state of the account, its
 * role and the session, not against the claims of the token.
 */

export const permissions = [
  'catalog:read',
  'catalog:write',
  'catalog:delete',
  'publishing:read',
  'publishing:write',
  'curation:read',
  'curation:write',
  'users:read',
  'users:ban',
  'users:anonymize',
  'wallet:read',
  'wallet:adjust',
  'payments:read',
  'payments:refund',
  'payments:refund_request',
  'pricing:read',
  'pricing:write',
  'analytics:read',
  'moderation:read',
  'moderation:write',
  'push:read',
  'push:write',
  'system:read',
  'system:write',
  'audit:read',
] as const;

/** Includes permissions added later. */
export type Permission = (typeof permissions)[number] | '*';

const known: ReadonlySet<string> = new Set(permissions);
export const isPermission = (text: string): boolean => known.has(text);

export function hasPermission(permissions: readonly string[], permission: string): boolean {
  return permissions.includes('*') || permissions.includes(permission);
}

export const permissionCheck =
  ({ permissions }: { readonly permissions: readonly string[] }) =>
  (permission: string): boolean =>
    hasPermission(permissions, permission);

/** Distinct, in the order of the list above, so that equal sets are stored alike. */
export function inOrder(given: readonly string[]): Permission[] {
  return (['*', ...permissions] as const).filter((permission) => given.includes(permission));
}

/** Holders of these need a second factor if the installation requires it. */
export const guardedPermissions = ['wallet:adjust', 'payments:refund', 'users:anonymize'] as const;

/** How long a second factor counts as recent. */
export const secondFactorFreshMs = 15 * 60 * 1000;

/** Tokens without an id cannot be revoked individually. */
const unnumbered = '00000000-0000-0000-0000-000000000000';
export const sessionIdOf = ({ jti }: Claims): string => (isId(jti) ? jti : unnumbered);

/** Failed sign-ins per email and address within the window. */
export const throttle = { failures: 10, windowMs: 15 * 60 * 1000 };

/** Calls per second and caller, averaged over a minute. */
export const rateClasses = {
  /**
   * Per address without a token. Carrier NAT has tens of thousands of phones behind one address, so this is only a
   * ceiling.
   */
  address: 200,
  /** Per device or account named in such a call. */
  named: 20,
  admin_read: 50,
  admin_write: 10,
  user: 20,
  money: 5,
  webhook: 200,
  /** Texts written by users. */
  comment: 0.2,
  /** Exports of one’s own data, which read everything about a user. */
  export: 0.1,
} as const;

/** Concurrent calls: per signed-in caller, named device or account, and per address. */
export const callsAtOnce = { caller: 64, address: 400 };

const longestPassword = 128;

export function weaknessOf(password: string, { email, shortest }: { email: string; shortest: number }) {
  const { length } = [...password];
  if (length < shortest) return 'too_short';
  if (length > longestPassword) return 'too_long';
  const [name = ''] = email.toLowerCase().split('@');
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase() || lower === name) return 'same_as_email';
  return isCommonPassword(password) ? 'common' : undefined;
}
