import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { type Config, ConfigFault, readConfig } from './config.ts';
import { demoAdmins } from './demo/admins.ts';
import { seedMedia } from './demo/media.ts';
import { seedDemo } from './demo/seed.ts';
import { bootstrap } from './features/admins/public.ts';
import { type Media, openMedia } from './gateways/media.ts';
import { openEmbedded } from './gateways/postgres/embedded.ts';
import { mustBeDurable, mustNotBePowerful } from './gateways/postgres/guarantees.ts';
import { readyOutside } from './gateways/postgres/outside.ts';
import { deliveriesOf, jobsOf } from './jobs.ts';
import { type Database, openDatabase } from './kit/db/database.ts';
import { migrate } from './kit/db/migrate.ts';
import { drain } from './kit/http/drain.ts';
import { listen } from './kit/http/listen.ts';
import { createSite, type Site } from './kit/http/site.ts';
import { createJobRunner, readyJobs } from './kit/jobs/runner.ts';
import { createLog } from './kit/log.ts';
import { startOutbox } from './kit/outbox.ts';

const databaseName = 'cliffhanger';
const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const say = (line: string): void => void process.stdout.write(`${line}\n`);

interface Urls {
  owner: string;
  app: string;
  close: () => Promise<void>;
}

/** The database that serves: the one we are given, or one of our own under the data folder. */
async function findDatabase(config: Config): Promise<Urls> {
  if (config.databaseUrl) {
    const owner = config.databaseOwnerUrl ?? config.databaseUrl;
    await readyOutside(owner, config.databaseUrl);
    return { owner, app: config.databaseUrl, close: async () => {} };
  }
  const embedded = await openEmbedded({ folder: join(config.dataDir, 'postgres'), log: say });
  await embedded.createDatabase(databaseName);
  return {
    owner: embedded.url('owner', databaseName),
    app: embedded.url('app', databaseName),
    close: () => embedded.close(),
  };
}

/** What was opened so far, closed in the opposite order whenever the end comes, be it in the middle of the start. */
const closers: (() => Promise<unknown>)[] = [];
let stopping = false;

async function stop(code: number): Promise<never> {
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  return process.exit(code);
}

async function readyDatabase(config: Config, log: Logger, media: Media): Promise<Database> {
  const urls = await findDatabase(config);
  closers.push(urls.close);
  const applied = await migrate(urls.owner, migrations);
  if (applied.length > 0) say(`migrated the database (${applied.join(', ')})`);
  const onFault = (error: Error) => log.error({ err: error }, 'a database connection failed');
  const database = openDatabase({ url: urls.app, readUrl: config.databaseReadUrl, onFault });
  closers.push(() => database.close());
  await mustBeDurable(database.db);
  await mustNotBePowerful(database.db);
  await readyJobs(database, jobsOf(media));
  const made = await bootstrap(database, config.bootstrapAdmin);
  if (made) say(`made the first superadmin, ${config.bootstrapAdmin?.email}`);
  if (config.demo) await seedDemo(database, config.secrets.demoPassword);
  return database;
}

function mediaOf(config: Config, site: Site, log: Logger): Media {
  return openMedia({
    folder: join(config.dataDir, 'media'),
    site,
    secrets: config.secrets.mediaWebhook,
    maxBytes: config.mediaPlanMaxBytes,
    stream: config.mediaStream,
    onFault: (error) => log.error({ err: error }, 'the video provider failed'),
  });
}

async function serve(config: Config, log: Logger): Promise<void> {
  const site = createSite(config.publicUrl);
  const media = mediaOf(config, site, log);
  const database = await readyDatabase(config, log, media);
  const runner = createJobRunner({ database, jobs: jobsOf(media), log });
  const app = createApp({ config, database, logger: log, runner, media, draining: () => stopping });
  closers.push(() => drain(app));
  const address = await listen(app, config);
  site.listensAt(address);
  if (config.demo) await seedMedia(database, media);
  closers.push(() => media.video.stop());
  if (config.jobs) {
    await media.video.start();
    const outbox = startOutbox(database, deliveriesOf(media), log);
    closers.push(() => Promise.all([runner.stop(), outbox.stop()]));
    runner.start();
  }
  say(`Cliffhanger is ready at ${address}`);
  if (!config.demo) return;
  say(`Sign in with the password ${config.secrets.demoPassword} as`);
  for (const { email, role } of demoAdmins) say(`  ${email.padEnd(22)} ${role}`);
}

try {
  const config = readConfig();
  const log = createLog(config.logLevel);
  process.on('SIGTERM', () => void stop(0));
  process.on('SIGINT', () => void stop(0));
  process.on('unhandledRejection', (reason) => {
    log.fatal({ err: reason }, 'an unhandled rejection: stopping');
    void stop(1);
  });
  await serve(config, log);
} catch (error) {
  // What fails because a stop is under way is no failure.
  if (!stopping) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof ConfigFault)) process.stderr.write('Cliffhanger did not start.\n');
    await stop(1);
  }
}
