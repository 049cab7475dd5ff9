import { importPKCS8, SignJWT } from 'jose';
import type { ConsumptionQuestion } from './app-store.ts';
import { callProvider } from './failures.ts';
import type { Environment } from './provider.ts';

/** The endpoint of the App Store Server API that takes answers to questions about consumption. */

export interface AppStoreApiOptions {
  readonly bundleId: string;
  /** Of the key for the App Store Server API (In-App Purchase) in App Store Connect. */
  readonly keyId: string;
  readonly issuerId: string;
  /** The key itself: PKCS #8 in PEM, as in the `.p8` file. */
  readonly privateKey: string;
  /** Without a slash at the end. */
  readonly baseUrls?: Readonly<Record<Environment, string>>;
}

const storeUrls: Readonly<Record<Environment, string>> = {
  production: 'https://api.storekit.apple.com',
  sandbox: 'https://api.storekit-sandbox.apple.com',
};
const audience = 'appstoreconnect-v1';
const tokenLife = '5m';
const callMs = 15_000;

/** The figures of the ledger for one purchase. */
export interface Consumption {
  readonly coinsGranted: number;
  /** Of those coins, how many the user has spent. */
  readonly coinsSpent: number;
  readonly isDelivered: boolean;
  /** Whether the app lets users try the content before they pay. */
  readonly sampleContentProvided: boolean;
}

/** The body of the answer; users must have consented to it. */
export interface ConsumptionAnswer {
  readonly customerConsented: true;
  readonly deliveryStatus: 'DELIVERED' | 'UNDELIVERED_OTHER';
  readonly sampleContentProvided: boolean;
  /** In thousandths of a percent. */
  readonly consumptionPercentage?: number;
}

const wholePercentage = 100_000;

/**
 * Answers with what the ledger knows. Undefined if the user has not consented: the store refuses such an answer. It computes
 * the percentage of subscriptions itself.
 */
export function answerConsumption(
  { isSubscription }: Pick<ConsumptionQuestion, 'isSubscription'>,
  { coinsGranted, coinsSpent, isDelivered, sampleContentProvided }: Consumption,
  hasConsented: boolean,
): ConsumptionAnswer | undefined {
  if (!hasConsented) return undefined;
  const spent = Math.min(Math.max(coinsSpent, 0), coinsGranted);
  const hasPercentage = !isSubscription && coinsGranted > 0;
  return {
    customerConsented: true,
    deliveryStatus: isDelivered ? 'DELIVERED' : 'UNDELIVERED_OTHER',
    sampleContentProvided,
    ...(hasPercentage && { consumptionPercentage: Math.floor((spent * wholePercentage) / coinsGranted) }),
  };
}

export interface AppStoreApi {
  /** Throws `ProviderCallFailed`. */
  sendConsumption(environment: Environment, transactionId: string, answer: ConsumptionAnswer): Promise<void>;
}

export function createAppStoreApi(options: AppStoreApiOptions): AppStoreApi {
  const { bundleId, keyId, issuerId, privateKey, baseUrls = storeUrls } = options;
  const token = async (): Promise<string> =>
    new SignJWT({ bid: bundleId })
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
      .setIssuer(issuerId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(tokenLife)
      .sign(await importPKCS8(privateKey, 'ES256'));
  return {
    async sendConsumption(environment, transactionId, answer) {
      await callProvider({
        method: 'PUT',
        url: `${baseUrls[environment]}/inApps/v2/transactions/consumption/${encodeURIComponent(transactionId)}`,
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        body: JSON.stringify(answer),
        timeoutMs: callMs,
      });
    },
  };
}
