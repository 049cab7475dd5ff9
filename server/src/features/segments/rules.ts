import type { FieldError } from '../../kit/http/field-errors.ts';
import { isLanguage, languageTag } from '../../kit/language.ts';

/**
 * A segment is a group of users that meet all conditions of a rule; without conditions, all users. Membership is not
 * stored, but evaluated on use.
 */

export interface SegmentRule {
  countries?: string[];
  /** Without regions: `ar` includes `ar-EG`. */
  languages?: string[];
  guest?: boolean;
  /** US cents of completed purchases less refunds. */
  minSpendCents?: number;
  maxSpendCents?: number;
  /** Inclusive. */
  registeredAfter?: string;
  /** Exclusive. */
  registeredBefore?: string;
  seenWithinDays?: number;
  /** Of any device of the user. */
  platforms?: string[];
  /** Whether the user has a current subscription, paid or comp. */
  subscribed?: boolean;
}

const distinct = (words: readonly string[]): string[] => [...new Set(words)];

/** A rule as stored: distinct codes in canonical case, and times in UTC. */
export function normalized(rule: SegmentRule): SegmentRule {
  const { countries, languages, platforms, registeredAfter, registeredBefore } = rule;
  return {
    ...rule,
    ...(countries && { countries: distinct(countries.map((code) => code.toUpperCase())) }),
    ...(languages && { languages: distinct(languages.map((code) => languageTag(code))) }),
    ...(platforms && { platforms: distinct(platforms.map((name) => name.toLowerCase())) }),
    ...(registeredAfter !== undefined && { registeredAfter: new Date(registeredAfter).toISOString() }),
    ...(registeredBefore !== undefined && { registeredBefore: new Date(registeredBefore).toISOString() }),
  };
}

/** Errors of a rule that matches its schema. */
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

/** Whether `user_counts`, by country, kind and day of registration, is sufficient to count the members. */
export function isCountedByDay(rule: SegmentRule): boolean {
  const { countries: _countries, guest: _guest, registeredAfter, registeredBefore, ...others } = rule;
  return Object.keys(others).length === 0 && isDay(registeredAfter) && isDay(registeredBefore);
}
