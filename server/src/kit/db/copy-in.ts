import { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/**
 * COPY FROM STDIN in a transaction, for rows that come by the hundreds: each is taken as it is, while those of a
 * statement's lists are read letter by letter, put together and written one by one. For transactions of requests: the
 * connections of jobs do not know of it.
 */
export async function copyIn(tx: Tx, table: string, columns: readonly string[], rows: CopyRows): Promise<void> {
  const text = `copy ${table} (${columns.join(', ')}) from stdin with (format binary)`;
  await tx.executeQuery(CompiledQuery.raw(text, [rows.end()]));
}

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const nullLength = -1;
const lastRow = -1;
/** PostgreSQL counts microseconds since 2000. */
const epochMs = Date.UTC(2000, 0, 1);

/** What a letter of a hexadecimal number stands for. */
const digits = new Uint8Array(256);
for (let n = 0; n < 16; n++) digits[n.toString(16).charCodeAt(0)] = n;
/** Where each byte of an id stands in its text. */
const byteAt = Uint8Array.of(0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34);

const jsonbVersion = '\u0001';
const idBytes = 16;
const momentBytes = 8;
const lengthBytes = 4;
/** Of lengths, numbers and ids: what is longer says so. */
const roomForValue = 32;
/** A letter takes no more of them in UTF-8. */
const bytesOfLetter = 3;
/** A call of the runtime takes longer than to write so many letters one by one. */
const shortText = 24;
const lastAscii = 127;

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

/** Rows in the binary format of COPY: `row` begins one, and a value of each column follows. They come by the thousand. */
export class CopyRows {
  #bytes: Buffer;
  #view: DataView;
  #length: number;

  constructor(room = 64 * 1024) {
    this.#bytes = Buffer.allocUnsafe(Math.max(room, roomForValue));
    this.#view = viewOf(this.#bytes);
    this.#length = signature.copy(this.#bytes);
  }

  /** How many bytes there are by now. */
  get length(): number {
    return this.#length;
  }

  row(columns: number): void {
    this.#makeRoom(roomForValue);
    this.#view.setInt16(this.#length, columns);
    this.#length += 2;
  }

  /** Writes the bytes between these places once more, for rows that begin like another. */
  again(from: number, to: number): void {
    this.#makeRoom(to - from);
    this.#bytes.copyWithin(this.#length, from, to);
    this.#length += to - from;
  }

  /** An id in lower case, which was looked at before. */
  id(id: string | null): void {
    const at = this.#begin(id === null ? nullLength : idBytes);
    if (id === null) return;
    const bytes = this.#bytes;
    for (let n = 0; n < idBytes; n++) {
      const from = byteAt[n] ?? 0;
      bytes[at + n] = ((digits[id.charCodeAt(from)] ?? 0) << 4) | (digits[id.charCodeAt(from + 1)] ?? 0);
    }
    this.#length = at + idBytes;
  }

  /** In milliseconds since 1970. */
  moment(ms: number): void {
    const at = this.#begin(momentBytes);
    const micros = (ms - epochMs) * 1000;
    const high = Math.floor(micros / 2 ** 32);
    this.#view.setInt32(at, high);
    this.#view.setUint32(at + momentBytes / 2, micros - high * 2 ** 32);
    this.#length = at + momentBytes;
  }

  text(text: string): void {
    this.#makeRoom(roomForValue + bytesOfLetter * text.length);
    const at = this.#length + lengthBytes;
    const length = this.#writeShort(text, at) ? text.length : this.#bytes.write(text, at);
    this.#view.setInt32(this.#length, length);
    this.#length = at + length;
  }

  /** Writes a short text of letters that take a byte each, and says whether it was one. */
  #writeShort(text: string, at: number): boolean {
    if (text.length > shortText) return false;
    for (let n = 0; n < text.length; n++) {
      const code = text.charCodeAt(n);
      if (code > lastAscii) return false;
      this.#bytes[at + n] = code;
    }
    return true;
  }

  /** JSON as text, for a column of the type jsonb, whose version comes first. */
  json(text: string | null): void {
    if (text === null) this.#begin(nullLength);
    else this.text(`${jsonbVersion}${text}`);
  }

  end(): Buffer {
    this.row(lastRow);
    return this.#bytes.subarray(0, this.#length);
  }

  /** Writes how long a value is, and says where it begins. */
  #begin(length: number): number {
    this.#makeRoom(roomForValue);
    this.#view.setInt32(this.#length, length);
    this.#length += lengthBytes;
    return this.#length;
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length + bytes);
    this.#view = viewOf(this.#bytes);
  }
}
