import { describe, expect, it } from 'vitest';
import { type Item, makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { type Check, type EpisodeLaunch, type Launch, openLaunchWorld } from './launch-world.fixture.ts';

const { world, pool, editor, finance, moderator, launchDay, launchOf, linkVideo, readySeries } =
  await openLaunchWorld();

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
  it('is go when nothing is missing, with its price, date and placement', async () => {
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
  it.each(cases)('is no-go with $what, and nothing else', async ({ spoil, cell, reasons }) => {
    const ready = await readySeries();
    await spoil(ready);
    const launch = await launchOf(ready.id);
    expect(cell(launch)).toMatchObject({ verdict: 'no_go', ...(reasons && { reasons }) });
    expect(launch).toMatchObject({ verdict: 'no_go', noGoCount: 1 });
    // What is missing is what the series says by itself, and publishing warns of.
    expect(missingIn(launch)).toEqual((await moderator.get<Item>(`/admin/series/${ready.id}`)).body.missing);
  });
  it('needs no captions for a series in one language, and nothing for an archived episode', async () => {
    const id = await makeSeries(world, 'in_review', { targetLanguages: ['id'] });
    const shown = await makeEpisode(world, 'in_review', id, 1);
    await linkVideo(shown);
    await makeEpisode(world, 'archived', id, 2);
    const launch = await launchOf(id);
    expect(first(launch).captions).toEqual([{ lang: 'id', verdict: 'not_needed' }]);
    expect(second(launch)).toMatchObject({ verdict: 'not_needed', schedule: { verdict: 'not_needed' } });
  });
  it('has the price of that time, not the present one', async () => {
    const { id, episodes } = await readySeries();
    const during = { activeFrom: '2031-03-05T00:00:00Z', activeTo: '2031-03-10T00:00:00Z' };
    await finance.post('/admin/pricing/overrides', { scope: 'episode', scopeRef: episodes[1], coins: 7, ...during });
    expect(second(await launchOf(id)).price).toMatchObject({ coins: 7, source: 'episode', verdict: 'go' });
  });
});
