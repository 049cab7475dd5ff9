import { refuse } from '../../kit/errors.ts';
import { userBanned, userDeleted, userSuspended } from './errors.ts';
import { type Status, type StatusFields, statusAt } from './rules.ts';

/** Every way in which a user is told to stay out. */
export const statusRefusals = [userSuspended, userBanned, userDeleted];

/** Answers the status at this moment; who is suspended, banned or deleted may not come in. */
export function mustBeActive(user: StatusFields, now: Date): Status {
  const status = statusAt(user, now);
  if (status === 'suspended') refuse(userSuspended, { suspendedUntil: user.suspendedUntil });
  if (status === 'banned') refuse(userBanned);
  if (status === 'deleted') refuse(userDeleted);
  return status;
}
