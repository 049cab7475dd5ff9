import { maskContacts, maskPersonal } from '../../kit/mask.ts';
import { dayMs } from '../../kit/time.ts';
import type { Workflow } from '../../kit/workflow.ts';

/**
 * A user is a guest until they register. Support may suspend, ban and reactivate users; a suspension with an end ends
 * by itself. Anonymization removes personal data permanently and keeps the ledger.
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

/** An elapsed suspension counts as active before that is stored. */
export function statusAt({ status, suspendedUntil }: StatusFields, now: Date): Status {
  const elapsed = status === 'suspended' && suspendedUntil !== null && suspendedUntil <= now;
  return elapsed ? 'active' : status;
}

/** For texts that are stored permanently: without contacts and without the name of the user. */
export const maskUser = (text: string, user: Identity): string =>
  maskPersonal(maskContacts(text), { email: user.email, phone: user.phoneE164, name: user.displayName });

/**
 * For texts that are erased with the user. The name stays, because users choose it and could otherwise redact texts
 * about themselves.
 */
export const maskUserContacts = (text: string, user: Identity): string =>
  maskPersonal(maskContacts(text), { email: user.email, phone: user.phoneE164, name: null });

export interface Identity {
  readonly email: string | null;
  readonly phoneE164: string | null;
  readonly displayName: string | null;
}

export const tokenSeconds = (30 * dayMs) / 1000;
/** Minimum interval between stored visits. */
export const seenEveryMs = 60_000;

export interface Streak {
  readonly current: number;
  readonly longest: number;
  readonly lastClaimDate: string | null;
}

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** One claim per UTC day counts; after a missed day the count restarts. */
export function claimed(streak: Streak, now: Date): Streak & { readonly claimed: boolean } {
  const today = dayOf(now);
  if (streak.lastClaimDate !== null && streak.lastClaimDate >= today) return { ...streak, claimed: false };
  const continues = streak.lastClaimDate === dayOf(new Date(now.getTime() - dayMs));
  const current = continues ? streak.current + 1 : 1;
  return { current, longest: Math.max(streak.longest, current), lastClaimDate: today, claimed: true };
}

/** Minimum length of a user password. */
export const shortestPassword = 8;
