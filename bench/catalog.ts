import pg from 'pg';

/** Series and episodes of the bench, poured in once: 2,000 series of 50 episodes, four in five of them published. */

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
  from generate_series(1, ${seriesCount}) n cross join generate_series(1, ${episodesEach}) k`;

export async function seedCatalog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query('select from series limit 1');
  if (rowCount === 0) {
    await client.query(seed);
    await client.query('vacuum analyze series');
    await client.query('vacuum analyze episodes');
  }
  await client.end();
}
