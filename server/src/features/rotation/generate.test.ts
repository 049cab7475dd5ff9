import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayAfter, dayOf } from './rules.ts';

const world = await openWorld();
const { db } = world.database;
const [editor, analyst] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'analyst')];

interface Entry {
  date: string;
  seriesId: string;
  marketCode: string | null;
}
interface Page {
  items: Entry[];
}
interface Generated {
  created: Entry[];
  skipped: string[];
  unfilled: string[];
}

const url = '/admin/free-series';
const set = (body: object) => editor.put(url, body);
const today = dayOf(new Date());
const clear = () => sql`delete from free_series_entries`.execute(db);

describe('filling the rotation', () => {
  async function watched(times: number): Promise<string> {
    const id = await makeSeries(world, 'published');
    const episodeId = await makeEpisode(world, 'published', id);
    for (let n = 0; n < times; n++) {
      const viewer = await makeViewer(world);
      await sql`insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
        values (${viewer.id}, ${newId()}, ${episodeId}, clock() - interval '2 days', 1, false)`.execute(db);
    }
    return id;
  }
  const generate = (body: object, options = {}) => editor.post<Generated>(`${url}/generate-auto`, body, options);

  it('fills empty days from today on with the most watched series', async () => {
    await clear();
    const [most, some] = [await watched(5), await watched(3)];
    const known = await watched(1);
    await set({ date: dayAfter(today, 1), seriesId: known, marketCode: 'MY' });
    await set({ date: dayAfter(today, 2), seriesId: known });
    const { status, body } = await generate({ days: 3, market: 'my' });
    expect(status).toBe(200);
    expect(body.created.map(({ date, seriesId, marketCode }) => [date, seriesId, marketCode])).toEqual([
      [today, most, 'MY'],
      [dayAfter(today, 2), some, 'MY'],
    ]);
    expect([body.skipped, body.unfilled]).toEqual([[dayAfter(today, 1)], []]);
    const again = await generate({ days: 3, market: 'MY' }, { changesNothing: true });
    expect(again.body).toMatchObject({ created: [], skipped: [0, 1, 2].map((n) => dayAfter(today, n)) });
    expect(await auditActionsOf(world, some)).toEqual(['free_series.set']);
  });

  it('shows its picks in a dry run', async () => {
    await clear();
    const { body } = await editor.post<{ body: Generated }>(`${url}/generate-auto?dryRun=true`, { days: 2 });
    expect(body.body.created).toHaveLength(2);
    expect((await analyst.get<Page>(url)).body.items).toEqual([]);
  });

  it('does not pick a series without playable episodes', async () => {
    await clear();
    const empty = await makeSeries(world, 'published');
    await makeEpisode(world, 'draft', empty);
    const { body } = await editor.post<{ body: Generated }>(`${url}/generate-auto?dryRun=true`, { days: 90 });
    expect(body.body.created.map(({ seriesId }) => seriesId)).not.toContain(empty);
    expect(body.body.unfilled.length).toBeGreaterThan(0);
  });

  it('sets each day once under concurrency', async () => {
    await clear();
    for (let n = 0; n < 5; n++) await watched(0);
    const answers = await Promise.all(Array.from({ length: 4 }, () => generate({ days: 5 }, { changesNothing: true })));
    const days = Array.from({ length: 5 }, (_, n) => dayAfter(today, n));
    expect(answers.flatMap(({ body }) => body.created.map(({ date }) => date)).toSorted()).toEqual(days);
    for (const { body } of answers) {
      expect([...body.created.map(({ date }) => date), ...body.skipped].toSorted()).toEqual(days);
    }
    expect((await analyst.get<Page>(url)).body.items).toHaveLength(5);
  });

  it.each([{ days: 0 }, { days: 91 }, { days: 1.5 }, {}, { days: 1, market: 'ZZ' }])(
    'is refused for %j',
    async (body) => {
      expect((await generate(body)).body).toMatchObject({ statusCode: 400, error: 'validation_failed' });
    },
  );
});
