import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe('object storage', () => {
  const storage = {
    STORAGE_URL: 's3://films?endpoint=https://storage.example:9000/&region=eu-central-1',
    STORAGE_ACCESS_KEY_ID: 'a key',
    STORAGE_SECRET_ACCESS_KEY: 'a secret',
  };
  const read = (env: Record<string, string>) => () => readConfig({ DATA_DIR, ...env }).storage;

  it('is used when its address and a key are given', () => {
    const keys = { accessKeyId: 'a key', secretAccessKey: 'a secret' };
    expect(read(storage)()).toEqual({
      bucket: 'films',
      endpoint: 'https://storage.example:9000',
      region: 'eu-central-1',
      ...keys,
    });
    expect(read({ ...storage, STORAGE_URL: 's3://films?region=me-central-1' })()).toEqual({
      bucket: 'films',
      endpoint: 'https://s3.me-central-1.amazonaws.com',
      region: 'me-central-1',
      ...keys,
    });
  });
  it.each([
    'films',
    'https://storage.example/films',
    's3://Films',
    's3://films/folder',
    's3://key:a secret@films',
    's3://films?endpoint=storage.example',
    's3://films?endpoint=https://key:secret@storage.example',
    's3://films?region=eu%20central',
    's3://films?regoin=eu-central-1',
  ])('is a fault at the address %s, without a secret in it', (STORAGE_URL) => {
    expect(read({ ...storage, STORAGE_URL })).toThrow(/^STORAGE_URL must be like s3:/);
    expect(read({ ...storage, STORAGE_URL })).not.toThrow(/secret/);
  });
  it.each(['STORAGE_ACCESS_KEY_ID', 'STORAGE_SECRET_ACCESS_KEY'])('is a fault without %s', (name) => {
    expect(read({ ...storage, [name]: '' })).toThrow(`${name} is required with STORAGE_URL`);
  });
  it('is a fault if only its key is given', () => {
    expect(read({ ...storage, STORAGE_URL: '' })).toThrow('STORAGE_ACCESS_KEY_ID is only used with STORAGE_URL');
  });
});
