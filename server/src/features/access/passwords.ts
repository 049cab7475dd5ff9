import { refuse } from '../../kit/errors.ts';
import { weakPassword } from './errors.ts';
import { isWeakPassword } from './rules.ts';

export interface Account {
  readonly email: string;
  /** How many characters a password of such an account has at least. */
  readonly shortest: number;
}

export function mustBeStrong(password: string, account: Account, oldPassword?: string): void {
  if (password === oldPassword || isWeakPassword(password, account)) refuse(weakPassword);
}
