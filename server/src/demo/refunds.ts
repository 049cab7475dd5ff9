import { sql } from 'kysely';
import * as admins from '../features/admins/public.ts';
import { approve, cancel } from '../features/approvals/actions.ts';
import { ApprovalKinds } from '../features/approvals/public.ts';
import { neutralRails } from '../features/payments/public.ts';
import { create, reject } from '../features/refunds/actions.ts';
import { refundKindOf } from '../features/refunds/public.ts';
import type { RefundRow } from '../features/refunds/sql.ts';
import type { Tx } from '../kit/db/database.ts';
import { hourMs } from '../kit/time.ts';
import { before, type Seeding } from './admin-context.ts';
import type { PastEvent } from './history.ts';
import { isRefundedByStore } from './purchases.ts';
import { sampleUsers } from './sample-users.ts';

const options = {
  kinds: new ApprovalKinds([refundKindOf(neutralRails)]),
  ports: admins,
  approverCooldownHours: 0,
  log: { warn: () => undefined },
};

interface SampleRefund {
  /** The purchase is older. */
  readonly daysAgo: number;
  /** Of what is left of the purchase. */
  readonly percent: number;
  readonly reason: string;
  /** Finance refunds at once; requests of support are decided by finance. */
  readonly by: 'finance' | 'support';
  readonly end?: 'approved' | 'cancelled' | { readonly rejected: string };
  readonly reverseUnlocks?: boolean;
}

/** Requests are at most a week old, because older ones have expired. */
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

/** Refunds of some weeks: executed, approved, rejected, cancelled and pending. Each is of another user. */
export async function refundEvents({ tx, now, ago, as }: Seeding): Promise<PastEvent[]> {
  const known = await tx.selectFrom('refunds').select('id').where('requested_by', 'is not', null).executeTakeFirst();
  if (known) return [];
  const refundedUsers = new Set<string>();
  return sampleRefunds.flatMap(({ daysAgo, percent, reason, by, end, reverseUnlocks = false }) => {
    const at = before(ago(daysAgo), 2 * hourMs);
    const later = new Date(Math.min(at.getTime() + 5 * hourMs, now.getTime()));
    let created: RefundRow | undefined;
    const request = async () => {
      const purchase = await findRefundable(tx, at, [...refundedUsers]);
      if (!purchase) return;
      refundedUsers.add(purchase.userId);
      const amountCents = Math.max(1, Math.round((purchase.cents * percent) / 100));
      const asked = { purchaseId: purchase.id, amountCents, reason, reverseUnlocks };
      created = await create(as(by, at), asked, { refunderDailyLimitCents: undefined, rails: neutralRails });
    };
    const decide = async () => {
      if (!created || end === undefined || created.approvalId === null) return;
      const { id, approvalId } = created;
      const ctx = as(end === 'cancelled' ? 'support' : 'finance', later);
      if (end === 'approved') await approve(ctx, approvalId, 'Checked with the store', options);
      else if (end === 'cancelled') await cancel(ctx, approvalId, options.kinds);
      else await reject(ctx, id, end.rejected, options);
    };
    return [
      { at, run: request },
      { at: later, run: decide },
    ];
  });
}

/** The newest purchase before that time of a user without any refund, also by the store later on. */
async function findRefundable(tx: Tx, by: Date, except: readonly string[]) {
  const refundedByStore = sampleUsers.filter(isRefundedByStore).flatMap(({ email }) => email ?? []);
  const { rows } = await sql<{ id: string; userId: string; cents: number }>`
    select t.id, t.user_id as "userId", t.amount_cents as cents from transactions t join users u on u.id = t.user_id
    where t.kind = 'coin_pack' and t.platform <> 'card_web' and t.environment = 'production' and t.status = 'completed' and t.refunded_cents = 0 and t.completed_at < ${by}
      and t.user_id <> all(${except}::uuid[]) and coalesce(u.email, '') <> all(${refundedByStore})
    order by t.completed_at desc, t.id limit 1`.execute(tx);
  return rows[0];
}
