import { refuseField } from '../../kit/errors.ts';
import { dayRange } from '../../kit/http/schema.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * Coins come into the world from sources and leave it into sinks; what is between is what users hold, which is what we
 * owe them. Every figure is a sum of rows of the ledger by UTC day: those up to a number are kept summed, by market, and
 * the few after it are added when someone asks. What comes back from a sink, as by a reversed unlock, is taken off there.
 */

export const defaultDays = 30;
export const maxDays = 366;

/** How the rows are summed by the clock: so many in a transaction, and so many transactions in a run. */
export const rollup = { batch: 20_000, maxBatches: 2_000 } as const;

/** With more rows than this that are not summed yet, whoever merely watches the service is not told of a breach. */
export const watchedRows = 200_000;

/** UTC days, both included. */
export interface Period {
  readonly start: string;
  readonly end: string;
}

const asDay = (moment: Date): string => moment.toISOString().slice(0, 10);
const later = (day: string, days: number): string => asDay(new Date(Date.parse(day) + days * dayMs));

export const daysOf = ({ start, end }: Period): string[] => {
  const count = Math.round((Date.parse(end) - Date.parse(start)) / dayMs) + 1;
  return Array.from({ length: count }, (_, n) => later(start, n));
};

/** The days that are asked for; where one end or both are left out, those up to today. */
export function periodOf(asked: { dateFrom?: string; dateTo?: string }, now: Date): Period {
  const end = asked.dateTo ?? asDay(now);
  const start = asked.dateFrom ?? later(end, 1 - defaultDays);
  const { from, before } = dayRange(start, end);
  if (from && before && before.getTime() - from.getTime() > maxDays * dayMs) {
    refuseField(asked.dateFrom === undefined ? 'dateTo' : 'dateFrom', `must span at most ${maxDays} days`);
  }
  return { start, end };
}

/** What the rows of an account add up to on a day; without a day, before the period. */
export interface AccountSum {
  readonly day: string | null;
  readonly account: string;
  readonly amount: number;
}

const isSource = (account: string): boolean => account.startsWith('source_');
const isSink = (account: string): boolean => account.startsWith('sink_');

/** What a source gives is minted, what a sink takes is burned; on a wallet it is what the wallet gets. */
export const coinsOf = (account: string, amount: number): number => (isSource(account) ? 0 - amount : amount);

const total = (sums: readonly AccountSum[], belongs: (account: string) => boolean): number =>
  sums.reduce((sum, { account, amount }) => sum + (belongs(account) ? coinsOf(account, amount) : 0), 0);

function byAccount(sums: readonly AccountSum[], belongs: (account: string) => boolean): Record<string, number> {
  const coins = new Map<string, number>();
  for (const { account, amount } of sums) {
    if (belongs(account)) coins.set(account, (coins.get(account) ?? 0) + coinsOf(account, amount));
  }
  return Object.fromEntries([...coins].sort(([one], [other]) => (one < other ? -1 : 1)));
}

const isPaid = (account: string): boolean => account === 'wallet_paid';
const isBonus = (account: string): boolean => account === 'wallet_bonus';

/** Everything of a period, with every day of it. */
export function economyOf(sums: readonly AccountSum[], period: Period) {
  const byDay = new Map<string | null, AccountSum[]>();
  for (const sum of sums) byDay.set(sum.day, [...(byDay.get(sum.day) ?? []), sum]);
  const before = byDay.get(null) ?? [];
  const held = { paid: total(before, isPaid), bonus: total(before, isBonus) };
  const days = daysOf(period).map((day) => ({ day, sums: byDay.get(day) ?? [] }));
  const daily = days.map((one) => {
    held.paid += total(one.sums, isPaid);
    held.bonus += total(one.sums, isBonus);
    return {
      day: one.day,
      mintedCoins: total(one.sums, isSource),
      burnedCoins: total(one.sums, isSink),
      liabilityPaidCoins: held.paid,
      liabilityBonusCoins: held.bonus,
    };
  });
  const within = sums.filter(({ day }) => day !== null);
  return {
    period,
    mintedCoins: total(within, isSource),
    burnedCoins: total(within, isSink),
    liabilityPaidCoins: held.paid,
    liabilityBonusCoins: held.bonus,
    mintedBySource: byAccount(within, isSource),
    burnedBySink: byAccount(within, isSink),
    daily,
    dailyByAccount: days.map((one) => ({
      day: one.day,
      mintedBySource: byAccount(one.sums, isSource),
      burnedBySink: byAccount(one.sums, isSink),
    })),
  };
}
