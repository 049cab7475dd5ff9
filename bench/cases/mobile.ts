import pg from 'pg';
import { randomUsers } from '../callers.ts';
import { type Connection, openConnection } from '../connection.ts';
import type { BenchService, CopiedService } from '../environment.ts';
import { editedCollection } from '../feed-catalog.ts';
import { load } from '../load.ts';
import { openMovements } from '../movements.ts';
import { peerProcedure } from '../peers.ts';
import { pgbench } from '../pgbench.ts';
import { startBareServer } from '../processes.ts';
import { randoms } from '../requests.ts';
import { compare, median, type Sample } from '../rounds.ts';
import { holderOf, userId } from '../seed.ts';
import { published, seriesId } from '../viewers.ts';
import { type MobileCase, type MobileEndpoint, mobileCases, type Turn } from './mobile.cases.ts';

/**
 * Every endpoint of the mobile API, called by 50,000 users in random order, beside a bare server that sends the same bytes,
 * and writes beside pgbench with the same work. On one copy of the database.
 */

const crowd = 50_000;
/** Requests that are written before a round: more than the service answers in one. */
const ahead = 16_000;
const connections = 64;
const seconds = 1.5;
/** Rounds before a shared read counts: popular responses have been built by then, as in a service that has been running. */
const warmRounds = 14;
/** Longer, because new connections of pgbench plan the statements first. */
const peerSeconds = 6;

const languages: Readonly<Record<string, string>> = { ID: 'id', EG: 'ar', SA: 'ar' };

interface World {
  readonly service: BenchService;
  readonly copy: CopiedService;
  readonly owner: pg.Client;
  readonly users: readonly number[];
  readonly tokens: readonly string[];
}

interface MobileRow {
  readonly endpoint: string;
  readonly kind: string;
  readonly perSecond: number;
  /** Of the first round of a shared read, when nothing has been built. */
  readonly coldPerSecond: number | undefined;
  readonly ratio: number;
  readonly goal: number | undefined;
  readonly peerRatio: number | undefined;
  readonly peerGoal: number | undefined;
  readonly p99Ms: number;
  readonly bytes: number;
  readonly maxBytes: number | undefined;
}

const httpRequest = (line: string, headers: Readonly<Record<string, string>>, body: string): Buffer => {
  const lines = Object.entries({ host: 'bench', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
  return Buffer.from(`${line} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`);
};

/**
 * Requests of one user after the other, so that nobody comes again before all others have. They are written before a
 * round and not during it, because the load generator shares its cores with the service.
 */
function requestsOf(name: MobileEndpoint, given: MobileCase, { service, users, tokens }: World) {
  const [method] = name.split(' ');
  const random = randoms(20_261_116);
  let written: Buffer[] = [];
  let [turn, sent] = [0, 0];
  const userAt = (n: number): number => users[n % users.length] ?? 1;
  const write = (): Buffer => {
    const user = userAt(turn);
    const market = holderOf(user).countryCode;
    const about: Turn = { turn, user, userId: userId(user), market, lang: languages[market] ?? 'en', random };
    const token = given.token === 'fresh' ? service.userToken(user) : tokens[turn % tokens.length];
    const body = given.body ? JSON.stringify(given.body(about)) : '';
    const headers = {
      ...(given.token !== 'none' && { authorization: `Bearer ${token}` }),
      'accept-encoding': 'br, gzip',
      ...given.headers?.(body),
    };
    turn++;
    return httpRequest(`${method} ${given.path(about)}`, headers, body);
  };
  return {
    next: () => written[sent++ % written.length] ?? Buffer.alloc(0),
    /** The user whose request comes so many requests from now. */
    userAhead: (count: number) => userId(userAt(turn - written.length + sent + count)),
    fill() {
      written = written.slice(sent);
      sent = 0;
      while (written.length < ahead) written.push(write());
    },
  };
}

type Requests = ReturnType<typeof requestsOf>;

/** Sends requests at a pace until the work is done. */
async function whileSending<T>(
  port: number,
  { perSecond, next }: { readonly perSecond: number; readonly next: (n: number) => Buffer },
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now();
  const free: Connection[] = [];
  const underWay = new Set<Promise<void>>();
  let failure: Error | undefined;
  let sent = 0;
  const send = async (request: Buffer): Promise<void> => {
    const connection = free.pop() ?? (await openConnection(port));
    await connection.ask(request);
    free.push(connection);
  };
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; sent < due; sent++) {
      const call = send(next(sent))
        .catch((error: unknown) => {
          failure ??= new Error('a request beside the measured ones failed', { cause: error });
        })
        .finally(() => underWay.delete(call));
      underWay.add(call);
    }
  }, 20);
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

/** By turns an editor changes a published series and a collection that every feed shows. */
function editOf({ service }: World, n: number): Buffer {
  const headers = { authorization: `Bearer ${service.adminTokens[n % service.adminTokens.length]}` };
  const items = Array.from({ length: 20 }, (_, sort) => ({
    seriesId: seriesId((n + sort * 61) % published.series),
    sort,
  }));
  const [path, body] =
    n % 2
      ? [`collections/${editedCollection}/items`, { items }]
      : [`series/${seriesId((n * 163) % published.series)}`, { synopsis: `Edited ${n}`, note: 'a better text' }];
  return httpRequest(`PUT /v1/admin/${path}`, headers, JSON.stringify(body));
}

type Meanwhile = (pace: number, work: () => Promise<Sample>) => Promise<Sample>;

/** What goes on while an endpoint is measured, at a pace that follows from its own, on both sides. */
async function openMeanwhile(kind: MobileCase['meanwhile'], world: World, userAhead: Requests['userAhead']) {
  const { copy } = world;
  const close = async (): Promise<void> => undefined;
  if (kind === 'coins') {
    // One in ten of those who come has moved coins shortly before.
    const movements = await openMovements(copy.appUrl);
    const soon = (): string => userAhead(connections + Math.floor(Math.random() * 1_000));
    const during: Meanwhile = (pace, work) => movements.during(pace / 10, soon, work);
    return { during, close: () => movements.close() };
  }
  let edits = 0;
  const editing: Meanwhile = (_, work) =>
    whileSending(copy.port, { perSecond: 1, next: () => editOf(world, edits++) }, work);
  const comments = requestsOf('POST /v1/comments', mobileCases['POST /v1/comments'], world);
  if (kind === 'comments') comments.fill();
  const commenting: Meanwhile = (pace, work) =>
    whileSending(copy.port, { perSecond: pace / 100, next: comments.next }, work);
  if (kind === 'editors') return { during: editing, close };
  if (kind === 'comments') return { during: commenting, close };
  return { during: (async (_, work) => work()) satisfies Meanwhile, close };
}

/** The response of middling length among a few, as it is on the wire. */
async function usualResponse(port: number, requests: Requests, expect = ''): Promise<Buffer> {
  const connection = await openConnection(port);
  const responses: string[] = [];
  for (let n = 0; n < 33; n++) responses.push(await connection.ask(requests.next()));
  connection.close();
  if (!responses.every((response) => response.includes(expect))) throw new Error(`no ${expect} in ${responses[0]}`);
  return Buffer.from(responses.sort((a, b) => a.length - b.length)[16] ?? '', 'latin1');
}

async function measure(name: MobileEndpoint, given: MobileCase, world: World, rounds: Rounds): Promise<MobileRow> {
  const { copy, owner, service } = world;
  const prepare = async (): Promise<void> => {
    if (given.before) await owner.query(given.before);
  };
  await prepare();
  const [ours, theirs] = [requestsOf(name, given, world), requestsOf(name, given, world)];
  ours.fill();
  theirs.fill();
  const usual = await usualResponse(copy.port, ours, given.expect);
  const bare = await startBareServer(usual);
  const meanwhile = await openMeanwhile(given.meanwhile, world, ours.userAhead);
  if (given.peer) await owner.query(peerProcedure(given.peer.sql, service.users));
  const [rates, peerRatios]: [number[], number[]] = [[], []];
  let pace = 500;
  const measured = async (port: number, requests: Requests): Promise<Sample> => {
    requests.fill();
    return meanwhile.during(pace, () => load({ port, requests, connections, seconds }));
  };
  const measureOurs = async (): Promise<Sample> => {
    await prepare();
    const sample = await measured(copy.port, ours);
    pace = sample.perSecond;
    rates.push(pace);
    if (given.peer) {
      await prepare();
      const texts = ['call bench_write()'];
      const peer = await pgbench({ url: copy.appUrl, texts, connections: 32, seconds: peerSeconds });
      peerRatios.push(sample.perSecond / peer.perSecond);
    }
    return sample;
  };
  const warmUp = async (): Promise<number> => {
    const { perSecond } = await measured(copy.port, ours);
    for (let round = 0; round < warmRounds; round++) await measured(copy.port, ours);
    return perSecond;
  };
  try {
    const coldPerSecond = given.kind === 'shared' ? await warmUp() : undefined;
    const { ratio, p99Ms } = await compare(measureOurs, () => measured(bare.port, theirs), rounds);
    return {
      endpoint: name,
      kind: given.kind,
      perSecond: median(rates.slice(rounds.warming)),
      coldPerSecond,
      ratio,
      goal: given.goal,
      peerRatio: given.peer && median(peerRatios.slice(rounds.warming)),
      peerGoal: given.peer?.goal,
      p99Ms,
      bytes: usual.length,
      maxBytes: given.maxBytes,
    };
  } finally {
    await meanwhile.close();
    await bare.stop();
  }
}

interface Rounds {
  readonly counted: number;
  readonly warming: number;
}

const isReached = (value: number | undefined, goal: number | undefined): boolean =>
  goal === undefined || (value ?? 0) >= goal;
const reachesGoals = ({ ratio, goal, peerRatio, peerGoal, bytes, maxBytes }: MobileRow): boolean =>
  isReached(ratio, goal) && isReached(peerRatio, peerGoal) && bytes <= (maxBytes ?? bytes);

const heading = [
  '| endpoint | kind | requests/s | cold | of bare `node:http` | goal | of pgbench | goal | p99 | bytes on the wire | |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
].join('\n');

function lineOf(row: MobileRow): string {
  const number = (value: number | undefined, sign = ''): string =>
    value === undefined ? '' : `${sign}${value.toFixed(value < 0.1 ? 3 : 2)}`;
  const { endpoint, kind, perSecond, coldPerSecond, ratio, goal, peerRatio, peerGoal, p99Ms, bytes, maxBytes } = row;
  const cells = [
    ...[`\`${endpoint}\``, kind, perSecond.toFixed(0), coldPerSecond?.toFixed(0) ?? ''],
    ...[number(ratio), number(goal, '≥ ')],
    ...[number(peerRatio), number(peerGoal, '≥ '), `${p99Ms.toFixed(0)} ms`],
    ...[`${bytes}${maxBytes ? ` (≤ ${maxBytes})` : ''}`, reachesGoals(row) ? '' : 'missed'],
  ];
  return `| ${cells.join(' | ')} |`;
}

const isEndpoint = (name: string): name is keyof typeof mobileCases => Object.hasOwn(mobileCases, name);

/** Measures the endpoints whose name contains one of the paths, or all. */
export async function measureMobile(
  service: BenchService,
  given: {
    readonly paths: readonly string[];
    readonly counted: number;
    readonly report: (row: object, line: string, isReached: boolean) => void;
  },
): Promise<void> {
  const { paths, counted, report } = given;
  const names = Object.keys(mobileCases).filter(isEndpoint);
  const chosen = names.filter((name) => paths.length === 0 || paths.some((path) => name.includes(path)));
  const copy = await service.startCopy();
  const owner = new pg.Client({ connectionString: copy.ownerUrl });
  try {
    await owner.connect();
    const users = randomUsers(service, crowd);
    const tokens = users.map((n) => service.userToken(n));
    const world: World = { service, copy, owner, users, tokens };
    process.stderr.write(`${heading}\n`);
    for (const name of chosen) {
      try {
        const row = await measure(name, mobileCases[name], world, { counted, warming: counted < 3 ? 1 : 2 });
        report(row, lineOf(row), reachesGoals(row));
      } catch (error) {
        // The others are measured all the same.
        report({ endpoint: name, error: String(error) }, `| \`${name}\` | failed: ${String(error)} |`, false);
      }
    }
  } finally {
    await owner.end();
    await copy.stop();
  }
}
