import { refuse } from '../../../kit/errors.ts';
import { weakPassword } from '../errors.ts';
import { isWeakPassword } from '../rules.ts';

export function mustBeStrong(password: string, email: string, oldPassword?: string): void {
  if (password === oldPassword || isWeakPassword(password, email)) refuse(weakPassword);
}
