import { createHmac } from 'node:crypto';
import { createRails, type PaymentRails } from '../../src/features/payments/public.ts';
import type { NeutralEvent, PaymentProvider, VerifiedMessage } from '../../src/gateways/payments/provider.ts';
import { newId } from '../../src/kit/id.ts';
import { isRecord } from '../../src/kit/json.ts';
import { isSame, refuseSignature } from '../../src/kit/webhooks.ts';
import { type Answer, anonymous } from './actor.ts';
import type { World } from './world.ts';

/**
 * A payment provider of the tests. Its messages are `{ id, sentAt, events }`, where the events are in the neutral format, and
 * are signed in the header `x-provider-signature`. They may be as old as they like.
 */

const secret = 'known to the provider of the tests';
const sign = (body: Buffer): Buffer => createHmac('sha256', secret).update(body).digest();

export interface TestProvider extends PaymentProvider {
  /** While true, it cannot translate anything. */
  isBroken: boolean;
}

function verifyBody(signature: unknown, body: Buffer): VerifiedMessage {
  if (typeof signature !== 'string') return refuseSignature('missing_headers');
  if (!isSame(Buffer.from(signature, 'hex'), sign(body))) return refuseSignature('wrong_signature');
  const payload: unknown = JSON.parse(body.toString());
  if (!isRecord(payload) || typeof payload.id !== 'string' || typeof payload.sentAt !== 'string') {
    return refuseSignature('wrong_format');
  }
  return { id: payload.id, sentAt: new Date(payload.sentAt), payload };
}

const isEventList = (given: unknown): given is NeutralEvent[] => Array.isArray(given);

export function createTestProvider(more: Partial<PaymentProvider> = {}): TestProvider {
  const provider: TestProvider = {
    name: 'test-provider',
    isBroken: false,
    verify: async (headers, body) => verifyBody(headers['x-provider-signature'], body),
    translate(payload) {
      if (provider.isBroken) throw new Error('the translation is broken');
      const events: unknown = isRecord(payload) ? payload.events : [];
      return isEventList(events) ? events : [];
    },
    // The proof is a message, signed like any other.
    prove: async (proof) => {
      const [signature, ...body] = ('signedTransaction' in proof ? proof.signedTransaction : '').split('.');
      return verifyBody(signature, Buffer.from(body.join('.')));
    },
    ...more,
  };
  return provider;
}

export const railsWith = (provider: PaymentProvider, sandbox: PaymentRails['sandbox'] = 'credit'): PaymentRails =>
  createRails(
    new Map([
      ['ios_store', provider],
      ['card_web', provider],
    ]),
    sandbox,
  );

const messageOf = (events: readonly object[], id: string, sentAt: string): string =>
  JSON.stringify({ id, sentAt, events });

/** What a phone presents for these events. */
export function proofOf(events: readonly object[], id = newId()): { signedTransaction: string } {
  const body = messageOf(events, id, '2026-03-01T12:00:00.000Z');
  return { signedTransaction: `${sign(Buffer.from(body)).toString('hex')}.${body}` };
}

interface SendOptions {
  rail?: string;
  id?: string;
  sentAt?: string;
  signature?: string;
}

/** Sends events as the provider would. */
export function sendEvents(
  world: World,
  events: readonly object[],
  { rail = 'ios_store', id = newId(), sentAt = '2026-03-01T12:00:00.000Z', signature }: SendOptions = {},
): Promise<Answer<{ error?: string }>> {
  const body = messageOf(events, id, sentAt);
  const headers = { 'x-provider-signature': signature ?? sign(Buffer.from(body)).toString('hex') };
  return anonymous(world).call('POST', `/v1/subscriptions/webhook/${rail}`, JSON.parse(body), { headers });
}
