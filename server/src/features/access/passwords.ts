import { refuse } from '../../kit/errors.ts';
import { createPasswords, normalized } from '../../kit/passwords.ts';
import { weakPassword } from './errors.ts';
import { weaknessOf } from './rules.ts';

/** Under load. A connection without traffic is closed after a minute. */
const maxWaitMs = 20_000;

/**
 * Admins and users have separate queues, so that many sign-ins to the app do not delay admins. Three at once leave one
 * of the four threads of libuv. At about 50 ms each, 800 users wait for at most 20 seconds. Addresses take turns, and
 * one address has at most half of the places, because `callsAtOnce` limits its calls.
 */
export const adminPasswords = createPasswords({ atOnce: 1, maxWaiting: 800, maxWaitMs });
export const userPasswords = createPasswords({ atOnce: 2, maxWaiting: 800, maxWaitMs });

export interface Account {
  readonly email: string;
  /** Minimum length of the password. */
  readonly shortest: number;
}

export function mustBeStrong(password: string, account: Account, oldPassword?: string): void {
  const isSame = oldPassword !== undefined && normalized(password) === normalized(oldPassword);
  const reason = isSame ? 'same_as_before' : weaknessOf(normalized(password), account);
  if (reason !== undefined) refuse(weakPassword, { reason });
}
