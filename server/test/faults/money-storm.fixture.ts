import { newId } from '../../src/kit/id.ts';
import { isRecord } from '../../src/kit/json.ts';
import { signMessage } from '../../src/kit/webhooks.ts';
import { type AdminActor, makeAdminActor } from '../harness/actor.ts';
import { makeEpisode } from '../harness/catalog.ts';
import { makePackage } from '../harness/payments.ts';
import { makePromo } from '../harness/promos.ts';
import type { Random } from '../harness/random.ts';
import { makePayment, type PaidPurchase } from '../harness/refunds.ts';
import { makeViewer } from '../harness/viewer.ts';
import type { World } from '../harness/world.ts';

/** What can happen to the coins of a user, as requests that may be sent to any process, and again. */

export interface Attempt {
  readonly name: string;
  readonly send: (base: string) => Promise<Response>;
}

interface Post {
  readonly name: string;
  readonly by: { readonly token: string };
  readonly path: string;
  readonly body?: object;
}

function posting({ name, by, path, body = {} }: Post): Attempt {
  const headers = {
    authorization: `Bearer ${by.token}`,
    'content-type': 'application/json',
    'idempotency-key': newId(),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return { name, send: (base) => fetch(`${base}/v1${path}`, init) };
}

function telling(world: World, type: string, data: object): Attempt {
  const [id, body] = [newId(), JSON.stringify({ type, occurredAt: '2026-03-02T12:00:00.000Z', data })];
  const sign = () => signMessage(world.config.secrets.paymentsWebhook, { id, sentAt: new Date() }, Buffer.from(body));
  const init = () => ({ method: 'POST', headers: { 'content-type': 'application/json', ...sign() }, body });
  return { name: type, send: (base) => fetch(`${base}/v1/subscriptions/webhook/ios_store`, init()) };
}

const admins = (world: World, role: string, count: number): Promise<AdminActor[]> =>
  Promise.all(Array.from({ length: count }, () => makeAdminActor(world, role)));

export async function openMoneyLoad(world: World, random: Random) {
  const [supports, finances, supers] = [
    await admins(world, 'support', 6),
    await admins(world, 'finance', 6),
    await admins(world, 'superadmin', 3),
  ];
  const [reader] = supports;
  const [treasurer] = finances;
  if (!reader || !treasurer) throw new Error('there is no admin');
  const small = await makePackage(world, { coins: 100, bonusCoins: 10, priceCents: 1000 });
  const large = await makePackage(world, { coins: 1000, bonusCoins: 100, priceCents: 9900 });
  const episodes = await Promise.all(Array.from({ length: 10 }, () => makeEpisode(world, 'published')));
  const promo = await makePromo(treasurer, { budgetCoins: 170 });
  const doubling = { type: 'bonus_multiplier', config: { multiplier: 1.5 }, budgetCoins: 60 } as const;
  const multiplier = await makePromo(treasurer, doubling);

  async function user() {
    const viewer = await makeViewer(world);
    const paid: PaidPurchase[] = [];
    for (const pack of [small, small, large]) paid.push(await makePayment(world, reader ?? viewer, viewer.id, pack));
    return { viewer, paid };
  }
  type Someone = Awaited<ReturnType<typeof user>>;

  const refunding = (by: AdminActor, { paid }: Someone, amountCents: number): Attempt => {
    const purchaseId = random.pick(paid).id;
    const body = { purchaseId, amountCents, reason: 'Bought by accident', reverseUnlocks: random.below(2) === 0 };
    return posting({ name: 'refund', by, path: '/admin/refunds', body });
  };
  const adjusting = (by: AdminActor, { viewer }: Someone, direction: 'grant' | 'deduct', amount: number): Attempt => {
    const body = { amount, direction, reason: direction === 'grant' ? 'apology_storm' : 'fraud_storm' };
    return posting({ name: 'adjust', by, path: `/admin/users/${viewer.id}/wallet/adjust`, body });
  };
  const moving = ({ viewer }: Someone, move: 'ban' | 'suspend' | 'reactivate'): Attempt => {
    const body = move === 'reactivate' ? { note: 'appeal accepted' } : { reason: 'storm' };
    return posting({ name: move, by: random.pick(supports), path: `/admin/users/${viewer.id}/${move}`, body });
  };
  const paying = ({ viewer }: Someone): Attempt => {
    const data = { userId: viewer.id, productId: small.sku, transactionId: newId(), currency: 'USD' };
    return telling(world, 'purchase.completed', { ...data, amountCents: 1000 });
  };
  const repaying = ({ viewer, paid }: Someone): Attempt => {
    const { transactionId, sku: productId } = random.pick(paid);
    const amountCents = random.pick([100, 300, 1000]);
    const data = { userId: viewer.id, productId, transactionId, currency: 'USD', amountCents };
    return telling(world, 'purchase.refunded', { ...data, reason: 'asked_the_store' });
  };
  const kinds: readonly ((of: Someone) => Attempt)[] = [
    ({ viewer }) =>
      posting({
        name: 'redeem',
        by: viewer,
        path: '/promos/redeem',
        body: { code: random.pick([promo, multiplier]).code },
      }),
    (of) => adjusting(random.pick(supports), of, 'grant', 60),
    (of) => adjusting(random.pick(supports), of, 'grant', 2500),
    (of) => adjusting(random.pick(finances), of, 'deduct', 40),
    (of) => refunding(random.pick(finances), of, random.pick([100, 250, 1000])),
    (of) => refunding(random.pick(supports), of, random.pick([100, 900])),
    (of) => refunding(random.pick(finances), of, 6000),
    paying,
    repaying,
  ];
  const unlocking = ({ viewer }: Someone): Attempt => {
    const path = `/episodes/${random.pick(episodes)}/unlock`;
    return posting({ name: 'unlock', by: viewer, path, body: random.pick([{}, { expectedCoins: 10 }]) });
  };
  return {
    user,
    reader,
    /** So many requests about someone: a third of them unlocks, some that shut them out and let them in again. */
    about: (of: Someone, count: number): Attempt[] =>
      Array.from({ length: count }, (_, n) => {
        if (n % 3 === 0) return unlocking(of);
        if (n % 10 === 1) return moving(of, random.pick(['ban', 'suspend', 'reactivate', 'reactivate']));
        return random.pick(kinds)(of);
      }),
    forgetting: ({ viewer }: Someone): Attempt =>
      posting({
        name: 'anonymize',
        by: random.pick(supers),
        path: `/admin/users/${viewer.id}/anonymize`,
        body: { reason: 'asked for it' },
      }),
    repricing: (): Attempt =>
      posting({
        name: 'reprice',
        by: random.pick(finances),
        path: '/admin/pricing/overrides',
        body: { scope: 'episode', scopeRef: random.pick(episodes), coins: 5 + random.below(10) },
      }),
    /** Decides a request in one of the ways there are, whoever may and whoever may not. */
    deciding: (approvalId: string): Attempt => {
      const how = random.pick(['approve', 'approve', 'reject']);
      const by = random.pick([...finances, ...supers]);
      const body = how === 'reject' ? { reason: 'not this time' } : {};
      return posting({ name: how, by, path: `/admin/approvals/${approvalId}/${how}`, body });
    },
  };
}

/** The body of an answer as far as it is an object. */
export async function bodyOf(answer: Response): Promise<Record<string, unknown>> {
  const text = await answer.text();
  const value: unknown = text.startsWith('{') ? JSON.parse(text) : {};
  return isRecord(value) ? value : {};
}
