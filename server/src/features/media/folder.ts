import type { Extension } from '../../gateways/files/store.ts';
import type { Database, Db } from '../../kit/db/database.ts';
import type { MediaGateways } from './gateways.ts';
import { findInstallation, insertPendingFile, listShownFiles, listVideos } from './sql.ts';

/**
 * The folder of files records the installation id of its database. If they do not match, for example with a new
 * database on an old folder, the service runs but does not remove files.
 */

export type Ownership = 'own' | 'unclaimed' | 'other';
type Folder = Pick<MediaGateways, 'video' | 'files' | 'owner'>;

const sampled = 500;

export async function ownershipOf(db: Db, { owner }: Pick<Folder, 'owner'>): Promise<Ownership> {
  const holder = await owner.read();
  if (holder === undefined) return 'unclaimed';
  return holder === (await findInstallation(db)) ? 'own' : 'other';
}

/** Claims an unclaimed folder, unless it contains only unknown files. */
export async function claimFolder(db: Db, folder: Folder): Promise<Ownership> {
  const ownership = await ownershipOf(db, folder);
  if (ownership !== 'unclaimed' || !(await isKnown(db, folder))) return ownership;
  await folder.owner.claim(await findInstallation(db));
  return ownershipOf(db, folder);
}

async function isKnown(db: Db, { video, files }: Folder): Promise<boolean> {
  const [names, ids] = [await files.sample(sampled), await video.sample(sampled)];
  if (names.length + ids.length === 0) return true;
  return (await listShownFiles(db, names)).length + (await listVideos(db, ids)).length > 0;
}

/** Writes a file for a change. The name is stored first, so that the file can be removed if the change fails. */
export async function storePendingFile(
  database: Database,
  { files }: Pick<MediaGateways, 'files'>,
  bytes: Buffer,
  extension: Extension,
  options?: { readonly isProtected: boolean },
): Promise<string> {
  const name = files.newName(extension, options);
  await database.transaction((tx, now) => insertPendingFile(tx, name, now));
  await files.put(name, bytes);
  return name;
}

/** A disk that cannot be read counts as large enough. */
export async function hasFreeSpace(disk: MediaGateways['disk']): Promise<boolean> {
  const { freeBytes, reserveBytes } = await disk.look().catch(() => ({ freeBytes: 0, reserveBytes: 0 }));
  return freeBytes >= reserveBytes;
}
