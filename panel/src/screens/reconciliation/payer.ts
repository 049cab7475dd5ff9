import type { useUserName } from '../../app/user-name.ts';
import type { Row } from './queries.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

/** Whose payment it is, by what they are called; undefined where nobody is known, or one may not see users. */
export function userOf(
  known: Row['purchase'] | Row['event'],
  nameOf: ReturnType<typeof useUserName>,
): Named | undefined {
  if (!known?.userId) return undefined;
  const { userId: id, userName, isGuest } = known;
  return { id, name: nameOf({ id, name: userName, isGuest: isGuest ?? false }) };
}
