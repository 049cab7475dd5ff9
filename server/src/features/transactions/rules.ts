/**
 * What everybody paid, for those who look after the money: a list by what narrows it, with what it comes to, as a file,
 * and each payment with all that belongs to it.
 */

/** Totals are of so many payments at most; narrower filters give exact ones. */
export const mostSummed = 50_000;
export const mostUnlocks = 200;
export const mostEvents = 50;
