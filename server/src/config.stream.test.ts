import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'cliffhanger-config-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

describe('a hosted stream service', () => {
  const stream = {
    MEDIA_STREAM_API_URL: 'https://stream.example/accounts/1/stream/',
    MEDIA_STREAM_PLAYBACK_URL: 'https://play.example',
    MEDIA_STREAM_TOKEN: 'a token',
  };
  it('is used when all of it is given', () => {
    expect(readConfig({ DATA_DIR, ...stream }).mediaStream).toEqual({
      apiUrl: 'https://stream.example/accounts/1/stream',
      playbackUrl: 'https://play.example',
      uploadUrl: 'https://stream.example/accounts/1/stream',
      token: 'a token',
    });
  });
  it('may take uploads elsewhere than where it is called', () => {
    const elsewhere = { ...stream, MEDIA_STREAM_UPLOAD_URL: 'https://upload.example' };
    expect(readConfig({ DATA_DIR, ...elsewhere }).mediaStream?.uploadUrl).toBe('https://upload.example');
  });
  it.each(Object.keys(stream))('is a fault when %s is missing', (name) => {
    expect(() => readConfig({ DATA_DIR, ...stream, [name]: '' })).toThrow(`${name} is required`);
  });
});
