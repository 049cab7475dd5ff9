import { mkdir, statfs } from 'node:fs/promises';
import { errorCode } from '../../kit/error-code.ts';
import { refusal, refuse, storageFull } from '../../kit/errors.ts';

/**
 * The disk that files are kept on. Some of it stays free whatever is sent to us: where the database lies on the same
 * disk, one that is full would stop every write of it.
 */
export interface Disk {
  look(): Promise<Space>;
  /** Refuses where so many bytes more would leave less than the reserve. */
  mustHaveRoom(bytes: number): Promise<void>;
}

export interface Space {
  readonly freeBytes: number;
  readonly reserveBytes: number;
}

/** What is looked at of a file system; the names are those of the system call. */
export interface FileSystem {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

export interface DiskOptions {
  readonly folder: string;
  /** Undefined: a gibibyte, or a twentieth of the disk where that is less. */
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

/** A disk that is full, or a quota that is used up, in the words that we refuse with. */
export function toStorageError(error: unknown): Error {
  if (['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) return refusal(storageFull);
  return error instanceof Error ? error : new Error(String(error));
}
