import { join } from 'node:path';
import type { BucketOptions } from './bucket.ts';
import type { Disk } from './disk.ts';
import { openDiskStorage } from './disk-storage.ts';
import { openObjectStorage } from './object-storage.ts';
import type { Storage } from './storage.ts';

export interface StorageOptions {
  /** For files that are stored on the disk, and for work on videos. */
  readonly folder: string;
  /** Object storage in place of the disk. */
  readonly bucket?: BucketOptions | undefined;
  readonly disk: Disk;
}

export const openStorage = ({ folder, bucket, disk }: StorageOptions): Storage =>
  bucket ? openObjectStorage({ ...bucket, workFolder: join(folder, 'work'), disk }) : openDiskStorage(folder, disk);
