import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { demoAdmins } from './demo/admins.ts';
import { completeDemo, demoSizes } from './demo/complete.ts';
import { seedDemo } from './demo/seed.ts';
import { bootstrap } from './features/admins/public.ts';
import { allowPastTimes } from './features/audit/public.ts';
import { claimFolder } from './features/media/public.ts';
import { createRails } from './features/payments/public.ts';
import { createLeases, type Leases } from './gateways/files/lease.ts';
import { type Media, openMedia } from './gateways/media.ts';
import { providersByRail } from './gateways/payments/providers.ts';
import { connect, withClient } from './gateways/postgres/connection.ts';
import { mustBeDurable, mustHaveNoOwnerRights } from './gateways/postgres/guarantees.ts';
import { openPushService, type PushService } from './gateways/push/push-service.ts';
import { deliveriesOf, jobsOf } from './jobs.ts';
import { type Bus, createBus } from './kit/bus.ts';
import { type Database, openDatabase } from './kit/db/database.ts';
import { migrate, requireMigrations } from './kit/db/migrate.ts';
import { drain } from './kit/http/drain.ts';
import { listen } from './kit/http/server.ts';
import { createServiceUrls, type ServiceUrls } from './kit/http/service-urls.ts';
import { createJobRows, createJobRunner } from './kit/jobs/runner.ts';
import { startOutbox } from './kit/outbox.ts';
import type { DatabaseUrls } from './own-database.ts';
import { contentPortsOf, providerMessagesOf } from './ports.ts';

/** Opens the parts of the service in the order of their dependencies. */

export interface ServiceContext {
  config: Config;
  log: Logger;
  say: (line: string) => void;
  database: Promise<DatabaseUrls>;
  /** Resolves when the panel can be served. */
  panelBuilt: Promise<unknown>;
  /** Called when the service is listening. */
  onListening: () => void;
  isStopping: () => boolean;
  /** Registers a function for shutdown; called in reverse order. */
  onShutdown: (close: () => Promise<unknown>) => void;
}

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));

async function openServiceDatabase(
  { config, log, say, database, onShutdown }: ServiceContext,
  media: Media,
  push: PushService,
): Promise<Database> {
  const urls = await database;
  if (urls.owner === undefined) {
    await requireMigrations(urls.app, migrations);
  } else {
    const applied = await migrate(urls.owner, migrations, { say });
    if (applied.length > 0) say(`migrated the database to ${applied.at(-1)}`);
    await withClient(connect(urls.owner), (owner) => allowPastTimes(owner, config.demo));
  }
  const onFault = (error: Error) => log.error({ err: error }, 'a database connection failed');
  const { requests, jobs, reports } = config.databasePools;
  const sized = (connections: number | undefined) => (connections === undefined ? {} : { connections });
  const limits = { requests: sized(requests), jobs: sized(jobs), reports: sized(reports) };
  const onReplica = (isReachable: boolean, error?: unknown): void =>
    isReachable
      ? log.info('the replica of the database is used again')
      : log.warn({ err: error }, 'the replica of the database cannot be reached: the primary answers');
  const opened = openDatabase({ url: urls.app, readUrl: config.databaseReadUrl, limits, onFault, onReplica });
  onShutdown(() => opened.close());
  await mustBeDurable(opened.db);
  const login = await mustHaveNoOwnerRights(opened.db);
  if (login !== undefined) warnOfPowerfulLogin(login, config, log);
  await createJobRows(opened, jobsOf(media, push));
  const created = await bootstrap(opened, config.bootstrapAdmin);
  if (created) say(`created the first superadmin, ${config.bootstrapAdmin?.email}`);
  if (config.demo) await seedDemo(opened, config.secrets.demoPassword, contentPortsOf(media));
  return opened;
}

/** In production the service does not start with a login that could become the owner. */
function warnOfPowerfulLogin(login: string, { production }: Config, log: Logger): void {
  const advice = 'give the migrations DATABASE_OWNER_URL and the service a login of its own in DATABASE_URL';
  const message = `the login ${login} is a superuser or owns tables: ${advice}`;
  if (production) throw new Error(message);
  log.warn(message);
}

async function openBus({ database: urls, log, onShutdown }: ServiceContext, database: Database): Promise<Bus> {
  const { app: url } = await urls;
  const bus = createBus({
    url,
    database,
    onFault: (error) => log.warn({ err: error }, 'the connection of the bus failed'),
  });
  onShutdown(() => bus.stop());
  bus.start();
  return bus;
}

function mediaOf(config: Config, site: ServiceUrls, leases: Leases, log: Logger): Media {
  return openMedia({
    folder: join(config.dataDir, 'media'),
    bucket: config.storage,
    site,
    secrets: config.secrets.mediaWebhook,
    maxBytes: config.mediaPlanMaxBytes,
    stream: config.mediaStream,
    reserveBytes: config.mediaReserveBytes,
    leases,
    onFault: (error) => log.error({ err: error }, 'the video provider failed'),
  });
}

/** Files of another installation are served, but never deleted. */
async function warnOfForeignFolder({ log, say }: ServiceContext, { db }: Database, media: Media): Promise<void> {
  if ((await claimFolder(db, media)) === 'own') return;
  const { place } = media.storage;
  log.warn({ place }, 'the media files belong to another database: they are never deleted');
  say(`The media files in ${place} belong to another database, so they are never deleted.`);
}

export async function serve(running: ServiceContext): Promise<void> {
  const { config, log, say, panelBuilt, onListening, isStopping, onShutdown } = running;
  let isPanelBuilt = false;
  const noteBuilt = (): void => {
    isPanelBuilt = true;
  };
  panelBuilt.then(noteBuilt, noteBuilt);
  const site = createServiceUrls(config.publicUrl);
  const leases = createLeases();
  const media = mediaOf(config, site, leases, log);
  await media.storage.check();
  const push = openPushService({ ...config.push, log: (fields, message) => log.info(fields, message) });
  const rails = createRails(providersByRail(config.payments.providers, config.payments), config.payments.sandbox);
  const database = await openServiceDatabase(running, media, push);
  await warnOfForeignFolder(running, database, media);
  const bus = await openBus(running, database);
  leases.connect(database, bus);
  onShutdown(() => leases.close());
  const messages = providerMessagesOf(rails, config.secrets.adminJwt);
  const runner = createJobRunner({ database, jobs: jobsOf(media, push, messages), log, bus });
  const app = createApp({
    ...{ config, database, logger: log, runner, media, push, rails, bus, panelBuilt },
    draining: isStopping,
  });
  onShutdown(() => drain(app));
  const address = await listen(app, config);
  site.listensAt(address);
  onShutdown(() => media.close());
  onShutdown(async () => push.close());
  if (config.jobs) {
    await media.video.start();
    const deliveries = deliveriesOf(media, push, database.jobs, rails);
    const outbox = startOutbox({ connections: database.jobs, deliveries, bus, log });
    onShutdown(() => Promise.all([runner.stop(), outbox.stop()]));
  }
  // Called first on shutdown: load balancers see `/readyz` fail while everything still works.
  if (config.drainDelayS > 0) onShutdown(() => sleep(config.drainDelayS * 1000));
  say(`Cliffhanger is ready at ${address}`);
  onListening();
  if (!isPanelBuilt) say('The panel is still being built, and opens there by itself');
  if (config.demo) {
    say(`Sign in with the password ${config.secrets.demoPassword} as`);
    for (const { email, role } of demoAdmins) say(`  ${email.padEnd(22)} ${role}`);
  }
  await Promise.all([panelBuilt, config.demo && finishDemo(running, database, media)]);
  if (config.jobs && !isStopping()) runner.start();
}

/**
 * Creates the rest of the demo data while the service is already running. Jobs wait for it, because they would aggregate
 * incomplete data.
 */
async function finishDemo(running: ServiceContext, database: Database, media: Media): Promise<void> {
  const { config, log, say, isStopping, onShutdown } = running;
  const stopping = new AbortController();
  const { owner: url } = await running.database;
  if (url === undefined) throw new Error('the demo needs the owner of the database');
  const work = withClient(connect(url), (owner) =>
    completeDemo({
      owner,
      database,
      media,
      signal: stopping.signal,
      log,
      size: demoSizes[config.demoSize],
      password: config.secrets.demoPassword,
    }),
  );
  const over = work.then(
    (isComplete) => (isComplete ? say('The demo is complete') : undefined),
    (error: unknown) => (isStopping() ? undefined : log.warn({ err: error }, 'the demo is not complete')),
  );
  onShutdown(async () => {
    stopping.abort();
    await over;
  });
  await over;
}
