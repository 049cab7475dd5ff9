import { join } from 'node:path';
import { openEmbedded } from './gateways/postgres/embedded.ts';

/** The database that the service brings along, under its data folder. */

export interface Urls {
  owner: string;
  app: string;
}

export interface OwnDatabase {
  readonly urls: Urls;
  /** Leaves it; whoever leaves last stops it. */
  close(): Promise<void>;
}

const databaseName = 'cliffhanger';

interface Listeners {
  /** Is told, in one plain line each, what is being done. */
  readonly log: (line: string) => void;
  /** Is told when the server died and cannot be started again. */
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
