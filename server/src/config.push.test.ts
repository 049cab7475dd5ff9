import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const other = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const account = { client_email: 'a@b.example', private_key: 'key', token_uri: 'https://oauth2.example/token' };

describe('APNs', () => {
  const apns = {
    APNS_KEY_ID: 'ABC123DEFG',
    APNS_TEAM_ID: 'DEF123GHIJ',
    APNS_PRIVATE_KEY: pem,
    APNS_TOPIC: 'com.example.app',
  };
  it('is used when all of it is given, in production unless the sandbox is named', () => {
    expect(readConfig({ DATA_DIR }).push.apns).toBeUndefined();
    expect(readConfig({ DATA_DIR, ...apns }).push.apns).toEqual({
      keyId: 'ABC123DEFG',
      teamId: 'DEF123GHIJ',
      privateKey: pem.trim(),
      topic: 'com.example.app',
      origin: 'https://api.push.apple.com',
    });
    const sandbox = readConfig({ DATA_DIR, ...apns, APNS_ENVIRONMENT: 'sandbox' });
    expect(sandbox.push.apns?.origin).toBe('https://api.sandbox.push.apple.com');
  });
  it.each(Object.keys(apns))('is a fault when %s is missing', (name) => {
    expect(() => readConfig({ DATA_DIR, ...apns, [name]: '' })).toThrow(`${name} is required`);
  });
  it.each([
    ['APNS_KEY_ID', 'short', 'must be ten letters and digits'],
    ['APNS_TEAM_ID', 'com.example', 'must be ten letters and digits'],
    ['APNS_PRIVATE_KEY', other, 'must be the content of a .p8 file'],
    ['APNS_ENVIRONMENT', 'test', 'must be one of production, sandbox'],
  ])('is a fault when %s is %j, which is not shown', (name, value, fault) => {
    const read = () => readConfig({ DATA_DIR, ...apns, [name]: value });
    expect(read).toThrow(`${name} ${fault}`);
    expect(read).not.toThrow(value);
  });
});

describe('FCM', () => {
  it('is used with the key file of a service account of a project', () => {
    const FCM_SERVICE_ACCOUNT = JSON.stringify({ ...account, project_id: 'app' });
    expect(readConfig({ DATA_DIR, FCM_SERVICE_ACCOUNT }).push.fcm).toEqual({ serviceAccount: FCM_SERVICE_ACCOUNT });
  });
  it.each(['{}', 'no key file', JSON.stringify(account)])('is a fault with %s', (FCM_SERVICE_ACCOUNT) => {
    expect(() => readConfig({ DATA_DIR, FCM_SERVICE_ACCOUNT })).toThrow(
      'FCM_SERVICE_ACCOUNT must be the key file of a service account of a project, in JSON',
    );
  });
});
