import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigFault, readConfig } from './config.ts';
import { prepareExternalDatabase } from './gateways/postgres/external.ts';
import { createLog, prettyOutput } from './kit/log.ts';
import { type DatabaseUrls, openOwnDatabase, type Urls } from './own-database.ts';

/** Reads the configuration, starts the service, and shuts it down. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Closed in reverse order on shutdown, also during the start. */
const closers: (() => Promise<unknown>)[] = [];
const onShutdown = (close: () => Promise<unknown>): void => void closers.push(close);
let stopping = false;

interface DatabaseStartup {
  readonly urls: Promise<DatabaseUrls>;
  /** Resolves when the app can be loaded without delaying the database. */
  readonly canLoadApp: Promise<unknown>;
}

/** The configured database, or the embedded one in the data folder. */
function findDatabase({ databaseUrl, databaseOwnerUrl, migratesAtStart, dataDir }: Config): DatabaseStartup {
  if (databaseUrl && !migratesAtStart) {
    return { urls: Promise.resolve({ owner: undefined, app: databaseUrl }), canLoadApp: Promise.resolve() };
  }
  if (databaseUrl) {
    const owner = databaseOwnerUrl ?? databaseUrl;
    const urls = prepareExternalDatabase(owner, databaseUrl).then((app) => ({ owner, app }));
    return { urls, canLoadApp: Promise.resolve() };
  }
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const urls = openOurs(dataDir, (line) => {
    say(line);
    // The logged step takes a moment to begin, which loading modules would delay.
    setTimeout(begin, 30);
  });
  return { urls, canLoadApp: Promise.race([begun, urls]) };
}

async function openOurs(dataDir: string, log: (line: string) => void): Promise<Urls> {
  const onLost = (error: Error): void => {
    process.stderr.write(`${error.message}\n`);
    void stop(1);
  };
  const own = await openOwnDatabase(dataDir, { log, onLost });
  onShutdown(() => own.close());
  return own.urls;
}

async function stop(code: number): Promise<never> {
  // A second signal exits immediately.
  if (stopping) process.exit(1);
  stopping = true;
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  return process.exit(code);
}

export interface StartOptions {
  /** Resolves when the panel can be served. */
  readonly panelBuilt?: Promise<unknown>;
  /** Called when the database is available. */
  readonly onDatabase?: () => void;
  /** Called when the service is listening. */
  readonly onListening?: () => void;
}

/** `npm start` builds the panel meanwhile, and has prepared the database. */
export async function start({
  panelBuilt = Promise.resolve(),
  onDatabase = () => {},
  onListening = () => {},
}: StartOptions = {}): Promise<void> {
  try {
    const config = readConfig();
    const log = createLog(config.logLevel, config.logFormat === 'pretty' ? prettyOutput(config.logLevel) : undefined);
    process.on('SIGTERM', () => void stop(0));
    process.on('SIGINT', () => void stop(0));
    process.on('unhandledRejection', (reason) => {
      log.fatal({ err: reason }, 'unhandled rejection: stopping');
      void stop(1);
    });
    const { urls: database, canLoadApp } = findDatabase(config);
    // Errors are reported below.
    database.then(onDatabase, onDatabase);
    await canLoadApp;
    // Loaded while PostgreSQL starts.
    const { serve } = await import('./serve.ts');
    await serve({ config, log, say, database, panelBuilt, onListening, isStopping: () => stopping, onShutdown });
  } catch (error) {
    // Errors during a shutdown are expected.
    if (stopping) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof ConfigFault)) process.stderr.write('Cliffhanger did not start.\n');
    await stop(1);
  }
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) await start();
