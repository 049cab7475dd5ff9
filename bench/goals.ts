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
} as const satisfies Record<string, Goal>;

export type BenchName = keyof typeof goals;
