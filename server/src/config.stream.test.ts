import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const inBase64 = (key: KeyObject): string =>
  Buffer.from(key.export({ type: 'pkcs8', format: 'pem' })).toString('base64');

describe('a hosted stream service', () => {
  const stream = {
    MEDIA_STREAM_API_URL: 'https://stream.example/accounts/1/stream/',
    MEDIA_STREAM_PLAYBACK_URL: 'https://play.example',
    MEDIA_STREAM_TOKEN: 'a token',
    MEDIA_STREAM_KEY_ID: 'key-1',
    MEDIA_STREAM_SIGNING_KEY: inBase64(privateKey),
  };
  it('is used when all of it is given', () => {
    expect(readConfig({ DATA_DIR, ...stream }).mediaStream).toEqual({
      apiUrl: 'https://stream.example/accounts/1/stream',
      playbackUrl: 'https://play.example',
      uploadUrl: 'https://stream.example/accounts/1/stream',
      token: 'a token',
      signingKey: { id: 'key-1', privateKey: expect.objectContaining({ asymmetricKeyType: 'rsa' }) },
    });
  });
  it('may take uploads elsewhere than where it is called', () => {
    const elsewhere = { ...stream, MEDIA_STREAM_UPLOAD_URL: 'https://upload.example' };
    expect(readConfig({ DATA_DIR, ...elsewhere }).mediaStream?.uploadUrl).toBe('https://upload.example');
  });
  it.each([
    ['text', 'no key'],
    ['an elliptic curve key', inBase64(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)],
  ])('is a fault when its key is %s, which is not shown', (_what, key) => {
    const read = () => readConfig({ DATA_DIR, ...stream, MEDIA_STREAM_SIGNING_KEY: key });
    expect(read).toThrow('MEDIA_STREAM_SIGNING_KEY must be an RSA key in PEM');
    expect(read).not.toThrow(key);
  });
  it.each(Object.keys(stream))('is a fault when %s is missing', (name) => {
    expect(() => readConfig({ DATA_DIR, ...stream, [name]: '' })).toThrow(`${name} is required`);
  });
});
