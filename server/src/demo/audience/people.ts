import { dayMs } from '../../kit/time.ts';
import type { SeededRandom } from './chance.ts';
import { isWeekend, localDay, type Market, markets, momentOn } from './markets.ts';

/** How many come, over how many days up to now. */
export interface AudienceSize {
  readonly users: number;
  readonly days: number;
  /** For so long nobody of them was there: what is newest is then of those who are known by name. */
  readonly quietHours: number;
}

export interface Person {
  readonly id: string;
  readonly index: number;
  readonly market: Market;
  readonly joinedAt: number;
  /** Guests have neither. */
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  /** How readily they come back: 1 is usual. */
  readonly keen: number;
  readonly pays: 'never' | 'little' | 'much';
}

/** A campaign brought many more for a week; it began so many days ago. */
export const campaign = { from: 38, to: 31 } as const;

/** How many come on a day beside others: more and more, most when nobody works, and many more by the campaign. */
function pullOf(daysAgo: number, { days }: AudienceSize, isFree: boolean): number {
  const growth = Math.exp((1.5 * (days - daysAgo)) / days);
  const isCampaign = daysAgo <= campaign.from && daysAgo > campaign.to;
  return growth * (isFree ? 1.3 : 1) * (isCampaign ? 1.9 : 1);
}

/** Everyone who came in those days, the first first. */
export function planPeople(chance: SeededRandom, size: AudienceSize, now: number): Person[] {
  const daysAgo = Array.from({ length: size.days }, (_, n) => size.days - 1 - n);
  const came = Array.from({ length: size.users }, () => {
    const market = chance.weighted(markets, ({ share }) => share);
    const today = localDay(market, now);
    const day = chance.weighted(daysAgo, (ago) => pullOf(ago, size, isWeekend(market, today - ago)));
    return { market, joinedAt: momentOn(market, today - day, chance) };
  });
  // Who would only come later today has not come yet, and takes the place of someone who came yesterday.
  return came
    .map(({ market, joinedAt }) => ({ market, joinedAt: joinedAt > now - 600_000 ? joinedAt - dayMs : joinedAt }))
    .toSorted((one, other) => one.joinedAt - other.joinedAt)
    .map(({ market, joinedAt }, index) => personOf(chance, market, joinedAt, index));
}

function personOf(chance: SeededRandom, market: Market, joinedAt: number, index: number): Person {
  const isGuest = chance.is(0.42);
  const [[first, firstLatin], [last, lastLatin]] = [chance.pick(market.first), chance.pick(market.last)];
  const keen = 0.45 + 1.6 * chance.next() ** 2;
  const readiness = chance.next() / (market.purse * (isGuest ? 0.5 : 1.2) * (0.6 + 0.5 * keen));
  return {
    id: chance.id(joinedAt),
    index,
    market,
    joinedAt,
    keen,
    name: isGuest ? null : `${first} ${last}`,
    email: isGuest ? null : `${firstLatin}.${lastLatin}${index + 1}@viewers.example`,
    phone: isGuest || chance.is(0.4) ? null : market.phone.replaceAll('#', () => String(chance.whole(0, 9))),
    pays: readiness < 0.05 ? 'much' : readiness < 0.3 ? 'little' : 'never',
  };
}
