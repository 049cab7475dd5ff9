import type { FieldError } from '../../kit/http/field-errors.ts';
import { dayMs } from '../../kit/time.ts';

/**
 * A promo gives coins, bonus coins on the next purchase, or a longer trial to users who enter its code within its window.
 * It never exceeds its budget or its uses per user. The coins of a multiplier are taken from the budget when the purchase is
 * completed.
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
  /** Null removes the limit. */
  max_bonus_coins?: number | null;
}

type Field = Exclude<keyof PromoConfig, 'max_uses_per_user'>;

/** The required field of each type, and all allowed ones. */
const fieldsOf: Readonly<Record<PromoType, { readonly needs: Field; readonly takes: readonly Field[] }>> = {
  coin_grant: { needs: 'amount', takes: ['amount', 'trigger'] },
  bonus_multiplier: { needs: 'multiplier', takes: ['multiplier', 'max_bonus_coins'] },
  trial_ext: { needs: 'days', takes: ['days'] },
};

const decimals = 10_000;
const inUnits = (multiplier: number): number => Math.round(multiplier * decimals);

/** The config after an edit, with defaults. */
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

/** Errors of a config that matches its schema. */
export function faultsInConfig(type: PromoType, config: PromoConfig): FieldError[] {
  const { needs, takes } = fieldsOf[type];
  const allowed = new Set<string>(['max_uses_per_user', ...takes]);
  const unexpected = Object.keys(config).filter((name) => !allowed.has(name));
  const { multiplier = 2 } = config;
  const isValid = Math.abs(multiplier * decimals - inUnits(multiplier)) < 1e-6 && inUnits(multiplier) > decimals;
  return [
    ...unexpected.map((name) => ({ path: `config.${name}`, message: `does not belong to ${type}` })),
    ...(config[needs] === undefined ? [{ path: `config.${needs}`, message: 'is required' }] : []),
    ...(isValid ? [] : [{ path: 'config.multiplier', message: 'must have at most 4 decimal places' }]),
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

/** Coins that a redemption takes from the budget immediately. */
export const coinsOf = ({ type, config }: Pick<PromoTerms, 'type' | 'config'>): number =>
  type === 'coin_grant' ? (config.amount ?? 0) : 0;

/** A multiplier needs at least one coin left; a trial extension none. */
function isExhausted({ type, config, budgetCoins, spentCoins }: PromoTerms): boolean {
  const least = { coin_grant: config.amount ?? 0, bonus_multiplier: 1, trial_ext: 0 }[type];
  return budgetCoins - spentCoins < least;
}

export interface RedeemFacts {
  readonly isMember: boolean;
  readonly hasTrial: boolean;
  /** Redemptions by this user. */
  readonly uses: number;
}

export type RedeemRefusal = 'expired' | 'budget_exhausted' | 'ineligible' | 'max_uses_reached';

/** Why a user may not redeem a promo now, in order of precedence. */
export function refusalOf(promo: PromoTerms, facts: RedeemFacts, now: Date): RedeemRefusal | undefined {
  if (now < promo.startsAt || now >= promo.endsAt) return 'expired';
  if (isExhausted(promo)) return 'budget_exhausted';
  if (!facts.isMember || (promo.type === 'trial_ext' && !facts.hasTrial)) return 'ineligible';
  return facts.uses >= promo.config.max_uses_per_user ? 'max_uses_reached' : undefined;
}

/** The bonus coins of a purchase, within the limit and the rest of the budget. */
export function bonusOf({ config, budgetCoins, spentCoins }: PromoTerms, coins: number): number {
  const { multiplier = 1, max_bonus_coins: most = Number.POSITIVE_INFINITY } = config;
  // In whole units: 100 × (1.15 − 1) is less than 15 in floating point.
  const extra = Math.floor((coins * (inUnits(multiplier) - decimals)) / decimals);
  return Math.max(0, Math.min(extra, most, budgetCoins - spentCoins));
}

/** Days that determine the pace of a promo, including today. */
export const paceDays = 7;

/** A promo that gives at least this many coins within these hours is forecast by them instead of by days. */
export const surge = { hours: 3, leastCoins: 1_000 } as const;

export const budgetLimits = { criticalHours: 3, lowShare: 0.1 } as const;

export const budgetStates = ['sufficient', 'low', 'critical'] as const;
export type BudgetState = (typeof budgetStates)[number];

const hourMs = dayMs / 24;

/** The start of the last hours: whole hours, and the current one. */
export const surgeSince = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / hourMs) * hourMs - (surge.hours - 1) * hourMs);

export interface PromoPace {
  readonly startsAt: Date;
  /** Coins given in the last days, and in the last hours. */
  readonly recentCoins: number;
  readonly hourCoins: number;
}

/** Coins per hour, over at least one hour. */
export function coinsPerHour({ startsAt, recentCoins, hourCoins }: PromoPace, now: Date): number {
  const isSurge = hourCoins >= surge.leastCoins;
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const since = isSurge ? surgeSince(now).getTime() : today - (paceDays - 1) * dayMs;
  const hours = Math.max((now.getTime() - Math.max(startsAt.getTime(), since)) / hourMs, 1);
  return (isSurge ? hourCoins : recentCoins) / hours;
}

type Forecast = Pick<PromoTerms, 'budgetCoins' | 'spentCoins' | 'endsAt'> &
  PromoPace & { readonly status: PromoStatus };

/** When the budget will be spent at the current pace; null if it lasts until the end. */
export function projectedExhaustion(promo: Forecast, now: Date): Date | null {
  const pace = coinsPerHour(promo, now);
  if (promo.status !== 'running' || pace <= 0) return null;
  const at = now.getTime() + ((promo.budgetCoins - promo.spentCoins) / pace) * hourMs;
  return at < promo.endsAt.getTime() ? new Date(at) : null;
}

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

const maxBurnDownDays = 366;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Every day from the first to today or the end, with the total spent so far. */
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
  return shown.slice(-maxBurnDownDays);
}
