import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { newId } from '../../server/src/kit/id.ts';
import { randomUsers } from '../callers.ts';
import { openConnection } from '../connection.ts';
import type { BenchService, CopiedService } from '../environment.ts';
import { load } from '../load.ts';
import { pgbench } from '../pgbench.ts';
import { startBareServer } from '../processes.ts';
import type { RequestSource } from '../requests.ts';
import { compare, type Result, type Sample } from '../rounds.ts';

/**
 * What users write by the thousand, by 50,000 of them in turn, each time something that was not written before. Beside
 * bare node:http with the bytes of the answer, and beside one SQL function in pgbench that does the same for one user. On
 * a copy of the database.
 */

const connections = 32;
const seconds = 3;
/** Longer, so that what new connections of pgbench have to plan counts for little. */
const peerSeconds = 6;
const callers = 50_000;
const rounds = { counted: 5, warming: 2 };

interface World {
  readonly episodes: readonly string[];
  readonly series: readonly string[];
}

interface Write {
  readonly method: string;
  readonly path: (world: World, turn: number) => string;
  /** Undefined where nothing is sent. */
  readonly body: (world: World, turn: number) => object | undefined;
  /** Whether its sender is not signed in. */
  readonly isAnonymous?: true;
  /** What the owner does before each round, so that there is something to write in it. */
  readonly before?: string;
  /** The statements of the peer, which is given a user who is locked and signed in, and makes one up where that is null. */
  readonly peer: string;
}

const someOf = (column: string, table: string): string => `
  select array_agg(${column}) from (select ${column} from ${table} order by ${column}) listed`;

const beganAt = Date.now() - 20 * 86_400_000;
const turnOf = <T>(list: readonly T[], turn: number): T => {
  const one = list[(turn + Math.floor(turn / callers)) % list.length];
  if (one === undefined) throw new Error('there is nothing to write about');
  return one;
};

export const writes = {
  watch: {
    method: 'POST',
    path: () => '/v1/watch',
    body: ({ episodes }, turn) => {
      const startedAt = new Date(beganAt + turn).toISOString();
      return { episodeId: turnOf(episodes, turn), startedAt, secondsWatched: 30, completed: false };
    },
    peer: `
      select * into episode from current_episodes e where e.id = what;
      if episode.status <> 'published' or episode.series_status <> 'published' then raise exception 'not found'; end if;
      if exists (select from watches w where w.user_id = whose and w.episode_id = what and w.started_at = began) then
        raise exception 'reported before'; end if;
      perform from price_overrides o, pricing_config c where o.active and o.deleted_at is null
        and (o.episode_id = what or o.series_id = episode.series_id or o.market = who.country_code);
      insert into watches (user_id, id, episode_id, started_at, seconds_watched, completed)
      values (whose, gen_random_uuid(), what, began, 30, false)
      on conflict on constraint watches_once do update set seconds_watched = excluded.seconds_watched;`,
  },
  save: {
    method: 'PUT',
    path: ({ series }, turn) => `/v1/series/${turnOf(series, turn)}/save`,
    body: () => undefined,
    peer: `
      select series_id into episode from current_episodes e where e.id = what;
      if not exists (select from series s where s.id = episode.series_id and s.status = 'published') then
        raise exception 'not found'; end if;
      insert into series_saves (user_id, series_id) values (whose, episode.series_id)
      on conflict on constraint series_saves_pk do nothing;`,
  },
  streak: {
    method: 'POST',
    path: () => '/v1/me/streak/claim',
    body: () => undefined,
    before: 'update users set streak_last_claim = null where streak_last_claim is not null',
    peer: `
      update users set streak_current = streak_current + 1, streak_longest = greatest(streak_longest, 1),
        streak_last_claim = clock()::date, updated_at = clock(), revision = revision + 1
      where id = whose;`,
  },
  events: {
    method: 'POST',
    path: () => '/v1/events',
    body: ({ episodes }, turn) => ({
      events: Array.from({ length: 5 }, () => {
        const about = { name: 'played', at: new Date().toISOString(), episodeId: turnOf(episodes, turn) };
        return { id: newId(), ...about };
      }),
    }),
    peer: `
      perform pg_advisory_xact_lock(hashtextextended(whose::text, 0));
      select * into episode from current_episodes e where e.id = what;
      insert into viewer_events (user_id, id, at, name, series_id, episode_id)
      select whose, n.id, clock(), 'played', episode.series_id, what
      from (select gen_random_uuid() as id from generate_series(1, 5)) n
      where not exists (select from viewer_events v where v.user_id = whose and v.id = n.id);`,
  },
  guest: {
    method: 'POST',
    path: () => '/v1/auth/guest',
    body: () => ({ deviceId: randomUUID(), platform: 'android', countryCode: 'ID', language: 'id' }),
    isAnonymous: true,
    peer: `
      whose := gen_random_uuid();
      insert into users (id, is_guest, auth_provider, country_code, language) values (whose, true, 'guest', 'ID', 'id');
      insert into user_devices (user_id, id, device_id, platform, last_ip, secret_hash)
      values (whose, gen_random_uuid(), whose::text, 'android', '127.0.0.1', sha256(whose::text::bytea));
      update user_last_seen set last_seen_at = clock() where user_id = whose;
      perform from users u join user_last_seen s on s.user_id = u.id where u.id = whose;`,
  },
} as const satisfies Record<string, Write>;

export type WriteName = keyof typeof writes;

const signedIn = `
  select status, token_version, country_code into who from users where id = whose for no key update;
  if who.status <> 'active' or who.token_version <> 1
    or exists (select from user_revoked_tokens r where r.id = whose) then raise exception 'not signed in'; end if;`;

/** Callers of the service are the first half of a shuffled list of users, and those of the peer are drawn from all. */
const peerOf = ({ peer, isAnonymous }: Write, users: number): string => `
  create sequence if not exists bench_turn;
  grant all on sequence bench_turn to public;
  create or replace function bench_write(episodes uuid[]) returns void language plpgsql as $$
  declare
    turn bigint := nextval('bench_turn');
    whose uuid := ('01900000-0000-7000-8000-' || lpad(to_hex(1 + (turn * 7919) % ${users}), 12, '0'))::uuid;
    what uuid := episodes[1 + turn % array_length(episodes, 1)];
    began timestamptz := clock() - interval '10 days' + turn * interval '1 ms';
    who record;
    episode record;
  begin
    ${isAnonymous ? '' : signedIn}
    ${peer}
  end $$;
  grant execute on function bench_write(uuid[]) to public`;

async function readWorld(owner: pg.Client): Promise<World> {
  const free = `current_episodes where status = 'published' and series_status = 'published' and episode_number <= free_episodes`;
  const read = async (text: string): Promise<string[]> =>
    (await owner.query<{ ids: string[] }>(`select (${text})::text[] as ids`)).rows[0]?.ids ?? [];
  return {
    episodes: await read(someOf('id', free)),
    series: await read(someOf('id', `series where status = 'published'`)),
  };
}

function requestsOf(write: Write, world: World, tokens: readonly string[]): RequestSource {
  let turn = 0;
  return {
    next() {
      const given = write.body(world, turn);
      const body = given ? JSON.stringify(given) : '';
      const token = write.isAnonymous ? '' : `authorization: Bearer ${tokens[turn % tokens.length]}\r\n`;
      const type = given ? 'content-type: application/json\r\n' : '';
      const head = `${write.method} ${write.path(world, turn)} HTTP/1.1\r\nhost: bench\r\n${token}${type}`;
      turn++;
      return Buffer.from(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    },
    indexAhead: (count) => (turn + count) % tokens.length,
  };
}

type Peer = (
  write: Write,
  about: { copy: CopiedService; users: number; owner: pg.Client },
) => Promise<{
  measure(requests: RequestSource): Promise<Sample>;
  stop(): Promise<void>;
}>;

const inPgbench: Peer = async (write, { copy, users, owner }) => {
  await owner.query(peerOf(write, users));
  const { episodes } = await readWorld(owner);
  const texts = [`select bench_write('{${episodes.slice(0, 1_000).join(',')}}')`];
  return {
    measure: () => pgbench({ url: copy.appUrl, texts, connections, seconds: peerSeconds }),
    stop: async () => {},
  };
};

/** The same requests, answered with the bytes that the service has answered one of them with. */
const bare =
  (answer: string): Peer =>
  async () => {
    const server = await startBareServer(answer);
    return {
      measure: (requests) => load({ port: server.port, requests, connections, seconds }),
      stop: () => server.stop(),
    };
  };

async function answerOf({ port }: CopiedService, requests: RequestSource): Promise<string> {
  const connection = await openConnection(port);
  try {
    return await connection.ask(requests.next());
  } finally {
    connection.close();
  }
}

const besides =
  (name: WriteName, isBare: boolean) =>
  async (service: BenchService): Promise<Result> => {
    const write: Write = writes[name];
    const copy = await service.startCopy();
    const owner = new pg.Client({ connectionString: copy.ownerUrl });
    try {
      await owner.connect();
      await owner.query(`select keep_event_day((clock() at time zone 'UTC')::date - n) from generate_series(-1, 1) n`);
      const tokens = await Promise.all(randomUsers(service, callers).map((n) => service.userToken(n)));
      const requests = requestsOf(write, await readWorld(owner), tokens);
      const open = isBare ? bare(await answerOf(copy, requests)) : inPgbench;
      const peer = await open(write, { copy, users: service.users, owner });
      const ours = async () => {
        if (write.before !== undefined) await owner.query(write.before);
        return load({ port: copy.port, requests, connections, seconds });
      };
      try {
        return await compare(ours, () => peer.measure(requests), rounds);
      } finally {
        await peer.stop();
      }
    } finally {
      await owner.end();
      await copy.stop();
    }
  };

export const writeBesidePgbench = (name: WriteName) => besides(name, false);
export const writeBesideBare = (name: WriteName) => besides(name, true);
