import QuickLRU from 'quick-lru';
import { canonicalJson } from '../../kit/canonical.ts';
import type { Db } from '../../kit/db/database.ts';
import { type PickByRule, type PickedRow, pickByRule } from '../curation/public.ts';
import { keptUntil } from './rules.ts';

/**
 * Feeds that are composed once and shown to all who ask for the same. What they are made of has an edition, which is
 * asked for with every request: what was composed from another edition is not shown any more.
 */

interface Kept<Value> {
  readonly edition: string;
  readonly until: number;
  readonly value: Promise<Value>;
}

/** Those who ask for the same at once wait for one answer; an answer that failed is not kept. */
function keep<Value>(maxSize: number) {
  const kept = new QuickLRU<string, Kept<Value>>({ maxSize });
  return (key: string, edition: string, now: Date, make: () => Promise<Value>): Promise<Value> => {
    const known = kept.get(key);
    if (known && known.edition === edition && now.getTime() < known.until) return known.value;
    const value = make();
    kept.set(key, { edition, until: keptUntil(now), value });
    value.catch(() => kept.delete(key));
    return value;
  };
}

export interface ReadyFeeds<Feed> {
  find(key: readonly string[], edition: string, now: Date, compose: () => Promise<Feed>): Promise<Feed>;
  /** What rules choose is the same in every market and language, so it is asked for once. */
  pick(db: Db, edition: string, now: Date): PickByRule;
}

/** More markets and languages than there are. */
const maxFeeds = 2_000;
const maxRules = 1_000;

export function createReadyFeeds<Feed>(): ReadyFeeds<Feed> {
  const feeds = keep<Feed>(maxFeeds);
  const rules = keep<readonly PickedRow[]>(maxRules);
  return {
    find: (key, edition, now, compose) => feeds(key.join(' '), edition, now, compose),
    pick: (db, edition, now) => (rule) =>
      rules(canonicalJson(rule), edition, now, () => pickByRule(db, rule, now, now)),
  };
}
