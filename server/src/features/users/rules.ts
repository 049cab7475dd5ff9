import { maskContacts, maskPersonal } from '../../kit/mask.ts';
import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * A user is a guest until they register. Support may suspend, ban and reactivate them; a suspension with an end lifts
 * itself. Anonymizing takes everything personal away for good and keeps the books.
 */

export const statuses = ['active', 'suspended', 'banned', 'deleted'] as const;
export type Status = (typeof statuses)[number];

export const userMoves = {
  suspend: { from: ['active'], to: 'suspended', requires: 'users:ban' },
  ban: { from: ['active', 'suspended'], to: 'banned', requires: 'users:ban' },
  reactivate: { from: ['suspended', 'banned'], to: 'active', requires: 'users:ban' },
  anonymize: { from: ['active', 'suspended', 'banned'], to: 'deleted', requires: 'users:anonymize' },
} as const satisfies Workflow<Status>;

export interface StatusFields {
  readonly status: Status;
  readonly suspendedUntil: Date | null;
}

/** A suspension that has run out counts as active, whether or not that has been stored yet. */
export function statusAt({ status, suspendedUntil }: StatusFields, now: Date): Status {
  const elapsed = status === 'suspended' && suspendedUntil !== null && suspendedUntil <= now;
  return elapsed ? 'active' : status;
}

/**
 * What an admin wrote about a user, as it is kept where it cannot be erased later: without any contacts, and without the
 * name of the user.
 */
export const maskUser = (text: string, user: Identity): string =>
  maskPersonal(maskContacts(text), { email: user.email, phone: user.phoneE164, name: user.displayName });

/** The same where it is erased with the user. The name stays: users choose it, and must not redact what is said of them. */
export const maskUserContacts = (text: string, user: Identity): string =>
  maskPersonal(maskContacts(text), { email: user.email, phone: user.phoneE164, name: null });

export interface Identity {
  readonly email: string | null;
  readonly phoneE164: string | null;
  readonly displayName: string | null;
}

export const tokenSeconds = (30 * dayMs) / 1000;
/** How often it is written down that a user was seen. */
export const seenEveryMs = 60_000;

export interface Streak {
  readonly current: number;
  readonly longest: number;
  readonly lastClaimDate: string | null;
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** One claim counts for each UTC day; a day left out begins the count anew. */
export function claimed(streak: Streak, now: Date): Streak & { readonly claimed: boolean } {
  const today = dayOf(now);
  if (streak.lastClaimDate !== null && streak.lastClaimDate >= today) return { ...streak, claimed: false };
  const goesOn = streak.lastClaimDate === dayOf(new Date(now.getTime() - dayMs));
  const current = goesOn ? streak.current + 1 : 1;
  return { current, longest: Math.max(streak.longest, current), lastClaimDate: today, claimed: true };
}

/** Eight characters are enough for an app's account; a common password never is. */
export const shortestPassword = 8;
