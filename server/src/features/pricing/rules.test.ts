import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/harness/random.ts';
import { type Override, type PriceFacts, type PriceSource, resolvePrice, type Scope, scopes } from './rules.ts';

const at = new Date('2026-06-15T12:00:00Z');
const day = (n: number) => new Date(at.getTime() + n * 86_400_000);
const episode = { id: 'episode', seriesId: 'series', episodeNumber: 3, freeEpisodes: 0 };

let count = 0;
function override(scope: Scope, coins: number, more: Partial<Override> = {}): Override {
  const scopeRef = { market: 'ID', series: 'series', episode: 'episode' }[scope];
  const window = { activeFrom: day(-1), activeTo: day(1), active: true, createdAt: day(-2) };
  return { id: `override-${++count}`, scope, scopeRef, coins, ...window, ...more };
}
const facts = (overrides: Override[], more: Partial<PriceFacts> = {}): PriceFacts => ({
  episode,
  market: 'ID',
  defaultCoins: 10,
  overrides,
  ...more,
});

const free = { episode: { ...episode, freeEpisodes: 3 } };
const [e, s, m] = [override('episode', 1), override('series', 2), override('market', 3)];
const cases: [string, PriceFacts, number, PriceSource][] = [
  ['nothing but the default', facts([]), 10, 'default'],
  ['a market', facts([m]), 3, 'market'],
  ['a series before a market', facts([m, s]), 2, 'series'],
  ['an episode before both', facts([m, s, e]), 1, 'episode'],
  ['a free episode before a series', facts([m, s], free), 0, 'free_episode'],
  ['an override of a free episode before its being free', facts([m, s, e], free), 1, 'episode'],
  ['the episode after the last free one', facts([], { episode: { ...episode, freeEpisodes: 2 } }), 10, 'default'],
  ['a price of nothing', facts([override('series', 0), m]), 0, 'series'],
  ['another market', facts([m], { market: 'EG' }), 10, 'default'],
  ['no market', facts([m], { market: null }), 10, 'default'],
  ['another series', facts([{ ...s, scopeRef: 'other' }]), 10, 'default'],
  ['another episode', facts([{ ...e, scopeRef: 'other' }, s]), 2, 'series'],
  ['what is switched off', facts([{ ...e, active: false }, s]), 2, 'series'],
  ['what begins at this very moment', facts([{ ...e, activeFrom: at }]), 1, 'episode'],
  ['what begins a moment later', facts([{ ...e, activeFrom: new Date(at.getTime() + 1) }]), 10, 'default'],
  ['what ends at this very moment', facts([{ ...e, activeTo: at }]), 10, 'default'],
  ['what ends a moment later', facts([{ ...e, activeTo: new Date(at.getTime() + 1) }]), 1, 'episode'],
  ['what never ends', facts([{ ...e, activeTo: null }]), 1, 'episode'],
  ['the one that began last', facts([override('series', 4, { activeFrom: day(-3) }), s]), 2, 'series'],
  [
    'of two that began together the one made last',
    facts([s, override('series', 5, { createdAt: day(-1) })]),
    5,
    'series',
  ],
];

describe('the price', () => {
  it.each(cases)('with %s', (_name, given, coins, source) => {
    expect(resolvePrice(given, at)).toMatchObject({ coinsRequired: coins, priceSource: source });
  });

  it('is explained by all candidates in order of precedence', () => {
    const older = override('series', 9, { activeFrom: day(-9) });
    const over = override('episode', 8, { activeTo: day(-0.5) });
    const later = override('market', 7, { activeFrom: day(2), activeTo: null });
    const off = override('market', 6, { active: false, createdAt: day(-1) });
    const { candidates } = resolvePrice(facts([off, later, older, over, s, m]), at);
    expect(candidates.map(({ overrideId, source, outcome }) => [overrideId ?? source, outcome])).toEqual([
      [over.id, 'ended'],
      [s.id, 'applied'],
      [older.id, 'superseded'],
      [later.id, 'not_started'],
      [off.id, 'switched_off'],
      [m.id, 'outranked'],
      ['default', 'outranked'],
    ]);
  });

  /** The same rule, read from the sentence of the contract and written another way. */
  function expected({ overrides, episode: it, market, defaultCoins }: PriceFacts, moment: Date): number {
    const refs: Record<Scope, string | null> = { episode: it.id, series: it.seriesId, market };
    const best = (scope: Scope): number | undefined =>
      overrides
        .filter((one) => one.scope === scope && one.scopeRef === refs[scope] && one.active)
        .filter(({ activeFrom, activeTo }) => moment >= activeFrom && (activeTo === null || moment < activeTo))
        .reduce<Override | undefined>((latest, one) => (isLater(one, latest) ? one : latest), undefined)?.coins;
    const isFree = it.episodeNumber <= it.freeEpisodes ? 0 : undefined;
    return best('episode') ?? isFree ?? best('series') ?? best('market') ?? defaultCoins;
  }
  const isLater = (one: Override, other: Override | undefined): boolean =>
    !other ||
    one.activeFrom > other.activeFrom ||
    (one.activeFrom.getTime() === other.activeFrom.getTime() && one.createdAt > other.createdAt);

  it('does not depend on the order of overrides, and exactly one candidate is applied', () => {
    const { below: random, pick } = seededRandom(20261116);
    for (let round = 0; round < 500; round++) {
      const overrides = Array.from({ length: random(8) }, (_, n) =>
        override(pick(scopes), random(100), {
          activeFrom: day(random(7) - 4),
          activeTo: pick([null, day(random(4) + 3), day(0)]),
          active: random(4) > 0,
          createdAt: day(-10 - n),
          ...(random(4) === 0 && { scopeRef: 'other' }),
        }),
      ).filter(({ activeFrom, activeTo }) => activeTo === null || activeTo > activeFrom);
      const given = facts(overrides, {
        market: pick(['ID', 'EG', null]),
        episode: { ...episode, freeEpisodes: random(5) },
      });
      const price = resolvePrice(given, at);
      expect(price.coinsRequired).toBe(expected(given, at));
      expect(price.candidates.filter(({ outcome }) => outcome === 'applied')).toMatchObject([
        { coins: price.coinsRequired, source: price.priceSource, overrideId: price.overrideId },
      ]);
      expect(resolvePrice({ ...given, overrides: overrides.toReversed() }, at)).toEqual(price);
    }
  });
});
