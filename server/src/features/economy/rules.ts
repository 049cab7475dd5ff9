import { daysOf, type Period } from '../../kit/period.ts';

/**
 * Coins are minted by sources and burned by sinks; the difference is held by users and is a liability. Every figure is a
 * sum of ledger rows by UTC day: rows up to a number are kept summed by market, and the few after it are added on request.
 * Coins returned from a sink, for example by a reversed unlock, are subtracted there.
 */

/** Rows per transaction, and transactions per run. */
export const rollup = { batch: 20_000, maxBatches: 2_000 } as const;

/** With more unsummed rows, metrics and alerts do not report breaches, because the check would take long. */
export const watchedRows = 200_000;

/** The sum of an account on a day; without a day, before the period. */
export interface AccountSum {
  readonly day: string | null;
  readonly account: string;
  readonly amount: number;
}

const isSource = (account: string): boolean => account.startsWith('source_');
const isSink = (account: string): boolean => account.startsWith('sink_');

/** Positive for coins from a source, to a sink or to a wallet. */
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

/** The figures of a period and of each of its days. */
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
