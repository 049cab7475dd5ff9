import { Type } from 'typebox';
import { oneOf } from '../../kit/http/schema.ts';
import { parseStoredJson } from '../../kit/json.ts';
import type { Delivery } from '../../kit/outbox.ts';
import type { PaymentRails } from './gateways.ts';
import { settlementTopic } from './rules.ts';

const Owed = Type.Object({
  rail: Type.String(),
  settlement: Type.Object({
    kind: oneOf(['consume', 'acknowledge']),
    productId: Type.String(),
    purchaseToken: Type.String(),
  }),
});

/** Pays what stores are owed for purchases, after these are applied. */
export const settlementDelivery = (rails: PaymentRails): Delivery => ({
  topic: settlementTopic,
  async deliver(payload, { attempt }) {
    const owed = parseStoredJson(Owed, payload);
    const provider = owed && rails.providerOf(owed.rail);
    if (!owed || !provider?.settle) throw new Error('no provider of this rail takes it');
    await provider.settle(owed.settlement, attempt);
  },
});
