import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer, type Viewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { findFreeToday } from './free-today.ts';
import { dayAfter, dayOf } from './rules.ts';

/** Days that are over, days that someone else has changed, and days whose series is no longer published. */

const world = await openWorld();
const { db } = world.database;
const [editor, analyst] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'analyst')];

interface Entry {
  date: string;
  marketCode: string | null;
  revision: number;
  series: { status: string | null };
  allowed: string[];
}
const url = '/admin/free-series';
const set = (body: object) => editor.put<Entry>(url, body);
const today = dayOf(new Date());
const yesterday = dayAfter(today, -1);
const entries = async (day: string) =>
  (await analyst.get<{ items: Entry[] }>(`${url}?dateFrom=${day}&dateTo=${day}`)).body.items;

describe('a past day', () => {
  it('can be neither set nor undone; today can', async () => {
    const seriesId = await makeSeries(world, 'published');
    const message = 'must be today or later: past days stay as they were';
    const details = [{ path: 'date', message }];
    const refusal = { statusCode: 400, error: 'validation_failed', details };
    expect((await set({ date: yesterday, seriesId })).body).toEqual(refusal);
    await sql`insert into free_series_entries (id, day, series_id) values (${newId()}, ${yesterday}, ${seriesId})`.execute(
      db,
    );
    expect((await editor.delete(`${url}/${yesterday}`)).body).toEqual(refusal);
    expect(await entries(yesterday)).toHaveLength(1);
    expect((await set({ date: today, seriesId })).body.allowed).toEqual(['update', 'delete']);
    const shown = (await editor.get<{ items: Entry[] }>(`${url}?dateTo=${today}`)).body.items;
    expect(shown.map(({ date, allowed }) => [date, allowed])).toEqual([
      [today, ['update', 'delete']],
      [yesterday, []],
    ]);
    expect((await editor.delete(`${url}/${today}`)).status).toBe(204);
  });
});

describe('undoing a day', () => {
  const date = '2027-07-01';
  const remove = (query: string, tag: string) =>
    editor.delete(`${url}/${date}${query}`, { headers: { 'if-match': tag } });

  it('is refused for an older revision', async () => {
    const [one, other] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    await set({ date, seriesId: one });
    await set({ date, seriesId: other });
    await set({ date, seriesId: one, marketCode: 'EG' });
    expect((await remove('?market=all', '"1"')).body).toEqual({ statusCode: 412, error: 'stale_write' });
    expect((await remove('', '"1"')).status).toBe(412);
    expect((await remove('?market=EG', 'nonsense')).body).toMatchObject({ details: [{ path: 'If-Match' }] });
    expect(await entries(date)).toHaveLength(2);
    expect((await remove('?market=EG', '"1"')).status).toBe(204);
    await set({ date, seriesId: one, marketCode: 'EG' });
    expect((await remove('', '"1", "2"')).status).toBe(204);
  });
});

describe('a series that is no longer published', () => {
  const archive = (id: string) => editor.post(`/admin/series/${id}/workflow`, { action: 'archive' });
  const opens = async (viewer: Viewer, id: string) =>
    (await viewer.get<{ error: string }>(`/v1/episodes/${id}/playback`)).body.error === 'not_found';

  it('is not free, and the entry for all markets does not replace it', async () => {
    const [general, own] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    const ofGeneral = await makeEpisode(world, 'published', general);
    await set({ date: today, seriesId: general });
    await set({ date: today, seriesId: own, marketCode: 'ID' });
    const [inIndonesia, elsewhere] = [
      await makeViewer(world, { countryCode: 'ID' }),
      await makeViewer(world, { countryCode: 'EG' }),
    ];
    const free = async () => [...(await findFreeToday(db, [general, own], 'ID'))];
    expect(await free()).toEqual([own]);
    expect((await archive(own)).status).toBe(200);
    expect(await free()).toEqual([]);
    expect([await opens(inIndonesia, ofGeneral), await opens(elsewhere, ofGeneral)]).toEqual([false, true]);
    const states = (await entries(today)).map(({ marketCode, series }) => [marketCode, series.status] as const);
    expect(new Map(states)).toEqual(
      new Map([
        ['ID', 'archived'],
        [null, 'published'],
      ]),
    );
  });
});
