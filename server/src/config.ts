import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Type } from 'typebox';
import { hasRailSettings } from './features/store/rules.ts';
import type { IdentityProviderSettings } from './gateways/identity/id-tokens.ts';
import { readP256Key } from './gateways/p256-key.ts';
import { aggregatedRails } from './gateways/payments/aggregator.ts';
import { isRootCertificate } from './gateways/payments/app-store-jws.ts';
import { type ProviderName, type ProviderSettings, providerNames } from './gateways/payments/providers.ts';
import { apnsOrigins } from './gateways/push/apns.ts';
import { isFcmAccount } from './gateways/push/fcm.ts';
import { readServiceAccount } from './gateways/service-account.ts';
import { parseOrUndefined } from './kit/http/validate.ts';
import { readJsonBody } from './kit/json.ts';
import { ConfigFault, storedSecrets } from './stored-secrets.ts';

export { ConfigFault } from './stored-secrets.ts';

/** The only reader of environment variables. Each invalid variable stops the start with one line. */

export type Config = ReturnType<typeof readConfig>;

/** The configuration of endpoints. */
export type EndpointConfig = Pick<
  Config,
  | 'secrets'
  | 'tls'
  | 'demo'
  | 'defaultCoinsPerEpisode'
  | 'approverCooldownHours'
  | 'granterDailyLimit'
  | 'refunderDailyLimitCents'
  | 'promoBudgetWithoutApproval'
  | 'compDaysWithoutApproval'
  | 'userIdentityProviders'
> & { readonly payments: Pick<PaymentSettings, 'webhookSecrets'> };

/** Lists: the first secret signs, all verify. */
export interface Secrets {
  adminJwt: string[];
  userJwt: string[];
  mediaWebhook: string[];
  /** Of the payment rails without a secret of their own. */
  paymentsWebhook: string[];
  /** The password of the demo accounts, different in each installation. */
  demoPassword: string;
}

/** Settings of rails are by the name of the rail, or of its family such as `localwallet`. */
export interface PaymentSettings extends ProviderSettings {
  readonly providers: Readonly<Record<string, ProviderName>>;
  readonly sandbox: 'credit' | 'ignore';
}

type Env = Readonly<Record<string, string | undefined>>;

const secretVariables = {
  adminJwt: 'ADMIN_JWT_SECRET',
  userJwt: 'USER_JWT_SECRET',
  mediaWebhook: 'MEDIA_WEBHOOK_SECRET',
  paymentsWebhook: 'PAYMENTS_WEBHOOK_SECRET',
} as const;

/** A closed list, because a mistyped `production` would start with generated secrets and the demo. */
const environments = ['production', 'development', 'test'];
const secretNames = [...Object.keys(secretVariables), 'demoPassword'];
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const maxPlanBytes = 30_000_000_000;
const shortestSecret = 32;

/** Reads variables and collects their faults, so that all are reported at once. */
class Reader {
  readonly faults: string[] = [];
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  text(name: string): string | undefined {
    const value = this.#env[name]?.trim();
    return value === '' ? undefined : value;
  }

  /** The variables that are set and begin with this. */
  namesWith(prefix: string): string[] {
    return Object.keys(this.#env).filter((name) => name.startsWith(prefix) && this.text(name) !== undefined);
  }

  fault(name: string, message: string): void {
    this.faults.push(`${name} ${message}`);
  }

  oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const value = this.text(name) ?? fallback;
    const word = words.find((one) => one === value);
    if (word === undefined) this.fault(name, `must be one of ${words.join(', ')}`);
    return word ?? fallback;
  }

  whole(name: string, fallback: number, least: number, most: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= least && number <= most) return number;
    this.fault(name, `must be a whole number from ${least} to ${most}`);
    return fallback;
  }

  /** The empty text if it is missing. */
  requiredIf(isRequired: boolean, name: string, message: string): string {
    const value = this.text(name);
    if (value === undefined && isRequired) this.fault(name, message);
    return value ?? '';
  }

  optionalWhole(name: string, least: number, most: number): number | undefined {
    return this.text(name) === undefined ? undefined : this.whole(name, least, least, most);
  }

  databaseUrl(name: string): string | undefined {
    const value = this.text(name);
    if (value && !/^postgres(ql)?:\/\//.test(value)) this.fault(name, 'must begin with postgres://');
    else if (value && !URL.canParse(value)) this.fault(name, 'must be an address like postgres://user@host:5432/name');
    return value;
  }

  /** A URL without a slash at the end. */
  webUrl(name: string): string | undefined {
    const value = this.text(name);
    if (value && !(/^https?:\/\//.test(value) && URL.canParse(value))) {
      this.fault(name, 'must be an address like https://panel.example');
    }
    return value?.replace(/\/+$/, '');
  }

  origins(name: string, example: string): string[] {
    const origins = (this.text(name) ?? '').split(',').flatMap((part) => part.trim() || []);
    if (origins.some((one) => !/^https?:/.test(one) || !URL.canParse(one) || new URL(one).origin !== one)) {
      this.fault(name, `must be addresses like ${example}, separated by commas`);
    }
    return origins;
  }

  secrets(name: string, required: boolean): string[] | undefined {
    const value = this.text(name);
    if (value === undefined) {
      if (required) this.fault(name, 'is required with NODE_ENV=production');
      return undefined;
    }
    const list = value.split(',').map((part) => part.trim());
    const short = list.some((part) => Buffer.byteLength(part) < shortestSecret);
    if (short) this.fault(name, `must be at least ${shortestSecret} bytes${list.length > 1 ? ' in each part' : ''}`);
    return list;
  }
}

/** Variables of one rail or family each, such as `PAYMENTS_WEBHOOK_SECRET_IOS_STORE`, by the name of the rail. */
function byRail<Value>(read: Reader, prefix: string, parse: (name: string) => Value | undefined) {
  const values: Record<string, Value> = {};
  for (const name of read.namesWith(prefix)) {
    const rail = name.slice(prefix.length).toLowerCase();
    const value = parse(name);
    if (!hasRailSettings(rail)) read.fault(name, 'names no payment rail or family of rails');
    else if (value !== undefined) values[rail] = value;
  }
  return values;
}

function migratesAtStart(read: Reader, databaseUrl: string | undefined, demo: boolean): boolean {
  if (read.oneOf('MIGRATIONS', ['apply', 'check'], 'apply') === 'apply') return true;
  if (!databaseUrl) read.fault('MIGRATIONS', 'must be apply without DATABASE_URL');
  if (demo) read.fault('MIGRATIONS', 'must be apply with DEMO=true');
  return false;
}

/** What `npm run migrate` needs: the owner, and the login of the service if it is another one. */
export function readMigrationUrls(env: Env = process.env): { owner: string; service: string | undefined } {
  const read = new Reader(env);
  const service = read.databaseUrl('DATABASE_URL');
  const owner = read.databaseUrl('DATABASE_OWNER_URL') ?? service;
  if (owner === undefined) read.fault('DATABASE_OWNER_URL', 'is required');
  if (owner === undefined || read.faults.length > 0) throw new ConfigFault(read.faults.join('\n'));
  return { owner, service: service === owner ? undefined : service };
}

export function readConfig(env: Env = process.env, isTerminal?: boolean) {
  const read = new Reader(env);
  const production = read.oneOf('NODE_ENV', environments, 'development') === 'production';
  const databaseUrl = read.databaseUrl('DATABASE_URL');
  const host = read.text('HOST') ?? '127.0.0.1';
  const isLoopback = ['127.0.0.1', '::1', 'localhost'].includes(host);
  const demo = hasDemo(read, isLoopback && !databaseUrl, production);
  if (production && !databaseUrl) read.fault('DATABASE_URL', 'is required with NODE_ENV=production');
  const dataDir = resolve(read.text('DATA_DIR') ?? '.data');
  const given = Object.entries(secretVariables).map(([key, name]) => [key, read.secrets(name, production)] as const);
  const config = {
    production,
    port: read.whole('PORT', 4000, 0, 65_535),
    host,
    /** Undefined: the embedded database is used. */
    databaseUrl,
    /** The owner, for migrations, if it is not the user of the service. */
    databaseOwnerUrl: read.databaseUrl('DATABASE_OWNER_URL'),
    /** Whether the start migrates the database, or only checks that `npm run migrate` has. */
    migratesAtStart: migratesAtStart(read, databaseUrl, demo),
    databaseReadUrl: read.databaseUrl('DATABASE_READ_URL'),
    /** Connections of this process for each kind of work; undefined: the default. */
    databasePools: {
      requests: read.optionalWhole('DATABASE_POOL', 2, 1_000),
      jobs: read.optionalWhole('DATABASE_JOBS_POOL', 2, 1_000),
      reports: read.optionalWhole('DATABASE_REPORTS_POOL', 2, 1_000),
    },
    dataDir,
    demo,
    /** The size of the demo data; the small one is created faster. */
    demoSize: read.oneOf('DEMO_SIZE', ['full', 'small'] as const, 'full'),
    bootstrapAdmin: bootstrapAdmin(read),
    /** OpenID Connect providers with which users may sign in. */
    userIdentityProviders: userIdentityProviders(read, production),
    payments: paymentSettings(read),
    jobs: read.oneOf('JOBS', ['on', 'off'], 'on') === 'on',
    mediaPlanMaxBytes: read.whole('MEDIA_PLAN_MAX_BYTES', maxPlanBytes, 1, maxPlanBytes),
    /** Disk space that uploads leave free; undefined: 1 GiB, or a twentieth of the disk if that is less. */
    mediaReserveBytes: read.optionalWhole('MEDIA_RESERVE_BYTES', 0, Number.MAX_SAFE_INTEGER),
    /** Object storage for files; undefined: they are stored in the data folder. */
    storage: objectStorage(read),
    /** A hosted video service; without one, videos are stored in the data folder. */
    mediaStream: mediaStream(read),
    /** Push services: Web Push, FCM and APNs. Without one, pushes to its devices are logged, or refused in production. */
    push: pushSettings(read, production),
    /** The public URL; by default where the service listens. */
    publicUrl: read.webUrl('PUBLIC_URL'),
    defaultCoinsPerEpisode: read.whole('DEFAULT_COINS_PER_EPISODE', 10, 0, 100_000),
    /** How long an admin who was created, promoted or reset by a requester may not approve for them; 0: no limit. */
    approverCooldownHours: read.whole('APPROVER_COOLDOWN_HOURS', 0, 0, 24 * 365),
    /** Coins that an admin may grant per UTC day without approval; undefined: no limit. */
    granterDailyLimit: read.optionalWhole('GRANTER_DAILY_LIMIT', 1, Number.MAX_SAFE_INTEGER),
    /** US cents that an admin may refund per UTC day without approval. */
    refunderDailyLimitCents: read.optionalWhole('REFUNDER_DAILY_LIMIT_CENTS', 1, Number.MAX_SAFE_INTEGER),
    /** Days of free subscriptions that a user may get in 30 days without approval. */
    compDaysWithoutApproval: read.optionalWhole('COMP_DAYS_WITHOUT_APPROVAL', 1, Number.MAX_SAFE_INTEGER),
    /** Coins that an admin may add to promo budgets per UTC day without approval. */
    promoBudgetWithoutApproval: read.optionalWhole('PROMO_BUDGET_WITHOUT_APPROVAL', 1, Number.MAX_SAFE_INTEGER),
    /** Origins whose pages may call the mobile endpoints. */
    corsOrigins: read.origins('CORS_ORIGINS', 'https://shop.example'),
    /** How long the service continues after SIGTERM while `/readyz` already fails. */
    drainDelayS: read.whole('DRAIN_DELAY_S', 0, 0, 300),
    rateLimits: read.oneOf('RATE_LIMITS', ['on', 'off'], 'on') === 'on',
    mfaRequired: read.oneOf('MFA_REQUIRED', ['true', 'false'], 'false') === 'true',
    metricsToken: read.text('METRICS_TOKEN'),
    /** The number of proxies in front of the service; determines the hop with the client's address. */
    trustedProxies: read.whole('TRUSTED_PROXIES', 0, 0, 10),
    /** Whether browsers use TLS. */
    tls: production || !isLoopback,
    ...logging(read, isTerminal),
  };
  if (read.faults.length > 0) throw new ConfigFault(read.faults.join('\n'));
  return { ...config, secrets: completeSecrets(Object.fromEntries(given), dataDir, production) };
}

const readIdentityProviders = parseOrUndefined(
  Type.Array(
    Type.Object(
      {
        name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,39}$' }),
        issuer: Type.String({ pattern: '^https?://' }),
        audiences: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
        jwksUrl: Type.String({ pattern: '^https?://' }),
      },
      { additionalProperties: false },
    ),
  ),
);

function userIdentityProviders(read: Reader, production: boolean): IdentityProviderSettings[] {
  const name = 'USER_OIDC_PROVIDERS';
  const providers = readIdentityProviders(readJsonBody(Buffer.from(read.text(name) ?? '[]')));
  const reserved = ['guest', 'password', 'none'];
  if (!providers || providers.some((one) => !URL.canParse(one.jwksUrl) || reserved.includes(one.name))) {
    read.fault(name, 'must be a JSON list of objects with name, issuer, audiences and jwksUrl');
    return [];
  }
  if (new Set(providers.map((one) => one.name)).size < providers.length) read.fault(name, 'has a name twice');
  if (production && providers.some(({ jwksUrl }) => !jwksUrl.startsWith('https:'))) {
    read.fault(name, 'must have a jwksUrl with https');
  }
  return providers;
}

function paymentSettings(read: Reader): PaymentSettings {
  const providers = byRail(read, 'PAYMENTS_PROVIDER_', (name) => read.oneOf(name, providerNames, 'neutral'));
  const webhookSecrets = byRail(read, 'PAYMENTS_WEBHOOK_SECRET_', (name) => read.secrets(name, false));
  const authorizations = byRail(read, 'PAYMENTS_AUTHORIZATION_', (name) => read.secrets(name, false));
  for (const [rail, name] of Object.entries(providers)) {
    const isSigned = name === 'card' || name === 'aggregator';
    if (isSigned && !webhookSecrets[rail] && !(name === 'aggregator' && authorizations[rail])) {
      read.fault(`PAYMENTS_WEBHOOK_SECRET_${rail.toUpperCase()}`, `is required by the provider ${name}`);
    }
    if (name === 'aggregator' && !aggregatedRails.includes(rail)) {
      read.fault(`PAYMENTS_PROVIDER_${rail.toUpperCase()}`, `may be aggregator only for ${aggregatedRails.join(', ')}`);
    }
  }
  return {
    providers,
    webhookSecrets,
    authorizations,
    appStore: appStoreSettings(read, Object.values(providers).includes('app-store')),
    play: playSettings(read, Object.values(providers).includes('play')),
    card: { apiKey: read.text('CARD_API_KEY'), apiUrl: read.webUrl('CARD_API_URL'), products: productsByPrice(read) },
    sandbox: read.oneOf('PAYMENTS_SANDBOX', ['credit', 'ignore'] as const, 'credit'),
  };
}

function appStoreSettings(read: Reader, isUsed: boolean): ProviderSettings['appStore'] {
  const required = (name: string) => read.requiredIf(isUsed, name, 'is required by the provider app-store');
  const bundleId = required('APP_STORE_BUNDLE_ID');
  const rootCertificate = required('APP_STORE_ROOT_CERTIFICATE');
  required('APP_STORE_APP_ID');
  if (rootCertificate !== '' && !isRootCertificate(rootCertificate)) {
    read.fault('APP_STORE_ROOT_CERTIFICATE', 'must be a certificate, in PEM or as DER in base64');
  }
  const appAppleId = read.whole('APP_STORE_APP_ID', 0, 1, Number.MAX_SAFE_INTEGER);
  const rootCertificates = rootCertificate === '' ? [] : [rootCertificate];
  return { bundleId, appAppleId, rootCertificates, answers: appStoreAnswers(read) };
}

/** Undefined without a key, or if the operator has not declared that users consent. */
function appStoreAnswers(read: Reader): ProviderSettings['appStore']['answers'] {
  const consent = 'APP_STORE_CONSUMPTION_CONSENT';
  const hasConsent = read.oneOf(consent, ['true', 'false'], 'false') === 'true';
  const names = ['APP_STORE_KEY_ID', 'APP_STORE_ISSUER_ID', 'APP_STORE_PRIVATE_KEY'] as const;
  const isNeeded = hasConsent || names.some((name) => read.text(name) !== undefined);
  const [keyId = '', issuerId = '', privateKey = ''] = names.map((name) =>
    read.requiredIf(isNeeded, name, `is required with the other variables of the key, and with ${consent}=true`),
  );
  if (privateKey !== '' && !readP256Key(privateKey)) {
    read.fault('APP_STORE_PRIVATE_KEY', 'must be the content of a .p8 file: a P-256 key in PKCS #8');
    return undefined;
  }
  return hasConsent && privateKey !== '' ? { keyId, issuerId, privateKey } : undefined;
}

function playSettings(read: Reader, isUsed: boolean): ProviderSettings['play'] {
  const required = (name: string) => read.requiredIf(isUsed, name, 'is required by the provider play');
  const serviceAccount = required('PLAY_SERVICE_ACCOUNT');
  if (serviceAccount !== '' && !readServiceAccount(serviceAccount)) {
    read.fault('PLAY_SERVICE_ACCOUNT', 'must be the key file of a service account, in JSON');
  }
  return {
    packageName: required('PLAY_PACKAGE_NAME'),
    pushAudience: required('PLAY_PUSH_AUDIENCE'),
    pushEmail: required('PLAY_PUSH_EMAIL'),
    serviceAccount,
  };
}

/** `CARD_PRODUCTS=price_1=vip_monthly,price_2=vip_yearly` */
function productsByPrice(read: Reader): ReadonlyMap<string, string> {
  const pairs = (read.text('CARD_PRODUCTS') ?? '').split(',').filter((pair) => pair.trim() !== '');
  return new Map(
    pairs.flatMap((pair) => {
      const [price = '', product = '', ...more] = pair.split('=').map((part) => part.trim());
      if (price !== '' && product !== '' && more.length === 0) return [[price, product] as const];
      read.fault('CARD_PRODUCTS', 'must be like price_1=vip_monthly,price_2=vip_yearly');
      return [];
    }),
  );
}

/** By default if the service can only be reached from this machine. */
function hasDemo(read: Reader, byDefault: boolean, production: boolean): boolean {
  const demo = read.oneOf('DEMO', ['true', 'false'], byDefault && !production ? 'true' : 'false') === 'true';
  if (demo && production) read.fault('DEMO', 'must not be true with NODE_ENV=production');
  return demo;
}

/** JSON, or text in a terminal. */
function logging(read: Reader, isTerminal = process.stdout.isTTY) {
  const logFormat = read.oneOf('LOG_FORMAT', ['json', 'pretty'], isTerminal ? 'pretty' : 'json');
  return { logFormat, logLevel: read.oneOf('LOG_LEVEL', logLevels, 'info') };
}

function bootstrapAdmin(read: Reader) {
  const email = read.text('BOOTSTRAP_ADMIN_EMAIL');
  const password = read.text('BOOTSTRAP_ADMIN_PASSWORD');
  if (!email && !password) return undefined;
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email)) read.fault('BOOTSTRAP_ADMIN_EMAIL', 'must be an email address');
  if (!password || password.length < 12 || password.length > 128) {
    read.fault('BOOTSTRAP_ADMIN_PASSWORD', 'must have 12 to 128 characters');
  }
  return email && password ? { email, password } : undefined;
}

const storageForm = 'must be like s3://bucket?endpoint=https://storage.example&region=us-east-1';

function objectStorage(read: Reader) {
  const given = read.text('STORAGE_URL');
  const keys = ['STORAGE_ACCESS_KEY_ID', 'STORAGE_SECRET_ACCESS_KEY'] as const;
  if (given === undefined) {
    for (const name of keys) if (read.text(name)) read.fault(name, 'is only used with STORAGE_URL');
    return undefined;
  }
  const [accessKeyId, secretAccessKey] = keys.map((name) =>
    read.requiredIf(true, name, 'is required with STORAGE_URL'),
  );
  const place = bucketAt(given);
  if (place === undefined) read.fault('STORAGE_URL', storageForm);
  return place && accessKeyId && secretAccessKey ? { ...place, accessKeyId, secretAccessKey } : undefined;
}

/** Undefined if it has another form, which includes credentials and unknown settings. */
function bucketAt(text: string): { bucket: string; endpoint: string; region: string } | undefined {
  const [, bucket, query = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?(?:\?(.*))?$/.exec(text) ?? [];
  const settings = new URLSearchParams(query);
  const region = settings.get('region') ?? 'us-east-1';
  const endpoint = (settings.get('endpoint') ?? `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  const isKnown = [...settings.keys()].every((name) => ['endpoint', 'region'].includes(name));
  const isAddress = /^https?:\/\/[^/?#@]+(?:\/[^?#]*)?$/.test(endpoint) && URL.canParse(endpoint);
  const hasForm = isKnown && isAddress && /^[\w-]+$/.test(region);
  return bucket !== undefined && hasForm ? { bucket, endpoint, region } : undefined;
}

const requiredByStream = [
  'MEDIA_STREAM_API_URL',
  'MEDIA_STREAM_PLAYBACK_URL',
  'MEDIA_STREAM_TOKEN',
  'MEDIA_STREAM_KEY_ID',
  'MEDIA_STREAM_SIGNING_KEY',
];

function mediaStream(read: Reader) {
  const apiUrl = read.webUrl('MEDIA_STREAM_API_URL');
  const playbackUrl = read.webUrl('MEDIA_STREAM_PLAYBACK_URL');
  const uploadUrl = read.webUrl('MEDIA_STREAM_UPLOAD_URL') ?? apiUrl;
  const token = read.text('MEDIA_STREAM_TOKEN');
  const keyId = read.text('MEDIA_STREAM_KEY_ID');
  if (!apiUrl && !playbackUrl && !token && !keyId) return undefined;
  for (const name of requiredByStream) {
    if (!read.text(name)) read.fault(name, 'is required with the other MEDIA_STREAM variables');
  }
  const privateKey = readSigningKey(read);
  if (!apiUrl || !playbackUrl || !uploadUrl || !token || !keyId || !privateKey) return undefined;
  return { apiUrl, playbackUrl, uploadUrl, token, signingKey: { id: keyId, privateKey } };
}

/** An RSA key in PEM, in Base64 as the service returns it. */
function readSigningKey(read: Reader): KeyObject | undefined {
  const given = read.text('MEDIA_STREAM_SIGNING_KEY');
  if (!given) return undefined;
  try {
    const key = createPrivateKey(Buffer.from(given, 'base64'));
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // Reported below, without the key.
  }
  read.fault('MEDIA_STREAM_SIGNING_KEY', 'must be an RSA key in PEM, encoded in Base64');
  return undefined;
}

function pushSettings(read: Reader, production: boolean) {
  const privateKey = read.text('VAPID_PRIVATE_KEY');
  const subject = read.text('VAPID_SUBJECT');
  if (privateKey && Buffer.from(privateKey, 'base64url').length !== 32) {
    read.fault('VAPID_PRIVATE_KEY', 'must be 32 bytes in base64url');
  }
  if (privateKey && !subject) read.fault('VAPID_SUBJECT', 'is required with VAPID_PRIVATE_KEY');
  if (subject && !/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject)) {
    read.fault('VAPID_SUBJECT', 'must be like mailto:push@example.com or https://example.com');
  }
  const privateOrigins = read.origins('PUSH_PRIVATE_ORIGINS', 'http://push.internal:8080');
  const vapid = privateKey && subject ? { privateKey, subject } : undefined;
  return { vapid, privateOrigins, fcm: fcmSettings(read), apns: apnsSettings(read), isLogged: !production };
}

function fcmSettings(read: Reader) {
  const serviceAccount = read.text('FCM_SERVICE_ACCOUNT');
  if (serviceAccount === undefined) return undefined;
  if (isFcmAccount(serviceAccount)) return { serviceAccount };
  read.fault('FCM_SERVICE_ACCOUNT', 'must be the key file of a service account of a project, in JSON');
  return undefined;
}

/** Of Apple: ten letters and digits. */
const appleId = /^[A-Z0-9]{10}$/;

function apnsSettings(read: Reader) {
  const environment = read.oneOf('APNS_ENVIRONMENT', ['production', 'sandbox'] as const, 'production');
  const names = ['APNS_KEY_ID', 'APNS_TEAM_ID', 'APNS_PRIVATE_KEY', 'APNS_TOPIC'] as const;
  if (names.every((name) => read.text(name) === undefined)) return undefined;
  const [keyId = '', teamId = '', privateKey = '', topic = ''] = names.map((name) =>
    read.requiredIf(true, name, 'is required with the other APNS variables'),
  );
  for (const [name, id] of [['APNS_KEY_ID', keyId] as const, ['APNS_TEAM_ID', teamId] as const]) {
    if (id !== '' && !appleId.test(id)) read.fault(name, 'must be ten letters and digits');
  }
  if (privateKey !== '' && !readP256Key(privateKey)) {
    read.fault('APNS_PRIVATE_KEY', 'must be the content of a .p8 file: a P-256 key in PKCS #8');
  }
  return { keyId, teamId, privateKey, topic, origin: apnsOrigins[environment] };
}

/** Secrets that are not configured are generated once and stored in the data folder, readable only by its owner. */
function completeSecrets(given: Record<string, string[] | undefined>, dataDir: string, production: boolean): Secrets {
  const stored = production ? {} : storedSecrets(dataDir, secretNames);
  const of = (key: keyof typeof secretVariables): string[] =>
    given[key] ?? [stored[key] ?? randomBytes(32).toString('base64url')];
  return {
    adminJwt: of('adminJwt'),
    userJwt: of('userJwt'),
    mediaWebhook: of('mediaWebhook'),
    paymentsWebhook: of('paymentsWebhook'),
    demoPassword: stored.demoPassword ?? '',
  };
}
