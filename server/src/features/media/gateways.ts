import type { Disk } from '../../gateways/files/disk.ts';
import type { StorageOwner } from '../../gateways/files/owner.ts';
import type { Storage } from '../../gateways/files/storage.ts';
import type { FileStore } from '../../gateways/files/store.ts';
import type { Reencoded } from '../../gateways/images/picture.ts';
import type { VideoProvider } from '../../gateways/video/provider.ts';
import type { MediaUrls } from './schema.ts';

export interface MediaGateways {
  readonly video: VideoProvider;
  readonly files: FileStore;
  readonly disk: Disk;
  readonly storage: Storage;
  readonly owner: StorageOwner;
  readonly reencode: (bytes: Buffer) => Promise<Reencoded>;
  /** Maximum of the account plan for one file. */
  readonly maxBytes: number;
}

export const urlsOf = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>): MediaUrls => ({
  upload: (uploadRef) => video.uploadUrl(uploadRef),
  video: (playbackId) => video.fileUrl(playbackId),
  file: (name) => files.urlOf(name),
  thumbnail: (playbackId, url) => video.thumbnailUrl(playbackId, url),
});
