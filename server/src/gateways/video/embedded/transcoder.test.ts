import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { closeAfterFile } from '../../../../test/harness/close-after-file.ts';
import { openTestBucket } from '../../../../test/harness/test-storage.ts';
import { openDisk } from '../../files/disk.ts';
import type { Leases } from '../../files/lease.ts';
import { openStorage } from '../../files/open-storage.ts';
import { DecoderFault } from '../../processes/decoder-child.ts';
import type { VideoReport } from '../provider.ts';
import type { Probed } from './probed.ts';
import { Transcoder } from './transcoder.ts';
import { VideoStore } from './video-store.ts';

/** The order in which files are read, and what becomes of those that cannot be. */

const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-transcoder-'));
closeAfterFile(() => rmSync(folder, { recursive: true, force: true }));
const disk = openDisk({ folder, reserveBytes: 0 });
const store = new VideoStore(openStorage({ folder, bucket: await openTestBucket(), disk }));
const leases: Leases = {
  alone: async (_name, work) => ({ result: await work(new AbortController().signal) }),
  connect: () => undefined,
  close: async () => undefined,
};
const good: Probed = { probe: { format: 'mp4', durationS: 3, width: 9, height: 16, hasSound: false } };

/** A transcoder whose decoder does with each file what its name says. */
function open() {
  const [read, reports, faults]: [string[], VideoReport[], unknown[]] = [[], [], []];
  const names = new Map<string, string>();
  const transcoder = new Transcoder({
    store,
    leases,
    disk,
    ffmpeg: undefined,
    probe: async (path, { isFirst }) => {
      const name = [...names].find(([id]) => path.includes(id))?.[1] ?? '';
      read.push(isFirst ? name : `${name} again`);
      if (name.startsWith('slow')) throw new DecoderFault('deadline', '');
      if (name.startsWith('crash')) throw new DecoderFault('crashed', '');
      return good;
    },
    sendReport: async (_id, report) => void reports.push(report),
    onFault: (error) => faults.push(error),
  });
  const upload = async (name: string, wasGivenUp = false): Promise<string> => {
    const video = { sizeBytes: 1, fileName: name, expiresAt: '2030-01-01', maxDurationS: 60, uploadKey: 'key' };
    const id = await store.create(video);
    await store.append(id, 0, Readable.from([Buffer.from('x')]));
    const state = await store.read(id);
    if (state) await store.write(id, { ...state, status: 'processing', wasGivenUp });
    names.set(id, name);
    return id;
  };
  return { transcoder, upload, read, reports, faults };
}

describe('a file that cannot be read', () => {
  it.each([
    ['at a short look', 'slow'],
    ['because the decoder crashed', 'crash'],
  ])('%s is given a longer look after all other files, and then given up', async (_case, name) => {
    const { transcoder, upload, read, faults } = open();
    const bad = [await upload(`${name} one`), await upload(`${name} two`)];
    const ids = [...bad, await upload('good one'), await upload('good two')];
    for (const id of ids) transcoder.add(id);
    await transcoder.idle();
    expect(read).toEqual([
      `${name} one`,
      `${name} two`,
      'good one',
      'good two',
      `${name} one again`,
      `${name} two again`,
    ]);
    expect(faults).toHaveLength(4);
    for (const id of bad) {
      expect(await store.read(id)).toMatchObject({ status: 'failed', error: 'unreadable', wasGivenUp: true });
    }
  });

  it('and is retried waits for all other files, including later ones', async () => {
    const { transcoder, upload, read } = open();
    const again = [await upload('slow one', true), await upload('slow two', true)];
    const late = await upload('good');
    for (const id of again) transcoder.add(id, { isLast: true });
    transcoder.add(late);
    await transcoder.idle();
    expect(read).toEqual(['slow one', 'good', 'slow two', 'slow one again', 'slow two again']);
  });
});

describe('a file that waits for its turn', () => {
  it('is reported as processing before the files ahead of it are read, and only once', async () => {
    const { transcoder, upload, reports } = open();
    const [first, second] = [await upload('good one'), await upload('good two')];
    transcoder.add(first);
    transcoder.add(second);
    await transcoder.announce(second, 1);
    expect(reports[0]).toEqual({ providerId: second, status: 'processing' });
    await transcoder.idle();
    const ofSecond = reports.filter(({ providerId }) => providerId === second);
    expect(ofSecond.map(({ status }) => status)).toEqual(['processing', 'ready']);
  });
});
