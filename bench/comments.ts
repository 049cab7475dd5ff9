import pg from 'pg';
import { type Connection, openConnection } from './connection.ts';
import { say } from './database.ts';
import type { BenchService } from './environment.ts';
import { randoms } from './requests.ts';

/**
 * Five million comments, poured in once by the first bench that reads them: under the published episodes of the bench,
 * under some much more than under others (as often as their rank is low), in the order in which they were written.
 */

const count = 5_000_000;
const portion = 500_000;
/** Published: four in five of 2,000 series, and four in five of the 50 episodes of each. */
const episodes = 64_000;
const shown = 40;
/** The last of them is older than any that a bench writes. */
const lastOne = '2026-08-01';

/** The nth of those that are left when every fifth is not. */
const skippingFifths = (n: number): number => n + Math.floor(n / 4) + 1;

/** The id of an episode by its rank. */
function episodeId(rank: number): string {
  const n = skippingFifths(Math.floor(rank / shown)) * 50 + skippingFifths(rank % shown);
  return `01900000-0000-7000-b000-${n.toString(16).padStart(12, '0')}`;
}

/** Episodes as viewers ask for them: the first rank ten times as often as the tenth. */
export function* popularEpisodes(): Generator<string, never> {
  const random = randoms(20_261_116);
  for (;;) yield episodeId(Math.min(episodes - 1, Math.floor(episodes ** random()) - 1));
}

const sentences = [
  'I did not see that coming, what an ending, I have to watch it all again tonight',
  'The music in the last scene is everything, who wrote it, and can one buy it?',
  'Semoga episode berikutnya cepat tayang, penasaran banget sama rahasia keluarga itu',
  'Aktingnya bagus sekali, terutama waktu adegan di pelabuhan, sampai ikut menangis',
  'ما هذه النهاية، لم أتوقعها أبدًا، متى تنزل الحلقة القادمة من فضلكم',
  'أفضل مسلسل شاهدته هذا العام، والتمثيل طبيعي جدًا في كل المشاهد',
];

const rows = `
  insert into comments (id, episode_id, user_id, body, created_at, updated_at)
  select ('01900000-0000-7000-e000-' || lpad(to_hex(n), 12, '0'))::uuid,
    ('01900000-0000-7000-b000-' || lpad(to_hex((rank / ${shown} + rank / ${shown} / 4 + 1) * 50
      + rank % ${shown} + rank % ${shown} / 4 + 1), 12, '0'))::uuid,
    ('01900000-0000-7000-8000-' || lpad(to_hex(1 + floor(random() * $3)::integer), 12, '0'))::uuid,
    ($4::text[])[1 + n % ${sentences.length}] || ' ' || n % 9973, at, at
  from (select n, least(${episodes - 1}, floor(${episodes} ^ random())::integer - 1) as rank,
      timestamptz '${lastOne}' - (${count} - n) * interval '10 seconds' as at
    from generate_series($1::integer, $2::integer) n offset 0) drawn`;

async function asSuperuser<T>({ superuserUrl }: BenchService, work: (client: pg.Client) => Promise<T>): Promise<T> {
  // Episodes and users are there: nothing is gained by looking each of them up.
  const client = new pg.Client({ connectionString: superuserUrl, options: '-c session_replication_role=replica' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Pours them in where they are not; the indexes are made afterwards, as a restore would. */
export async function seedComments(service: BenchService): Promise<void> {
  const stamp = `seeded ${count} of ${service.users}`;
  await asSuperuser(service, async (client) => {
    const { rows: notes } = await client.query<{ note: string | null }>(
      `select obj_description(to_regclass('comments')) as note`,
    );
    if (notes[0]?.note === stamp) return;
    const began = performance.now();
    say(`pouring in ${count.toLocaleString('en')} comments, once`);
    const { rows: indexes } = await client.query<{ name: string; text: string }>(
      `select indexname as name, indexdef as text from pg_indexes where tablename = 'comments' and indexname <> 'comments_pk'`,
    );
    await client.query('truncate comments, comment_reports');
    for (const { name } of indexes) await client.query(`drop index ${name}`);
    for (let from = 1; from <= count; from += portion) {
      await client.query(rows, [from, from + portion - 1, service.users, sentences]);
    }
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { text } of indexes) await client.query(text);
    await client.query('vacuum (analyze) comments');
    await client.query(`comment on table comments is '${stamp}'`);
    say(`  in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  });
}

/** Takes away what a bench has written, so that the next one finds the same. */
export const forgetPosts = (service: BenchService): Promise<void> =>
  asSuperuser(service, async (client) => {
    await client.query(`delete from comments where created_at > '${lastOne}'`);
    await client.query('vacuum (analyze) comments');
  });

const tickMs = 20;

function postRequest(token: string, episodeId: string, text: string): Buffer {
  const body = JSON.stringify({ episodeId, body: text });
  const head = `POST /v1/comments HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`;
  return Buffer.from(
    `${head}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Posts comments over HTTP at this many a second until the work is done, by as little code as that takes. */
export async function whilePosting<T>(
  { port }: BenchService,
  { perSecond, tokens }: { perSecond: number; tokens: readonly string[] },
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const popular = popularEpisodes();
  const free: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  let posted = 0;
  let failure: Error | undefined;
  const post = async (): Promise<void> => {
    const token = tokens[Math.floor(Math.random() * tokens.length)] ?? '';
    const request = postRequest(token, popular.next().value, sentences[posted % sentences.length] ?? '');
    const connection = free.pop() ?? (await openConnection(port));
    await connection.ask(request);
    free.push(connection);
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; posted < due; posted++) {
      const call = post()
        .catch((error: unknown) => {
          failure ??= new Error('a comment could not be posted', { cause: error });
        })
        .finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, tickMs);
  try {
    const done = await work();
    if (failure) throw failure;
    return done;
  } finally {
    clearInterval(timer);
    await Promise.all(underWay);
    for (const connection of free) connection.close();
  }
}
