import { Type } from 'typebox';
import { type Connections, clock } from '../../kit/db/database.ts';
import { parseOrUndefined } from '../../kit/http/validate.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import type { Delivery } from '../../kit/outbox.ts';
import { backoffMs, dayMs } from '../../kit/time.ts';
import * as audit from '../audit/public.ts';
import { applyReport } from './actions/assets.ts';
import { claimFolder, hasFreeSpace } from './folder.ts';
import type { MediaGateways } from './gateways.ts';
import { firstRetryMs, orphanMs, reconcile, stuckMs, topics, trashMs } from './rules.ts';
import {
  deletePendingFile,
  listAbandonedFiles,
  listShownFiles,
  listStuck,
  listVideos,
  markChecked,
  markCheckFailed,
  type StuckAsset,
} from './sql.ts';

const atOnce = 100;
/** After so many consecutive failures the provider counts as unreachable until the next run. */
const maxFailures = 10;

/** Queries the provider about assets without progress, and applies the result. */
export const syncStuck = ({ video }: Pick<MediaGateways, 'video'>): JobStep => ({
  name: 'stuck_assets',
  async run({ database, signal }) {
    const now = await clock(database.db);
    let [changed, checked, consecutive] = [0, 0, 0];
    let failure: Error | undefined;
    for (const asset of await listStuck(database.db, now, new Date(now.getTime() - stuckMs), atOnce)) {
      if (signal.aborted || consecutive === maxFailures) break;
      try {
        changed += await sync(database, video, asset, now);
        checked++;
        consecutive = 0;
      } catch (error) {
        failure = new Error(`assets could not be checked: ${String(error)}`, { cause: error });
        consecutive++;
        const failures = asset.failedChecks + 1;
        const again = new Date(now.getTime() + backoffMs(failures, firstRetryMs));
        await database.transaction((tx, at) => markCheckFailed(tx, asset.id, failures, again, at));
      }
    }
    if (failure && checked === 0) throw failure;
    return changed;
  },
});

async function sync(
  database: Connections,
  video: MediaGateways['video'],
  asset: StuckAsset,
  now: Date,
): Promise<number> {
  const report = reconcile(asset, await video.find(asset.providerId), now);
  return database.transaction(async (tx, at) => {
    await markChecked(tx, asset.id, at);
    const { outcome } = await applyReport(audit.systemCtx(tx, at), asset.providerId, report);
    return outcome === 'applied' ? 1 : 0;
  });
}

type Folder = Pick<MediaGateways, 'video' | 'files' | 'owner' | 'disk' | 'storage'>;

/** Removes files only in a folder that belongs to this database. */
const cleanup = (name: string, folder: Folder, run: JobStep['run']): JobStep => ({
  name,
  run: async (io) => ((await claimFolder(io.database.db, folder)) === 'own' ? run(io) : 0),
});

export const sweepUploads = (folder: Folder): JobStep => cleanup('expired_uploads', folder, () => folder.video.sweep());

/** Files of changes that failed. */
export const sweepFiles = (folder: Folder): JobStep =>
  cleanup('orphaned_files', folder, async ({ database, signal }) => {
    const { files } = folder;
    const before = new Date((await clock(database.db)).getTime() - orphanMs);
    await files.removeDrafts(before);
    let removed = 0;
    for (const name of await listAbandonedFiles(database.db, before, atOnce)) {
      if (signal.aborted) break;
      await files.remove(name);
      await database.transaction((tx) => deletePendingFile(tx, name));
      removed++;
    }
    return removed;
  });

/**
 * Restores trashed files that assets use, for example after the restore of a backup, and deletes those older than a
 * week.
 */
export const emptyTrash = (folder: Folder): JobStep =>
  cleanup('trash', folder, async ({ database }) => {
    const { video, files, disk, storage } = folder;
    const now = (await clock(database.db)).getTime();
    const [names, ids] = [namesOf(await files.listTrash()), namesOf(await video.listTrash())];
    for (const name of await listShownFiles(database.db, names)) await files.restore(name);
    for (const { providerId } of await listVideos(database.db, ids)) if (providerId) await video.restore(providerId);
    let removed = 0;
    // If the disk is full, newer files are deleted too, oldest first.
    for (let keptMs = trashMs; keptMs >= 0; keptMs -= dayMs) {
      const before = new Date(now - keptMs);
      removed += (await files.emptyTrash(before)) + (await video.emptyTrash(before));
      if (!storage.isLocal || (await hasFreeSpace(disk))) break;
    }
    return removed;
  });

const namesOf = (trashed: readonly { readonly name: string }[]): string[] => trashed.map(({ name }) => name);

const readVideo = parseOrUndefined(Type.Object({ providerId: Type.String() }));
const readFile = parseOrUndefined(Type.Object({ name: Type.String() }));

export const mediaDeliveries = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>): Delivery[] => [
  { topic: topics.retryVideo, deliver: async (payload) => video.retry(readVideo(payload)?.providerId ?? '') },
  { topic: topics.removeVideo, deliver: async (payload) => video.remove(readVideo(payload)?.providerId ?? '') },
  { topic: topics.removeFile, deliver: async (payload) => files.remove(readFile(payload)?.name ?? '') },
];
