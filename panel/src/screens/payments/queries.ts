import type { Schema } from '../../api/client.ts';
import { apiQuery } from '../../api/query.ts';

export type PaymentRail = Schema<'PaymentRail'>;

/** Messages arrive while the page is open. */
const refetchMs = 30_000;

export const railsQuery = { ...apiQuery('/v1/admin/payments/rails', {}), refetchInterval: refetchMs };

const dayMs = 24 * 60 * 60_000;

/** From so many failures in a day on, an alert is open. */
const manyFailures = 10;

export type RailState = 'working' | 'quiet' | 'never' | 'failing';

/** Failing: the latest message was not genuine, or many of the last day were not. A payment can come without a message. */
export function stateOf({ lastMessageAt, lastPaymentAt, failures }: PaymentRail, now: number): RailState {
  const failed = failures.reduce((sum, { count }) => sum + count, 0);
  const lastFailure = Math.max(...failures.map(({ lastAt }) => Date.parse(lastAt)));
  const times = [lastMessageAt, lastPaymentAt].map((at) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at)));
  const last = Math.max(...times);
  if (failed >= manyFailures || lastFailure > last) return 'failing';
  if (last === Number.NEGATIVE_INFINITY) return 'never';
  return now - last > dayMs ? 'quiet' : 'working';
}

const stores = ['app-store', 'play'];

/** Whether a rail is one of the app stores, which alone can return the money. */
export const isStore = ({ rail, provider }: Pick<PaymentRail, 'rail' | 'provider'>): boolean =>
  stores.includes(provider) || rail === 'ios_store' || rail === 'android_store';

/** The settings of a rail: its own, or those of its family. */
export const railOf = (rails: readonly PaymentRail[], name: string): PaymentRail | undefined =>
  rails.find(({ rail }) => rail === name) ?? rails.find(({ rail }) => rail === `${name.split('_')[0]}_*`);

/** How the money of a refund returns. */
export type MoneyWay = 'ordered' | 'provider' | 'store';

export function moneyWayOf(rail: PaymentRail): MoneyWay {
  if (rail.returnsMoney) return 'ordered';
  return isStore(rail) ? 'store' : 'provider';
}
