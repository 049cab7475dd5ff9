import type { Bus } from '../../kit/bus.ts';
import { createCache } from '../../kit/cache.ts';
import type { Db } from '../../kit/db/database.ts';
import { canonicalJson } from '../../kit/json.ts';
import { type PickedRow, pickByRule } from '../curation/public.ts';
import { type CollectionRule, firstExpiry, keptUntil } from './rules.ts';

interface Picked {
  readonly rows: readonly PickedRow[];
  readonly until: number;
}

const maxBytes = 16 * 1024 * 1024;
/** For an id and a number. */
const rowBytes = 120;

/** Caches the series that rules select, which are slow to count and the same in every market and language. */
export function createRuleCache(bus: Bus | undefined) {
  const cache = createCache<Picked>(bus, maxBytes);
  return async (db: Db, rule: CollectionRule, at: Date): Promise<Picked> =>
    cache.find(canonicalJson(rule), ['catalog'], async (now = at) => {
      const rows = await pickByRule(db, rule, now, now);
      const until = Math.min(keptUntil(now), firstExpiry(rule, rows));
      return { value: { rows, until }, bytes: rows.length * rowBytes, until: new Date(until) };
    });
}
