import type { FieldError } from '../../kit/http/field-errors.ts';
import { isLanguage, languageTag } from '../../kit/language.ts';

/**
 * A segment is a group of users by a rule: every condition that it names must hold of a user. A rule without conditions is
 * everybody. Nobody is written into a segment: who belongs to it is asked anew each time.
 */

export interface SegmentRule {
  countries?: string[];
  /** By the language alone: `ar` holds of `ar-EG` too. */
  languages?: string[];
  guest?: boolean;
  /** US cents of completed purchases less refunds. */
  minSpendCents?: number;
  maxSpendCents?: number;
  /** From this moment on. */
  registeredAfter?: string;
  /** Up to this moment, and without it. */
  registeredBefore?: string;
  seenWithinDays?: number;
  /** Of any of a user's devices. */
  platforms?: string[];
  /** Whether a subscription runs, paid for or given. */
  subscribed?: boolean;
}

const once = (words: readonly string[]): string[] => [...new Set(words)];

/** A rule as it is kept: codes in the case that users have them in, each once, and moments in UTC. */
export function normalized(rule: SegmentRule): SegmentRule {
  const { countries, languages, platforms, registeredAfter, registeredBefore } = rule;
  return {
    ...rule,
    ...(countries && { countries: once(countries.map((code) => code.toUpperCase())) }),
    ...(languages && { languages: once(languages.map((code) => languageTag(code))) }),
    ...(platforms && { platforms: once(platforms.map((name) => name.toLowerCase())) }),
    ...(registeredAfter !== undefined && { registeredAfter: new Date(registeredAfter).toISOString() }),
    ...(registeredBefore !== undefined && { registeredBefore: new Date(registeredBefore).toISOString() }),
  };
}

/** What is wrong with a rule whose fields are each of the right form. */
export function faultsIn(rule: SegmentRule): FieldError[] {
  const { languages = [], minSpendCents = 0, maxSpendCents, registeredAfter, registeredBefore } = rule;
  const faults = languages.flatMap((code, n) =>
    isLanguage(code) ? [] : [{ path: `rule.languages.${n}`, message: 'must be the code of a language, such as ar' }],
  );
  if (maxSpendCents !== undefined && maxSpendCents < minSpendCents) {
    faults.push({ path: 'rule.maxSpendCents', message: 'must not be less than minSpendCents' });
  }
  if (registeredAfter && registeredBefore && new Date(registeredAfter) >= new Date(registeredBefore)) {
    faults.push({ path: 'rule.registeredBefore', message: 'must be later than registeredAfter' });
  }
  return faults;
}

const isDay = (moment: string | undefined): boolean => moment === undefined || moment.endsWith('T00:00:00.000Z');

/** Whether the small table of counts by country, kind and day of registration knows the answer. */
export function isCountedByDay(rule: SegmentRule): boolean {
  const { countries: _countries, guest: _guest, registeredAfter, registeredBefore, ...others } = rule;
  return Object.keys(others).length === 0 && isDay(registeredAfter) && isDay(registeredBefore);
}
