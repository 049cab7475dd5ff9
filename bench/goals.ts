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
  'series-list': {
    goal: 0.55,
    better: 'higher',
    asks: 'catalog and admin lists, one SQL: a series list of 20 with counts ≥ 0.55 × pgbench of the same SQL',
  },
} as const satisfies Record<string, Goal>;

export type BenchName = keyof typeof goals;
