import { join } from 'node:path';
import { openEmbedded } from './gateways/postgres/embedded.ts';

/** The embedded database in the data folder. */

export interface Urls {
  owner: string;
  app: string;
}

/** Without the owner's, the service checks that the database was migrated. */
export interface DatabaseUrls {
  readonly owner: string | undefined;
  readonly app: string;
}

export interface OwnDatabase {
  readonly urls: Urls;
  /** Disconnects; the last process stops it. */
  close(): Promise<void>;
}

const databaseName = 'cliffhanger';

interface Listeners {
  /** Called with progress messages. */
  readonly log: (line: string) => void;
  /** Called if the server died and cannot be restarted. */
  readonly onLost?: (error: Error) => void;
}

export async function openOwnDatabase(dataDir: string, listeners: Listeners): Promise<OwnDatabase> {
  const embedded = await openEmbedded({ folder: join(dataDir, 'postgres'), ...listeners });
  const close = () => embedded.close();
  try {
    await embedded.createDatabase(databaseName);
  } catch (error) {
    await close();
    throw error;
  }
  return { urls: { owner: embedded.url('owner', databaseName), app: embedded.url('app', databaseName) }, close };
}
