import { pickByRule } from '../../server/src/features/curation/pick.sql.ts';
import { ruleSorts } from '../../server/src/features/curation/rules.ts';
import { type CollectionRule, withRuleDefaults } from '../../server/src/features/curation/schema.ts';
import { clock, type Db, openDatabase } from '../../server/src/kit/db/database.ts';
import { say } from '../database.ts';
import type { BenchService } from '../environment.ts';
import { median, type Result } from '../rounds.ts';

const times = 9;
/** For all markets and for one, of any genre and trope and of one, also of a seldom one, over windows from a day to a year. */
const variants = [
  ...[
    {},
    { market: 'ID' },
    { genre: 'romance' },
    { trope: 'twins' },
    { trope: 'amnesia' },
    { market: 'ID', window_days: 365 },
  ],
  ...[1, 8, 59, 180, 365].map((days) => ({ window_days: days })),
];

async function timeOf(db: Db, rule: CollectionRule, now: Date): Promise<number> {
  const durations: number[] = [];
  for (let time = 0; time < times; time++) {
    const began = performance.now();
    const picked = await pickByRule(db, rule, now, now);
    durations.push(performance.now() - began);
    if (picked.length === 0) throw new Error(`nothing is chosen by ${JSON.stringify(rule)}`);
  }
  return median(durations);
}

/** How long the slowest of the six sorts takes, in the slowest of its forms, on a catalog that much is watched of. */
export async function ruleCollections(service: BenchService): Promise<Result> {
  const copy = await service.startCopy();
  const database = openDatabase({ url: copy.appUrl, connections: 1 });
  const slowest: number[] = [];
  try {
    const now = await clock(database.db);
    for (const { sort, ...variant } of ruleSorts.flatMap((sort) => variants.map((variant) => ({ sort, ...variant })))) {
      const took = await timeOf(database.db, withRuleDefaults({ sort, ...variant }), now);
      slowest.push(took);
      say(`  ${sort.padEnd(14)} ${JSON.stringify(variant).padEnd(22)} ${took.toFixed(1)} ms`);
    }
  } finally {
    await database.close();
    await copy.stop();
  }
  const worst = Math.max(...slowest);
  return { ratio: worst, p99Ms: worst, timeName: 'slowest', rounds: times };
}
