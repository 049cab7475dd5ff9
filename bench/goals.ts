/** The ratios to reach, each beside the words of the document that asks for it. */
export interface Goal {
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly asks: string;
}

export const goals = {
  'push-queue': {
    goal: 5,
    better: 'lower',
    asks: 'seconds until a push campaign to 100,000 devices is queued, in chunks, while users read their wallets',
  },
  'push-queue-beside': {
    goal: 2,
    better: 'lower',
    asks: 'p99 of wallets while a push campaign to 100,000 devices is queued ≤ 2 × that without',
  },
  me: {
    goal: 0.4,
    better: 'higher',
    asks: '64 admins read /v1/admin/admins/me ≥ 0.40 × bare node:http with the same bytes',
  },
  'wallet-crowd': {
    goal: 0.25,
    better: 'higher',
    asks: 'a crowd of 50,000 reads its wallets while coins move ≥ 0.25 × bare node:http with the same bytes',
  },
  wallet: {
    goal: 0.55,
    better: 'higher',
    asks: 'warm: 500 users read their wallets again and again ≥ 0.55 × bare node:http with the same bytes',
  },
  'comment-preview': {
    goal: 0.6,
    better: 'higher',
    asks: 'a crowd of 50,000 reads the newest comments of 64,000 episodes out of 5 million, some much more often than others, while one of a hundred writes ≥ 0.60 × bare node:http with the same bytes',
  },
  'deep-wallet': {
    goal: 0.9,
    better: 'higher',
    asks: 'a wallet with 20,000 ledger rows ≥ 0.9 × one with 40, coins having just moved in both',
  },
  'user-list': {
    goal: 4,
    better: 'lower',
    asks: '64 pages of users, any order, first and deep: ≤ 4 × a read of one row by its key',
  },
  'user-page': { goal: 4, better: 'lower', asks: 'everything about a user ≤ 4 × a read of one row by its key' },
  'user-search': {
    goal: 5,
    better: 'lower',
    asks: 'user search that few match, page and exact total: ≤ 5 × a read of one row by its key',
  },
  'user-search-broad': {
    goal: 150,
    better: 'lower',
    asks: 'user search that one in twelve matches, page and exact total: ≤ 150 × a read of one row by its key',
  },
  economy: {
    goal: 20,
    better: 'lower',
    asks: 'the economy of 30 days, from any day on, in all markets and in each ≤ 20 × a read of one row by its key',
  },
  'analytics-dashboards': {
    goal: 20,
    better: 'lower',
    asks: 'the slowest of the five dashboards, of any days and markets ≤ 20 × a read of one row by its key',
  },
  'active-users': {
    goal: 0.2,
    better: 'lower',
    asks: 'active users of a day, a week and a month, and who came back ≤ 0.2 × DuckDB on the rows, one thread',
  },
  'rollup-day': {
    goal: 4,
    better: 'lower',
    asks: 'a day of 30 days of events rolled up ≤ 4 × DuckDB that makes the same tables of the same rows, one thread',
  },
  'rollup-backfill': {
    goal: 3.5,
    better: 'lower',
    asks: 'all 30 days rolled up ≤ 3.5 × DuckDB that makes the same tables of the same rows, one thread',
  },
  'event-intake': {
    goal: 0.5,
    better: 'higher',
    asks: 'batches of 500 events over HTTP ≥ 0.5 × a COPY of the same rows into the same table, 4 connections',
  },
  'event-intake-random-ids': {
    goal: 0.25,
    better: 'higher',
    asks: 'the same with ids in random order, of viewers of whom 60,000 such events are kept ≥ 0.25 ×',
  },
  'ledger-one': {
    goal: 0.5,
    better: 'higher',
    asks: 'ledger.post() with one movement in a call, beside a plain function for one movement on the same tables',
  },
  'ledger-batch': {
    goal: 1.25,
    better: 'higher',
    asks: 'ledger.post() with 64 movements in a call, beside the plain function with one',
  },
  'pgledger-one': { goal: 1.2, better: 'higher', asks: 'one movement in a call ≥ 1.2 × pgledger, random accounts' },
  'pgledger-one-sink': { goal: 2.5, better: 'higher', asks: 'one movement in a call ≥ 2.5 × pgledger, one sink' },
  'pgledger-batch': {
    goal: 6,
    better: 'higher',
    asks: '64 movements in a call ≥ 6 × pgledger with one in a call, random accounts',
  },
  'pgledger-batch-sink': {
    goal: 15,
    better: 'higher',
    asks: '64 movements in a call ≥ 15 × pgledger with one in a call, one sink',
  },
  redeem: {
    goal: 0.45,
    better: 'higher',
    asks: 'a crowd of 50,000 redeems 200 codes, some much more than others ≥ 0.45 × pgbench of the same work, one redemption in a transaction, 32 clients',
  },
  unlock: {
    goal: 1.25,
    better: 'higher',
    asks: 'distinct users unlock over HTTP ≥ 1.25 × pgbench of the same single unlock as one SQL function, 32 clients',
  },
  'unlock-among-reads': {
    goal: 0.8,
    better: 'higher',
    asks: 'the same with a look at the wallet after each two unlocks ≥ 0.80 × pgbench with the same mix',
  },
  watch: {
    goal: 0.8,
    better: 'higher',
    asks: 'watch reports of 50,000 users ≥ 0.80 × pgbench of the same work, one user in a transaction, 32 clients',
  },
  'watch-bare': {
    goal: 0.1,
    better: 'higher',
    asks: 'watch reports of 50,000 users ≥ 0.10 × bare node:http with the same bytes',
  },
  save: {
    goal: 0.8,
    better: 'higher',
    asks: 'saves of 50,000 users ≥ 0.80 × pgbench of the same work, one user in a transaction, 32 clients',
  },
  'save-bare': {
    goal: 0.1,
    better: 'higher',
    asks: 'saves of 50,000 users ≥ 0.10 × bare node:http with the same bytes',
  },
  streak: {
    goal: 0.8,
    better: 'higher',
    asks: 'claims of the day of 50,000 users ≥ 0.80 × pgbench of the same work, one user in a transaction, 32 clients',
  },
  'streak-bare': {
    goal: 0.1,
    better: 'higher',
    asks: 'claims of the day of 50,000 users ≥ 0.10 × bare node:http with the same bytes',
  },
  events: {
    goal: 0.8,
    better: 'higher',
    asks: 'five events in a request of 50,000 users ≥ 0.80 × pgbench of the same work, one user in a transaction, 32 clients',
  },
  'events-bare': {
    goal: 0.1,
    better: 'higher',
    asks: 'five events in a request of 50,000 users ≥ 0.10 × bare node:http with the same bytes',
  },
  guest: {
    goal: 0.8,
    better: 'higher',
    asks: 'new guests of 50,000 users ≥ 0.80 × pgbench of the same work, one user in a transaction, 32 clients',
  },
  'guest-bare': {
    goal: 0.05,
    better: 'higher',
    asks: 'new guests of 50,000 users ≥ 0.05 × bare node:http with the same bytes',
  },
  'webhook-credit': {
    goal: 0.45,
    better: 'higher',
    asks: 'payments of distinct users by signed webhooks ≥ 0.45 × pgbench of the same two transactions as one procedure, 32 clients',
  },
  feed: {
    goal: 0.6,
    better: 'higher',
    asks: 'a crowd of 50,000 in six markets and three languages reads the feed, 12 rails × 20 of 20,000 series, at most 15 kB with br ≥ 0.60 × bare node:http with the same bytes',
  },
  'feed-edited': {
    goal: 0.6,
    better: 'higher',
    asks: 'the same while an editor changes what every feed shows, once a second ≥ 0.60 × bare node:http with the same bytes',
  },
  'rule-collections': {
    goal: 50,
    better: 'lower',
    asks: 'each of the six sorts of a rule, by market, genre and window, on 20,000 series and a year of watching ≤ 50 ms',
  },
  'series-list': {
    goal: 0.3,
    better: 'higher',
    asks: '64 pages of 20 series with counts, by order, filter and depth ≥ 0.30 × pgbench of the same statements',
  },
  'series-list-edited': {
    goal: 0.3,
    better: 'higher',
    asks: 'the same pages while series change, one edit for each twenty pages ≥ 0.30 × pgbench with the same mix',
  },
  export: {
    goal: 0.85,
    better: 'higher',
    asks: '1 million transactions as CSV over HTTP ≥ 0.85 × psql \\copy of the same query',
  },
  'export-memory': {
    goal: 64,
    better: 'lower',
    asks: 'while three read 1 million transactions, one of them slowly, the service grows by < 64 MB',
  },
  reconcile: {
    goal: 16,
    better: 'lower',
    asks: 'a provider’s file of 1 million lines over HTTP, compared and kept ≤ 16 × a plain COPY of the same file',
  },
  'reconcile-memory': {
    goal: 128,
    better: 'lower',
    asks: 'while 1 million lines are compared and answered row by row the service grows by < 128 MB',
  },
  upload: {
    goal: 0.5,
    better: 'higher',
    asks: '1 GB by tus ≥ 0.5 × the same bytes with curl to a bare node:http server that writes them to disk',
  },
  'upload-memory': {
    goal: 64,
    better: 'lower',
    asks: 'while 1 GB comes in by tus the service grows by < 64 MB',
  },
  'sign-in-phone': {
    goal: 0.9,
    better: 'higher',
    asks: 'Lighthouse at sign-in on a phone, calibrated to this machine, ≥ 90',
  },
  'users-phone': { goal: 0.9, better: 'higher', asks: 'Lighthouse at the list of users on a phone, calibrated, ≥ 90' },
  'sign-in-desktop': { goal: 0.98, better: 'higher', asks: 'Lighthouse at sign-in on a desktop ≥ 98' },
  'users-desktop': { goal: 0.98, better: 'higher', asks: 'Lighthouse at the list of users on a desktop ≥ 98' },
  'users-list-paint': {
    goal: 1,
    better: 'lower',
    asks: 'seconds until a browser without a cache has painted the rows of the list of users',
  },
  'users-accessibility': { goal: 1, better: 'higher', asks: 'Lighthouse on accessibility at the list of users = 100' },
} as const satisfies Record<string, Goal>;

export type BenchName = keyof typeof goals;
