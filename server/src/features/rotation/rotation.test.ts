import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { makeAdminActor } from '../../../test/harness/actor.ts';
import { auditActionsOf, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { makeViewer } from '../../../test/harness/viewer.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';
import { dayOf } from './rules.ts';

const world = await openWorld();
const { db } = world.database;
const [editor, analyst] = [await makeAdminActor(world, 'content_manager'), await makeAdminActor(world, 'analyst')];

interface Entry {
  id: string;
  date: string;
  seriesId: string;
  marketCode: string | null;
  notes: string | null;
  revision: number;
  error: string;
}
interface Page {
  items: Entry[];
  nextCursor: string | null;
}

const url = '/admin/free-series';
const set = (body: object) => editor.put<Entry>(url, body);
const today = dayOf(new Date());
const clear = () => sql`delete from free_series_entries`.execute(db);

describe('a free day', () => {
  it('is set with the body of the specification, replaced, listed and deleted', async () => {
    const seriesId = await makeSeries(world, 'published', { title: 'Salt Road' });
    const other = await makeSeries(world, 'published');
    const { status, body } = await set({ date: '2027-03-01', seriesId, marketCode: 'id', notes: 'Festival' });
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.any(String),
      date: '2027-03-01',
      seriesId,
      marketCode: 'ID',
      notes: 'Festival',
      revision: 1,
      series: { title: 'Salt Road', titleI18n: {}, pictureUrl: null, status: 'published' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      allowed: ['update', 'delete'],
    });
    const replaced = await set({ date: '2027-03-01', seriesId: other, marketCode: 'ID' });
    expect(replaced.body).toMatchObject({ id: body.id, seriesId: other, notes: 'Festival', revision: 2 });
    await editor.put(url, { date: '2027-03-01', seriesId: other, marketCode: 'ID' }, { changesNothing: true });
    await set({ date: '2027-03-01', seriesId });
    await set({ date: '2027-03-02', seriesId, marketCode: null, notes: null });
    const list = async (query: string) =>
      (await analyst.get<Page>(`${url}?${query}`)).body.items.map(({ date, marketCode }) => [date, marketCode]);
    expect(await list('dateFrom=2027-03-01&dateTo=2027-03-02&market=all')).toEqual([
      ['2027-03-02', null],
      ['2027-03-01', null],
    ]);
    expect(await list('dateFrom=2027-03-01&dateTo=2027-03-01&market=id')).toEqual([['2027-03-01', 'ID']]);
    expect(await list(`seriesId=${other}`)).toEqual([['2027-03-01', 'ID']]);
    const first = (await analyst.get<Page>(`${url}?limit=1`)).body;
    const rest = (await analyst.get<Page>(`${url}?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...rest.items].map(({ date }) => date)).toEqual(['2027-03-02', '2027-03-01', '2027-03-01']);
    expect((await editor.delete(`${url}/2027-03-01?market=EG`)).status).toBe(404);
    expect((await editor.delete(`${url}/2027-03-01?market=ID`)).status).toBe(204);
    expect(await list('dateFrom=2027-03-01&dateTo=2027-03-01')).toEqual([['2027-03-01', null]]);
    await set({ date: '2027-03-01', seriesId, marketCode: 'EG' });
    expect((await editor.delete(`${url}/2027-03-01?market=all`)).status).toBe(204);
    expect((await editor.delete(`${url}/2027-03-01`)).status).toBe(204);
    expect((await editor.delete(`${url}/2027-03-01`)).status).toBe(404);
    expect(await auditActionsOf(world, other)).toEqual(['free_series.set', 'free_series.delete']);
  });

  it('stores notes without email addresses and phone numbers, also in the audit log', async () => {
    const seriesId = await makeSeries(world, 'published');
    const notes = 'Agreed with lina@example.org, +62 812 3456 7890';
    const masked = 'Agreed with [personal], [personal]';
    expect((await set({ date: '2027-02-02', seriesId, notes })).body.notes).toBe(masked);
    const { rows } = await sql`select after ->> 'notes' as notes from audit_log where target_id = ${seriesId}`.execute(
      db,
    );
    expect(rows).toEqual([{ notes: masked }]);
  });

  it.each([
    [{ date: '2027-02-30' }, 400, { details: [{ path: 'date' }] }],
    [{ date: '2027-02-01T00:00:00Z' }, 400, { details: [{ path: 'date' }] }],
    [{ marketCode: 'ZZ' }, 400, { details: [{ path: 'marketCode' }] }],
    [{ notes: 'x'.repeat(501) }, 400, { details: [{ path: 'notes' }] }],
    [{ seriesId: newId() }, 404, { error: 'not_found', field: 'seriesId' }],
    [{ seriesId: 'nonsense' }, 404, { error: 'not_found', field: 'seriesId' }],
  ])('is not set with %j', async (part, statusCode, body) => {
    const seriesId = await makeSeries(world, 'published');
    expect((await set({ date: '2027-02-01', seriesId, ...part })).body).toMatchObject({ statusCode, ...body });
  });

  it.each(['draft', 'in_review', 'scheduled', 'archived'] as const)(
    'is not given to a series that is %s',
    async (state) => {
      const seriesId = await makeSeries(world, state);
      expect((await set({ date: '2027-02-01', seriesId })).body).toEqual({
        statusCode: 400,
        error: 'series_not_published',
      });
    },
  );

  it('refuses invalid filters, and unknown days', async () => {
    expect((await analyst.get(`${url}?market=ZZ`)).body).toMatchObject({ details: [{ path: 'market' }] });
    expect((await analyst.get(`${url}?dateFrom=2027-02-02&dateTo=2027-02-01`)).status).toBe(400);
    expect((await editor.delete(`${url}/nonsense`)).status).toBe(404);
    expect((await analyst.put(url, { date: '2027-02-01', seriesId: newId() })).status).toBe(403);
    expect((await analyst.delete(`${url}/2027-02-01`)).status).toBe(403);
    expect((await analyst.post(`${url}/generate-auto`, { days: 1 })).status).toBe(403);
  });

  it('has one entry per market under concurrency, and all changes are audited', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeSeries(world, 'published')));
    for (const marketCode of [null, 'ID']) {
      const answers = await Promise.all(ids.map((seriesId) => set({ date: '2027-05-01', seriesId, marketCode })));
      expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 200));
      expect(answers.map(({ body }) => body.revision).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    }
    const { body } = await analyst.get<Page>(`${url}?dateFrom=2027-05-01&dateTo=2027-05-01`);
    expect(body.items).toHaveLength(2);
    for (const id of ids) expect(await auditActionsOf(world, id)).toEqual(['free_series.set', 'free_series.set']);
    // Each saw the previous entry: none was replaced twice.
    const { rows } = await sql<{ replaced: number; kinds: number }>`
      select count(*)::integer as replaced, count(distinct before ->> 'seriesId')::integer as kinds from audit_log
      where action = 'free_series.set' and before ->> 'date' = '2027-05-01' group by before ->> 'marketCode'`.execute(
      db,
    );
    expect(rows).toEqual([
      { replaced: 7, kinds: 7 },
      { replaced: 7, kinds: 7 },
    ]);
  });

  it('is not replaced from an old revision', async () => {
    const [one, other] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    await set({ date: '2027-06-01', seriesId: one });
    const stale = { headers: { 'if-match': '"7"' } };
    expect((await editor.put(url, { date: '2027-06-01', seriesId: other }, stale)).status).toBe(412);
  });

  it('is set once by concurrent requests with If-None-Match', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => makeSeries(world, 'published')));
    const ifEmpty = { headers: { 'if-none-match': '*' } };
    const date = '2027-06-02';
    await set({ date, seriesId: ids[0], marketCode: 'EG' });
    const answers = await Promise.all(ids.map((seriesId) => editor.put<Entry>(url, { date, seriesId }, ifEmpty)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412, 412]);
    const { body } = await analyst.get<Page>(`${url}?dateFrom=${date}&dateTo=${date}&market=all`);
    const winner = answers.find(({ status }) => status === 200)?.body.seriesId;
    expect(body.items).toMatchObject([{ seriesId: winner, revision: 1 }]);
    const late = await editor.put<Entry>(url, { date, seriesId: ids[1], marketCode: 'EG' }, ifEmpty);
    expect(late.body).toEqual({ statusCode: 412, error: 'stale_write' });
    const odd = await editor.put(url, { date, seriesId: ids[1] }, { headers: { 'if-none-match': '"1"' } });
    expect(odd.body).toMatchObject({ statusCode: 400, details: [{ path: 'If-None-Match' }] });
  });
});

describe('free today', () => {
  it('gives access to all episodes in the market on that UTC day, with precedence of the market’s entry', async () => {
    await clear();
    const [general, own] = [await makeSeries(world, 'published'), await makeSeries(world, 'published')];
    const [ofGeneral, ofOwn] = [
      await makeEpisode(world, 'published', general),
      await makeEpisode(world, 'published', own),
    ];
    const [inEgypt, inIndonesia] = [
      await makeViewer(world, { countryCode: 'EG' }),
      await makeViewer(world, { countryCode: 'ID' }),
    ];
    const nowhere = await makeViewer(world, { countryCode: null });
    await set({ date: today, seriesId: general });
    await set({ date: today, seriesId: own, marketCode: 'ID' });
    // Entitled viewers get 404 without a video, others the price.
    const opens = async (viewer: typeof inEgypt, id: string) =>
      (await viewer.get<Entry>(`/v1/episodes/${id}/playback`)).body.error === 'not_found';
    const seen = async () => [
      [await opens(inEgypt, ofGeneral), await opens(inEgypt, ofOwn)],
      [await opens(inIndonesia, ofGeneral), await opens(inIndonesia, ofOwn)],
      [await opens(nowhere, ofGeneral), await opens(nowhere, ofOwn)],
    ];
    const [general_, own_, none] = [
      [true, false],
      [false, true],
      [false, false],
    ];
    expect(await seen()).toEqual([general_, own_, general_]);
    const card = async (id: string) =>
      (await inEgypt.get<{ isFreeToday: boolean }>(`/v1/series/${id}`)).body.isFreeToday;
    expect([await card(general), await card(own)]).toEqual([true, false]);
    await world.clock.shift('1 day');
    expect(await seen()).toEqual([none, none, none]);
    await world.clock.shift('0');
  });
});
