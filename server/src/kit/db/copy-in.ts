import { CompiledQuery } from 'kysely';
import type { Tx } from './database.ts';

/**
 * COPY FROM STDIN in a transaction, for rows that come by the hundreds: each is taken as it is, while those of a
 * statement's lists are read letter by letter, put together and written one by one.
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
const digits = new Uint8Array(128);
for (let n = 0; n < 16; n++) digits[n.toString(16).charCodeAt(0)] = n;

const dash = '-'.charCodeAt(0);

const idBytes = 16;
const momentBytes = 8;
/** Of lengths, numbers and ids: what is longer says so. */
const roomForValue = 32;

/** Rows in the binary format of COPY: `row` begins one, and a value of each column follows. */
export class CopyRows {
  #bytes = Buffer.allocUnsafe(64 * 1024);
  #length = signature.copy(this.#bytes);

  row(columns: number): void {
    this.#makeRoom(roomForValue);
    this.#length = this.#bytes.writeInt16BE(columns, this.#length);
  }

  /** An id in lower case, which was looked at before. */
  id(id: string | null): void {
    this.#begin(id === null ? nullLength : idBytes, 0);
    if (id === null) return;
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = 0; at < id.length; at += 2) {
      if (id.charCodeAt(at) === dash) at++;
      bytes[length++] = ((digits[id.charCodeAt(at)] ?? 0) << 4) | (digits[id.charCodeAt(at + 1)] ?? 0);
    }
    this.#length = length;
  }

  moment(moment: Date): void {
    this.#begin(momentBytes, 0);
    const micros = (moment.getTime() - epochMs) * 1000;
    const high = Math.floor(micros / 2 ** 32);
    this.#length = this.#bytes.writeInt32BE(high, this.#length);
    this.#length = this.#bytes.writeUInt32BE(micros - high * 2 ** 32, this.#length);
  }

  text(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.#begin(bytes, bytes);
    this.#length += this.#bytes.write(text, this.#length);
  }

  /** JSON as text, for a column of the type jsonb. */
  json(text: string | null): void {
    const bytes = text === null ? 0 : Buffer.byteLength(text);
    this.#begin(text === null ? nullLength : bytes + 1, bytes);
    if (text === null) return;
    this.#bytes[this.#length++] = 1;
    this.#length += this.#bytes.write(text, this.#length);
  }

  end(): Buffer {
    this.row(lastRow);
    return this.#bytes.subarray(0, this.#length);
  }

  #begin(length: number, more: number): void {
    this.#makeRoom(roomForValue + more);
    this.#length = this.#bytes.writeInt32BE(length, this.#length);
  }

  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    this.#bytes = Buffer.concat([this.#bytes], 2 * this.#bytes.length + bytes);
  }
}
