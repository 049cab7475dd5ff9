import { api, unwrap } from '../../api/client.ts';
import { fetchWithin, waitMs } from '../../api/transport.ts';
import type { Asset } from './queries.ts';

/** Small files go through the API in one piece, which takes its time on a slow line. */
const fetch = fetchWithin(waitMs.long);

/** What it takes as a picture. */
export const pictureFiles = 'image/jpeg,image/png,image/webp';
/** What it takes as a video. */
export const videoFiles = 'video/mp4,video/quicktime,video/webm,.mp4,.mov,.webm';

type Fields = Readonly<Record<string, string | undefined>>;

function formOf(fields: Fields, file: Blob, name: string): () => FormData {
  return () => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) if (value !== undefined) form.set(field, value);
    form.set('file', file, name);
    return form;
  };
}

export interface ImageFor {
  readonly kind: 'poster' | 'hero' | 'thumb';
  readonly seriesId?: string;
  readonly episodeId?: string;
}

export const sendImage = (fields: ImageFor, file: Blob, name: string): Promise<Asset> =>
  unwrap(
    api.POST('/v1/admin/media/uploads/image', {
      body: { ...fields, file: name },
      bodySerializer: formOf({ ...fields }, file, name),
      fetch,
    }),
  );

export interface CaptionFor {
  readonly episodeId: string;
  readonly lang: 'en' | 'ar' | 'id';
  /** Why, where viewers see it at once. */
  readonly note?: string;
}

export const sendCaption = (fields: CaptionFor, file: File, signal?: AbortSignal): Promise<Asset> =>
  unwrap(
    api.POST('/v1/admin/media/captions', {
      body: { ...fields, file: file.name },
      bodySerializer: formOf({ ...fields }, file, file.name),
      fetch,
      ...(signal && { signal }),
    }),
  );
