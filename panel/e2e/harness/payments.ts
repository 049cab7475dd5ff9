import { createHmac, randomUUID } from 'node:crypto';
import { cardRail, cardSecret } from './card-provider.ts';
import { demoAdmin, freshName, post } from './content.ts';
import type { RunningServer } from './server.ts';

/** Payments as the card provider reports them. */

async function sendEvent(server: RunningServer, event: object, signedWith: string): Promise<number> {
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', signedWith).update(`${at}.${body}`).digest('hex');
  const answer = await fetch(`${server.url}/v1/subscriptions/webhook/${cardRail}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    body,
  });
  return answer.status;
}

interface Purchase {
  readonly userId: string;
  readonly id: string;
}

/** A guest pays 4.99 US dollars for coins, as the provider reports it; in its test mode unless it is `live`. */
export async function payByCard(server: RunningServer, { live }: { live: boolean }): Promise<Purchase> {
  const device = { deviceId: freshName('phone'), platform: 'android', countryCode: 'EG', language: 'en' };
  const { user } = await post<{ user: { id: string } }>(server, '/v1/auth/guest', device);
  const finance = await demoAdmin(server, 'finance');
  const packages = await finance.call<{ items: { sku: string }[] }>('GET', '/v1/admin/coin-packages?limit=1');
  const status = await sendEvent(
    server,
    {
      id: `evt_${randomUUID()}`,
      type: 'checkout.session.completed',
      created: Math.floor(Date.now() / 1000),
      livemode: live,
      data: {
        object: {
          ...{
            id: `cs_${randomUUID()}`,
            mode: 'payment',
            payment_status: 'paid',
            payment_intent: `pi_${randomUUID()}`,
          },
          ...{ amount_total: 499, currency: 'usd', livemode: live, client_reference_id: user.id },
          metadata: { productId: packages.items[0]?.sku },
        },
      },
    },
    cardSecret,
  );
  if (status !== 204) throw new Error(`the webhook answered ${status}`);
  const path = `/v1/admin/users/${user.id}/purchases`;
  const [purchase] = (await finance.call<{ items: { id: string }[] }>('GET', path)).items;
  if (!purchase) throw new Error('the purchase was not credited');
  return { userId: user.id, id: purchase.id };
}

/** Messages that somebody signs with another secret: enough of them for an alert. */
export async function sendForgedMessages(server: RunningServer, count = 12): Promise<void> {
  for (let left = count; left > 0; left--) await sendEvent(server, { id: randomUUID() }, 'another secret');
}

/** A refund whose coins are taken back, and whose money the provider could not return. */
export async function failedRefund(server: RunningServer): Promise<string> {
  const finance = await demoAdmin(server, 'finance');
  const { id: purchaseId } = await payByCard(server, { live: true });
  const body = { purchaseId, amountCents: 499, reason: 'Bought by accident', reverseUnlocks: false };
  const { id } = await finance.call<{ id: string }>('POST', '/v1/admin/refunds', body);
  for (let left = 120; left > 0; left--) {
    const { money } = await finance.call<{ money: string }>('GET', `/v1/admin/refunds/${id}`);
    if (money === 'failed') return id;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('the money of the refund was not refused');
}
