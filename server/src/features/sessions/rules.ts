/**
 * An admin signs in with a password, and a second factor where one is set up, and has a session of twelve hours.
 * A session ends early when its admin signs out, is disabled, is given another role or another password.
 */

/** Who holds one of these needs a second factor where the installation asks for it. */
export const guardedPermissions = ['wallet:adjust', 'payments:refund', 'users:anonymize'] as const;

export const sessionSeconds = 12 * 60 * 60;
export const throttle = { failures: 10, windowMs: 15 * 60 * 1000 };
/** How long a shown second factor counts as fresh. */
export const freshMs = 15 * 60 * 1000;
