import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { maxEvents } from '../../server/src/features/events/rules.ts';
import { newId } from '../../server/src/kit/id.ts';
import { keepAnalytics } from '../analytics.ts';
import { openConnection } from '../connection.ts';
import { type BenchCluster, serve } from '../environment.ts';
import { compare, type Result, type Sample } from '../rounds.ts';
import { userId } from '../seed.ts';

/**
 * Batches of 500 events over HTTP, each of another viewer, beside a COPY of the same rows, one transaction for each.
 * The service may put two batches that wait into one transaction. What is sent is ready as bytes on both sides, and read by as little code as that takes.
 */

const connections = 4;
const batches = 64;
const names = ['preview_view', 'ep1_start', 'paywall_hit', 'played', 'opened_app'];
const dayMs = 86_400_000;

interface Told {
  id: string;
  name: string;
  at: string;
  seriesId: string;
  episodeId: string;
}

const anyId = (block: string, n: number): string => `01900000-0000-7000-${block}-${n.toString(16).padStart(12, '0')}`;

/** What a phone noted in the last day. */
function told(): Told[] {
  return Array.from({ length: maxEvents }, (_, n) => {
    const series = 1 + Math.floor(Math.random() * 2_000);
    return {
      id: newId(),
      name: names[n % names.length] ?? 'played',
      at: new Date(Date.now() - Math.floor(Math.random() * dayMs)).toISOString(),
      seriesId: anyId('a000', series),
      episodeId: anyId('b000', series * 50 + 1 + Math.floor(Math.random() * 50)),
    };
  });
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

export async function intake(cluster: BenchCluster): Promise<Result> {
  const kept = await keepAnalytics(cluster);
  const served = await serve(kept);
  const phones = await Promise.all(Array.from({ length: connections }, () => openConnection(served.port)));
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: kept.ownerUrl }));
  for (const client of clients) await client.connect();
  const began = new Date();
  const anyone = (): number => 1 + Math.floor(Math.random() * kept.users);
  try {
    await clients[0]?.query(
      `select keep_event_day((clock() at time zone 'UTC')::date - n) from generate_series(0, 1) n`,
    );
    const ours = async () => {
      const tokens = await Promise.all(Array.from({ length: batches }, () => cluster.userToken(anyone())));
      const requests = tokens.map((token) => requestOf(token, told()));
      return drive(requests, async (request, n) => {
        const answer = await mustBe(phones[n]).ask(request);
        if (!answer.includes(`"accepted":${maxEvents}`)) throw new Error(`answered ${answer}`);
      });
    };
    const theirs = () =>
      drive(
        Array.from({ length: batches }, () => lines(userId(anyone()), told())),
        async (rows, n) => {
          const into = 'copy viewer_events (user_id, id, at, name, series_id, episode_id) from stdin';
          const copy = mustBe(clients[n]).query(copyFrom(into));
          copy.end(rows);
          await finished(copy);
        },
      );
    return await compare(ours, theirs, { counted: 7, warming: 2 });
  } finally {
    for (const phone of phones) phone.close();
    await served.stop();
    await clients[0]?.query('delete from viewer_events where received_at >= $1', [began]);
    await clients[0]?.query('delete from rollup_outdated');
    for (const client of clients) await client.end();
  }
}
