import type { PaymentProvider } from '../../gateways/payments/provider.ts';
import { railSettingNames } from '../store/public.ts';

/** How the payment rails of this installation are bound to providers. */
export interface PaymentRails {
  /** Undefined for rails that speak the neutral format. */
  providerOf(rail: string): PaymentProvider | undefined;
  readonly sandbox: 'credit' | 'ignore';
  /** The rails and families that are bound to a provider. */
  readonly names: readonly string[];
}

/** `providers` are by the name of the rail, or of its family. */
export const createRails = (
  providers: ReadonlyMap<string, PaymentProvider>,
  sandbox: PaymentRails['sandbox'],
): PaymentRails => ({
  providerOf(rail) {
    const name = railSettingNames(rail).find((one) => providers.has(one));
    return name === undefined ? undefined : providers.get(name);
  },
  sandbox,
  names: [...providers.keys()],
});

export const neutralRails: PaymentRails = createRails(new Map(), 'credit');
