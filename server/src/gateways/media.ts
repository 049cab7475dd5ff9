import type { ServiceUrls } from '../kit/http/service-urls.ts';
import { type Disk, type DiskOptions, openDisk } from './files/disk.ts';
import type { Leases } from './files/lease.ts';
import { createLinks } from './files/links.ts';
import { openStorage, type StorageOptions } from './files/open-storage.ts';
import { ownerOf, type StorageOwner } from './files/owner.ts';
import type { Storage } from './files/storage.ts';
import { type FileStore, openFileStore } from './files/store.ts';
import { createImages, type Images } from './images/images.ts';
import type { DecoderOptions } from './processes/decoder.ts';
import { createEmbedded } from './video/embedded/embedded.ts';
import { type Ffmpeg, findFfmpeg } from './video/embedded/ffmpeg.ts';
import { createHosted, type HostedOptions } from './video/hosted.ts';
import type { VideoProvider } from './video/provider.ts';

/** The gateways of media. */
export interface Media {
  readonly video: VideoProvider;
  readonly files: FileStore;
  readonly storage: Storage;
  /** Of this machine. */
  readonly disk: Disk;
  readonly owner: StorageOwner;
  readonly reencode: Images['reencode'];
  readonly maxBytes: number;
  /** Interrupted work is resumed at the next start. */
  close(): Promise<void>;
}

export interface MediaOptions extends Omit<StorageOptions, 'disk'> {
  readonly site: ServiceUrls;
  readonly secrets: readonly string[];
  readonly maxBytes: number;
  /** A hosted stream service; default: the embedded provider. */
  readonly stream: Omit<HostedOptions, 'secrets'> | undefined;
  readonly leases: Leases;
  readonly reserveBytes?: number | undefined;
  readonly lookAtDisk?: DiskOptions['lookAt'];
  readonly onFault: (error: unknown) => void;
  /** For the embedded provider. */
  readonly findTool?: () => Ffmpeg | undefined;
  /** Overrides the limits of decoders. */
  readonly limits?: { readonly probing?: Partial<DecoderOptions>; readonly images?: Partial<DecoderOptions> };
}

export const callbackPath = '/v1/admin/media/webhook/video-stream';

export function openMedia(options: MediaOptions): Media {
  const {
    folder,
    bucket,
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
  const storage = openStorage({ folder, bucket, disk });
  const shared = { storage, site, callbackPath, secrets, maxBytes, leases, disk, onFault, probing };
  const embedded = () => createEmbedded({ ...shared, ffmpeg: findTool() });
  const video = stream ? createHosted({ ...stream, secrets }) : embedded();
  const images = createImages(limits.images);
  const close = async (): Promise<void> => {
    await video.stop();
    images.stop();
  };
  const links = createLinks(secrets);
  const files = openFileStore(storage, { site, links });
  const owner = ownerOf(storage);
  return { video, files, storage, owner, disk, reencode: (bytes) => images.reencode(bytes), maxBytes, close };
}
