import type { FieldError } from '../../kit/http/field-errors.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * A promo gives something to whoever enters its code in its time: coins, more coins with the next purchase, or a longer
 * trial. It never gives away more coins than its budget, nor to one user more often than it says. The coins of a multiplier
 * are known, and taken from the budget, when a purchase is completed.
 */

export const promoTypes = ['coin_grant', 'bonus_multiplier', 'trial_ext'] as const;
export type PromoType = (typeof promoTypes)[number];

export const promoStatuses = ['upcoming', 'running', 'exhausted', 'ended'] as const;
export type PromoStatus = (typeof promoStatuses)[number];

export interface PromoConfig {
  max_uses_per_user: number;
  amount?: number;
  trigger?: 'manual_claim';
  multiplier?: number;
  max_bonus_coins?: number;
  days?: number;
}

export interface ConfigEdit extends Partial<Omit<PromoConfig, 'max_bonus_coins'>> {
  /** Null takes the limit away. */
  max_bonus_coins?: number | null;
}

type Field = Exclude<keyof PromoConfig, 'max_uses_per_user'>;

/** What each type needs, and what else it takes. */
const fieldsOf: Readonly<Record<PromoType, { readonly needs: Field; readonly takes: readonly Field[] }>> = {
  coin_grant: { needs: 'amount', takes: ['amount', 'trigger'] },
  bonus_multiplier: { needs: 'multiplier', takes: ['multiplier', 'max_bonus_coins'] },
  trial_ext: { needs: 'days', takes: ['days'] },
};

const decimals = 10_000;
const inUnits = (multiplier: number): number => Math.round(multiplier * decimals);

/** The config after an edit, with what a type has where nothing is said. */
export function configAfter(type: PromoType, current: PromoConfig, edit: ConfigEdit): PromoConfig {
  const { max_bonus_coins, ...given } = edit;
  const { max_bonus_coins: before, ...rest } = current;
  const most = max_bonus_coins === undefined ? before : max_bonus_coins;
  return {
    ...(type === 'coin_grant' && { trigger: 'manual_claim' as const }),
    ...rest,
    ...given,
    ...(most !== undefined && most !== null && { max_bonus_coins: most }),
  };
}

/** What is wrong with a config for its type; that each value lies within its bounds has been seen to. */
export function faultsInConfig(type: PromoType, config: PromoConfig): FieldError[] {
  const { needs, takes } = fieldsOf[type];
  const allowed = new Set<string>(['max_uses_per_user', ...takes]);
  const strange = Object.keys(config).filter((name) => !allowed.has(name));
  const { multiplier = 2 } = config;
  const isFine = Math.abs(multiplier * decimals - inUnits(multiplier)) < 1e-6 && inUnits(multiplier) > decimals;
  return [
    ...strange.map((name) => ({ path: `config.${name}`, message: `does not belong to ${type}` })),
    ...(config[needs] === undefined ? [{ path: `config.${needs}`, message: 'is required' }] : []),
    ...(isFine ? [] : [{ path: 'config.multiplier', message: 'must have at most 4 decimal places' }]),
  ];
}

export interface PromoTerms {
  readonly type: PromoType;
  readonly config: PromoConfig;
  readonly budgetCoins: number;
  readonly spentCoins: number;
  readonly startsAt: Date;
  readonly endsAt: Date;
}

/** What is wrong with the terms of a promo as a whole. */
export function faultsInTerms({ type, config, budgetCoins, spentCoins, startsAt, endsAt }: PromoTerms): FieldError[] {
  const faults = faultsInConfig(type, config);
  if (startsAt >= endsAt) faults.push({ path: 'window.end', message: 'must be later than window.start' });
  if (budgetCoins < spentCoins) {
    faults.push({ path: 'budgetCoins', message: `must be at least ${spentCoins}, which is spent already` });
  }
  const { amount = 0 } = config;
  if (type === 'coin_grant' && budgetCoins < amount) {
    faults.push({ path: 'budgetCoins', message: `must be at least ${amount}, the coins of one redemption` });
  }
  return faults;
}

/** The coins that a redemption takes from the budget at once. */
export const coinsOf = ({ type, config }: Pick<PromoTerms, 'type' | 'config'>): number =>
  type === 'coin_grant' ? (config.amount ?? 0) : 0;

/** A multiplier needs some coins to be left; a longer trial takes none. */
function isExhausted({ type, config, budgetCoins, spentCoins }: PromoTerms): boolean {
  const least = { coin_grant: config.amount ?? 0, bonus_multiplier: 1, trial_ext: 0 }[type];
  return budgetCoins - spentCoins < least;
}

export interface RedeemFacts {
  readonly isMember: boolean;
  readonly hasTrial: boolean;
  /** How often this user has redeemed it. */
  readonly uses: number;
}

export type RedeemRefusal = 'expired' | 'budget_exhausted' | 'ineligible' | 'max_uses_reached';

/** Why a user may not redeem a promo now, in the order in which it is asked; nothing where they may. */
export function refusalOf(promo: PromoTerms, facts: RedeemFacts, now: Date): RedeemRefusal | undefined {
  if (now < promo.startsAt || now >= promo.endsAt) return 'expired';
  if (isExhausted(promo)) return 'budget_exhausted';
  if (!facts.isMember || (promo.type === 'trial_ext' && !facts.hasTrial)) return 'ineligible';
  return facts.uses >= promo.config.max_uses_per_user ? 'max_uses_reached' : undefined;
}

/** The extra coins of a purchase, as far as the promo's limit and what is left of its budget go. */
export function bonusOf({ config, budgetCoins, spentCoins }: PromoTerms, coins: number): number {
  const { multiplier = 1, max_bonus_coins: most = Number.POSITIVE_INFINITY } = config;
  // In whole units: 100 × (1.15 − 1) is less than 15 in floating point.
  const extra = Math.floor((coins * (inUnits(multiplier) - decimals)) / decimals);
  return Math.max(0, Math.min(extra, most, budgetCoins - spentCoins));
}

/** The days that the pace of a promo is taken from, today among them. */
export const paceDays = 7;

/** A promo that gives so many coins within so many hours is forecast by those hours, and not by its days. */
export const surge = { hours: 3, leastCoins: 1_000 } as const;

/** A budget that will be gone within so many hours is critical, and one with so small a share left is low. */
export const budgetLimits = { criticalHours: 3, lowShare: 0.1 } as const;

export const budgetStates = ['sufficient', 'low', 'critical'] as const;
export type BudgetState = (typeof budgetStates)[number];

const hourMs = dayMs / 24;

/** From when on the coins of the last hours are counted: whole hours, and the one under way. */
export const surgeSince = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / hourMs) * hourMs - (surge.hours - 1) * hourMs);

export interface PromoPace {
  readonly startsAt: Date;
  /** Coins given in the last days, and in the last hours. */
  readonly recentCoins: number;
  readonly hourCoins: number;
}

/** Coins an hour. A shorter time counts as an hour. */
export function coinsPerHour({ startsAt, recentCoins, hourCoins }: PromoPace, now: Date): number {
  const isSurge = hourCoins >= surge.leastCoins;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const since = isSurge ? surgeSince(now).getTime() : today - (paceDays - 1) * dayMs;
  const hours = Math.max((now.getTime() - Math.max(startsAt.getTime(), since)) / hourMs, 1);
  return (isSurge ? hourCoins : recentCoins) / hours;
}

type Forecast = Pick<PromoTerms, 'budgetCoins' | 'spentCoins' | 'endsAt'> &
  PromoPace & { readonly status: PromoStatus };

/** When the budget will be gone at the present pace; null where it lasts, or nothing is being spent. */
export function projectedExhaustion(promo: Forecast, now: Date): Date | null {
  const pace = coinsPerHour(promo, now);
  if (promo.status !== 'running' || pace <= 0) return null;
  const at = now.getTime() + ((promo.budgetCoins - promo.spentCoins) / pace) * hourMs;
  return at < promo.endsAt.getTime() ? new Date(at) : null;
}

/** Whether somebody should look at a budget: the forecast decides, and how much is left. */
export function budgetState(promo: Forecast & Pick<PromoTerms, 'type'>, now: Date): BudgetState {
  if (promo.type === 'trial_ext' || promo.status === 'ended') return 'sufficient';
  if (promo.status === 'exhausted') return 'critical';
  const gone = projectedExhaustion(promo, now);
  if (gone && gone.getTime() - now.getTime() <= budgetLimits.criticalHours * hourMs) return 'critical';
  const isLow = promo.budgetCoins - promo.spentCoins <= promo.budgetCoins * budgetLimits.lowShare;
  return gone || isLow ? 'low' : 'sufficient';
}

export interface PromoDay {
  readonly day: string;
  readonly redemptions: number;
  readonly coins: number;
}

/** The most days that a burn-down shows. */
const longest = 366;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every day from the first to today or to the end, also those without redemptions, with what was spent up to it. */
export function burnDown(
  days: readonly PromoDay[],
  { startsAt, endsAt }: { startsAt: Date; endsAt: Date },
  now: Date,
): (PromoDay & { readonly spentCoins: number })[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const first = [dayOf(startsAt.getTime()), ...known.keys()].sort()[0] ?? '';
  const lastUsed = [...known.keys()].sort().at(-1) ?? '';
  const lastOpen = dayOf(Math.min(now.getTime(), endsAt.getTime() - 1));
  const last = lastUsed > lastOpen ? lastUsed : lastOpen;
  const shown: (PromoDay & { readonly spentCoins: number })[] = [];
  let spentCoins = 0;
  for (let day = first; day <= last; day = dayOf(new Date(day).getTime() + dayMs)) {
    const one = known.get(day) ?? { day, redemptions: 0, coins: 0 };
    spentCoins += one.coins;
    shown.push({ ...one, spentCoins });
  }
  return shown.slice(-longest);
}
