import pg from 'pg';

/**
 * Series and episodes of the bench, poured in once: 2,000 series of 50 episodes, four in five of them published. Each
 * episode has its video and its captions in three languages, but for every hundredth, which lacks one of them.
 */

const seriesCount = 2_000;
const episodesEach = 50;

const id = (block: string, n: string): string =>
  `('01900000-0000-7000-${block}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

const seed = `
  insert into series (id, slug, title, synopsis, title_i18n, synopsis_i18n, genre_slug, tropes, target_languages,
                      free_episodes, status, published_at, created_at, updated_at)
  select ${id('a000', 'n')}, 'series-' || n, 'Series ' || n, repeat('A promise, a debt and a door. ', 4),
         jsonb_build_object('en', 'Series ' || n, 'ar', 'مسلسل ' || n, 'id', 'Serial ' || n),
         jsonb_build_object('ar', repeat('وعد ودين وباب. ', 4)),
         (array['romance','revenge','family','thriller'])[1 + n % 4], array['twins','secret_heir'], '{en,ar,id}', 5,
         case when n % 5 = 0 then 'draft' else 'published' end,
         case when n % 5 = 0 then null else timestamptz '2026-03-01' + n * interval '1 hour' end,
         timestamptz '2026-02-01' + n * interval '1 hour', timestamptz '2026-03-01' + n * interval '1 hour'
  from generate_series(1, ${seriesCount}) n;
  insert into episodes (id, series_id, episode_number, title, status, published_at)
  select ${id('b000', `n * ${episodesEach} + k`)}, ${id('a000', 'n')}, k, 'Episode ' || k,
         case when k % 5 = 0 then 'draft' else 'published' end,
         case when k % 5 = 0 then null else timestamptz '2026-03-01' end
  from generate_series(1, ${seriesCount}) n cross join generate_series(1, ${episodesEach}) k;
  insert into media_assets (id, kind, episode_id, provider, playback_id, status, duration_s, size_bytes)
  select ${id('c000', 'n')}, 'video', ${id('b000', 'n')}, 'video_provider', 'play-' || n,
         case when n % 100 = 0 then 'failed' else 'ready' end, 90, 4000000
  from generate_series(${episodesEach + 1}, ${(seriesCount + 1) * episodesEach}) n;
  update episodes e set media_asset_id = a.id from media_assets a where a.episode_id = e.id;
  insert into media_assets (id, kind, episode_id, provider, provider_id, status, lang, size_bytes)
  select ${id("d00' || l || '", 'n')}, 'caption', ${id('b000', 'n')}, 'storage', 'caption-' || l || '-' || n, 'ready',
         (array['en','ar','id'])[l], 4000
  from generate_series(${episodesEach + 1}, ${(seriesCount + 1) * episodesEach}) n cross join generate_series(1, 3) l
  where n % 100 <> 50 or l < 3`;

export async function seedCatalog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(seed);
  await client.query('vacuum (analyze) series, episodes, media_assets');
  await client.end();
}
