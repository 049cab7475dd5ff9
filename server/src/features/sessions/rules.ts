/**
 * An admin signs in with a password, and a second factor where one is set up, and has a session of twelve hours.
 * A session ends early when its admin signs out, is disabled, is given another role or another password.
 */

export const sessionSeconds = 12 * 60 * 60;
