import { refuse } from '../../kit/errors.ts';
import { createPasswords, normalized } from '../../kit/passwords.ts';
import { weakPassword } from './errors.ts';
import { weaknessOf } from './rules.ts';

/** On a machine that is busy with other things. A connection on which nothing happens is given up after a minute. */
const maxWaitMs = 20_000;

/**
 * Admins and users have separate queues, so that a burst of sign-ins to the app keeps no admin out. Three at once leave one
 * of the four threads that Node has for such work. At about 50 ms each, 800 users wait for 20 seconds at most. Addresses
 * take turns, and one address has half of the places at most, because `callsAtOnce` limits its calls.
 */
export const adminPasswords = createPasswords({ atOnce: 1, maxWaiting: 800, maxWaitMs });
export const userPasswords = createPasswords({ atOnce: 2, maxWaiting: 800, maxWaitMs });

export interface Account {
  readonly email: string;
  /** How many characters a password of such an account has at least. */
  readonly shortest: number;
}

export function mustBeStrong(password: string, account: Account, oldPassword?: string): void {
  const isSame = oldPassword !== undefined && normalized(password) === normalized(oldPassword);
  const reason = isSame ? 'same_as_before' : weaknessOf(normalized(password), account);
  if (reason !== undefined) refuse(weakPassword, { reason });
}
