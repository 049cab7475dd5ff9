/** The ratios to reach, each beside the words of the document that asks for it. */
export interface Goal {
  readonly goal: number;
  readonly better: 'higher' | 'lower';
  readonly asks: string;
}

export const goals = {
  me: {
    goal: 0.4,
    better: 'higher',
    asks: 'an authenticated read of /v1/admin/admins/me ≥ 0.40 × bare node:http with the same bytes',
  },
  wallet: {
    goal: 0.55,
    better: 'higher',
    asks: 'point read over HTTP (wallet, with a fresh status check) ≥ 0.55 × bare node:http with the same bytes',
  },
  'deep-wallet': {
    goal: 0.9,
    better: 'higher',
    asks: 'balance read for a user with 20,000 ledger rows ≥ 0.9 × the same with few rows',
  },
  'user-list': {
    goal: 2,
    better: 'lower',
    asks: 'user list, any sort, first and deep page: ≤ 2 × the time of a point read by id',
  },
  'user-search': {
    goal: 5,
    better: 'lower',
    asks: 'user search that few match, page and exact total: ≤ 5 × a point read (5 ms beside one of about 1 ms)',
  },
  'user-search-broad': {
    goal: 150,
    better: 'lower',
    asks: 'user search that one in twelve matches, page and exact total: ≤ 150 × a point read',
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
  'pgledger-batch': { goal: 6, better: 'higher', asks: '64 movements in a call ≥ 6 × pgledger, random accounts' },
  'pgledger-batch-sink': { goal: 15, better: 'higher', asks: '64 movements in a call ≥ 15 × pgledger, one sink' },
  'series-list': {
    goal: 0.55,
    better: 'higher',
    asks: 'catalog and admin lists, one SQL: a series list of 20 with counts ≥ 0.55 × pgbench of the same SQL',
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
} as const satisfies Record<string, Goal>;

export type BenchName = keyof typeof goals;
