import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { formOf } from '../../../test/harness/form.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { announcedPng, plainPng } from '../../../test/harness/png.ts';
import { signIn } from '../../../test/harness/sign-in.ts';
import { openMediaWorld } from './media-world.fixture.ts';

vi.setConfig({ testTimeout: 180_000 });

const maxWaiting = 2;
const { world, editor, image } = await openMediaWorld({ limits: { images: { maxWaiting, deadlineMs: 120_000 } } });
const greedy = await openMediaWorld({ limits: { images: { memoryBytes: 200 * 1024 * 1024, deadlineMs: 120_000 } } });
const slow = await openMediaWorld({ limits: { images: { deadlineMs: 600 } } });
const hurried = await openMediaWorld({ limits: { images: { answerMs: 20, deadlineMs: 120_000 } } });
const address = world.site.ownUrl();

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 90 } } });
/** As large as we take them, and of the kind that takes longest to read and has to be held as a whole. */
const largest = plainPng({ width: 8000, height: 5000, isInterlaced: true });

/** Sends a picture over the network, where an answer of 503 is an answer like others. */
async function post(bytes: Buffer, to = { address, token: editor.token }) {
  const { payload, contentType } = formOf({ kind: 'poster' }, { name: 'picture', bytes });
  const answer = await fetch(`${to.address}/v1/admin/media/uploads/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${to.token}`, 'content-type': contentType },
    body: new Uint8Array(payload),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body };
}

describe('large images', () => {
  it('are processed one by one; few wait, and other requests do not', async () => {
    await image(await picture(20, 20).png().toBuffer());
    const large = await picture(3000, 2000).webp({ effort: 0 }).toBuffer();
    let answered = 0;
    const sent = Array.from({ length: 6 }, async () => {
      const answer = await post(large);
      if (answer.status === 201) answered++;
      return answer;
    });
    await Promise.race(sent);
    for (let count = 0; count < 3; count++) {
      expect((await fetch(`${address}/healthz`)).status).toBe(200);
      expect((await signIn(world, { email: editor.email })).status).toBe(200);
    }
    expect(answered, 'images were done before sign-ins').toBe(0);
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 503, 503, 503]);
    for (const { status, body, retryAfter } of answers) {
      if (status === 201) continue;
      expect(body).toEqual({ statusCode: 503, error: 'unavailable' });
      expect(Number(retryAfter)).toBeGreaterThan(0);
    }
    expect((await post(await picture(20, 20).jpeg().toBuffer())).status).toBe(201);
  });

  it('of sixteen concurrent forms all get a place in the queue', async () => {
    const { world: usual } = greedy;
    const editors = await Promise.all(Array.from({ length: 4 }, () => makeAdminActor(usual, 'content_manager')));
    const width = testCount(600, { long: 1500 });
    const large = await picture(width, (width * 2) / 3)
      .webp()
      .toBuffer();
    const senders = [...editors, ...editors, ...editors, ...editors];
    const sent = senders.map(({ token }) => post(large, { address: usual.site.ownUrl(), token }));
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(201));
  });

  it('that are not read in time get 503, like those waiting, with a time to retry', async () => {
    const to = { address: hurried.world.site.ownUrl(), token: hurried.editor.token };
    const answers = await Promise.all([post(largest, to), post(largest, to), post(largest, to)]);
    expect(answers).toEqual(
      Array(3).fill({ status: 503, retryAfter: '2', body: { statusCode: 503, error: 'unavailable' } }),
    );
  });

  it.each([
    ['of more pixels than we take', announcedPng({ width: 8001, height: 5000 })],
    ['of as many, each of eight bytes', announcedPng({ width: 8000, height: 5000, bitsPerPixel: 64 })],
    ['that is as thin as a thread', announcedPng({ width: 16_001, height: 2 })],
  ])('one %s is refused by its header', async (_name, bytes) => {
    const { status, body } = await image(bytes);
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: 'file', message: 'has more than 40 megapixels' }] });
  });

  it.each(['jpeg', 'png', 'webp'] as const)('a %s keeps its format', async (format) => {
    const { body } = await image(await picture(60, 40).toFormat(format).toBuffer());
    const shown = await fetch(body.url ?? '');
    expect(shown.headers.get('content-type')).toBe(`image/${format}`);
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe(format);
  });
});

describe('an image', () => {
  const small = picture(60, 40).webp().toBuffer();
  it.each(['poster', 'hero', 'thumb'])('can be a %s', async (kind) => {
    const { status, body } = await image(await small, kind);
    expect([status, body.kind, body.status]).toEqual([201, kind, 'ready']);
  });
  it.each(['video', 'caption', 'banner', ''])('cannot be %j', async (kind) => {
    const refused = { error: 'validation_failed', details: [{ path: 'kind' }] };
    expect(await image(await small, kind)).toMatchObject({ status: 400, body: refused });
  });
});

describe('an image process', () => {
  const slowest = picture(8000, 5000).webp({ effort: 0 }).toBuffer();
  it.each([
    ['takes more memory than it may', greedy, async () => largest],
    ['takes longer than it may', slow, () => slowest],
  ])('and %s is ended, and the next one reads on', async (_name, service, input) => {
    const { status, body } = await service.image(await input());
    expect(status).toBe(400);
    expect(body).toMatchObject({ details: [{ path: 'file', message: 'takes too much memory or time to be read' }] });
    expect((await service.image(await picture(20, 20).png().toBuffer())).status).toBe(201);
  });
});
