import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { head, patch } from '../../../../test/harness/tus.ts';
import { openLeases } from '../../files/lease.fixture.ts';
import { openProvider } from './provider.fixture.ts';

const { storage, base, provider, clip, moment, begin, databaseUrl } = await openProvider();

describe('an upload', () => {
  it('accepts chunks at the current offset', async () => {
    const { url } = await begin();
    expect((await head(url)).headers.get('upload-offset')).toBe('0');
    const first = await patch(url, 0, clip.subarray(0, 1000));
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '1000']);
    const looked = await head(url);
    expect([looked.status, looked.headers.get('upload-offset')]).toEqual([200, '1000']);
    expect(looked.headers.get('upload-length')).toBe(String(clip.length));
    expect(looked.headers.get('tus-resumable')).toBe('1.0.0');
    const last = await patch(url, 1000, clip.subarray(1000));
    expect(last.headers.get('upload-offset')).toBe(String(clip.length));
  });

  it('refuses wrong offsets, excess bytes, and requests without tus', async () => {
    const { url } = await begin(2000);
    await patch(url, 0, clip.subarray(0, 500));
    const wrong = await patch(url, 400, clip.subarray(400, 600));
    expect([wrong.status, await wrong.json()]).toEqual([
      409,
      { statusCode: 409, error: 'upload_offset_mismatch', uploadOffset: 500 },
    ]);
    expect((await patch(url, 600, clip.subarray(600, 700))).status).toBe(409);
    const large = await patch(url, 500, Buffer.alloc(1501));
    expect(await large.json()).toEqual({ statusCode: 413, error: 'payload_too_large', maxBytes: 2000 });
    expect((await patch(url, 'here', Buffer.alloc(1))).status).toBe(400);
    expect((await patch(url, 500, Buffer.alloc(1), { 'content-type': 'text/plain' })).status).toBe(415);
    const tooOld = await patch(url, 500, Buffer.alloc(1), { 'tus-resumable': '0.2.2' });
    expect([tooOld.status, tooOld.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    const lookedByOld = await head(url, { 'tus-resumable': '0.2.2' });
    expect([lookedByOld.status, lookedByOld.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    expect((await head(url)).headers.get('upload-offset')).toBe('500');
    expect((await head(`${base}/media/uploads/${'x'.repeat(32)}`)).status).toBe(404);
    expect((await head(`${base}/media/uploads/..%2f..%2fetc`)).status).toBe(404);
  });

  it('has a URL that cannot be derived from its id', async () => {
    const { id, url } = await begin(1000);
    expect(url.startsWith(`${base}/media/uploads/${id}.`)).toBe(true);
    for (const other of [id, `${id}.`, `${id}.${'x'.repeat(32)}`]) {
      const guessed = `${base}/media/uploads/${other}`;
      expect([(await head(guessed)).status, (await patch(guessed, 0, Buffer.alloc(10))).status]).toEqual([404, 404]);
    }
    expect((await head(url)).headers.get('upload-offset')).toBe('0');
  });

  it('of an earlier release continues at its old URL', async () => {
    const { id } = await begin(1000);
    const key = `videos/${id}/state.json`;
    const { uploadKey: _key, ...state } = JSON.parse((await storage.readText(key)) ?? '');
    await storage.write(key, JSON.stringify(state));
    expect((await patch(`${base}/media/uploads/${id}`, 0, Buffer.alloc(10))).status).toBe(204);
  });

  it('supports X-HTTP-Method-Override', async () => {
    const { url } = await begin(2000);
    const sent = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };
    const post = (offset: string, method: string, body: Buffer) =>
      fetch(url, {
        method: 'POST',
        headers: { ...sent, 'upload-offset': offset, 'x-http-method-override': method },
        body: new Uint8Array(body),
      });
    await patch(url, 0, clip.subarray(0, 500));
    const more = await post('500', 'PATCH', clip.subarray(500, 700));
    expect([more.status, more.headers.get('upload-offset')]).toEqual([204, '700']);
    expect((await post('0', 'HEAD', Buffer.alloc(0))).headers.get('upload-length')).toBe('2000');
    expect((await post('700', 'DELETE', Buffer.alloc(0))).status).toBe(404);
  });

  it('stops at the announced size, even without Content-Length', async () => {
    const { id, url } = await begin(1000);
    const flood = new ReadableStream<Uint8Array>({
      async pull(controller) {
        // One that never waits would only keep the processor busy until it is answered.
        await sleep(1);
        controller.enqueue(new Uint8Array(300));
      },
    });
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    const sent = fetch(url, { method: 'PATCH', headers, body: flood, duplex: 'half' });
    await sent.then(
      ({ status }) => expect(status).toBe(413),
      () => undefined,
    );
    expect(Number((await head(url)).headers.get('upload-offset'))).toBeLessThanOrEqual(1000);
    expect((await provider.find(id))?.status).toBe('uploading');
  });

  it('can start with a creation request, with or without bytes', async () => {
    const { url } = await begin();
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(clip.length) };
    const created = await fetch(url, { method: 'POST', headers });
    expect([created.status, created.headers.get('location'), created.headers.get('upload-offset')]).toEqual([
      201,
      url,
      '0',
    ]);
    const more = { ...headers, 'content-type': 'application/offset+octet-stream' };
    const sent = await fetch(url, { method: 'POST', headers: more, body: new Uint8Array(clip.subarray(0, 700)) });
    expect([sent.status, sent.headers.get('upload-offset')]).toEqual([201, '700']);
    const other = await fetch(url, { method: 'POST', headers: { ...headers, 'upload-length': '1' } });
    expect(other.status).toBe(400);
  });

  it('reports its capabilities', async () => {
    const { url } = await begin();
    const { status, headers } = await fetch(url, { method: 'OPTIONS' });
    expect([status, headers.get('tus-version'), headers.get('tus-max-size')]).toEqual([204, '1.0.0', '1000000000']);
  });

  it('survives an aborted connection, and one that returns before the first has closed', async () => {
    const { url } = await begin();
    const leaving = new AbortController();
    const headers = {
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
    };
    let sent = 0;
    const slow = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent >= 1200) await new Promise(() => {});
        controller.enqueue(new Uint8Array(clip.subarray(sent, sent + 600)));
        sent += 600;
      },
    });
    const first = fetch(url, { method: 'PATCH', headers, body: slow, duplex: 'half', signal: leaving.signal });
    const firstOffset = first.then((answer) => answer.headers.get('upload-offset')).catch(() => '1200');
    await expect.poll(async () => (await head(url)).headers.get('upload-offset')).toBe('1200');
    const second = await patch(url, 1200, clip.subarray(1200));
    expect([second.status, second.headers.get('upload-offset')]).toEqual([204, String(clip.length)]);
    leaving.abort();
    expect(await firstOffset).toBe('1200');
  });

  it('is busy while another process keeps receiving it', async () => {
    const { id, url } = await begin();
    const other = openLeases(databaseUrl);
    let leave = (): void => {};
    const stays = new Promise<void>((resolve) => {
      leave = resolve;
    });
    let [isHeld, isAsked] = [false, false];
    const held = other.leases.alone(`upload:${id}`, async (signal) => {
      isHeld = true;
      signal.addEventListener('abort', () => {
        isAsked = true;
      });
      await stays;
    });
    await expect.poll(() => isHeld && other.bus.isConnected).toBe(true);
    const busy = await patch(url, 0, clip);
    expect([busy.status, await busy.json()]).toEqual([423, { statusCode: 423, error: 'upload_busy' }]);
    expect(isAsked).toBe(true);
    expect((await head(url)).headers.get('upload-offset')).toBe('0');
    leave();
    await held;
    expect((await patch(url, 0, clip)).status).toBe(204);
    await other.close();
  });

  it('expires and is removed', async () => {
    const { id, url } = await begin();
    await patch(url, 0, clip.subarray(0, 100));
    moment.now = new Date('2030-01-02T00:00:01Z');
    expect((await head(url)).status).toBe(410);
    expect((await patch(url, 100, clip.subarray(100))).status).toBe(410);
    expect(await provider.sweep()).toBeGreaterThan(0);
    expect(await storage.changedAt(`videos/${id}`)).toBeUndefined();
    expect(await provider.find(id)).toBeUndefined();
    moment.now = new Date('2030-01-01T00:00:00Z');
  });
});
