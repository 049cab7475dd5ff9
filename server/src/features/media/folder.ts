import type { Extension } from '../../gateways/files/store.ts';
import type { Database, Db } from '../../kit/db/database.ts';
import type { MediaGateways } from './gateways.ts';
import { findInstallation, insertPendingFile, listShownFiles, listVideos } from './sql.ts';

/**
 * Database and folder belong together: each holds the id of the installation. Where they do not, as when a new database
 * is set on an old folder, the service runs, but leaves alone what lies in the folder.
 */

export type Ownership = 'own' | 'unclaimed' | 'other';
type Folder = Pick<MediaGateways, 'video' | 'files' | 'owner'>;

const sampled = 500;

export async function ownershipOf(db: Db, { owner }: Pick<Folder, 'owner'>): Promise<Ownership> {
  const holder = await owner.read();
  if (holder === undefined) return 'unclaimed';
  return holder === (await findInstallation(db)) ? 'own' : 'other';
}

/** Makes a folder ours that is nobody's, unless there are files in it of which we know none. */
export async function claimFolder(db: Db, folder: Folder): Promise<Ownership> {
  const ownership = await ownershipOf(db, folder);
  if (ownership !== 'unclaimed' || !(await isOurs(db, folder))) return ownership;
  await folder.owner.claim(await findInstallation(db));
  return ownershipOf(db, folder);
}

async function isOurs(db: Db, { video, files }: Folder): Promise<boolean> {
  const [names, ids] = [await files.sample(sampled), await video.sample(sampled)];
  if (names.length + ids.length === 0) return true;
  return (await listShownFiles(db, names)).length + (await listVideos(db, ids)).length > 0;
}

/** Writes a file for a change that is about to be made. It is named first, so that it is found when the change is not. */
export async function storePendingFile(
  database: Database,
  { files }: Pick<MediaGateways, 'files'>,
  bytes: Buffer,
  extension: Extension,
): Promise<string> {
  const name = files.newName(extension);
  await database.transaction((tx, now) => insertPendingFile(tx, name, now));
  await files.put(name, bytes);
  return name;
}

/** Whether more than the reserve of the disk is free; one that cannot be looked at is taken for large enough. */
export async function hasFreeSpace(disk: MediaGateways['disk']): Promise<boolean> {
  const { freeBytes, reserveBytes } = await disk.look().catch(() => ({ freeBytes: 0, reserveBytes: 0 }));
  return freeBytes >= reserveBytes;
}
