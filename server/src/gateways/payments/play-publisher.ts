import { type Static, type TSchema, Type } from 'typebox';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import { createTokenSource, readServiceAccount, type ServiceAccount } from '../service-account.ts';
import { callProvider, ProviderCallFailed } from './failures.ts';

/** The publisher API of Play (androidpublisher v3), called as a service account. Every method throws `ProviderCallFailed`. */

export interface PublisherOptions {
  readonly packageName: string;
  /** The key file of the service account, in JSON. */
  readonly serviceAccount: string;
  /** Without a slash at the end. */
  readonly baseUrl?: string;
}

const text = Type.Optional(Type.String());
const flag = Type.Optional(Type.Boolean());
const Money = Type.Object({ currencyCode: Type.String(), units: text, nanos: Type.Optional(Type.Integer()) });
export type Money = Static<typeof Money>;

/** `purchases.productsv2`. */
export const ProductPurchase = Type.Object({
  purchaseStateContext: Type.Object({ purchaseState: Type.String() }),
  productLineItem: Type.Array(
    Type.Object({
      productId: Type.String(),
      productOfferDetails: Type.Optional(
        Type.Object({ quantity: Type.Optional(Type.Integer()), consumptionState: text }),
      ),
    }),
  ),
  orderId: text,
  obfuscatedExternalAccountId: text,
  regionCode: text,
  purchaseCompletionTime: text,
  /** Only test purchases have it. */
  testPurchaseContext: Type.Optional(Type.Object({})),
});
export type ProductPurchase = Static<typeof ProductPurchase>;

/** `purchases.subscriptionsv2`. */
export const SubscriptionPurchase = Type.Object({
  subscriptionState: Type.String(),
  startTime: text,
  regionCode: text,
  linkedPurchaseToken: text,
  acknowledgementState: text,
  testPurchase: Type.Optional(Type.Object({})),
  externalAccountIdentifiers: Type.Optional(Type.Object({ obfuscatedExternalAccountId: text })),
  lineItems: Type.Array(
    Type.Object({
      productId: Type.String(),
      expiryTime: text,
      latestSuccessfulOrderId: text,
      autoRenewingPlan: Type.Optional(Type.Object({ autoRenewEnabled: flag, recurringPrice: Type.Optional(Money) })),
      offerPhase: Type.Optional(Type.Object({ freeTrial: Type.Optional(Type.Object({})) })),
      itemReplacement: Type.Optional(Type.Object({ productId: text })),
    }),
  ),
});
export type SubscriptionPurchase = Static<typeof SubscriptionPurchase>;

const RefundDetails = Type.Optional(Type.Object({ total: Type.Optional(Money) }));

/** `orders`. */
export const Order = Type.Object({
  orderId: Type.String(),
  state: text,
  total: Type.Optional(Money),
  tax: Type.Optional(Money),
  developerRevenueInBuyerCurrency: Type.Optional(Money),
  lineItems: Type.Optional(
    Type.Array(
      Type.Object({
        productId: text,
        total: Type.Optional(Money),
        tax: Type.Optional(Money),
        subscriptionDetails: Type.Optional(Type.Object({ servicePeriodStartTime: text, servicePeriodEndTime: text })),
      }),
    ),
  ),
  orderHistory: Type.Optional(
    Type.Object({
      partialRefundEvents: Type.Optional(
        Type.Array(Type.Object({ createTime: Type.String(), state: text, refundDetails: RefundDetails })),
      ),
      refundEvent: Type.Optional(
        Type.Object({ eventTime: Type.String(), refundReason: text, refundDetails: RefundDetails }),
      ),
    }),
  ),
});
export type Order = Static<typeof Order>;

const VoidedPurchases = Type.Object({
  voidedPurchases: Type.Optional(
    Type.Array(
      Type.Object({
        purchaseToken: Type.String(),
        orderId: Type.String(),
        voidedTimeMillis: Type.String(),
        voidedQuantity: Type.Optional(Type.Integer()),
      }),
    ),
  ),
  tokenPagination: Type.Optional(Type.Object({ nextPageToken: text })),
});
export type VoidedPurchase = NonNullable<Static<typeof VoidedPurchases>['voidedPurchases']>[number];

export interface Publisher {
  getProduct(purchaseToken: string): Promise<ProductPurchase>;
  getSubscription(purchaseToken: string): Promise<SubscriptionPurchase>;
  getOrder(orderId: string): Promise<Order>;
  consume(productId: string, purchaseToken: string): Promise<void>;
  acknowledgeSubscription(productId: string, purchaseToken: string): Promise<void>;
  /** Purchases that were refunded, revoked or charged back in a time that began at most 30 days ago, in pages. */
  listVoided(from: Date, to: Date): AsyncIterable<readonly VoidedPurchase[]>;
}

const publisherUrl = 'https://androidpublisher.googleapis.com';
const scope = 'https://www.googleapis.com/auth/androidpublisher';
const callMs = 15_000;

function requiredAccount(content: string): ServiceAccount {
  const account = readServiceAccount(content);
  if (!account) throw new Error('the service account is not the key file of a service account');
  return account;
}

/** An assertion that is refused is a fault of our account. */
const refuseAccount = (error: unknown): never => {
  if (!(error instanceof ProviderCallFailed) || error.isRetryable) throw error;
  throw new ProviderCallFailed(error.message, { isRetryable: false, status: 401, cause: error });
};

export function createPublisher({ packageName, serviceAccount, baseUrl = publisherUrl }: PublisherOptions): Publisher {
  const tokens = createTokenSource(requiredAccount(serviceAccount), scope);
  const app = `${baseUrl}/androidpublisher/v3/applications/${encodeURIComponent(packageName)}`;

  async function call(method: 'GET' | 'POST', path: string, renew = false): Promise<unknown> {
    const headers = {
      authorization: `Bearer ${await tokens(renew).catch(refuseAccount)}`,
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    };
    try {
      const body = method === 'POST' ? { body: '{}' } : {};
      return await callProvider({ method, url: `${app}/${path}`, headers, ...body, timeoutMs: callMs });
    } catch (error) {
      const isStale = error instanceof ProviderCallFailed && error.status === 401 && !renew;
      if (isStale) return call(method, path, true);
      throw error;
    }
  }

  function reader<S extends TSchema>(schema: S, what: string): (path: string) => Promise<Static<S>> {
    const read = parseOrUndefined(schema);
    return async (path) => {
      const value = read(await call('GET', path));
      if (value) return value;
      throw new ProviderCallFailed(`unexpected response about ${what}`, { isRetryable: false });
    };
  }
  const readProduct = reader(ProductPurchase, 'a purchase');
  const readSubscription = reader(SubscriptionPurchase, 'a subscription');
  const readOrder = reader(Order, 'an order');
  const readVoided = reader(VoidedPurchases, 'voided purchases');

  return {
    getProduct: (token) => readProduct(`purchases/productsv2/tokens/${encodeURIComponent(token)}`),
    getSubscription: (token) => readSubscription(`purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`),
    getOrder: (orderId) => readOrder(`orders/${encodeURIComponent(orderId)}`),
    async consume(productId, purchaseToken) {
      const [product, token] = [productId, purchaseToken].map(encodeURIComponent);
      await call('POST', `purchases/products/${product}/tokens/${token}:consume`);
    },
    async acknowledgeSubscription(productId, purchaseToken) {
      const [product, token] = [productId, purchaseToken].map(encodeURIComponent);
      await call('POST', `purchases/subscriptions/${product}/tokens/${token}:acknowledge`);
    },
    async *listVoided(from, to) {
      let pageToken: string | undefined;
      do {
        const query = new URLSearchParams({
          startTime: String(from.getTime()),
          endTime: String(to.getTime()),
          // Subscriptions as well.
          type: '1',
          includeQuantityBasedPartialRefund: 'true',
          ...(pageToken !== undefined && { token: pageToken }),
        });
        const page = await readVoided(`purchases/voidedpurchases?${query.toString()}`);
        yield page.voidedPurchases ?? [];
        pageToken = page.tokenPagination?.nextPageToken;
      } while (pageToken !== undefined);
    },
  };
}
