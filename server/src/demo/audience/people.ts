import type { User } from '../../features/users/public.ts';
import { insertUser, type SeenDevice } from '../../features/users/sql.ts';
import type { Tx } from '../../kit/db/database.ts';
import { newId } from '../../kit/id.ts';
import { signedIn } from '../admin-context.ts';
import type { DemoSeries } from './catalog.ts';
import { isWeekend, type Market } from './markets.ts';
import type { SeededRandom } from './random.ts';

/** How many users sign up, over how many days until now. */
export interface AudienceSize {
  readonly users: number;
  readonly days: number;
  /** Without any session until now, so that the newest data is that of the sample users. */
  readonly quietHours: number;
}

/** A user, and the state of what they watch. */
export interface Viewer {
  readonly caller: User;
  readonly device: SeenDevice;
  readonly index: number;
  readonly market: Market;
  /** When they sign up. */
  readonly joined: Slot;
  /** Null for guests. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** How often they return: 1 is usual. */
  readonly engagement: number;
  readonly pays: 'never' | 'little' | 'much';
  readonly started: Set<string>;
  readonly unlocked: Set<string>;
  current: { readonly series: DemoSeries; readonly next: number } | undefined;
  balance: number;
  hasRedeemed: boolean;
  lastAt: number;
}

/** A time at which people of a market watch. */
export interface Slot {
  readonly market: Market;
  readonly at: Date;
  /** The local day, as days since 1970. */
  readonly day: number;
  readonly daysAgo: number;
  /** The share of the sessions of the day. */
  readonly share: number;
}

/** The days ago between which a marketing campaign ran. */
const campaign = { from: 38, to: 31 } as const;

/** Relative numbers of sign-ups: growing, higher on weekends and during the campaign. */
function signUpWeight({ market, day, daysAgo, share }: Slot, { days }: AudienceSize): number {
  const growth = Math.exp((1.5 * (days - daysAgo)) / days);
  const isCampaign = daysAgo <= campaign.from && daysAgo > campaign.to;
  return market.share * share * growth * (isWeekend(market, day) ? 1.3 : 1) * (isCampaign ? 1.9 : 1);
}

/** The people of the audience, who have not signed up yet. */
export const planPeople = (random: SeededRandom, size: AudienceSize, slots: readonly Slot[]): Viewer[] =>
  Array.from({ length: size.users }, (_, index) =>
    personOf(
      random,
      random.weighted(slots, (slot) => signUpWeight(slot, size)),
      index,
    ),
  );

const models = [
  ['android', '15', 'Samsung Galaxy A15'],
  ['android', '14', 'Xiaomi Redmi Note 13'],
  ['ios', '18.5', 'iPhone 13'],
  ['android', '15', 'Oppo Reno 12'],
] as const;

function personOf(random: SeededRandom, joined: Slot, index: number): Viewer {
  const { market } = joined;
  const isGuest = random.chance(0.42);
  const [[first, firstLatin], [last, lastLatin]] = [random.pick(market.first), random.pick(market.last)];
  const engagement = 0.45 + 1.6 * random.next() ** 2;
  const readiness = random.next() / (market.willingness * (isGuest ? 0.5 : 1.2) * (0.6 + 0.5 * engagement));
  const userId = newId();
  const [platform, osVersion, model] = random.pick(models);
  const device = { deviceId: `audience-phone-${index + 1}`, platform, appVersion: '3.4.1', osVersion, model };
  return {
    caller: signedIn({ id: userId, countryCode: market.country, language: market.language, isGuest }),
    device: { ...device, userId, ip: `198.51.100.${1 + (index % 250)}` },
    index,
    market,
    joined,
    engagement,
    name: isGuest ? null : `${first} ${last}`,
    email: isGuest ? null : `${firstLatin}.${lastLatin}${index + 1}@viewers.example`,
    phone: isGuest || random.chance(0.4) ? null : market.phone.replaceAll('#', () => String(random.integer(0, 9))),
    pays: readiness < 0.05 ? 'much' : readiness < 0.3 ? 'little' : 'never',
    started: new Set(),
    unlocked: new Set(),
    current: undefined,
    balance: 0,
    hasRedeemed: false,
    lastAt: 0,
  };
}

export const signUp = (
  tx: Tx,
  { caller, name, email, phone, market }: Viewer,
  passwordHash: string | null,
  now: Date,
): Promise<void> =>
  insertUser(
    tx,
    {
      id: caller.id,
      is_guest: name === null,
      auth_provider: name === null ? 'guest' : 'password',
      email,
      phone_e164: phone,
      display_name: name,
      password_hash: name === null ? null : passwordHash,
      country_code: market.country,
      language: market.language,
    },
    now,
  );

/** The probability of another session; retention improves over time. */
export function returnShare({ engagement, pays, balance, joined }: Viewer, slot: Slot, { days }: AudienceSize): number {
  const { market, day, daysAgo, share } = slot;
  const usual = 0.36 * engagement * (day - joined.day) ** -0.55 * (1.2 - (0.35 * daysAgo) / days);
  const onDay = usual * (isWeekend(market, day) ? 1.25 : 0.92) * { never: 0.8, little: 1.9, much: 3.5 }[pays];
  // A balance brings people back.
  return share * Math.min(0.9, onDay * (balance > 20 ? 1.7 : 1));
}
