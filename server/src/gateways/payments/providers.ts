import { type AggregatorOptions, createAggregator } from './aggregator.ts';
import { type AppStoreOptions, createAppStore } from './app-store.ts';
import { createCard } from './card.ts';
import { openCardApi } from './card-api.ts';
import { createPlay, type PlayOptions } from './play.ts';
import { createPublisher } from './play-publisher.ts';
import type { PaymentProvider } from './provider.ts';

/** The rails that are bound to a provider; all others use the neutral format. */

export const providerNames = ['neutral', 'app-store', 'play', 'card', 'aggregator'] as const;
export type ProviderName = (typeof providerNames)[number];

export interface ProviderSettings {
  readonly appStore: AppStoreOptions;
  readonly play: Omit<PlayOptions, 'publisher'> & { readonly serviceAccount: string };
  readonly card: {
    readonly apiKey: string | undefined;
    readonly apiUrl: string | undefined;
    readonly products: ReadonlyMap<string, string>;
  };
  /** By rail. */
  readonly authorizations: Readonly<Record<string, readonly string[]>>;
  /** The secrets with which the messages of a rail are signed, by rail. */
  readonly webhookSecrets: Readonly<Record<string, readonly string[]>>;
}

const aggregatorOptions = (rail: string, settings: ProviderSettings): AggregatorOptions => ({
  rail,
  authorizations: settings.authorizations[rail] ?? [],
  signingSecrets: settings.webhookSecrets[rail] ?? [],
});

const adapters: Readonly<
  Record<Exclude<ProviderName, 'neutral'>, (rail: string, settings: ProviderSettings) => PaymentProvider>
> = {
  'app-store': (_rail, { appStore }) => createAppStore(appStore),
  play: (_rail, { play }) => createPlay({ ...play, publisher: createPublisher(play) }),
  card: (rail, { card: { apiKey, apiUrl, products }, webhookSecrets }) =>
    createCard({
      secrets: webhookSecrets[rail] ?? [],
      api: apiKey === undefined ? undefined : openCardApi({ key: apiKey, url: apiUrl }),
      products,
    }),
  aggregator: (rail, settings) => createAggregator(aggregatorOptions(rail, settings)),
};

/** The providers of rails, by the name of the rail or of its family such as `localwallet`. */
export function providersByRail(
  names: Readonly<Record<string, ProviderName>>,
  settings: ProviderSettings,
): ReadonlyMap<string, PaymentProvider> {
  const bound = new Map<string, PaymentProvider>();
  for (const [rail, name] of Object.entries(names)) {
    if (name !== 'neutral') bound.set(rail, adapters[name](rail, settings));
  }
  return bound;
}
