import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Certificates and signed data like those of the App Store, with keys of our own. */

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.of(tag, ...length), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const time = (moment: string): Buffer =>
  der(0x18, Buffer.from(`${moment.replaceAll(/[-:T]|\.\d+/g, '').replace('Z', '')}Z`));
const name = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))));

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'));
const basicConstraints = (isAuthority: boolean): Buffer =>
  sequence(
    oid('551d13'),
    der(0x01, Buffer.of(0xff)),
    der(0x04, sequence(...(isAuthority ? [der(0x01, Buffer.of(0xff))] : []))),
  );
const mark = (hex: string): Buffer => sequence(oid(hex), der(0x04, Buffer.of(0x05, 0x00)));

export const marks = {
  leaf: '2a864886f76364060b01',
  intermediate: '2a864886f76364060201',
  other: '2a864886f76364060c01',
};

interface CertificateOptions {
  readonly subject: string;
  readonly isAuthority?: boolean;
  readonly mark?: string;
  readonly from?: string;
  readonly to?: string;
  readonly curve?: string;
}

export interface Certificate {
  readonly subject: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** DER in base64, as in `x5c`. */
  readonly text: string;
}

let serial = 0;

/** Issues a certificate; without an issuer it signs itself. */
export function issue(options: CertificateOptions, issuer?: Certificate): Certificate {
  const { subject, isAuthority = false, from = '2025-01-01T00:00:00Z', to = '2035-01-01T00:00:00Z' } = options;
  const { curve = 'prime256v1' } = options;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: curve });
  const extensions = [basicConstraints(isAuthority), ...(options.mark === undefined ? [] : [mark(options.mark)])];
  const content = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1, ++serial & 0x7f)),
    ecdsaWithSha256,
    name(issuer?.subject ?? subject),
    sequence(time(from), time(to)),
    name(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', content, issuer?.privateKey ?? privateKey);
  const whole = sequence(content, ecdsaWithSha256, der(0x03, Buffer.of(0), signature));
  return { subject, privateKey, publicKey, text: whole.toString('base64') };
}

export const root = issue({ subject: 'Root', isAuthority: true });
export const intermediate = issue({ subject: 'Intermediate', isAuthority: true, mark: marks.intermediate }, root);
export const leaf = issue({ subject: 'Leaf', mark: marks.leaf }, intermediate);

/** Any object: tests sign what the store would not. */
export type Json = Readonly<Record<string, unknown>>;

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export interface SigningOptions {
  readonly header?: Json;
  readonly chain?: readonly unknown[];
  readonly key?: KeyObject;
}

const wholeChain = [leaf.text, intermediate.text, root.text];

/** Signs like the store: ES256, with the chain in the header. */
export function signData(
  claims: Json,
  { header = {}, chain = wholeChain, key = leaf.privateKey }: SigningOptions = {},
): string {
  const content = `${encoded({ alg: 'ES256', x5c: chain, ...header })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' });
  return `${content}.${signature.toString('base64url')}`;
}

export const ours = { bundleId: 'com.example.cliffhanger', appAppleId: 1234567890, rootCertificates: [root.text] };
export const signedAt = Date.parse('2026-03-01T12:00:00Z');
export const userId = '01930000-0000-7000-8000-000000000011';

export const coinPack: Json = {
  transactionId: '2000000000000001',
  originalTransactionId: '2000000000000001',
  bundleId: ours.bundleId,
  productId: 'coins_100',
  purchaseDate: signedAt - 5_000,
  originalPurchaseDate: signedAt - 5_000,
  quantity: 1,
  type: 'Consumable',
  appAccountToken: userId.toUpperCase(),
  inAppOwnershipType: 'PURCHASED',
  signedDate: signedAt,
  environment: 'Production',
  transactionReason: 'PURCHASE',
  storefront: 'EGY',
  storefrontId: '143516',
  price: 49_990,
  currency: 'EGP',
};

const day = 86_400_000;
export const subscription: Json = {
  ...coinPack,
  transactionId: '2000000000000102',
  originalTransactionId: '2000000000000100',
  productId: 'vip_monthly',
  type: 'Auto-Renewable Subscription',
  expiresDate: signedAt + 30 * day,
};
export const renewalInfo: Json = {
  originalTransactionId: '2000000000000100',
  autoRenewProductId: 'vip_monthly',
  productId: 'vip_monthly',
  autoRenewStatus: 1,
  signedDate: signedAt,
  environment: 'Production',
};

interface NotificationParts {
  readonly type: string;
  readonly subtype?: string;
  readonly transaction?: Json | string;
  readonly renewal?: Json | string;
  readonly data?: Json;
  readonly claims?: Json;
}

export function notificationClaims({ type, subtype, transaction, renewal, data, claims }: NotificationParts): Json {
  const signed = (part: Json | string): string => (typeof part === 'string' ? part : signData(part));
  return {
    notificationType: type,
    ...(subtype !== undefined && { subtype }),
    notificationUUID: '7e3fb20b-4cdb-47cc-936d-99d65f608138',
    version: '2.0',
    signedDate: signedAt,
    data: {
      bundleId: ours.bundleId,
      appAppleId: ours.appAppleId,
      environment: 'Production',
      ...(transaction && { signedTransactionInfo: signed(transaction) }),
      ...(renewal && { signedRenewalInfo: signed(renewal) }),
      ...data,
    },
    ...claims,
  };
}

export const bodyOf = (signedPayload: unknown): Buffer => Buffer.from(JSON.stringify({ signedPayload }));
export const notificationBody = (parts: NotificationParts, options: SigningOptions = {}): Buffer =>
  bodyOf(signData(notificationClaims(parts), options));
