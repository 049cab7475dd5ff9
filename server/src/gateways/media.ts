import { join } from 'node:path';
import type { ServiceUrls } from '../kit/http/service-urls.ts';
import { type Disk, type DiskOptions, openDisk } from './files/disk.ts';
import type { Leases } from './files/lease.ts';
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
  readonly disk: Disk;
  /** Whose the folder of files is. */
  readonly owner: FolderOwner;
  readonly reencode: Images['reencode'];
  readonly maxBytes: number;
  /** Ends what is under way; what is left of it is begun again at the next start. */
  close(): Promise<void>;
}

export interface MediaOptions {
  readonly folder: string;
  readonly site: ServiceUrls;
  readonly secrets: readonly string[];
  readonly maxBytes: number;
  /** A hosted stream service; without one, the embedded provider serves. */
  readonly stream: { readonly apiUrl: string; readonly playbackUrl: string; readonly token: string } | undefined;
  readonly leases: Leases;
  /** How much of the disk is never filled with files; undefined: as much as is usual. */
  readonly reserveBytes?: number | undefined;
  readonly lookAtDisk?: DiskOptions['lookAt'];
  readonly onFault: (error: unknown) => void;
  /** Asked only where videos are kept with us. */
  readonly findTool?: () => Ffmpeg | undefined;
  /** Where reading files has other limits than usual. */
  readonly limits?: { readonly probing?: Partial<DecoderOptions>; readonly images?: Partial<DecoderOptions> };
}

export const callbackPath = '/v1/admin/media/webhook/video-stream';

export function openMedia(options: MediaOptions): Media {
  const {
    folder,
    site,
    secrets,
    leases,
    reserveBytes,
    lookAtDisk,
    maxBytes,
    stream,
    onFault,
    findTool = findFfmpeg,
    limits = {},
  } = options;
  const { probing = {} } = limits;
  const disk = openDisk({ folder, reserveBytes, ...(lookAtDisk && { lookAt: lookAtDisk }) });
  const embedded = () =>
    createEmbedded({
      folder,
      site,
      callbackPath,
      secrets,
      maxBytes,
      leases,
      disk,
      onFault,
      probing,
      ffmpeg: findTool(),
    });
  const video = stream ? createHosted({ ...stream, secrets }) : embedded();
  const images = createImages(limits.images);
  const close = async (): Promise<void> => {
    await video.stop();
    images.stop();
  };
  const files = openFileStore(join(folder, 'files'), join(folder, 'trash', 'files'), { site, disk });
  const owner = { path: ownerFile(folder), read: () => ownerOf(folder), claim: (id: string) => claim(folder, id) };
  return { video, files, owner, disk, reencode: (bytes) => images.reencode(bytes), maxBytes, close };
}
