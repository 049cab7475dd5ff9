import type { useUserName } from '../../app/user-name.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

interface Payer {
  readonly userId: string | null;
  readonly userName: string | null;
  readonly isGuest: boolean | null;
}

/** The user who paid, by name; undefined if unknown, or if the operator may not see users. */
export function userOf(known: Payer | null | undefined, nameOf: ReturnType<typeof useUserName>): Named | undefined {
  if (!known?.userId) return undefined;
  const { userId: id, userName, isGuest } = known;
  return { id, name: nameOf({ id, name: userName, isGuest: isGuest ?? false }) };
}
