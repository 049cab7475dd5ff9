import * as admins from '../features/admins/public.ts';
import { approve, cancel } from '../features/approvals/actions.ts';
import { ApprovalKinds } from '../features/approvals/public.ts';
import { create } from '../features/refunds/actions/create.ts';
import { reject } from '../features/refunds/actions/decide.ts';
import { refundKind } from '../features/refunds/public.ts';
import type { RefundRow } from '../features/refunds/sql.ts';
import type { Tx } from '../kit/db/database.ts';
import { dayMs, hourMs } from '../kit/time.ts';
import { before, contextFor, findCaller } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { purchasesOf } from './purchases.ts';
import { sampleUsers } from './sample-users.ts';

const options = {
  kinds: new ApprovalKinds([refundKind]),
  ports: admins,
  approverCooldownHours: 0,
  log: { warn: () => undefined },
};

interface SampleRefund {
  /** How many days ago it was asked for; the purchase is older. */
  readonly daysAgo: number;
  /** Of what is left of the purchase, in percent. */
  readonly percent: number;
  readonly reason: string;
  /** Finance refunds at once; support asks, and finance decides or not. */
  readonly by: 'finance' | 'support';
  readonly end?: 'approved' | 'cancelled' | { readonly rejected: string };
  readonly reverseUnlocks?: boolean;
}

/** What a second person decides is of this week: the database takes no decision on a request that is older. */
const sampleRefunds: readonly SampleRefund[] = [
  { daysAgo: 41, percent: 100, reason: 'Charged twice for one tap', by: 'finance' },
  { daysAgo: 33, percent: 50, reason: 'Half of the coins came a day late', by: 'finance' },
  { daysAgo: 16, percent: 30, reason: 'The price was shown wrong in the app', by: 'finance' },
  { daysAgo: 6, percent: 100, reason: 'Bought by a child', by: 'support', end: 'approved', reverseUnlocks: true },
  {
    daysAgo: 6,
    percent: 100,
    reason: 'Says the coins never came',
    by: 'support',
    end: { rejected: 'The coins came and were spent the same evening' },
  },
  { daysAgo: 5, percent: 100, reason: 'Card of someone else in the family', by: 'support' },
  { daysAgo: 4, percent: 100, reason: 'Chose the wrong package', by: 'support', end: 'cancelled' },
  { daysAgo: 2, percent: 40, reason: 'Two episodes did not play', by: 'support' },
  { daysAgo: 0, percent: 100, reason: 'Bought by accident', by: 'support', reverseUnlocks: true },
];

/**
 * Refunds over some weeks, each asked for and decided at its moment: made at once, approved, rejected, taken back, and
 * some that wait. Each is of someone else, and of nobody to whom a store gives something back.
 */
export async function pastOfRefunds(tx: Tx, now: Date): Promise<PastEvent[]> {
  const known = await tx.selectFrom('refunds').select('id').where('requested_by', 'is not', null).executeTakeFirst();
  const [support, finance] = [await findCaller(tx, 'putri@demo.example'), await findCaller(tx, 'kwame@demo.example')];
  if (known || !support || !finance) return [];
  const refunded = new Set(await listRefundedByStores(tx, now));
  return sampleRefunds.flatMap((sample) => {
    const at = before(now, sample.daysAgo * dayMs + 2 * hourMs);
    const later = new Date(Math.min(at.getTime() + 5 * hourMs, now.getTime()));
    let made: RefundRow | undefined;
    const ask = async () => {
      const purchase = await findRefundable(tx, at, [...refunded]);
      if (!purchase) return;
      refunded.add(purchase.userId);
      const amountCents = Math.max(1, Math.round((purchase.cents * sample.percent) / 100));
      const { reason, reverseUnlocks = false } = sample;
      const asker = sample.by === 'support' ? support : finance;
      const asked = { purchaseId: purchase.id, amountCents, reason, reverseUnlocks };
      made = await create(contextFor(tx, asker, at), asked, { refunderDailyLimitCents: undefined });
    };
    const decider = sample.end === 'cancelled' ? support : finance;
    return [
      { at, run: ask },
      { at: later, run: async () => made && end(sample, made, contextFor(tx, decider, later)) },
    ];
  });
}

/** Those whose purchases are given back by their stores, some of them later than a refund of ours would be. */
async function listRefundedByStores(tx: Tx, now: Date): Promise<string[]> {
  const emails = sampleUsers.flatMap((user, index) => {
    const isRefunded = purchasesOf({ ...user, id: '', index }, now).some(({ refundedAt }) => refundedAt);
    return isRefunded && user.email !== null ? [user.email] : [];
  });
  const users = await tx.selectFrom('users').select('id').where('email', 'in', emails).execute();
  return users.map(({ id }) => id);
}

async function end({ end: how }: SampleRefund, { id, approvalId }: RefundRow, ctx: ReturnType<typeof contextFor>) {
  if (how === undefined || approvalId === null) return;
  if (how === 'approved') await approve(ctx, approvalId, 'Checked with the store', options);
  else if (how === 'cancelled') await cancel(ctx, approvalId, options.kinds);
  else await reject(ctx, id, how.rejected, options);
}

/** The newest purchase that was there by then, of someone of whom nothing was refunded yet. */
async function findRefundable(tx: Tx, by: Date, except: readonly string[]) {
  const row = await tx
    .selectFrom('transactions')
    .select(['id', 'user_id', 'amount_cents'])
    .where('kind', '=', 'coin_pack')
    .where('status', '=', 'completed')
    .where('refunded_cents', '=', 0)
    .where('completed_at', '<', by)
    .$if(except.length > 0, (query) => query.where('user_id', 'not in', except))
    .orderBy('completed_at', 'desc')
    .orderBy('id')
    .executeTakeFirst();
  return row && { id: row.id, userId: row.user_id, cents: row.amount_cents };
}
