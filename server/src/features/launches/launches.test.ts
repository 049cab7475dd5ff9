import { describe, expect, it } from 'vitest';
import { adminWith } from '../../../test/harness/actor.ts';
import { episodeIn, type Item, seriesIn } from '../../../test/harness/catalog.ts';
import { openWorld } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

const world = await openWorld();
const editor = await adminWith(world, 'content_manager');
const finance = await adminWith(world, 'finance');
const moderator = await adminWith(world, 'moderator');
const analyst = await adminWith(world, 'analyst');
const { pool } = world.database;

interface Check {
  verdict: string;
  reasons: string[];
}
interface EpisodeLaunch {
  id: string;
  verdict: string;
  video: Check;
  captions: { lang: string; verdict: string }[];
  price: Check & { coins: number; source: string };
  artwork: Check;
  schedule: Check & { at: string | null; scheduleId: string | null };
}
interface Launch {
  verdict: string;
  noGoCount: number;
  checks: {
    episodes: Check;
    artwork: Check;
    schedule: Check & { at: string | null };
    rail: Check & { rails: { titleI18n: object }[]; isInReel: boolean };
  };
  episodes: EpisodeLaunch[];
  markets: { country: string; timeZone: string }[];
}
interface Coming {
  items: { id: string; launchAt: string | null; verdict: string; reasons: string[]; noGoCount: number }[];
}

const launchOf = async (id: string) => (await moderator.get<Launch>(`/admin/series/${id}/launch`)).body;

async function fileOf(kind: string, options: { episodeId?: string; lang?: string; status?: string } = {}) {
  const id = newId();
  const { episodeId = null, lang = null, status = 'ready' } = options;
  await pool.query(
    'insert into media_assets (id, kind, provider, status, size_bytes, episode_id, lang) values ($1, $2, $3, $4, 1, $5, $6)',
    [id, kind, kind === 'video' ? 'video_provider' : 'storage', status, episodeId, lang],
  );
  return id;
}

const linkVideo = async (episodeId: string, status = 'ready') =>
  pool.query('update episodes set media_asset_id = $2 where id = $1', [
    ...[episodeId, await fileOf('video', { episodeId, status })],
  ]);

async function wholeEpisode(seriesId: string, number: number): Promise<string> {
  const id = await episodeIn(world, 'in_review', seriesId, number);
  await linkVideo(id);
  for (const lang of ['en', 'ar']) await fileOf('caption', { episodeId: id, lang });
  return id;
}

const plan = (refType: string, refId: string, runAt: string) =>
  editor.post<{ id: string }>('/admin/schedules', { refType, refId, action: 'publish', runAt });

let count = 0;
async function railOf(collection: object, surface = 'discover') {
  const made = await editor.post<{ id: string }>('/admin/collections', {
    ...{ slug: `launch-${++count}`, titleI18n: { en: `Collection ${count}` } },
    ...{ explanation: 'What our editors watched twice', ...collection },
  });
  const rail = await editor.post<{ id: string }>('/admin/rails', { surface, collectionId: made.body.id });
  return { collectionId: made.body.id, railId: rail.body.id };
}

const launchDay = '2031-03-01T12:00:00.000Z';

/** A series with all that it needs: two episodes, dates, files, pictures and a rail. */
async function readySeries() {
  const id = await seriesIn(world, 'in_review', { targetLanguages: ['en', 'ar'], freeEpisodes: 1 });
  const episodes = [await wholeEpisode(id, 1), await wholeEpisode(id, 2)] as const;
  await pool.query('update series set poster_asset_id = $2, hero_asset_id = $3 where id = $1', [
    ...[id, await fileOf('poster'), await fileOf('hero')],
  ]);
  await plan('series', id, launchDay);
  await plan('episode', episodes[0], launchDay);
  await plan('episode', episodes[1], '2031-03-08T12:00:00.000Z');
  const { collectionId, railId } = await railOf({ type: 'manual' });
  await editor.put(`/admin/collections/${collectionId}/items`, { items: [{ seriesId: id, sort: 0 }] });
  return { id, episodes, railId };
}
type Ready = Awaited<ReturnType<typeof readySeries>>;

const cancelFor = async (refId: string) => {
  const found = await pool.query<{ id: string }>('select id from publish_schedules where ref_id = $1', [refId]);
  await editor.delete(`/admin/schedules/${found.rows[0]?.id}`);
};
const priceOfNothing = (scope: string, scopeRef: string) =>
  finance.post('/admin/pricing/overrides', {
    scope,
    scopeRef,
    coins: 0,
    activeFrom: '2030-01-01T00:00:00Z',
    activeTo: null,
  });

interface Case {
  what: string;
  spoil: (ready: Ready) => Promise<unknown>;
  cell: (launch: Launch) => Pick<Check, 'verdict'> & Partial<Check>;
  reasons?: string[];
}

const first = ({ episodes: [one] }: Launch): EpisodeLaunch => one ?? expect.fail();
const second = ({ episodes: [, two] }: Launch): EpisodeLaunch => two ?? expect.fail();

const cases: Case[] = [
  {
    what: 'an episode without a video',
    spoil: ({ episodes: [one] }) => pool.query('update episodes set media_asset_id = null where id = $1', [one]),
    cell: (launch) => first(launch).video,
    reasons: ['no_video'],
  },
  {
    what: 'a video that is not ready',
    spoil: ({ episodes: [one] }) => linkVideo(one, 'processing'),
    cell: (launch) => first(launch).video,
    reasons: ['video_not_ready'],
  },
  {
    what: 'captions that are missing in one language',
    spoil: ({ episodes: [, two] }) =>
      pool.query(`update media_assets set deleted_at = clock() where episode_id = $1 and lang = 'ar'`, [two]),
    cell: (launch) => second(launch).captions[1] ?? expect.fail(),
  },
  {
    what: 'an episode that is given away',
    spoil: ({ episodes: [, two] }) => priceOfNothing('episode', two),
    cell: (launch) => second(launch).price,
    reasons: ['costs_nothing'],
  },
  {
    what: 'a series without its pictures',
    spoil: ({ id }) => pool.query('update series set poster_asset_id = null, hero_asset_id = null where id = $1', [id]),
    cell: ({ checks }) => checks.artwork,
    reasons: ['no_poster', 'no_hero'],
  },
  {
    what: 'a series whose date was taken back',
    spoil: ({ id }) => cancelFor(id),
    cell: ({ checks }) => checks.schedule,
    reasons: ['no_date'],
  },
  {
    what: 'an episode without a date',
    spoil: ({ episodes: [, two] }) => cancelFor(two),
    cell: (launch) => second(launch).schedule,
    reasons: ['no_date'],
  },
  {
    what: 'an episode that nobody has submitted',
    spoil: async ({ episodes: [, two] }) => {
      await cancelFor(two);
      await editor.post(`/admin/episodes/${two}/workflow`, { action: 'send_back' });
    },
    cell: (launch) => second(launch).schedule,
    reasons: ['draft'],
  },
  {
    what: 'a schedule that failed',
    spoil: ({ id }) => pool.query(`update publish_schedules set status = 'failed' where ref_id = $1`, [id]),
    cell: ({ checks }) => checks.schedule,
    reasons: ['schedule_failed'],
  },
  {
    what: 'a first episode that comes after its series',
    spoil: ({ episodes: [one] }) =>
      pool.query(`update publish_schedules set run_at = run_at + interval '1 hour' where ref_id = $1`, [one]),
    cell: ({ checks }) => checks.episodes,
    reasons: ['none_at_launch'],
  },
  {
    what: 'a series whose episodes are gone',
    spoil: ({ id }) => pool.query('update episodes set deleted_at = clock() where series_id = $1', [id]),
    cell: ({ checks }) => checks.episodes,
    reasons: ['no_episodes'],
  },
  {
    what: 'a rail that is paused',
    spoil: ({ railId }) => editor.put(`/admin/rails/${railId}`, { status: 'paused' }),
    cell: ({ checks }) => checks.rail,
    reasons: ['not_placed'],
  },
];

const isHeld = ({ verdict }: Pick<Check, 'verdict'>): boolean => verdict === 'no_go';
const missingIn = ({ checks, episodes }: Launch): string[] => [
  ...(checks.episodes.reasons.includes('no_episodes') ? ['episodes'] : []),
  ...(episodes.some(({ video }) => isHeld(video)) ? ['video'] : []),
  ...(episodes.some(({ captions }) => captions.some(isHeld)) ? ['captions'] : []),
  ...(isHeld(checks.artwork) ? ['artwork'] : []),
];

describe('a launch', () => {
  it('is go when nothing is missing, and says what it costs, when it comes and where it is found', async () => {
    const { id } = await readySeries();
    const launch = await launchOf(id);
    expect(launch).toMatchObject({ verdict: 'go', noGoCount: 0 });
    expect(launch.checks.schedule.at).toBe(launchDay);
    expect(launch.checks.rail.rails).toHaveLength(1);
    expect([first(launch).price, second(launch).price]).toMatchObject([
      { verdict: 'go', coins: 0, source: 'free_episode' },
      { verdict: 'go', coins: 10, source: 'default' },
    ]);
    expect(first(launch).captions).toEqual([
      { lang: 'en', verdict: 'go' },
      { lang: 'ar', verdict: 'go' },
    ]);
    expect(first(launch).artwork.verdict).toBe('not_needed');
  });
  it.each(cases)('is no go with $what, and with nothing else', async ({ spoil, cell, reasons }) => {
    const ready = await readySeries();
    await spoil(ready);
    const launch = await launchOf(ready.id);
    expect(cell(launch)).toMatchObject({ verdict: 'no_go', ...(reasons && { reasons }) });
    expect(launch).toMatchObject({ verdict: 'no_go', noGoCount: 1 });
    // What is missing is what the series says by itself, and publishing warns of.
    expect(missingIn(launch)).toEqual((await moderator.get<Item>(`/admin/series/${ready.id}`)).body.missing);
  });
  it('asks for no captions of a series for one language, and for nothing of an archived episode', async () => {
    const id = await seriesIn(world, 'in_review', { targetLanguages: ['id'] });
    const shown = await episodeIn(world, 'in_review', id, 1);
    await linkVideo(shown);
    await episodeIn(world, 'archived', id, 2);
    const launch = await launchOf(id);
    expect(first(launch).captions).toEqual([{ lang: 'id', verdict: 'not_needed' }]);
    expect(second(launch)).toMatchObject({ verdict: 'not_needed', schedule: { verdict: 'not_needed' } });
  });
  it('costs what it will cost at that moment, not what it costs now', async () => {
    const { id, episodes } = await readySeries();
    const during = { activeFrom: '2031-03-05T00:00:00Z', activeTo: '2031-03-10T00:00:00Z' };
    await finance.post('/admin/pricing/overrides', { scope: 'episode', scopeRef: episodes[1], coins: 7, ...during });
    expect(second(await launchOf(id)).price).toMatchObject({ coins: 7, source: 'episode', verdict: 'go' });
  });
});

describe('where viewers find it', () => {
  it('is a rail that shows what is newest and leaves it in, not one that asks what viewers did', async () => {
    const id = await seriesIn(world, 'in_review', { genreSlug: 'mystery' });
    const rule = (sort: string, genre: string) => ({ type: 'rule', rule: { sort, genre } });
    const others = [await railOf(rule('top_this_week', 'mystery')), await railOf(rule('newest', 'comedy'))];
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'no_go', rails: [] });
    const { railId } = await railOf(rule('newest', 'mystery'));
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'go', rails: [{ id: railId }] });
    for (const one of [...others.map((other) => other.railId), railId]) await editor.delete(`/admin/rails/${one}`);
  });
  it('is not a rail that the app does not show, and is the preview reel', async () => {
    const id = await seriesIn(world, 'in_review', { genreSlug: 'horror' });
    const rails: string[] = [];
    for (let n = 0; n < 12; n++) rails.push((await railOf({ type: 'manual' }, 'for_you')).railId);
    const last = await railOf({ type: 'rule', rule: { sort: 'newest', genre: 'horror' } }, 'for_you');
    expect((await launchOf(id)).checks.rail.verdict).toBe('no_go');
    await editor.delete(`/admin/rails/${rails[0]}`);
    expect((await launchOf(id)).checks.rail.rails).toHaveLength(1);
    await editor.delete(`/admin/rails/${last.railId}`);
    await editor.put('/admin/preview-reel', { entries: [{ seriesId: id, editorialHeroScore: 5 }] });
    expect((await launchOf(id)).checks.rail).toMatchObject({ verdict: 'go', isInReel: true, rails: [] });
  });
});

describe('the launches to come', () => {
  it('are those with a date, the next one first, each as its room says', async () => {
    const { id } = await readySeries();
    const undated = await seriesIn(world, 'in_review');
    await plan('episode', await episodeIn(world, 'in_review', undated, 1), '2031-02-01T00:00:00Z');
    const live = await seriesIn(world, 'published');
    await plan('episode', await episodeIn(world, 'in_review', live, 1), '2031-02-01T00:00:00Z');
    const { items } = (await analyst.get<Coming>('/admin/launches?limit=200')).body;
    const ids = items.map((item) => item.id);
    expect(ids).not.toContain(live);
    expect(ids.indexOf(undated)).toBeLessThan(ids.indexOf(id));
    const found = (wanted: string) => items.find((item) => item.id === wanted);
    expect(found(id)).toMatchObject({ launchAt: launchDay, verdict: 'go', reasons: [], noGoCount: 0 });
    const { noGoCount } = await launchOf(undated);
    expect(found(undated)).toMatchObject({ launchAt: null, verdict: 'no_go', noGoCount });
    expect(found(undated)?.reasons).toEqual(['no_poster', 'no_hero', 'no_date', 'not_placed', 'no_video']);
    const early = (await analyst.get<Coming>('/admin/launches?before=2031-02-15T00:00:00Z&limit=200')).body.items;
    expect(early.map((item) => item.id)).toContain(undated);
    expect(early.map((item) => item.id)).not.toContain(id);
  });
  it('are read by who reads the calendar, and a launch by who reads the catalog', async () => {
    const id = await seriesIn(world, 'draft');
    expect((await moderator.get('/admin/launches')).status).toBe(403);
    expect((await finance.get(`/admin/series/${id}/launch`)).status).toBe(403);
    expect((await moderator.get(`/admin/series/${newId()}/launch`)).status).toBe(404);
  });
  it('are told in the local time of the largest markets', async () => {
    const id = await seriesIn(world, 'draft');
    for (const country of ['EG', 'ID', 'ID']) {
      await pool.query(`insert into users (id, is_guest, auth_provider, country_code) values ($1, true, 'guest', $2)`, [
        newId(),
        country,
      ]);
    }
    expect((await launchOf(id)).markets).toEqual([
      { country: 'ID', timeZone: 'Asia/Jakarta' },
      { country: 'EG', timeZone: 'Africa/Cairo' },
    ]);
  });
});
