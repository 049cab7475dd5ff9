import { dashboards, economy, userList, userPage, userSearch, userSearchBroad } from './cases/admin.ts';
import { exportCsv, exportMemory } from './cases/export.ts';
import { firstLoad } from './cases/first-load.ts';
import { pgledgerBatch, pgledgerBatchSink, pgledgerOne, pgledgerOneSink } from './cases/ledger.ts';
import { measureMobile } from './cases/mobile.ts';
import { reconcile, reconcileMemory } from './cases/reconcile.ts';
import { activeUsers, rollupBackfill, rollupDay } from './cases/rollup.ts';
import { ruleCollections } from './cases/rule-collections.ts';
import { seriesList, seriesListEdited } from './cases/series-list.ts';
import { storeVerify } from './cases/store-verify.ts';
import { upload, uploadMemory } from './cases/upload.ts';
import { usersListPaint } from './cases/users-list-paint.ts';
import { deepWallet, wallet } from './cases/wallet.ts';
import { type BenchCluster, type BenchService, openBenchCluster, openBenchService } from './environment.ts';
import type { Result, Skipped } from './rounds.ts';

/**
 * `npm run bench [-- name] [--json] [--full] [--rounds=7]`: measures each case beside its goal. Ends with status 1 if one
 * is missed. `npm run bench -- mobile /v1/me` measures the endpoints of the mobile API whose name contains the word.
 */

interface Case<Opened> {
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly what: string;
  readonly run: (opened: Opened) => Promise<Result | Skipped>;
}

const atLeast = <Opened>(goal: number, what: string, run: Case<Opened>['run']): Case<Opened> => ({
  ...{ goal, better: 'higher', what, run },
});
const atMost = <Opened>(goal: number, what: string, run: Case<Opened>['run']): Case<Opened> => ({
  ...{ goal, better: 'lower', what, run },
});

/** Without a database. */
const alone: Readonly<Record<string, Case<undefined>>> = {
  'store-verify': atMost(2, 'ms to verify and translate a notification of the App Store about a renewal', storeVerify),
};

/** On the seeded database. */
const seeded: Readonly<Record<string, Case<BenchService>>> = {
  wallet: atLeast(
    0.55,
    '500 users who read their wallets again and again, of bare node:http with the same bytes',
    wallet,
  ),
  'deep-wallet': atLeast(0.9, 'a wallet with 20,000 ledger rows, of one with 40, coins having just moved', deepWallet),
  'user-list': atMost(4, 'list of users in any order, first and deep pages, in reads of one row', userList),
  'user-page': atMost(4, 'everything about a user, in reads of one row', userPage),
  'user-search': atMost(5, 'search that few users match, page and exact total, in reads of one row', userSearch),
  'user-search-broad': atMost(
    150,
    'search that one in twelve matches, page and total, in reads of one row',
    userSearchBroad,
  ),
  economy: atMost(20, 'economy of any 30 days, in all markets and in each, in reads of one row', economy),
  'pgledger-one': atLeast(1.2, 'one coin movement per call, of pgledger, random accounts', pgledgerOne),
  'pgledger-one-sink': atLeast(2.5, 'one coin movement per call, of pgledger, one sink', pgledgerOneSink),
  'pgledger-batch': atLeast(6, '64 movements per call, of pgledger with one, random accounts', pgledgerBatch),
  'pgledger-batch-sink': atLeast(15, '64 movements per call, of pgledger with one, one sink', pgledgerBatchSink),
  'rule-collections': atMost(50, 'ms for the slowest rule of a collection, 20,000 series and a year', ruleCollections),
  'series-list': atLeast(0.3, '64 pages of series with counts, of pgbench with the same statements', seriesList),
  'series-list-edited': atLeast(0.3, 'the same with one edit per twenty pages on both sides', seriesListEdited),
  export: atLeast(0.85, '1 million payments as CSV over HTTP, of psql \\copy with the same query', exportCsv),
  'export-memory': atMost(64, 'MB that the service grows by with three readers, one of them slow', exportMemory),
  reconcile: atMost(
    16,
    'a provider file of 1 million lines, compared and stored, in plain COPYs of the file',
    reconcile,
  ),
  'reconcile-memory': atMost(128, 'MB that the service grows by meanwhile', reconcileMemory),
  upload: atLeast(0.5, '1 GB by tus, of curl to a bare server that writes to disk', upload),
  'upload-memory': atMost(64, 'MB that the service grows by meanwhile', uploadMemory),
  'sign-in-phone': atLeast(0.9, 'Lighthouse at sign-in on a phone', firstLoad('/sign-in')),
  'users-phone': atLeast(0.9, 'Lighthouse at the list of users on a phone', firstLoad('/users')),
  'users-list-paint': atMost(1, 'seconds until a browser without a cache shows the list of users', usersListPaint),
};

/** On a database of events. */
const analytics: Readonly<Record<string, Case<BenchCluster>>> = {
  'analytics-dashboards': atMost(20, 'the slowest of the five dashboards, in reads of one row', dashboards),
  'active-users': atMost(0.2, 'active users and retention, of DuckDB on the rows, one thread', activeUsers),
  'rollup-day': atMost(4, 'one of 30 days rolled up, of DuckDB, the same tables, one thread', rollupDay),
  'rollup-backfill': atMost(3.5, 'all 30 days rolled up, of the same', rollupBackfill),
};

/** Cases that write much run on a copy. */
const needsCopy = ['mobile', 'rule-collections', 'series-list-edited'];

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const paths = words.filter((word) => word.includes('/'));
const names = words.filter((word) => !word.includes('/'));
const all = ['mobile', ...Object.keys(alone), ...Object.keys(seeded), ...Object.keys(analytics)];
const unknown = names.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no case ${unknown.join(', ')}. There are: ${all.join(', ')}\n`);
  process.exit(1);
}
const isWanted = (name: string): boolean => names.length === 0 || names.includes(name);
const size = flags.includes('--full') ? 'full' : 'usual';
const counted = Number(flags.find((flag) => flag.startsWith('--rounds='))?.slice('--rounds='.length) ?? 7);
const isJson = flags.includes('--json');

const measured: object[] = [];
let isMissed = false;
const report = (row: object, line: string, isReached: boolean): void => {
  measured.push(row);
  isMissed ||= !isReached;
  if (!isJson) process.stdout.write(`${line}\n`);
};

async function measure<Opened>(name: string, { goal, better, what, run }: Case<Opened>, opened: Opened): Promise<void> {
  const result = await run(opened);
  if ('skipped' in result) return void process.stderr.write(`${name.padEnd(20)} skipped: ${result.skipped}\n`);
  const { ratio, p99Ms, timeName = 'p99' } = result;
  const isReached = better === 'higher' ? ratio >= goal : ratio <= goal;
  const verdict = `${better === 'higher' ? '≥' : '≤'} ${goal}, ${isReached ? 'reached' : 'MISSED'}`;
  const line = `${name.padEnd(20)} ${ratio.toFixed(2)} (${verdict})  ${timeName} ${p99Ms.toFixed(1)} ms  ${what}`;
  report({ name, goal, better, ...result }, line, isReached);
}

async function measureAll<Opened extends BenchCluster>(
  cases: Readonly<Record<string, Case<Opened>>>,
  open: () => Promise<Opened>,
  before?: (opened: Opened) => Promise<void>,
): Promise<void> {
  const chosen = Object.entries(cases).filter(([name]) => isWanted(name));
  if (chosen.length === 0 && !before) return;
  const opened = await open();
  try {
    await before?.(opened);
    for (const [name, one] of chosen) await measure(name, one, opened);
  } finally {
    await opened.stop();
  }
}

for (const [name, one] of Object.entries(alone)) if (isWanted(name)) await measure(name, one, undefined);

const mobile = (service: BenchService) => measureMobile(service, { paths, counted, report });
await measureAll(
  seeded,
  () => openBenchService(size, { withCopy: needsCopy.some(isWanted) }),
  isWanted('mobile') ? mobile : undefined,
);
await measureAll(analytics, () => openBenchCluster(size));
if (isJson) process.stdout.write(`${JSON.stringify(measured)}\n`);
if (isMissed) process.exitCode = 1;
