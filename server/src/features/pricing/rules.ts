/**
 * The price of an episode. In order of precedence: an override for the episode, the free episodes at the beginning of a
 * series, an override for the series, one for the user's market, the default. An override applies while it is switched on
 * and within its time window, whose end is exclusive.
 */

export const scopes = ['market', 'series', 'episode'] as const;
export type Scope = (typeof scopes)[number];

export const overrideStatuses = ['planned', 'running', 'ended', 'off'] as const;
export type OverrideStatus = (typeof overrideStatuses)[number];

/** In order of precedence. */
export const priceSources = ['episode', 'free_episode', 'series', 'market', 'default'] as const;
export type PriceSource = (typeof priceSources)[number];

export const maxCoins = 100_000;

export interface Override {
  readonly id: string;
  readonly scope: Scope;
  /** Country of the market, or id of the series or episode. */
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

/** `outranked` by a source with precedence, `superseded` by a later override of the same scope. */
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
  /** All sources, in order of precedence. */
  readonly candidates: readonly Candidate[];
}

export interface PriceFacts {
  readonly episode: PricedEpisode;
  readonly market: string | null;
  readonly defaultCoins: number;
  /** Overrides of other episodes, series and markets are ignored. */
  readonly overrides: readonly Override[];
}

/** `valid`, or why an override does not apply at a time. */
function outcomeAt({ active, activeFrom, activeTo }: Override, at: Date): Outcome | 'valid' {
  if (!active) return 'switched_off';
  if (at < activeFrom) return 'not_started';
  return activeTo && at >= activeTo ? 'ended' : 'valid';
}

/** When the next of the overrides starts or ends. */
export function nextEdge(overrides: readonly Override[], at: Date): Date | undefined {
  const edges = overrides.flatMap(({ active, activeFrom, activeTo }) => (active ? [activeFrom, activeTo] : []));
  return edges.reduce<Date | undefined>((first, edge) => {
    if (edge === null || edge <= at) return first;
    return first === undefined || edge < first ? edge : first;
  }, undefined);
}

/** Within a scope the override with the latest start comes first, then the one created last. */
const latestFirst = (one: Override, other: Override): number =>
  other.activeFrom.getTime() - one.activeFrom.getTime() ||
  other.createdAt.getTime() - one.createdAt.getTime() ||
  (one.id < other.id ? 1 : -1);

type Source = Omit<Candidate, 'outcome'> & { readonly validity: Outcome | 'valid' };

function sourcesInOrder({ episode, market, defaultCoins, overrides }: PriceFacts, at: Date): Source[] {
  const of = (scope: Scope, scopeRef: string | null): Source[] =>
    overrides
      .filter((one) => one.scope === scope && one.scopeRef === scopeRef)
      .toSorted(latestFirst)
      .map((one) => ({
        source: scope,
        overrideId: one.id,
        coins: one.coins,
        activeFrom: one.activeFrom,
        activeTo: one.activeTo,
        validity: outcomeAt(one, at),
      }));
  const always = (source: PriceSource, coins: number): Source => ({
    source,
    coins,
    overrideId: null,
    activeFrom: null,
    activeTo: null,
    validity: 'valid',
  });
  return [
    ...of('episode', episode.id),
    ...(episode.episodeNumber <= episode.freeEpisodes ? [always('free_episode', 0)] : []),
    ...of('series', episode.seriesId),
    ...of('market', market),
    always('default', defaultCoins),
  ];
}

export function resolvePrice(facts: PriceFacts, at: Date): Price {
  const sources = sourcesInOrder(facts, at);
  const winner = sources.find(({ validity }) => validity === 'valid');
  const candidates = sources.map(({ validity, ...candidate }): Candidate => {
    if (validity !== 'valid') return { ...candidate, outcome: validity };
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
