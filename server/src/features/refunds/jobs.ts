import { Type } from 'typebox';
import type { Connections } from '../../kit/db/database.ts';
import { Id } from '../../kit/http/schema.ts';
import { parseStoredJson } from '../../kit/json.ts';
import { type Delivery, maxAttempts } from '../../kit/outbox.ts';
import * as audit from '../audit/public.ts';
import { findPurchase } from '../payments/public.ts';
import { type MoneyRails, recordMoney } from './money.actions.ts';
import { type MoneyState, moneyTopic } from './rules.ts';
import { lockMoney } from './sql.ts';

const Order = Type.Object({ refundId: Id });

/** Stores what became of money that is still pending: an event of the provider may have been faster. */
const settle = (database: Connections, id: string, money: MoneyState, reason: string | null): Promise<void> =>
  database.transaction(async (tx, now) => {
    const row = await lockMoney(tx, id);
    if (row?.money === 'pending') await recordMoney(audit.systemCtx(tx, now), row, money, { reason });
  });

/** Orders money back, again under the same id after a killed process, which leaves open whether the order arrived. */
export const moneyDelivery = (database: Connections, rails: MoneyRails): Delivery => ({
  topic: moneyTopic,
  async deliver(payload, { attempt }) {
    const order = parseStoredJson(Order, payload);
    const row = order && (await database.transaction((tx) => lockMoney(tx, order.refundId)));
    if (row?.money !== 'pending') return;
    const { id: refundId, purchaseId, platform, amountCents, currency, retries } = row;
    const { transactionId = null } = (await findPurchase(database.db, purchaseId)) ?? {};
    const provider = rails.providerOf(platform);
    if (!provider?.returnMoney || transactionId === null) return settle(database, refundId, 'failed', 'not_supported');
    try {
      const reply = await provider.returnMoney({ refundId, retries, transactionId, amountCents, currency });
      if (reply.outcome === 'returned') await settle(database, refundId, 'returned', null);
      if (reply.outcome === 'refused') await settle(database, refundId, 'failed', reply.reason);
    } catch (error) {
      if (attempt >= maxAttempts) await settle(database, refundId, 'failed', 'unreachable');
      throw error;
    }
  },
});
