import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCode } from './error-code.ts';
import { refuse, storageFull } from './errors.ts';

/**
 * Temporary lines that are too many for memory: written once, then read repeatedly. The file is unlinked, so it is deleted
 * when it is closed or the process ends.
 */
export class Spool implements AsyncDisposable {
  readonly #file: FileHandle;
  #size = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `cliffhanger-${randomUUID()}`);
    const file = await open(path, 'wx+', 0o600);
    await unlink(path);
    return new Spool(file);
  }

  get size(): number {
    return this.#size;
  }

  /** Adds complete lines. */
  async write(lines: string): Promise<void> {
    const bytes = Buffer.from(lines);
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await this.#file.write(bytes, done, bytes.length - done, this.#size + done);
        done += bytesWritten;
      }
    } catch (error) {
      if (errorCode(error) === 'ENOSPC') refuse(storageFull);
      throw error;
    }
    this.#size += bytes.length;
  }

  /** All lines, in parts of complete lines. */
  async *read(partBytes = 512 * 1024): AsyncGenerator<string> {
    const buffer = Buffer.alloc(partBytes);
    for (let at = 0; at < this.#size; ) {
      const { bytesRead } = await this.#file.read(buffer, 0, partBytes, at);
      const end = buffer.subarray(0, bytesRead).lastIndexOf('\n') + 1;
      if (end === 0) throw new Error('a line of a spool is longer than its parts');
      yield buffer.toString('utf8', 0, end);
      at += end;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }
}
