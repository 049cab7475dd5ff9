import { commentPreview } from './cases/comment-preview.ts';
import { dashboards } from './cases/dashboards.ts';
import { economy } from './cases/economy.ts';
import { exportCsv, exportMemory } from './cases/export.ts';
import { feed, feedEdited } from './cases/feed.ts';
import { firstLoad } from './cases/first-load.ts';
import { intake, intakeRandomIds } from './cases/intake.ts';
import {
  ledgerBatch,
  ledgerOne,
  pgledgerBatch,
  pgledgerBatchSink,
  pgledgerOne,
  pgledgerOneSink,
} from './cases/ledger.ts';
import { me } from './cases/me.ts';
import { pushQueue, pushQueueBeside } from './cases/push-queue.ts';
import { reconcile, reconcileMemory } from './cases/reconcile.ts';
import { redeem } from './cases/redeem.ts';
import { activeUsers, rollupBackfill, rollupDay } from './cases/rollup.ts';
import { ruleCollections } from './cases/rule-collections.ts';
import { seriesList, seriesListEdited } from './cases/series-list.ts';
import { unlock, unlockAmongReads } from './cases/unlock.ts';
import { upload, uploadMemory } from './cases/upload.ts';
import { userList } from './cases/user-list.ts';
import { userPage } from './cases/user-page.ts';
import { userSearch, userSearchBroad } from './cases/user-search.ts';
import { usersListPaint } from './cases/users-list-paint.ts';
import { deepWallet, wallet, walletCrowd } from './cases/wallet.ts';
import { webhookCredit } from './cases/webhook-credit.ts';
import { writeBesideBare, writeBesidePgbench, writes } from './cases/writes.ts';
import { type BenchCluster, type BenchService, openBenchCluster, openBenchService } from './environment.ts';
import { type BenchName, goals } from './goals.ts';
import type { Result, Skipped } from './rounds.ts';

/**
 * `npm run bench [-- name] [--json] [--full]`: each ratio beside its goal, measured in this very run. Ends with status 1
 * where one is missed.
 */

/** Those with a database of their own: for them alone nothing else is seeded. */
const analyticsCases = {
  'analytics-dashboards': dashboards,
  'active-users': activeUsers,
  'rollup-day': rollupDay,
  'rollup-backfill': rollupBackfill,
  'event-intake': intake,
  'event-intake-random-ids': intakeRandomIds,
} satisfies Partial<Record<BenchName, (cluster: BenchCluster) => Promise<Result | Skipped>>>;
type SeededName = Exclude<BenchName, keyof typeof analyticsCases>;

const seededCases: Record<SeededName, (service: BenchService) => Promise<Result | Skipped>> = {
  me,
  'wallet-crowd': walletCrowd,
  wallet,
  'comment-preview': commentPreview,
  'deep-wallet': deepWallet,
  'user-list': userList,
  'user-page': userPage,
  'user-search': userSearch,
  'user-search-broad': userSearchBroad,
  economy,
  'ledger-one': ledgerOne,
  'ledger-batch': ledgerBatch,
  'pgledger-one': pgledgerOne,
  'pgledger-one-sink': pgledgerOneSink,
  'pgledger-batch': pgledgerBatch,
  'pgledger-batch-sink': pgledgerBatchSink,
  'push-queue': pushQueue,
  'push-queue-beside': pushQueueBeside,
  redeem,
  unlock,
  'unlock-among-reads': unlockAmongReads,
  watch: writeBesidePgbench('watch'),
  'watch-bare': writeBesideBare('watch'),
  save: writeBesidePgbench('save'),
  'save-bare': writeBesideBare('save'),
  streak: writeBesidePgbench('streak'),
  'streak-bare': writeBesideBare('streak'),
  events: writeBesidePgbench('events'),
  'events-bare': writeBesideBare('events'),
  guest: writeBesidePgbench('guest'),
  'guest-bare': writeBesideBare('guest'),
  'webhook-credit': webhookCredit,
  feed,
  'feed-edited': feedEdited,
  'rule-collections': ruleCollections,
  'series-list': seriesList,
  'series-list-edited': seriesListEdited,
  export: exportCsv,
  'export-memory': exportMemory,
  reconcile,
  'reconcile-memory': reconcileMemory,
  upload,
  'upload-memory': uploadMemory,
  'sign-in-phone': firstLoad({ page: '/sign-in', device: 'phone', category: 'performance' }),
  'users-phone': firstLoad({ page: '/users', device: 'phone', category: 'performance' }),
  'sign-in-desktop': firstLoad({ page: '/sign-in', device: 'desktop', category: 'performance' }),
  'users-desktop': firstLoad({ page: '/users', device: 'desktop', category: 'performance' }),
  'users-list-paint': usersListPaint,
  'users-accessibility': firstLoad({ page: '/users', device: 'desktop', category: 'accessibility' }),
};

/** Those that write much, each on a copy of its own. */
const copied: ReadonlySet<string> = new Set([
  ...(['redeem', 'unlock', 'unlock-among-reads', 'webhook-credit', 'series-list-edited'] satisfies BenchName[]),
  ...(['feed', 'feed-edited', 'rule-collections'] satisfies BenchName[]),
  ...(['push-queue', 'push-queue-beside'] satisfies BenchName[]),
  ...Object.keys(writes).flatMap((name) => [name, `${name}-bare`]),
]);

const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith('--')));
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isKnown = (name: string): name is BenchName => Object.hasOwn(goals, name);
const names = wanted.length > 0 ? wanted.filter(isKnown) : Object.keys(goals).filter(isKnown);
if (wanted.some((name) => !isKnown(name))) {
  process.stderr.write(`There is no bench ${wanted.join(', ')}. There are: ${Object.keys(goals).join(', ')}\n`);
  process.exit(1);
}

interface Row {
  name: string;
  ratio: number;
  goal: number;
  better: string;
  rounds: number;
}

const isReached = ({ ratio, goal, better }: Row): boolean => (better === 'higher' ? ratio >= goal : ratio <= goal);

async function measure(name: BenchName, work: () => Promise<Result | Skipped>): Promise<Row | undefined> {
  const { goal, better, asks } = goals[name];
  const result = await work();
  if ('skipped' in result) {
    process.stderr.write(`${name.padEnd(20)} skipped: ${result.skipped}\n`);
    return undefined;
  }
  const { p99Ms, timeName = 'p99', rounds } = result;
  const row: Row = { name, ratio: Number(result.ratio.toFixed(3)), goal, better, rounds };
  if (flags.has('--json')) return row;
  const verdict = isReached(row) ? 'reached' : 'MISSED';
  const sign = better === 'higher' ? '≥' : '≤';
  process.stdout.write(
    `${name.padEnd(20)} ${row.ratio.toFixed(2)} (${sign} ${goal}, ${verdict})  ${timeName} ${p99Ms.toFixed(1)} ms  ${asks}\n`,
  );
  return row;
}

const rows: Row[] = [];
const size = flags.has('--full') ? 'full' : 'usual';

async function measureEach<Name extends BenchName, Opened extends BenchCluster>(
  some: readonly Name[],
  cases: Readonly<Record<Name, (opened: Opened) => Promise<Result | Skipped>>>,
  open: () => Promise<Opened>,
): Promise<void> {
  if (some.length === 0) return;
  const opened = await open();
  try {
    for (const name of some) {
      const row = await measure(name, () => cases[name](opened));
      if (row) rows.push(row);
    }
  } finally {
    await opened.stop();
  }
}

const isOfAnalytics = (name: BenchName): name is keyof typeof analyticsCases => Object.hasOwn(analyticsCases, name);
const isSeeded = (name: BenchName): name is SeededName => !isOfAnalytics(name);
const withCopy = names.some((name) => copied.has(name));
await measureEach(names.filter(isSeeded), seededCases, () => openBenchService(size, { withCopy }));
await measureEach(names.filter(isOfAnalytics), analyticsCases, () => openBenchCluster(size));
if (flags.has('--json')) process.stdout.write(`${JSON.stringify(rows)}\n`);
if (!rows.every(isReached)) process.exitCode = 1;
