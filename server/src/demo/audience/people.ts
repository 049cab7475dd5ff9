import { dayMs } from '../../kit/time.ts';
import { isWeekend, localDay, type Market, markets, timeOn } from './markets.ts';
import type { SeededRandom } from './random.ts';

/** How many users sign up, over how many days until now. */
export interface AudienceSize {
  readonly users: number;
  readonly days: number;
  /** Without any session until now, so that the newest data is that of the sample users. */
  readonly quietHours: number;
}

export interface Person {
  readonly id: string;
  readonly index: number;
  readonly market: Market;
  readonly joinedAt: number;
  /** Null for guests, like email and phone. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** How often they return: 1 is usual. */
  readonly engagement: number;
  readonly pays: 'never' | 'little' | 'much';
}

/** The days ago between which a marketing campaign ran. */
export const campaign = { from: 38, to: 31 } as const;

/** Relative numbers of sign-ups: growing, higher on weekends and during the campaign. */
function signUpWeight(daysAgo: number, { days }: AudienceSize, isFree: boolean): number {
  const growth = Math.exp((1.5 * (days - daysAgo)) / days);
  const isCampaign = daysAgo <= campaign.from && daysAgo > campaign.to;
  return growth * (isFree ? 1.3 : 1) * (isCampaign ? 1.9 : 1);
}

/** The people of the audience by the time of their sign-up. */
export function planPeople(random: SeededRandom, size: AudienceSize, now: number): Person[] {
  const daysAgo = Array.from({ length: size.days }, (_, n) => size.days - 1 - n);
  const signUps = Array.from({ length: size.users }, () => {
    const market = random.weighted(markets, ({ share }) => share);
    const today = localDay(market, now);
    const day = random.weighted(daysAgo, (ago) => signUpWeight(ago, size, isWeekend(market, today - ago)));
    return { market, joinedAt: timeOn(market, today - day, random) };
  });
  // Sign-ups later today are moved to yesterday.
  return signUps
    .map(({ market, joinedAt }) => ({ market, joinedAt: joinedAt > now - 600_000 ? joinedAt - dayMs : joinedAt }))
    .toSorted((a, b) => a.joinedAt - b.joinedAt)
    .map(({ market, joinedAt }, index) => personOf(random, market, joinedAt, index));
}

function personOf(random: SeededRandom, market: Market, joinedAt: number, index: number): Person {
  const isGuest = random.chance(0.42);
  const [[first, firstLatin], [last, lastLatin]] = [random.pick(market.first), random.pick(market.last)];
  const engagement = 0.45 + 1.6 * random.next() ** 2;
  const readiness = random.next() / (market.willingness * (isGuest ? 0.5 : 1.2) * (0.6 + 0.5 * engagement));
  return {
    id: random.id(joinedAt),
    index,
    market,
    joinedAt,
    engagement,
    name: isGuest ? null : `${first} ${last}`,
    email: isGuest ? null : `${firstLatin}.${lastLatin}${index + 1}@viewers.example`,
    phone: isGuest || random.chance(0.4) ? null : market.phone.replaceAll('#', () => String(random.integer(0, 9))),
    pays: readiness < 0.05 ? 'much' : readiness < 0.3 ? 'little' : 'never',
  };
}
