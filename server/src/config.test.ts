import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { processPath } from '../test/harness/processes.ts';
import { ConfigFault, readConfig } from './config.ts';

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
  return () => rmSync(DATA_DIR, { recursive: true, force: true });
});

const secret = (name: string): string => `${name} secret of at least thirty-two bytes`;
const secrets = {
  ADMIN_JWT_SECRET: secret('admin'),
  USER_JWT_SECRET: secret('user'),
  MEDIA_WEBHOOK_SECRET: secret('media'),
  PAYMENTS_WEBHOOK_SECRET: secret('payments'),
};
const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://app@db.internal/cliffhanger', ...secrets };

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig({ DATA_DIR, ...env });
  } catch (error) {
    if (error instanceof ConfigFault) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('without any variable', () => {
  it('the service runs on this machine alone, with a database, a demo and secrets of its own', () => {
    const config = readConfig({ DATA_DIR }, false);
    expect(config).toMatchObject({
      production: false,
      port: 4000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      dataDir: DATA_DIR,
      demo: true,
      demoSize: 'full',
      bootstrapAdmin: undefined,
      jobs: true,
      mediaPlanMaxBytes: 30_000_000_000,
      mediaStream: undefined,
      storage: undefined,
      publicUrl: undefined,
      defaultCoinsPerEpisode: 10,
      rateLimits: true,
      corsOrigins: [],
      drainDelayS: 0,
      databasePools: { requests: undefined, jobs: undefined, reports: undefined },
      mfaRequired: false,
      metricsToken: undefined,
      trustedProxies: 0,
      tls: false,
      logFormat: 'json',
      logLevel: 'info',
    });
  });

  it('a terminal gets sentences, of the same level, unless the environment says otherwise', () => {
    expect(readConfig({ DATA_DIR }, true)).toMatchObject({ logFormat: 'pretty', logLevel: 'info' });
    expect(readConfig({ DATA_DIR, LOG_FORMAT: 'pretty' }, false).logFormat).toBe('pretty');
    expect(readConfig({ DATA_DIR, LOG_FORMAT: 'json' }, true)).toMatchObject({ logFormat: 'json', logLevel: 'info' });
  });

  it('or with empty ones, it is the same', () => {
    const empty = { PORT: '', HOST: ' ', DATABASE_URL: '', DEMO: '', JOBS: ' ', ADMIN_JWT_SECRET: '', NODE_ENV: '' };
    expect(readConfig({ DATA_DIR, ...empty })).toEqual(readConfig({ DATA_DIR }));
  });
});

describe('a bad variable is named', () => {
  it.each([
    ['PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['PORT', '-1', 'must be a whole number from 0 to 65535'],
    ['PORT', '4000.5', 'must be a whole number from 0 to 65535'],
    ['PORT', '0x10', 'must be a whole number from 0 to 65535'],
    ['PORT', 'http', 'must be a whole number from 0 to 65535'],
    ['DATABASE_URL', 'mysql://root@db/x', 'must begin with postgres://'],
    ['DATABASE_URL', 'localhost:5432', 'must begin with postgres://'],
    ['DATABASE_URL', 'postgres://u:p@db:port/x', 'must be an address like postgres://user@host:5432/name'],
    ['DATABASE_OWNER_URL', 'db', 'must begin with postgres://'],
    ['DATABASE_READ_URL', 'http://replica', 'must begin with postgres://'],
    ['DEMO', 'yes', 'must be one of true, false'],
    ['DEMO', 'TRUE', 'must be one of true, false'],
    ['DEMO_SIZE', 'huge', 'must be one of full, small'],
    ['JOBS', 'true', 'must be one of on, off'],
    ['RATE_LIMITS', '0', 'must be one of on, off'],
    ['CORS_ORIGINS', '*', 'must be addresses like https://shop.example, separated by commas'],
    ['DRAIN_DELAY_S', '301', 'must be a whole number from 0 to 300'],
    ['DATABASE_POOL', '1', 'must be a whole number from 2 to 1000'],
    ['MFA_REQUIRED', 'on', 'must be one of true, false'],
    ['LOG_LEVEL', 'loud', 'must be one of fatal, error, warn, info, debug, trace, silent'],
    ['NODE_ENV', 'Production', 'must be one of production, development, test'],
    ['NODE_ENV', 'prod', 'must be one of production, development, test'],
    ['MEDIA_PLAN_MAX_BYTES', '30000000001', 'must be a whole number from 1 to 30000000000'],
    ['MEDIA_RESERVE_BYTES', 'much', 'must be a whole number from 0 to 9007199254740991'],
    ['MEDIA_PLAN_MAX_BYTES', '0', 'must be a whole number from 1 to 30000000000'],
    ['PUBLIC_URL', 'panel.example', 'must be an address like https://panel.example'],
    ['DEFAULT_COINS_PER_EPISODE', '1e3', 'must be a whole number from 0 to 100000'],
    ['TRUSTED_PROXIES', 'true', 'must be a whole number from 0 to 10'],
    ['ADMIN_JWT_SECRET', 'x'.repeat(31), 'must be at least 32 bytes'],
    ['USER_JWT_SECRET', `${'x'.repeat(32)},short`, 'must be at least 32 bytes in each part'],
    ['MEDIA_WEBHOOK_SECRET', `${'x'.repeat(32)},`, 'must be at least 32 bytes in each part'],
    ['PAYMENTS_WEBHOOK_SECRET', 'secret', 'must be at least 32 bytes'],
    ['PAYMENTS_WEBHOOK_SECRET_CARD_WEB', `${'x'.repeat(32)},short`, 'must be at least 32 bytes in each part'],
    ['PAYMENTS_WEBHOOK_SECRET_PIGEON', 'x'.repeat(32), 'names no payment rail or family of rails'],
  ])('%s=%s', (name, value, message) => {
    expect(faultsOf({ [name]: value })).toEqual([`${name} ${message}`]);
  });

  it.each([
    [
      { BOOTSTRAP_ADMIN_EMAIL: 'root', BOOTSTRAP_ADMIN_PASSWORD: 'a quiet harbour' },
      'BOOTSTRAP_ADMIN_EMAIL must be an email address',
    ],
    [{ BOOTSTRAP_ADMIN_PASSWORD: 'a quiet harbour' }, 'BOOTSTRAP_ADMIN_EMAIL must be an email address'],
    [{ BOOTSTRAP_ADMIN_EMAIL: 'root@example.com' }, 'BOOTSTRAP_ADMIN_PASSWORD must have 12 to 128 characters'],
    [
      { BOOTSTRAP_ADMIN_EMAIL: 'root@example.com', BOOTSTRAP_ADMIN_PASSWORD: 'elevenchars' },
      'BOOTSTRAP_ADMIN_PASSWORD must have 12 to 128 characters',
    ],
  ])('with the one that it belongs to: %j', (env, message) => {
    expect(faultsOf({ ...env })).toEqual([message]);
  });

  it('together with all the others, and never with its value', () => {
    const faults = faultsOf({
      PORT: 'x',
      DEMO: 'x',
      LOG_LEVEL: 'x',
      ADMIN_JWT_SECRET: 'hunter2',
      DATABASE_URL: 'hunter2',
    });
    expect(new Set(faults.map((fault) => fault.split(' ')[0]))).toEqual(
      new Set(['ADMIN_JWT_SECRET', 'DATABASE_URL', 'DEMO', 'LOG_LEVEL', 'PORT']),
    );
    expect(faults.join()).not.toContain('hunter2');
  });

  it('and nothing is written before all are good', () => {
    expect(faultsOf({ PORT: 'x' })).toHaveLength(1);
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });
});

describe('in production', () => {
  it('the service starts with its database and its secrets, writes none, shows no demo, and insists on TLS', () => {
    const config = readConfig({ DATA_DIR, ...production });
    expect(config).toMatchObject({ production: true, demo: false, tls: true });
    expect(config.secrets).toMatchObject({ adminJwt: [secrets.ADMIN_JWT_SECRET], demoPassword: '' });
    expect(readdirSync(DATA_DIR)).toEqual([]);
  });

  it.each(['DATABASE_URL', ...Object.keys(secrets)])('%s is required', (name) => {
    expect(faultsOf({ ...production, [name]: '' })).toEqual([`${name} is required with NODE_ENV=production`]);
  });

  it('all missing variables are reported together', () => {
    expect(faultsOf({ NODE_ENV: 'production' })).toHaveLength(5);
  });

  it('a demo is refused', () => {
    expect(faultsOf({ ...production, DEMO: 'true' })).toEqual(['DEMO must not be true with NODE_ENV=production']);
  });
});

it.each([
  ['0.0.0.0', true],
  ['::', true],
  ['cliffhanger.example', true],
  ['127.0.0.1', false],
  ['::1', false],
  ['localhost', false],
])('at host %s, HSTS is sent: %s', (HOST, tls) => {
  expect(readConfig({ DATA_DIR, HOST }).tls).toBe(tls);
});

describe('secrets', () => {
  it('that are given as a list are kept in its order: the first signs, all verify', () => {
    const list = `${secret('young')}, ${secret('old')}`;
    expect(readConfig({ DATA_DIR, ADMIN_JWT_SECRET: list }).secrets.adminJwt).toEqual([secret('young'), secret('old')]);
  });

  it('of payment rails are by rail or family, each a list', () => {
    const { payments } = readConfig({
      DATA_DIR,
      PAYMENTS_WEBHOOK_SECRET_IOS_STORE: `${secret('young')},${secret('old')}`,
      PAYMENTS_WEBHOOK_SECRET_LOCALWALLET: secret('wallets'),
      PAYMENTS_WEBHOOK_SECRET_VAS: ' ',
    });
    const expected = { ios_store: [secret('young'), secret('old')], localwallet: [secret('wallets')] };
    expect(payments.webhookSecrets).toEqual(expected);
  });

  it('bind rails to providers, which need their settings', () => {
    expect(faultsOf({ PAYMENTS_PROVIDER_IOS_STORE: 'app-store', PAYMENTS_PROVIDER_ANDROID_STORE: 'play' })).toEqual([
      'APP_STORE_BUNDLE_ID is required by the provider app-store',
      'APP_STORE_ROOT_CERTIFICATE is required by the provider app-store',
      'APP_STORE_APP_ID is required by the provider app-store',
      'PLAY_SERVICE_ACCOUNT is required by the provider play',
      'PLAY_PACKAGE_NAME is required by the provider play',
      'PLAY_PUSH_AUDIENCE is required by the provider play',
      'PLAY_PUSH_EMAIL is required by the provider play',
    ]);
    expect(faultsOf({ PAYMENTS_PROVIDER_CARD_WEB: 'card', PAYMENTS_PROVIDER_VAS: 'aggregator' })).toEqual([
      'PAYMENTS_WEBHOOK_SECRET_CARD_WEB is required by the provider card',
      'PAYMENTS_WEBHOOK_SECRET_VAS is required by the provider aggregator',
      'PAYMENTS_PROVIDER_VAS may be aggregator only for ios_store, android_store, card_web',
    ]);
    expect(faultsOf({ PAYMENTS_PROVIDER_CARD_WEB: 'cash' })).toEqual([
      'PAYMENTS_PROVIDER_CARD_WEB must be one of neutral, app-store, play, card, aggregator',
    ]);
    expect(
      faultsOf({ APP_STORE_ROOT_CERTIFICATE: 'none', PLAY_SERVICE_ACCOUNT: '{}', CARD_PRODUCTS: 'price' }),
    ).toEqual([
      'APP_STORE_ROOT_CERTIFICATE must be a certificate, in PEM or as DER in base64',
      'PLAY_SERVICE_ACCOUNT must be the key file of a service account, in JSON',
      'CARD_PRODUCTS must be like price_1=vip_monthly,price_2=vip_yearly',
    ]);
    const card = { PAYMENTS_PROVIDER_CARD_WEB: 'card', PAYMENTS_WEBHOOK_SECRET_CARD_WEB: secret('card') };
    const { payments } = readConfig({ ...card, CARD_PRODUCTS: 'price_1=vip_monthly, price_2=vip_yearly' });
    const products = [...payments.card.products];
    expect([payments.providers, products]).toEqual([
      { card_web: 'card' },
      [
        ['price_1', 'vip_monthly'],
        ['price_2', 'vip_yearly'],
      ],
    ]);
  });

  it('for answers to the App Store belong together, and answers need the declared consent', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const der = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
    const together = 'is required with the other variables of the key, and with APP_STORE_CONSUMPTION_CONSENT=true';
    expect(faultsOf({ APP_STORE_KEY_ID: 'ABC', APP_STORE_PRIVATE_KEY: pem })).toEqual([
      `APP_STORE_ISSUER_ID ${together}`,
    ]);
    expect(faultsOf({ APP_STORE_CONSUMPTION_CONSENT: 'true' })).toEqual([
      `APP_STORE_KEY_ID ${together}`,
      `APP_STORE_ISSUER_ID ${together}`,
      `APP_STORE_PRIVATE_KEY ${together}`,
    ]);
    const key = { APP_STORE_KEY_ID: 'ABC', APP_STORE_ISSUER_ID: 'issuer', APP_STORE_PRIVATE_KEY: pem };
    const p384 = generateKeyPairSync('ec', { namedCurve: 'secp384r1' }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    });
    for (const wrong of ['secret', p384.toString()]) {
      expect(faultsOf({ ...key, APP_STORE_PRIVATE_KEY: wrong })).toEqual([
        'APP_STORE_PRIVATE_KEY must be the content of a .p8 file: a P-256 key in PKCS #8',
      ]);
    }
    const answersOf = (env: Record<string, string>) => readConfig({ DATA_DIR, ...env }).payments.appStore.answers;
    expect(answersOf(key)).toBeUndefined();
    for (const given of [pem, pem.replaceAll('\n', '\\n'), der]) {
      const consented = { ...key, APP_STORE_PRIVATE_KEY: given, APP_STORE_CONSUMPTION_CONSENT: 'true' };
      expect(answersOf(consented)).toMatchObject({ keyId: 'ABC', issuerId: 'issuer' });
    }
  });

  it('that are not given are made once, all different, and readable by their owner alone', () => {
    const first = readConfig({ DATA_DIR });
    expect(readConfig({ DATA_DIR })).toEqual(first);
    const file = join(DATA_DIR, 'secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const generated = Object.values(first.secrets).flat();
    expect(new Set(generated).size).toBe(5);
    for (const each of generated) expect(readFileSync(file, 'utf8')).toContain(each);
    expect(readdirSync(DATA_DIR)).toEqual(['secrets.json']);
  });

  it('that are given go before those that were made, which are kept', () => {
    const generated = readConfig({ DATA_DIR }).secrets;
    const given = readConfig({ DATA_DIR, ADMIN_JWT_SECRET: secret('given') }).secrets;
    expect(given).toEqual({ ...generated, adminJwt: [secret('given')] });
  });

  it('that three processes make at once are the same in all of them, whatever their umask', async () => {
    // Twenty first starts, each at the very same moment in all three.
    const args = [processPath('config-process.fixture'), DATA_DIR, String(Date.now() + 1_500), '20'];
    const start = () => promisify(execFile)(process.execPath, args, { env: { PATH: process.env.PATH } });
    const outputs = await Promise.all([start(), start(), start()]);
    expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    expect(outputs[0].stdout).toMatch(/^\[\{"adminJwt":\["[\w-]{43}"\]/);
    expect(statSync(join(DATA_DIR, '0', 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(DATA_DIR, '0'))).toEqual(['secrets.json']);
  });

  it.each([
    ['is empty', ''],
    ['is cut short', '{"adminJwt": "abc'],
    ['is a list', '[]'],
    ['is null', 'null'],
    [
      'lacks one',
      JSON.stringify({ adminJwt: secret('a'), userJwt: secret('b'), mediaWebhook: secret('c'), demoPassword: 'd' }),
    ],
    ['has one that is no text', JSON.stringify({ ...secrets, adminJwt: 7 })],
  ])('whose file %s stop the start with a line that names the file', (_, text) => {
    const file = join(DATA_DIR, 'secrets.json');
    writeFileSync(file, text);
    expect(faultsOf({})).toEqual([`${file} is damaged: remove it, and new secrets are generated`]);
  });

  it('that can be written nowhere stop the start with a line that names DATA_DIR', () => {
    const file = join(DATA_DIR, 'a file');
    writeFileSync(file, '');
    expect(faultsOf({ DATA_DIR: file })).toEqual([expect.stringMatching(/^DATA_DIR cannot be used: /)]);
  });
});
