import type { Readable } from 'node:stream';

/**
 * Where files are stored: a folder of the disk, or a bucket of an object storage. Keys are paths such as `files/<name>`; they
 * are made of names that this service assigned, never of text from requests.
 */
export interface Storage {
  /** For messages: the folder, or the address of the bucket. */
  readonly place: string;
  /** Whether files take space of the disk of this machine. */
  readonly isLocal: boolean;
  /** Throws an error that says in one sentence why the storage cannot be used. */
  check(): Promise<void>;
  /** Whether it answers now. */
  isReachable(): Promise<boolean>;
  /** Refuses if there is no room for these bytes. */
  mustHaveRoom(bytes: number): Promise<void>;
  /** Undefined if it is missing. */
  find(key: string): Promise<StoredFile | undefined>;
  readText(key: string): Promise<string | undefined>;
  /** Atomic and durable. */
  write(key: string, bytes: Buffer | string): Promise<void>;
  /** Writes a file unless it exists. Of concurrent calls, the first wins. */
  claim(key: string, text: string): Promise<void>;
  /** Names directly below a folder. */
  names(folder: string, most?: number): Promise<string[]>;
  /** When a file, or a file of a folder, was changed last; a move counts. */
  changedAt(key: string): Promise<Date | undefined>;
  /** Moves a file or folder, and replaces its target; false if it is missing. If interrupted, it can be repeated. */
  move(from: string, to: string): Promise<boolean>;
  /** Removes a file or folder; a missing one is ignored. */
  remove(key: string): Promise<void>;
  /** Removes incomplete files. */
  removeDrafts(folder: string, before: Date): Promise<number>;
  /** Files that arrive in several requests. */
  readonly uploads: Uploads;
  /**
   * Works in a local folder with the files of a stored one. If the work succeeds, the files that it leaves there are stored.
   * Only one process works on a folder at a time.
   */
  workOn<T>(folder: string, upload: string, work: (local: string) => Promise<T>): Promise<T>;
  /** Removes what killed processes left on this machine, except for folders that are in work. */
  removeLeftWork(isInWork: (name: string) => Promise<boolean>): Promise<void>;
}

export interface Uploads {
  /** The number of bytes that are durable. */
  lengthOf(key: string): Promise<number>;
  find(key: string): Promise<StoredFile | undefined>;
  /** Appends at this offset. Bytes received before a failure are kept. */
  append(key: string, offset: number, bytes: Readable): Promise<void>;
}

export interface StoredFile {
  readonly size: number;
  readonly etag: string;
  open(span: Span): Readable | Promise<Readable>;
}

/** The first and the last byte. */
export interface Span {
  readonly start: number;
  readonly end: number;
}
