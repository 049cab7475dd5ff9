import { join } from 'node:path';
import type { Site } from '../kit/http/site.ts';
import { claim, type FolderOwner, ownerFile, ownerOf } from './files/owner.ts';
import { type FileStore, openFileStore } from './files/store.ts';
import { createImages, type Images } from './images/images.ts';
import type { DecoderOptions } from './processes/decoder.ts';
import { createEmbedded } from './video/embedded/embedded.ts';
import { type Ffmpeg, findFfmpeg } from './video/embedded/ffmpeg.ts';
import { createHosted } from './video/hosted.ts';
import type { VideoProvider } from './video/provider.ts';

/** Everything outside that media needs: a video provider, a place for files, and someone who writes images anew. */
export interface Media {
  readonly video: VideoProvider;
  readonly files: FileStore;
  /** Whose the folder of files is. */
  readonly owner: FolderOwner;
  readonly reencode: Images['reencode'];
  readonly maxBytes: number;
  /** Ends what is under way; what is left of it is begun again at the next start. */
  close(): Promise<void>;
}

export interface MediaOptions {
  readonly folder: string;
  readonly site: Site;
  readonly secrets: readonly string[];
  readonly maxBytes: number;
  /** A hosted stream service; without one, the embedded provider serves. */
  readonly stream: { readonly apiUrl: string; readonly playbackUrl: string; readonly token: string } | undefined;
  readonly onFault: (error: unknown) => void;
  /** Asked only where videos are kept with us. */
  readonly findTool?: () => Ffmpeg | undefined;
  /** Where reading files has other limits than usual. */
  readonly limits?: { readonly probing?: Partial<DecoderOptions>; readonly images?: Partial<DecoderOptions> };
}

export const callbackPath = '/v1/admin/media/webhook/video-stream';

export function openMedia(options: MediaOptions): Media {
  const { folder, site, secrets, maxBytes, stream, onFault, findTool = findFfmpeg, limits = {} } = options;
  const { probing = {} } = limits;
  const embedded = () =>
    createEmbedded({ folder, site, callbackPath, secrets, maxBytes, ffmpeg: findTool(), onFault, probing });
  const video = stream ? createHosted({ ...stream, secrets }) : embedded();
  const images = createImages(limits.images);
  const close = async (): Promise<void> => {
    await video.stop();
    images.stop();
  };
  const files = openFileStore(join(folder, 'files'), join(folder, 'trash', 'files'), site);
  const owner = { path: ownerFile(folder), read: () => ownerOf(folder), claim: (id: string) => claim(folder, id) };
  return { video, files, owner, reencode: (bytes) => images.reencode(bytes), maxBytes, close };
}
