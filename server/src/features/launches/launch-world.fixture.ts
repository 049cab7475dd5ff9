import { makeAdminActor } from '../../../test/harness/actor.ts';
import { makeEpisode, makeSeries } from '../../../test/harness/catalog.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import { newId } from '../../kit/id.ts';

export interface Check {
  verdict: string;
  reasons: string[];
}
export interface EpisodeLaunch {
  id: string;
  verdict: string;
  video: Check;
  captions: { lang: string; verdict: string }[];
  price: Check & { coins: number; source: string };
  artwork: Check;
  schedule: Check & { at: string | null; scheduleId: string | null };
}
export interface Launch {
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
export interface Coming {
  items: { id: string; launchAt: string | null; verdict: string; reasons: string[]; noGoCount: number }[];
}

/** Puts files to the episodes of a world. */
function filesIn(world: World) {
  const { pool } = world.database;
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
    const id = await makeEpisode(world, 'in_review', seriesId, number);
    await linkVideo(id);
    for (const lang of ['en', 'ar']) await fileOf('caption', { episodeId: id, lang });
    return id;
  }
  return { fileOf, linkVideo, wholeEpisode };
}

/** A world with the people who launch series, and series that have all they need. */
export async function openLaunchWorld() {
  const world = await openWorld();
  const editor = await makeAdminActor(world, 'content_manager');
  const finance = await makeAdminActor(world, 'finance');
  const moderator = await makeAdminActor(world, 'moderator');
  const analyst = await makeAdminActor(world, 'analyst');
  const { pool } = world.database;
  const { fileOf, linkVideo, wholeEpisode } = filesIn(world);

  const launchOf = async (id: string) => (await moderator.get<Launch>(`/admin/series/${id}/launch`)).body;

  const plan = (refType: string, refId: string, runAt: string) =>
    editor.post<{ id: string }>('/admin/schedules', { refType, refId, action: 'publish', runAt });

  let count = 0;
  async function railOf(collection: object, surface = 'discover') {
    const made = await editor.post<{ id: string }>('/admin/collections', {
      slug: `launch-${++count}`,
      titleI18n: { en: `Collection ${count}` },
      explanation: 'What our editors watched twice',
      ...collection,
    });
    const rail = await editor.post<{ id: string }>('/admin/rails', { surface, collectionId: made.body.id });
    return { collectionId: made.body.id, railId: rail.body.id };
  }

  const launchDay = '2031-03-01T12:00:00.000Z';

  /** A series with all that it needs: two episodes, dates, files, pictures and a rail. */
  async function readySeries() {
    const id = await makeSeries(world, 'in_review', { targetLanguages: ['en', 'ar'], freeEpisodes: 1 });
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
  return {
    world,
    pool,
    editor,
    finance,
    moderator,
    analyst,
    launchDay,
    launchOf,
    linkVideo,
    plan,
    railOf,
    readySeries,
  };
}
