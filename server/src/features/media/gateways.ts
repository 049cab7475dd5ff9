import type { FolderOwner } from '../../gateways/files/owner.ts';
import type { FileStore } from '../../gateways/files/store.ts';
import type { Reencoded } from '../../gateways/images/picture.ts';
import type { VideoProvider } from '../../gateways/video/provider.ts';
import type { MediaUrls } from './schema.ts';

/** The world outside, as media needs it. */
export interface MediaGateways {
  readonly video: VideoProvider;
  readonly files: FileStore;
  /** Whose the folder of files is. */
  readonly owner: FolderOwner;
  readonly reencode: (bytes: Buffer) => Promise<Reencoded>;
  /** What the account plan allows for one file. */
  readonly maxBytes: number;
}

export const urlsOf = ({ video, files }: Pick<MediaGateways, 'video' | 'files'>): MediaUrls => ({
  upload: (uploadRef) => video.uploadUrl(uploadRef),
  video: (playbackId) => video.fileUrl(playbackId),
  file: (name) => files.urlOf(name),
  absolute: (url) => video.absoluteUrl(url),
});
