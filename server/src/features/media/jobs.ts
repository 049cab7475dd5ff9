import { Type } from 'typebox';
import { clock } from '../../kit/db/database.ts';
import { readerOf } from '../../kit/http/validate.ts';
import type { JobStep } from '../../kit/jobs/job.ts';
import type { Delivery } from '../../kit/outbox.ts';
import * as audit from '../audit/public.ts';
import { applyReport } from './actions/assets.ts';
import type { MediaGateways } from './gateways.ts';
import { orphanMs, reconcile, stuckMs, topics } from './rules.ts';
import { listStuck, listUnknownFiles, markChecked } from './sql.ts';

const atOnce = 100;

/** Asks the provider about what has been under way for long, and makes of it what the provider says. */
export const syncStuck = ({ video }: Pick<MediaGateways, 'video'>): JobStep => ({
  name: 'stuck_assets',
  async run({ database, signal }) {
    const now = await clock(database.db);
    let moved = 0;
    for (const asset of await listStuck(database.db, new Date(now.getTime() - stuckMs), atOnce)) {
      if (signal.aborted) break;
      const report = reconcile(asset, await video.find(asset.providerId), now);
      moved += await database.transaction(async (tx, at) => {
        await markChecked(tx, asset.id, at);
        const { outcome } = await applyReport(audit.asSystem(tx, at), asset.providerId, report);
        return outcome === 'applied' ? 1 : 0;
      });
    }
    return moved;
  },
});

export const sweepUploads = ({ video }: Pick<MediaGateways, 'video'>): JobStep => ({
  name: 'expired_uploads',
  run: () => video.sweep(),
});

/** A file whose change was undone, or whose process died before it, belongs to nothing. */
export const sweepFiles = ({ files }: Pick<MediaGateways, 'files'>): JobStep => ({
  name: 'orphaned_files',
  async run({ database, signal }) {
    const now = await clock(database.db);
    let removed = 0;
    for await (const names of files.listOlder(new Date(now.getTime() - orphanMs))) {
      if (signal.aborted) break;
      for (const name of await listUnknownFiles(database.db, names)) {
        await files.remove(name);
        removed++;
      }
    }
    return removed;
  },
});

const readVideo = readerOf(Type.Object({ providerId: Type.String() }));
const readFile = readerOf(Type.Object({ name: Type.String() }));

export const mediaDeliveries = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>): Delivery[] => [
  { topic: topics.retryVideo, deliver: async (payload) => video.retry(readVideo(payload)?.providerId ?? '') },
  { topic: topics.removeVideo, deliver: async (payload) => video.remove(readVideo(payload)?.providerId ?? '') },
  { topic: topics.removeFile, deliver: async (payload) => files.remove(readFile(payload)?.name ?? '') },
];
