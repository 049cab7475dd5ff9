import QuickLRU from 'quick-lru';
import { canonicalJson } from '../../kit/canonical.ts';
import type { Db } from '../../kit/db/database.ts';
import {
  type ActivityRule,
  listTopFigures,
  type PickByRule,
  type PickedRow,
  pickByTop,
  type TopFigures,
} from '../curation/public.ts';
import { type CollectionRule, firstExpiry, keptUntil } from './rules.ts';

/**
 * Feeds that are composed once and shown to all who ask for the same. What they are made of has an edition, which is
 * asked for with every request: what was composed from another edition is not shown any more.
 */

interface Timed<Value> {
  readonly value: Value;
  /** From when on it may be another. */
  readonly until: number;
}

interface Kept<Value> {
  readonly edition: string;
  until: number;
  readonly made: Promise<Timed<Value>>;
}

/** What is asked for, and when. */
export interface FeedLookup {
  readonly db: Db;
  readonly edition: string;
  readonly now: Date;
}

/** Those who ask for the same at once wait for one answer; an answer that failed is not kept. */
function keep<Value>(maxSize: number) {
  const kept = new QuickLRU<string, Kept<Value>>({ maxSize });
  return (key: string, { edition, now }: FeedLookup, make: () => Promise<Timed<Value>>): Promise<Timed<Value>> => {
    const known = kept.get(key);
    if (known && known.edition === edition && now.getTime() < known.until) return known.made;
    const made = make();
    const one: Kept<Value> = { edition, until: keptUntil(now), made };
    kept.set(key, one);
    void made.then(
      ({ until }) => {
        one.until = until;
      },
      () => kept.delete(key),
    );
    return made;
  };
}

export interface ReadyFeeds<Feed> {
  /** What rules choose is the same in every market and language: `pick` asks for it once. */
  find(key: readonly string[], look: FeedLookup, compose: (pick: PickByRule) => Promise<Feed>): Promise<Feed>;
}

/** Many more than are asked for at a time: all the markets that there are would be some hundred megabytes. */
const maxFeeds = 200;
const maxRules = 1_000;
/** Of five hundred series each. */
const maxTops = 100;

export function createReadyFeeds<Feed>(): ReadyFeeds<Feed> {
  const feeds = keep<Feed>(maxFeeds);
  const rules = keep<readonly PickedRow[]>(maxRules);
  const tops = keep<TopFigures>(maxTops);
  // What viewers did takes long to count, and is the same in every edition.
  const topOf = (rule: ActivityRule, { db, now }: FeedLookup) => {
    const key = [rule.sort, rule.market, rule.window_days].join(' ');
    return tops(key, { db, now, edition: '' }, async () => {
      const value = await listTopFigures(db, rule, now);
      return { value, until: keptUntil(now) };
    });
  };
  const pick = (rule: CollectionRule, look: FeedLookup) =>
    rules(canonicalJson(rule), look, async () => {
      let until = keptUntil(look.now);
      const value = await pickByTop(look.db, rule, look.now, async (one) => {
        const top = await topOf(one, look);
        until = Math.min(until, top.until);
        return top.value;
      });
      return { value, until: Math.min(until, firstExpiry(rule, value)) };
    });
  return {
    find: async (key, look, compose) => {
      const feed = await feeds(key.join(' '), look, async () => {
        // A feed lasts no longer than what its rules chose, some of which was chosen for an earlier one.
        let until = keptUntil(look.now);
        const value = await compose(async (rule) => {
          const picked = await pick(rule, look);
          until = Math.min(until, picked.until);
          return picked.value;
        });
        return { value, until };
      });
      return feed.value;
    },
  };
}
