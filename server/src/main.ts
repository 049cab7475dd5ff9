import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigFault, readConfig } from './config.ts';
import { prepareExternalDatabase } from './gateways/postgres/external.ts';
import { createLog, prettyOutput } from './kit/log.ts';
import { openOwnDatabase, type Urls } from './own-database.ts';

/** The process: it reads its settings, starts, and ends in good order. */

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** What was opened so far, closed in the opposite order whenever the end comes, be it in the middle of the start. */
const closers: (() => Promise<unknown>)[] = [];
const onShutdown = (close: () => Promise<unknown>): void => void closers.push(close);
let stopping = false;

interface DatabaseStartup {
  readonly urls: Promise<Urls>;
  /** When there is nothing to do but to wait for it. */
  readonly canLoadApp: Promise<unknown>;
}

/** The database that serves: the one we are given, or one of our own under the data folder. */
function findDatabase({ databaseUrl, databaseOwnerUrl, dataDir }: Config): DatabaseStartup {
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
    // What is told is done a few steps later, which whatever loads would hold up.
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
  // Whoever asks twice does not want to wait.
  if (stopping) process.exit(1);
  stopping = true;
  for (const close of closers.reverse()) {
    await close().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  }
  return process.exit(code);
}

export interface StartOptions {
  /** When the panel can be served. */
  readonly panelBuilt?: Promise<unknown>;
  /** Is told that the service is connected to its database. */
  readonly onDatabase?: () => void;
  /** Is told that the service answers. */
  readonly onListening?: () => void;
}

/** `npm start` builds the panel while the service starts, and has made the database ready for it. */
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
      log.fatal({ err: reason }, 'an unhandled rejection: stopping');
      void stop(1);
    });
    const { urls: database, canLoadApp } = findDatabase(config);
    // What fails is told below, by who waits for it.
    database.then(onDatabase, onDatabase);
    await canLoadApp;
    // Loaded while PostgreSQL starts, which takes about as long.
    const { serve } = await import('./serve.ts');
    await serve({ config, log, say, database, panelBuilt, onListening, isStopping: () => stopping, onShutdown });
  } catch (error) {
    // What fails because a stop is under way is no failure.
    if (stopping) return;
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    if (!(error instanceof ConfigFault)) process.stderr.write('Cliffhanger did not start.\n');
    await stop(1);
  }
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) await start();
