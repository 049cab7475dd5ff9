import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, it } from 'vitest';
import { mountPanel, type StreamOrigins } from './panel.ts';
import { createServer } from './server.ts';

const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-panel-'));
afterAll(() => rmSync(folder, { recursive: true }));

function serve(stream?: StreamOrigins) {
  const builds = { succeed: (): void => {}, fail: (_reason: Error): void => {} };
  const built = new Promise<void>((resolve, reject) => Object.assign(builds, { succeed: resolve, fail: reject }));
  const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
  mountPanel(app, { folder, built, cookieName: 'session', stream });
  const open = async (accept = 'text/html') => {
    const { statusCode, body, headers } = await app.inject({ url: '/series', headers: { accept } });
    return { status: statusCode, body, retryAfter: headers['retry-after'] };
  };
  return { app, builds, open };
}

it('While the panel is being built, browsers get a page that reloads; programs do not', async () => {
  const { open } = serve();
  expect(await open()).toMatchObject({ status: 503, body: expect.stringContaining('being built'), retryAfter: '1' });
  expect(await open('application/json')).toMatchObject({ status: 404 });
});

it('Once it is built, it is there', async () => {
  const { builds, open } = serve();
  writeFileSync(join(folder, 'index.html'), 'the panel');
  builds.succeed();
  await expect.poll(async () => (await open()).body).toBe('the panel');
  rmSync(join(folder, 'index.html'));
});

it('HEAD answers like GET without a body, for the page and for its files', async () => {
  const { app, builds, open } = serve();
  writeFileSync(join(folder, 'index.html'), 'the panel');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  builds.succeed();
  await expect.poll(async () => (await open()).body).toBe('the panel');
  for (const url of ['/', '/icon.svg']) {
    const headers = { accept: '*/*' };
    const [head, full] = [await app.inject({ method: 'HEAD', url, headers }), await app.inject({ url, headers })];
    expect([url, head.statusCode, head.body]).toEqual([url, 200, '']);
    expect(full.statusCode).toBe(200);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      expect([url, name, head.headers[name]]).toEqual([url, name, full.headers[name]]);
    }
  }
  rmSync(join(folder, 'index.html'));
  rmSync(join(folder, 'icon.svg'));
});

it('What a page will ask for is named with the page, to those who are signed in', async () => {
  const { app, builds, open } = serve();
  writeFileSync(join(folder, 'index.html'), 'the panel');
  const loads = {
    '*': ['/assets/shell.js'],
    '/users': ['/v1/me', '/assets/users.css', '/assets/users.js'],
    '/series': ['/v1/me', '/v1/series'],
    '/series?*': ['/v1/me'],
    '/in': [],
    '/users/$': ['/assets/user.js'],
  };
  writeFileSync(join(folder, 'first-loads.json'), JSON.stringify(loads));
  builds.succeed();
  await expect.poll(async () => (await open()).body).toBe('the panel');
  const linkAt = async (url: string, cookie = 'a=b; session=token') =>
    (await app.inject({ url, headers: { accept: 'text/html', cookie } })).headers.link;
  expect(await linkAt('/users?q=a')).toBe(
    [
      '</v1/me>; rel=preload; as=fetch; crossorigin',
      '</assets/users.css>; rel=preload; as=style; crossorigin',
      '</assets/users.js>; rel=modulepreload; fetchpriority=low',
    ].join(', '),
  );
  expect(await linkAt('/users/7')).toBe('</assets/user.js>; rel=modulepreload; fetchpriority=low');
  expect(await linkAt('/users/7/notes')).toBe('</assets/shell.js>; rel=modulepreload; fetchpriority=low');
  expect(await linkAt('/series')).toContain('/v1/series');
  expect(await linkAt('/series?q=a')).toBe('</v1/me>; rel=preload; as=fetch; crossorigin');
  expect(await linkAt('/in')).toBeUndefined();
  for (const cookie of ['a=b', 'my_session=token', 'a=b; other-session=token', 'a=session=token', 'sessions=token']) {
    expect([cookie, await linkAt('/users', cookie)]).toEqual([cookie, undefined]);
  }
  expect(await linkAt('/users', 'session=token;a=b')).toBeDefined();
  rmSync(join(folder, 'index.html'));
  rmSync(join(folder, 'first-loads.json'));
});

it('Without a build there is no panel, and the service works', async () => {
  const { builds, open } = serve();
  builds.fail(new Error('a build that failed'));
  await expect.poll(async () => (await open()).status).toBe(404);
});

it('A second page has an address and files of its own, and is nowhere else', async () => {
  const second = mkdtempSync(join(tmpdir(), 'cliffhanger-page-'));
  mkdirSync(join(second, 'assets'));
  writeFileSync(join(second, 'index.html'), 'the page');
  writeFileSync(join(second, 'assets', 'page-1.js'), 'its script');
  writeFileSync(join(folder, 'index.html'), 'the panel');
  const app = createServer({ logger: pino({ level: 'silent' }), tls: false, trustedProxies: 0 });
  const page = { path: '/viewer', folder: second };
  mountPanel(app, { folder, built: Promise.resolve(), cookieName: 'session', page });
  const open = async (url: string) => {
    const { statusCode, body, headers } = await app.inject({ url, headers: { accept: 'text/html' } });
    return [statusCode, statusCode === 200 ? body : '', headers['cache-control']];
  };
  await expect.poll(() => open('/viewer')).toEqual([200, 'the page', 'no-cache']);
  expect(await open('/viewer/assets/page-1.js')).toEqual([200, 'its script', 'public, max-age=31536000, immutable']);
  expect(await open('/viewers')).toEqual([200, 'the panel', 'no-cache']);
  for (const url of ['/viewer/other', '/viewer/assets/none.js', '/viewer/assets/../index.html/x']) {
    expect([url, (await open(url))[0]]).toEqual([url, 404]);
  }
  rmSync(second, { recursive: true });
  rmSync(join(folder, 'index.html'));
});

const playback = 'https://play.example';

it.each([
  ['its own videos', undefined, { media: "'self'", calls: "'self'" }],
  [
    'those of a stream service too, and upload to it',
    { playback, upload: 'https://upload.example' },
    { media: `'self' ${playback}`, calls: `'self' ${playback} https://upload.example` },
  ],
])('The page may show %s, and call nobody else', async (_name, stream, { media, calls }) => {
  const { app, builds, open } = serve(stream);
  writeFileSync(join(folder, 'index.html'), 'the panel');
  builds.succeed();
  await expect.poll(async () => (await open()).body).toBe('the panel');
  const { headers } = await app.inject({ url: '/', headers: { accept: 'text/html' } });
  const rules = String(headers['content-security-policy']).split('; ');
  const from = (name: string) => rules.find((rule) => rule.startsWith(`${name} `));
  expect(from('media-src')).toBe(`media-src ${media} blob:`);
  expect(from('img-src')).toBe(`img-src ${media} data: blob:`);
  expect(from('connect-src')).toBe(`connect-src ${calls}`);
  for (const name of ['default-src', 'script-src', 'worker-src', 'form-action']) {
    expect(from(name)).toBe(`${name} 'self'`);
  }
  rmSync(join(folder, 'index.html'));
});
