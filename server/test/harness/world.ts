import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type Logger, pino } from 'pino';
import { expect, inject, vi } from 'vitest';
import { type AppConfig, createApp } from '../../src/app.ts';
import { keysOf } from '../../src/endpoints.ts';
import type { Keys } from '../../src/features/admins/public.ts';
import { neutralRails, type PaymentRails } from '../../src/features/payments/public.ts';
import { createLeases } from '../../src/gateways/files/lease.ts';
import type { Media, MediaOptions } from '../../src/gateways/media.ts';
import { openPushService, type PushOptions, type PushService } from '../../src/gateways/push/push-service.ts';
import { jobsOf } from '../../src/jobs.ts';
import { type Bus, createBus } from '../../src/kit/bus.ts';
import { type Database, openDatabase } from '../../src/kit/db/database.ts';
import type { Endpoint } from '../../src/kit/http/endpoint.ts';
import { createServiceUrls, type ServiceUrls } from '../../src/kit/http/service-urls.ts';
import { createJobRunner, type JobRunner } from '../../src/kit/jobs/runner.ts';
import { providerMessagesOf } from '../../src/ports.ts';
import { closeAfterFile } from './close-after-file.ts';
import { generousLimits } from './generous-limits.ts';
import { openTestMedia } from './media.ts';
import { type RunningServer, runningServer } from './running-server.ts';
import { openTestBucket } from './test-storage.ts';

/** A running service on a database of its own, as every test file gets it. */
export interface World {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly server: RunningServer;
  readonly databaseName: string;
  readonly config: AppConfig;
  readonly keys: Keys;
  /** What each request made of itself, by its id: the endpoint that served it and the statements it sent. */
  readonly requests: Map<string, RequestTrace>;
  readonly clock: Clock;
  /** Undefined in a world without one, where nothing is kept in memory. */
  readonly bus: Bus | undefined;
  /** The jobs do not run by themselves in tests. */
  readonly runner: JobRunner;
  readonly media: Media;
  readonly push: PushService;
  readonly logger: Logger;
  readonly site: ServiceUrls;
  /** Where files are kept; the same for every process on the same database. */
  readonly files: Files;
  /** Of this machine. */
  readonly folder: string;
  /** Another process's worth of service on the same database. */
  another(config?: Partial<AppConfig>, rails?: PaymentRails): World;
  close(): Promise<void>;
}

type Files = Pick<MediaOptions, 'folder' | 'bucket'>;

export interface RequestTrace {
  endpoint: Endpoint | undefined;
  statements: string[];
}

export interface Clock {
  /** Stops the clock at a moment. */
  stopAt(moment: string): Promise<void>;
  /** Moves the running clock on, or back. */
  shift(interval: string): Promise<void>;
}

const secret = (name: string): string[] => [`${name} for the tests alone, thirty-two bytes`];

export const testConfig: AppConfig = {
  secrets: {
    adminJwt: secret('admin'),
    userJwt: secret('user'),
    mediaWebhook: secret('media'),
    paymentsWebhook: secret('payments'),
    demoPassword: 'only shown in the demo',
  },
  payments: { webhookSecrets: {} },
  tls: false,
  defaultCoinsPerEpisode: 10,
  approverCooldownHours: 0,
  granterDailyLimit: undefined,
  refunderDailyLimitCents: undefined,
  promoBudgetWithoutApproval: undefined,
  compDaysWithoutApproval: undefined,
  userIdentityProviders: [],
  mfaRequired: false,
  rateLimits: false,
  corsOrigins: [],
  metricsToken: undefined,
  trustedProxies: 0,
  mediaStream: undefined,
  demo: true,
};

/** Without keys: pushes are sent to nobody, and count as sent. */
export const loggedPushes: PushOptions = { isLogged: true };

let count = 0;

/** Opens a world for this test file, and closes it at its end. */
export async function openWorld(
  config: Partial<AppConfig> = {},
  media: Partial<MediaOptions> = {},
  template = inject('template'),
  push = loggedPushes,
  { withBus = false, rails = neutralRails }: { withBus?: boolean; rails?: PaymentRails } = {},
): Promise<World> {
  const server = runningServer();
  const name = `world_${process.pid}_${++count}`;
  await server.createDatabase(name, template);
  const folder = mkdtempSync(join(tmpdir(), 'cliffhanger-world-'));
  const world = serve(
    server,
    name,
    { ...testConfig, ...config },
    { folder, bucket: await openTestBucket(), ...media },
    push,
    {
      withBus,
      rails,
    },
  );
  closeAfterFile(async () => {
    await world.close();
    await server.dropDatabase(name);
    // A process that was killed may still be writing there.
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  return world;
}

/** Resolves once a process hears the others. */
export async function heard(world: World): Promise<World> {
  await vi.waitFor(() => expect(world.bus?.isCurrent).toBe(true));
  return world;
}

/** A world whose processes hear each other. */
export const openWorldWithBus = async (): Promise<World> =>
  heard(await openWorld({}, {}, undefined, undefined, { withBus: true }));

const traces = new AsyncLocalStorage<RequestTrace>();

type Outside = Partial<MediaOptions> & Pick<MediaOptions, 'folder'>;

function serve(
  server: RunningServer,
  databaseName: string,
  config: AppConfig,
  outside: Outside,
  pushes: PushOptions,
  { withBus, rails }: { withBus: boolean; rails: PaymentRails },
): World {
  const { folder, bucket } = outside;
  const onStatement = (text: string) => void traces.getStore()?.statements.push(text);
  const url = server.nearUrl('app', databaseName);
  const database = openDatabase({ url, connections: 10, limits: generousLimits, onStatement });
  // Errors are shown: a 500 in a test is always a defect.
  const logger = pino({ level: 'error' });
  const site = createServiceUrls();
  const leases = createLeases();
  leases.connect(database);
  const media = openTestMedia(folder, site, config.secrets.mediaWebhook, { ...outside, leases });
  const push = openPushService(pushes);
  const runner = createJobRunner({
    database,
    jobs: jobsOf(media, push, providerMessagesOf(rails, config.secrets.adminJwt)),
    log: logger,
  });
  const bus = withBus ? createBus({ url: server.url('app', databaseName), database, heartbeatMs: 50 }) : undefined;
  bus?.start();
  const app = createApp({
    config,
    database,
    logger,
    runner,
    media,
    push,
    rails,
    bus,
    unlistedErrorsCrash: true,
    lastSeenFlushMs: 100,
    // No test may depend on whether the panel is built in this tree.
    panelFolder: folder,
  });
  const requests = new Map<string, RequestTrace>();
  app.addHook('onRequest', (request, _reply, done) => {
    const trace = { endpoint: request.routeOptions.config.endpoint, statements: [] };
    requests.set(request.id, trace);
    traces.run(trace, done);
  });
  const others: World[] = [];
  return {
    app,
    database,
    server,
    databaseName,
    config,
    keys: keysOf(config),
    requests,
    bus,
    runner,
    media,
    push,
    logger,
    site,
    files: { folder, bucket },
    folder,
    clock: {
      stopAt: async (moment) => void (await sql`update test_clock set stopped_at = ${moment}`.execute(database.db)),
      shift: async (interval) =>
        void (await sql`update test_clock set stopped_at = null, shift = ${interval}::interval`.execute(database.db)),
    },
    another(more = {}, otherRails = rails) {
      const world = serve(server, databaseName, { ...config, ...more }, outside, pushes, {
        withBus,
        rails: otherRails,
      });
      others.push(world);
      return world;
    },
    async close() {
      for (const other of others) await other.close();
      await app.close();
      await bus?.stop();
      await media.close();
      push.close();
      await leases.close();
      await database.close();
    },
  };
}
