/**
 * Lists as PostgreSQL keeps them, for statements that are given thousands of values: it takes them as they are, while it
 * would read a list that is written out letter by letter.
 */

/** Types of PostgreSQL by their numbers, which never change. */
const types = { integer: 23, text: 25, timestamptz: 1184, uuid: 2950, jsonb: 3802 } as const;

const headerBytes = 20;
const lengthBytes = 4;

function begin(type: number, count: number, bytes: number): Buffer {
  const list = Buffer.allocUnsafe(headerBytes + count * lengthBytes + bytes);
  list.writeInt32BE(count > 0 ? 1 : 0, 0);
  // Whether some of them may be null.
  list.writeInt32BE(1, 4);
  list.writeInt32BE(type, 8);
  list.writeInt32BE(count, 12);
  list.writeInt32BE(1, 16);
  return list;
}

/** A list without any has no dimensions, nor says how many there are. */
const end = (list: Buffer, at: number): Buffer => list.subarray(0, at === headerBytes ? 12 : at);

/** What a letter of a hexadecimal number stands for. */
const digits = new Uint8Array(128);
for (let n = 0; n < 16; n++) digits[n.toString(16).charCodeAt(0)] = n;
const digitAt = (text: string, n: number): number => digits[text.charCodeAt(n)] ?? 0;

/** Where each byte of an id stands in its text. */
const bytePlaces = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/** Ids in lower case, which were looked at before. */
export function uuidList(ids: readonly (string | null)[]): Buffer {
  const list = begin(types.uuid, ids.length, ids.length * bytePlaces.length);
  let at = headerBytes;
  for (const id of ids) {
    at = list.writeInt32BE(id === null ? -1 : bytePlaces.length, at);
    if (id === null) continue;
    for (const place of bytePlaces) list[at++] = (digitAt(id, place) << 4) | digitAt(id, place + 1);
  }
  return end(list, at);
}

export function integerList(numbers: readonly number[]): Buffer {
  const list = begin(types.integer, numbers.length, numbers.length * 4);
  let at = headerBytes;
  for (const number of numbers) at = list.writeInt32BE(number, list.writeInt32BE(4, at));
  return end(list, at);
}

const year2000 = Date.UTC(2000);
const inHalves = 2 ** 32;

/** Moments as microseconds since 2000, in two halves: together they are more than a number of JavaScript is read as. */
export function momentList(moments: readonly Date[]): Buffer {
  const list = begin(types.timestamptz, moments.length, moments.length * 8);
  let at = headerBytes;
  for (const moment of moments) {
    const micros = (moment.getTime() - year2000) * 1_000;
    const high = Math.floor(micros / inHalves);
    at = list.writeInt32BE(high, list.writeInt32BE(8, at));
    at = list.writeUInt32BE(micros - high * inHalves, at);
  }
  return end(list, at);
}

function textsOf(type: number, texts: readonly (string | null)[], prefix: string): Buffer {
  const bytes = texts.reduce((sum, text) => sum + (text === null ? 0 : prefix.length + Buffer.byteLength(text)), 0);
  const list = begin(type, texts.length, bytes);
  let at = headerBytes;
  for (const text of texts) {
    const length = text === null ? -1 : list.write(prefix + text, at + lengthBytes);
    at = list.writeInt32BE(length, at) + Math.max(length, 0);
  }
  return end(list, at);
}

export const textList = (texts: readonly string[]): Buffer => textsOf(types.text, texts, '');

/** JSON as text, after the number of the version of its format. */
export const jsonList = (texts: readonly (string | null)[]): Buffer => textsOf(types.jsonb, texts, '\u0001');
