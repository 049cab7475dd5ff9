import { Type } from 'typebox';
import type { Db } from '../../kit/db/database.ts';
import type { Endpoint } from '../../kit/http/endpoint.ts';
import { Id, Int, nullable, oneOf, Timestamp } from '../../kit/http/schema.ts';
import { byNewest } from '../../kit/page.ts';
import { dayMs } from '../../kit/time.ts';
import { adminEndpoint } from '../access/public.ts';
import { isKnownRail } from '../store/public.ts';
import { findUser } from '../users/public.ts';
import { listLastReceived, listSources, sumRejections } from '../webhooks/public.ts';
import type { PaymentInbox } from './inbox.ts';
import { listLastPaid } from './list.sql.ts';
import { railOfSource, sourceName, sourceOfRail } from './rules.ts';
import { Transaction } from './schema.ts';
import { listTransactions } from './sql.ts';

const PaymentRail = Type.Object(
  {
    rail: Type.String({ description: 'A rail; `vas_*` for those of a family that have no settings of their own' }),
    provider: Type.String({ description: 'Who reports its payments; `neutral` for the format of the API' }),
    hasOwnSecret: Type.Boolean({
      description: 'Whether the neutral format is signed with a secret of this rail or family alone',
    }),
    takesProofs: Type.Boolean({ description: 'Whether phones can prove purchases' }),
    returnsMoney: Type.Boolean({ description: 'Whether refunds order the money back' }),
    lastMessageAt: nullable(Timestamp),
    lastPaymentAt: nullable(Timestamp),
    failures: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'Such as `wrong_signature`, `missing_headers` or `too_old`' }),
        count: Int(),
        lastAt: Timestamp,
      }),
      { description: 'Messages that failed verification in the last day' },
    ),
  },
  { title: 'PaymentRail' },
);

const alwaysListed = ['ios_store', 'android_store', 'card_web'];

/** Settings of a family are those of its rails without their own, whose failures are counted by this name too. */
const listedName = (setting: string): string => (isKnownRail(setting) ? setting : `${setting}_*`);

/** The rails of this installation: those with settings, those that have sent something or have payments, and the three stores. */
async function readRails({ rails, secrets }: PaymentInbox, db: Db, now: Date) {
  const failures = await sumRejections(db, new Date(now.getTime() - dayMs));
  const heard = [...(await listSources(db, sourceName)), ...failures.map(({ source }) => source)].map(railOfSource);
  const withSecret = new Set(Object.keys(secrets.byRail).map(listedName));
  const paid = await listLastPaid(db);
  const known = [...alwaysListed, ...rails.names.map(listedName), ...withSecret, ...heard, ...paid.keys()];
  const names = [...new Set(known)].sort();
  const lastAt = await listLastReceived(db, names.map(sourceOfRail));
  return names.map((rail) => {
    const provider = rails.providerOf(rail);
    return {
      rail,
      provider: provider?.name ?? 'neutral',
      hasOwnSecret: provider === undefined && withSecret.has(rail),
      takesProofs: provider?.prove !== undefined,
      returnsMoney: provider?.returnMoney !== undefined,
      lastMessageAt: lastAt.get(sourceOfRail(rail)) ?? null,
      lastPaymentAt: paid.get(rail) ?? null,
      failures: failures
        .filter(({ source }) => source === sourceOfRail(rail))
        .map(({ reason, count, lastAt: at }) => ({ reason, count, lastAt: at })),
    };
  });
}

export const paymentRailRoutes = (inbox: PaymentInbox): Endpoint[] => [
  adminEndpoint({
    method: 'GET',
    url: '/admin/payments/rails',
    access: ['payments:read'],
    summary: 'Show the payment rails and their providers',
    description:
      'When each rail sent its last message and had its last payment, which a phone may have proved or an admin credited, and why messages failed verification in the last day. Secrets and the messages themselves are never shown. Settings of a family of rails are listed under its name, such as `vas_*`.',
    reply: Type.Object({
      sandbox: oneOf(['credit', 'ignore'], { description: 'What happens to purchases in the sandbox of a provider' }),
      rails: Type.Array(PaymentRail),
    }),
    run: async ({ db, now }) => ({ sandbox: inbox.rails.sandbox, rails: await readRails(inbox, db, now) }),
  }),
];

export const userPurchaseRoutes: Endpoint[] = [
  adminEndpoint.list({
    url: '/admin/users/:id/purchases',
    access: ['payments:read'],
    summary: 'List the purchases of a user, newest first',
    description:
      'Coin packages and subscription periods. `expectedUsdCents` is set if the amount paid differs from the price, `failureReason` while a payment has not succeeded.',
    params: { id: Id },
    item: Transaction,
    example: { params: { id: '01930000-0000-7000-8000-000000000011' } },
    target: (db, { id }) => findUser(db, id),
    sort: byNewest('createdAt'),
    cursorScope: ({ params: { id } }) => ['purchases', id],
    list: (db, _filters, keyset, { params: { id } }) => listTransactions(db, id, keyset),
    show: (row) => row,
  }),
];
