import { SignJWT } from 'jose';
import { readP256Key } from '../p256-key.ts';
import { callProvider } from './failures.ts';
import type { Environment, Usage, UsageQuestion } from './provider.ts';

/** The endpoint of the App Store Server API that takes answers to questions about consumption. */

export interface AppStoreKey {
  /** Of the key for the App Store Server API (In-App Purchase) in App Store Connect. */
  readonly keyId: string;
  readonly issuerId: string;
  /** The key itself: the content of the `.p8` file, or only its base64. */
  readonly privateKey: string;
}

export interface AppStoreApiOptions extends AppStoreKey {
  readonly bundleId: string;
  /** Without a slash at the end. */
  readonly baseUrls?: Readonly<Record<Environment, string>> | undefined;
}

const storeUrls: Readonly<Record<Environment, string>> = {
  production: 'https://api.storekit.apple.com',
  sandbox: 'https://api.storekit-sandbox.apple.com',
};
const audience = 'appstoreconnect-v1';
const tokenLife = '5m';
const callMs = 15_000;

/** The body of an answer. The store refuses one without the consent of the user. */
export interface ConsumptionAnswer {
  readonly customerConsented: true;
  readonly deliveryStatus: 'DELIVERED';
  readonly sampleContentProvided: true;
  /** In thousandths of a percent. */
  readonly consumptionPercentage?: number;
}

const wholePercentage = 100_000;

/** Episodes are free until the first paid one. The store computes the percentage of subscriptions itself. */
export function answerOf(
  { isSubscription }: Pick<UsageQuestion, 'isSubscription'>,
  { coinsBought, coinsSpent }: Usage,
): ConsumptionAnswer {
  return {
    customerConsented: true,
    deliveryStatus: 'DELIVERED',
    sampleContentProvided: true,
    ...(!isSubscription &&
      coinsBought > 0 && { consumptionPercentage: Math.floor((coinsSpent * wholePercentage) / coinsBought) }),
  };
}

/** Sends answers. They throw `ProviderCallFailed`. */
export function createAppStoreApi(options: AppStoreApiOptions) {
  const { bundleId, keyId, issuerId, baseUrls = storeUrls } = options;
  const privateKey = readP256Key(options.privateKey);
  if (!privateKey) throw new Error('the key of the App Store is not a P-256 key');
  const token = (): Promise<string> =>
    new SignJWT({ bid: bundleId })
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'JWT' })
      .setIssuer(issuerId)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime(tokenLife)
      .sign(privateKey);
  return async (question: UsageQuestion, usage: Usage): Promise<void> => {
    const { environment, transactionId } = question;
    await callProvider({
      method: 'PUT',
      url: `${baseUrls[environment]}/inApps/v2/transactions/consumption/${encodeURIComponent(transactionId)}`,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify(answerOf(question, usage)),
      timeoutMs: callMs,
    });
  };
}
