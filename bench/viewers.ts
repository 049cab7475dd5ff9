import pg from 'pg';
import { userPasswords } from '../server/src/features/access/public.ts';
import { say } from './database.ts';

/**
 * What the seeded users have done: unlocks (the ones that their ledger paid for), watches, saved series and comments,
 * with packages, promo codes and flags. Loaded once into the bench database.
 */

export const published = { series: 1_600, perSeries: 40 };
export const promoCodes = 200;
export const password = 'a quiet harbour at dawn';
export const commentCount = 1_000_000;
const watchesEach = 12;
const savesEach = 6;
/** Every second movement of the seed is an unlock for 40 coins. */
const unlocksEach = 5;

const id = (block: string, n: number): string => `01900000-0000-7000-${block}-${n.toString(16).padStart(12, '0')}`;
/** Every fifth series, and every fifth episode of a series, is a draft. */
const skipFifths = (n: number): number => n + Math.floor(n / 4) + 1;

export const seriesId = (rank: number): string => id('a000', skipFifths(rank));
/** The nth published episode of a series. The first four are free. */
export const episodeId = (seriesRank: number, n: number): string =>
  id('b000', skipFifths(seriesRank) * 50 + skipFifths(n));
/** An episode that a user has unlocked. */
export const unlockedEpisode = (user: number, n: number): string =>
  episodeId((user * 13 + (n % unlocksEach)) % published.series, 4 + (n % unlocksEach));
export const commentId = (n: number): string => id('e000', n);

/** A rank that is drawn ten times as often as one ten times as high. */
export const popular = (count: number, random: () => number): number =>
  Math.min(count - 1, Math.floor(count ** random()) - 1);

export const sentences = [
  'I did not see that coming, what an ending, I have to watch it all again tonight',
  'The music in the last scene is everything, who wrote it, and can one buy it?',
  'Semoga episode berikutnya cepat tayang, penasaran banget sama rahasia keluarga itu',
  'Aktingnya bagus sekali, terutama waktu adegan di pelabuhan, sampai ikut menangis',
  'ما هذه النهاية، لم أتوقعها أبدًا، متى تنزل الحلقة القادمة من فضلكم',
  'أفضل مسلسل شاهدته هذا العام، والتمثيل طبيعي جدًا في كل المشاهد',
];

const idSql = (block: string, n: string): string =>
  `('01900000-0000-7000-${block}-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const skipFifthsSql = (n: string): string => `(${n} + ${n} / 4 + 1)`;
const episodeSql = (series: string, n: string): string =>
  idSql('b000', `${skipFifthsSql(series)} * 50 + ${skipFifthsSql(n)}`);

const stamp = 'viewers 1';

const statements = (users: number): string[] => [
  `insert into unlocks (user_id, id, episode_id, coins, price_source, event_id, created_at)
   select e.user_id, e.id, ${episodeSql(`((u.n * 13 + k - 1) % ${published.series})`, '(3 + k)')}, 40, 'default', e.id, e.created_at
   from generate_series(1, ${users}) u (n) cross join generate_series(1, ${unlocksEach}) k
   join ledger.events e on e.id = ${idSql('9000', 'u.n * 16 + 2 * k')} and e.user_id = ${idSql('8000', 'u.n')}`,
  `insert into watches (user_id, id, episode_id, started_at, ended_at, seconds_watched, completed, created_at, updated_at)
   select ${idSql('8000', 'u')}, ${idSql('9001', 'u * 16 + k')}, ${episodeSql(`((u * 13 + k / 4) % ${published.series})`, '(k % 4)')}, at, at + interval '90 seconds', 88, k % 3 > 0, at, at
   from generate_series(1, ${watchesEach}) k cross join generate_series(1, ${users}) u
   cross join lateral (select timestamptz '2026-09-01' + k * interval '12 hours' + u % 40000 * interval '1 second' as at offset 0) t`,
  `insert into series_saves (user_id, series_id, created_at)
   select ${idSql('8000', 'u')}, ${idSql('a000', skipFifthsSql(`((u * 17 + k * 37) % ${published.series})`))}, timestamptz '2026-09-01' + k * interval '1 day'
   from generate_series(1, ${savesEach}) k cross join generate_series(1, ${users}) u`,
  `insert into comments (id, episode_id, user_id, body, created_at, updated_at)
   select ${idSql('e000', 'n')}, ${episodeSql(`(rank / ${published.perSeries})`, `(rank % ${published.perSeries})`)},
     ${idSql('8000', `1 + floor(random() * ${users})::integer`)},
     (array[${sentences.map((text) => `'${text}'`).join()}])[1 + n % ${sentences.length}] || ' ' || n % 9973, at, at
   from (select n, least(63999, floor(64000 ^ random())::integer - 1) as rank,
       timestamptz '2026-08-01' - (${commentCount} - n) * interval '10 seconds' as at
     from generate_series(1, ${commentCount}) n offset 0) drawn`,
  `insert into coin_packages (id, sku, coins, bonus_coins, price_cents, currency, rails)
   select ${idSql('c900', 'n')}, 'bench_' || n, n * 100, n * 10, n * 99, 'USD', '{ios_store,android_store,card_web}'
   from generate_series(1, 8) n`,
  `insert into promos (id, code, type, config, budget_coins, starts_at, ends_at)
   select ${idSql('9300', 'n')}, 'BENCH' || n, 'coin_grant',
     '{"amount":1,"trigger":"manual_claim","max_uses_per_user":1000}', 1000000000, '2020-01-01', '2099-01-01'
   from generate_series(1, ${promoCodes}) n`,
  `insert into flags (key, enabled, percentage, markets)
   select 'public_flag_' || n, true, n * 8, case when n % 3 = 0 then '{ID,EG}'::text[] end from generate_series(1, 12) n`,
  'vacuum (analyze) unlocks, watches, series_saves, comments, coin_packages, promos, flags, users',
  `comment on table comments is '${stamp}'`,
];

/** Triggers and references are off: the rows are consistent, and so many of them would take minutes. */
export async function keepViewers(superuserUrl: string, users: number): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    const { rows } = await client.query<{ note: string | null }>(
      `select obj_description(to_regclass('comments')) as note`,
    );
    if (rows[0]?.note === stamp) return;
    const began = performance.now();
    say('loading what the users have done, once');
    await client.query('truncate unlocks, watches, series_saves, comments, comment_reports');
    const hash = await userPasswords.hash(password, 'bench');
    await client.query('update users set password_hash = $1 where email is not null', [hash]);
    for (const statement of statements(users)) {
      const at = performance.now();
      await client.query(statement);
      say(`  ${statement.trim().slice(0, 40)}: ${((performance.now() - at) / 1000).toFixed(0)} s`);
    }
    say(`loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  } finally {
    await client.end();
  }
}
