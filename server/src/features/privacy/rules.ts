import { dayMs } from '../../kit/time.ts';

/**
 * Personal data of users. Users may export their data and delete their account: they are signed out at once, and their
 * personal data is erased after a delay in which signing in cancels the deletion. Admins may anonymize a user with the
 * approval of a second admin. Either way the ledger, purchases and notes are kept.
 */

export const deletionDelayMs = 14 * dayMs;
