import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from } from 'pg-copy-streams';
import { maxEvents } from '../../server/src/features/events/rules.ts';
import { newId } from '../../server/src/kit/id.ts';
import { type AnalyticsDatabase, keepAnalytics } from '../analytics.ts';
import { openConnection } from '../connection.ts';
import { type BenchCluster, serve } from '../environment.ts';
import { compare, type Result, type Sample } from '../rounds.ts';
import { userId } from '../seed.ts';

/**
 * Batches of 500 events over HTTP, each of another viewer, beside a COPY of the same rows, one transaction for each.
 * The service may put two batches that wait into one transaction, and answers when that is committed. What is sent is
 * ready as bytes on both sides, goes out at once, and is answered by as little code as that takes.
 */

const connections = 4;
const batches = 64;
const names = ['preview_view', 'ep1_start', 'paywall_hit', 'played', 'opened_app'];
const dayMs = 86_400_000;
const episodesEach = 50;
const episodeCount = 2_000 * episodesEach;
/** So many before the first that counts: what runs once for each request is compiled last. */
const manyRounds = { counted: 7, warming: 12 };
/** What is kept of a viewer is not to grow much while it is measured. */
const fewRounds = { counted: 5, warming: 3 };

interface Told {
  id: string;
  name: string;
  at: string;
  seriesId: string;
  episodeId: string;
}

/** Who tells, and by which ids. */
interface Crowd {
  /** The viewer of the nth batch of a round. */
  viewer: (n: number) => number;
  eventId: () => string;
  rounds: typeof manyRounds;
}

const anyId = (block: string, n: number): string => `01900000-0000-7000-${block}-${n.toString(16).padStart(12, '0')}`;
const anyOf = (count: number): number => Math.floor(Math.random() * count);

/** What a phone noted in the last day, about an episode that is drawn for each event. */
function told(eventId: () => string, draw: () => number): Told[] {
  return Array.from({ length: maxEvents }, (_, n) => {
    const episode = draw();
    const series = 1 + Math.floor(episode / episodesEach);
    return {
      id: eventId(),
      name: names[n % names.length] ?? 'played',
      at: new Date(Date.now() - anyOf(dayMs)).toISOString(),
      seriesId: anyId('a000', series),
      episodeId: anyId('b000', series * episodesEach + 1 + (episode % episodesEach)),
    };
  });
}

/** First every episode in turn: a service that has run for a while knows them all. Then any of them. */
function drawer(): () => number {
  let next = 0;
  return () => (next < episodeCount ? next++ : anyOf(episodeCount));
}

/** Does each of these on one of the connections, and says how many events that were in a second. */
async function drive<T>(given: readonly T[], each: (one: T, connection: number) => Promise<void>): Promise<Sample> {
  const took: number[] = [];
  const left = [...given];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      for (let one = left.pop(); one !== undefined; one = left.pop()) {
        const asked = performance.now();
        await each(one, connection);
        took.push(performance.now() - asked);
      }
    }),
  );
  const perSecond = (given.length * maxEvents * 1000) / (performance.now() - began);
  return { perSecond, p99Ms: took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0 };
}

const lines = (user: string, events: readonly Told[]): Buffer =>
  Buffer.from(
    events
      .map(({ id, name, at, seriesId, episodeId }) => [user, id, at, name, seriesId, episodeId].join('\t'))
      .join('\n'),
  );

function requestOf(token: string, events: readonly Told[]): Buffer {
  const body = JSON.stringify({ events });
  const head = `POST /v1/events HTTP/1.1\r\nhost: bench\r\nauthorization: Bearer ${token}\r\n`;
  return Buffer.from(`${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
}

const mustBe = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('there is no such connection');
  return one;
};

const eachBatch = <T>(make: (n: number) => T): T[] => Array.from({ length: batches }, (_, n) => make(n));

async function measure(cluster: BenchCluster, kept: AnalyticsDatabase, crowd: Crowd): Promise<Result> {
  const { viewer, eventId, rounds } = crowd;
  const served = await serve(kept);
  const phones = await Promise.all(Array.from({ length: connections }, () => openConnection(served.port)));
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: kept.ownerUrl }));
  for (const client of clients) await client.connect();
  const [draw, drawTheirs] = [drawer(), drawer()];
  try {
    const ours = async () => {
      const tokens = await Promise.all(eachBatch((n) => cluster.userToken(viewer(n))));
      const requests = tokens.map((token) => requestOf(token, told(eventId, draw)));
      return drive(requests, async (request, n) => {
        const answer = await mustBe(phones[n]).ask(request);
        if (!answer.includes(`"accepted":${maxEvents}`)) throw new Error(`answered ${answer}`);
      });
    };
    const theirs = () =>
      drive(
        eachBatch((n) => lines(userId(viewer(n)), told(eventId, drawTheirs))),
        async (rows, n) => {
          const into = 'copy viewer_events (user_id, id, at, name, series_id, episode_id) from stdin';
          await pipeline([rows], mustBe(clients[n]).query(from(into)));
        },
      );
    return await compare(ours, theirs, rounds);
  } finally {
    for (const phone of phones) phone.close();
    for (const client of clients) await client.end();
    await served.stop();
  }
}

/** Takes out what was told meanwhile: the days of the seed stay as they are. */
async function undone(
  cluster: BenchCluster,
  work: (kept: AnalyticsDatabase, owner: pg.Client) => Promise<Result>,
): Promise<Result> {
  const kept = await keepAnalytics(cluster);
  const owner = new pg.Client({ connectionString: kept.ownerUrl });
  await owner.connect();
  const began = new Date();
  try {
    await owner.query(`select keep_event_day((clock() at time zone 'UTC')::date - n) from generate_series(0, 30) n`);
    return await work(kept, owner);
  } finally {
    await owner.query('delete from viewer_events where received_at >= $1', [began]);
    await owner.query('delete from rollup_outdated');
    await owner.query('vacuum viewer_events');
    await owner.end();
  }
}

/** Ids that follow each other, as UUIDv7 do. */
export const intake = (cluster: BenchCluster): Promise<Result> =>
  undone(cluster, (kept) =>
    measure(cluster, kept, { viewer: () => 1 + anyOf(kept.users), eventId: newId, rounds: manyRounds }),
  );

/** Ids in random order, of viewers of whom much is kept under such ids. */
const deepViewers = 16;
const keptOfEach = 60_000;

const keepMuch = `
  insert into viewer_events (user_id, id, at, name)
  select ($1::uuid[])[1 + n % $2::integer], gen_random_uuid(), clock() - random() * interval '29 days', 'played'
  from generate_series(1, $2::integer * $3::integer) n`;

export const intakeRandomIds = (cluster: BenchCluster): Promise<Result> =>
  undone(cluster, async (kept, owner) => {
    const viewers = Array.from({ length: deepViewers }, (_, n) => userId(n + 1));
    await owner.query(keepMuch, [viewers, deepViewers, keptOfEach]);
    await owner.query('vacuum (analyze) viewer_events');
    return measure(cluster, kept, { viewer: (n) => 1 + (n % deepViewers), eventId: randomUUID, rounds: fewRounds });
  });
