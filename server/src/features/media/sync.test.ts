import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { Refused, unavailable } from '../../kit/errors.ts';
import { openMediaWorld } from './media-world.fixture.ts';

const { world, direct, assetOf } = await openMediaWorld();
const { db } = world.database;
const { video } = world.media;

/** A provider that cannot tell anything about some videos; it says which it was asked about. */
function failFor(ids: readonly string[]): string[] {
  const asked: string[] = [];
  video.find = async (providerId) => {
    asked.push(providerId);
    if (ids.includes(providerId)) throw new Refused(unavailable, {});
    return { providerId, status: 'failed', error: 'rejected' };
  };
  return asked;
}

async function run(after: string) {
  await world.clock.shift(after);
  const outcome = await world.runner.runNow('media_sync');
  await world.clock.shift('0');
  return outcome;
}

describe('media_sync, when the provider fails for a video', () => {
  it('continues with the others, and retries that one at growing intervals', async () => {
    const stuck = (await direct()).body;
    const others = [(await direct()).body, (await direct()).body];
    const asked = failFor([stuck.providerId]);
    expect(await run('11 minutes')).toMatchObject({ outcome: 'succeeded', counts: { stuck_assets: 2 } });
    for (const { assetId } of others) expect((await assetOf(assetId)).status).toBe('failed');
    expect((await assetOf(stuck.assetId)).status).toBe('uploading');
    const timesAsked = () => asked.filter((id) => id === stuck.providerId).length;
    expect(timesAsked()).toBe(1);
    for (const [after, times] of [
      ['11 minutes 30 seconds', 1],
      ['12 minutes 5 seconds', 2],
      ['13 minutes', 2],
      ['14 minutes 10 seconds', 3],
      ['18 minutes', 3],
      ['18 minutes 15 seconds', 4],
    ] as const) {
      await run(after);
      expect(timesAsked(), after).toBe(times);
    }
    failFor([]);
    expect(await run('2 hours')).toMatchObject({ counts: { stuck_assets: 1 } });
    expect((await assetOf(stuck.assetId)).status).toBe('failed');
  });

  it('fails if no query succeeds, after a limited number of them', async () => {
    const all: { providerId: string }[] = [];
    for (let count = 0; count < 12; count++) all.push((await direct()).body);
    const asked = failFor(all.map(({ providerId }) => providerId));
    expect(await run('11 minutes')).toMatchObject({ outcome: 'failed', error: expect.stringContaining('unavailable') });
    expect(asked).toHaveLength(10);
    expect((await run('11 minutes')).outcome).toBe('failed');
    expect(asked).toHaveLength(12);
    const { rows } = await sql`select from media_assets where failed_checks = 1 and check_after is not null`.execute(
      db,
    );
    expect(rows).toHaveLength(12);
  });
});
