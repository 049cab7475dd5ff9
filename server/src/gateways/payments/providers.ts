import type { PaymentProvider } from './provider.ts';

/** The rails that are bound to a provider; all others speak the neutral format. */

export const providerNames = ['neutral', 'app-store', 'play', 'card', 'aggregator'] as const;
export type ProviderName = (typeof providerNames)[number];

/** By name. A provider is missing here if it is not configured. */
export type Adapters = Readonly<Partial<Record<ProviderName, PaymentProvider>>>;

/** Settings of rails are by the name of the rail, or of its family such as `localwallet`. */
export function providersByRail(
  names: Readonly<Record<string, ProviderName>>,
  adapters: Adapters,
): ReadonlyMap<string, PaymentProvider> {
  const bound = Object.entries(names).filter(([, name]) => name !== 'neutral');
  return new Map(
    bound.map(([rail, name]) => {
      const adapter = adapters[name];
      if (!adapter) throw new Error(`the payment rail ${rail} needs the provider ${name}, which is not configured`);
      return [rail, adapter];
    }),
  );
}
