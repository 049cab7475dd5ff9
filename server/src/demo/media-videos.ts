import { addVideo, findOwner } from '../features/media/actions/uploads.ts';
import { maxDurationS, uploadLifeMs } from '../features/media/rules.ts';
import { hourMs } from '../kit/time.ts';
import { before, contextFor } from './admin-context.ts';
import type { MediaContext } from './media-context.ts';

export interface SampleVideo {
  readonly make: () => Promise<Buffer>;
  /** Tells it from the others. */
  readonly fileName: string;
  /** The first of them owns it, the others show the same. */
  readonly episodeIds: readonly string[];
  /** How much of it arrived. */
  readonly share: number;
  readonly minutesAgo: number;
}

/** Sends a video, or the rest of one that was on its way. */
export async function sendVideo(context: MediaContext, video: SampleVideo): Promise<void> {
  const known = await context.database.db
    .selectFrom('media_assets')
    .select(['status', 'upload_ref', 'size_bytes'])
    .where('source_file_name', '=', video.fileName)
    .where('kind', '=', 'video')
    .executeTakeFirst();
  if (!known) {
    const bytes = await video.make();
    return sendRest(context, video, { bytes, uploadRef: await beginUpload(context, video, bytes.length), offset: 0 });
  }
  if (known.status !== 'uploading' || known.upload_ref === null) return;
  const offset = await offsetOf(context.media.video.uploadUrl(known.upload_ref));
  if (offset === undefined || offset >= Math.ceil(Number(known.size_bytes) * video.share)) return;
  return sendRest(context, video, { bytes: await video.make(), uploadRef: known.upload_ref, offset });
}

interface Sending {
  readonly bytes: Buffer;
  readonly uploadRef: string;
  readonly offset: number;
}

async function sendRest({ media }: MediaContext, { share }: SampleVideo, { bytes, uploadRef, offset }: Sending) {
  const headers = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' };
  const body = new Uint8Array(bytes.subarray(offset, Math.ceil(bytes.length * share)));
  await fetch(media.video.uploadUrl(uploadRef), {
    method: 'PATCH',
    headers: { 'tus-resumable': '1.0.0', ...headers },
    body,
  });
}

/** How much has arrived; undefined where nothing is waited for any more. */
async function offsetOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } });
  return answer.ok ? Number(answer.headers.get('upload-offset') ?? 0) : undefined;
}

async function beginUpload(context: MediaContext, video: SampleVideo, sizeBytes: number): Promise<string> {
  const { database, media, editor } = context;
  const { fileName, minutesAgo, episodeIds } = video;
  const [episodeId, ...others] = episodeIds;
  const expiresAt = new Date(Date.now() - (minutesAgo * hourMs) / 60 + uploadLifeMs);
  const begun = await media.video.createUpload({ sizeBytes, fileName, maxDurationS, expiresAt });
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, episodeId === undefined ? {} : { episodeId });
    const ctx = contextFor(tx, editor, before(now, (minutesAgo * hourMs) / 60));
    const { id } = await addVideo(ctx, { ...begun, owner, sizeBytes, fileName });
    if (others.length > 0)
      await tx.updateTable('episodes').set({ media_asset_id: id }).where('id', 'in', others).execute();
  });
  return begun.uploadRef;
}
