import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { clipOf } from '../../../test/harness/clips.ts';
import { testCount } from '../../../test/harness/long-form.ts';
import { seededRandom } from '../../../test/harness/random.ts';
import { sendAll } from '../../../test/harness/tus.ts';
import { openMediaWorld } from './media-world.fixture.ts';

/** Videos with a byte changed where it hurts: some would have their reader count or allocate for ever. */

const rounds = Number(process.env.MEDIA_FUZZ_ROUNDS ?? 8);
const isLong = process.env.MEDIA_FUZZ_ROUNDS !== undefined;
const seed = Number(process.env.MEDIA_FUZZ_SEED ?? (isLong ? Math.floor(Math.random() * 1e9) : 20_261_118));
const random = seededRandom(seed);
/** They wait for each other behind the scenes. */
const together = Math.min(20, rounds);
vi.setConfig({ testTimeout: 120_000 + rounds * 2_000 });

const probing = { memoryBytes: 300 * 1024 * 1024 };
const media = await openMediaWorld({ limits: { probing }, onFault: () => undefined });
/** Its first probe never runs out of time, also on a busy machine. */
const patient = await openMediaWorld({ limits: { probing: { ...probing, deadlineMs: 120_000 } } });
const { world, editor, assetOf } = media;
const [webm, mp4] = [await clipOf('webm'), await clipOf('mp4')];
const address = world.site.ownUrl();

/** Until the work is done, the service is asked one time after the other how it is. */
async function whileAnswering<T>(work: () => Promise<T>): Promise<{ result: T; answers: number }> {
  let [isDone, answers] = [false, 0];
  const asking = (async () => {
    while (!isDone) {
      const { status } = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(10_000) });
      expect(status).toBe(200);
      answers++;
      await sleep(50);
    }
  })();
  const result = await work().finally(() => {
    isDone = true;
  });
  await asking;
  return { result, answers };
}

async function send(bytes: Buffer, { direct } = media): Promise<string> {
  const { body } = await direct({ sizeBytes: bytes.length });
  await sendAll(body.uploadUrl, bytes);
  return body.assetId;
}

/** Videos in the order in which they became ready or failed. */
async function orderOf({ world }: typeof media, ids: readonly string[]): Promise<string[]> {
  const ended = world.database.db.selectFrom('audit_log').select('target_id').where('target_id', 'in', ids);
  const rows = await ended.where('action', 'in', ['media.ready', 'media.failed']).orderBy('id').execute();
  return rows.map(({ target_id }) => target_id ?? '');
}

async function countIn(status: string): Promise<number> {
  const { body } = await editor.get<{ items: object[] }>(`/admin/media/assets?status=${status}`);
  return body.items.length;
}

/** What becomes of videos that are sent at once. */
async function outcomesOf(videos: readonly Buffer[]): Promise<{ status: string; error: string | null }[]> {
  const ids = await Promise.all(videos.map((bytes) => send(bytes)));
  const underWay = async () => (await countIn('uploading')) + (await countIn('processing'));
  await expect.poll(underWay, { timeout: 90_000, interval: 100 }).toBe(0);
  const assets = await Promise.all(ids.map(assetOf));
  return assets.map(({ status, error }) => ({ status, error }));
}

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  const copy = Buffer.from(bytes);
  change(copy);
  return copy;
}

const boxIn = (bytes: Buffer, type: string): number => bytes.indexOf(type, 0, 'latin1') + 4;
const tracks = webm.lastIndexOf(Buffer.from([0x16, 0x54, 0xae, 0x6b])) + 4;

describe('a damaged video', () => {
  const known: readonly (readonly [string, Buffer])[] = [
    [
      'a WebM whose last element is of no known kind',
      changed(webm, (copy) => copy.writeUInt8(0x40, webm.lastIndexOf(Buffer.from('1c53bb6b', 'hex')))),
    ],
    ['a WebM whose tracks have no size', changed(webm, (copy) => copy.fill(0, tracks, tracks + 1))],
    [
      'an MP4 of two thousand million pictures',
      changed(mp4, (copy) => copy.writeUInt32BE(0x7fffffff, boxIn(mp4, 'stts') + 8)),
    ],
    [
      'an MP4 whose chunks hold more than there is',
      changed(mp4, (copy) => copy.writeUInt32BE(0x7fffffff, boxIn(mp4, 'stsc') + 12)),
    ],
    ['an MP4 with a table beyond its box', changed(mp4, (copy) => copy.writeUInt32BE(900, boxIn(mp4, 'stsz') + 8))],
  ];
  it.each(known)('such as %s fails, and the service stays responsive', async (_name, bytes) => {
    const { result, answers } = await whileAnswering(() => outcomesOf([bytes]));
    expect(result).toEqual([{ status: 'failed', error: 'unreadable' }]);
    expect(answers).toBeGreaterThan(0);
  });

  it('with an element of zero size is refused at once, so that valid videos behind it wait for less than a minute', async () => {
    const elements = ['114d9b74', '1549a966', '1654ae6b', '1f43b675', '1c53bb6b'];
    const sizes = elements.map((id) => webm.lastIndexOf(Buffer.from(id, 'hex')) + 4);
    const damaged = Array.from({ length: testCount(5, { long: 30 }) }, (_one, at) =>
      changed(webm, (copy) => copy.writeUInt8(0, sizes[at % sizes.length] ?? 0)),
    );
    const ids = await Promise.all(damaged.map((bytes) => send(bytes, patient)));
    const good = await send(webm, patient);
    expect((await patient.assetOf(good)).status).not.toBe('uploading');
    await expect
      .poll(async () => (await patient.assetOf(good)).status, { timeout: 60_000, interval: 100 })
      .toBe('ready');
    for (const id of ids) expect(await patient.assetOf(id)).toMatchObject({ status: 'failed', error: 'unreadable' });
    expect((await orderOf(patient, [...ids, good])).at(-1)).toBe(good);
  });

  it('that keeps the parser busy is retried after the valid videos, which wait for less than a minute', async () => {
    // The last position in the index is that of the index itself, where the parser looks for pictures without end.
    const busy = Array.from({ length: testCount(2, { long: 30 }) }, () =>
      changed(webm, (copy) => copy.writeUInt16BE(webm.length - 100, webm.length - 2)),
    );
    const ids = await Promise.all(busy.map((bytes) => send(bytes)));
    const good = await send(webm);
    await expect.poll(async () => (await assetOf(good)).status, { timeout: 60_000, interval: 100 }).toBe('ready');
    await expect.poll(() => countIn('processing'), { timeout: 300_000, interval: 500 }).toBe(0);
    for (const id of ids) expect(await assetOf(id)).toMatchObject({ status: 'failed', error: 'unreadable' });
    expect((await orderOf(media, [...ids, good]))[0]).toBe(good);
  });

  it('of any kind reaches a final state, and the videos behind it are processed', async () => {
    console.info(`damaged videos: MEDIA_FUZZ_SEED=${seed} MEDIA_FUZZ_ROUNDS=${rounds}`);
    const moov = boxIn(mp4, 'moov') - 8;
    const damage = (): Buffer => {
      const isWebm = random.below(2) === 0;
      const whole = isWebm ? webm : mp4;
      const [from, to] = isWebm ? [0, 420] : [moov, boxIn(mp4, 'mdat')];
      const value = random.pick([0, 1, 0x7f, 0x80, 0xff, random.below(256)]);
      return changed(whole, (copy) => copy.writeUInt8(value, from + random.below(to - from)));
    };
    await whileAnswering(async () => {
      for (let round = 0; round < rounds; round += together) {
        const outcomes = await outcomesOf(Array.from({ length: together }, damage));
        for (const { status } of outcomes) expect(['ready', 'failed']).toContain(status);
      }
    });
    expect(await outcomesOf([webm])).toEqual([{ status: 'ready', error: null }]);
  });
});
