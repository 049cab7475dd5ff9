import { isCommonPassword } from '../../kit/common-passwords.ts';
import { isId } from '../../kit/http/schema.ts';
import type { Claims } from '../../kit/tokens.ts';

/**
 * Who is calling, and what they may do. Every request of an admin is judged by what the database says at that moment
 * about the account, its role and the session, never by what the token once said.
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

/** `*` stands for all of them, today's and tomorrow's. */
export type Permission = (typeof permissions)[number] | '*';

const known: ReadonlySet<string> = new Set(permissions);
export const isPermission = (text: string): boolean => known.has(text);

export function hasPermission(held: readonly string[], permission: string): boolean {
  return held.includes('*') || held.includes(permission);
}

/** Says of one caller which permissions they hold. */
export const permissionCheck =
  ({ permissions }: { readonly permissions: readonly string[] }) =>
  (permission: string): boolean =>
    hasPermission(permissions, permission);

/** Each once, in the order of the list above, so that equal sets are written alike. */
export function inOrder(given: readonly string[]): Permission[] {
  return (['*', ...permissions] as const).filter((permission) => given.includes(permission));
}

/** Who holds one of these needs a second factor where the installation asks for it. */
export const guardedPermissions = ['wallet:adjust', 'payments:refund', 'users:anonymize'] as const;

/** How long a shown second factor counts as fresh. */
export const secondFactorFreshMs = 15 * 60 * 1000;

/** A token that we did not number cannot have been revoked by number. */
const unnumbered = '00000000-0000-0000-0000-000000000000';
export const sessionIdOf = ({ jti }: Claims): string => (isId(jti) ? jti : unnumbered);

/** How many failed sign-ins of one email from one address are looked at, and for how long they count. */
export const throttle = { failures: 10, windowMs: 15 * 60 * 1000 };

/** Calls of one caller each second, on average over a minute. */
export const rateClasses = {
  /** Of one address without a token. A carrier puts tens of thousands of phones behind one, so this is only a ceiling. */
  address: 200,
  /** Of one device or account that such a call names. */
  named: 20,
  admin_read: 50,
  admin_write: 10,
  user: 20,
  money: 5,
  webhook: 200,
  /** What people write: a dozen in a minute is much for one. */
  comment: 0.2,
} as const;

/** Calls that may be in progress at once: of a signed-in caller, or a named device or account, and of one address. */
export const callsAtOnce = { caller: 64, address: 400 };

const longestPassword = 128;

/** Why a password is too weak for its account: its length, the account's own name, or one that is tried first. */
export function weaknessOf(password: string, { email, shortest }: { email: string; shortest: number }) {
  const { length } = [...password];
  if (length < shortest) return 'too_short';
  if (length > longestPassword) return 'too_long';
  const [name = ''] = email.toLowerCase().split('@');
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase() || lower === name) return 'same_as_email';
  return isCommonPassword(password) ? 'common' : undefined;
}
