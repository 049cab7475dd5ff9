/**
 * Collects the bytes of an upload and stores them as parts, each named by its offset. A part is stored when it is large
 * enough, and after a moment in any case, so that little is sent again after a failure.
 */

export const partBytes = 8 * 1024 * 1024;
const partMs = 1_000;

export const partName = (offset: number): string => String(offset).padStart(15, '0');

export class UploadParts {
  readonly #store: (offset: number, bytes: Buffer) => Promise<void>;
  #offset: number;
  #waiting: Buffer[] = [];
  #size = 0;
  #stored: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(offset: number, store: (offset: number, bytes: Buffer) => Promise<void>) {
    this.#offset = offset;
    this.#store = store;
  }

  async add(chunk: Buffer): Promise<void> {
    this.#waiting.push(chunk);
    this.#size += chunk.length;
    if (this.#size >= partBytes) return this.flush();
    this.#timer ??= setTimeout(() => void this.flush(), partMs);
  }

  /** Stores what has been added. A failure is thrown here and by every later call. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#stored = this.#stored.then(() => this.#storeWaiting());
    // Also thrown by the next call.
    this.#stored.catch(() => undefined);
    return this.#stored;
  }

  async #storeWaiting(): Promise<void> {
    if (this.#size === 0) return;
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#size = 0;
    await this.#store(this.#offset, bytes);
    this.#offset += bytes.length;
  }
}
