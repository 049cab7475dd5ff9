import pg from 'pg';
import { queueCampaign } from '../../server/src/features/push/jobs.ts';
import { openDatabase } from '../../server/src/kit/db/database.ts';
import { newId } from '../../server/src/kit/id.ts';
import { randomUsers, userRequests } from '../callers.ts';
import type { BenchService } from '../environment.ts';
import { load } from '../load.ts';
import { median, type Result } from '../rounds.ts';

/** A campaign to 100,000 devices is queued as the job does it, while users read their wallets. On a copy of the database. */

const devices = 100_000;
const rounds = 5;
const connections = 16;
const seconds = 3;

/** As browsers give them; nobody is ever called. The service does not send by itself meanwhile. */
const prepare = `
  update jobs set enabled = false where name = 'push_dispatch';
  insert into push_subscriptions (id, user_id, endpoint, p256dh, auth)
  select gen_random_uuid(), id, 'https://push.example.com/send/' || id, 'B' || repeat('A', 86), repeat('A', 22)
  from users where status = 'active' order by id limit ${devices};
  analyze push_subscriptions`;

const campaign = `
  insert into push_campaigns (id, title_i18n, body_i18n, category, status, created_by, send_at, started_at)
  select $1, '{"en":"New tonight"}', '{"en":"Episode 12"}', 'drops', 'sending', id, clock(), clock() from admins limit 1`;

interface Round {
  readonly seconds: number;
  readonly p99Ms: number;
  readonly aloneP99Ms: number;
}

async function measure(service: BenchService): Promise<Round[]> {
  const copy = await service.startCopy();
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  const database = openDatabase({ url: copy.appUrl, connections: 2 });
  try {
    await owner.connect();
    await owner.query(prepare);
    const requests = await userRequests(service, '/v1/wallet', randomUsers(service, 20_000));
    const read = () => load({ port: copy.port, requests, connections, seconds });
    const done: Round[] = [];
    for (let round = 0; round <= rounds; round++) {
      const id = newId();
      await owner.query(campaign, [id]);
      const { p99Ms: aloneP99Ms } = await read();
      const reading = read();
      const began = performance.now();
      await queueCampaign({ database: database.jobs, signal: new AbortController().signal }, { id });
      const took = (performance.now() - began) / 1000;
      const { p99Ms } = await reading;
      // The first only warms up.
      if (round > 0) done.push({ seconds: took, p99Ms, aloneP99Ms });
    }
    return done;
  } finally {
    await database.close();
    await owner.end();
    await copy.stop();
  }
}

export async function pushQueue(service: BenchService): Promise<Result> {
  const took = (await measure(service)).map((round) => round.seconds);
  return { ratio: median(took), p99Ms: median(took) * 1000, timeName: 'queueing', rounds };
}

export async function pushQueueBeside(service: BenchService): Promise<Result> {
  const done = await measure(service);
  const ratio = median(done.map(({ p99Ms, aloneP99Ms }) => p99Ms / aloneP99Ms));
  return { ratio, p99Ms: median(done.map(({ p99Ms }) => p99Ms)), rounds };
}
