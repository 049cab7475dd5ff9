import { join } from 'node:path';
import type { Site } from '../kit/http/site.ts';
import { type FileStore, openFileStore } from './files/store.ts';
import { reencode } from './images/reencode.ts';
import { createEmbedded } from './video/embedded/embedded.ts';
import { type Ffmpeg, findFfmpeg } from './video/embedded/ffmpeg.ts';
import { createHosted } from './video/hosted.ts';
import type { VideoProvider } from './video/provider.ts';

/** Everything outside that media needs: a video provider, a place for files, and someone who writes images anew. */
export interface Media {
  readonly video: VideoProvider;
  readonly files: FileStore;
  readonly reencode: typeof reencode;
  readonly maxBytes: number;
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
}

export const callbackPath = '/v1/admin/media/webhook/video-stream';

export function openMedia(options: MediaOptions): Media {
  const { folder, site, secrets, maxBytes, stream, onFault, findTool = findFfmpeg } = options;
  const embedded = () => createEmbedded({ folder, site, callbackPath, secrets, maxBytes, ffmpeg: findTool(), onFault });
  const video = stream ? createHosted({ ...stream, secrets }) : embedded();
  return { video, files: openFileStore(join(folder, 'files'), site), reencode, maxBytes };
}
