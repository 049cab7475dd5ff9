import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { Type } from 'typebox';
import { closeAfterFile } from '../../../test/harness/close-after-file.ts';
import { openWorld, type World } from '../../../test/harness/world.ts';
import type { Database } from '../db/database.ts';
import { declareError, refuse } from '../errors.ts';
import { Effects, effectList } from './effects.ts';
import type { Endpoint, Guard, GuardSpec } from './endpoint.ts';
import { endpointsFor } from './endpoints.ts';
import { type MountOptions, mount } from './mount.ts';
import { createServer } from './server.ts';
import { parseObject } from './wire.fixture.ts';

/** A service of a few endpoints on a real database, to try the machinery without any of the product. */

export const unauthorized = declareError(401, 'unauthorized');
export const forbidden = declareError(403, 'forbidden');

export interface TestCaller {
  readonly name: string;
}
const strictGuard: GuardSpec = {
  name: 'strict',
  strict: true,
  security: {},
  refusals: [unauthorized, forbidden],
  rates: { read: 'any', write: 'any' },
};
const lenientGuard: GuardSpec = { ...strictGuard, name: 'lenient', strict: false };

/** Behind a strict guard, and behind one that ignores unknown fields. */
export const strictEndpoint = endpointsFor<TestCaller, 'write'>(strictGuard);
export const lenientEndpoint = endpointsFor<TestCaller, 'write'>(lenientGuard);

/** Authenticates by a name in a header; a guest may do nothing. */
const guard: Guard = {
  async authenticate({ headers: { 'x-name': name } }) {
    if (typeof name !== 'string') return refuse(unauthorized);
    if (name === 'guest') return refuse(forbidden);
    return { caller: { name }, callerId: name, now: new Date() };
  },
};

/** Takes a file in a form that is held in memory, and answers how large it is. */
export const pictureEndpoint = (maxBytes: number, prepare: () => Promise<void> = async () => {}) =>
  strictEndpoint({
    method: 'POST',
    url: '/pictures',
    summary: 'Take a file',
    access: ['write'],
    status: 201,
    dryRun: false,
    upload: { maxBytes },
    body: Type.Object({}),
    reply: Type.Object({ size: Type.Integer() }),
    prepare: async ({ file }) => {
      await prepare();
      return file.bytes.length;
    },
    run: async (_ctx, { prepared }) => ({ size: prepared }),
  });

/** What the changes of a test app do. */
export const createdThings = effectList('created', Type.Object({ id: Type.String(), name: Type.String() }));
export const mountOptions = {
  rates: { any: 1000, scarce: 5, named: 5 },
  callsAtOnce: { caller: 64, address: 400 },
  rateLimits: false,
  newEffects: () => new Effects([createdThings]),
};

export interface Answer {
  status: number;
  body: Record<string, unknown>;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
}

export interface Call {
  body?: unknown;
  /** Sent as it is, where a body is not even JSON. */
  raw?: string;
  name?: string | null;
  headers?: Record<string, string>;
}

export interface TestApp {
  world: World;
  app: FastifyInstance;
  /** The lines of the log. */
  logged: string[];
  call(url: string, options?: Call): Promise<Answer>;
  /** Runs SQL as the owner of the tables. */
  run(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
}

/** `tables` is SQL that makes what the endpoints work on, and grants it; a throw-away database holds it. */
export async function openTestApp(endpoints: readonly Endpoint[], tables: string): Promise<TestApp> {
  const world = await openWorld();
  const owner = new pg.Client({ connectionString: world.server.url('owner', world.databaseName) });
  await owner.connect();
  await owner.query(tables);
  const testApp = serveTestApp(world, world.database, endpoints);
  closeAfterFile(async () => {
    await testApp.app.close();
    await owner.end();
  });
  const run = async (text: string, values: unknown[] = []) =>
    (await owner.query<Record<string, unknown>>(text, values)).rows;
  return { ...testApp, world, run };
}

/** The same service over another pool of connections, as another process would have. */
export function serveTestApp(
  world: World,
  database: Database,
  endpoints: readonly Endpoint[],
  {
    unlistedErrorsCrash = true,
    rateLimits = false,
    streamIdleMs = 30_000,
    uploadMs = 600_000,
    bus,
  }: Partial<Pick<MountOptions, 'unlistedErrorsCrash' | 'rateLimits' | 'streamIdleMs' | 'uploadMs' | 'bus'>> = {},
): Omit<TestApp, 'run'> {
  const logged: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
  const app = createServer({ logger, tls: false, trustedProxies: 0 });
  mount(app, endpoints, {
    database,
    bus,
    guards: { strict: guard, lenient: guard },
    ...mountOptions,
    rateLimits,
    streamIdleMs,
    uploadMs,
    unlistedErrorsCrash,
  });
  const call = async (url: string, { body, raw, name = 'ann', headers = {} }: Call = {}): Promise<Answer> => {
    const [method, path] = url.split(' ');
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await app.inject({
      method: methodNamed(method),
      url: `/v1${path}`,
      headers: {
        ...(name !== null && { 'x-name': name }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload }),
    });
    const text = response.payload;
    return { status: response.statusCode, headers: response.headers, text, body: text ? parseObject(text) : {} };
  };
  return { world, app, logged, call };
}

const methodNamed = (name = '') =>
  (['GET', 'POST', 'PUT', 'DELETE'] as const).find((method) => method === name) ?? 'GET';

/** A gate: work waits at it until the test opens it.*/
export function createBarrier(): { reached: Promise<void>; pass: () => Promise<void>; open: () => void } {
  let reach = (): void => {};
  let open = (): void => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pass = () => {
    reach();
    return opened;
  };
  return { reached, pass, open: () => open() };
}
