import { addVideo, findOwner } from '../../features/media/actions/uploads.ts';
import { maxDurationS, uploadLifeMs } from '../../features/media/rules.ts';
import { before } from '../admin-context.ts';
import type { MediaContext } from './images.ts';

export interface SampleVideo {
  readonly make: () => Promise<Buffer>;
  /** Unique. */
  readonly fileName: string;
  /** The video belongs to the first episode; the others also use it. */
  readonly episodeIds: readonly string[];
  /** The share of its bytes that is uploaded. */
  readonly share: number;
  readonly minutesAgo: number;
}

const tus = { 'tus-resumable': '1.0.0' };

/** Uploads a video, or resumes the upload of an earlier process. */
export async function uploadVideo(context: MediaContext, video: SampleVideo): Promise<void> {
  const { database, media } = context;
  const known = await database.db
    .selectFrom('media_assets')
    .select(['status', 'upload_ref', 'size_bytes'])
    .where('source_file_name', '=', video.fileName)
    .where('kind', '=', 'video')
    .executeTakeFirst();
  if (known && (known.status !== 'uploading' || known.upload_ref === null)) return;
  const offset = known?.upload_ref ? await offsetOf(media.video.uploadUrl(known.upload_ref)) : 0;
  if (offset === undefined || (known && offset >= Math.ceil(Number(known.size_bytes) * video.share))) return;
  const bytes = await video.make();
  const uploadRef = known?.upload_ref ?? (await createUpload(context, video, bytes.length));
  await fetch(media.video.uploadUrl(uploadRef), {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body: new Uint8Array(bytes.subarray(offset, Math.ceil(bytes.length * video.share))),
  });
}

/** The number of bytes received; undefined if the upload does not exist any more. */
async function offsetOf(url: string): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', headers: tus });
  return response.ok ? Number(response.headers.get('upload-offset') ?? 0) : undefined;
}

async function createUpload(context: MediaContext, video: SampleVideo, sizeBytes: number): Promise<string> {
  const { database, media, ctxFor } = context;
  const { fileName, minutesAgo, episodeIds } = video;
  const [episodeId, ...others] = episodeIds;
  const expiresAt = new Date(Date.now() - minutesAgo * 60_000 + uploadLifeMs);
  const upload = await media.video.createUpload({ sizeBytes, fileName, maxDurationS, expiresAt });
  await database.transaction(async (tx, now) => {
    const owner = await findOwner(tx, episodeId === undefined ? {} : { episodeId });
    const ctx = ctxFor(tx, before(now, minutesAgo * 60_000));
    const { id } = await addVideo(ctx, { ...upload, owner, sizeBytes, fileName });
    if (others.length === 0) return;
    await tx.updateTable('episodes').set({ media_asset_id: id }).where('id', 'in', others).execute();
  });
  return upload.uploadRef;
}
