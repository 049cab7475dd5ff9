/**
 * What an episode costs. The first answer wins: an override for the episode, the free episodes at the beginning of a
 * series, an override for the series, one for the viewer's market, the default. Overrides count while they are switched
 * on, from their first moment up to but without their last.
 */

export const scopes = ['market', 'series', 'episode'] as const;
export type Scope = (typeof scopes)[number];

/** Whether an override is still to come, counts now, is over or was switched off. */
export const overrideStatuses = ['planned', 'running', 'ended', 'off'] as const;
export type OverrideStatus = (typeof overrideStatuses)[number];

/** In the order in which they are asked. */
export const priceSources = ['episode', 'free_episode', 'series', 'market', 'default'] as const;
export type PriceSource = (typeof priceSources)[number];

export const maxCoins = 100_000;

export interface Override {
  readonly id: string;
  readonly scope: Scope;
  /** The country of a market, the id of a series or an episode. */
  readonly scopeRef: string;
  readonly coins: number;
  readonly activeFrom: Date;
  readonly activeTo: Date | null;
  readonly active: boolean;
  readonly createdAt: Date;
}

export interface PricedEpisode {
  readonly id: string;
  readonly seriesId: string;
  readonly episodeNumber: number;
  readonly freeEpisodes: number;
}

/** `outranked` by a source that is asked before, `superseded` by a later override of the same scope. */
export const outcomes = ['applied', 'outranked', 'superseded', 'not_started', 'ended', 'switched_off'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Candidate {
  readonly source: PriceSource;
  readonly overrideId: string | null;
  readonly coins: number;
  readonly activeFrom: Date | null;
  readonly activeTo: Date | null;
  readonly outcome: Outcome;
}

export interface Price {
  readonly coinsRequired: number;
  readonly priceSource: PriceSource;
  readonly overrideId: string | null;
  /** Everything that could have said the price, in the order in which it was asked. */
  readonly candidates: readonly Candidate[];
}

export interface PriceFacts {
  readonly episode: PricedEpisode;
  readonly market: string | null;
  readonly defaultCoins: number;
  /** Those of other episodes, series and markets are passed over. */
  readonly overrides: readonly Override[];
}

/** Whether it counts at a moment; if not, why. */
function outcomeAt({ active, activeFrom, activeTo }: Override, at: Date): Outcome | 'counts' {
  if (!active) return 'switched_off';
  if (at < activeFrom) return 'not_started';
  return activeTo && at >= activeTo ? 'ended' : 'counts';
}

/** The first moment after this at which one of the overrides begins or ends. */
export function nextEdge(overrides: readonly Override[], at: Date): Date | undefined {
  const edges = overrides.flatMap(({ active, activeFrom, activeTo }) => (active ? [activeFrom, activeTo] : []));
  return edges.reduce<Date | undefined>((first, edge) => {
    if (edge === null || edge <= at) return first;
    return first === undefined || edge < first ? edge : first;
  }, undefined);
}

/** Of one scope the override that began last comes first, then the one that was made last. */
const latestFirst = (one: Override, other: Override): number =>
  other.activeFrom.getTime() - one.activeFrom.getTime() ||
  other.createdAt.getTime() - one.createdAt.getTime() ||
  (one.id < other.id ? 1 : -1);

type Asked = Omit<Candidate, 'outcome'> & { readonly ownOutcome: Outcome | 'counts' };

function askedInOrder({ episode, market, defaultCoins, overrides }: PriceFacts, at: Date): Asked[] {
  const of = (scope: Scope, scopeRef: string | null): Asked[] =>
    overrides
      .filter((one) => one.scope === scope && one.scopeRef === scopeRef)
      .toSorted(latestFirst)
      .map((one) => ({
        source: scope,
        overrideId: one.id,
        coins: one.coins,
        activeFrom: one.activeFrom,
        activeTo: one.activeTo,
        ownOutcome: outcomeAt(one, at),
      }));
  const always = (source: PriceSource, coins: number): Asked => ({
    source,
    coins,
    overrideId: null,
    activeFrom: null,
    activeTo: null,
    ownOutcome: 'counts',
  });
  return [
    ...of('episode', episode.id),
    ...(episode.episodeNumber <= episode.freeEpisodes ? [always('free_episode', 0)] : []),
    ...of('series', episode.seriesId),
    ...of('market', market),
    always('default', defaultCoins),
  ];
}

/** What an episode costs in a market at a moment, and why. */
export function resolvePrice(facts: PriceFacts, at: Date): Price {
  const asked = askedInOrder(facts, at);
  const winner = asked.find(({ ownOutcome }) => ownOutcome === 'counts');
  const candidates = asked.map(({ ownOutcome, ...candidate }): Candidate => {
    if (ownOutcome !== 'counts') return { ...candidate, outcome: ownOutcome };
    if (winner?.overrideId === candidate.overrideId && winner.source === candidate.source) {
      return { ...candidate, outcome: 'applied' };
    }
    return { ...candidate, outcome: candidate.source === winner?.source ? 'superseded' : 'outranked' };
  });
  return {
    coinsRequired: winner?.coins ?? facts.defaultCoins,
    priceSource: winner?.source ?? 'default',
    overrideId: winner?.overrideId ?? null,
    candidates,
  };
}
