import { mkdir, statfs } from 'node:fs/promises';
import { errorCode } from '../../kit/error-code.ts';
import { refusal, refuse, storageFull } from '../../kit/errors.ts';

/** The disk of the media folder. A reserve stays free, because the database may be on the same disk. */
export interface Disk {
  look(): Promise<Space>;
  /** Refuses if these bytes would reduce free space below the reserve. */
  mustHaveRoom(bytes: number): Promise<void>;
}

export interface Space {
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

/** As returned by statfs. */
export interface FileSystem {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

export interface DiskOptions {
  readonly folder: string;
  /** Default: 1 GiB, or 5% of the disk if that is less. */
  readonly reserveBytes: number | undefined;
  readonly lookAt?: (path: string) => Promise<FileSystem>;
}

const defaultReserve = 1024 ** 3;
const defaultShare = 0.05;

export function openDisk({ folder, reserveBytes, lookAt = statfs }: DiskOptions): Disk {
  const look = async (): Promise<Space> => {
    await mkdir(folder, { recursive: true });
    const { bsize, blocks, bavail } = await lookAt(folder);
    const reserve = reserveBytes ?? Math.min(defaultReserve, Math.floor(blocks * bsize * defaultShare));
    return { freeBytes: bavail * bsize, reserveBytes: reserve };
  };
  return {
    look,
    async mustHaveRoom(bytes) {
      const { freeBytes, reserveBytes: reserve } = await look();
      if (freeBytes - bytes < reserve) refuse(storageFull);
    },
  };
}

/** Maps a full disk or an exceeded quota to a refusal. */
export function toStorageError(error: unknown): Error {
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) return refusal(storageFull);
  return error instanceof Error ? error : new Error(String(error));
}
